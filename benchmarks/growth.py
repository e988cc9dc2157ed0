"""What five times the players cost, and what a deal costs in a full house against an empty one.

Subject is the large event, anchor the small one: a ratio of five is growth by the number of players.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from benchmarks.entry import bringing
from benchmarks.measure import Act, Benchmark
from benchmarks.rows import event_of_rows
from benchmarks.seating_events import entrants
from benchmarks.world import begun_series, played_event
from scoring.paper.documents.catalogue import compose
from scoring.paper.documents.kind import Task
from scoring.paper.forms import WantedPaper
from scoring.paper.typesetting import pdf
from tables.seating.drawing.by_lot import draw
from tables.tournaments.models import Tournament

FEW, MANY = 200, 1000
GOAL = (MANY / FEW) ** 1.05
"""An exponent of 1.05."""

EVENTS = 50
ENTRY_GOAL = 1.15
SERIES = 6


def benchmarks() -> Iterator[Benchmark]:
    """Yield the standings, the draw and the printed ranking at two sizes, and the entry of a deal."""
    few, many = (played_event(players=players, series=SERIES) for players in (FEW, MANY))
    for name, act in (("standings", _page), ("draw", _draw), ("printed ranking", _print)):
        yield Benchmark(name=f"{name}, {FEW} to {MANY}", subject=act(many), anchor=act(few), goal=GOAL)
    empty = Path(str(connection.settings_dict["NAME"]))
    full = empty.with_name("full.sqlite3")
    small = begun_series(players=240)
    connection.close()
    shutil.copy(empty, full)
    try:
        _on(full, lambda: None)()
        for number in range(EVENTS):
            event_of_rows(f"event-{number}", players=MANY, series=1, with_deals=False)
        large = begun_series(players=MANY)
        subject = _on(full, bringing(large, list(large.tables.filter(size=4).order_by("number")[:60]), at_once=1))
        anchor = _on(empty, bringing(small, list(small.tables.order_by("number")), at_once=1))
        yield Benchmark(name=f"a deal among {EVENTS} x {MANY}", subject=subject, anchor=anchor, goal=ENTRY_GOAL)
    finally:
        # Whatever is measured next is made in the database that its other processes will look into.
        _on(empty, lambda: None)()
        connection.close()
        full.unlink(missing_ok=True)


def _on(path: Path, act: Act) -> Act:
    """Return an act that uses the database in a file; the connection is made anew only where it was another one."""

    def done() -> object:
        if connection.settings_dict["NAME"] != path:
            connection.close()
            connection.settings_dict["NAME"] = path
        return act()

    return done


def _page(tournament: Tournament) -> Act:
    client, address = Client(), reverse("scoring:standings", kwargs={"slug": tournament.slug})

    def look() -> None:
        cache.clear()
        assert client.get(address).status_code == 200

    return look


def _draw(tournament: Tournament) -> Act:
    field = entrants(tournament.entrants.count())
    return lambda: draw(field, series=SERIES, seed="bench")


def _print(tournament: Tournament) -> Act:
    task = Task(tournament=tournament, wanted=WantedPaper(kind="ranking"), now=timezone.now())

    def printed() -> bytes:
        return pdf.typeset(compose(task))

    return printed
