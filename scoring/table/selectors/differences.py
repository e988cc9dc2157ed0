"""Where the second list of a table says something else than the first (SkWO 7.2)."""

from dataclasses import dataclass
from uuid import UUID

from scoring.lists.models import EntryRow
from scoring.lists.selectors.book import FIRST, SECOND, Book
from scoring.rules.comparison import Difference


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """A deal to be settled: both entries, whose keys say which ones somebody looked at."""

    difference: Difference
    entries: tuple[EntryRow, EntryRow]

    @property
    def seen(self) -> tuple[UUID, UUID]:
        """The keys of both entries."""
        first, second = self.entries
        return first.entry_key, second.entry_key


@dataclass(frozen=True, slots=True, kw_only=True)
class BothLists:
    """Both lists of a table, held against each other."""

    entered: tuple[int, int]
    """How many deals each list has."""

    disagreements: tuple[Disagreement, ...]
    lacking: tuple[tuple[int, ...], tuple[int, ...]]
    """The deals that the first list lacks, and those that the second lacks."""

    @property
    def agree(self) -> bool:
        """Whether nothing is left to settle."""
        return not (self.disagreements or any(self.lacking))


def both_lists(book: Book) -> BothLists | None:
    """Return both lists of a table, or None where no second one is kept; everything of it is at hand already."""
    comparison = book.comparison
    if comparison is None:
        return None
    first, second = ({entry.number: entry for entry in book.entries(copy)} for copy in (FIRST, SECOND))
    return BothLists(
        entered=(len(book.deals), len(book.second_deals)),
        disagreements=tuple(
            Disagreement(difference=difference, entries=(first[difference.number], second[difference.number]))
            for difference in comparison.differences
        ),
        lacking=(comparison.only_second, comparison.only_first),
    )
