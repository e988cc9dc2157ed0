"""Eight processes that do what people do, at once and for a while: nobody may wait for another for ever.

``python -m tests.concurrency.eight [--seconds 60] [--on sqlite postgresql]`` says for each database how many acts there
were, how many the site refused with a reason, what failed, and the longest anybody waited.
"""

import argparse
import json
import multiprocessing
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import django

from tests.durability.site import Site
from tests.support import migrated_database as migrated
from tests.support import postgresql_cluster as cluster

PROCESSES = 8
LONGEST = 20
"""Seconds after which the site refuses to wait any longer."""


def on(database: str, *, seconds: float) -> dict[str, Any]:
    """Return what came of it on one database.

    :raises cluster.NoPostgreSQL: if there is none.
    """
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="skatturnier-eight-")))
        url = stack.enter_context(cluster.running()).url() if database == "postgresql" else ""
        said = Site(data, database=url).run("-m", "tests.concurrency.eight", "--inside", "--seconds", str(seconds))
        found: dict[str, Any] = json.loads(said.splitlines()[-1])
        return found


def inside(seconds: float) -> dict[str, Any]:
    """Make the house, let eight processes loose in it, look at what is left."""
    django.setup()
    from django.core.management import call_command
    from django.db import connection, connections

    from scoring.history.selectors.verification import verified
    from tables.tournaments.models import Tournament
    from tests.concurrency import acts

    if connection.vendor != "sqlite" or not migrated.copied(connection.settings_dict["NAME"]):
        call_command("migrate", verbosity=0)
    acts.house()
    # Each process opens a connection of its own.
    connections.close_all()
    context = multiprocessing.get_context("fork")
    together, told = context.Barrier(PROCESSES), context.Queue()
    workers = [context.Process(target=_work, args=(seed, seconds, together, told)) for seed in range(1, PROCESSES + 1)]
    for worker in workers:
        worker.start()
    reports = [told.get(timeout=seconds + 120) for _ in workers]
    for worker in workers:
        worker.join()
    became = ("done", "refused", "failed")
    counted = {name: sum((Counter(one[name]) for one in reports), Counter()) for name in became}
    doubts = [str(one) for made in Tournament.objects.order_by("pk") for one in verified(made).discrepancies]
    connection.check_constraints()
    longest = max(one["longest"] for one in reports)
    return counted | {"longest": longest, "doubts": doubts, "deadlocks": _deadlocks(connection)}


def _work(seed: int, seconds: float, together: Any, told: Any) -> None:
    from scoring.lists.services.lists import EntryRefused, ListSigned
    from tables.acts.services import KeyReused, Refused
    from tables.seating.sizes import CannotSeat
    from tests.concurrency.acts import DOES, Somebody

    me, kinds, often = Somebody(seed), list(DOES), list(DOES.values())
    done, refused, failed, longest = Counter[str](), Counter[str](), Counter[str](), 0.0
    together.wait(timeout=60)
    until = time.monotonic() + seconds
    while (begun := time.monotonic()) < until:
        try:
            act = me.dice.choices(kinds, often)[0]
            getattr(me, act)()
            done[act] += 1
        except (Refused, EntryRefused, KeyReused, ListSigned, CannotSeat) as error:
            refused[str(error)] += 1
        except Exception as error:
            failed[f"{type(error).__name__}: {error}"[:300]] += 1
        longest = max(longest, time.monotonic() - begun)
    told.put({"done": done, "refused": refused, "failed": failed, "longest": longest})


def _deadlocks(connection: Any) -> int:
    """Return how many PostgreSQL had to break; SQLite has one lock, and says so when it is not to be had."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def is_sound(found: dict[str, Any]) -> bool:
    return not (found["failed"] or found["doubts"] or found["deadlocks"]) and found["longest"] < LONGEST


def said(database: str, found: dict[str, Any]) -> str:
    done, refused, failed = (sum(found[name].values()) for name in ("done", "refused", "failed"))
    return (
        f"{database}: {done + refused + failed} acts ({refused} refused), {found['deadlocks']} deadlocks, "
        f"{failed} errors, longest {found['longest']:.1f} s, chain {'broken' if found['doubts'] else 'whole'}"
    )


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--on", nargs="+", choices=("sqlite", "postgresql"), default=["sqlite", "postgresql"])
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.inside:
        _say(json.dumps(inside(asked.seconds)))
        return 0
    figures, ok = [], True
    for database in asked.on:
        try:
            found = on(database, seconds=asked.seconds)
        except cluster.NoPostgreSQL as missing:
            _say(f"PostgreSQL is not tested: {missing}")
            continue
        figures.append(said(database, found))
        for what in ("failed", "doubts"):
            for one in found[what]:
                _say(f"  {database}: {one}")
        ok = ok and is_sound(found)
    _say(f"PROOF no-deadlock | {PROCESSES} processes, {asked.seconds:.0f} s each; {'; '.join(figures)}")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
