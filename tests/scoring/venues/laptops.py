"""Laptops that begin with the same backup: what each plays is undone, and only its file stays."""

import gzip
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import transaction

from scoring.history.selectors.verification import verified
from scoring.lists.models import DealRow, GameListRow, SecondDealRow, TotalsRow
from scoring.results.selectors import standings
from scoring.results.services.series import close_series
from scoring.venues.reading import read_venue_file
from scoring.venues.selectors import Comparison, venue_file
from scoring.venues.services import join, spread
from tables.draw.services import seats as hall
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered_step

LATER = EVENING + timedelta(hours=3)
A, B = (1,), (2,)
"""The tables of two venues."""


@remembered_step
def event(*, series: int = 2, entrants: int = 8, **fields: Any) -> Tournament:
    """Return an event of two tables at two venues, all series drawn and published."""
    made = factories.tournament(entrants=entrants, series=series, **fields)
    spread(tournament_id=made.pk, is_spread=True, by=factories.user(), now=EVENING)
    for number in range(1, series + 1):
        factories.running_series(made, number, published_only=True)
    made.refresh_from_db()
    return made


def away(made: Tournament, play: Callable[[Tournament], Any], *, before: bytes = b"") -> bytes:
    """Return the file of a laptop on which somebody played, perhaps after another file was joined there."""
    with transaction.atomic():
        if before:
            joined(made, before)
        play(made)
        content = venue_file(made, made_at=EVENING)
        transaction.set_rollback(True)
    return content


def at_tables(*tables: int, series: tuple[int, ...] = (1, 2), seat: int = 1) -> Callable[[Tournament], None]:
    """Return who plays and signs all lists of some tables."""

    def play(made: Tournament) -> None:
        for number in series:
            for table in tables:
                row = list_at(made, number, table)
                factories.fill(row, seat=seat, lost=table % 2 == 0)
                factories.confirm_and_sign(row)

    return play


def list_at(made: Tournament, series: int, table: int) -> GameListRow:
    """Return a list."""
    return GameListRow.objects.select_related("table__series__tournament").get(
        table__series__tournament=made, table__series__number=series, table__number=table
    )


def joined(made: Tournament, content: bytes, *, only_look: bool = False) -> Comparison:
    """Join a file; return what came of it."""
    return join(
        tournament_id=made.pk,
        file=read_venue_file(content),
        sha256="0" * 64,
        by=factories.user(),
        now=LATER,
        only_look=only_look,
    )


def bent(content: bytes, bend: Callable[[Any], Any]) -> bytes:
    """Return a file in which something was changed."""
    told = json.loads(gzip.decompress(content))
    bend(told)
    return gzip.compress(json.dumps(told).encode())


def all_that_counts(made: Tournament) -> dict[str, Any]:
    """Return what has to be the same in whatever order files came: entries, lists, places."""

    def stored(model: Any, *columns: str, of: str = "game_list__table__") -> list[str]:
        rows = model.objects.filter(**{f"{of}series__tournament": made})
        return sorted(map(str, rows.values_list(f"{of}series__number", f"{of}number", *columns)))

    found = standings.standings(made, with_hidden=True)
    entries = ("entry_key", "number", "points", "entered_at", "entered_by", "voided_at", "voided_by", "voided_because")
    return {
        "deals": stored(DealRow, *entries),
        "second": stored(SecondDealRow, *entries),
        "totals": stored(TotalsRow, "place", "game_points"),
        "lists": stored(GameListRow, "signed_at", "signed_hash", "struck_after", of="table__"),
        "places": [(line.rank, line.entrant.number, line.total, line.by_series) for line in found.lines],
    }


def wrong(made: Tournament) -> list[Any]:
    """Return what `manage.py verify` finds."""
    return list(verified(made).discrepancies)


def close(made: Tournament, number: int) -> None:
    """Close a series."""
    series = made.series.get(number=number)
    close_series(series_id=series.pk, lot_seed="lots", by=factories.user(), now=LATER)


def start(made: Tournament, number: int) -> None:
    """Start a series."""
    hall.start_series(series_id=made.series.get(number=number).pk, by=factories.user(), now=EVENING)
