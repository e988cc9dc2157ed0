"""The state of a list as one number: whatever is changed in a signed list afterwards, its hash no longer fits."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from scoring.lists import mapping
from scoring.lists.models import DealRow, EntryRow, GameListRow, TotalsRow
from scoring.lists.selectors.sitting import seats_at, sits_of
from scoring.rules.game_list.sums import Tally, rating, tallies
from scoring.rules.game_list.totals import totals_tallies
from scoring.rules.notation.packed import PackedList, packed_text
from tables.draw.models import Seat

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
    if row.profile:
        # Lists by the book say nothing of it, and keep theirs.
        state["profile"] = row.profile
    if row.stake:
        # What nobody agreed on is no part of a list.
        state["stake"] = row.stake
    packed = json.dumps(state, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(packed.encode()).hexdigest()
