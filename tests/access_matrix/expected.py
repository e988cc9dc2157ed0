"""What the matrix says of one cell: an address, a role, and the state the event is in."""

from dataclasses import dataclass
from typing import Final

from tests.access_matrix.addresses import Address
from tests.access_matrix.hall import NOWHERE, OTHER, OWN
from tests.access_matrix.rows import (
    ACCOUNT,
    EVERYBODY,
    HOLDS,
    LETS_IN,
    NOTHING,
    OFFICIALS,
    ROWS,
    TREASURES,
    Answer,
    Door,
    Hidden,
)

ELSEWHERE: Final = {"stranger": {"director", "keeper"}, "table-elsewhere": {"table"}, "owner": {"owner"}}
"""What a role counts for at the other event and in the other club."""

NOT_ELSEWHERE: Final = frozenset({"tables:book-person", "scoring:book-data", "scoring:book-data-json"})
"""There it is asked for by the number of somebody in the first club's book."""


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """Which event it is about, and how far that is."""

    event: str = OWN
    is_hidden: bool = False
    is_absent: bool = False
    """Whether it is about something that the event has not got."""


def expected(address: Address, role: str, *, posts: bool, when: When) -> Answer:
    """Return what somebody gets at an address."""
    row = ROWS[address.name]
    may = row.acts if posts else row.reads
    if may is None:
        return Answer.NO_METHOD
    if when.event == NOWHERE:
        return Answer.MISSING
    is_there = not when.is_absent and (not address.about or address.about in row.states)
    if row.door is Door.KEY and not is_there:
        return Answer.MISSING
    counts_as = {role} if when.event == OWN else ELSEWHERE.get(role, set())
    if when.is_hidden and not _still_see(row.hidden, counts_as):
        return Answer.GONE
    if may != EVERYBODY and not may & counts_as:
        asks = row.door is Door.FIRST or (row.door is Door.OFFICE and role not in ACCOUNT)
        return Answer.SIGN_IN if asks else Answer.CLOSED
    is_empty = address.name in (NOTHING | NOT_ELSEWHERE if when.event == OTHER else NOTHING)
    is_empty |= bool(address.about) and address.about not in HOLDS.get(address.name, row.states)
    return Answer.MISSING if is_empty or not is_there else Answer.OPEN


def _still_see(hidden: Hidden, roles: set[str]) -> bool:
    return hidden is Hidden.EVERYBODY or (
        hidden is Hidden.OFFICIALS and bool(roles & (OFFICIALS | TREASURES | LETS_IN))
    )
