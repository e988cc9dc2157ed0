"""What was done to a list, a deal, a player; what of it can be undone; what freezes with a signature."""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from itertools import chain
from typing import Any, Final, Protocol, TypeVar

from scoring.lists import mapping
from scoring.lists.models import DealRow, EntryRow, GameListRow, TotalsRow
from scoring.lists.selectors.sitting import seats_at, sits_of
from scoring.rules.game_list.sums import Tally, rating, tallies
from scoring.rules.game_list.totals import totals_tallies
from scoring.rules.notation.packed import PackedList, packed_text
from tables.draw.models import Seat
from tables.journal.models import JournalEntry
from tables.journal.selectors import (
    as_far_as_readable,
    deals_in,
    lines_of_deal,
    lines_of_entrant,
    lines_of_table,
    player,
    read_by,
)
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament


class OfAnEvent(Protocol):
    """A row of which an event's journal tells."""

    @property
    def tournament(self) -> Tournament:
        """The event."""


Subject = TypeVar("Subject", bound=OfAnEvent)


def where_readable(read: Callable[[Subject], list[JournalEntry]]) -> Callable[[Subject], list[JournalEntry]]:
    """Have a page about something else go on without its history, where somebody bent the journal."""

    @wraps(read)
    def readable(subject: Subject) -> list[JournalEntry]:
        return as_far_as_readable(subject.tournament, lambda: read(subject), nothing=[])

    return readable


def history_of_list(row: GameListRow, *, before: int | None = None, deal: int | None = None) -> list[JournalEntry]:
    """Return everything that was done at a table in a series: to its list, with its phones, about its calls.

    With ``before`` only the lines before one, with ``deal`` only those about a deal.
    """
    series, table = row.table.series, row.table.number
    lines = lines_of_table(series.tournament, series=series.number, table=table)
    entries: Iterable[JournalEntry] = lines if before is None else lines.filter(number__lt=before)
    if deal is not None:
        entries = (line for line in entries if deal in deals_in(line, table=table))
    return list(entries)


def history_of_deal(row: GameListRow, number: int) -> list[JournalEntry]:
    """Return what was done with one deal of a list."""
    series = row.table.series
    return lines_of_deal(series.tournament, series=series.number, table=row.table.number, deal=number)


def history_of_entrant(entrant: Entrant) -> list[JournalEntry]:
    """Return what was done with an entrant and at every table where they sit, as the direction may read it."""
    seats = _tables_of(entrant)
    return lines_of_entrant(entrant.tournament, number=entrant.number, seats=seats)


@where_readable
def history_for_player(entrant: Entrant) -> list[JournalEntry]:
    """Return what was done at the tables where an entrant sits, as they may read it themselves.

    Not what the direction noted about them otherwise or ordered about somebody else there, and nothing of a table
    whose seats are not published.
    """
    at_tables = set(_tables_of(entrant, published=True))
    lines = lines_of_entrant(entrant.tournament, number=entrant.number, seats=at_tables)
    journal_entries = [line for line in lines if (line.data.get("series"), line.data.get("table")) in at_tables]
    return read_by(journal_entries, player(entrant.number))


def _tables_of(entrant: Entrant, *, published: bool = False) -> Iterable[tuple[int, int]]:
    seats = entrant.seats.select_related("series", "table")
    if published:
        seats = seats.exclude(series__status__in=(Series.Status.PLANNED, Series.Status.DRAWN))
    return [(seat.series.number, seat.table.number) for seat in seats]


DEAL: Final = (
    "number",
    "declarer",
    "game",
    "matadors",
    "hand",
    "schneider",
    "schneider_announced",
    "schwarz",
    "schwarz_announced",
    "ouvert",
    "won",
    "bid",
    "overbid",
    "overruled",
    "points",
)
"""The columns of an entry that say what was played; a column added to them makes another hash."""


ENTRY_DIGITS: Final = 20
"""So many digits of an entry's hash stand in its line of the journal: 80 bits, as of a printed head."""


