"""The draw page as its tests ask for it and read it."""

from html import unescape


def address(series: int = 1) -> str:
    return f"/t/cup/office/series/{series}/draw/"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def draw(director, series=1, *, public="5 2 6 1", **more):
    return director.post(address(series), {"act": "draw", "public": public, **more})


def seated(made, number=1) -> list[list[int]]:
    series = made.series.get(number=number)
    return [
        [seat.entrant.number for seat in table.seats.order_by("place")] for table in series.tables.order_by("number")
    ]
