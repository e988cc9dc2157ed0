"""What the direction orders: lists and seats, expulsions, and that it is in order (SkWO 4.3, 4.4, 7.1, 7.2.4, 9.4).

Signed lists that it puts right: the lower score, unless the whole table testifies (SkWO 7.2.5).
"""

from uuid import uuid4

import pytest

from scoring.disputes.models import Correction
from scoring.disputes.selectors import rulings
from scoring.disputes.services.queries import Mended, preview_correction
from scoring.history.selectors.verification import verified
from scoring.lists.models import DealRow, GameListRow, SeatResult
from scoring.lists.selectors import counting as lists_counting
from scoring.lists.selectors import history, sheets
from scoring.lists.services.lists import EntryRefused
from scoring.results.models import Lot
from scoring.results.selectors import standings
from scoring.results.wording import direction_refusals
from scoring.rules.game_list.sums import rating
from scoring.signing import services as signing
from tables.acts.services import KeyReused, Refused
from tables.draw.services import draws, reseating
from tables.draw.services import seats as hall
from tables.intake.registration import Registration
from tables.journal import chain as journal
from tables.journal import wording
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Series
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.direction_measures import corrected, lifted, mend, order, ordered, results, row_of, shown, why
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.reseating_acts import published, reseat, seats

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

Kind, EXPULSION = directing.Kind, directing.EXPULSION


class TestASeriesAtZero:
    def test_leaves_the_others_everything_also_the_bonus_for_his_lost_games_and_the_list_as_signed(self, made):
        row = row_of(made)
        before, given = results(row), [one.given for one in lists_counting.counting_of(row)]

        ordered(made, directing.ZERO)

        assert before == [-144 - 48 - 100, 72 + 50 + 60, 60, 60]
        assert (results(row), why(row)) == ([0, *before[1:]], ["zeroed", "", "", ""])
        assert SeatResult.objects.filter(game_list=row, seat__place=1, won=0, lost=0, opponents_lost=0).exists()
        fresh = GameListRow.objects.get(pk=row.pk)
        assert (fresh.signed_hash, fresh.version, fresh.confirmations.count()) == (row.signed_hash, row.version, 4)
        assert history.list_hash(fresh) == fresh.signed_hash
        # It can be looked at beside what was played.
        counting = lists_counting.counting_of(fresh)
        assert ([one.given for one in counting], [one.why for one in counting]) == (given, ["zeroed", "", "", ""])
        assert direction_refusals.remarks(counting[0]) == ["the series counts zero"]
        assert [line.counts for line in standings.standings(made).lines if line.entrant.number == 1] == [("zeroed",)]

    def test_stays_zero_whatever_the_table_plays_on(self):
        row = factories.running_list(seats=4)
        ordered(row.table.series.tournament, directing.ZERO)

        factories.enter(row, (2, GRAND), (1, GRAND), (1, GRAND_LOST), (1, GRAND))
        assert results(row) == [0, 72 + 50 + 30, 30, 30]


class TestAVoidList:
    def test_need_not_be_signed_to_close_the_series(self):
        made = factories.tournament(entrants=8, series=2)
        factories.play_series(factories.running_series(made), skip=[2])
        with pytest.raises(Refused, match="lists-open"):
            directing.closed(made)
        measure = ordered(made, directing.VOID)

        assert directing.closed(made).status == Series.Status.CLOSED

        with pytest.raises(Refused, match="unsigned-list"):
            lifted(measure)

    def test_counts_for_nobody_and_a_seat_at_zero_in_it_is_lifted_for_itself(self, made):
        row = row_of(made, 2)
        before = results(row)
        zero = ordered(made, order(Kind.ZEROED, series=1, entrant=6))
        void = ordered(made, directing.VOID)
        assert (results(row), why(row)) == ([0, 0, 0, 0], ["void"] * 4)

        lifted(void)
        assert results(row) == [before[0], 0, before[2], before[3]]
        lifted(zero)
        assert results(row) == before


