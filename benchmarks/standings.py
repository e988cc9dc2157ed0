"""The standings page against the same rows joined by hand."""

from collections.abc import Callable, Iterator
from functools import partial
from html import escape

from django.db import connection
from django.test import Client
from django.urls import reverse

from benchmarks.measure import Benchmark
from benchmarks.world import played_event
from tables.models import Tournament

SERIES = 6
GOAL = 3.0

ROWS = f"""
    SELECT e.number, e.name, e.club, SUM(r.performance) AS total,
           {", ".join(f"SUM(CASE WHEN s.number = {n} THEN r.performance END)" for n in range(1, SERIES + 1))},
           SUM(r.won), SUM(r.lost)
    FROM tables_seat AS t
    JOIN tables_series AS s ON s.id = t.series_id
    JOIN tables_entrant AS e ON e.id = t.entrant_id
    LEFT JOIN scoring_seatresult AS r ON r.seat_id = t.id
    WHERE s.tournament_id = %s
    GROUP BY e.id
    ORDER BY total DESC, 11 DESC, 12
"""


def benchmarks() -> Iterator[Benchmark]:
    """Yield the page at two sizes."""
    for players in (200, 1000):
        tournament = played_event(players=players, series=SERIES)
        yield Benchmark(
            name=f"standings page, {players} x {SERIES}",
            subject=_page(tournament, players),
            anchor=partial(_by_hand, tournament.pk),
            goal=GOAL,
        )


def _page(tournament: Tournament, players: int) -> Callable[[], object]:
    client, address = Client(), reverse("scoring:standings", kwargs={"slug": tournament.slug})
    answer = client.get(address)
    rows = answer.content.count(b"<tr")
    assert answer.status_code == 200, answer.status_code
    assert rows > players, f"the page shows {rows} rows of {players}"
    return lambda: client.get(address)


def _by_hand(tournament_id: int) -> bytes:
    with connection.cursor() as cursor:
        cursor.execute(ROWS, [tournament_id])
        rows = cursor.fetchall()
    cells = (
        f"<tr><td>{place}</td><td>{number}</td><td>{escape(name)}</td><td>{escape(club)}</td><td>{total}</td>"
        f"{''.join(f'<td>{one}</td>' for one in rest)}</tr>"
        for place, (number, name, club, total, *rest) in enumerate(rows, start=1)
    )
    return "\n".join(cells).encode()
