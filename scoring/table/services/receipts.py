"""What a phone brings and what it gets for it."""

import enum
from dataclasses import dataclass
from uuid import UUID

from scoring.lists.models import EntryRow
from scoring.lists.selectors.book import Book
from scoring.rules.game_list.deals import Deal
from tables.acts.services.refusals import Refused


class State(enum.StrEnum):
    """What became of an act."""

    SAVED = "saved"
    PROPOSED = "proposed"
    """It waits for the phone that keeps the list, or for the direction."""

    REFUSED = "refused"
    CONFLICT = "conflict"
    """The list has something else there already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Enter:
    """A deal to be entered; its key was made when it was written down."""

    key: UUID
    deal: Deal
    sits: tuple[int, ...] = ()
    """The start numbers of those who sat there then, from seat 1 on; empty where the phone named none."""

    @property
    def number(self) -> int:
        """The deal it is about."""
        return self.deal.number


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """A deal to be taken back; ``of`` is the key it came with."""

    key: UUID
    number: int
    of: UUID


Act = Enter | TakeBack


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The answer to one act, the same however often it is brought."""

    key: UUID
    number: int
    state: State
    because: Refused | None = None
    there: EntryRow | None = None
    """What the list has in its place."""

    deal: Deal | None = None
    """What the phone brought, where it was a deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a batch, and the list after it."""

    receipts: list[Receipt]
    book: Book
    version_before: int