def test_penalty_points_come_off_in_the_ranking_and_not_in_the_list_and_are_lifted_each_for_itself(made):
    before = shown(made)[2]

    first = ordered(made, directing.PENALTY)
    ordered(made, order(Kind.PENALTY, series=1, entrant=2, points=30))

    assert results(row_of(made))[1] == before[2]
    line = next(one for one in standings.standings(made).lines if one.entrant.number == 2)
    assert (line.total, line.penalty, line.by_series, line.counts) == (before[2] - 80, 80, (before[2] - 80,), ("",))
    lifted(first)
    assert shown(made)[2][2] == before[2] - 30


def test_a_replacement_is_noted_and_by_somebody_who_does_not_play_himself_in_a_series_that_is_not_over(made):
    before = shown(made)
    for fields, code in (
        ({"substitute": 5}, "substitute-plays"),
        ({}, "substitute-missing"),
        ({"substitute": 5, "substitute_name": "Erna"}, "substitute-missing"),
        ({"substitute_name": "  "}, "substitute-missing"),
    ):
        with pytest.raises(Refused, match=code):
            ordered(made, order(Kind.REPLACEMENT, series=1, entrant=3, from_deal=4, **fields))

    ordered(made, directing.REPLACEMENT)

    # The result stays with the start number.
    assert shown(made) == before
    again = order(Kind.REPLACEMENT, series=1, entrant=4, from_deal=1, substitute_name="X")
    assert directing.previewed(made, again).moves == ()
    assert not [line for line in JournalEntry.objects.values_list("data", flat=True) if "Erna" in str(line)]
    directing.closed(made)
    with pytest.raises(Refused, match="series-over"):
        ordered(made, directing.REPLACEMENT)


class TestWhoeverIsExpelled:
    def test_stands_last_without_a_place_and_may_come_back_when_it_is_lifted_and_nothing_else_holds(self, made):
        before = shown(made)

        expulsion = ordered(made, EXPULSION)

        after = shown(made)
        assert after[2] == (None, False, before[2][2])
        ranking = standings.standings(made)
        assert ([line.entrant.number for line in ranking.excluded], len(ranking.lines)) == ([2], 7)
        # Who shared the first place with him has it alone; the others lose nothing.
        assert (before[6][:2], after[6][:2]) == ((1, True), (1, False))
        assert {number: after[number][2] for number in after} == {number: before[number][2] for number in before}
        exclusion = ordered(made, directing.EXCLUSION)
        lifted(expulsion)
        assert made.entrants.get(number=2).excluded_at
        lifted(exclusion)
        assert not made.entrants.filter(excluded_at__isnull=False).exists()
        assert (made.entrants.get(number=2).present, shown(made)) == (False, before)

    def test_keeps_his_lot_and_needs_none_when_a_tie_with_him_is_over(self, made):
        def lots():
            return dict(Lot.objects.values_list("entrant__number", "number"))

        directing.closed(made)
        drawn = lots()
        assert {2, 6} <= set(drawn)

        ordered(made, EXPULSION)

        assert (lots(), shown(made)[6][:2]) == (drawn, (1, False))

    def test_is_not_marked_as_present_again_takes_no_free_seat_and_draws_none_by_hand(self, made):
        Entrant.objects.create(tournament=made, number=9, name="Neun", present=True, registered_at=EVENING)
        for number in (2, 9):
            ordered(made, order(Kind.EXPULSION, entrant=number))
        by = {"by": factories.user(), "now": EVENING}

        assert registration.mark_entrants(tournament_id=made.pk, numbers=[2, 3], present=True, **by) == 0
        again = {"entrant_id": made.entrants.get(number=2).pk, "registration": Registration(name="Zwei", present=True)}
        with pytest.raises(Refused, match="excluded"):
            registration.change_entrant(**again, **by)
        assert not made.entrants.get(number=2).present
        with pytest.raises(Refused, match="excluded"):
            reseating.reseated(made.series.get(number=1), absent=[], late=[9], public="")
        directing.closed(made)
        second = made.series.get(number=2)
        draws.set_up_tables(series_id=second.pk, players=8, **by)
        with pytest.raises(Refused, match="excluded"):
            draws.seat_by_hand(series_id=second.pk, number=9, table=1, place=1, **by)


