"""Start everything, let it run, and tell what came of it; see ``benchmarks.load``."""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from typing import Any

from benchmarks.load.picture import draw
from benchmarks.load.printing import Printed, print_before, print_now_and_then
from benchmarks.load.site import ROOT, Memory, Nginx, Server, end_those_of
from benchmarks.load.slow import hold_on
from benchmarks.load.spectators import EVERY, SPECTATORS, Watched, watch
from benchmarks.load.tables import Entered, Phone

AWAY = 10.0
"""Seconds a killed server is away."""

GROWTH = 1.1
"""How much more memory the last quarter may need than the second one."""

TELLING = 4.0
"""Minutes from which on growth says something: before, the site is still filling what it keeps."""

COUNTED, A_COUNT = 2_000_000, 0.08
"""So many numbers are added up in so many seconds by the machine that the figures are from."""


def slowness() -> float:
    """Return how many times as long this machine takes to count, at least once."""
    rounds = []
    for _ in range(5):
        begun, total = time.perf_counter(), 0
        for number in range(COUNTED):
            total += number
        rounds.append(time.perf_counter() - begun)
    return max(1.0, min(rounds) / A_COUNT)


async def _load(
    hall: dict[str, Any], servers: list[Server], port: int, seconds: float, *, speed: float, every: float
) -> tuple[Any, ...]:
    entered, watched, printed = Entered(), Watched(), Printed()
    phones = [
        Phone(table, number=number, port=port, entered=entered, speed=speed)
        for number, table in enumerate(hall["tables"], start=1)
    ]
    # Before the hall begins: its own figure, whatever the hall takes of the machine.
    one = Phone(hall["tables"][0], number=1, port=port, entered=Entered())
    one.deals = phones[0].deals
    slugs = hall["slugs"]
    held = await hold_on(slugs[0], one, port)
    await print_before(slugs[0], hall["session"], port, printed)
    until = time.monotonic() + seconds
    pages = [f"/t/{slugs[number % len(slugs)]}/standings/" for number in range(SPECTATORS)]
    people = [watch(number, page, port, watched, until, every=every) for number, page in enumerate(pages)]
    director = print_now_and_then(slugs[0], hall["session"], port, printed, until)
    killing = _kill_in_the_middle(servers[-1], seconds) if len(servers) > 1 else asyncio.sleep(0)
    await asyncio.gather(*(phone.keep(until) for phone in phones), *people, director, killing)
    return held, phones, entered, watched, printed


async def _kill_in_the_middle(server: Server, seconds: float) -> None:
    await asyncio.sleep(seconds / 2)
    await asyncio.to_thread(server.end, signal.SIGKILL)
    await asyncio.sleep(min(AWAY, seconds / 10))
    await asyncio.to_thread(server.start)


def main(*, within: float | None, speed: float, **asked: Any) -> bool:
    """Run a hall for so long; return whether nothing was lost, every answer right, memory flat and no phone waited."""
    if within is None:
        return run(speed=speed, every=EVERY, **asked)[0]
    for is_last in (False, True):
        slow = slowness()
        print(f"this machine counts {slow:.1f} times as slowly as the one of the figures: so does the hall", flush=True)
        held, waited = run(speed=speed / slow, every=EVERY * slow, **asked)
        if waited <= within * slow or not held:
            return held
        print(f"an entry waits {waited:.2f} s (p95), more than {within * slow:.2f} s", flush=True)
        if not is_last:
            print("tried once more: the machine may have been busy", flush=True)
    return False


def run(
    *,
    minutes: float,
    postgresql: bool,
    speed: float,
    every: float,
    events: int,
    tables: int,
    picture: Path | None = None,
) -> tuple[bool, float]:
    """Run a hall for so long; return whether nothing was lost, every answer right and memory flat, and how many seconds
    nineteen of twenty entries waited at most.
    """
    # Told to end it ends what it started, as when it is interrupted.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="skatturnier-load-")))
        environment = {
            **os.environ,
            "SKATTURNIER_DATA": str(folder),
            "SKATTURNIER_DEBUG": "",
            "SKATTURNIER_HOUSE": "off",
        }
        environment.pop("DATABASE_URL", None)
        if postgresql:
            from tests.support.postgresql_cluster import running

            environment["DATABASE_URL"] = stack.enter_context(running()).url()
        stack.callback(end_those_of, folder)
        hall = json.loads(_said(environment, "make", str(events), str(tables)))
        servers = [Server(environment) for _ in range(2 if postgresql else 1)]
        for server in servers:
            stack.callback(server.end, signal.SIGKILL)
            server.start()
        port = servers[0].port
        if postgresql:
            nginx = Nginx(servers, folder)
            stack.callback(nginx.end)
            port = nginx.port
        memory = Memory(servers)
        memory.start()
        before, begun = (sum(one.computed() for one in servers), time.process_time()), time.monotonic()
        held, phones, entered, watched, printed = asyncio.run(
            _load(hall, servers, port, 60 * minutes, speed=speed, every=every)
        )
        seconds = time.monotonic() - begun
        computed = sum(one.computed() for one in servers) - before[0], time.process_time() - before[1]
        memory.over.set()
        for server in servers:
            server.end()
        left = json.loads(_said(environment, "check"))
    name = "slow-visitors-postgresql" if postgresql else "slow-visitors"
    print(f"PROOF {name} | {held.figure}", flush=True)
    shares = computed[0] / seconds, computed[1] / seconds
    print(f"{events} events of {tables} tables, {speed:.1f} times as fast as a hall")
    if picture:
        draw([(at - begun, waited) for at, waited in entered.over_time], seconds=seconds, to=picture)
    is_right = _report(
        left, phones, entered, watched, printed, memory.seen, shares, minutes=minutes, postgresql=postgresql
    )
    return is_right, quantiles(entered.first + entered.late, n=100)[94]


