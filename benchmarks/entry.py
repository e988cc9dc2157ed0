"""One deal entered at the table, against a view that does nothing but insert one row."""

from collections.abc import Callable, Iterator
from uuid import uuid4

from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from benchmarks.measure import Benchmark
from benchmarks.world import begun_series
from scoring.rules import GameList
from scoring.simulation.deals import play
from tables.models import Series, Table
from tables.seating.chance import Chance

GOAL = 15.0
EVEN = {1: 0, 2: 0, 3: 0, 4: 0}


def benchmarks() -> Iterator[Benchmark]:
    """Yield the entry of a deal, over the whole length of lists."""
    enter = _entering(begun_series(players=400))
    yield Benchmark(name="one deal entered", subject=enter, anchor=_inserting(), goal=GOAL)


def one_insert(request: HttpRequest) -> HttpResponse:
    """Insert one row."""
    Session.objects.create(session_key=uuid4().hex, session_data="", expire_date=timezone.now())
    return HttpResponse("ok")


def _inserting() -> Callable[[], object]:
    client = Client()
    with override_settings(MIDDLEWARE=[]):
        # The first request loads the middleware: this one has none.
        client.post("/bench/insert/")
    return lambda: client.post("/bench/insert/")


def _entering(series: Series) -> Callable[[], object]:
    """Return an act that enters the next deal, going from table to table as lists fill up."""
    posts = _posts(series)

    def enter() -> None:
        client, address, data = next(posts)
        answer = client.post(address, data, headers={"HX-Request": "true"})
        assert answer.status_code == 200, answer.content.decode()

    return enter


def _posts(series: Series) -> Iterator[tuple[Client, str, dict[str, object]]]:
    for table in series.tables.filter(size=4).order_by("number"):
        client = Client()
        client.get(reverse("scoring:list-key", kwargs={"key": table.key}), follow=True)
        where = {"slug": series.tournament.slug, "series": series.number, "table": table.number}
        address = reverse("scoring:list", kwargs=where)
        yield from ((client, address, data) for data in _forms(table))
    raise AssertionError("all lists are full: measure on a larger event")


def _forms(table: Table) -> Iterator[dict[str, object]]:
    blank = GameList(seats=table.size, rounds=12)
    for deal in play(blank, until=blank.length, skills=EVEN, chance=Chance(str(table.number), purpose="bench")):
        form: dict[str, object] = {"entry_key": str(uuid4()), "number": deal.number, "sure": "on"}
        played = deal.played
        if played is None:
            yield {**form, "outcome": "passed"}
            continue
        levels = ("hand", "schneider_announced", "schwarz_announced", "ouvert")
        ticked = {level: "on" for level in levels if getattr(played.contract, level)}
        ticked |= {mark: "on" for mark in ("schneider", "schwarz", "overbid") if getattr(played, mark)}
        numbers = {name: value for name in ("matadors", "bid") if (value := getattr(played, name)) is not None}
        outcome = "won" if played.won else "lost"
        yield {**form, **ticked, **numbers, "declarer": deal.declarer, "game": played.contract.game, "outcome": outcome}
