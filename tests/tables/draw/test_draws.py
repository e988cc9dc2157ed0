"""Draws as the services keep them: sealed, chained, several series at once, thrown away but not lost, published."""

from itertools import combinations, pairwise

import pytest
from django.db.models import F

from tables import seating
from tables.acts.services import Refused
from tables.draw.services import draws, reseating
from tables.draw.services import seats as services
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.tournaments.models import Series, Tournament
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]


def facts():
    return {"by": factories.user(), "now": EVENING}


def draw(made, number=1, *, public="5 2 6 1", all_left=False):
    series = made.series.get(number=number)
    return draws.draw_series(series_id=series.pk, public=public, all_left=all_left, **facts())


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

    def test_the_record_opens_the_seal_and_recomputes_and_the_journal_holds_its_fingerprint(self):
        made = factories.tournament(entrants=14)
        seal = made.series.get().commitment

        record = draw(made).draw.record

        assert record["lots"] == {"commitment": seal, "secret": made.series.get().secret, "public": "5 2 6 1"}
        assert record["drawn"] == {"at": EVENING.isoformat(), "by": "SC Herz Dame"}
        assert seating.verify(record) == ()
        assert made.journal.get(action="series.drawn").data["record"] == seating.record_hash(record)
        assert journal.first_broken_line(made) is None

    def test_other_dice_give_other_seats_the_same_dice_the_same(self):
        made = factories.tournament(entrants=14)
        seats = []
        for public in ("5 2 6 1", "6 6 6 6", "5 2 6 1"):
            seats.append(seats_of(draw(made, public=public)))
            discard(made)

        assert seats[0] == seats[2] != seats[1]


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
        record = drawn[0].draw.record
        assert {one.status for one in drawn} == {Series.Status.DRAWN}
        assert [one.drawn_as for one in drawn] == [0, 1, 2, 3]
        assert len({one.draw_id for one in drawn}) == 1
        assert record["report"]["repeated_meetings"] == 0
        assert [[list(table) for table in seats_of(one)] for one in drawn] == record["plan"]

    def test_it_is_thrown_away_as_a_whole_until_one_is_published_and_starts_one_after_the_other(self):
        made = factories.tournament(entrants=8, series=2)
        draw(made, all_left=True)
        discard(made, number=2)
        assert {one.status for one in made.series.all()} == {Series.Status.PLANNED}
        first = draw(made, all_left=True)
        second = made.series.get(number=2)
        one, other = seats_of(second)[0][0], seats_of(second)[1][0]

        reseating.swap_seats(series_id=second.pk, numbers=(one, other), because="wheelchair", **facts())
        record = made.series.get(number=2).draw.record
        assert (record["changes"][0]["swap"], record["changes"][0]["series"]) == ([one, other], 2)
        assert seating.verify(record) == ()
        assert seating.plan_of(record).series == (seats_of(first), seats_of(second))

        services.publish_series(series_id=first.pk, **facts())
        with pytest.raises(Refused, match="not-a-preview"):
            discard(made, number=2)
        services.publish_series(series_id=second.pk, **facts())
        with pytest.raises(Refused, match="series-before-open"):
            services.start_series(series_id=second.pk, **facts())


class TestWishes:
    def test_who_is_to_be_kept_apart_does_not_meet_and_clubs_are_mixed_where_it_is_wished(self):
        made = factories.tournament(entrants=8, clubs_apart=False)
        made.entrants.filter(number__lte=4).update(club="SC Herz")
        for one, other in pairwise(made.entrants.filter(number__lte=5)):
            one.apart_from.add(other)

        drawn = draw(made)

        together = {frozenset(pair) for table in seats_of(drawn) for pair in combinations(table, 2)}
        assert not together & {frozenset(pair) for pair in pairwise(range(1, 6))}
        assert drawn.draw.record["options"]["policy"]["clubs"] == "ignored"


