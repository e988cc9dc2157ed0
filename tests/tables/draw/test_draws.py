"""Draws as the services keep them: sealed, chained, several series at once, thrown away but not lost, published."""

from itertools import combinations, pairwise

import pytest

from tables import seating
from tables.acts.services import Refused
from tables.draw.services import draws, reseating
from tables.draw.services import seats as services
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]


def draw(made, number=1, *, public="5 2 6 1", all_left=False):
    return draws.draw_series(
        series_id=made.series.get(number=number).pk, public=public, by=factories.user(), now=EVENING, all_left=all_left
    )


def discard(made, because="the dice fell off the table", number=1):
    series = made.series.get(number=number)
    return draws.discard_draw(series_id=series.pk, because=because, by=factories.user(), now=EVENING)


def seats_of(series):
    return tuple(
        tuple(table.seats.order_by("place").values_list("entrant__number", flat=True))
        for table in series.tables.order_by("number")
    )


class TestSealed:
    def test_every_series_is_committed_to_a_secret_of_its_own(self):
        made = factories.tournament(series=0)
        Series.objects.bulk_create(Series(tournament=made, number=n) for n in (1, 2, 3))
        secrets = [one.secret for one in made.series.all()]

        assert len(set(secrets)) == 3
        assert [one.commitment for one in made.series.all()] == [seating.commitment_of(one) for one in secrets]

    def test_the_record_opens_the_seal_and_recomputes(self):
        made = factories.tournament(entrants=14)
        seal = made.series.get().commitment

        record = draw(made).draw.record

        assert record["lots"] == {"commitment": seal, "secret": made.series.get().secret, "public": "5 2 6 1"}
        assert record["drawn"] == {"at": EVENING.isoformat(), "by": "SC Herz Dame"}
        assert seating.verify(record) == ()

    def test_other_dice_give_other_seats_the_same_dice_the_same(self):
        made = factories.tournament(entrants=14)
        first = seats_of(draw(made))
        discard(made)
        second = seats_of(draw(made, public="6 6 6 6"))
        discard(made)

        assert seats_of(draw(made)) == first != second

    def test_the_journal_holds_the_fingerprint(self):
        made = factories.tournament(entrants=8)
        record = draw(made).draw.record

        line = made.journal.get(action="series.drawn")

        assert line.data["record"] == seating.record_hash(record)
        assert journal.first_broken_line(made) is None


class TestChain:
    def test_a_draw_names_the_one_before_and_what_was_thrown_away(self):
        made = factories.tournament(entrants=8)
        first = draw(made).draw
        discard(made)
        second = draw(made, public="6").draw

        first.refresh_from_db()
        assert (first.discarded_at, first.discarded_because) == (EVENING, "the dice fell off the table")
        assert second.record["previous"] == seating.record_hash(first.record)
        assert [redraw["reason"] for redraw in second.record["redraws"]] == ["the dice fell off the table"]
        assert second.record["redraws"][0]["record"] == seating.record_hash(first.record)
        assert seating.verify(second.record) == ()

    @pytest.mark.thorough
    def test_a_draw_that_held_is_no_redraw_of_the_next_series(self):
        made = factories.tournament(entrants=8, series=2)
        draw(made)
        discard(made)
        factories.close_series(factories.running_series(made))

        assert draw(made, 2).draw.record["redraws"] == []

    def test_a_preview_changed_for_somebody_missing_and_then_thrown_away_is_named_too(self):
        made = factories.tournament(entrants=9)
        series = draw(made)
        facts = {"public": "3", "because": "ill", "by": factories.user(), "now": EVENING}
        reseating.reseat_series(series_id=series.pk, absent=[9], late=[], **facts)
        discard(made)

        record = draw(made, public="6").draw.record

        assert [redraw["reason"] for redraw in record["redraws"]] == ["the dice fell off the table"]
        assert record["previous"] == record["redraws"][-1]["record"]


