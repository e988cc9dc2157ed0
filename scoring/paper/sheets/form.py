"""The printed form of a score sheet: how its space is divided (SkWO 7.2, 8.11).

Everything is in millimetres from the upper left corner of the space within the margins. The columns are as many
characters wide as what is entered in them, so that all entries are one block of text with a line for every deal.
``print/sheet.css`` knows the same measures.
"""

from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring.rules.game_list.presence import Presence, Turn, turns

CHARACTER: Final = 1.8
"""Width of a character of what is entered."""

MOST_ROWS: Final = 48
"""Deals on a page: the twelve rounds of a table of four."""

SEATS: Final = 13.8
HEADINGS: Final = 34.6
ROWS: Final = 51.0
SUMS: Final = 243.0
SIGNATURES: Final = 266.8
CONTROL: Final = 276.1
HEIGHT: Final = 280.9
"""Where the parts of the form begin, from the top down, and where it ends."""

SUM: Final = (SIGNATURES - SUMS) / 7
"""Height of a line of the computation."""

PITCHES: Final = (4.0, 4.8, 16 / 3, 6.4, 8.0)
"""Heights a row may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of the deals."""

    label: tuple[Promise | str, ...]
    """Its heading, a line or two."""

    characters: int


DEAL: Final = (
    Column(label=(gettext_lazy("Deal"),), characters=4),
    Column(label=(gettext_lazy("Dealer"),), characters=3),
    Column(label=(gettext_lazy("Base value"),), characters=6),
    Column(label=(gettext_lazy("with +"), gettext_lazy("without −")), characters=4),
    Column(label=(gettext_lazy("Hand"),), characters=3),
    Column(label=(gettext_lazy("Schneider"),), characters=3),
    Column(label=(gettext_lazy("announced"),), characters=3),
    Column(label=(gettext_lazy("Schwarz"),), characters=3),
    Column(label=(gettext_lazy("announced"),), characters=3),
    Column(label=(gettext_lazy("ouvert"),), characters=3),
    Column(label=(gettext_lazy("Bid"), gettext_lazy("if overbid")), characters=4),
    Column(label=(gettext_lazy("Game value"), "+ / −"), characters=7),
)
"""What is written of a deal before the players' columns."""

PLAYER: Final = {3: (9, 4, 4), 4: (7, 3, 3)}
"""Characters of running total, won and lost, by seats."""

PASSED: Final = {3: 5, 4: 4}

PLAYERS: Final = sum(column.characters for column in DEAL) * CHARACTER
"""Where the players' columns begin."""

WIDTH: Final = PLAYERS + (4 * sum(PLAYER[4]) + PASSED[4]) * CHARACTER
"""A table of three has columns so much wider that the form is as wide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """One page of the form. Pages printed on the same form have equal ones."""

    seats: int
    first: int
    """The first deal on the page."""

    last: int
    length: int
    """Deals of the whole list."""

    page: int
    pages: int
    is_blank: bool
    """Whether the control sums are left to be filled in."""

    series: int | None
    """The series printed on it; None leaves it to be filled in."""

    turns: tuple[Turn, ...]
    """Who deals the deals on the page, and in which rounds."""

    @property
    def is_last(self) -> bool:
        """Whether the list ends on this page, so that the computation stands under it."""
        return self.page == self.pages

    @property
    def pitch(self) -> int:
        """Which of ``PITCHES`` its rows have: the largest that fits. The style sheet has a class for each."""
        rows = self.last - self.first + 1
        return max(number for number, height in enumerate(PITCHES) if rows * height <= SUMS - ROWS)

    @property
    def numbers(self) -> str:
        """The numbers of the deals, a line each."""
        return "\n".join(str(number) for number in range(self.first, self.last + 1))

    @property
    def dealers(self) -> str:
        """Who deals, a line for each deal."""
        return "\n".join(str(turn.dealer) for turn in self.turns)

    @property
    def rounds(self) -> tuple[int, ...]:
        """After how many of its rows a round ends, the last row included."""
        ends = [row for row, (turn, after) in enumerate(pairwise(self.turns), start=1) if turn.round != after.round]
        return (*ends, len(self.turns))

    @property
    def row(self) -> float:
        """Height of a row."""
        return PITCHES[self.pitch]


def forms(
    *, seats: int, rounds: int, is_blank: bool, series: int | None = None, presence: tuple[Presence, ...] = ()
) -> tuple[Form, ...]:
    """Return the pages of a list: as few as may be, each with whole rounds."""
    planned = turns(seats=seats, rounds=rounds, presence=presence)
    pages = -(-len(planned) // MOST_ROWS)
    of_page = -(-rounds // pages)
    parts = [tuple(part) for _page, part in groupby(planned, key=lambda turn: (turn.round - 1) // of_page)]
    firsts = accumulate((len(part) for part in parts), initial=1)
    return tuple(
        Form(
            seats=seats,
            first=first,
            last=first + len(part) - 1,
            length=len(planned),
            page=page,
            pages=pages,
            is_blank=is_blank,
            series=series,
            turns=part,
        )
        for page, (first, part) in enumerate(zip(firsts, parts, strict=False), start=1)
    )
