"""Deals as a phone brings them: one against a view that does nothing but insert one row, a whole list against one."""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any
from uuid import uuid4

from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from benchmarks.measure import Benchmark
from benchmarks.world import begun_series
from scoring.rules.game_list.deals import GameList
from scoring.rules.notation.messages import written
from simulation.deals import play
from tables.draw.models import Table
from tables.seating.chance import Chance
from tables.tournaments.models import Series

GOAL = 10.0
LIST_GOAL = 2.5
EVEN = {1: 0, 2: 0, 3: 0, 4: 0}
ROUNDS = 12


def benchmarks() -> Iterator[Benchmark]:
    """Yield the entry of a deal, over the whole length of lists, and of a whole list at once."""
    yield from brought(begun_series(players=1600))


def brought(series: Series) -> Iterator[Benchmark]:
    """Yield the same at the tables of a series that has just begun."""
    tables = series.tables.filter(size=4).order_by("number")
    deal_by_deal = bringing(series, tables[:60], at_once=1)
    yield Benchmark(name="one deal entered", subject=deal_by_deal, anchor=inserting(), goal=GOAL)
    whole = bringing(series, tables[60:], at_once=4 * ROUNDS)
    yield Benchmark(name="48 deals in one batch", subject=whole, anchor=deal_by_deal, goal=LIST_GOAL)


def one_insert(request: HttpRequest) -> HttpResponse:
    """Insert one row."""
    Session.objects.create(session_key=uuid4().hex, session_data="", expire_date=timezone.now())
    return HttpResponse("ok")


def inserting() -> Callable[[], object]:
    """Return an act that asks for a page which does nothing but insert one row."""
    client = Client()
    with override_settings(MIDDLEWARE=[]):
        # The first request loads the middleware: this one has none.
        client.post("/bench/insert/")
    return lambda: client.post("/bench/insert/")


def bringing(series: Series, tables: Iterable[Table], *, at_once: int) -> Callable[[], object]:
    """Return an act that brings the next deals as a phone does, going from table to table as lists fill up."""
    # Made beforehand: what the phone does is not what the site costs.
    posts = iter(list(chain.from_iterable(_posts(series, table, at_once=at_once) for table in tables)))
    client = Client()

    def bring() -> None:
        try:
            address, body, headers = next(posts)
        except StopIteration:
            raise AssertionError("all lists are full: measure on a larger event") from None
        answer = client.post(address, body, content_type="application/json", headers=headers)
        assert answer.status_code == 200, answer.content.decode()

    return bring


def _posts(series: Series, table: Table, *, at_once: int) -> Iterator[tuple[str, str, dict[str, str]]]:
    where = {"slug": series.tournament.slug, "series": series.number, "table": table.number}
    address = reverse("scoring:phone", kwargs=where)
    headers = {"x-table-key": table.key, "x-device": uuid4().hex}
    acts = list(_acts(table))
    for version, first in enumerate(range(0, len(acts), at_once)):
        body = {
            "copy": "first",
            "unsent": 0,
            "version": version,
            "clock": timezone.now().isoformat(),
            "acts": acts[first : first + at_once],
        }
        yield address, json.dumps(body), headers


def _acts(table: Table) -> Iterator[dict[str, Any]]:
    blank = GameList(seats=table.size, rounds=ROUNDS)
    for deal in play(blank, until=blank.length, skills=EVEN, chance=Chance(str(table.number), purpose="bench")):
        yield {"key": str(uuid4()), "do": "enter", "number": deal.number, "line": written(deal)}
