"""What the direction orders about lists and seats: what counts then (SkWO 4.4, 7.1, 7.2.4)."""

import pytest

from scoring.lists.models import GameListRow, SeatResult
from scoring.lists.selectors import counting as lists_counting
from scoring.lists.selectors import freezing
from scoring.results.selectors import standings
from scoring.results.wording import direction_refusals
from tables.acts.services.refusals import Refused
from tables.journal.models import JournalEntry
from tables.tournaments.models import Series
from tests import factories
from tests.factories import GRAND, GRAND_LOST
from tests.scoring.disputes.directing import (
    PENALTY,
    REPLACEMENT,
    VOID,
    ZERO,
    Kind,
    closed,
    lifted,
    order,
    ordered,
    previewed,
    results,
    row_of,
    shown,
    why,
)

pytestmark = pytest.mark.django_db


class TestASeriesAtZero:
    def test_leaves_the_others_everything_also_the_bonus_for_his_lost_games(self, made):
        row = row_of(made)
        before = results(row)

        ordered(made, ZERO)

        assert before == [-144 - 48 - 100, 72 + 50 + 60, 60, 60]
        assert results(row) == [0, *before[1:]]
        assert why(row) == ["zeroed", "", "", ""]
        assert SeatResult.objects.filter(game_list=row, seat__place=1, won=0, lost=0, opponents_lost=0).exists()

    def test_stays_zero_whatever_the_table_plays_on(self):
        row = factories.running_list(seats=4)
        made = row.table.series.tournament
        ordered(made, ZERO)

        factories.enter(row, (2, GRAND), (1, GRAND), (1, GRAND_LOST), (1, GRAND))

        assert results(row) == [0, 72 + 50 + 30, 30, 30]

    def test_leaves_the_list_as_it_was_signed(self, made):
        row = row_of(made)

        ordered(made, ZERO)

        fresh = GameListRow.objects.get(pk=row.pk)
        assert (fresh.signed_hash, fresh.version) == (row.signed_hash, row.version)
        assert freezing.list_hash(fresh) == fresh.signed_hash
        assert fresh.confirmations.count() == 4

    def test_can_be_looked_at_beside_what_was_played(self, made):
        row = row_of(made)
        given = [one.given for one in lists_counting.counting_of(row)]

        ordered(made, ZERO)

        counting = lists_counting.counting_of(GameListRow.objects.get(pk=row.pk))
        assert [one.given for one in counting] == given
        assert [one.why for one in counting] == ["zeroed", "", "", ""]
        assert direction_refusals.remarks(counting[0]) == ["the series counts zero"]
        assert [line.counts for line in standings.standings(made).lines if line.entrant.number == 1] == [("zeroed",)]


class TestAVoidList:
    def test_counts_for_nobody(self, made):
        ordered(made, VOID)

        assert results(row_of(made, 2)) == [0, 0, 0, 0]
        assert why(row_of(made, 2)) == ["void"] * 4

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

    def test_and_a_seat_at_zero_in_it_are_lifted_one_by_one(self, made):
        row = row_of(made, 2)
        before = results(row)
        zero = ordered(made, order(Kind.ZEROED, series=1, entrant=6))
        void = ordered(made, VOID)

        lifted(void)
        assert results(row) == [before[0], 0, before[2], before[3]]
        lifted(zero)
        assert results(row) == before


class TestPenaltyPoints:
    def test_come_off_in_the_ranking_and_not_in_the_list(self, made):
        row, before = row_of(made), shown(made)[2]

        ordered(made, PENALTY)
        ordered(made, order(Kind.PENALTY, series=1, entrant=2, points=30))

        assert results(row)[1] == before[2]
        assert shown(made)[2][2] == before[2] - 80
        line = next(one for one in standings.standings(made).lines if one.entrant.number == 2)
        assert (line.penalty, line.by_series, line.counts) == (80, (before[2] - 80,), ("",))

    def test_are_lifted_each_for_itself(self, made):
        before = shown(made)[2]
        first = ordered(made, PENALTY)
        ordered(made, order(Kind.PENALTY, series=1, entrant=2, points=30))

        lifted(first)

        assert shown(made)[2][2] == before[2] - 30


class TestAReplacement:
    def test_is_noted_and_the_result_stays_with_the_start_number(self, made):
        before = shown(made)

        ordered(made, REPLACEMENT)

        assert shown(made) == before
        assert (
            previewed(made, order(Kind.REPLACEMENT, series=1, entrant=4, from_deal=1, substitute_name="X")).moves == ()
        )

    def test_is_not_by_somebody_who_plays_himself(self, made):
        with pytest.raises(Refused, match="substitute-plays"):
            ordered(made, order(Kind.REPLACEMENT, series=1, entrant=3, from_deal=4, substitute=5))

    def test_is_by_somebody_and_by_nobody_else(self, made):
        for fields in ({}, {"substitute": 5, "substitute_name": "Erna"}, {"substitute_name": "  "}):
            with pytest.raises(Refused, match="substitute-missing"):
                ordered(made, order(Kind.REPLACEMENT, series=1, entrant=3, from_deal=4, **fields))

    def test_is_not_for_a_series_that_is_over(self, made):
        closed(made)

        with pytest.raises(Refused, match="series-over"):
            ordered(made, REPLACEMENT)

    def test_leaves_no_name_in_the_journal(self, made):
        ordered(made, REPLACEMENT)

        assert not [line for line in JournalEntry.objects.values_list("data", flat=True) if "Erna" in str(line)]
