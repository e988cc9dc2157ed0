"""A thousand phones that look at the standings while lists change: ``python -m benchmarks.phones [phones] [seconds]``.

The site runs as ``manage.py serve`` runs it, on a database of its own; another process writes through the services.
Staleness is by the clock on the wall: from the commit of a change to the moment a phone has its answer with it. The
phones ask as live.js does. They need processors too: on one machine they take them from the site.
"""

import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median, quantiles

from benchmarks.load.site import free_port, wait_for

PLAYERS = 1000
PHONES = 1000
SECONDS = 60
COLD = 5
"""Seconds in which the phones come; nothing changes before that."""

A_MINUTE = 100
"""Lists that change: a hall of 250 tables makes 93."""

GZIP = b"\x1f\x8b"
EVERY = 2.0
GOAL = 2.0
"""Seconds from a commit until the slowest phone has seen it."""

WORKING = "SKATTURNIER_PHONES"
"""Set for the processes that are started here."""


@dataclass(slots=True)
class Seen:
    """What the phones met with."""

    waits: list[float] = field(default_factory=list)
    changes: list[int] = field(default_factory=list)
    """Bytes of the answers with something in them."""

    errors: list[str] = field(default_factory=list)
    first: dict[str, list[float]] = field(default_factory=dict)
    """When each phone saw a state, by the state."""


def main(phones: int, seconds: int) -> None:
    """Print how long answers take, how many fail, and how old what a phone shows may be."""
    with tempfile.TemporaryDirectory(prefix="skatturnier-phones-") as folder:
        environment = {
            **os.environ,
            "SKATTURNIER_DATA": folder,
            WORKING: folder,
            "SKATTURNIER_DEBUG": "",
            "SKATTURNIER_HOUSE": "off",
        }
        said = subprocess.run(_self("make"), env=environment, check=True, capture_output=True, text=True)
        path = said.stdout.split()[-1]
        port = free_port()
        with (
            _served(environment, port),
            subprocess.Popen(
                _self("write", str(seconds)), env=environment, stdout=subprocess.PIPE, text=True
            ) as writer,
        ):
            seen = asyncio.run(_look(path, port, phones=phones, seconds=COLD + seconds))
            written, _nothing = writer.communicate()
        commits = dict(line.split() for line in written.splitlines() if len(line.split()) == 2)
        _report(seen, commits, phones=phones, seconds=seconds)


def _report(seen: Seen, commits: dict[str, str], *, phones: int, seconds: int) -> None:
    stale = _staleness(seen, {state: float(at) for state, at in commits.items()})
    if len(seen.waits) < 2:
        raise SystemExit(f"nobody was answered: {set(seen.errors)}")
    whole = quantiles(seen.waits, n=100)
    asked = len(seen.waits)
    print(f"{phones} phones, {seconds} s: {asked} answers, {asked / seconds:.0f} a second, {len(commits)} changes")
    print(f"an answer: p50 {1000 * whole[49]:.1f} ms, p95 {1000 * whole[94]:.1f} ms, slowest {max(seen.waits):.2f} s")
    if seen.changes:
        print(f"with a change: {len(seen.changes)} answers, {median(seen.changes) / 1000:.1f} kB each (median)")
    print(f"errors {len(seen.errors)}: {sorted(set(seen.errors))[:3]}")
    if stale:
        ages = quantiles(stale, n=100)
        verdict = "ok" if max(stale) <= GOAL and not seen.errors else "SHORT"
        worst = f"worst {max(stale):.2f} s; goal {GOAL}: {verdict}"
        print(f"commit to phone: p50 {ages[49]:.2f} s, p95 {ages[94]:.2f} s, {worst}")


def _staleness(seen: Seen, commits: dict[str, float]) -> list[float]:
    """Return how long after each commit each phone had seen it or a later one."""
    order = sorted(commits, key=commits.__getitem__)
    found = []
    for phone in range(max(map(len, seen.first.values()), default=0)):
        at = float("inf")
        # From the last state on: whoever saw a later one has seen those before it.
        for state in reversed(order):
            times = seen.first.get(state, [])
            at = min(at, times[phone] if phone < len(times) else float("inf"))
            if at != float("inf"):
                found.append(at - commits[state])
    return found


async def _look(path: str, port: int, *, phones: int, seconds: int) -> Seen:
    seen = Seen()
    begin = time.time()
    await asyncio.gather(
        *(_phone(number, path, port, seen, begin, begin + seconds, phones) for number in range(phones))
    )
    return seen


