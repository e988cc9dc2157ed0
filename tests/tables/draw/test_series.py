"""Drawing, discarding, publishing, swapping: what the services of a series promise."""

import pytest

from tables import seating
from tables.acts.services.refusals import Refused
from tables.draw.services import draws, reseating
from tables.draw.services import series as services
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.tournaments.models import Series
from tests import factories
from tests.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]


def draw(made, number=1, *, public="42"):
    return draws.draw_series(
        series_id=made.series.get(number=number).pk, public=public, by=factories.user(), now=EVENING
    )


def swap(series, *numbers, because="wheelchair"):
    return reseating.swap_seats(series_id=series.pk, numbers=numbers, because=because, by=factories.user(), now=EVENING)


def plan_of(series) -> list[list[int]]:
    return [
        [seat.entrant.number for seat in table.seats.select_related("entrant").order_by("place")]
        for table in series.tables.order_by("number")
    ]


@pytest.mark.parametrize("present", [3, 4, 6, 7, 8, 9, 14, 43])
def test_everybody_present_gets_one_seat_at_four_or_three(present):
    series = draw(factories.tournament(entrants=present))

    plan = plan_of(series)

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

    assert sorted(plan_of(draw(made))[0]) == [1, 3, 4, 6]


def test_the_same_seed_gives_the_same_seats():
    made = factories.tournament(entrants=12)
    first = plan_of(draw(made, public="5 2 6 1"))
    draws.discard_draw(
        series_id=made.series.get().pk, because="the hall wanted to see it", by=factories.user(), now=EVENING
    )

    assert plan_of(draw(made, public="5 2 6 1")) == first


def test_a_series_is_drawn_once():
    made = factories.tournament(entrants=4)
    draw(made)

    with pytest.raises(Refused, match="already-drawn"):
        draw(made)


def test_a_series_waits_for_the_one_before():
    made = factories.tournament(entrants=4, series=2)

    with pytest.raises(Refused, match="previous-series-open"):
        draw(made, 2)

    factories.close_series(factories.running_series(made))
    assert draw(made, 2).status == Series.Status.DRAWN


def test_strictly_by_standing_the_best_sit_at_table_one():
    made = factories.tournament(entrants=8, series=2, strictly_by_standing=True)
    made.series.filter(number=2).update(seating=Series.Seating.BY_STANDING)
    factories.close_series(factories.running_series(made))
    ranks = list(made.series.get(number=1).seedings.order_by("rank").values_list("entrant__number", flat=True))

    plan = plan_of(draw(made, 2))

    assert [set(table) for table in plan] == [set(ranks[:4]), set(ranks[4:])]


@pytest.mark.thorough
def test_by_standing_as_few_as_possible_meet_again_unless_the_event_wants_it_strictly():
    made = factories.tournament(entrants=16, series=2)
    made.series.filter(number=2).update(seating=Series.Seating.BY_STANDING)
    first = plan_of(factories.running_series(made))
    factories.close_series(made.series.get(number=1))

    second = plan_of(draw(made, 2))

    assert all(len(set(one) & set(other)) <= 1 for one in first for other in second)


def test_nothing_is_drawn_after_the_end():
    with pytest.raises(Refused, match="event-ended"):
        draw(factories.tournament(entrants=4, ended_at=EVENING))


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


def test_two_change_seats_and_the_journal_knows_why():
    made = factories.tournament(entrants=8)
    series = draw(made)
    before = plan_of(series)
    one, other = before[0][0], before[1][2]

    swap(series, one, other)

    after = plan_of(series)
    assert (after[0][0], after[1][2]) == (other, one)
    assert JournalEntry.objects.order_by("-number").first().data["because"] == "wheelchair"
    assert journal.first_broken_line(made) is None


def test_a_swap_needs_two_who_are_seated_and_a_reason():
    series = draw(factories.tournament(entrants=4))

    for numbers, because, code in (
        ((1, 1), "why", "nothing-to-swap"),
        ((1, 2), " ", "reason-missing"),
        ((1, 99), "why", "not-seated"),
    ):
        with pytest.raises(Refused, match=code):
            swap(series, *numbers, because=because)


def test_seats_stay_where_play_has_begun():
    made = factories.tournament(entrants=8)
    series = factories.running_series(made)
    factories.enter(factories.list_of(series), None)

    with pytest.raises(Refused, match="play-began"):
        swap(series, 1, 5)


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
    def test_a_changed_line_shows(self):
        made = factories.tournament(entrants=4)
        draw(made)
        services.publish_series(series_id=made.series.get().pk, by=factories.user(), now=EVENING)
        JournalEntry.objects.filter(number=1).update(data={"series": 1, "seed": "mine", "tables": []})

        assert journal.first_broken_line(made) == 1

    def test_a_missing_line_shows(self):
        made = factories.tournament(entrants=4)
        draw(made)
        services.publish_series(series_id=made.series.get().pk, by=factories.user(), now=EVENING)
        JournalEntry.objects.filter(number=1).delete()

        assert journal.first_broken_line(made) == 1


def test_a_series_added_after_the_one_before_was_closed_is_still_set_by_its_standing():
    made = factories.tournament(entrants=8, series=1, strictly_by_standing=True)
    factories.close_series(factories.running_series(made))
    Series.objects.create(tournament=made, number=2, seating=Series.Seating.BY_STANDING)
    ranks = list(made.series.get(number=1).seedings.order_by("rank").values_list("entrant__number", flat=True))

    plan = plan_of(draw(made, 2))

    assert [set(table) for table in plan] == [set(ranks[:4]), set(ranks[4:])]