class TestSeveralSeriesAtOnce:
    def test_nobody_meets_again_over_the_whole_event(self):
        made = factories.tournament(entrants=16, series=4)

        draw(made, all_left=True)

        drawn = list(made.series.order_by("number"))
        assert {one.status for one in drawn} == {Series.Status.DRAWN}
        assert [one.drawn_as for one in drawn] == [0, 1, 2, 3]
        assert len({one.draw_id for one in drawn}) == 1
        report = drawn[0].draw.record["report"]
        assert report["repeated_meetings"] == 0
        assert tuple(seats_of(one) for one in drawn) == tuple(
            tuple(map(tuple, tables)) for tables in drawn[0].draw.record["plan"]
        )

    @pytest.mark.thorough
    def test_it_is_thrown_away_as_a_whole_and_only_while_nothing_is_published(self):
        made = factories.tournament(entrants=8, series=2)
        draw(made, all_left=True)

        discard(made, number=2)
        assert {one.status for one in made.series.all()} == {Series.Status.PLANNED}
        draw(made, all_left=True)
        services.publish_series(series_id=made.series.get(number=1).pk, by=factories.user(), now=EVENING)
        with pytest.raises(Refused, match="not-a-preview"):
            discard(made, number=2)

    def test_a_later_series_does_not_start_before_the_one_before_is_closed(self):
        made = factories.tournament(entrants=8, series=2)
        draw(made, all_left=True)
        for one in made.series.all():
            services.publish_series(series_id=one.pk, by=factories.user(), now=EVENING)

        with pytest.raises(Refused, match="series-before-open"):
            services.start_series(series_id=made.series.get(number=2).pk, by=factories.user(), now=EVENING)


class TestSwaps:
    @pytest.mark.thorough
    def test_a_swap_is_written_into_the_record_which_still_recomputes(self):
        made = factories.tournament(entrants=8, series=2)
        series = draw(made, all_left=True)
        second = made.series.get(number=2)
        one, other = seats_of(second)[0][0], seats_of(second)[1][0]

        reseating.swap_seats(
            series_id=second.pk, numbers=(one, other), because="wheelchair", by=factories.user(), now=EVENING
        )

        record = made.series.get(number=2).draw.record
        assert record["changes"][0]["swap"] == [one, other]
        assert record["changes"][0]["series"] == 2
        assert seating.verify(record) == ()
        assert seating.plan_of(record).series == (seats_of(series), seats_of(second))


class TestWishes:
    def test_who_is_to_be_kept_apart_does_not_meet(self):
        made = factories.tournament(entrants=8)
        for one, other in pairwise(made.entrants.filter(number__lte=5)):
            one.apart_from.add(other)

        together = {frozenset(pair) for table in seats_of(draw(made)) for pair in combinations(table, 2)}

        assert not together & {frozenset(pair) for pair in pairwise(range(1, 6))}

    def test_clubs_are_mixed_where_the_direction_wishes_it(self):
        made = factories.tournament(entrants=16, clubs_apart=False)
        made.entrants.filter(number__lte=8).update(club="SC Herz")

        record = draw(made).draw.record

        assert record["options"]["policy"]["clubs"] == "ignored"


class TestTeams:
    def seated(self, teams):
        made = factories.tournament(entrants=16, series=2, teams=teams)
        made.series.filter(number=2).update(seating=Series.Seating.BY_STANDING)
        for number in range(1, 17):
            made.entrants.filter(number=number).update(team=f"Team {number % 4}")
        factories.close_series(factories.running_series(made))
        return seats_of(draw(made, 2))

    @pytest.mark.parametrize(("teams", "at_a_table"), [("together", 1), ("apart", 4)])
    def test_are_brought_together_where_an_event_wants_that_and_kept_apart_otherwise(self, teams, at_a_table):
        assert all(len({number % 4 for number in table}) == at_a_table for table in self.seated(teams))


PLAN = "1 2 3 4\n5 6 7 8"


def address(series: int = 1) -> str:
    return f"/t/cup/office/series/{series}/draw/"


def check(director, plan=PLAN, series=1, **more):
    return director.post(address(series), {"act": "check", "plan": plan, **more})


def take(director, plan=PLAN, series=1):
    return director.post(address(series), {"act": "take", "plan": plan})


def seated(made, number=1) -> list[list[int]]:
    series = made.series.get(number=number)
    return [
        [seat.entrant.number for seat in table.seats.order_by("place")] for table in series.tables.order_by("number")
    ]


def swap(series, *numbers, because="wheelchair"):
    return reseating.swap_seats(series_id=series.pk, numbers=numbers, because=because, by=factories.user(), now=EVENING)


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("present", [3, 4, 6, 7, 8, 9, 14, 43])
def test_everybody_present_gets_one_seat_at_four_or_three(present):
    series = draw(factories.tournament(entrants=present))

    plan = seats_of(series)

    assert [len(table) for table in plan] == seating.table_sizes(present)
    assert sorted(number for table in plan for number in table) == list(range(1, present + 1))
    assert series.status == Series.Status.DRAWN


