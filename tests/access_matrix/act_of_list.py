"""A list before somebody acts on it, and what an act is."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.lists.models import GameListRow
from scoring.lists.services import entry, phones
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from tests.access_matrix.hall import OPEN_TABLE, OWN, RUNNING
from tests.access_matrix.roles import DEVICE
from tests.scoring.table.phones_seen import GRAND as LINE
from tests.support import factories
from tests.support.factories import EVENING, GRAND

PLACE: Final = {"slug": OWN, "series": RUNNING, "table": OPEN_TABLE}
SECOND_PHONE: Final = "b" * 32


Send = Callable[[Client, GameListRow], HttpResponse]


def begun(row: GameListRow) -> None:
    """Leave the list as it is: one deal is entered."""


def written_here(row: GameListRow) -> None:
    """Let the phone of the table have entered the last deal, so that it may take it back without asking."""
    deal = Deal(number=2, declarer=None, played=None)
    entry.enter_deal(list_id=row.pk, deal=deal, entry_key=uuid4(), by=None, device=DEVICE, now=EVENING)


def full(row: GameListRow) -> None:
    """Enter every deal."""
    factories.fill(row, seat=1)


def confirmed(row: GameListRow) -> None:
    """Enter every deal, and let everybody confirm."""
    factories.fill(row, seat=1)
    factories.confirm_and_sign(row)
    GameListRow.objects.filter(pk=row.pk).update(signed_at=None, signed_by=None, signed_hash="")


def waiting(row: GameListRow) -> None:
    """Let another phone have brought a deal that waits to be accepted."""
    phone = Client()
    body = {"copy": "first", "unsent": 0, "version": None, "acts": [next_deal(row)]}
    phone.post(address("phone"), body, content_type="application/json", headers=headers(row, SECOND_PHONE))
    assert row.proposals.exists()


def twofold(row: GameListRow) -> None:
    """Let a second list be kept that says otherwise of the first deal."""
    phones.keep(list_id=row.pk, device=SECOND_PHONE, copy="second", by=None, now=EVENING)
    other = Deal(number=1, declarer=3, played=GRAND)
    entry.enter_deal(
        copy="second", list_id=row.pk, deal=other, entry_key=uuid4(), by=None, device=SECOND_PHONE, now=EVENING
    )


def blank(row: GameListRow) -> None:
    """Let nothing be entered."""
    row.deals.filter(voided_at=None).update(voided_at=EVENING)


def short(row: GameListRow) -> None:
    """Let the list be accepted with fewer deals."""
    signing.accept_short(list_id=row.pk, because="Notfall", by=factories.user(), now=EVENING)


def exchanged(row: GameListRow) -> None:
    """Let two of its table have sat on each other's chairs from the second deal on."""
    full(row)
    other = row.table.seats.get(place=4).entrant.number
    facts = {"because": "vertauscht", "by": factories.user(), "now": EVENING}
    signing.exchange(list_id=row.pk, place=3, number=other, from_deal=2, **facts)


def only_totals(row: GameListRow) -> None:
    """Let only the results be typed."""
    blank(row)
    typed = factories.totals((72, 1, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))
    entry.enter_totals(list_id=row.pk, totals=typed, by=factories.user(), now=EVENING)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAct:
    """One act about a list; ``role`` may do it while the list is open."""

    label: str
    name: str
    send: Send
    role: str = "table"
    before: Callable[[GameListRow], None] = field(default=begun)


def address(name: str, **more: Any) -> str:
    return reverse(f"scoring:{name}", kwargs=PLACE | more)


def headers(row: GameListRow, device: str = DEVICE) -> dict[str, str]:
    return {"x-table-key": row.table.key, "x-device": device}


def next_deal(row: GameListRow) -> dict[str, Any]:
    number = row.deals.filter(voided_at=None).count() + 1
    return {"key": str(uuid4()), "do": "enter", "number": number, "line": LINE | {"declarer": 3}}
