"""What the phone at a table can send to change what a list says."""

from collections.abc import Callable
from typing import Any, Final
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client

from scoring.lists.models import GameListRow
from scoring.lists.selectors.history import as_shown
from tests.access_matrix.act_of_list import (
    ListAct,
    Send,
    address,
    begun,
    confirmed,
    full,
    headers,
    next_deal,
    waiting,
    written_here,
)
from tests.scoring.table.phones_seen import ANNA, GRAND

Act = dict[str, Any]
Made = Callable[[GameListRow], Act | None]


def _phone(*made: Made) -> Send:
    """Return what brings acts, made of the list as it stands, from the phone that keeps it."""

    def send(client: Client, row: GameListRow) -> HttpResponse:
        acts = [{"key": str(uuid4()), **act} for make in made if (act := make(row))]
        body = {"copy": "first", "unsent": 0, "version": None, "acts": acts}
        return client.post(address("phone"), body, content_type="application/json", headers=headers(row))

    return send


def _undone(row: GameListRow) -> Act | None:
    last = row.deals.filter(voided_at=None).order_by("-number").first()
    return {"do": "take-back", "number": last.number, "of": str(last.entry_key)} if last else None


def _undone_by_all(row: GameListRow) -> Act | None:
    act = _undone(row)
    return act and act | {"agreed": True}


def _accepted(row: GameListRow) -> Act:
    found = row.proposals.first()
    return {"do": "accept", "number": 2, "of": str(found.entry_key if found else uuid4())}


def _corrected(row: GameListRow) -> Act:
    entry = row.deals.filter(number=1, voided_at=None).first() or row.deals.filter(number=1).first()
    of = str(entry.entry_key if entry else uuid4())
    return {"do": "correct", "number": 1, "of": of, "line": GRAND | {"declarer": 3}, "agreed": True}


def _signature(row: GameListRow) -> Act:
    return {"do": "sign", "place": 1, "shown": as_shown(row), "drawing": ANNA}


def _closing(row: GameListRow) -> Act:
    return {"do": "close", "shown": as_shown(row)}


PHONE_ACTS: Final = tuple(
    ListAct(label=label, name="phone", send=_phone(made), before=before)
    for label, made, before in (
        ("a deal from the phone", next_deal, begun),
        ("a deal taken back on the phone", _undone, written_here),
        ("a deal taken back on the phone by all", _undone_by_all, begun),
        ("a waiting deal accepted on the phone", _accepted, waiting),
        ("a deal corrected on the phone", _corrected, begun),
        ("a player's word on the phone", _signature, full),
        ("the table's signature on the phone", _closing, confirmed),
    )
)
