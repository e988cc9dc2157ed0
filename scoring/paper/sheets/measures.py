"""Where the parts of a score sheet lie on its paper, in millimetres from the upper left corner within the margins.

``print/sheet.css`` knows the same measures.
"""

from dataclasses import dataclass
from typing import Final

from scoring.paper.sheets.look import Leaf

LEAST_ROW: Final = 4.0
PITCHES: Final = (LEAST_ROW, 4.4, 4.8, 16 / 3, 6.0, 6.4, 7.0, 8.0, 9.6)
"""Heights a row may have: in less nobody writes."""

SUMS: Final = (5.0, 6.0, 7.0, 8.0)
"""Heights a line of the computation may have."""

SUM_LINES: Final = 5
"""Game points with games won and lost, what both of them bring, the total, the fee."""

CONTINUED: Final = 8.0
"""Height of what stands below the rows of a page that is not the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """The measures of a sheet on one paper."""

    character: float
    """Width of a character of what is entered."""

    played: tuple[tuple[float, float, float], tuple[float, float, float]]
    """The lines for the times of the beginning and of the end: from where, to where, how far down."""

    seats: float
    seat_columns: tuple[float, float, float, float, float]
    """Where seat, number, name and club begin, and where the last one ends."""

    seat_block: float
    """Height of the lines of all seats together, without their heading."""

    headings: float
    names: float
    """Height of the players' names over their columns."""

    rows: float
    signatures: float
    control: float
    height: float
    """Where each part begins, from the top down, and where the sheet ends."""

    box: float
    """Width of the direction's box beside the computation."""

    word: float
    heading: float
    sum: float
    """Sizes of fixed words: small ones, those over columns, those of the computation."""

    largest: int
    """Number of the largest size of what is typed."""

    title: int
    """Number of the largest size of the event's name."""

    event: float
    about: float
    journal: float
    state: tuple[float, ...]
    state_room: float
    """Room of the event's name, of when and where it is, of the journal's head; sizes and room of what is said of a
    list at its foot."""

    signed: int
    under_ink: int
    way_lines: int
    """How many of the sizes of what is typed a signature may have, the number of the largest under a drawn one, and
    in how many lines it is said how somebody signed."""

    notes: int
    """Lines of notes that have room under a list; if there are more, all notes get pages of their own."""

    note_lines: int
    note_room: float
    """Lines of notes on a page of their own, and how wide one is when it breaks early."""

    def most_rows(self, *, is_last: bool) -> int:
        """Return how many deals a page has room for."""
        return int((self.bottom(is_last=is_last) - self.rows) / LEAST_ROW + 0.001)

    def bottom(self, *, is_last: bool) -> float:
        """Return where rows end at the lowest."""
        return self.signatures - SUM_LINES * SUMS[0] if is_last else self.control - CONTINUED


A4: Final = Measures(
    character=1.8,
    played=((88.0, 107.0, 12.6), (108.5, 128.0, 12.6)),
    seats=13.6,
    seat_columns=(0.0, 6.5, 19.0, 85.7, 128.0),
    seat_block=15.4,
    headings=34.7,
    names=4.8,
    rows=50.0,
    signatures=267.0,
    control=276.2,
    height=282.0,
    box=42.4,
    word=2.65,
    heading=2.65,
    sum=2.65,
    largest=0,
    title=0,
    event=126.0,
    about=85.0,
    journal=40.0,
    state=(2.65, 2.3, 2.1),
    state_room=82.0,
    signed=4,
    under_ink=2,
    way_lines=2,
    notes=5,
    note_lines=60,
    note_room=150.0,
)

A5: Final = Measures(
    character=1.29,
    played=((84.0, 105.5, 20.6), (84.0, 105.5, 24.8)),
    seats=10.2,
    seat_columns=(0.0, 6.5, 19.0, 47.7, 82.0),
    seat_block=16.0,
    headings=31.2,
    names=4.2,
    rows=43.7,
    signatures=188.7,
    control=195.3,
    height=200.0,
    box=25.0,
    word=1.9,
    heading=2.2,
    sum=2.1,
    largest=1,
    title=1,
    event=80.0,
    about=80.0,
    journal=32.6,
    state=(1.7, 1.5, 1.3),
    state_room=58.0,
    signed=6,
    under_ink=5,
    way_lines=1,
    notes=0,
    note_lines=44,
    note_room=105.0,
)


def measures_of(leaf: Leaf) -> Measures:
    """Return the measures of a sheet on a paper; two on A4 are as large as those of a pad."""
    return A4 if leaf is Leaf.A4 else A5
