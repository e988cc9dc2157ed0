"""A hall that writes several times a second: open pages are shown what was drawn a moment ago, never anything older."""

from datetime import timedelta

import pytest
import time_machine

from tests.scoring.public.standings_read import running
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db

TOTAL = "/t/cup/standings/"
ASKS = {"HX-Request": "true", "accept-encoding": "gzip"}
PAUSE = 5


@pytest.fixture
def clock(settings):
    settings.LIVE_PAUSE = PAUSE
    with time_machine.travel(EVENING, tick=False) as clock:
        yield clock


def seen(client, state: str = ""):
    return client.get(TOTAL, headers={**ASKS, **({"X-Seen": state} if state else {})})


def enter(series) -> None:
    factories.enter(factories.list_of(series), None)


def test_what_was_drawn_a_moment_ago_is_good_enough_for_an_open_page(client, clock):
    series = running(entrants=4, rounds=3)
    first = seen(client)["X-Seen"]
    assert seen(client, first).status_code == 204
    enter(series)

    assert seen(client, first).status_code == 204

    clock.shift(timedelta(seconds=PAUSE + 1))
    after = seen(client, first)
    assert after.status_code == 200
    assert after["X-Seen"].partition("-")[0] > first.partition("-")[0]


def test_a_page_that_is_loaded_shows_what_is_there(client, clock):
    series = running(entrants=4, rounds=3)
    before = seen(client)["X-Seen"]
    enter(series)

    assert client.get(TOTAL)["X-Seen"] != before


def test_an_open_page_never_goes_back(client, clock):
    series = running(entrants=4, rounds=3)
    seen(client)
    enter(series)
    newer = client.get(TOTAL)["X-Seen"]
    enter(series)

    answer = seen(client, newer)

    assert answer.status_code == 200
    assert int(answer["X-Seen"].partition("-")[0]) > int(newer.partition("-")[0])


@pytest.mark.parametrize("nonsense", ["x", "1", "-", "9" * 40, "²-a", "1-"])
def test_a_state_that_is_none_is_shown_the_latest_drawn(client, clock, nonsense):
    series = running(entrants=4, rounds=3)
    drawn = seen(client)["X-Seen"]

    assert seen(client, nonsense.encode().decode("latin-1"))["X-Seen"] == drawn
    enter(series)
    assert seen(client, nonsense.encode().decode("latin-1")).status_code == 200


def test_of_a_page_only_the_last_drawing_is_kept(client, clock):
    from django.core.cache import cache

    series = running(entrants=4, rounds=12)
    seen(client)
    kept = len(cache._cache)
    for _ in range(4):
        enter(series)
        clock.shift(timedelta(seconds=PAUSE + 1))
        seen(client)

    assert len(cache._cache) == kept


def test_while_very_many_ask_a_new_state_is_looked_for_every_few_seconds_only(client, clock, settings):
    from scoring.results.views import states

    settings.LIVE_PAUSE = 1
    series = running(entrants=4, rounds=12)
    first = seen(client)["X-Seen"]
    seen(client, first)
    clock.shift(timedelta(seconds=1.1))
    states._asked["cup"] = states.MANY + 1
    assert seen(client, first).status_code == 204
    enter(series)

    clock.shift(timedelta(seconds=states.SELDOM - 0.5))
    assert seen(client, first).status_code == 204
    clock.shift(timedelta(seconds=0.6))
    assert seen(client, first).status_code == 200
