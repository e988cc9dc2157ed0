"""What every change could make slower, each on a small event: standings, a deal, a batch, a draw, a sheet, a file."""

from collections.abc import Iterator
from dataclasses import replace

from benchmarks import entry, printing, seating, standings, venues
from benchmarks.measure import Benchmark
from benchmarks.world import begun_series, played_event

ROUNDS = 7


def benchmarks() -> Iterator[Benchmark]:
    """Yield one line of each kind."""
    event = played_event(players=standings.FEW, series=standings.SERIES)
    found = [standings.drawn_anew(event, players=standings.FEW), *entry.brought(begun_series(players=1280))]
    found += [seating.by_lot(200, series=10), printing.sheets_beside_text(begun_series(players=80))]
    found.append(venues.made_up())
    yield from (replace(one, rounds=ROUNDS) for one in found)
