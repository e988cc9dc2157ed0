"""The standings page, drawn anew each time, against the same rows joined by hand; unchanged, against a bare view."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape

import django_tables2 as dt2
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from benchmarks.measure import Benchmark
from benchmarks.world import played_event
from scoring.results.listings.standings import StandingsListing
from scoring.results.selectors.standings import StandingsLine, public_standings
from tables.tournaments.models import Tournament

FEW, MANY = 200, 1000
SERIES = 6
SHOWN = range(1, SERIES + 1)
GOAL = 3.0
MANY_GOAL = 2.2
UNCHANGED_GOAL = 2.5
FIRST_PAGE, FIRST_PAGE_TIME = 45_000, 2.0
"""Bytes on the wire and milliseconds of the site that the page takes a visitor who comes first, of a known state."""

JOINED_GOAL = 0.1
"""What justifies that the standings are joined by hand, unlike every other list."""

ROWS = f"""
    WITH earned AS (
        SELECT e.id, e.number, e.name, e.club, SUM(r.performance - r.penalty) AS total,
               {", ".join(f"SUM(CASE WHEN s.number = {n} THEN r.performance - r.penalty END) AS s{n}" for n in SHOWN)},
               SUM(r.won) AS won, SUM(r.lost) AS lost, SUM(r.opponents_lost) AS others_lost, COUNT(*) AS seats,
               SUM(CASE WHEN s.number = {SERIES} THEN r.won ELSE 0 END) AS last_won,
               SUM(CASE WHEN s.number = {SERIES} THEN r.lost ELSE 0 END) AS last_lost
        FROM tables_seat AS t
        JOIN tables_series AS s ON s.id = t.series_id
        JOIN tables_entrant AS e ON e.id = t.entrant_id
        LEFT JOIN scoring_seatresult AS r ON r.seat_id = t.id
        WHERE s.tournament_id = %s
        GROUP BY e.id
    )
    SELECT RANK() OVER (ORDER BY total - COALESCE(s{SERIES}, 0) DESC, won - last_won DESC, lost - last_lost),
           number, name, club, total, {", ".join(f"s{n}" for n in SHOWN)}, won, lost, others_lost,
           ROUND(1.0 * total / seats, 1)
    FROM earned
    ORDER BY total DESC, won DESC, lost
"""
"""The columns of the page, and the place before the last series."""


def benchmarks() -> Iterator[Benchmark]:
    """Yield the page at two sizes."""
    for players in (FEW, MANY):
        tournament = played_event(players=players, series=SERIES)
        yield drawn_anew(tournament, players=players)
    standings = public_standings(list(tournament.series.order_by("number")))
    yield _first_page(tournament)
    yield Benchmark(
        name="rows joined, by django-tables2",
        subject=lambda: StandingsListing(standings, per_series=True).body,
        anchor=partial(_by_library, standings.lines),
        goal=JOINED_GOAL,
    )
    yield Benchmark(
        name="standings unchanged, 304", subject=_unchanged(tournament), anchor=_bare(), goal=UNCHANGED_GOAL
    )


def drawn_anew(tournament: Tournament, *, players: int) -> Benchmark:
    """Return the page of a played event against its rows joined by hand."""
    return Benchmark(
        name=f"standings page, {players} x {SERIES}",
        subject=_page(tournament, players),
        anchor=partial(_by_hand, tournament.pk),
        goal=GOAL if players <= FEW else MANY_GOAL,
    )


def _page(tournament: Tournament, players: int) -> Callable[[], object]:
    client, address = Client(), reverse("scoring:standings", kwargs={"slug": tournament.slug})
    answer = client.get(address)
    rows = answer.content.count(b"<tr")
    assert answer.status_code == 200, answer.status_code
    assert rows > players, f"the page shows {rows} rows of {players}"

    def draw_anew() -> None:
        cache.clear()
        client.get(address)

    return draw_anew


def _first_page(tournament: Tournament) -> Benchmark:
    """Return what the page of a known state costs whoever comes first, against the milliseconds it may cost."""
    address, browser = reverse("scoring:standings", kwargs={"slug": tournament.slug}), {"accept-encoding": "br, gzip"}
    client = Client()
    sent = len(client.get(address, headers=browser).content)
    assert sent <= FIRST_PAGE, f"the first page of {MANY} rows takes {sent} bytes on the wire"

    def spend() -> None:
        until = time.process_time() + FIRST_PAGE_TIME / 1000
        while time.process_time() < until:
            pass

    return Benchmark(
        name=f"first page, {sent} bytes, by 2 ms",
        subject=lambda: client.get(address, headers=browser),
        anchor=spend,
        goal=1.0,
    )


class ByLibrary(dt2.Table):  # type: ignore[misc]
    """The columns of the standings, as every other list of the site has its own."""

    rank = dt2.Column()
    number = dt2.Column(accessor="entrant__number")
    name = dt2.Column(accessor="entrant__public_name")
    club = dt2.Column(accessor="entrant__public_club")
    total = dt2.Column()
    won = dt2.Column()
    lost = dt2.Column()
    others_lost = dt2.Column()


def _by_library(lines: Sequence[StandingsLine]) -> str:
    series = [(f"s{at}", dt2.Column(accessor=f"by_series__{at}")) for at in range(SERIES)]
    html: str = ByLibrary(list(lines), extra_columns=series, orderable=False).as_html(RequestFactory().get("/"))
    return html


def _unchanged(tournament: Tournament) -> Callable[[], object]:
    client, address = Client(), reverse("scoring:standings", kwargs={"slug": tournament.slug})
    client.get(address)
    tag = client.get(address)["ETag"]
    assert client.get(address, headers={"if-none-match": tag}).status_code == 304
    return lambda: client.get(address, headers={"if-none-match": tag})


def bare(_request: HttpRequest) -> HttpResponse:
    """Answer with nothing but a word."""
    return HttpResponse("ok")


def _bare() -> Callable[[], object]:
    client = Client()
    return lambda: client.get("/bench/bare/")


def _by_hand(tournament_id: int) -> bytes:
    with connection.cursor() as cursor:
        cursor.execute(ROWS, [tournament_id])
        rows = cursor.fetchall()
    cells = (
        f"<tr><td>{place}</td><td>{before - place}</td><td>{number}</td><td>{escape(name)}</td><td>{escape(club)}</td>"
        f"{''.join([f'<td>{one}</td>' for one in rest])}</tr>"
        for place, (before, number, name, club, *rest) in enumerate(rows, start=1)
    )
    return "\n".join(cells).encode()
