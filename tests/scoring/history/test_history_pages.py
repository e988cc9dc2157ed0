"""Lists and rankings as they were; the head of the journal on a page and on paper; a journal that was bent."""

from datetime import timedelta
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from pytest_django.asserts import assertContains

from scoring.disputes.models import Measure
from scoring.lists.services import entry
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.journal.selectors import head_of
from tests.scoring.history.bent import bend
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.forms_as_shown import post_seen
from tests.support.remembered_worlds import remembered_step
from tests.support.thorough import thorough

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TABLE = "/t/cup/series/1/table/1/"
HISTORY = f"{TABLE}history/"
ENTRANT = "/t/cup/office/entrants/2/?at=history"
STANDINGS = "/t/cup/office/rankings/?line="
HEAD = "/t/cup/head/"


def last(row) -> int:
    return row.table.series.tournament.journal.count()


@pytest.fixture
@remembered_step
def row():
    """A list with two deals, the first of them corrected."""
    made = factories.running_list(seats=4)
    factories.enter(made, (2, GRAND), (3, GRAND))
    factories.correct(made, Deal(number=1, declarer=2, played=GRAND_LOST), because="verschrieben")
    return made


def test_a_renewed_key_closes_the_old_one_and_seats_not_published_have_no_history(at_table, director, row):
    post_seen(director, "/t/cup/office/series/1/table/1/", {"action": "renew-key"}, page=TABLE)
    assert at_table.get(HISTORY).status_code == 403
    row.table.series.published_at = None
    row.table.series.save()
    assert director.get(HISTORY).status_code == 404


def test_what_is_not_there_is_not_found(director, row):
    entrant, event = "/t/cup/office/entrants/99/?at=history", "/t/none/head/"
    lists = [f"{HISTORY}{asked}" for asked in ("999/", "99999999999999999999/", "?deal=x")]
    rankings = [f"{STANDINGS}{asked}" for asked in ("999", "5&series=9", "5&series=x")]
    for url in (*lists, *rankings, entrant, event):
        assert director.get(url).status_code == 404, url


class TestTheHistoryOfAList:
    def test_says_what_was_done_why_and_with_what_key_and_of_one_deal_has_its_lines_only(self, at_table, row):
        page = at_table.get(HISTORY).content.decode()
        told = ("deal 1 corrected to -144 points, because: verschrieben", "key of table 1, series 1")
        for said in (*told, f'href="{HISTORY}{last(row)}/"'):
            assert said in page
        assert page.index("deal 1 corrected") < page.index("deal 2 entered")

        page = at_table.get(f"{HISTORY}?deal=2").content.decode()
        assert ("deal 2 entered" in page, "deal 1" in page) == (True, False)

    def test_says_how_each_player_signed(self, at_table, row):
        factories.fill(row, seat=4)
        row.refresh_from_db()
        factories.confirm(row, 1, heard_by=3)
        factories.confirm(row, 2, drawing="M0 0L600 0L0 200")

        aloud, drawn = "confirmed the list, aloud, heard by seat 3", "confirmed the list (drawn on the screen)"
        for address, *told in (
            (HISTORY, f"seat 1 {aloud}", f"seat 2 {drawn}"),
            (f"{HISTORY}{last(row)}/", "signed: said aloud, heard by Spieler 3", "signed: drawn"),
        ):
            page = at_table.get(address).content.decode()
            assert not [said for said in told if said not in page]

    def test_names_officials_by_their_office_at_the_same_cost(
        self, at_table, director, row, django_assert_max_num_queries
    ):
        with django_assert_max_num_queries(8) as before:
            at_table.get(HISTORY)
        cost = len(before.captured_queries)
        factories.fill(row, seat=4)
        factories.confirm_and_sign(row)
        signing.reopen(list_id=row.pk, because="Spiel 4", by=factories.user("direktor"), now=EVENING)

        with django_assert_max_num_queries(cost + 1):
            page = at_table.get(HISTORY).content.decode()
        assert "the list opened again, because: Spiel 4" in page
        assert ("Director" in page, "direktor" in page) == (True, False)
        assertContains(director.get(HISTORY), "direktor")

    def test_spares_players_what_the_direction_noted_about_one_of_them(self, at_table, director, row):
        where = {"tournament": row.table.series.tournament, "by": factories.user("direktor"), "at": EVENING}
        noted = {"measure": 1, "kind": str(Measure.Kind.WARNING), "series": 1, "table": 1, "entrant": 2}
        journal.record("measure.ordered", **where, **noted, clause="SkWO 4.3 (2002)", because="betrunken")

        assert ["betrunken" in one.get(HISTORY).content.decode() for one in (director, at_table)] == [True, False]


