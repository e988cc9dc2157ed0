"""What the direction orders: lists and seats, expulsions, and that it is in order (SkWO 4.3, 4.4, 7.1, 7.2.4, 9.4)."""

import pytest

from scoring.history.selectors.verification import verified
from scoring.lists.models import GameListRow, SeatResult
from scoring.lists.selectors import counting as lists_counting
from scoring.lists.selectors import history
from scoring.results.models import Lot
from scoring.results.selectors import standings
from scoring.results.wording import direction_refusals
from tables.acts.services import Refused
from tables.draw.services import draws, reseating
from tables.draw.services import seats as hall
from tables.intake.registration import Registration
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.direction_measures import (
    EXCLUSION,
    EXPULSION,
    PENALTY,
    REPLACEMENT,
    VOID,
    ZERO,
    Kind,
    closed,
    corrected,
    lifted,
    mend,
    order,
    ordered,
    previewed,
    results,
    row_of,
    shown,
    why,
)
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.reseating_acts import published, reseat, seats

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestASeriesAtZero:
    def test_leaves_the_others_everything_also_the_bonus_for_his_lost_games_and_the_list_as_signed(self, made):
        row = row_of(made)
        before, given = results(row), [one.given for one in lists_counting.counting_of(row)]

        ordered(made, ZERO)

        assert before == [-144 - 48 - 100, 72 + 50 + 60, 60, 60]
        assert results(row) == [0, *before[1:]]
        assert why(row) == ["zeroed", "", "", ""]
        assert SeatResult.objects.filter(game_list=row, seat__place=1, won=0, lost=0, opponents_lost=0).exists()
        fresh = GameListRow.objects.get(pk=row.pk)
        assert (fresh.signed_hash, fresh.version) == (row.signed_hash, row.version)
        assert history.list_hash(fresh) == fresh.signed_hash
        assert fresh.confirmations.count() == 4
        # It can be looked at beside what was played.
        counting = lists_counting.counting_of(fresh)
        assert [one.given for one in counting] == given
        assert [one.why for one in counting] == ["zeroed", "", "", ""]
        assert direction_refusals.remarks(counting[0]) == ["the series counts zero"]
        assert [line.counts for line in standings.standings(made).lines if line.entrant.number == 1] == [("zeroed",)]

    def test_stays_zero_whatever_the_table_plays_on(self):
        row = factories.running_list(seats=4)
        made = row.table.series.tournament
        ordered(made, ZERO)

        factories.enter(row, (2, GRAND), (1, GRAND), (1, GRAND_LOST), (1, GRAND))

        assert results(row) == [0, 72 + 50 + 30, 30, 30]


class TestAVoidList:
    def test_need_not_be_signed_to_close_the_series(self):
        made = factories.tournament(entrants=8, series=2)
        series = factories.running_series(made)
        factories.play_series(series, skip=[2])
        with pytest.raises(Refused, match="lists-open"):
            closed(made)
        measure = ordered(made, VOID)

        assert closed(made).status == Series.Status.CLOSED

        with pytest.raises(Refused, match="unsigned-list"):
            lifted(measure)

    def test_counts_for_nobody_and_a_seat_at_zero_in_it_is_lifted_for_itself(self, made):
        row = row_of(made, 2)
        before = results(row)
        zero = ordered(made, order(Kind.ZEROED, series=1, entrant=6))
        void = ordered(made, VOID)
        assert results(row) == [0, 0, 0, 0]
        assert why(row) == ["void"] * 4

        lifted(void)
        assert results(row) == [before[0], 0, before[2], before[3]]
        lifted(zero)
        assert results(row) == before


def test_penalty_points_come_off_in_the_ranking_and_not_in_the_list_and_are_lifted_each_for_itself(made):
    before = shown(made)[2]

    first = ordered(made, PENALTY)
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

    ordered(made, REPLACEMENT)

    # The result stays with the start number.
    assert shown(made) == before
    again = order(Kind.REPLACEMENT, series=1, entrant=4, from_deal=1, substitute_name="X")
    assert previewed(made, again).moves == ()
    assert not [line for line in JournalEntry.objects.values_list("data", flat=True) if "Erna" in str(line)]
    closed(made)
    with pytest.raises(Refused, match="series-over"):
        ordered(made, REPLACEMENT)


class TestWhoeverIsExpelled:
    def test_stands_last_without_a_place_and_may_come_back_when_it_is_lifted_and_nothing_else_holds(self, made):
        before = shown(made)

        expulsion = ordered(made, EXPULSION)

        after = shown(made)
        assert after[2] == (None, False, before[2][2])
        ranking = standings.standings(made)
        assert [line.entrant.number for line in ranking.excluded] == [2]
        assert len(ranking.lines) == 7
        # Who shared the first place with him has it alone; the others lose nothing.
        assert (before[6][:2], after[6][:2]) == ((1, True), (1, False))
        assert {number: after[number][2] for number in after} == {number: before[number][2] for number in before}
        exclusion = ordered(made, EXCLUSION)
        lifted(expulsion)
        assert made.entrants.get(number=2).excluded_at
        lifted(exclusion)
        assert not made.entrants.filter(excluded_at__isnull=False).exists()
        assert not made.entrants.get(number=2).present
        assert shown(made) == before

    def test_keeps_his_lot_and_needs_none_when_a_tie_with_him_is_over(self, made):
        closed(made)
        lots = dict(Lot.objects.values_list("entrant__number", "number"))
        assert {2, 6} <= set(lots)

        ordered(made, EXPULSION)

        assert dict(Lot.objects.values_list("entrant__number", "number")) == lots
        assert shown(made)[6] == (1, False, shown(made)[6][2])

    def test_is_not_marked_as_present_again_takes_no_free_seat_and_draws_none_by_hand(self, made):
        Entrant.objects.create(tournament=made, number=9, name="Neun", present=True, registered_at=EVENING)
        ordered(made, EXPULSION)
        ordered(made, order(Kind.EXPULSION, entrant=9))
        by = {"by": factories.user(), "now": EVENING}

        assert registration.mark_entrants(tournament_id=made.pk, numbers=[2, 3], present=True, **by) == 0
        entrant = made.entrants.get(number=2)
        again = Registration(name="Zwei", present=True)
        with pytest.raises(Refused, match="excluded"):
            registration.change_entrant(entrant_id=entrant.pk, registration=again, **by)
        assert not made.entrants.get(number=2).present
        with pytest.raises(Refused, match="excluded"):
            reseating.reseated(made.series.get(number=1), absent=[], late=[9], public="")
        closed(made)
        second = made.series.get(number=2)
        draws.set_up_tables(series_id=second.pk, players=8, **by)
        with pytest.raises(Refused, match="excluded"):
            draws.seat_by_hand(series_id=second.pk, number=9, table=1, place=1, **by)


def test_all_players_of_a_table_that_dealt_a_passed_in_deal_again_are_out(made):
    ordered(made, EXCLUSION)

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
    few, many = factories.tournament(entrants=8, slug="few"), factories.tournament(entrants=16, slug="many")
    director = factories.user()
    for made in (few, many):
        factories.running_series(made)
        with django_assert_num_queries(9):
            previewed(made, EXPULSION, by=director)


def test_measures_and_their_lifting_are_in_order(made):
    corrected(row_of(made), mend(2, 1, GRAND))
    in_force = [ordered(made, wanted) for wanted in (ZERO, VOID, PENALTY, EXPULSION, EXCLUSION)]
    assert verified(made).discrepancies == ()

    for measure in in_force:
        lifted(measure)

    assert verified(made).discrepancies == ()