async def _phone(number: int, path: str, port: int, seen: Seen, begin: float, until: float, phones: int) -> None:
    """Ask as live.js does, at a pace that chance would give it."""
    from random import Random

    chance = Random(number)
    await asyncio.sleep(EVERY * number / phones)
    state, connection = "", None
    while time.time() < until:
        asked = time.time()
        try:
            if connection is None:
                connection = await asyncio.open_connection("127.0.0.1", port)
            status, headers, body = await asyncio.wait_for(_ask(*connection, path, state), timeout=10)
        except (OSError, TimeoutError, EOFError, ValueError) as error:
            seen.errors.append(repr(error)[:120])
            connection = None
            await asyncio.sleep(EVERY)
            continue
        now = time.time()
        seen.waits.append(now - asked)
        if status == 200:
            assert body[:2] == GZIP, body[:20]
            seen.changes.append(len(body))
            state = headers["x-seen"]
            seen.first.setdefault(state, [float("inf")] * phones)[number] = now
        elif status != 204:
            seen.errors.append(str(status))
        if headers.get("connection") == "close":
            connection[1].close()
            connection = None
        await asyncio.sleep(EVERY * (0.5 + 0.15 * chance.random()))


async def _ask(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, state: str
) -> tuple[int, dict[str, str], bytes]:
    told = f"X-Seen: {state}\r\n" if state else ""
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\nAccept-Encoding: gzip\r\n{told}\r\n".encode()
    )
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = {
        name.lower(): value.strip() for name, _colon, value in (line.partition(":") for line in head[1:] if line)
    }
    length = int(headers.get("content-length", "0"))
    return int(head[0].split()[1]), headers, await reader.readexactly(length)


@contextmanager
def _served(environment: dict[str, str], port: int) -> Iterator[None]:
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, start_new_session=True) as site:
        try:
            wait_for(port)
            yield
        finally:
            os.killpg(site.pid, signal.SIGTERM)


def _self(*words: str) -> list[str]:
    return [sys.executable, "-m", "benchmarks.phones", *words]


def _set_up() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "skatturnier.settings"
    import django

    django.setup()


def _make() -> None:
    """Make the event, and print the address of its standings."""
    _set_up()
    from django.core.management import call_command
    from django.urls import reverse

    call_command("migrate", verbosity=0)
    from benchmarks.world import half_played

    print(reverse("scoring:standings", kwargs={"slug": half_played(players=PLAYERS).slug}))


def _write(seconds: int) -> None:
    """Enter a deal in another list every few seconds, and print each new state with the moment of its commit."""
    _set_up()
    from uuid import uuid4

    from django.db.models import Count, Q
    from django.utils import timezone

    from scoring.lists.models import GameListRow
    from scoring.lists.services.entry import enter_deal
    from scoring.results.selectors.standings import last_line
    from scoring.rules.contract import Contract, Game
    from scoring.rules.game_list.deals import Deal, GameList
    from scoring.rules.valuation import Played

    at_play = GameListRow.objects.filter(table__series__status="running", signed_at=None)
    entered = at_play.annotate(entered=Count("deals", filter=Q(deals__voided_at=None)))
    lists = list(entered.select_related("table__series__tournament").order_by("entered", "pk"))
    print("ready", flush=True)
    slug = lists[0].table.series.tournament.slug
    begun = time.time()
    for at in range(A_MINUTE * seconds // 60 - 1):
        # The first phones have looked by then, and the last change has time to be seen.
        time.sleep(max(0.0, begun + COLD + 3 + at * 60 / A_MINUTE - time.time()))
        row = min(lists, key=lambda one: (one.entered, one.pk))
        row.entered += 1
        players = GameList(seats=row.table.size, rounds=row.rounds).players_of(row.entered)
        played = Played(contract=Contract(game=Game.GRAND), matadors=2, won=True)
        enter_deal(
            list_id=row.pk,
            deal=Deal(number=row.entered, declarer=players[at % 3], played=played),
            entry_key=uuid4(),
            by=None,
            now=timezone.now(),
        )
        committed = time.time()
        print(getattr(last_line(slug), "version", ""), committed, flush=True)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments[:1] == ["make"]:
        _make()
    elif arguments[:1] == ["write"]:
        _write(int(arguments[1]))
    else:
        numbers = [int(one) for one in arguments if re.fullmatch(r"\d+", one)]
        main(*[*numbers, *(PHONES, SECONDS)[len(numbers) :]])
