"""The page for late and missing as its tests fill it in."""

import re
from html import unescape

from django.test import Client

from scoring.office.selectors import day as selectors
from scoring.results.services import series as services
from tables.draw.services import draws
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered_step

SECRET = "5e" * 16
"""The same draw in every run."""
PAGE = "/t/cup/office/series/1/draw/"
BOARD = "/t/cup/office/series/1/"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


@remembered_step
def published(entrants=16, *, series=1, absent=(), preview=False) -> Series:
    made = factories.tournament(entrants=entrants, series=series)
    made.entrants.filter(number__in=absent).update(present=False)
    made.series.update(secret=SECRET)
    first = draws.draw_series(
        series_id=made.series.get(number=1).pk, public="5", by=factories.user(), now=EVENING, all_left=True
    )
    if not preview:
        services.publish_together(series_id=first.pk, by=factories.user(), now=EVENING)
    return Series.objects.get(pk=first.pk)


def seats(series: Series) -> list[list[int]]:
    return selectors.seatings_of([series])[0]


def show(director: Client, **fields):
    return director.post(PAGE, {"act": "preview", "public": "3", **fields})


def hidden(answer) -> dict[str, list[str]]:
    """Return what the form that changes the seats would send."""
    form = answer.content.decode().split('id="change"')[1].split("</form>")[0]
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form):
        fields.setdefault(name, []).append(value)
    return fields


def change(director: Client, shown, *, because="flat tyre"):
    return director.post(PAGE, {**hidden(shown), "because": because})
