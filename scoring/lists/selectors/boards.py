"""The board of a series: how far each table is and what is missing."""

import enum
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from django.db.models import Count, Max, Q, QuerySet, Sum

from scoring.lists import mapping
from scoring.lists.models import Call, Confirmation, DealRow, GameListRow, Phone, Proposal, SecondDealRow
from scoring.lists.selectors.house import is_to_a_target
from scoring.lists.selectors.sheets import may_end
from scoring.lists.selectors.sitting import HANDED
from scoring.rules.comparison import compared
from scoring.rules.game_list.house import is_over
from tables.draw.models import Seat, Table
from tables.journal.models import JournalEntry
from tables.prepared import Prepared
from tables.tournaments.models import Series

MEASURES = ("rounds", "presence", "profile")
"""What a list without its deals is made of, beside its table."""


class ListState(enum.StrEnum):
    """How far a list is."""

    WAITING = "waiting"
    """Nothing entered yet."""

    OPEN = "open"
    """Entries are being made."""

    COMPLETE = "complete"
    """Everything is entered, the signatures are missing."""

    SIGNED = "signed"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLine:
    """One table of the board."""

    table: Table
    game_list: GameListRow
    seats: tuple[Seat, ...]
    state: ListState
    entered: int
    """Deals entered; of a list of totals those that it says were played or passed in."""

    length: int
    confirmed: tuple[int, ...]
    """The seats that have confirmed."""

    last_entry_at: datetime | None
    phones: tuple[Phone, ...]
    """The phones that keep the list or the second one."""

    calls: tuple[Call, ...]
    """What the table calls the direction for, oldest first."""

    handed: tuple[Call, ...]
    """The calls by which a phone was given a list of the table to keep."""

    proposals: int
    """Entries that wait for somebody to accept them."""

    differences: tuple[int, ...]
    """The deals that stand otherwise in the second list."""

    @property
    def share(self) -> float:
        """How much of the series is played here, from 0 to 1."""
        return self.entered / self.length

    @property
    def counts_for_nobody(self) -> bool:
        """Whether the list is void or all its players are excluded, so that nobody need sign it."""
        return self.game_list.void_at is not None or all(seat.entrant.excluded_at for seat in self.seats)

    @property
    def needs_somebody(self) -> bool:
        """Whether the table waits for the direction, or for an agreement."""
        return bool(self.calls or self.proposals or self.differences)


def lists_of(series: Series) -> QuerySet[GameListRow]:
    """Return the lists of a series in the order of their tables."""
    return GameListRow.objects.filter(table__series=series).select_related("table").order_by("table__number")


OF_TABLE: Final = Prepared(lambda of: GameListRow.objects.filter(table=of).select_related("table__series__tournament"))


def list_of(table: Table) -> GameListRow:
    """Return a table's list.

    :raises GameListRow.DoesNotExist: while the seats are not published.
    """
    for row in OF_TABLE(table.pk):
        return row
    raise GameListRow.DoesNotExist


WITH_BLANK_LIST = Prepared(
    lambda slug, series, table: (
        Table.objects.filter(series__tournament__slug=slug, series__number=series, number=table)
        .exclude(series__published_at=None)
        .select_related("series", "game_list")
        .only("key", "size", "series__number", "series__tournament_id", *(f"game_list__{name}" for name in MEASURES))
    )
)
"""The table whose seats are published, by slug, series and number, with what opens it and the measures of its list."""


def calls_in(series: Series) -> QuerySet[Call]:
    """Return everything the tables of a series called the direction for, the oldest first."""
    return Call.objects.filter(game_list__table__series=series).select_related("game_list__table")


def list_at(series: Series, table: int) -> GameListRow | None:
    """Return the list of a table by its number, if there is one."""
    return lists_of(series).filter(table__number=table).first()


def board(series: Series) -> list[BoardLine]:
    """Return how far each table of a series is, in eight queries, nine while a second list is kept."""
    typed = Q(totals__voided_at=None)
    played = Sum("totals__won", filter=typed, default=0) + Sum("totals__lost", filter=typed, default=0)
    rows = list(lists_of(series).annotate(played=played))
    of_series = {"game_list__table__series": series}
    progress = _progress(series)
    confirmed = _grouped(Confirmation.objects.filter(**of_series).order_by("place"), "game_list_id")
    seats = _grouped(Seat.objects.filter(series=series).select_related("entrant").order_by("place"), "table_id")
    phones = _grouped(Phone.objects.filter(**of_series).exclude(keeps=Phone.Keeps.NOTHING), "game_list_id")
    rung = Call.objects.filter(Q(settled_at=None) | HANDED, **of_series).select_related("objection__taken_by")
    calls = _grouped(rung, "game_list_id")
    proposals = _grouped(Proposal.objects.filter(**of_series, settled_at=None), "game_list_id")
    differing, over = differences(series), _over(series)
    return [
        BoardLine(
            table=row.table,
            game_list=row,
            seats=tuple(seats[row.table_id]),
            state=_state(row, entered=entered, is_over=row.pk in over),
            entered=_accounted_for(row) if row.kind == GameListRow.Kind.TOTALS else entered,
            length=entered if row.pk in over else mapping.length_of(row),
            confirmed=tuple(value.place for value in confirmed[row.pk]),
            last_entry_at=last,
            phones=tuple(phones[row.pk]),
            calls=tuple(call for call in calls[row.pk] if not call.settled_at),
            handed=tuple(call for call in calls[row.pk] if call.settled_at),
            proposals=len(proposals[row.pk]),
            differences=differing.get(row.pk, ()),
        )
        for row in rows
        for entered, last in [progress.get(row.pk, (0, None))]
    ]


