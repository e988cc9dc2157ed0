"""Events put through the program, as anybody would."""

import io
import json
from typing import Any

from scoring.money.reckon.__main__ import answer
from scoring.rules import fields

EXAMPLE: dict[str, Any] = {
    "tariffs": [
        {"code": "entry", "kind": "entrant", "cents": 1000, "free": ["juniors"]},
        {"code": "loss", "kind": "lost-games", "tiers": [[3, 50], [None, 100]]},
        {"code": "place", "kind": "place-at-table", "cents": {"4": [50, 100, 150, 200], "3": [50, 100, 150]}},
        {"code": "passed", "kind": "passed-in", "cents": 10},
    ],
    "goes_to": {
        "entry": [{"pot": "prizes", "share": 80}, {"pot": "club", "share": 20}],
        "loss": [{"pot": "jackpot", "cents": 500}, {"pot": "prizes", "share": 100}],
    },
    "entrants": [{"number": 1, "classes": ["ladies"], "team": None, "paid": 1000, "expelled": False}],
    "lists": [
        {
            "series": 1,
            "passed": 2,
            "seats": [{"number": 1, "lost": 4, "total": 812}, {"number": 2, "lost": 1, "total": 1020}],
        }
    ],
    "prizes": [
        {
            "group": "main",
            "ranking": [[7], [3], [1, 5], [2]],
            "plan": {"kind": "fixed", "cents": [10000, 6000, 4000]},
            "sharing": "none",
            "round_to": 500,
            "floor": 0,
        },
        {
            "group": "series-1",
            "ranking": [[2], [1]],
            "plan": {"kind": "share", "pot": "prizes", "shares": [60, 40]},
            "sharing": "average",
        },
        {"group": "main", "class": "ladies", "ranking": [[1], [9]], "plan": {"kind": "fixed", "cents": [5000]}},
    ],
    "refund": {"series_played": 2, "series_planned": 3},
}
"""The event of the page that fixes the program."""


def asked(event: Any) -> tuple[dict[str, Any], int]:
    """Return the answer to an event, or to bytes as they stand, and how the program ends."""
    sent = event if isinstance(event, bytes) else json.dumps(event).encode()
    return fields.answered(io.BytesIO(sent), answer)


def answered(event: Any) -> dict[str, Any]:
    """Return the answer to an event that can be read."""
    found, code = asked(event)
    assert code == 0, found
    return json.loads(json.dumps(found))


def refused(event: Any) -> str:
    """Return the path of what is refused in an event."""
    found, code = asked(event)
    assert code == 2, found
    assert found.keys() == {"error", "at"}
    assert found["error"][0].isupper()
    assert found["error"].endswith(".")
    return found["at"]


def charged(tariff: dict[str, Any], *lists: dict[str, Any], entrants: Any = None) -> dict[str, int]:
    """Return what each entrant owes by one tariff."""
    seats = [seat["number"] for one in lists for seat in one["seats"] if seat]
    event = {
        "tariffs": [{"code": "t", **tariff}],
        "entrants": entrants or [{"number": number} for number in dict.fromkeys(seats)],
        "lists": list(lists),
    }
    return {number: sums["t"] for number, sums in answered(event)["charges"].items()}


def table(*seats: dict[str, Any] | int | None, **further: Any) -> dict[str, Any]:
    """Return a list; a number alone is a seat whose total is not known."""
    return {"seats": [{"number": seat} if isinstance(seat, int) else seat for seat in seats], **further}


def won(*lists: dict[str, Any], entrants: int = 0, **pots: int) -> list[tuple[int, int, int]]:
    """Return number, place and cents of each prize given, where pots hold what is said."""
    return [(p["number"], p["place"], p["cents"]) for p in prizes(*lists, entrants=entrants, **pots)["prizes"]]


def prizes(*lists: dict[str, Any], entrants: int = 0, **pots: int) -> dict[str, Any]:
    """Return the answer about lists of prizes, where pots hold what is said.

    One entrant is charged for all the pots, the others nothing.
    """
    event = {
        "tariffs": [{"code": pot, "kind": "lost-games", "tiers": [[1, cents]]} for pot, cents in pots.items()],
        "goes_to": {pot: [{"pot": pot, "share": 100}] for pot in pots},
        "entrants": [{"number": number} for number in range(1, max(entrants, 1 if pots else 0) + 1)],
        "lists": [table({"number": 1, "lost": 1})],
        "prizes": [{"group": "g", **one} for one in lists],
    }
    return answered(event)


def fixed(*cents: int, **further: Any) -> dict[str, Any]:
    """Return a plan of fixed amounts."""
    return {"kind": "fixed", "cents": list(cents), **further}
