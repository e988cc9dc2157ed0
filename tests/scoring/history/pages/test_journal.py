"""The head of the journal, on a page and on paper; a journal that somebody bent."""

from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection

from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.journal.selectors.reading import head_of
from tests import factories
from tests.bending import bend
from tests.scoring.history.pages.places import ENTRANT, HEAD, HISTORY, STANDINGS, TABLE, last

pytestmark = pytest.mark.django_db


class TestTheHeadOnPaper:
    def check(self, client, typed):
        return client.get(HEAD, {"head": typed})

    def test_is_part_of_the_journal_now_and_later(self, client, row):
        printed = head_of(row.table.series.tournament).short
        factories.fill(row, seat=4)

        assert head_of(row.table.series.tournament).short != printed
        assert "Part of the journal." in self.check(client, printed).content.decode()
        assert "Part of the journal." in self.check(client, printed.upper().replace("-", " ")).content.decode()

    def test_of_a_tail_cut_off_is_found(self, client, row):
        printed = head_of(row.table.series.tournament).short
        JournalEntry.objects.filter(number=last(row)).delete()

        assert "Cut off." in self.check(client, printed).content.decode()

    def test_after_a_line_that_was_bent_differs(self, client, row):
        printed = head_of(row.table.series.tournament).short
        bend(4, "data", b'{"series": 1}')

        assert "Differs." in self.check(client, printed).content.decode()

    def test_of_another_event_differs(self, client, row):
        assert "Differs." in self.check(client, f"{last(row)}:{'0' * 20}").content.decode()

    def test_before_anything_was_done_is_line_0(self, client):
        factories.tournament()

        assert "Part of the journal." in self.check(client, "0:0000-0000-0000-0000-0000").content.decode()
        assert "Differs." in self.check(client, "0:1000-0000-0000-0000-0000").content.decode()

    @pytest.mark.parametrize("typed", ["", "x", "12", "12:abc", "1:" + "f" * 200, "<script>", "９:" + "0" * 20])
    def test_nonsense_is_refused_with_a_sentence_and_kept(self, client, row, typed):
        page = self.check(client, typed)

        assert page.status_code == 422
        assert 'class="errorlist"' in page.content.decode()
        assert "<script>alert" not in page.content.decode()

    def test_of_a_long_journal_is_not_computed_anew_for_everybody(self, client, row, monkeypatch):
        made = row.table.series.tournament
        monkeypatch.setattr("tables.journal.selectors.soundness.KEPT_FROM", 5)
        cache.clear()
        read = []
        stored = journal.stored_lines

        def counted(*args, **kwargs):
            for line in stored(*args, **kwargs):
                read.append(line.number)
                yield line

        monkeypatch.setattr(journal, "stored_lines", counted)
        self.check(client, head_of(made).short)
        whole = len(read)
        self.check(client, head_of(made).short)
        assert (whole, len(read)) == (last(row), whole)

        factories.fill(row, seat=4)
        assert "Part of the journal." in self.check(client, head_of(made).short).content.decode()
        assert len(read) == last(row)
        cache.clear()


class TestOnPaper:
    def test_a_list_in_play_and_a_ranking_say_how_the_journal_ends(self, at_table, row):
        printed = f"Journal {head_of(row.table.series.tournament).short}"

        for url in (f"{TABLE}sheet.pdf", "/t/cup/standings.pdf"):
            page = at_table.get(url, {"as": "page"}).content.decode()
            assert printed in page
            assert HEAD in page

    def test_so_do_the_overview_of_lists_and_a_signed_one(self, director, row):
        factories.fill(row, seat=4)
        factories.confirm_and_sign(row)
        printed = f"Journal {head_of(row.table.series.tournament).short}"

        for url in (f"{TABLE}sheet.pdf", "/t/cup/office/series/1/lists.pdf"):
            assert printed in director.get(url, {"as": "page"}).content.decode()

    def test_a_blank_sheet_does_not(self, director):
        factories.running_list(seats=4)

        assert "Journal " not in director.get(f"{TABLE}sheet.pdf", {"as": "page"}).content.decode()

    def test_what_is_printed_is_what_the_page_takes(self, client, director, row):
        page = director.get("/t/cup/standings.pdf", {"as": "page"}).content.decode()
        printed = page.split("Journal ")[1].split(";")[0]

        assert "Part of the journal." in client.get(HEAD, {"head": printed}).content.decode()
        assert "Part of the journal." in client.get(HEAD, {"head": f"Journal {printed}"}).content.decode()


class TestADeal:
    def test_shows_every_act_about_it(self, at_table, row):
        page = at_table.get(f"{TABLE}deal/1/").content.decode()

        assert "Every act about this deal" in page
        assert "deal 1 corrected to -144 points, because: verschrieben" in page
        assert f"{HISTORY}?deal=1" in page

    def test_goes_on_without_them_where_the_journal_was_bent(self, at_table, row):
        bend(4, "data", b'{"series": \xff')

        page = at_table.get(f"{TABLE}deal/1/")

        assert page.status_code == 200
        assert "Every act about this deal" not in page.content.decode()

    def test_but_what_fails_in_a_sound_journal_is_not_hidden(self, at_table, row, monkeypatch):
        def fails(*_args):
            raise KeyError

        monkeypatch.setattr("scoring.table.views.correction.history_of_deal", fails)
        with pytest.raises(KeyError):
            at_table.get(f"{TABLE}deal/1/")


class TestAJournalBent:
    """The pages say so, and show what they can."""

    BENT = (
        ("data", b'{"series": 1, "table": 1, "deal": "x"}'),
        ("data", b'"x"'),
        ("data", b"[1]"),
        ("data", b'{"series": \xff'),
        ("data", b"nothing"),
        ("at", b"yesterday"),
        ("at", b"2026-13-41 25:00:00"),
        ("action", b"\xff\xfe"),
        ("action", b"list.signed"),
        ("hash", b"\xff"),
        ("number", b"x"),
        ("by_id", b"4711"),
    )

    PAGES = (HISTORY, f"{HISTORY}5/", ENTRANT, f"{STANDINGS}5/", "/t/cup/office/journal/")

    @pytest.mark.parametrize(("column", "value"), BENT)
    def test_is_no_reason_to_fail_and_told_to_whoever_checks_a_paper(self, client, director, row, column, value):
        printed = head_of(row.table.series.tournament).short
        with connection.constraint_checks_disabled():
            bend(4, column, value)
            for url in self.PAGES:
                page = director.get(url)
                assert page.status_code == 200, url
                assert "does not fit the line before it" in page.content.decode(), url
            assert "Differs." in client.get(HEAD, {"head": printed}).content.decode()
            JournalEntry.objects.filter(number=4).delete()
            JournalEntry.objects.exclude(number__in=range(1, 20)).delete()

    def test_shows_the_sound_lines_before(self, director, row):
        bend(6, "data", b'{"series": \xff')

        page = director.get(HISTORY).content.decode()

        assert "deal 1 entered" in page
        assert "cannot be read and is left out" in page


class TestAnAppealInABentJournal:
    """Pages about something else go on without its history."""

    def test_can_still_be_read(self, director, at_table, row):
        sent = {"entry_key": uuid4(), "appellant": 3, "deal": 1, "text": "Der Grand war gewonnen."}
        at_table.post(f"{TABLE}appeal/", sent)
        assert "filed by no. 3" in director.get("/t/cup/office/appeals/1/").content.decode()

        bend(4, "data", b'{"series": \xff')

        page = director.get("/t/cup/office/appeals/1/")
        assert page.status_code == 200
        assert "filed by no. 3" not in page.content.decode()
