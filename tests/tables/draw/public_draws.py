"""The public page of a draw as its tests ask for it."""

from html import unescape

from scoring.results.services.series import publish_series
from tables.draw.services import draws
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def page(client, number=1, query="") -> str:
    return text(client.get(f"/t/cup/series/{number}/draw/{query}"))


def record(client, number=1, **more):
    return client.get(f"/t/cup/draws/{number}.json", **more)


def by_now():
    return {"by": factories.user(), "now": EVENING}


def draw(made, number=1, *, public="5 2 6 1", all_left=False, published=True) -> Series:
    series = draws.draw_series(
        series_id=made.series.get(number=number).pk, public=public, all_left=all_left, **by_now()
    )
    return publish(made, number) if published else series


def publish(made, number=1) -> Series:
    return publish_series(series_id=made.series.get(number=number).pk, **by_now())


def discard(made, because="the dice fell off the table", number=1):
    return draws.discard_draw(series_id=made.series.get(number=number).pk, because=because, **by_now())
