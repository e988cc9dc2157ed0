"""A table that lets another phone keep its list, for tests."""

from typing import Final
from uuid import uuid4

from scoring.lists.models import GameListRow
from scoring.lists.services import taking_over
from tests.scoring.table.phones_seen import Phone
from tests.support.factories import EVENING

ALL: Final = [1, 2, 3, 4]


def by_words(row: GameListRow, phone: Phone, typed: str, **more) -> None:
    """Let somebody type words on a phone."""
    fields = {"entry_key": uuid4(), "now": EVENING} | more
    taking_over.take_by_words(list_id=row.pk, device=phone.device, typed=typed, **fields)


def agreed(row: GameListRow, phone: Phone, places=ALL, copy="first", **more) -> None:
    """Let those on these seats agree that a phone keeps the list."""
    fields = {"entry_key": uuid4(), "now": EVENING} | more
    taking_over.take_agreed(list_id=row.pk, device=phone.device, copy=copy, places=places, **fields)


def keeper(row: GameListRow, copy="first") -> str:
    """Return the phone that keeps a copy."""
    return row.phones.get(keeps=copy).device
