"""Power cuts while deals are entered: what of the acknowledged ones is there afterwards?

``python -m tests.durability.power_cuts`` tries the settings of the site, and those that are known to lose something.
"""

import itertools
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import apsw

from skatturnier.databases import database
from tests.durability.disk import Disk, PowerCut, clean, torn
from tests.durability.recorded import Recorded, held, recorded

OF_THE_SITE = database("", file=Path("unused"))["OPTIONS"]["init_command"]

# One connection at a time: without memory to share between several, WAL asks for the file to itself.
WAL = "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; "
KEEPING = {
    "TRUNCATE+FULL": OF_THE_SITE,
    "PERSIST+FULL": "PRAGMA journal_mode=PERSIST; PRAGMA synchronous=FULL;",
    "DELETE+EXTRA": "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA;",
    "WAL+FULL": WAL + "PRAGMA synchronous=FULL;",
}
LOSING = {
    "WAL+NORMAL": WAL + "PRAGMA synchronous=NORMAL;",
    "DELETE+FULL": "PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL;",
    "TRUNCATE+OFF": "PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=OFF;",
}

PROMISED = 4_000
CUTS = 110
"""Of each kind, clean and torn."""

FILE = "/hall.sqlite3"
_names = itertools.count()


@dataclass
class Outcome:
    """What became of the acknowledged transactions."""

    acknowledged: int = 0
    cuts: int = 0
    while_recovering: int = 0
    lost: int = 0
    broken: int = 0

    def __str__(self) -> str:
        damage = f", {self.broken} databases broken" if self.broken else ""
        return f"{self.lost} lost of {self.acknowledged:,} acknowledged in {self.cuts} cuts{damage}"


def tried(record: Recorded, settings: str, *, seed: int, cuts: int, per_cut: int, is_torn: bool) -> Outcome:
    """Enter deals, cut the power at any moment, look, go on; half of the repairs afterwards are cut, too."""
    after, chance, outcome = record.states, random.Random(seed), Outcome()
    fate = torn(chance) if is_torn else clean
    disk = Disk(f"power-{next(_names)}")
    at = len(record.transactions)
    for _ in range(cuts):
        if at > len(record.transactions) - 2 * per_cut:
            disk.put(FILE, record.database)
            at = 0
        sure, begun = _until_the_cut(disk, settings, record.transactions[at:], chance, per_cut)
        outcome.cuts += 1
        outcome.acknowledged += sure
        disk.power_on(fate, chance if is_torn else None)
        if chance.random() < 0.5:
            outcome.while_recovering += _cut_the_repair(disk, settings, chance)
            disk.power_on(fate, chance if is_torn else None)
        found = _found(disk, settings, after, first=at, last=at + begun)
        if found is None:
            outcome.broken += 1
            at = len(record.transactions)
        else:
            outcome.lost += max(0, at + sure - found)
            at = found
    disk.unregister()
    return outcome


@contextmanager
def _opened(disk: Disk, settings: str) -> Iterator[apsw.Connection]:
    connection = apsw.Connection(FILE, vfs=disk.name)
    try:
        connection.execute("PRAGMA foreign_keys=ON; " + settings).fetchall()
        yield connection
    finally:
        # What closes after the cut reaches nothing any more.
        with _without_power():
            connection.close(True)


@contextmanager
def _without_power() -> Iterator[None]:
    with suppress(PowerCut, apsw.Error):
        yield


def _until_the_cut(
    disk: Disk, settings: str, transactions: list[list[str]], chance: random.Random, per_cut: int
) -> tuple[int, int]:
    """Return how many transactions were acknowledged, and how many begun."""
    sure = begun = 0
    before, whole = disk.done, chance.randrange(1, 2 * per_cut)
    with _without_power(), _opened(disk, settings) as connection:
        for transaction in transactions:
            if begun == whole:
                # At any operation of a deal's entry, counted as those before it.
                disk.cut_in = disk.done + chance.randrange(2 + (disk.done - before) // begun)
            begun += 1
            for statement in transaction:
                connection.execute(statement).fetchall()
            if not disk.is_off:
                sure += 1
    return sure, begun


def _cut_the_repair(disk: Disk, settings: str, chance: random.Random) -> int:
    """Open it, and let the power go while SQLite puts it in order; return whether it came to that."""
    disk.cut_in = chance.randrange(12)
    with _without_power(), _opened(disk, settings) as connection:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    happened = disk.is_off
    disk.is_off = True
    return int(happened)


def _found(disk: Disk, settings: str, after: list[str], *, first: int, last: int) -> int | None:
    """Return after how many transactions the database stands; None if it is not whole or stands after none."""
    try:
        with _opened(disk, settings) as connection:
            (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
            state = held(connection)
    except (apsw.Error, UnicodeDecodeError):
        # Rubbish may stand even where a text was.
        return None
    if verdict != "ok" or state not in after[first : last + 1]:
        return None
    return first + after[first : last + 1].index(state)


def main() -> int:
    """Try all settings; those of the site for as many commits as are promised."""
    with tempfile.TemporaryDirectory() as folder:
        record = recorded(Path(folder))
    results = {}
    for name, settings in {**KEEPING, **LOSING}.items():
        cuts = CUTS if name == "TRUNCATE+FULL" else CUTS // 5
        kinds = [
            tried(record, settings, seed=seed, cuts=cuts, per_cut=20, is_torn=is_torn)
            for seed, is_torn in enumerate((False, True), start=1)
        ]
        results[name] = Outcome(*(sum(values) for values in zip(*(vars(one).values() for one in kinds), strict=True)))
        print(f"{name:14} clean: {kinds[0]}; torn: {kinds[1]}", flush=True)  # noqa: T201
    ours = results["TRUNCATE+FULL"]
    is_kept = not any(results[name].lost or results[name].broken for name in KEEPING)
    can_fail = all(results[name].lost or results[name].broken for name in LOSING)
    again = f"{ours.while_recovering} of them again during the repair"
    weaker = ", ".join(f"{name} loses {results[name].lost}" for name in LOSING)
    print(f"PROOF power-cut | {ours}, {again}; {weaker}")  # noqa: T201
    # Settings that are known to lose something show that the cuts are cuts.
    return 0 if is_kept and can_fail else 1


if __name__ == "__main__":
    sys.exit(main())