def test_all_players_of_a_table_that_dealt_a_passed_in_deal_again_are_out(made):
    ordered(made, directing.EXCLUSION)

    ranking = standings.standings(made)

    assert [line.entrant.number for line in ranking.excluded] == [1, 2, 3, 4]
    assert [line.rank for line in ranking.lines] == [1, 2, 2, 4]


def test_a_table_with_a_measure_is_not_taken_away_by_a_change_of_seats():
    series = published(8)
    hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING)
    gone = seats(series)[1]
    ordered(series.tournament, order(Kind.WARNING, series=1, entrant=gone[0]))

    with pytest.raises(Refused, match="measure-at-table"):
        reseat(series, absent=gone)


def test_a_preview_costs_the_same_however_many_play(django_assert_num_queries):
    for entrants, slug in ((8, "few"), (16, "many")):
        made = factories.tournament(entrants=entrants, slug=slug)
        factories.running_series(made)
        director = factories.user()
        with django_assert_num_queries(9):
            directing.previewed(made, EXPULSION, by=director)


def test_measures_and_their_lifting_are_in_order(made):
    corrected(row_of(made), mend(2, 1, GRAND))
    orders = (directing.ZERO, directing.VOID, directing.PENALTY, EXPULSION, directing.EXCLUSION)
    in_force = [ordered(made, wanted) for wanted in orders]
    assert verified(made).discrepancies == ()

    for measure in in_force:
        lifted(measure)

    assert verified(made).discrepancies == ()


ALL = (1, 2, 3, 4)

BEFORE = [-144 - 48 - 100, 72 + 50 + 60, 60, 60]
"""Of the first table: seat 2 won a Grand, seat 1 lost one and then clubs."""

WON_AFTER_ALL = mend(2, 1, GRAND)
"""Seat 1 had won his Grand: he gets 316 more, the others lose 30."""


def refused_both_ways(row: GameListRow, mended: Mended, code: str, **by) -> None:
    for act in (directing.preview_mended, corrected):
        with pytest.raises(Refused, match=code):
            act(row, mended, **by)


class TestWithoutTheTestimonyOfAll:
    def test_each_seat_keeps_its_lower_score_of_the_list_whole_and_both_lists_can_be_seen(self, made):
        row = row_of(made)
        assert results(row) == BEFORE

        corrected(row, WON_AFTER_ALL)

        assert (results(row), why(row)) == ([BEFORE[0], BEFORE[1] - 30, 30, 30], ["lower", "", "", ""])
        sheet = sheets.sheet(row_of(made))
        assert [score.performance for score in sheet.scores] == [BEFORE[0] + 316, BEFORE[1] - 30, 30, 30]
        assert [version.deal.played for version in sheet.lines[1].earlier] == [GRAND_LOST]
        counting = lists_counting.counting_of(row_of(made))
        assert [rating(one.before, seats=4).performance for one in counting] == BEFORE
        assert directing.performances(counting, seats=4) == results(row)
        # Seat 1 would have 2 x 122 now; the list as it was signed is the lower one, not deal by deal.
        corrected(row, mend(3, 1, GRAND))
        assert results(row) == [BEFORE[0], BEFORE[1] - 60, 0, 0]

    def test_a_win_that_was_none_is_taken_back_and_an_error_of_the_direction_leaves_nothing_behind(self, made):
        row = row_of(made)

        # Three of four witnesses are not all.
        made_so = corrected(row, mend(1, 2, GRAND_LOST, witnesses=(4, 1, 3, 3)))

        assert (made_so.testified, made_so.witnesses) == (False, [1, 3, 4])
        assert (results(row), why(row)) == ([BEFORE[0], -144 - 50 + 60, 60, 60], ["lower", "", "lower", "lower"])
        corrected(row, mend(1, None, None))
        corrected(row, mend(1, 2, GRAND, reason="Falsch gelesen"))
        assert (results(row), why(row)) == (BEFORE, [""] * 4)


