"""What the journal tells of the entries of a list: the lines by which each came, and went again.

The journal alone says how often a deal was entered and made void; the rows say what was entered. Neither can be changed
without the other showing it, and no clock comes into it.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from scoring.lists.models import DealRow, EntryRow, SecondDealRow, TotalsRow
from tables.journal.models import JournalEntry
from tables.journal.selectors import deals_in

ListRow = TypeVar("ListRow", DealRow, SecondDealRow, TotalsRow)
Row = TypeVar("Row", DealRow, SecondDealRow, EntryRow, TotalsRow)


@dataclass(frozen=True, slots=True, kw_only=True)
class Acts:
    """The acts by which entries of one kind come and go."""

    entering: frozenset[str]
    voiding: frozenset[str]
    """Some do both: a correction voids one entry and adds another."""

    whole: frozenset[str] = frozenset()
    """Those of them that are about everything there is, without naming it."""

    @property
    def all(self) -> frozenset[str]:
        """All of them."""
        return self.entering | self.voiding


FIRST: Final = Acts(
    entering=frozenset({"list.deal-entered", "list.deal-corrected", "list.deal-added", "list.entered"}),
    voiding=frozenset({"list.deal-corrected", "list.deal-taken-back", "list.dealt-again"}),
)
"""The entries of the list itself."""

SECOND: Final = Acts(
    entering=frozenset({"second.deal-entered", "second.deal-corrected"}),
    voiding=frozenset({"second.deal-corrected", "second.deal-taken-back", "second.given-up", "list.dealt-again"}),
    whole=frozenset({"second.given-up"}),
)

RIGHTED = "list.corrected-when-signed"
"""Tells of a deal, which has its own line too, or of all the results of a list typed as totals."""

TOTALS: Final = Acts(
    entering=frozenset({"list.totals-entered", RIGHTED}),
    voiding=frozenset({"list.totals-entered", "list.totals-dropped", RIGHTED}),
    whole=frozenset({"list.totals-entered", "list.totals-dropped", RIGHTED}),
)
"""Results typed from paper, by seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """One entry as the journal tells of it."""

    number: int
    """The deal, or the seat of a typed result."""

    since: JournalEntry
    until: JournalEntry | None
    """The line that made it void; None while it counts."""


def tellings(
    lines: Iterable[JournalEntry], acts: Acts, *, table: int, numbers: Sequence[int]
) -> dict[int, list[Telling]]:
    """Return the entries that lines about a list tell of, in order, by their number.

    ``numbers`` are those there can be: what is told of the whole list is told of each of them.
    """
    values: dict[int, list[Telling]] = defaultdict(list)
    for line in lines:
        if line.action not in acts.all or (line.action == RIGHTED and line.data["deal"] is not None):
            continue
        for number in numbers if line.action in acts.whole else deals_in(line, table=table):
            before = values[number]
            if line.action in acts.voiding and before and before[-1].until is None:
                before[-1] = Telling(number=number, since=before[-1].since, until=line)
            if line.action in acts.entering:
                before.append(Telling(number=number, since=line, until=None))
    return values


def by_list(rows: Iterable[ListRow]) -> dict[int, list[ListRow]]:
    """Return rows by the list they stand in, in their order."""
    values: dict[int, list[ListRow]] = defaultdict(list)
    for row in rows:
        values[row.game_list_id].append(row)
    return values


def numbered(rows: Iterable[Row]) -> dict[int, list[Row]]:
    """Return rows by deal or seat, in the order in which they were written."""
    values: dict[int, list[Row]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.pk):
        values[row.place if isinstance(row, TotalsRow) else row.number].append(row)
    return values
