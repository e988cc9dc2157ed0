"""The printed form of a score sheet: which deals stand on which page, and how its space is divided (SkWO 7.2, 8.11)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, count, groupby, pairwise

from scoring.paper.sheets.columns import PASSED, PLAYER, Column, deal_columns
from scoring.paper.sheets.look import PLAIN, Leaf, Ruling
from scoring.paper.sheets.measures import PITCHES, SUM_LINES, SUMS, Measures, measures_of
from scoring.rules.game_list.presence import Presence, Turn, turns


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
    """Whether the numbers of the deals and what the control sums need are printed with the form."""

    series: int | None
    """The series printed on it; None leaves it to be filled in."""

    minutes: int | None
    """How long the series may take; None: as long as it takes."""

    turns: tuple[Turn, ...]
    """Who deals the deals on the page, and in which rounds."""

    ruling: Ruling = PLAIN

    @property
    def measures(self) -> Measures:
        """Where its parts lie."""
        return measures_of(self.ruling.leaf)

    @property
    def deal(self) -> tuple[Column, ...]:
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
    ruling: Ruling = PLAIN,
) -> tuple[Form, ...]:
    """Return the pages of a list: as few as may be, each with whole rounds."""
    planned = turns(seats=seats, rounds=rounds, presence=presence)
    parts = next(parts for pages in count(1) if _fit(parts := list(_parts(planned, -(-rounds // pages))), ruling))
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


def _parts(planned: tuple[Turn, ...], rounds: int) -> Iterator[tuple[Turn, ...]]:
    """Yield the deals of pages with so many rounds each."""
    for _page, part in groupby(planned, key=lambda turn: (turn.round - 1) // rounds):
        yield tuple(part)


def _fit(parts: list[tuple[Turn, ...]], ruling: Ruling) -> bool:
    measures = measures_of(ruling.leaf)
    return all(
        len(part) <= measures.most_rows(is_last=number == len(parts)) for number, part in enumerate(parts, start=1)
    )
