"""Signed lists put right through their pages: chosen, looked at, corrected, read back (SkWO 7.2.5)."""

import pytest

from scoring.disputes.models import Correction
from scoring.disputes.selectors import measures
from scoring.lists.models import DealRow, SeatResult
from scoring.lists.services.entry import enter_totals
from scoring.signing import services as signing
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.direction_measures import closed, corrected, mend, results, row_of, shown, why
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.measure_pages import CORRECT, CORRECTIONS, MEASURES, done, mended, seen, text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
FIRST = f"{CORRECT}?deal=1"
SECOND = f"{CORRECT}?deal=2"
ALL = [1, 2, 3, 4]
BEFORE = [-292, 182, 60, 60]


def stored() -> list[object]:
    return [JournalEntry.objects.count(), list(SeatResult.objects.values()), list(DealRow.objects.values())]


class TestChoosing:
    def test_every_deal_of_the_list_can_be_chosen(self, director, made):
        page = text(director.get(CORRECT))
        assert [f"?deal={n}" in page for n in range(1, 6)] == [True] * 4 + [False]

    def test_the_deal_is_shown_as_it_stands(self, director, made):
        page = director.get(SECOND)

        assert "It stands in the list:" in text(page)
        assert "Spieler 1 loses Grand with 2: −144" in text(page)
        assert page.context["deal_form"]["declarer"].value() == "1"

    def test_a_list_that_ended_early_takes_the_deal_that_is_missing(self, director):
        row = factories.running_list(seats=3)
        factories.enter(row, None, None)
        signing.accept_short(list_id=row.pk, because="Zeit", by=factories.user(), now=EVENING)
        factories.confirm_and_sign(row)

        assert "?deal=3" in text(director.get(CORRECT))
        sent = mended(number=3, declarer=1, outcome="won")
        refused = director.post(f"{CORRECT}?deal=3", sent)
        assert refused.status_code == 422
        assert "only if all players of the table testify" in text(refused)
        done(director, f"{CORRECT}?deal=3", sent | {"witnesses": [1, 2, 3]})
        assert results(row) == [122, 0, 0]
        assert "It was added:" in text(director.get(f"{CORRECTIONS}1/"))

    @pytest.mark.parametrize("query", ["deal=5", "deal=0", "deal=x", "deal=-1"])
    def test_a_deal_that_cannot_be_is_not_found(self, director, made, query):
        assert director.get(f"{CORRECT}?{query}").status_code == 404
        assert director.post(f"{CORRECT}?{query}", mended()).status_code == 404

    def test_a_list_that_is_not_signed_says_so(self, director):
        factories.enter(factories.running_list(), (2, GRAND))

        assert "The list is not signed." in text(director.get(FIRST))
        assert director.post(FIRST, mended()).status_code == 422
        assert not Correction.objects.exists()

    def test_a_list_that_is_not_there_is_not_found(self, director, made):
        assert director.get(CORRECT.replace("table/1", "table/9")).status_code == 404
        assert director.get(CORRECT.replace("series/1", "series/2")).status_code == 404


