"""Cards drawn at the door, as the tests draw them."""

from html import unescape

from tables.draw.services import by_hand
from tests.support import factories
from tests.support.factories import EVENING

PAGE = "/t/cup/office/series/1/by-hand/"
DRAW = "/t/cup/office/series/1/draw/"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def facts(made) -> dict:
    return {"series_id": made.series.get(number=1).pk, "by": factories.user(), "now": EVENING}


def opened(entrants=7, *, players=None):
    made = factories.tournament(entrants=entrants)
    by_hand.set_up_tables(players=players or entrants, **facts(made))
    return made


def seat(made, number, table, place):
    return by_hand.seat_by_hand(number=number, table=table, place=place, **facts(made))


def fill(made, *numbers):
    """Seat these one after the other, from seat 1 at table 1 on."""
    for number in numbers:
        free = next(
            (table.number, place)
            for table in made.series.get().tables.order_by("number")
            for place in range(1, table.size + 1)
            if not table.seats.filter(place=place).exists()
        )
        seat(made, number, *free)


def seated(made) -> list[list[int]]:
    return [
        [one.entrant.number for one in table.seats.order_by("place")]
        for table in made.series.get().tables.order_by("number")
    ]
