"""The file of a venue: every list in which something was done, with all that belongs to it."""

import gzip
import json
from datetime import datetime
from typing import Any, Final

from django.db.models import Model

from scoring.archive.packing.words import spelled
from scoring.lists.models import GameListRow
from scoring.venues.reading import FORMAT, KINDS, ListAct
from scoring.venues.selectors.acts import ListActs, acts_by_list, first_hash
from scoring.venues.selectors.columns import told
from tables.tournaments.models import Tournament

BY_WHOM: Final = {
    "deals": ("entered_by", "voided_by"),
    "second_deals": ("entered_by", "voided_by"),
    "totals": ("entered_by",),
}
"""The columns that name an account."""


def venue_file(tournament: Tournament, *, made_at: datetime) -> bytes:
    """Return what was played in an event on this laptop, in a fixed number of queries."""
    acts = acts_by_list(tournament)
    lists = [_list(row, acts[where]) for where, row in lists_by_place(tournament, *KINDS).items() if where in acts]
    whole = {
        "format": FORMAT,
        "event": {"name": tournament.name, "first": first_hash(tournament)},
        "made_at": made_at,
        "lists": lists,
    }
    return gzip.compress(json.dumps(whole, ensure_ascii=False, default=spelled).encode(), mtime=0)


def lists_by_place(tournament: Tournament, *belonging: str) -> dict[tuple[int, int], GameListRow]:
    """Return the lists of an event by series and table, with seats and what belongs to them."""
    accounts = [f"{kind}__{by}" for kind in belonging for by in BY_WHOM.get(kind, ())]
    rows = (
        GameListRow.objects.filter(table__series__tournament=tournament)
        .select_related("table__series", "signed_by")
        .prefetch_related("table__seats__entrant", *belonging, *accounts)
        .order_by("table__series__number", "table__number")
    )
    found = {}
    for row in rows:
        row.table.series.tournament = tournament
        found[row.table.series.number, row.table.number] = row
    return found


def seats_of(row: GameListRow) -> list[list[Any]]:
    """Return who sits at the table of a list, as a file names them."""
    seats = sorted(row.table.seats.all(), key=lambda seat: seat.place)
    return [[seat.entrant.number, str(seat.entrant.entry_key or "")] for seat in seats]


def agreed_of(row: GameListRow) -> list[Any]:
    """Return by which rules a list is kept."""
    return [row.rounds, row.profile, row.stake]


def _list(row: GameListRow, done: ListActs) -> dict[str, Any]:
    # What is agreed on the way to a signature comes with it.
    belonging = {kind: [told(one) for one in sorted(getattr(row, kind).all(), key=_written)] for kind in KINDS}
    if row.signed_at is None:
        belonging["confirmations"] = []
    row.struck_after = done.struck_after
    return {
        "series": row.table.series.number,
        "table": row.table.number,
        "seats": seats_of(row),
        "agreed": agreed_of(row),
        "began_at": row.table.play_began_at,
        "row": told(row),
        **belonging,
        "acts": [_act(act) for act in done.acts],
    }


def _written(row: Model) -> int:
    """Return when a row was written among others."""
    return int(row.pk)


def _act(act: ListAct) -> dict[str, Any]:
    return {"at": act.at, "action": act.action, "by": act.by, "data": act.data}