def _accounted_for(row: Any) -> int:
    """Return how many deals the totals of a list account for; where nobody said, the rest was passed in."""
    if row.passed is None and not row.short_because:
        return mapping.length_of(row)
    return int(row.played) + (row.passed or 0)


def differences(series: Series) -> dict[int, tuple[int, ...]]:
    """Return the numbers of the deals that differ, for each list whose second one differs."""
    counts = {"voided_at": None, "game_list__signed_at": None}
    second = _grouped(SecondDealRow.objects.filter(game_list__table__series=series, **counts), "game_list_id")
    if not second:
        return {}
    first = _grouped(DealRow.objects.filter(game_list__in=second.keys(), voided_at=None), "game_list_id")
    comparisons = {
        row.pk: compared(mapping.to_game_list(row, first[row.pk]), mapping.to_game_list(row, second[row.pk]))
        for row in lists_of(series).filter(pk__in=second.keys())
    }
    numbers = {
        pk: tuple(difference.number for difference in comparison.differences) for pk, comparison in comparisons.items()
    }
    return {pk: deals for pk, deals in numbers.items() if deals}


def states(series: Series) -> dict[int, ListState]:
    """Return how far the list of each table is, by the table, in two queries."""
    progress, over = _progress(series), _over(series)
    return {
        row.table_id: _state(row, entered=progress.get(row.pk, (0, None))[0], is_over=row.pk in over)
        for row in lists_of(series)
    }


def _over(series: Series) -> set[int]:
    """Return the lists in which somebody reached the target; where none is played to, nothing is asked."""
    if not is_to_a_target(series.profile):
        return set()
    deals = _grouped(DealRow.objects.filter(game_list__table__series=series, voided_at=None), "game_list_id")
    rows = lists_of(series).filter(pk__in=deals.keys())
    return {row.pk for row in rows if is_over(mapping.to_game_list(row, deals[row.pk]))}


def _progress(series: Series) -> dict[int, tuple[int, datetime | None]]:
    """Return how many deals each list has, and when the last one was entered."""
    valid = DealRow.objects.filter(game_list__table__series=series, voided_at=None).order_by()
    counted = valid.values_list("game_list_id").annotate(entered=Count("pk"), last=Max("entered_at"))
    return {list_id: (entered, last) for list_id, entered, last in counted}


def board_version(series: Series, *, now: datetime) -> str:
    """Return what names the state of a board: new with every act, with every minute, and when deals wait on a phone."""
    of_series = {"game_list__table__series": series}
    acts = JournalEntry.objects.filter(tournament=series.tournament_id).order_by("-number")
    phones = Phone.objects.filter(**of_series).order_by("pk")
    proposals = Proposal.objects.filter(**of_series)
    state = [
        acts.values_list("hash", flat=True).first(),
        lists_of(series).aggregate(Sum("version")),
        list(phones.values_list("game_list", "keeps", "unsent")),
        proposals.aggregate(Count("pk"), Count("settled_at")),
        now.replace(second=0, microsecond=0),
    ]
    return sha256(repr(state).encode()).hexdigest()[:16]


def _state(row: GameListRow, *, entered: int, is_over: bool) -> ListState:
    if row.signed_at:
        return ListState.SIGNED
    is_whole = row.kind == GameListRow.Kind.TOTALS or entered >= mapping.length_of(row)
    if is_whole or is_over or (entered and may_end(row, entered)):
        return ListState.COMPLETE
    return ListState.OPEN if entered else ListState.WAITING


def _grouped(rows: Iterable[Any], key: str) -> dict[int, list[Any]]:
    groups: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        groups[getattr(row, key)].append(row)
    return groups


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLine:
    """One list of a series."""

    row: GameListRow
    state: ListState
    seats: tuple[Seat, ...]
    """Each with its stored ``result`` once the list has an entry."""


def lists_with_results(series: Series) -> list[ListLine]:
    """Return the lists of a series in the order of their tables, in five queries."""
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(series=series).select_related("entrant", "result").order_by("place"):
        seats[seat.table_id].append(seat)
    return [ListLine(row=line.game_list, state=line.state, seats=tuple(seats[line.table.pk])) for line in board(series)]


def results_by_seat(series: Series) -> list[tuple[Seat, ListState]]:
    """Return the seats of a series, table by table, and how far the list of each is.

    A seat has its stored ``result`` once its list has an entry.
    """
    list_states = states(series)
    seats = Seat.objects.filter(series=series).select_related("entrant", "table", "result")
    return [(seat, list_states[seat.table_id]) for seat in seats.order_by("table__number", "place")]
