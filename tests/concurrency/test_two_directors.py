"""Two directors do the same at the same moment: it happens once, and the other is told so."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest

from scoring.office import services as results
from scoring.results.services import series as lists
from tables.acts.services.refusals import Refused
from tables.draw.services import draws
from tables.draw.services import series as hall
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.tournaments.models import Tournament
from tests import factories
from tests.factories import EVENING

pytestmark = pytest.mark.database

Pair = tuple[Callable[[], object], Callable[[], object]]


def draw(made: Tournament) -> Pair:
    series = made.series.get()
    act = partial(draws.draw_series, series_id=series.pk, by=factories.user(), now=EVENING)
    return partial(act, public="mine"), partial(act, public="yours")


def publish(made: Tournament) -> Pair:
    series = made.series.get()
    draws.draw_series(series_id=series.pk, public="ours", by=factories.user(), now=EVENING)
    return (partial(lists.publish_series, series_id=series.pk, by=factories.user(), now=EVENING),) * 2


def discard(made: Tournament) -> Pair:
    series = made.series.get()
    draws.draw_series(series_id=series.pk, public="ours", by=factories.user(), now=EVENING)
    act = partial(draws.discard_draw, series_id=series.pk, by=factories.user(), now=EVENING)
    return partial(act, because="mine"), partial(act, because="yours")


def close(made: Tournament) -> Pair:
    series = factories.running_series(made)
    factories.play_series(series)
    act = partial(lists.close_series, series_id=series.pk, by=factories.user(), now=EVENING)
    return partial(act, lot_seed="mine"), partial(act, lot_seed="yours")


def release(made: Tournament) -> Pair:
    factories.close_series(factories.running_series(made))
    results.state_end(tournament_id=made.pk, ended_at=EVENING, by=factories.user(), now=EVENING)
    later = EVENING + timedelta(hours=3)
    return (partial(results.release_final_ranking, tournament_id=made.pk, by=factories.user(), now=later),) * 2


def start(made: Tournament) -> Pair:
    series = factories.running_series(made, published_only=True)
    return (partial(hall.start_series, series_id=series.pk, by=factories.user(), now=EVENING),) * 2


@pytest.mark.proof("two-directors")
@pytest.mark.parametrize(
    ("act", "action", "refusal"),
    [
        (draw, "series.drawn", "already-drawn"),
        (publish, "series.published", "not-a-preview"),
        (discard, "series.draw-discarded", "not-a-preview"),
        (close, "series.closed", "closed-before"),
        (release, "ranking.released", None),
        (start, "series.started", None),
    ],
)
def test_what_two_directors_do_at_once_is_done_once(at_once, prove, is_thorough, act, action, refusal):
    rounds = 50 if is_thorough else 10
    for attempt in range(rounds):
        made = factories.tournament(entrants=4, slug=f"cup-{attempt}", name=str(uuid4()))

        outcomes = at_once(*act(made))

        refused = [outcome.code for outcome in outcomes if isinstance(outcome, Refused)]
        assert refused == ([refusal] if refusal else []), outcomes
        assert [type(one) for one in outcomes if isinstance(one, Exception) and not isinstance(one, Refused)] == []
        assert JournalEntry.objects.filter(tournament=made, action=action).count() == 1
        assert journal.first_broken_line(made) is None
    prove(f"{action}: {rounds} of {rounds} once")
