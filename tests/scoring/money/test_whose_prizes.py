"""Prizes for the best table together, and for the last place (practice)."""

import pytest
from django.db import IntegrityError

from scoring.money.models import PrizeListRow
from scoring.money.reckon.plans import Fixed
from scoring.money.reckon.played import PlayedList, Seat, best_table, by_place
from scoring.money.selectors.placing import placed
from scoring.money.selectors.played import lists_of
from scoring.money.services import prizes
from scoring.money.services.prizes import WantedPrizes
from scoring.results.selectors.standings import standings
from tables.acts.services.refusals import Refused
from tests import factories
from tests.scoring.money.desk import told

pytestmark = pytest.mark.database

LAST, TABLE = PrizeListRow.Winners.LAST, PrizeListRow.Winners.TABLE


def table(*totals, first=1, won=2, lost=1):
    seats = [Seat(number=number, total=total, won=won, lost=lost) for number, total in enumerate(totals, start=first)]
    return PlayedList(seats=seats)


class TestTheBestTable:
    def test_has_the_most_points_a_player(self):
        four, three = table(500, 500, 500, 500), table(600, 600, 600, first=5)

        assert best_table([four, three]) is three

    def test_of_equal_points_has_more_games_won_then_fewer_lost_then_comes_first(self):
        plain, wins, safe = table(100, 300), table(200, 200, won=3), table(400, 0, won=3, lost=0)

        assert best_table([plain, wins]) is wins
        assert best_table([wins, safe]) is safe
        assert best_table([plain, table(300, 100)]) is plain

    def test_is_none_where_nobody_sat_or_a_total_is_not_known(self):
        assert best_table([]) is None
        assert best_table([PlayedList(seats=(None, None)), PlayedList(seats=(Seat(number=1),))]) is None


@pytest.mark.django_db
class TestWhoWins:
    @pytest.fixture
    def played(self):
        """Seven at a table of four and one of three, after the first of two series."""
        series = factories.running_series(factories.tournament(entrants=7, series=2))
        factories.play_series(series)
        factories.close_series(series)
        return series.tournament

    def plan(self, made, **fields):
        lists = [WantedPrizes(name="Besonderes", group="g", **fields)]
        return prizes.set_prize_lists(lists=lists, **told(made))

    def winners(self, made):
        prizes.award_prizes(**told(made))
        return list(made.awards.order_by("place").values_list("entrant", flat=True))

    def test_of_the_last_place_it_is_the_last_of_the_ranking(self, played):
        self.plan(played, winners=LAST, series=1, plan=Fixed(cents=(500, 300)))

        lines = standings(played).lines
        assert self.winners(played) == [lines[-1].entrant.number, lines[-2].entrant.number]

    def test_of_the_last_place_it_is_nobody_who_left_before_the_end(self, played):
        [row] = self.plan(played, winners=LAST, plan=Fixed(cents=(500,)))
        everybody = {number for place in placed(row) for number in place}
        assert everybody == set(range(1, 8))
        played.entrants.filter(number=7).update(present=False)
        second = factories.running_series(played, 2)
        factories.play_series(second)
        factories.close_series(second)

        row = PrizeListRow.objects.get()
        assert {number for place in placed(row) for number in place} == everybody - {7}

    def test_of_the_best_table_each_player_wins_one_the_best_of_them_first(self, played):
        self.plan(played, winners=TABLE, series=1, plan=Fixed(cents=(1000,) * 4))

        best = best_table(lists_of(played).values())
        assert self.winners(played) == [seat.number for seat in by_place(best)]

    def test_of_the_best_table_nobody_wins_who_is_excluded(self, played):
        self.plan(played, winners=TABLE, series=1, plan=Fixed(cents=(1000,) * 4))
        out = best_table(lists_of(played).values()).present[0].number
        played.entrants.filter(number=out).update(excluded_at=factories.EVENING, present=False)

        assert out not in self.winners(played)

    def test_a_class_has_no_table_of_its_own(self, played):
        with pytest.raises(Refused, match="no-such-ranking"):
            self.plan(played, winners=TABLE, of_class="ladies", plan=Fixed(cents=(1000,)))
        with pytest.raises(IntegrityError, match="prizes_of_a_table_of_everybody"):
            PrizeListRow.objects.create(
                tournament=played, number=9, name="x", group="y", winners=TABLE, of_class="ladies", plan={}
            )
