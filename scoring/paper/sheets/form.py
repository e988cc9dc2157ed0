"""The printed form of a score sheet: how it is asked for, its columns, its measures, its pages (SkWO 7.2, 8.11).

Measures are in millimetres from the upper left corner within the margins; ``print/sheet.css`` knows the same.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import accumulate, count, groupby, pairwise
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.money.selectors.lines import Costs
from scoring.paper.forms import Fill, Leaf
from scoring.rules.game_list.presence import Presence, Turn, turns
from tables.draw.models import Table

Link = Callable[[Table], str]
Verification = Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRuling:
    """How the sheets of one document are ruled."""

    leaf: Leaf = Leaf.A4
    has_signs: bool = False  # whether with and without, plus and minus have a column each


PLAIN: Final = SheetRuling()


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLook:
    """How score sheets are printed."""

    now: datetime
    link: Link | None = None
    verification: Verification | None = None
    fill: Fill = Fill.ENTERED
    ruling: SheetRuling = PLAIN
    costs: Costs = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealColumn:
    """A column of the deals."""

    label: tuple[Promise | str, ...]  # its heading, a line or two
    characters: int


_LEVELS: Final = (
    DealColumn(label=(gettext_lazy("Hand"),), characters=3),
    DealColumn(label=(gettext_lazy("Schneider"),), characters=3),
    DealColumn(label=(gettext_lazy("announced"),), characters=3),
    DealColumn(label=(gettext_lazy("Schwarz"),), characters=3),
    DealColumn(label=(gettext_lazy("announced"),), characters=3),
    DealColumn(label=(gettext_lazy("ouvert"),), characters=3),
    DealColumn(
        label=(pgettext_lazy("over a narrow column", "Bid"), pgettext_lazy("over a narrow column", "if overbid")),
        characters=4,
    ),
)

_FIRST: Final = (
    DealColumn(label=(gettext_lazy("Deal"),), characters=4),
    DealColumn(label=(gettext_lazy("Dealer"),), characters=3),
    DealColumn(label=(gettext_lazy("Base value"),), characters=6),
)
DEAL: Final = (
    *_FIRST,
    DealColumn(label=(gettext_lazy("with +"), gettext_lazy("without −")), characters=4),
    *_LEVELS,
    DealColumn(label=(gettext_lazy("Game value"), "+ / −"), characters=7),
)
DEAL_WITH_SIGNS: Final = (
    *_FIRST,
    DealColumn(label=(gettext_lazy("with"),), characters=3),
    DealColumn(label=(gettext_lazy("without"),), characters=3),
    *_LEVELS,
    DealColumn(label=(gettext_lazy("Game value"), "+"), characters=5),
    DealColumn(label=(gettext_lazy("Game value"), "−"), characters=5),
)
PLAYER: Final = {3: (9, 4, 4), 4: (7, 3, 3)}  # characters of running total, won and lost, by seats
PASSED: Final = {3: 5, 4: 4}  # of the tick for a deal passed in; a table of three has so much wider columns


def deal_columns(*, has_signs: bool) -> tuple[DealColumn, ...]:
    """Return the columns before the players'."""
    return DEAL_WITH_SIGNS if has_signs else DEAL


