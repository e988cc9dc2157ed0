"""What the file of a venue costs: joined, against its lists typed whole; made up, against an honest one of its size."""

import gzip
import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from random import Random
from typing import Any, Final
from uuid import uuid4

from django.db import transaction

from benchmarks.measure import Benchmark
from benchmarks.rows import ROUNDS, full_lists
from benchmarks.world import MORNING, director
from scoring.lists.models import GameListRow
from scoring.lists.services.entry import enter_deal, enter_list
from scoring.results.services.series import publish_series
from scoring.rules.game_list.deals import Deal
from scoring.signing.services import confirm, sign
from scoring.venues.reading import FORMAT, KINDS, MOST_ROWS, SPARE, STEEPEST, NoVenueFile, read_venue_file
from scoring.venues.selectors import venue_file
from scoring.venues.services import join, spread
from tables.draw.services.draws import draw_series
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament

TABLES, SERIES = 16, 3
GOAL = 3.0

HOSTILE_GOAL: Final = 5.0
SIZE: Final = 15_000
"""Bytes of a file that somebody made up: its letters are packed to a thousandth."""

LIST: Final[dict[str, Any]] = {"series": 1, "table": 1, "seats": [], "agreed": [], "row": {}, "acts": []} | {
    kind: [] for kind in KINDS
}

MADE_UP: Final[dict[str, Any]] = {
    "seats": [1, ""],
    "agreed": "x" * 40,
    "deals": {"number": 1},
    "totals": {"place": 1},
    "acts": {"at": "2026-01-01T00:00Z", "action": "", "by": "", "data": {}},
}
"""What a list is filled with, over and over."""


def benchmarks() -> Iterator[Benchmark]:
    """Yield the joining; both sides leave the event as it was. Then what was made up."""
    made = _seated("venues", tables=TABLES, series=SERIES)
    lists = _lists(made)
    content = _undone(partial(_played, made, lists))
    found = _join(made, content)
    assert found == TABLES * SERIES, f"{found} lists come"
    yield Benchmark(
        name=f"venue joined, {TABLES} x {SERIES}",
        subject=partial(_join, made, content),
        anchor=partial(_undone, partial(_typed, lists)),
        goal=GOAL,
        rounds=5,
    )
    yield made_up()


def made_up() -> Benchmark:
    """Return the reading of small files that unpack to much, against as many honest ones of their size."""
    made = _seated("small-venue", tables=2, series=2)
    honest = _undone(partial(_played, made, _lists(made)))
    files = [*map(_filled, MADE_UP), _within_bounds()]
    assert all(SIZE / 2 < len(one) < 2 * SIZE for one in (honest, *files)), [len(one) for one in (honest, *files)]
    return Benchmark(
        name="15 kB of a made-up venue",
        subject=lambda: [_looked_at(one) for one in files],
        anchor=lambda: [_looked_at(honest) for _one in files],
        goal=HOSTILE_GOAL,
    )


def _filled(what: str) -> bytes:
    """Return a file of one list that has as many of something as are packed into its size."""
    one = json.dumps(MADE_UP[what])
    told = {"format": FORMAT, "event": {"name": "", "first": ""}, "made_at": "", "lists": [LIST | {what: ["MANY"]}]}
    few = gzip.compress(", ".join([one] * 10_000).encode(), mtime=0)
    many = ", ".join([one] * (10_000 * SIZE // len(few)))
    return gzip.compress(json.dumps(told).replace('"MANY"', many).encode(), mtime=0)


def _within_bounds() -> bytes:
    """Return a file that is unpacked as far as any is, all of it lists with as many entries as are read."""
    rows = {"deals": [MADE_UP["deals"]] * MOST_ROWS}
    lists = [LIST | {"table": number} | rows for number in range(1, (SPARE + STEEPEST * SIZE) // 9_000)]
    # Letters that cannot be packed, for what a real file has of them.
    noise = Random(1).randbytes(SIZE * 4 // 5).hex()
    told = {"format": FORMAT, "event": {"name": "", "first": ""}, "made_at": noise, "lists": lists}
    content = gzip.compress(json.dumps(told).encode(), mtime=0)
    assert _looked_at(content)
    return content


def _looked_at(content: bytes) -> bool:
    try:
        read_venue_file(content)
    except NoVenueFile:
        return False
    return True


def _lists(made: Tournament) -> list[tuple[GameListRow, tuple[Deal, ...]]]:
    rows = GameListRow.objects.filter(table__series__tournament=made).order_by("table__series__number", "table__number")
    return list(zip(rows, cycle(full_lists())))


def _seated(slug: str, *, tables: int, series: int) -> Tournament:
    begin = {"starts_on": MORNING.date(), "ends_on": MORNING.date(), "created_at": MORNING, "rounds": ROUNDS}
    made = Tournament.objects.create(slug=slug, name="Spieltag", place="Altenburg", organiser="SC", **begin)
    Entrant.objects.bulk_create(
        Entrant(tournament=made, number=n, name=f"Spieler {n}", present=True, registered_at=MORNING)
        for n in range(1, 4 * tables + 1)
    )
    spread(tournament_id=made.pk, is_spread=True, by=director(), now=MORNING)
    for number in range(1, series + 1):
        drawn = Series.objects.create(tournament=made, number=number)
        draw_series(series_id=drawn.pk, public="bench", by=director(), now=MORNING)
        publish_series(series_id=drawn.pk, by=director(), now=MORNING)
    return made


def _played(made: Tournament, lists: list[tuple[GameListRow, tuple[Deal, ...]]]) -> bytes:
    """Play deal by deal, let everybody sign, and return the file of the venue."""
    for row, deals in lists:
        for deal in deals:
            enter_deal(list_id=row.pk, deal=deal, entry_key=uuid4(), by=None, now=MORNING)
        row.refresh_from_db()
        for place in range(1, 5):
            hearer = 1 if place > 1 else 2
            confirm(list_id=row.pk, place=place, version=row.version, heard_by=hearer, now=MORNING)
        sign(list_id=row.pk, now=MORNING)
    return venue_file(made, made_at=MORNING)


def _typed(lists: list[tuple[GameListRow, tuple[Deal, ...]]]) -> bytes:
    for row, deals in lists:
        enter_list(list_id=row.pk, deals=deals, entry_key=uuid4(), by=director(), now=MORNING)
    return b""


def _join(made: Tournament, content: bytes) -> int:
    file = read_venue_file(content)
    found = join(tournament_id=made.pk, file=file, sha256="0" * 64, by=director(), now=MORNING, only_look=True)
    return len(found.coming)


def _undone(act: Callable[[], bytes]) -> bytes:
    with transaction.atomic():
        found = act()
        transaction.set_rollback(True)
    return found