def test_everybody_present_gets_one_seat_at_four_or_three():
    made = factories.tournament(entrants=16)
    made.entrants.filter(number=2).update(present=False)
    made.entrants.filter(number=5).update(present=False, withdrawn_at=EVENING)

    for most in (16, 9, 6):
        made.entrants.filter(number__gt=most).update(present=False)
        there = [number for number in range(1, most + 1) if number not in (2, 5)]
        series = draw(made)

        plan = seats_of(series)
        assert [len(table) for table in plan] == seating.table_sizes(len(there))
        assert sorted(number for table in plan for number in table) == there
        assert series.status == Series.Status.DRAWN
        discard(made)


def test_so_few_cannot_be_seated_and_nothing_is_left_behind():
    made = factories.tournament(entrants=5)

    for present in (5, 2, 1, 0):
        made.entrants.filter(number__gt=present).update(present=False)
        with pytest.raises(seating.CannotSeat):
            draw(made)

    assert not made.series.get().tables.exists()
    assert made.series.get().status == Series.Status.PLANNED
    assert not JournalEntry.objects.exists()


def test_a_series_waits_for_the_one_before_and_by_standing_few_meet_again_but_teams_only_where_an_event_wants_that():
    made = factories.tournament(entrants=16, series=2, rounds=1)
    made.series.filter(number=2).update(seating=Series.Seating.BY_STANDING)
    for number in range(4):
        made.entrants.annotate(rest=F("number") % 4).filter(rest=number).update(team=f"Team {number}")
    with pytest.raises(Refused, match="previous-series-open"):
        draw(made, 2)
    first = factories.running_series(made)
    factories.close_series(first)

    for teams, at_a_table in (("apart", 4), ("together", 1)):
        Tournament.objects.update(teams=teams)
        second = draw(made, 2)
        seats = seats_of(second)
        assert second.status == Series.Status.DRAWN
        assert len(second.draw.record["redraws"]) == (teams == "together")
        assert all(len(set(one) & set(other)) <= 1 for one in seats_of(first) for other in seats)
        assert [len({number % 4 for number in table}) for table in seats] == [at_a_table] * 4, teams
        discard(made, number=2)


@pytest.mark.thorough
def test_strictly_by_standing_the_best_sit_at_table_one_in_a_series_added_after_the_close_too():
    made = factories.tournament(entrants=8, series=1, strictly_by_standing=True)
    factories.close_series(factories.running_series(made))
    Series.objects.create(tournament=made, number=2, seating=Series.Seating.BY_STANDING)
    ranks = list(made.series.get(number=1).seedings.order_by("rank").values_list("entrant__number", flat=True))

    plan = seats_of(draw(made, 2))

    assert [set(table) for table in plan] == [set(ranks[:4]), set(ranks[4:])]


def test_a_draw_is_discarded_for_a_reason_before_it_is_published_and_starts_once_after_that():
    made = factories.tournament(entrants=4)
    series = draw(made)
    which = {"series_id": series.pk, **facts()}

    with pytest.raises(Refused, match="reason-missing"):
        draws.discard_draw(because="  ", **which)
    with pytest.raises(Refused, match="not-published"):
        services.start_series(**which)
    services.publish_series(**which)
    with pytest.raises(Refused, match="not-a-preview"):
        draws.discard_draw(because="too late", **which)
    with pytest.raises(Refused, match="not-a-preview"):
        services.publish_series(**which)
    services.start_series(**which)
    services.start_series(**which)

    table = series.tables.get()
    assert list(JournalEntry.objects.values_list("action", flat=True)).count("series.started") == 1
    assert services.renew_key(table_id=table.pk, **facts()).key != table.key


@pytest.mark.parametrize(
    "bend", [lambda line: line.update(data={"series": 1, "seed": "mine", "tables": []}), lambda line: line.delete()]
)
def test_a_line_of_the_journal_that_is_changed_or_missing_shows(bend):
    made = factories.tournament(entrants=4)
    draw(made)
    services.publish_series(series_id=made.series.get().pk, **facts())

    bend(JournalEntry.objects.filter(number=1))

    assert journal.first_broken_line(made) == 1
