"""A list that a phone showed as a code, held against what the site has of it."""

from dataclasses import dataclass, replace

from scoring.lists.selectors.sheets import Sheet
from scoring.lists.selectors.sitting import for_whom, is_seated
from scoring.rules.comparison import difference
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.packed import PackedList, packed_text


@dataclass(frozen=True, slots=True, kw_only=True)
class HandoverLine:
    """One deal, as the phone and as the site has it; None where it is missing."""

    number: int
    brought: Deal | None
    here: Deal | None

    @property
    def is_missing(self) -> bool:
        """Whether the site lacks it."""
        return self.here is None

    @property
    def differs(self) -> bool:
        """Whether both have it, and not the same."""
        return self.brought is not None and self.here is not None and difference(self.brought, self.here) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Handover:
    """What a phone brings, deal by deal."""

    sheet: Sheet
    text: str
    """The list as it stands in the code; the same list always has the same text."""

    lines: tuple[HandoverLine, ...]
    then: tuple[int, ...] = ()
    """The start numbers of those who sat there when it was written, where others sit there now."""

    is_seated: bool = True
    """Whether those who sat there when it was written sit there still."""

    @property
    def missing(self) -> list[Deal]:
        """The deals that the site lacks; that a judge let one stand is not for a phone to say."""
        brought = [line.brought for line in self.lines if line.is_missing and line.brought]
        return [replace(deal, overruled=False) for deal in brought]

    @property
    def for_persons(self) -> list[Deal] | None:
        """The missing deals for those who played them, wherever they sit now; None if one is at another table."""
        deals = [for_whom(deal, now=self.sheet.sits, then=self.then) for deal in self.missing]
        return None if None in deals else [deal for deal in deals if deal is not None]

    @property
    def differing(self) -> list[HandoverLine]:
        """The deals that stand otherwise in the site's list."""
        return [line for line in self.lines if line.differs]


def handover(sheet: Sheet, packed: PackedList) -> Handover:
    """Return what a phone brings beside what stands in a list."""
    now_seated = is_seated(sheet.row, now=sheet.sits, then=packed.sits)
    brought = {deal.number: deal for deal in packed.deals}
    here = {deal.number: deal for deal in sheet.game_list.deals}
    return Handover(
        sheet=sheet,
        text=packed_text(packed),
        then=() if now_seated else packed.sits,
        is_seated=now_seated,
        lines=tuple(
            HandoverLine(number=number, brought=brought.get(number), here=here.get(number))
            for number in sorted(brought.keys() | here.keys())
        ),
    )
