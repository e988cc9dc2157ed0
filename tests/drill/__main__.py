"""Run the drill on both databases and print the time of each step: ``python -m tests.drill [--tables 250]``."""

import argparse
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.drill.steps import Drill
from tests.support import postgresql_cluster as cluster


@contextmanager
def databases(kind: str) -> Iterator[tuple[str, str]]:
    """Give the addresses of two databases on different servers; empty for files."""
    if kind == "SQLite":
        yield "", ""
        return
    with cluster.running() as one, cluster.running() as other:
        yield one.url(), other.url()


def drilled(kind: str, tables: int) -> Drill:
    """Run one drill."""
    with tempfile.TemporaryDirectory(prefix="skatturnier-drill-") as folder, databases(kind) as (here, there):
        drill = Drill(Path(folder), here=here, there=there, tables=tables, say=lambda text: say(f"{kind}: {text}"))
        drill.run()
        return drill


def say(text: str) -> None:
    """Say something at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Run it on both and say whether the promises hold."""
    # Whoever ends it ends the sites that it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("--tables", type=int, default=250)
    told.add_argument("--only", choices=["SQLite", "PostgreSQL"])
    wanted = told.parse_args()
    done, skipped = {}, ""
    for kind in [wanted.only] if wanted.only else ["SQLite", "PostgreSQL"]:
        try:
            done[kind] = drilled(kind, wanted.tables)
        except cluster.NoPostgreSQL as missing:
            skipped = f"; PostgreSQL is not tested: {missing}"
    backups = "; ".join(f"{kind}: {drill.of_backup}" for kind, drill in done.items())
    restores = "; ".join(f"{kind}: {drill.of_restore}" for kind, drill in done.items())
    say(f"PROOF backup | {backups}{skipped}")
    say(f"PROOF restore | {restores}{skipped}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