def test_a_list_as_it_was_shows_what_stood_there_then(at_table, row, django_assert_max_num_queries):
    number = JournalEntry.objects.get(action="list.deal-corrected").number

    then = at_table.get(f"{HISTORY}{number - 1}/").content.decode()
    with django_assert_max_num_queries(18):
        now = at_table.get(f"{HISTORY}{number}/").content.decode()

    assert "corrected)" not in then
    for said, page in (
        *(("deal 2 entered, 72 points", then), (f'rel="next" href="{HISTORY}{number}/"', then)),
        *((f'rel="prev" href="{HISTORY}{number - 1}/"', now), ("(corrected)", now), ("−144", now)),
    ):
        assert said in page
    assert at_table.get(f"{HISTORY}{number}/?copy=second").status_code == 200
    assertContains(at_table.get(f"{HISTORY}0/"), "The list was not there yet.")


class TestAMoment:
    def test_leads_to_the_line_of_then(self, at_table, row):
        now = EVENING + timedelta(minutes=10, milliseconds=300)
        deal = Deal(number=3, declarer=1, played=GRAND)
        entry.enter_deal(list_id=row.pk, deal=deal, entry_key=uuid4(), by=None, now=now)
        whole, local = last(row), (EVENING + timedelta(minutes=10)).astimezone()

        for url in (HISTORY, f"{HISTORY}3/"):
            for before, line in ({}, whole), ({"seconds": 1}, whole - 1), ({"days": 1}, 0):
                moment = local - timedelta(**before)
                asked = {"day": moment.strftime("%Y-%m-%d"), "time": moment.strftime("%H:%M:%S")}
                assert at_table.get(url, asked)["Location"] == f"{HISTORY}{line}/", (url, before)

    def test_that_is_none_is_said_beside_the_form_and_one_that_came_twice_asked_back(self, director, row):
        for url, asked in (
            (HISTORY, {"day": "gestern", "time": "19:00"}),
            (f"{HISTORY}3/", {"day": "2026-11-21"}),
            (f"{STANDINGS}3", {"day": "2026-03-29", "time": "02:30"}),
        ):
            page = director.get(url, asked)
            assert (page.status_code, 'class="errorlist"' in page.content.decode()) == (422, True), url
        asked = {"day": "2026-10-25", "time": "02:30:00"}
        assertContains(director.get(f"{STANDINGS}3", asked), "came twice", status_code=422)
        assert director.get(f"{STANDINGS}3", asked | {"reading": "second"}).status_code == 302
        there = director.get(f"{STANDINGS}3", {"day": "2020-01-01", "time": "12:00", "series": "1"})
        assert there["Location"] == f"{STANDINGS}0&series=1#then"


@pytest.mark.thorough
def test_the_ranking_as_it_was_is_that_of_the_line_also_of_a_series_and_before_the_first_one(director, row):
    number = JournalEntry.objects.get(action="list.deal-corrected").number

    then, now = (director.get(f"{STANDINGS}{line}").content.decode() for line in (number - 1, number))

    assert (">122<" in then, "−194" in then) == (True, False)
    assert not [said for said in ("−194", "deal 1 corrected") if said not in now]
    assertContains(director.get(f"{STANDINGS}{last(row)}&series=1"), "The ranking as it was · Series 1")
    assertContains(director.get(f"{STANDINGS}0"), "Nothing yet.")


