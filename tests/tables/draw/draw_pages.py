"""The draw page as its tests ask for it and read it."""

import re
from html import unescape

from tests.support.forms_as_shown import post_seen, seen_in


def address(series: int = 1) -> str:
    return f"/t/cup/office/series/{series}/draw/"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def draw(director, series=1, *, public="5 2 6 1", **more):
    return director.post(address(series), {"act": "draw", "public": public, **more})


def discard(director, series=1, *, because, **more):
    return post_seen(director, address(series), {"act": "discard", "because": because}, **more)


def ready_to_swap(director, series=1) -> dict[str, str]:
    """Tick any two who may be ticked, and return what the form that is shown then says was seen of the seats."""
    ticks = re.findall(r'name="swap" value="([0-9]+)"', director.get(address(series)).content.decode())[:2]
    shown = director.post(address(series), {"act": "look", "swap": ticks})
    return seen_in(shown, {"act": "swap"})


def seated(made, number=1) -> list[list[int]]:
    series = made.series.get(number=number)
    return [
        [seat.entrant.number for seat in table.seats.order_by("place")] for table in series.tables.order_by("number")
    ]