class TestWithTheTestimonyOfAll:
    def test_the_corrected_deal_counts_and_no_other(self, made):
        row = row_of(made)
        for correction, all_of_them, changes, lower in (
            (WON_AFTER_ALL, False, (0, -30, 0, 0), "lower"),
            # Of another deal the lower score stays.
            (mend(4, 3, GRAND, witnesses=ALL), True, (0, -30, 122, 0), "lower"),
            (mend(4, None, None, witnesses=ALL), True, (0, -30, 0, 0), "lower"),
            # Of that deal nothing is lower any more.
            (mend(2, None, None, witnesses=ALL), True, (194, -30, 0, 0), ""),
            (mend(2, 1, GRAND, witnesses=ALL), True, (316, -30, 0, 0), ""),
        ):
            assert corrected(row, correction).testified == all_of_them
            was = (BEFORE[0], BEFORE[1], 30, 30)
            now = [score + change for score, change in zip(was, changes, strict=True)]
            assert (results(row), why(row)) == (now, [lower, "", "", ""])

    def test_given_by_their_signatures_under_the_list_opened_again(self, made):
        row = row_of(made)
        corrected(row, WON_AFTER_ALL)

        signing.reopen(list_id=row.pk, because="Neu zu unterschreiben", by=factories.user(), now=EVENING)
        factories.confirm_and_sign(row)

        assert results(row) == [BEFORE[0] + 316, BEFORE[1] - 30, 30, 30]
        assert rulings.corrections_of(made).get().lapsed_at == EVENING