class TestCorrecting:
    def test_what_stands_there_and_what_counts_are_shown_and_nothing_is_written(self, director, made):
        before = stored()

        page = director.post(SECOND, mended(number=2, declarer=1, outcome="won"))

        effect = page.context["effect"]
        assert [seat.listed for seat in effect.seats] == [(-292, 24), (182, 152), (60, 30), (60, 30)]
        assert [seat.counts for seat in effect.seats] == [(-292, -292), (182, 152), (60, 30), (60, 30)]
        assert "the lower score counts (SkWO 7.2.5)" in text(page)
        assert "The list will say:</strong> Spieler 1 wins Grand with 2: 72" in text(page)
        assert stored() == before

    def test_with_the_word_of_the_whole_table_the_corrected_list_counts(self, director, made):
        sent = mended(number=2, declarer=1, outcome="won", witnesses=ALL)

        answer = done(director, SECOND, sent)

        assert answer["Location"] == f"{CORRECTIONS}1/"
        assert results(row_of(made)) == [24, 152, 30, 30]
        assert "All players of the table testified to it" in text(director.get(f"{CORRECTIONS}1/"))

    def test_without_it_everybody_keeps_his_lower_score_and_the_ranking_follows(self, director, made):
        closed(made)
        before = shown(made)
        sent = mended(witnesses=[1, 3])

        effect = director.post(FIRST, sent).context["effect"]
        done(director, FIRST, sent)

        after = shown(made)
        told = {one.entrant.number: (one.after.rank, one.after.points) for one in [*effect.touched, *effect.followers]}
        assert told == {n: (after[n][0], after[n][2]) for n in before if before[n] != after[n]}
        assert why(row_of(made)) == ["lower", "", "lower", "lower"]
        page = text(director.get(f"{CORRECTIONS}1/"))
        assert "Only Spieler 1, Spieler 3 testified to it" in page
        assert "<s>Spieler 2 wins Grand with 2: 72</s>" in page
        assert "Spieler 2 loses Grand with 2: −144" in page

    def test_nothing_is_corrected_before_it_was_seen(self, director, made):
        answer = director.post(FIRST, mended(action="order"))

        assert answer.status_code == 422
        assert "Nothing was done yet." in text(answer)
        assert not Correction.objects.exists()

    def test_what_changed_since_it_was_seen_is_shown_anew(self, director, made):
        sent = mended()
        first = director.post(FIRST, sent)
        corrected(row_of(made), mend(2, 1, GRAND))

        answer = director.post(FIRST, sent | {"action": "order", "shown": seen(first)})

        assert answer.status_code == 422
        assert Correction.objects.count() == 1
        assert director.post(FIRST, sent | {"action": "order", "shown": seen(answer)}).status_code == 302

    def test_sent_twice_it_is_corrected_once(self, director, made):
        sent = mended()
        sent |= {"action": "order", "shown": seen(director.post(FIRST, sent))}

        answers = [director.post(FIRST, sent) for _again in range(2)]

        assert [answer["Location"] for answer in answers] == [f"{CORRECTIONS}1/"] * 2
        assert Correction.objects.count() == 1
        other = director.post(FIRST, sent | {"reason": "anders"})
        assert other.status_code == 422
        assert "with something else in it" in text(other)

    def test_a_deal_that_was_passed_in_after_all_needs_no_clearing_of_the_form(self, director, made):
        done(director, FIRST, mended(outcome="passed", witnesses=ALL))

        assert Correction.objects.get().entry.declarer is None
        assert results(row_of(made)) == [-292, 60, 60, 60]

    def test_another_number_slipped_into_the_form_changes_nothing(self, director, made):
        done(director, FIRST, mended(number=4))

        assert Correction.objects.get().entry.number == 1

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"reason": " "}, "Please give the reason"),
            ({"clause": "7.2.5"}, "The rule text has no clause “7.2.5”"),
            ({"outcome": "won"}, "Nothing is different: deal 1 stays as it is."),
            ({"declarer": 1}, "ISkO 3.2.7"),
            ({"matadors": 9}, "Grand"),
            ({"outcome": ""}, "Say how the deal ended"),
            ({"witnesses": [5]}, "Select a valid choice"),
            ({"entry_key": "x"}, "did not arrive completely"),
        ],
        ids=str,
    )
    def test_what_does_not_fit_is_said_and_corrects_nothing(self, director, made, fields, sentence):
        before = stored()

        answer = director.post(FIRST, mended(**fields))

        assert answer.status_code == 422
        assert sentence in text(answer)
        assert "Zweimal ermahnt" in text(answer) or "reason" in fields
        assert stored() == before

    def test_nobody_corrects_the_list_of_his_own_table(self, director, made):
        factories.judge(made, "direktor", plays_as=3)

        answer = director.post(FIRST, mended())

        assert answer.status_code == 422
        assert "Nobody decides about their own table" in text(answer)

    def test_after_the_release_nothing_is_corrected(self, director, made):
        Tournament.objects.update(ended_at=EVENING, released_at=EVENING)

        answer = director.post(FIRST, mended())

        assert answer.status_code == 422
        assert "it is final" in text(answer)


