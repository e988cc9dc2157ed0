"""Measures and corrections of signed lists through their pages: looked at, done once, read (SkWO 4.3, 7.2.5)."""

import pytest
from pytest_django.asserts import assertContains

from scoring.disputes.models import Correction, Measure
from scoring.disputes.services.measures import Kind
from scoring.lists.models import DealRow, SeatResult
from scoring.signing import services as signing
from tables.acts.services import Refused
from tables.acts.wording import refusals
from tables.journal.models import JournalEntry
from tables.tournaments.models import Tournament
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.direction_measures import CORRECT, NEW, done, mended, ordered, results, row_of, seen, text, wanted
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


ORDERS = {
    Kind.WARNING: {"entrant": 3},
    Kind.PENALTY: {"entrant": 2, "series": 1, "points": 50},
    Kind.AWARD: {"entrant": 2, "series": 1, "points": 30, "clause": "§ 5 Fairness"},
    Kind.ZEROED: {"entrant": 1, "series": 1},
    Kind.VOID: {"series": 1, "table": 2},
    Kind.EXPULSION: {"entrant": 2},
    Kind.EXCLUSION: {"series": 1, "table": 1},
    Kind.REPLACEMENT: {"entrant": 3, "series": 1, "from_deal": 4, "substitute_name": "Erna Ersatz"},
}


class TestChoosing:
    def test_every_kind_is_offered_with_its_clause_and_its_form_asks_only_for_what_it_needs(self, director, made):
        page = text(director.get(f"{NEW}?entrant=3"))
        zeroed = "the series counts zero for that player, the others at the table keep everything"
        assert not [said for said in (zeroed, "SkWO 7.1.2 · SkWO 7.1.3") if said not in page]
        for kind in Kind:
            assert f"?kind={kind.value}&amp;entrant=3" in page
            form = director.get(f"{NEW}?kind={kind.value}").context["form"]

            needed = {name for name in form.fields if name in {"entrant", "series", "table", "points", "from_deal"}}
            assert needed == {*ORDERS[kind], "series"} - {"substitute_name", "clause"}
            # Points are awarded by the plan of the event or a decision, which nobody can guess.
            assert (form["clause"].value() or "").startswith("SkWO") is (kind != Kind.AWARD)

    def test_what_the_address_says_is_filled_in_and_a_start_number_is_answered_with_its_name(self, director, made):
        page = text(director.get(f"{NEW}?kind=zeroed&entrant=3&series=1"))
        assert all(said in page for said in ('name="entrant" value="3"', "Spieler 3", "Series 1: table 1, seat 3"))

        # Of a known table its players are offered.
        form = director.get(f"{NEW}?kind=zeroed&series=1&table=2").context["form"]
        assert [name for _number, name in form.fields["entrant"].choices] == [f"Spieler {n}" for n in range(5, 9)]
        for query in ("kind=flogging", "kind=zeroed&series=x", "kind=void&table=-1"):
            assert director.get(f"{NEW}?{query}").status_code == 404, query
        assert director.post(NEW, wanted(entrant=3)).status_code == 422
        for typed, said in (("5", "Spieler 5"), ("99", "Nobody has this start number"), ("x", "Nobody has")):
            answer = director.get(NEW, {"entrant": typed}, headers={"HX-Request": "true"})
            assert said in text(answer)
            assert b"<title>" not in answer.content


def test_whoever_is_expelled_loses_his_place_and_his_seats_ahead_are_told(director, made):
    directing.closed(made)
    factories.running_series(made, 2, published_only=True)

    page = text(director.post(f"{NEW}?kind=expulsion", wanted(entrant=2)))

    # What it was, beside what it becomes.
    seats = "No. 2 still has a seat in series 2, at table 1."
    for said in ("no place", '<s class="quiet">', seats, "entrants move up or down"):
        assert said in page