def _said(environment: dict[str, str], *what: str) -> str:
    command = [sys.executable, "-m", "benchmarks.load.hall", *what]
    return subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout


def _report(
    left: dict[str, Any],
    phones: list[Phone],
    entered: Entered,
    watched: Watched,
    printed: Printed,
    memory: list[tuple[float, float]],
    shares: tuple[float, float],
    *,
    minutes: float,
    postgresql: bool,
) -> bool:
    waits = quantiles(entered.first + entered.late, n=100)
    looks = quantiles(watched.waits, n=100)
    lost = sum(mine != theirs for mine, theirs in zip([phone.deals for phone in phones], left["deals"], strict=True))
    wrong = [*entered.wrong, *watched.wrong, *printed.wrong]
    flat, before, after = _flat(memory)
    seconds = 60 * minutes
    print(f"{minutes:g} minutes: {entered.acts} acts, {entered.acts / seconds:.1f} a second")
    print(f"an entry: p50 {waits[49]:.3f} s, p95 {waits[94]:.3f} s, slowest {max(entered.first + entered.late):.2f} s;")
    print(f"    sent again for want of an answer: {len(entered.late)}")
    each = SPECTATORS * seconds / len(watched.waits)
    print(f"{SPECTATORS} spectators: {len(watched.waits)} answers, to each one every {each:.1f} s;")
    print(f"    p50 {looks[49]:.3f} s, p95 {looks[94]:.3f} s; {watched.changes} changes, {watched.lost} lost")
    print(f"the director: {printed.files} pages and files, {printed.runs} runs, slowest {printed.slowest:.2f} s;")
    pages = quantiles(printed.pages, n=20)
    print(f"    while the hall plays {len(printed.pages)} pages of the office: p95 {pages[-1]:.2f} s")
    print(f"computed: the site {shares[0]:.0%} of a core, those who ask it {shares[1]:.0%}")
    print(f"memory of the servers: {before:.0f} MB in the second quarter, {after:.0f} MB in the last")
    print(f"wrong answers {len(wrong)}: {sorted(set(wrong))[:3]}")
    print(
        f"lists that differ from what their phones were told: {lost}; chain {left['broken']}; doubts {left['doubts']}"
    )
    nothing_lost = not lost and left["broken"] is None and not left["doubts"]
    figure = (
        f"{minutes:g} min, {entered.acts} acts, p95 {waits[94]:.2f} s, wrong answers {len(wrong)}, "
        f"unanswered {len(entered.late) + watched.lost + printed.lost}, lists lost {lost}, "
        f"memory grown {after / before:.2f} times, {before:.0f} to {after:.0f} MB"
    )
    print(f"PROOF {'load-postgresql' if postgresql else 'load'} | {figure}", flush=True)
    if minutes < TELLING:
        print(f"whether memory grows is not asked of less than {TELLING:g} minutes", flush=True)
    return nothing_lost and not wrong and (flat or minutes < TELLING)


def _flat(memory: list[tuple[float, float]]) -> tuple[bool, float, float]:
    quarter = max(1, len(memory) // 4)
    # What is kept for good: a document that is being set just then takes its share and gives it back.
    before = min(held for _at, held in memory[quarter : 2 * quarter] or memory)
    after = min(held for _at, held in memory[-quarter:])
    return after <= GROWTH * before, before, after


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A hall of 250 tables at five times its speed.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--speed", type=float, default=5.0, help="how many times as fast as a hall (5)")
    parser.add_argument("--events", type=int, default=1, help="halls at once (1)")
    parser.add_argument("--tables", type=int, default=250, help="tables of each (250)")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw how long entries waited (SVG)")
    parser.add_argument("--within", type=float, metavar="SECONDS", help="fail where entries wait longer (p95)")
    sys.exit(0 if main(**vars(parser.parse_args())) else 1)
