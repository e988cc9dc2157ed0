"""Run the drill on both databases and print the time of each step: ``python -m tests.drill [--tables 250]``."""

import argparse
import json
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.drill.phones import Hall, Phone
from tests.durability.kills import HALL
from tests.durability.site import Site
from tests.support import postgresql_cluster as cluster

EACH = 0.4
"""Seconds between two deals of a thread: eight of them enter twenty deals a second, four times what 250 tables do.

Enough is entered so while a quick machine makes its backup."""

THERE = 48
"""Deals of each list when the backup is made: 12,000 in a hall of 250 tables."""


class Drill:
    def __init__(self, folder: Path, *, here: str, there: str, tables: int, say: Callable[[str], None]) -> None:
        self.tables, self.say = tables, say
        self.one, self.other = (
            self._site(folder / name, database) for name, database in (("laptop", here), ("other-laptop", there))
        )
        self.backups = folder / "laptop" / "backups"
        self.took: dict[str, float] = {}
        self.until_answering = 0.0
        self.of_backup = self.of_restore = ""

    def run(self) -> None:
        with self._step("hall made"):
            self.one.migrate()
            tables = json.loads(self.one.run("-m", HALL, "make", str(self.tables)))
        self.one.start()
        phones = [Phone(table["path"], table["key"], f"{at:032x}") for at, table in enumerate(tables, start=1)]
        hall = Hall(phones, port=self.one.port)
        try:
            self._back_up_under_load(hall)
            with self._step("laptop lost"):
                self.one.kill()
            lost = json.loads(self.one.run("-m", HALL, "check"))
            self._go_on(hall, lost)
        finally:
            for site in (self.one, self.other):
                if site.is_running:
                    site.kill()

    def _back_up_under_load(self, hall: Hall) -> None:
        with self._step(f"{self.tables * THERE} deals handed in"):
            hall.fill(THERE)
        there = hall.entered
        # A small hall plays slower, or its lists would be full before the backup is made.
        hall.play(each=EACH * max(1, 16 / self.tables))
        hall.until(there + self.tables // 2)
        begun = time.monotonic()
        with self._step("backup made and checked, while they play"):
            self.one.run("manage.py", "backup")
        end = time.monotonic()
        at_backup = hall.entered
        # What is entered after the backup is what a restore lacks.
        hall.until(at_backup + max(8, self.tables // 4))
        hall.rest()
        during = [took for sent, took in hall.waits if sent + took > begun and sent < end]
        before = sorted(took for sent, took in hall.waits if sent + took <= begun)
        self.of_backup = (
            f"{there:,} deals there, {len(during)} entered meanwhile, longest wait {max(during, default=0):.2f} s "
            f"(95 % before it within {before[int(len(before) * 0.95)]:.2f} s), "
            f"made and checked in {end - begun:.1f} s: integrity, chain, standings hash all right"
        )
        self.say(self.of_backup)

    def _go_on(self, hall: Hall, lost: dict[str, object]) -> None:
        (backup,) = self.backups.glob("skatturnier-*.tar.gz")
        begun = time.monotonic()
        with self._step("backup restored into an empty folder, and checked"):
            self.say(self.other.run("manage.py", "restore", str(backup)).strip().replace("\n", " | "))
        with self._step("site started there"):
            self.other.start()
        self.until_answering = time.monotonic() - begun
        with self._step("phones handed in what it lacked"):
            hall.hand_in(port=self.other.port)
        self.other.kill()
        found = json.loads(self.other.run("-m", HALL, "check"))
        assert not (wrong := [phone.wrong for phone in hall.phones if phone.wrong]), wrong
        again = sum(phone.handed_in_again for phone in hall.phones)
        assert again > 0, "nothing was entered after the backup: nothing was tried"
        assert found["doubts"] == []
        assert found["deals"] == [[act["key"] for act in phone.acts] for phone in hall.phones], "deals are missing"
        assert lost["deals"] == found["deals"], "somebody was still sending when the laptop was lost"
        assert found["standings"] == lost["standings"], "the standings are others"
        self.of_restore = (
            f"{self.tables} tables, {hall.entered} deals: 0 missing, {again} of them sent again by phones, "
            f"same standings hash, other machine answering after {self.until_answering:.0f} s"
        )
        self.say(self.of_restore)

    def _site(self, data: Path, database: str) -> Site:
        data.mkdir()
        site = Site(data, database=database)
        # Backups are made when the drill says so.
        site.env["SKATTURNIER_HOUSE"] = "off"
        return site

    @contextmanager
    def _step(self, name: str) -> Iterator[None]:
        begun = time.monotonic()
        yield
        self.took[name] = time.monotonic() - begun
        self.say(f"{name}: {self.took[name]:.1f} s")


@contextmanager
def databases(kind: str) -> Iterator[tuple[str, str]]:
    """Give the addresses of two databases on different servers; empty for files."""
    if kind == "SQLite":
        yield "", ""
        return
    with cluster.running() as one, cluster.running() as other:
        yield one.url(), other.url()


def drilled(kind: str, tables: int) -> Drill:
    with tempfile.TemporaryDirectory(prefix="skatturnier-drill-") as folder, databases(kind) as (here, there):
        drill = Drill(Path(folder), here=here, there=there, tables=tables, say=lambda text: say(f"{kind}: {text}"))
        drill.run()
        return drill


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
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