class TestOrdering:
    def test_what_changed_since_it_was_seen_is_shown_anew_and_sent_twice_it_is_ordered_once(self, director, made):
        sent, url = wanted(**ORDERS[Kind.PENALTY]), f"{NEW}?kind=penalty"
        first = director.post(url, sent)
        ordered(made, directing.PENALTY)

        answer = director.post(url, sent | {"action": "order", "shown": seen(first)})
        assertContains(answer, refusals.refusal(Refused("effect-not-seen")), status_code=422)
        final = sent | {"action": "order", "shown": seen(answer)}
        assert director.post(url, final | {"entrant": 4}).status_code == 422
        assert Measure.objects.count() == 1

        answers = [director.post(url, final)["Location"] for _again in range(2)]

        other = director.post(url, final | {"entrant": 4})
        assertContains(other, refusals.refusal(Refused("sent-otherwise")), status_code=422)
        assert (answers, Measure.objects.count()) == ([f"{directing.MEASURES}2/"] * 2, 2)

    def test_what_does_not_fit_is_said_beside_it(self, director, made):
        for kind, fields, field, sentence in (
            ("warning", {"entrant": 99}, "entrant", "There is no entrant with start number 99."),
            ("warning", {"entrant": "drei"}, "entrant", "Enter a whole number."),
            ("warning", {"entrant": 3, "reason": " "}, "reason", "Please give the reason"),
            ("warning", {"entrant": 3, "clause": "4.3"}, "clause", "The rule text has no clause “4.3”"),
            ("warning", {"entrant": 3, "clause": ""}, "clause", "By which clause?"),
            ("warning", {"entrant": 3, "series": 2}, "series", "The series has not begun yet."),
            ("zeroed", {"entrant": 3, "series": ""}, "series", "In which series?"),
            ("void", {"series": 1, "table": 9}, "table", "There is no such table in this series."),
            ("penalty", {"entrant": 2, "series": 1, "points": 0}, "points", "greater than or equal to 1"),
            ("penalty", {"entrant": 2, "series": 1, "points": 10**9}, "points", "less than or equal to"),
            ("replacement", {"entrant": 3, "series": 1, "from_deal": 4}, "substitute", "Who plays instead?"),
            ("replacement", {"entrant": 3, "series": 1, "from_deal": 99}, "from_deal", "There is no deal 99"),
            ("expulsion", {"entrant": 3, "entry_key": "x"}, "entry_key", "did not arrive completely"),
        ):
            answer = director.post(f"{NEW}?kind={kind}", wanted(**fields))

            found = " ".join(answer.context["form"].errors[field])
            assert (answer.status_code, sentence in found) == (422, True), (kind, fields)
            assert "Zweimal ermahnt" in text(answer) or "reason" in fields
        assert not Measure.objects.exists()

        done(director, f"{NEW}?kind=warning", wanted(entrant=3, clause="isko 4.2.3"))
        assert Measure.objects.get().clause == "ISkO 4.2.3 (2002)"

    def test_ordered_already_about_his_own_table_or_after_the_release_it_is_refused(self, director, made):
        ordered(made, directing.EXPULSION)

        def must_say(sentence, kind, **fields):
            assertContains(director.post(f"{NEW}?kind={kind}", wanted(**fields)), sentence, status_code=422)

        must_say("This has been ordered already: measure 1.", "expulsion", entrant=2)
        factories.judge(made, "direktor", plays_as=3)
        must_say("Nobody decides about their own table", "exclusion", series=1, table=1)
        Tournament.objects.update(ended_at=EVENING, released_at=EVENING)
        must_say("it is final", "warning", entrant=7)


def test_a_measure_is_lifted_once_with_its_reason_as_it_was_seen_and_not_after_the_release(director, made):
    before, page = directing.shown(made), f"{directing.MEASURES}1/"
    ordered(made, directing.PENALTY)
    Tournament.objects.update(ended_at=EVENING, released_at=EVENING)
    assert 'name="reason"' not in text(director.get(page))
    for reason, said in (("Irrtum", "it is final"), ("", "Please give the reason")):
        assertContains(director.post(page, wanted(reason=reason)), said, status_code=422)
        Tournament.objects.update(ended_at=None, released_at=None)
    sent = wanted(reason="Irrtum", action="order")
    director.post(page, sent)
    assert Measure.objects.get().holds
    sent["shown"] = seen(director.post(page, sent | {"action": "preview"}))

    assert [director.post(page, sent)["Location"] for _again in range(2)] == [page, page]

    assert (directing.shown(made), JournalEntry.objects.filter(action="measure.lifted").count()) == (before, 1)
    lifted = text(director.get(page))
    assert ["Saved." in lifted, "50 penalty points off" in lifted, 'name="reason"' in lifted] == [True, True, False]
    # By somebody else in the meantime that is said.
    answer = director.post(page, wanted(reason="Irrtum"))
    assertContains(answer, "Somebody else has changed this in the meantime. Please look at it again.", status_code=422)