LEAST_ROW: Final = 4.0
PITCHES: Final = (LEAST_ROW, 4.4, 4.8, 16 / 3, 6.0, 6.4, 7.0, 8.0, 9.6)  # of a row: nobody writes in less
SUMS: Final = (5.0, 6.0, 7.0, 8.0)  # heights a line of the computation may have
SUM_LINES: Final = 5  # game points with games won and lost, what both of them bring, the total, the fee
CONTINUED: Final = 8.0  # height of what stands below the rows of a page that is not the last


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """The measures of a sheet on one paper."""

    character: float  # width of a character of what is entered
    played: tuple[tuple[float, float, float], tuple[float, float, float]]  # lines of beginning and end: from, to, down
    seats: float
    seat_columns: tuple[float, float, float, float, float]
    seat_block: float  # height of the lines of all seats together, without their heading
    headings: float
    names: float  # height of the players' names over their columns
    rows: float
    signatures: float
    control: float
    height: float  # where each part begins, from the top down, and where the sheet ends
    box: float  # width of the direction's box beside the computation
    word: float
    heading: float
    sum: float  # sizes of fixed words: small ones, those over columns, those of the computation
    largest: int  # number of the largest size of what is typed
    title: int  # number of the largest size of the event's name
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
    notes: int  # lines of notes that have room under a list, or all get pages of their own
    note_lines: int
    note_room: float  # lines of notes on a page of their own, and how wide one is when it breaks early

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """One page of the form. Pages printed on the same form have equal ones."""

    seats: int
    first: int  # the first deal on the page
    last: int
    length: int  # deals of the whole list
    page: int
    pages: int
    is_blank: bool  # whether the numbers of the deals and what the control sums need are printed with the form
    series: int | None  # the series printed on it; None leaves it to be filled in
    minutes: int | None  # how long the series may take; None: as long as it takes
    turns: tuple[Turn, ...]  # who deals the deals on the page, and in which rounds
    ruling: SheetRuling = PLAIN

    @property
    def measures(self) -> Measures:
        """Where its parts lie."""
        return measures_of(self.ruling.leaf)

    @property
    def deal(self) -> tuple[DealColumn, ...]:
        """The columns before the players'."""
        return deal_columns(has_signs=self.ruling.has_signs)

    @property
    def players(self) -> float:
        """Where the players' columns begin."""
        return round(sum(column.characters for column in self.deal) * self.measures.character, 3)

    @property
    def step(self) -> float:
        """How wide the columns of a player are."""
        return round(sum(PLAYER[self.seats]) * self.measures.character, 3)

    @property
    def passed(self) -> float:
        """Where the players' columns end."""
        return round(self.players + self.seats * self.step, 3)

    @property
    def width(self) -> float:
        """How wide it is, at three players as at four."""
        return round(self.passed + PASSED[self.seats] * self.measures.character, 3)

    @property
    def is_last(self) -> bool:
        """Whether the list ends on this page, so that the computation stands under it."""
        return self.page == self.pages

    @property
    def pitch(self) -> int:
        """Which of ``PITCHES`` its rows have: the largest that fits. The style sheet has a class for each."""
        rows, space = len(self.turns), self.measures.bottom(is_last=self.is_last) - self.measures.rows
        return max(number for number, height in enumerate(PITCHES) if rows * height <= space + 0.01)

    @property
    def row(self) -> float:
        """Height of a row."""
        return PITCHES[self.pitch]

    @property
    def bottom(self) -> float:
        """Where the rows end."""
        return self.measures.rows + self.row * len(self.turns)

    @property
    def sum_pitch(self) -> int:
        """Which of ``SUMS`` the lines of the computation have: the largest that fits below the rows."""
        space = self.measures.signatures - self.bottom
        return max((number for number, height in enumerate(SUMS) if SUM_LINES * height <= space + 0.01), default=0)

    @property
    def sum(self) -> float:
        """Height of a line of the computation."""
        return SUMS[self.sum_pitch]

    @property
    def sums(self) -> float:
        """Where the computation begins."""
        return self.measures.signatures - SUM_LINES * self.sum

    @property
    def rounds(self) -> tuple[int, ...]:
        """After how many of its rows a round ends, the last row included."""
        ends = [row for row, (turn, after) in enumerate(pairwise(self.turns), start=1) if turn.round != after.round]
        return (*ends, len(self.turns))

    @property
    def numbers(self) -> str:
        """The number of each deal and who deals it, a line each, as wide as their columns."""
        return "\n".join(numbered(number, turn) for number, turn in enumerate(self.turns, start=self.first))

    @property
    def look(self) -> str:
        """What the style sheet knows it by."""
        leaf = "a4" if self.ruling.leaf is Leaf.A4 else "a5"
        signs = " has-signs" if self.ruling.has_signs else ""
        return f"{leaf}{signs} of-{self.seats} pitch-{self.pitch} sums-{self.sum_pitch}"


def numbered(number: int, turn: Turn, *, mark: str = " ") -> str:
    """Return the number of a deal, what marks it, and who deals it."""
    return f"{number:>3}{mark} {turn.dealer} "


def forms(
    *,
    seats: int,
    rounds: int,
    is_blank: bool,
    series: int | None = None,
    minutes: int | None = None,
    presence: tuple[Presence, ...] = (),
    ruling: SheetRuling = PLAIN,
) -> tuple[Form, ...]:
    """Return the pages of a list: as few as may be, each with whole rounds."""
    planned, measures = turns(seats=seats, rounds=rounds, presence=presence), measures_of(ruling.leaf)
    for pages in count(1):
        a_page = -(-rounds // pages)
        parts = [tuple(part) for _page, part in groupby(planned, key=lambda turn: (turn.round - 1) // a_page)]
        rooms = [measures.most_rows(is_last=page == len(parts)) for page in range(1, len(parts) + 1)]
        if all(len(part) <= room for part, room in zip(parts, rooms, strict=True)):
            break
    firsts = accumulate((len(part) for part in parts), initial=1)
    return tuple(
        Form(
            seats=seats,
            first=first,
            last=first + len(part) - 1,
            length=len(planned),
            page=page,
            pages=len(parts),
            is_blank=is_blank,
            series=series,
            minutes=minutes,
            turns=part,
            ruling=ruling,
        )
        for page, (first, part) in enumerate(zip(firsts, parts, strict=False), start=1)
    )
