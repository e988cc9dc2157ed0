"""Who is expelled, or excluded with his table: out of the ranking and of every draw (SkWO 4.3, 7.1.2, 9.4)."""

import pytest

from scoring.results.models import Lot
from scoring.results.selectors import standings
from scoring.results.services import series as lists_series
from tables import seating
from tables.acts.services.refusals import Refused
from tables.draw.services import by_hand, draws, reseating
from tables.draw.services import series as hall
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Series
from tests import factories
from tests.factories import EVENING
from tests.scoring.disputes.directing import (
    EXCLUSION,
    EXPULSION,
    Kind,
    closed,
    lifted,
    order,
    ordered,
    previewed,
    shown,
    two_tables,
)

pytestmark = pytest.mark.django_db


class TestWhoeverIsExpelled:
    def test_stands_last_marked_and_without_a_place(self, made):
        before = shown(made)

        ordered(made, EXPULSION)

        after = shown(made)
        assert after[2] == (None, False, before[2][2])
        ranking = standings.standings(made)
        assert [line.entrant.number for line in ranking.excluded] == [2]
        assert len(ranking.lines) == 7
        # Who shared the first place with him has it alone; the others lose nothing.
        assert (before[6][:2], after[6][:2]) == ((1, True), (1, False))
        assert {number: after[number][2] for number in after} == {number: before[number][2] for number in before}

    def test_keeps_his_lot_and_needs_none_when_a_tie_with_him_is_over(self, made):
        closed(made)
        lots = dict(Lot.objects.values_list("entrant__number", "number"))
        assert {2, 6} <= set(lots)

        ordered(made, EXPULSION)

        assert dict(Lot.objects.values_list("entrant__number", "number")) == lots
        assert shown(made)[6] == (1, False, shown(made)[6][2])

    def test_is_not_seated_by_standing(self):
        made = two_tables()
        Entrant.objects.create(tournament=made, number=9, name="Neun", present=True, registered_at=EVENING)
        made.series.filter(number=2).update(seating=Series.Seating.BY_STANDING)
        closed(made)

        ordered(made, EXPULSION)

        second = draws.draw_series(series_id=made.series.get(number=2).pk, public="1", by=factories.user(), now=EVENING)
        assert 2 not in second.seats.values_list("entrant__number", flat=True)
        assert second.seats.count() == 8
        assert 2 not in made.series.get(number=1).seedings.values_list("entrant__number", flat=True)

    def test_is_not_marked_as_present_again(self, made):
        ordered(made, EXPULSION)
        entrant = made.entrants.get(number=2)

        marked = registration.mark_entrants(
            tournament_id=made.pk, numbers=[2, 3], by=factories.user(), now=EVENING, present=True
        )
        with pytest.raises(Refused, match="excluded"):
            registration.change_entrant(
                entrant_id=entrant.pk,
                registration=Registration(name="Zwei", present=True),
                by=factories.user(),
                now=EVENING,
            )

        assert marked == 0
        assert not made.entrants.get(number=2).present

    def test_may_come_back_when_it_is_lifted_and_only_then_if_nothing_else_holds(self, made):
        before = shown(made)
        expulsion, exclusion = ordered(made, EXPULSION), ordered(made, EXCLUSION)

        lifted(expulsion)
        assert made.entrants.get(number=2).excluded_at
        lifted(exclusion)

        assert not made.entrants.filter(excluded_at__isnull=False).exists()
        assert not made.entrants.get(number=2).present
        assert shown(made) == before

    def test_has_his_seats_to_come_named_before(self):
        made = factories.tournament(entrants=8, series=2)
        factories.running_series(made, 1)
        factories.running_series(made, 2, published_only=True)

        assert previewed(made, EXPULSION).seats_ahead == ((1, 1, 2), (2, 1, 2))


def test_all_players_of_a_table_that_dealt_a_passed_in_deal_again_are_out(made):
    ordered(made, EXCLUSION)

    ranking = standings.standings(made)

    assert [line.entrant.number for line in ranking.excluded] == [1, 2, 3, 4]
    assert [line.rank for line in ranking.lines] == [1, 2, 2, 4]


def test_a_table_that_is_out_need_not_sign():
    made = factories.tournament(entrants=8, series=2)
    factories.play_series(factories.running_series(made), skip=[1])
    measure = ordered(made, EXCLUSION)

    assert closed(made).status == Series.Status.CLOSED
    with pytest.raises(Refused, match="unsigned-list"):
        lifted(measure)


def test_who_is_out_takes_no_free_seat_of_a_late_one(made):
    Entrant.objects.create(tournament=made, number=9, name="Neun", present=True, registered_at=EVENING)
    ordered(made, order(Kind.EXPULSION, entrant=9))
    series = made.series.get(number=1)

    with pytest.raises(Refused, match="excluded"):
        reseating.reseated(series, absent=[], late=[9], public="")


def test_who_is_out_draws_no_seat_by_hand(made):
    closed(made)
    ordered(made, EXPULSION)
    second = made.series.get(number=2)
    by_hand.set_up_tables(series_id=second.pk, players=7, by=factories.user(), now=EVENING)

    with pytest.raises(Refused, match="excluded"):
        by_hand.seat_by_hand(series_id=second.pk, number=2, table=1, place=1, by=factories.user(), now=EVENING)


def test_a_table_with_a_measure_is_not_taken_away_by_a_change_of_seats():
    made = factories.tournament(entrants=8)
    series = draws.draw_series(series_id=made.series.get().pk, public="1", by=factories.user(), now=EVENING)
    lists_series.publish_series(series_id=series.pk, by=factories.user(), now=EVENING)
    first, *others = list(series.seats.filter(table__number=2).values_list("entrant__number", flat=True))
    hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING)
    ordered(made, order(Kind.WARNING, series=1, entrant=first))
    gone = [first, *others]
    plan = reseating.reseated(hall.held(series.pk), absent=gone, late=[], public="")

    with pytest.raises(Refused, match="measure-at-table"):
        lists_series.reseat_series(
            series_id=series.pk,
            absent=gone,
            late=[],
            public="",
            shown=seating.record_hash(plan.record),
            because="fort",
            by=factories.user(),
            now=EVENING,
        )


def test_a_preview_costs_the_same_however_many_play(django_assert_num_queries):
    few, many = factories.tournament(entrants=8, slug="few"), factories.tournament(entrants=40, slug="many")
    director = factories.user()
    for made in (few, many):
        factories.running_series(made)
        with django_assert_num_queries(9):
            previewed(made, EXPULSION, by=director)
