"""What tables are told: where two lists differ, who may take one over, what the last card says."""

from dataclasses import dataclass, replace
from uuid import UUID

from scoring.lists.models import EntryRow
from scoring.lists.selectors.book import FIRST, SECOND, Book
from scoring.lists.selectors.sheets import Score, Sheet
from scoring.lists.selectors.sitting import for_whom, is_seated
from scoring.results.selectors.standings import open_results, public_standings, shown_series
from scoring.rules.comparison import Difference, difference
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.packed import PackedList, packed_text
from tables.draw.models import Seat
from tables.tournaments.models import Series


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
    first, second = ({entry.number: entry for entry in book.rows(copy)[0]} for copy in (FIRST, SECOND))
    return BothLists(
        entered=(len(book.deals), len(book.second_deals)),
        disagreements=tuple(
            Disagreement(difference=difference, entries=(first[difference.number], second[difference.number]))
            for difference in comparison.differences
        ),
        lacking=(comparison.only_second, comparison.only_first),
    )


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


@dataclass(frozen=True, slots=True, kw_only=True)
class LastCard:
    """What one player hears."""

    score: Score
    rank: int | None
    """Their place in the standings; None where those are hidden, or there are none."""

    seat: Seat | None
    """Where they sit in the series that follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LastCards:
    """What all of a table hear."""

    cards: tuple[LastCard, ...]
    ranked: int
    """How many are in the standings."""

    following: Series | None
    """The latest series whose seats are out, if it is later than that of the list."""


def last_cards(sheet: Sheet) -> LastCards:
    """Return what the players of a signed list hear; the number of queries does not grow with the field."""
    series = sheet.row.table.series
    following = following_series(series)
    ranking = () if series.tournament.is_pub_table else public_standings(open_results(series.tournament)).lines
    ranks = {line.entrant.pk: line.rank for line in ranking}
    entrants = [score.seat.entrant_id for score in sheet.scores]
    seats = Seat.objects.filter(series=following, entrant__in=entrants).select_related("table") if following else ()
    sits = {seat.entrant_id: seat for seat in seats}
    cards = (
        LastCard(score=score, rank=ranks.get(score.seat.entrant_id), seat=sits.get(score.seat.entrant_id))
        for score in sheet.scores
    )
    return LastCards(cards=tuple(cards), ranked=len(ranks), following=following)


def following_series(series: Series) -> Series | None:
    """Return the latest series whose seats are out, if it is later than this one."""
    later = [each_series for each_series in shown_series(series.tournament) if each_series.number > series.number]
    return later[-1] if later else None