class TestTheHeadOnPaper:
    def must_say(self, client, typed, said, **more):
        assertContains(client.get(HEAD, {"head": typed}), said, msg_prefix=typed, **more)

    def test_is_part_of_the_journal_now_and_later_and_found_if_it_is_not(self, client, row):
        made = row.table.series.tournament
        printed = head_of(made).short
        factories.fill(row, seat=4)

        assert head_of(made).short != printed
        for typed in (printed, printed.upper().replace("-", " "), "0:0000-0000-0000-0000-0000"):
            self.must_say(client, typed, "Part of the journal.")
        for typed in (f"{last(row)}:{'0' * 20}", "0:1000-0000-0000-0000-0000"):
            self.must_say(client, typed, "Differs.")
        for typed in ("", "x", "12", "12:abc", "1:" + "f" * 200, "<script>", "９:" + "0" * 20):
            self.must_say(client, typed, 'class="errorlist"', status_code=422)

        later = head_of(made).short
        JournalEntry.objects.filter(number=last(row)).delete()
        self.must_say(client, later, "Cut off.")
        bend(4, "data", b'{"series": 1}')
        self.must_say(client, printed, "Differs.")

    def test_of_a_long_journal_is_not_computed_anew_for_everybody(self, client, row, monkeypatch):
        made, read, stored = row.table.series.tournament, [], journal.stored_lines
        monkeypatch.setattr("tables.journal.selectors.KEPT_FROM", 5)
        cache.clear()

        def counted(*args, **kwargs):
            for line in stored(*args, **kwargs):
                read.append(line.number)
                yield line

        monkeypatch.setattr(journal, "stored_lines", counted)
        for _twice in range(2):
            self.must_say(client, head_of(made).short, "Part of the journal.")
            assert len(read) == last(row)

        factories.fill(row, seat=4)
        self.must_say(client, head_of(made).short, "Part of the journal.")
        assert len(read) == last(row)
        cache.clear()


def test_on_paper_a_list_says_how_the_journal_ends_and_a_blank_sheet_does_not(director):
    row = factories.running_list(seats=4)
    sheet = f"{TABLE}sheet.pdf?as=page"
    assert "Journal " not in director.get(sheet).content.decode()
    factories.enter(row, (2, GRAND))

    page = director.get(sheet).content.decode()

    head = f"Journal {head_of(row.table.series.tournament).short}"
    assert not [said for said in (head, HEAD) if said not in page]
    # What is printed is what the page takes.
    taken = page.split("Journal ")[1].split("<")[0]
    for typed in (taken, f"Journal {taken}"):
        assertContains(director.get(HEAD, {"head": typed}), "Part of the journal.")


class TestAJournalBent:
    """The pages say so, and show what they can."""

    BENT = (
        *(("data", b'{"series": 1, "table": 1, "deal": "x"}'), ("data", b'"x"')),
        *(("data", b"[1]"), ("data", b'{"series": \xff'), ("data", b"nothing")),
        *(("at", b"yesterday"), ("at", b"2026-13-41 25:00:00")),
        *(("action", b"\xff\xfe"), ("action", b"list.signed")),
        *(("hash", b"\xff"), ("number", b"x"), ("by_id", b"4711")),
    )

    PAGES = (HISTORY, f"{HISTORY}5/", ENTRANT, f"{STANDINGS}5", "/t/cup/office/journal/")

    @pytest.mark.parametrize(("column", "value"), [*BENT[2:6:2], *thorough(*BENT[:2], *BENT[3:6:2], *BENT[6:])])
    def test_is_no_reason_to_fail_and_told_to_whoever_checks_a_paper(self, client, director, row, column, value):
        printed = head_of(row.table.series.tournament).short
        with connection.constraint_checks_disabled():
            bend(4, column, value)
            for url in self.PAGES:
                assertContains(director.get(url), "It is not reliable from line", msg_prefix=url)
            assertContains(client.get(HEAD, {"head": printed}), "Differs.")
            JournalEntry.objects.filter(number=4).delete()
            JournalEntry.objects.exclude(number__in=range(1, 20)).delete()

    def test_shows_the_sound_lines_and_hides_no_other_failure(self, director, at_table, row, monkeypatch):
        monkeypatch.setattr("scoring.table.views.correction.history_of_deal", Mock(side_effect=KeyError))
        with pytest.raises(KeyError):
            at_table.get(f"{TABLE}deal/1/")
        bend(6, "data", b'{"series": \xff')

        page = director.get(HISTORY).content.decode()

        assert not [said for said in ("deal 1 entered", "cannot be read and is left out") if said not in page]