def test_they_stand_in_the_inbox_and_what_was_lifted_is_marked(director, made, django_assert_num_queries):
    assert "Nothing yet." in text(director.get(directing.LISTED))
    ordered(made, directing.PENALTY)
    directing.lifted(ordered(made, directing.WARNING))
    ordered(made, directing.PENALTY)

    # However many there are.
    with django_assert_num_queries(18):
        page = text(director.get(directing.LISTED))

    assert not [said for said in ("Measure 1 · Penalty points", "Measure 2 · Warning") if said not in page]
    assert page.count('<span class="badge">lifted</span>') == 1


FIRST, SECOND = f"{CORRECT}?deal=1", f"{CORRECT}?deal=2"
DONE = f"{directing.CORRECTIONS}1/"
ALL = [1, 2, 3, 4]


def of_lists() -> list[object]:
    return [JournalEntry.objects.count(), list(SeatResult.objects.values()), list(DealRow.objects.values())]


class TestChoosingADeal:
    def test_every_deal_of_the_list_can_be_chosen_and_is_shown_as_it_stands(self, director, made):
        listed = text(director.get(CORRECT))
        assert [f"?deal={n}" in listed for n in range(1, 6)] == [True] * 4 + [False]

        page = director.get(SECOND)

        stood = ("It stood in the list:", "Spieler 1 loses Grand with 2: −144")
        assert not [said for said in stood if said not in text(page)]
        assert page.context["deal_form"]["declarer"].value() == "1"
        for query in ("deal=5", "deal=0", "deal=x"):
            address = f"{CORRECT}?{query}"
            found = [director.get(address).status_code, director.post(address, mended()).status_code]
            assert found == [404, 404], query

    def test_a_list_that_is_not_signed_says_so_and_one_that_ended_early_takes_the_deal_that_is_missing(self, director):
        row = factories.running_list(seats=3)
        factories.enter(row, None, None)
        assert "The list is not signed." in text(director.get(FIRST))
        assert director.post(FIRST, mended()).status_code == 422
        assert not Correction.objects.exists()
        signing.accept_short(list_id=row.pk, because="Zeit", by=factories.user(), now=EVENING)
        factories.confirm_and_sign(row)

        assert "?deal=3" in text(director.get(CORRECT))
        sent = mended(number=3, declarer=1, outcome="won")
        refused = director.post(f"{CORRECT}?deal=3", sent | {"witnesses": [1, 2]})
        assertContains(refused, "only if all players of the table testify", status_code=422)
        done(director, f"{CORRECT}?deal=3", sent | {"witnesses": [1, 2, 3]})
        assert results(row) == [122, 0, 0]
        assert "It was added:" in text(director.get(DONE))