def entry_hash(row: EntryRow) -> str:
    """Return the hash of an entry as it was written, for the journal; nothing in it is a secret or a name."""
    packed = json.dumps(deal_state(row), ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(packed.encode()).hexdigest()[:ENTRY_DIGITS]


def deal_state(row: EntryRow) -> list[Any]:
    """Return what a hash has of an entry; house rules stand there only where there are any."""
    state = [getattr(row, column) for column in DEAL]
    return state if row.house is None else [*state, row.house]


def as_shown(row: GameListRow) -> str:
    """Return a list as a phone says that it shows it: who sits there, and every deal that counts, packed."""
    table = row.table
    deals = tuple(map(mapping.to_deal, row.deals.filter(voided_at=None).order_by("number")))
    sits = sits_of(seats_at(table))
    packed = PackedList(series=table.series.number, table=table.number, sits=sits, deals=deals, profile=row.profile)
    return packed_text(packed)


def list_hash(row: GameListRow) -> str:
    """Return the hash of a list as it stands, in two queries, or three for one of results only."""
    seats = list(row.table.seats.select_related("entrant").order_by("place"))
    deals = list(row.deals.filter(voided_at=None).order_by("number"))
    if row.kind == GameListRow.Kind.TOTALS:
        totals = list(row.totals.filter(voided_at=None).order_by("place"))
        return hash_of(row, seats, deals, totals, totals_tallies(mapping.to_totals_list(row, totals)))
    return hash_of(row, seats, deals, [], tallies(mapping.to_game_list(row, deals)))


def hash_of(
    row: GameListRow,
    seats: Iterable[Seat],
    deals: Iterable[DealRow],
    totals: Iterable[TotalsRow],
    earned: Sequence[Tally],
) -> str:
    """Return the SHA-256 of a list: start numbers by seat, every entry that counts, the sums. It names nobody."""
    state: dict[str, Any] = {
        "players": [seat.entrant.number for seat in seats],
        "rounds": row.rounds,
        "deals": [deal_state(deal) for deal in deals],
        "results": [[line.game_points, line.won, line.lost] for line in totals],
        "struck_after": row.struck_after,
        "short": bool(row.short_because),
        "sums": [
            [
                tally.game_points,
                tally.won,
                tally.lost,
                tally.opponents_lost,
                rating(tally, seats=row.table.size).performance,
            ]
            for tally in earned
        ],
    }
    if row.presence:
        # Lists of before had none, and keep their hash.
        state["presence"] = row.presence
    if row.chairs:
        # Nor did anybody sit on another chair.
        state["chairs"] = row.chairs
    if row.passed is not None:
        # Nor did anybody say how many deals were passed in.
        state["passed"] = row.passed
    if row.profile:
        # Lists by the book say nothing of it, and keep theirs.
        state["profile"] = row.profile
    if row.stake:
        # What nobody agreed on is no part of a list.
        state["stake"] = row.stake
    packed = json.dumps(state, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(packed.encode()).hexdigest()


def in_order_of_entry(*rows: Iterable[EntryRow]) -> list[EntryRow]:
    """Return stored entries, those that count and those that did, in the order in which they were made."""
    return sorted(chain(*rows), key=lambda row: row.pk)


def is_undoable(row: EntryRow, entered: Sequence[EntryRow], *, device: str) -> bool:
    """Test whether a phone may take an entry back without asking anybody.

    ``entered`` are all entries of the same list there ever were, in the order in which they were made. Once the next
    deal was entered, even if that one does not count any more, an entry is corrected with the consent of its players.
    """
    since = entered[entered.index(row) + 1 :]
    return bool(device) and row.device == device and not any(other.number > row.number for other in since)


def may_undo(game_list: GameListRow, *, number: int, device: str) -> bool:
    """Test whether a phone may take the valid entry of a deal back without asking anybody."""
    entered = in_order_of_entry(game_list.deals.all())
    row = next((row for row in entered if row.number == number and row.voided_at is None), None)
    return row is not None and is_undoable(row, entered, device=device)
