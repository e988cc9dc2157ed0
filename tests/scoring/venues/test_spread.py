"""Where an event is played at several venues, a series begins before the last is closed; elsewhere it waits."""

import pytest

from scoring.lists.models import DealRow
from tables.acts.services.refusals import Refused
from tables.draw.selectors.seats import open_before
from tables.tournaments.models import Series
from tests import factories
from tests.factories import GRAND
from tests.scoring.venues.laptops import close, event, list_at, start, wrong

pytestmark = pytest.mark.django_db


def test_a_venue_goes_on_with_the_next_series_by_itself():
    made = event()
    factories.enter(list_at(made, 1, 1), (2, GRAND))
    factories.enter(list_at(made, 2, 1), (2, GRAND))

    assert set(made.series.values_list("status", flat=True)) == {Series.Status.RUNNING}
    assert DealRow.objects.count() == 2


@pytest.mark.thorough
def test_a_series_is_closed_after_one_that_came_later_too():
    made = event()
    for number in (2, 1):
        start(made, number)
        factories.play_series(made.series.get(number=number))
        close(made, number)

    assert set(made.series.values_list("status", flat=True)) == {Series.Status.CLOSED}
    assert wrong(made) == []


def test_elsewhere_the_next_series_waits():
    made = factories.tournament(entrants=16, series=2)
    for number in (1, 2):
        factories.running_series(made, number, published_only=True)

    assert open_before(made.series.get(number=2)).number == 1
    with pytest.raises(Refused) as caught:
        start(made, 2)
    assert caught.value.code == "series-before-open"