class TestAnyCorrection:
    def test_names_what_does_not_fit(self, made):
        for mended, code in (
            (mend(2, 1, GRAND, reason=" "), "reason-missing"),
            (mend(2, 1, GRAND, clause="7.2.5"), "unknown-clause"),
            (mend(2, 1, GRAND, witnesses=(1, 5)), "no-such-seat"),
            (mend(2, 1, GRAND_LOST), "nothing-changed"),
            (mend(6, 1, GRAND), "no-such-deal"),
            (Mended(reason="x", totals=factories.totals((0, 0, 0))), "kept-deal-by-deal"),
        ):
            refused_both_ways(row_of(made), mended, code)

    def test_that_would_break_the_list_corrects_nothing(self, made):
        row, lines = row_of(made), JournalEntry.objects.count()
        for number in (1, 5):
            with pytest.raises(EntryRefused):
                corrected(row, mend(number, 1, GRAND, witnesses=ALL))
        assert (results(row), Correction.objects.count(), JournalEntry.objects.count()) == (BEFORE, 0, lines)

    def test_is_for_signed_lists_of_other_tables_until_the_ranking_is_released(self, made):
        judge = factories.judge(made, plays_as=3)
        with pytest.raises(Refused, match="own-table"):
            corrected(row_of(made), WON_AFTER_ALL, by=judge)
        with pytest.raises(Refused, match="own-table"):
            preview_correction(list_id=row_of(made).pk, mended=WON_AFTER_ALL, by=judge)
        open_list = factories.list_of(factories.running_series(factories.tournament(slug="open", entrants=4)))
        factories.enter(open_list, None)
        with pytest.raises(Refused, match="not-signed"):
            corrected(open_list, mend(1, 2, GRAND))
        made.ended_at = made.released_at = EVENING
        made.save()

        with pytest.raises(Refused, match="released-before"):
            corrected(row_of(made), WON_AFTER_ALL)

    def test_sent_twice_is_one(self, made):
        row, key = row_of(made), uuid4()

        assert corrected(row, WON_AFTER_ALL, key=key) == corrected(row, WON_AFTER_ALL, key=key)

        assert row.deals.filter(number=2).count() == 2
        others = (mend(2, 1, GRAND, witnesses=ALL), mend(2, None, None), mend(2, 1, GRAND, reason="anders"))
        used = DealRow.objects.first().entry_key
        sent = [*((row, other, key) for other in others), (row_of(made, 2), WON_AFTER_ALL, key)]
        for there, other, again in [*sent, (row, mend(3, None, None), used)]:
            with pytest.raises(KeyReused):
                corrected(there, other, key=again)

    def test_seals_the_list_anew_and_the_standing_follows(self, made):
        series, row = directing.closed(made), row_of(made)
        assert series.seedings.order_by("rank").first().entrant.number in {2, 6}

        corrected(row, mend(1, 2, GRAND_LOST))

        again = row_of(made)
        assert row.signed_hash != again.signed_hash == history.list_hash(again)
        assert (again.confirmations.count(), series.seedings.order_by("rank").first().entrant.number) == (4, 6)

    def test_and_a_series_at_zero_go_together(self, made):
        row = row_of(made)
        zero = ordered(made, directing.ZERO)

        corrected(row, WON_AFTER_ALL)
        assert (results(row), why(row)) == ([0, BEFORE[1] - 30, 30, 30], ["zeroed", "", "", ""])

        lifted(zero)
        assert why(row) == ["lower", "", "", ""]

    def test_is_told_by_the_journal_without_a_name(self, made):
        lines = JournalEntry.objects.count()

        for mended in (WON_AFTER_ALL, mend(2, None, None, witnesses=(1, 3)), mend(2, 1, GRAND, witnesses=ALL)):
            corrected(row_of(made), mended)

        said = [wording.journal_line(line) for line in JournalEntry.objects.order_by("number")[lines:]]
        assert said[2::3] == [
            "Series 1, table 1: correction 1 of the signed list, each seat keeps its lower score (SkWO 7.2.5 (2002))",
            "Series 1, table 1: correction 2 of the signed list, each seat keeps its lower score; "
            "only seat 1, 3 testified (SkWO 7.2.5 (2002))",
            "Series 1, table 1: correction 3 of the signed list, the whole table testified (SkWO 7.2.5 (2002))",
        ]
        assert journal.first_broken_line(made) is None


class TestAListOfResultsOnly:
    SIGNED = ((48, 1, 0), (-96, 0, 1), (0, 0, 0))

    @pytest.fixture
    def row(self):
        row = factories.running_list(seats=3)
        factories.type_totals(row, *self.SIGNED)
        signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)
        return row

    def typed(self, *lines, **fields):
        return Mended(totals=factories.totals(*lines), reason="Verschrieben", **fields)

    def test_keeps_the_lower_score_too_and_counts_as_corrected_by_the_word_of_all_and_back_again(self, row):
        assert results(row) == [98 + 40, -146, 40]

        corrected(row, self.typed((48, 1, 0), (48, 1, 0), (0, 0, 0)))
        assert (results(row), why(row)) == ([98, -146, 0], ["", "lower", ""])
        corrected(row, self.typed((48, 1, 0), (0, 0, 0), (48, 1, 0), witnesses=(1, 2, 3)))
        assert results(row) == [98, 0, 98]

        corrected(row, self.typed(*self.SIGNED))

        assert (results(row), why(row), row.totals.count()) == ([98, -146, 40], ["lower", "", ""], 12)

    def test_names_what_does_not_fit(self, row):
        for mended, code in (
            (self.typed((48, 1, 0)), "no-such-seat"),
            (self.typed(*self.SIGNED), "same-totals"),
            (mend(1, 1, GRAND), "kept-as-totals"),
        ):
            refused_both_ways(row, mended, code)
        with pytest.raises(EntryRefused, match="impossible-points"):
            corrected(row, self.typed((49, 1, 0), (0, 0, 0), (0, 0, 0)))
