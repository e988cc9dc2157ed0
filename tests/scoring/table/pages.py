"""Addresses and posts of the list at the table."""

from uuid import uuid4

from tests.support.page_reader import read

TABLE = "/t/cup/series/1/table/1/"


def deal(number: int = 1, **fields: object) -> dict[str, object]:
    """Return what the form posts for a Grand with 2 won by seat 2, or what is said instead."""
    return {
        "entry_key": uuid4(),
        "number": number,
        "declarer": 2,
        "game": "grand",
        "matadors": 2,
        "outcome": "won",
        **fields,
    }


def sides(html: str) -> list[str]:
    """Return the versions of deals that a page shows beside each other, as they are spoken."""
    return [side.text for side in read(html).all("section", "side")]
