"""What stands on the paper desk of a series, and what twelve typed numbers come to (SkWO 5, 7.2)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from scoring.disputes.models import Objection
from scoring.lists import mapping
from scoring.lists.models import GameListRow, SeatResult, TotalsRow
from scoring.lists.selectors.boards import BoardLine, ListState, board, lists_of
from scoring.rules.game_list.findings import Finding
from scoring.rules.game_list.sums import Rating, rating
from scoring.rules.game_list.totals import Totals, TotalsList, must_be_stated, totals_findings, totals_tallies
from tables.draw.models import Table
from tables.tournaments.models import Series

BLANK = Totals(game_points=0, won=0, lost=0)
"""What stands in the place of a seat whose numbers are not typed yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTable:
    """One table of the desk."""

    line: BoardLine
    totals: tuple[Totals, ...]
    """The results that were typed, from seat 1 on; empty where there are none."""

    results: tuple[SeatResult, ...]
    """What the list came to so far, from seat 1 on, however it is kept; empty before the first entry."""

    is_mendable: bool
    """Whether a slip in them may be mended though the list is closed."""

    @property
    def table(self) -> Table:
        """The table of the hall."""
        return self.line.table

    @property
    def takes_results(self) -> bool:
        """Whether the results may be typed here.

        Not where somebody keeps the list deal by deal, where somebody left or came, nor by house rules: nobody can tell
        from a total what Bock, Ramsch and stakes made of it.
        """
        if self.line.game_list.presence or self.line.game_list.profile:
            return False
        is_totals = self.line.game_list.kind == GameListRow.Kind.TOTALS
        if self.line.state == ListState.SIGNED:
            return self.is_mendable and is_totals
        return is_totals or not self.line.entered

    @property
    def is_waited_for(self) -> bool:
        """Whether its results are still to be typed."""
        return self.takes_results and self.line.state != ListState.SIGNED and not self.line.counts_for_nobody

    @property
    def is_signed(self) -> bool:
        """Whether the list is closed."""
        return self.line.state == ListState.SIGNED


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckoned:
    """What typed results come to, as far as they are typed."""

    ratings: tuple[Rating, ...]
    """From seat 1 on; a seat that is not typed yet counts as zero."""

    totals_list: TotalsList
    asks: bool
    """Whether somebody has to say how many deals were passed in."""

    findings: tuple[Finding, ...]
    """What cannot be true, of seats that are typed and of the table."""


def paper_desk(series: Series) -> list[PaperTable]:
    """Return the tables of a series as the desk shows them, in three queries more than the board takes."""
    typed: dict[int, list[TotalsRow]] = defaultdict(list)
    for row in TotalsRow.objects.filter(game_list__table__series=series, voided_at=None).order_by("place"):
        typed[row.game_list_id].append(row)
    results: dict[int, list[SeatResult]] = defaultdict(list)
    for result in SeatResult.objects.filter(game_list__table__series=series).order_by("seat__place"):
        results[result.game_list_id].append(result)
    mendable = set(_mendable(lists_of(series)).values_list("pk", flat=True))
    return [
        PaperTable(
            line=line,
            totals=mapping.to_totals(typed[line.game_list.pk]),
            results=tuple(results[line.game_list.pk]),
            is_mendable=line.game_list.pk in mendable,
        )
        for line in board(series)
    ]


def is_mendable(row: GameListRow) -> bool:
    """Tell whether a slip in typing a closed list may be mended: only its paper was signed, no objection is open."""
    return _mendable(GameListRow.objects.filter(pk=row.pk)).exists()


def is_decided(row: GameListRow, number: int) -> bool:
    """Tell whether a deal stands as a decision or a correction of the signed list put it, not as its paper says."""
    decided = Q(ruling__isnull=False) | Q(correction__isnull=False, correction__lapsed_at=None)
    return row.deals.filter(decided, voided_at=None, number=number).exists()


def next_table(tables: Sequence[PaperTable], *, after: int) -> int | None:
    """Return the number of the table to be typed next after another one; None where none is left."""
    open_ones = [one.table.number for one in tables if one.is_waited_for]
    return next((number for number in open_ones if number > after), next(iter(open_ones), None))


def reckoned(
    typed: Sequence[Totals | None], *, rounds: int, passed: int | None = None, is_short: bool = False
) -> Reckoned:
    """Return what the results of a table come to; None stands for a seat that is not typed yet.

    Where ``passed`` is not typed, all that nobody played were, if they are few; of a list accepted short, none.
    """
    totals = tuple(own or BLANK for own in typed)
    totals_list = TotalsList(seats=len(typed), rounds=rounds, totals=totals, passed=passed)
    asks = passed is None and not is_short and None not in typed and must_be_stated(totals_list)
    if passed is None and not asks:
        totals_list = replace(totals_list, passed=0 if is_short else max(totals_list.rest, 0))
    ratings = tuple(rating(tally, seats=len(typed)) for tally in totals_tallies(totals_list))
    return Reckoned(
        totals_list=totals_list,
        asks=asks,
        ratings=ratings,
        findings=totals_findings(totals_list),
    )


def _mendable(lists: QuerySet[GameListRow]) -> QuerySet[GameListRow]:
    """Return the lists closed for their paper, to which no objection is open."""
    disputed = GameListRow.objects.filter(objections__outcome=Objection.Outcome.OPEN)
    return lists.filter(signed_by__isnull=False).exclude(pk__in=disputed.values("pk"))
