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
    agreed: bool = False
    """Whether all players of the deal agree: without it only the phone that entered it may, and only at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept:
    """Of two versions of a deal the one that waits is right, or it counts; ``of`` is the key it came with."""

    key: UUID
    number: int
    of: UUID
    seen: UUID | None = None
    """The key of the other version, which stands in the list."""

    agreed: bool = False
    """Whether all players of the deal agree."""

    declarer: int | None = None
    """For which seat it counts, where others sat there when it was written."""

    sits: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismiss:
    """A deal that waits does not count; ``of`` is the key it came with."""

    key: UUID
    number: int
    of: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """Another entry in the place of one that stands in the list (ISkO 5.5.3); ``of`` is the key of the one it was."""

    key: UUID
    deal: Deal
    of: UUID
    because: str = ""
    agreed: bool = False
    """Whether all players of the deal agree."""

    sits: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """The deal it is about."""
        return self.deal.number


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What is said beside the deals."""

    key: UUID
    number: int = 0
    """The deal it is about; 0 if it is about none."""

    sits: tuple[int, ...] = ()
    """The start numbers of those who sat there then, from seat 1 on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring(Beside):
    """A call for the direction, of one of the kinds of ``Call``."""

    kind: str
    place: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute(Beside):
    """An objection; with nothing said it calls a judge (ISkO 4.5.10)."""

    kind: str = ""
    place: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagree(Beside):
    """A player's word that the list is not right, in the place of a signature."""

    place: int
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign(Beside):
    """A player's signature: drawn, said aloud and heard by another, or by code on a phone of their own."""

    place: int
    shown: str
    """The list as the phone showed it: see ``scoring.rules.notation.packed``."""

    drawing: str = ""
    heard_by: int | None = None
    code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Close(Beside):
    """The list is closed with the signatures of all."""

    shown: str
    """The list as the phone showed it."""


Entered = Enter | TakeBack
"""What is decided on the rows in memory, many at once."""

Said = Accept | Dismiss | Correct | Ring | Dispute | Disagree | Sign | Close
"""What is done one by one."""

Act = Entered | Said


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The answer to one act, the same however often it is brought."""

    key: UUID
    number: int
    state: State
    because: Refused | None = None
    there: EntryRow | None = None
    """What the list has in its place."""

    enter: Enter | None = None
    """What the phone brought, where it was a deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a batch, and the list after it."""

    receipts: list[Receipt]
    book: Book
    version_before: int