@pytest.mark.parametrize("present", [0, 1, 2, 5])
def test_so_few_cannot_be_seated_and_nothing_is_left_behind(present):
    made = factories.tournament(entrants=present)

    with pytest.raises(seating.CannotSeat):
        draw(made)

    assert not made.series.get().tables.exists()
    assert made.series.get().status == Series.Status.PLANNED
    assert not JournalEntry.objects.exists()


def test_who_is_absent_or_has_withdrawn_gets_no_seat():
    made = factories.tournament(entrants=6)
    made.entrants.filter(number=2).update(present=False)
    made.entrants.filter(number=5).update(present=False, withdrawn_at=EVENING)

    assert sorted(seats_of(draw(made))[0]) == [1, 3, 4, 6]


def test_a_series_waits_for_the_one_before():
    made = factories.tournament(entrants=4, series=2)

    with pytest.raises(Refused, match="previous-series-open"):
        draw(made, 2)

    factories.close_series(factories.running_series(made))
    assert draw(made, 2).status == Series.Status.DRAWN


@pytest.mark.thorough
def test_strictly_by_standing_the_best_sit_at_table_one():
    made = factories.tournament(entrants=8, series=2, strictly_by_standing=True)
    made.series.filter(number=2).update(seating=Series.Seating.BY_STANDING)
    factories.close_series(factories.running_series(made))
    ranks = list(made.series.get(number=1).seedings.order_by("rank").values_list("entrant__number", flat=True))

    plan = seats_of(draw(made, 2))

    assert [set(table) for table in plan] == [set(ranks[:4]), set(ranks[4:])]


@pytest.mark.thorough
def test_by_standing_as_few_as_possible_meet_again_unless_the_event_wants_it_strictly():
    made = factories.tournament(entrants=16, series=2)
    made.series.filter(number=2).update(seating=Series.Seating.BY_STANDING)
    first = seats_of(factories.running_series(made))
    factories.close_series(made.series.get(number=1))

    second = seats_of(draw(made, 2))

    assert all(len(set(one) & set(other)) <= 1 for one in first for other in second)


def test_a_draw_is_discarded_for_a_reason_and_only_before_it_is_published():
    made = factories.tournament(entrants=4)
    series = draw(made)
    facts = {"series_id": series.pk, "by": factories.user(), "now": EVENING}

    with pytest.raises(Refused, match="reason-missing"):
        draws.discard_draw(because="  ", **facts)
    services.publish_series(**facts)
    with pytest.raises(Refused, match="not-a-preview"):
        draws.discard_draw(because="too late", **facts)
    with pytest.raises(Refused, match="not-a-preview"):
        services.publish_series(**facts)


def test_a_series_starts_once_and_only_published():
    made = factories.tournament(entrants=4)
    series = draw(made)
    facts = {"series_id": series.pk, "by": factories.user(), "now": EVENING}

    with pytest.raises(Refused, match="not-published"):
        services.start_series(**facts)
    services.publish_series(**facts)
    services.start_series(**facts)
    services.start_series(**facts)

    assert list(JournalEntry.objects.values_list("action", flat=True)).count("series.started") == 1


def test_a_renewed_key_is_another():
    made = factories.tournament(entrants=4)
    table = draw(made).tables.get()
    old = table.key

    assert services.renew_key(table_id=table.pk, by=factories.user(), now=EVENING).key != old


class TestJournal:
    @pytest.mark.parametrize(
        "bend", [lambda line: line.update(data={"series": 1, "seed": "mine", "tables": []}), lambda line: line.delete()]
    )
    def test_a_line_that_is_changed_or_missing_shows(self, bend):
        made = factories.tournament(entrants=4)
        draw(made)
        services.publish_series(series_id=made.series.get().pk, by=factories.user(), now=EVENING)

        bend(JournalEntry.objects.filter(number=1))

        assert journal.first_broken_line(made) == 1


@pytest.mark.thorough
def test_a_series_added_after_the_one_before_was_closed_is_still_set_by_its_standing():
    made = factories.tournament(entrants=8, series=1, strictly_by_standing=True)
    factories.close_series(factories.running_series(made))
    Series.objects.create(tournament=made, number=2, seating=Series.Seating.BY_STANDING)
    ranks = list(made.series.get(number=1).seedings.order_by("rank").values_list("entrant__number", flat=True))

    plan = seats_of(draw(made, 2))

    assert [set(table) for table in plan] == [set(ranks[:4]), set(ranks[4:])]