class TestTotals:
    LINES = ((96, 2, 0), (-96, 0, 1), (48, 1, 0), (0, 0, 0))

    @pytest.fixture
    def row(self):
        row = factories.running_list()
        lines = factories.totals(*self.LINES)
        enter_totals(list_id=row.pk, totals=lines, by=factories.user(), now=EVENING)
        signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)
        return row

    def sent(self, *lines, **fields):
        typed = {
            f"s{place}-{name}": number
            for place, line in enumerate(lines or self.LINES, start=1)
            for name, number in zip(("game_points", "won", "lost"), line, strict=True)
        }
        return mended(**typed, **fields)

    def test_the_results_are_corrected_at_once(self, director, row):
        page = director.get(CORRECT)
        assert "Correct the results" in text(page)
        assert 's1-game_points" value="96"' in text(page)

        before = results(row)
        done(director, CORRECT, self.sent((46, 2, 0), *self.LINES[1:]))

        assert results(row) == [before[0] - 50, *before[1:]]
        page = text(director.get(f"{CORRECTIONS}1/"))
        assert "Spieler 1: 96 points, 2 won, 0 lost" in page
        assert "Spieler 1: 46 points, 2 won, 0 lost" in page

    def test_what_is_the_same_is_refused(self, director, row):
        answer = director.post(CORRECT, self.sent())
        assert answer.status_code == 422
        assert "Nothing is different: the results stay as they are." in text(answer)

    def test_a_line_that_cannot_be_read_is_marked(self, director, row):
        answer = director.post(CORRECT, self.sent(("x", 2, 0), *self.LINES[1:]))
        assert answer.status_code == 422
        assert "Enter a whole number." in text(answer)


class TestReading:
    def test_it_stands_among_the_measures(self, director, made):
        corrected(row_of(made), mend(1, 2, GRAND_LOST))

        page = text(director.get(MEASURES))
        assert f"{CORRECTIONS}1/" in page
        assert "series 1, table 1, deal 1" in page

    def test_what_came_after_is_said(self, director, made):
        row = row_of(made)
        corrected(row, mend(1, 2, GRAND_LOST))
        corrected(row, mend(1, 2, GRAND))
        signing.reopen(list_id=row.pk, because="Neu", by=factories.user(), now=EVENING)

        page = text(director.get(f"{CORRECTIONS}1/"))

        assert "It was corrected again since." in page
        assert "the list was opened again" in page

    def test_one_that_is_not_there_is_not_found(self, director, made):
        assert director.get(f"{CORRECTIONS}1/").status_code == 404

    @pytest.mark.parametrize("many", [1, 4])
    def test_the_queries_do_not_grow_with_the_corrections(self, director, made, django_assert_num_queries, many):
        for number in range(many):
            corrected(row_of(made), mend(1, 2, GRAND if number % 2 else GRAND_LOST))
        assert measures.corrections_of(made).count() == many

        with django_assert_num_queries(15):
            director.get(f"{CORRECTIONS}1/")


class TestWhoMay:
    PATHS = (CORRECT, FIRST, f"{CORRECTIONS}1/")

    @pytest.mark.parametrize("path", PATHS)
    def test_everybody_else_is_kept_out(self, client, made, path):
        row = row_of(made)
        corrected(row, mend(2, 1, GRAND))
        is_read = path.startswith(CORRECTIONS)

        for key in ("", f"/l/{row.table.key}/", f"/p/{Entrant.objects.get(number=1).key}/"):
            if key:
                client.get(key)
            assert "/sign-in/" in client.get(path)["Location"]
            assert client.post(path, mended()).status_code == (405 if is_read else 302)
        factories.tournament(slug="andere", director="fremd")
        client.force_login(factories.user("fremd"))
        assert client.get(path).status_code == 403
        assert client.post(path, mended()).status_code == (405 if is_read else 403)
        assert Correction.objects.count() == 1

    @pytest.mark.parametrize("path", PATHS)
    def test_a_judge_reads_and_does_not_correct(self, client, made, path):
        corrected(row_of(made), mend(2, 1, GRAND))
        client.force_login(factories.judge(made))
        is_read = path.startswith(CORRECTIONS)

        assert client.get(path).status_code == (200 if is_read else 403)
        assert client.post(path, mended()).status_code == (405 if is_read else 403)
        assert Correction.objects.count() == 1
