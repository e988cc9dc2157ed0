"""Everything that anybody can send to change what a list says, each as it is right while the list is open."""

from collections.abc import Callable, Mapping
from typing import Any, Final
from uuid import uuid4

from django.urls import reverse

from scoring.lists.models import GameListRow
from scoring.lists.services import entry, lists
from scoring.paper_desk.views.results import LookedAtForm
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.packed import PackedList, packed_text
from scoring.signing.forms import ListActForm
from tests.access_matrix.act_of_list import (
    ListAct,
    Send,
    address,
    blank,
    confirmed,
    exchanged,
    full,
    only_totals,
    short,
    twofold,
    waiting,
)
from tests.access_matrix.hall import OPEN_TABLE, OWN, RUNNING
from tests.access_matrix.phone_acts import PHONE_ACTS
from tests.support.factories import GRAND, GRAND_LOST


def line(number: int, **more: Any) -> dict[str, Any]:
    """Return what the form of a deal sends: a Grand with 2; at the second deal seat 2 sits out."""
    said = {"declarer": 3, "game": "grand", "matadors": 2, "outcome": "won", "sure": "on"}
    return {"entry_key": uuid4(), "number": number, **said, **more}


Body = Callable[[GameListRow], Mapping[str, Any]]


def _form(name: str, body: Body, *, query: str = "", **more: Any) -> Send:
    return lambda client, row: client.post(address(name, **more) + query, body(row))


def _proposal(row: GameListRow) -> int:
    return row.proposals.get().pk


def _typed(row: GameListRow) -> dict[str, Any]:
    return {"check": "twice", "entry_key": uuid4(), "since": 2, "first-d2": "3g2", "d2": "3g2"}


def _settlement(row: GameListRow) -> dict[str, Any]:
    first = row.deals.get(number=1, voided_at=None)
    other = row.second_deals.get(number=1, voided_at=None)
    seen = {"seen_first": first.entry_key, "seen_second": other.entry_key}
    return {"entry_key": uuid4(), "number": 1, "right": "second", "agreed": "on", "because": "Irrtum", **seen}


def _entry(row: GameListRow) -> Any:
    """Return the key of the entry of deal 1, as a page that shows it says it."""
    found = row.deals.filter(number=1).order_by("voided_at").last()
    standing = row.deals.filter(number=1, voided_at=None).first() or found
    return standing.entry_key if standing else uuid4()


def looked_at(row: GameListRow) -> str:
    """Return what the page of a list says that the direction looked at."""
    row.refresh_from_db()
    return ListActForm(seen=lists.as_seen(row))["seen"].value()


def _sums(row: GameListRow) -> dict[str, Any]:
    lines = [(72, 1, 0), *[(0, 0, 0)] * (row.table.size - 1)]
    names = ("game_points", "won", "lost")
    typed = {f"s{n}-{name}": value for n, one in enumerate(lines, 1) for name, value in zip(names, one, strict=True)}
    looked_at = LookedAtForm(seen=entry.stands(row))["seen"].value()
    return typed | {"passed": row.table.size * row.rounds - 1, "seen": looked_at}


def _exchange(row: GameListRow) -> dict[str, Any]:
    other = row.table.seats.get(place=4).entrant.number
    return {"action": "exchange", "place": 3, "number": other, "because": "vertauscht", "seen": looked_at(row)}


def _exchange_back(row: GameListRow) -> dict[str, Any]:
    return {"action": "take-exchange-back", "place": 3, "because": "doch nicht", "seen": looked_at(row)}


def _packed(row: GameListRow) -> dict[str, Any]:
    deals = (Deal(number=1, declarer=2, played=GRAND_LOST), Deal(number=2, declarer=3, played=GRAND))
    return {"packed": packed_text(PackedList(series=RUNNING, table=OPEN_TABLE, deals=deals))}


def _confirmation(row: GameListRow) -> dict[str, Any]:
    return {"place": 1, "version": row.version, "heard_by": 2}


LIST_ACTS: Final = (
    ListAct(label="the next deal", name="list", send=_form("list", lambda row: line(2))),
    ListAct(
        label="a waiting deal accepted at the table",
        name="list",
        send=_form("list", lambda row: {"action": "accept", "proposal": _proposal(row)}),
        before=waiting,
    ),
    ListAct(
        label="the next deal of the second list",
        name="list",
        send=_form("list", lambda row: line(2), query="?copy=second"),
        role="director",
        before=twofold,
    ),
    ListAct(
        label="a deal corrected",
        name="deal",
        send=_form("deal", lambda row: line(1, agreed="on", because="verschrieben", seen=_entry(row)), deal=1),
    ),
    ListAct(
        label="a deal taken back",
        name="deal",
        send=_form("deal", lambda row: {"action": "take-back", "agreed": "on", "seen": _entry(row)}, deal=1),
    ),
    ListAct(
        label="deals dealt again",
        name="deal-again",
        send=_form("deal-again", lambda row: {"mistake": 1, "version": row.version}),
    ),
    *PHONE_ACTS,
    ListAct(label="a player's word", name="sign", send=_form("sign", _confirmation), before=full),
    ListAct(
        label="the table's signature",
        name="sign",
        send=_form("sign", lambda row: {"action": "sign"}),
        before=confirmed,
    ),
    ListAct(
        label="both lists settled",
        name="differences",
        send=_form("differences", _settlement),
        role="director",
        before=twofold,
    ),
    ListAct(
        label="the second list given up",
        name="second-list",
        send=_form("second-list", lambda row: {"because": "Akku leer"}),
        role="director",
        before=twofold,
    ),
    ListAct(
        label="accepted short",
        name="list-office",
        send=_form("list-office", lambda row: {"action": "accept-short", "because": "Notfall", "seen": looked_at(row)}),
        role="director",
    ),
    ListAct(
        label="a player leaves",
        name="list-office",
        send=_form("list-office", lambda row: {"action": "leave", "place": 3, "seen": looked_at(row)}),
        role="director",
        before=blank,
    ),
    ListAct(
        label="fewer deals taken back",
        name="list-office",
        send=_form("list-office", lambda row: {"action": "take-short-back", "because": "x", "seen": looked_at(row)}),
        role="director",
        before=short,
    ),
    ListAct(
        label="two on each other's chairs",
        name="list-office",
        send=_form("list-office", _exchange),
        role="director",
    ),
    ListAct(
        label="the exchange of two chairs taken back",
        name="list-office",
        send=_form("list-office", _exchange_back),
        role="director",
        before=exchanged,
    ),
    ListAct(
        label="closed from its paper",
        name="list-office",
        send=_form("list-office", lambda row: {"action": "sign-for-paper", "seen": looked_at(row)}),
        role="director",
        before=full,
    ),
    ListAct(
        label="typed results dropped",
        name="list-office",
        send=_form("list-office", lambda row: {"action": "drop-totals", "seen": looked_at(row)}),
        role="director",
        before=only_totals,
    ),
    ListAct(label="typed from paper", name="type-list", send=_form("type-list", _typed), role="director"),
    ListAct(
        label="results typed",
        name="type-totals",
        send=_form("type-totals", _sums),
        role="director",
        before=blank,
    ),
    ListAct(
        label="taken from a phone's code",
        name="handover",
        send=lambda client, row: client.post(reverse("scoring:handover", kwargs={"slug": OWN}), _packed(row)),
        role="director",
    ),
    ListAct(
        label="a waiting deal accepted by the direction",
        name="proposals",
        send=_form("proposals", lambda row: {"proposal": _proposal(row), "action": "accept"}),
        role="director",
        before=waiting,
    ),
)
