"""Series that were drawn, and the changes that their tests make."""

from scoring.lists.selectors import boards
from scoring.office.selectors import day as selectors
from scoring.results.services import series as services
from tables import seating
from tables.draw.services import reseating
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered_step

SECRET = "5e" * 16
"""The same draw in every run."""


@remembered_step
def drawn(entrants=16, *, series=1, absent=(), **fields) -> Series:
    """Return the first series of a tournament, drawn together with all others; some were not there."""
    made = factories.tournament(entrants=entrants, series=series, **fields)
    made.entrants.filter(number__in=absent).update(present=False)
    made.series.update(secret=SECRET)
    return factories.drawn_together(made, public="5")


@remembered_step
def published(entrants=16, **fields) -> Series:
    series = drawn(entrants, **fields)
    services.publish_together(series_id=series.pk, by=factories.user(), now=EVENING)
    return Series.objects.get(pk=series.pk)


def reseat(series, *, absent=(), late=(), because="flat tyre", public="3", shown=None) -> Series:
    series = Series.objects.get(pk=series.pk)
    if shown is None:
        shown = fingerprint(series, absent=absent, late=late, public=public)
    return services.reseat_series(
        series_id=series.pk,
        absent=absent,
        late=late,
        public=public,
        shown=shown,
        because=because,
        by=factories.user(),
        now=EVENING,
    )


def fingerprint(series, *, absent=(), late=(), public="3") -> str:
    return seating.record_hash(reseating.reseated(series, absent=absent, late=late, public=public).record)


def seats(series) -> list[list[int]]:
    return selectors.seatings_of([series])[0]


def tables_with_lists(series) -> list[int]:
    return list(boards.lists_of(series).values_list("table__number", flat=True))
