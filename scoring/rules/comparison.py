"""Two lists of one table, kept apart from each other: where they differ (SkWO 7.2)."""

import enum
from dataclasses import dataclass, replace
from typing import Final

from scoring.rules.game_list.deals import Deal, GameList, booked, booking
from scoring.rules.profiles.lines import Beside
from scoring.rules.profiles.naming import BY_THE_BOOK
from scoring.rules.valuation import StepKind


class Cell(enum.StrEnum):
    """A part of an entry in which two lists can differ."""

    DECLARER = "declarer"
    GAME = "game"
    MATADORS = "matadors"
    ANNOUNCED = "announced"
    LEVEL = "level"
    BID = "bid"
    RESULT = "result"
    HOUSE = "house"
    POINTS = "points"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A deal that stands otherwise in one list than in the other."""

    number: int
    first: Deal
    second: Deal
    cells: tuple[Cell, ...]
    """In what they differ, in the order in which a line is read."""

    def values(self, cell: Cell) -> tuple[object, object]:
        """Return what stands in a cell of both entries: where they differ in it, these differ."""
        return values(self.first)[cell], values(self.second)[cell]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What comes of holding a second list against the first."""

    differences: tuple[Difference, ...]
    only_first: tuple[int, ...]
    only_second: tuple[int, ...]

    @property
    def agree(self) -> bool:
        """Whether both say the same about the same deals: before that nothing is signed."""
        return not (self.differences or self.only_first or self.only_second)


def compared(first: GameList, second: GameList) -> Comparison:
    """Return where two lists of a table differ, and apart from that the deals by which one is behind."""
    ours = {deal.number: deal for deal in first.deals}
    theirs = {deal.number: deal for deal in second.deals}
    both = sorted(ours.keys() & theirs.keys())
    differences = (difference(ours[number], theirs[number]) for number in both)
    return Comparison(
        differences=tuple(each_difference for each_difference in differences if each_difference is not None),
        only_first=tuple(sorted(ours.keys() - theirs.keys())),
        only_second=tuple(sorted(theirs.keys() - ours.keys())),
    )


def difference(first: Deal, second: Deal) -> Difference | None:
    """Return in what two entries of a deal differ, or None if they say the same.

    A bid counts only where a game is overbid: elsewhere one keeper may note it and the other not. Nor does it
    matter whether a judge wrote an entry, as long as it says the same.
    """
    if cells := tuple(cell for cell in Cell if values(first)[cell] != values(second)[cell]):
        return Difference(number=first.number, first=first, second=second, cells=cells)
    return None


def values(deal: Deal) -> dict[Cell, object]:
    """Return what stands in each cell of an entry; of a deal that was passed in nothing but that."""
    played, found_booking = deal.played, booking(deal)
    house = deal.house and replace(deal.house, profile=BY_THE_BOOK)
    if played is None or found_booking is None:
        return _PASSED_IN | {Cell.DECLARER: deal.declarer, Cell.HOUSE: None if house == _USUAL else house}
    contract = played.contract
    # Where the opponents' level covers the bid one keeper may tick overbid and the other not: it costs the same.
    is_overbid = found_booking.overbid and not found_booking.covered_by_loss
    return {
        Cell.DECLARER: deal.declarer,
        Cell.GAME: contract.game,
        Cell.MATADORS: played.matadors,
        Cell.ANNOUNCED: tuple(name for name in _ANNOUNCED if getattr(contract, name)),
        # Under an announced level the tick may go either way where it was missed; what counts is what is charged.
        Cell.LEVEL: tuple(step.kind for step in found_booking.steps if step.kind in _REACHED),
        Cell.BID: played.bid if is_overbid else None,
        Cell.RESULT: (played.won, is_overbid),
        Cell.HOUSE: None if house == _USUAL else house,
        Cell.POINTS: booked(deal),
    }


_ANNOUNCED: Final = ("hand", "schneider_announced", "schwarz_announced", "ouvert")
_REACHED: Final = frozenset({StepKind.SCHNEIDER, StepKind.SCHWARZ})
_USUAL: Final = Beside(profile=BY_THE_BOOK)

_PASSED_IN: Final[dict[Cell, object]] = dict.fromkeys(Cell) | {Cell.ANNOUNCED: (), Cell.LEVEL: ()}
"""What stands in the cells of a deal that was passed in: nothing."""