class TestCorrecting:
    def test_what_counts_is_shown_and_with_the_word_of_the_whole_table_the_corrected_list_does(self, director, made):
        before, sent = of_lists(), mended(number=2, declarer=1, outcome="won")

        page = director.post(SECOND, sent)

        effect = page.context["effect"]
        assert [seat.listed for seat in effect.seats] == [(-292, 24), (182, 152), (60, 30), (60, 30)]
        assert [seat.counts for seat in effect.seats] == [(-292, -292), (182, 152), (60, 30), (60, 30)]
        will = "The list will say:</strong> Spieler 1 wins Grand with 2: 72"
        assert not [said for said in ("the lower score counts (SkWO 7.2.5)", will) if said not in text(page)]
        assert of_lists() == before
        assert done(director, SECOND, sent | {"witnesses": ALL})["Location"] == DONE
        assert results(row_of(made)) == [24, 152, 30, 30]
        assert "All players of the table testified to it" in text(director.get(DONE))

    def test_without_it_everybody_keeps_his_lower_score_and_the_ranking_follows(self, director, made):
        before, sent = directing.shown(made), mended(witnesses=[1, 3])

        effect = director.post(FIRST, sent).context["effect"]
        done(director, FIRST, sent)

        after = directing.shown(made)
        told = {one.entrant.number: (one.after.rank, one.after.points) for one in [*effect.touched, *effect.followers]}
        assert told == {n: (after[n][0], after[n][2]) for n in before if before[n] != after[n]}
        assert directing.why(row_of(made)) == ["lower", "", "lower", "lower"]
        page = text(director.get(DONE))
        now = "Spieler 2 loses Grand with 2: −144"
        for said in ("Only Spieler 1, Spieler 3 testified to it", "<s>Spieler 2 wins Grand with 2: 72</s>", now):
            assert said in page

    def test_nothing_is_corrected_before_it_was_seen_as_it_is_and_sent_twice_it_is_corrected_once(self, director, made):
        assert director.post(FIRST, mended(action="order")).status_code == 422
        assert not Correction.objects.exists()
        sent = mended()
        first = director.post(FIRST, sent)
        directing.corrected(row_of(made), directing.mend(2, 1, GRAND))
        answer = director.post(FIRST, sent | {"action": "order", "shown": seen(first)})
        assert (answer.status_code, Correction.objects.count()) == (422, 1)
        sent |= {"action": "order", "shown": seen(answer)}

        answers = [director.post(FIRST, sent)["Location"] for _again in range(2)]

        assert (answers, Correction.objects.count()) == ([f"{directing.CORRECTIONS}2/"] * 2, 2)
        assertContains(director.post(FIRST, sent | {"reason": "anders"}), "with something else in it", status_code=422)

    def test_a_deal_passed_in_after_all_needs_no_clearing_of_the_form_nor_counts_another_number(self, director, made):
        done(director, FIRST, mended(outcome="passed", number=4, witnesses=ALL))
        entry = Correction.objects.get().entry
        assert (entry.number, entry.declarer, results(row_of(made))) == (1, None, [-292, 60, 60, 60])

    def test_what_does_not_fit_is_said_and_corrects_nothing(self, director, made):
        before = of_lists()
        for fields, sentence in (
            ({"reason": " "}, "Please give the reason"),
            ({"clause": "7.2.5"}, "The rule text has no clause “7.2.5”"),
            ({"outcome": "won"}, "Nothing is different, so nothing was changed."),
            ({"declarer": 1}, "ISkO 3.2.7"),
            ({"matadors": 9}, "Grand"),
            ({"outcome": ""}, "Say how the deal ended"),
            ({"witnesses": [5]}, "Select a valid choice"),
            ({"entry_key": "x"}, "did not arrive completely"),
        ):
            answer = director.post(FIRST, mended(**fields))
            assert (answer.status_code, sentence in text(answer)) == (422, True), fields
            assert "Zweimal ermahnt" in text(answer) or "reason" in fields
        assert of_lists() == before

    def test_nobody_corrects_the_list_of_his_own_table_and_after_the_release_nothing_is(self, director, made):
        factories.judge(made, "direktor", plays_as=3)
        for sentence in ("Nobody decides about their own table", "it is final"):
            assertContains(director.post(FIRST, mended()), sentence, status_code=422)
            made.roles.update(plays_as=None)
            Tournament.objects.update(ended_at=EVENING, released_at=EVENING)


LINES = ((96, 2, 0), (-96, 0, 1), (48, 1, 0), (0, 0, 0))


def totals(*lines):
    """Return what the form posts of a list of results only."""
    names = ("game_points", "won", "lost")
    places = enumerate(lines, start=1)
    return mended(**{f"s{n}-{name}": typed for n, line in places for name, typed in zip(names, line, strict=True)})


def test_results_alone_are_corrected_at_once_but_not_what_is_the_same_or_cannot_be_read(director):
    row = factories.running_list()
    factories.type_totals(row, *LINES)
    signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)
    page = text(director.get(CORRECT))
    assert not [said for said in ("Correct the list", 's1-game_points" value="96"') if said not in page]
    for sent, sentence in (
        (totals(*LINES), "Nothing is different, so nothing was changed."),
        (totals(("x", 2, 0), *LINES[1:]), "Enter a whole number."),
    ):
        assertContains(director.post(CORRECT, sent), sentence, status_code=422)

    before = results(row)
    done(director, CORRECT, totals((46, 2, 0), *LINES[1:]))

    assert results(row) == [before[0] - 50, *before[1:]]
    page = text(director.get(DONE))
    assert not [n for n in (96, 46) if f"Spieler 1: {n} points, 2 won, 0 lost" not in page]


def test_a_correction_stands_in_the_inbox_and_what_came_after_is_said(director, made, django_assert_num_queries):
    row = row_of(made)
    directing.corrected(row, directing.mend(1, 2, GRAND_LOST))
    page = text(director.get("/t/cup/office/bench/?state=all"))
    assert not [said for said in (DONE, "Series 1, table 1, deal 1") if said not in page]
    for deal in (GRAND, GRAND_LOST):
        directing.corrected(row, directing.mend(1, 2, deal))
    with django_assert_num_queries(15):
        director.get(DONE)
    signing.reopen(list_id=row.pk, because="Neu", by=factories.user(), now=EVENING)

    page = text(director.get(DONE))

    assert not [said for said in ("It was corrected again since.", "the list was opened again") if said not in page]
