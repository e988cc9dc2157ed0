"""What can be wrong with what is stored, and where."""

import enum
from collections.abc import Callable
from dataclasses import dataclass


class Doubt(enum.StrEnum):
    """What can be wrong."""

    RESULT_DIFFERS = "result-differs"
    RESULT_MISSING = "result-missing"
    RESULT_OF_NOTHING = "result-of-nothing"
    """A seat has a result although its list is empty."""

    POINTS_DIFFER = "points-differ"
    SUMS_DIFFER = "sums-differ"
    SIGNED_UNFIT = "signed-unfit"
    """A signed list that could not be signed as it is."""

    HASH_DIFFERS = "hash-differs"
    """What stands in a signed list is not what was signed."""

    HASH_UNKNOWN = "hash-unknown"
    """The journal has another hash of a signed list than the list itself."""

    UNREADABLE = "unreadable"
    JOURNAL_BROKEN = "journal-broken"
    HEAD_CUT_OFF = "head-cut-off"
    """A head of the journal is printed on paper, but the journal has no such line any more."""

    HEAD_DIFFERS = "head-differs"
    """The journal up to a printed head is not the one of then."""

    ENTRY_UNTOLD = "entry-untold"
    """No line of the journal tells of an entry."""

    ENTRY_MISSING = "entry-missing"
    """A line of the journal tells of an entry that is not there."""

    ENTRY_DIFFERS = "entry-differs"
    """The journal tells otherwise of an entry: when it came, whether it counts, what it is worth."""

    LIST_DIFFERS = "list-differs"
    """The journal tells otherwise of a list: whether it is signed, how many deals it has to have."""

    CONFIRMATION_DIFFERS = "confirmation-differs"
    """The journal tells otherwise whether a seat has confirmed its list."""

    COURSE_DIFFERS = "course-differs"
    """The journal tells otherwise how a list is kept, or whether play began at its table."""

    ROUNDS_DIFFER = "rounds-differ"
    """A list is not as long as the plan of its event has it."""

    SERIES_DIFFERS = "series-differs"
    """The journal tells otherwise how far a series is, or who sits where."""

    SEAT_DISPLACED = "seat-displaced"
    """The seats of a table are not numbered from 1 on, or one is of another series than its table."""

    LOT_DIFFERS = "lot-differs"
    """An entrant has another lot than the journal tells."""

    ORDER_DIFFERS = "order-differs"
    """The journal tells otherwise what the direction ordered, or whom it excluded."""

    SEAL_DIFFERS = "seal-differs"
    """A row is not what the journal sealed."""

    SEALED_MISSING = "sealed-missing"
    """The journal sealed a row that is not there."""

    SEALED_UNREADABLE = "sealed-unreadable"

    UNSEALED = "unsealed"
    """A row stands there that no line of the journal seals."""

    SALT_MISSING = "salt-missing"
    """The salt of a seal was taken out, and nothing sealed the row anew: nobody can say whether it was changed."""

    SEEDING_DIFFERS = "seeding-differs"
    """The standing by which seats are set is not the one that comes of the results."""

    DRAW_DIFFERS = "draw-differs"
    """The protocol of a draw does not recompute."""

    RECORD_UNKNOWN = "record-unknown"
    """The journal has another hash of the protocol of a draw than the protocol itself."""

    SEATS_DIFFER = "seats-differ"
    """Somebody sits elsewhere than the protocol of the draw says."""

    CHARGE_DIFFERS = "charge-differs"
    """Somebody is charged otherwise than lists and tariffs have it."""

    MOVEMENT_UNFIT = "movement-unfit"
    """A movement that no account can have, or that takes back what it is not the opposite of."""

    BALANCE_DIFFERS = "balance-differs"
    """An account holds otherwise than its movements come to, or all together hold something."""

    AWARD_DIFFERS = "award-differs"
    """A prize is not what was moved for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Discrepancy:
    """One thing that is not as it should be. ``place`` is a seat, ``line`` one of the journal."""

    doubt: Doubt
    series: int | None = None
    table: int | None = None
    place: int | None = None
    deal: int | None = None
    line: int | None = None
    draw: int | None = None
    entrant: int | None = None
    what: str = ""
    """What was sealed: "ranking 2", "confirmation 1 3 2" of series, table and seat."""

    stored: str = ""
    computed: str = ""


Doubtful = Callable[..., Discrepancy]
"""Makes a discrepancy of the list that is looked through."""
