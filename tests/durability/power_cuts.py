"""Power cuts while deals are entered: what of the acknowledged ones is there afterwards?

``python -m tests.durability.power_cuts`` tries the settings of the site, and those that are known to lose something;
with a folder it records there what the site says to its database.
"""

import hashlib
import itertools
import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from uuid import UUID

import apsw

from skatturnier.databases import database
from tests.durability.site import Site, batch, deal

TABLES = 4
DEALS = 48
BEFORE = "before.sqlite3"
SAID = "said.json"
READING = ("SELECT", "PRAGMA", "EXPLAIN", "--")


@dataclass(frozen=True)
class Recorded:
    """A database, and the transactions that were written to it, each from its BEGIN to its COMMIT."""

    database: bytes
    transactions: list[list[str]]

    @cached_property
    def states(self) -> list[str]:
        """What the database holds before and after each transaction, without any cut."""
        connection = apsw.Connection(":memory:")
        connection.deserialize("main", self.database)
        found = [held(connection)]
        for transaction in self.transactions:
            for statement in transaction:
                connection.execute(statement).fetchall()
            found.append(held(connection))
        return found


def held(connection: apsw.Connection) -> str:
    digest = hashlib.sha256()
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
    for (name,) in names:
        for row in connection.execute(f'SELECT rowid, * FROM "{name}" ORDER BY rowid'):
            digest.update(repr((name, row)).encode())
    return digest.hexdigest()


def recorded(folder: Path) -> Recorded:
    """Record it in a process of its own, on a database file that the migrations made there."""
    site = Site(folder)
    site.run("manage.py", "migrate", "--verbosity", "0")
    site.run("-m", "tests.durability.power_cuts", str(folder))
    return Recorded((folder / BEFORE).read_bytes(), json.loads((folder / SAID).read_text()))


def record(folder: Path) -> Recorded:
    """Record it on the database at hand, an empty file of SQLite."""
    from django.db import connection

    from tests.support import factories

    series = factories.running_series(factories.tournament(entrants=4 * TABLES, rounds=DEALS // 4))
    tables = list(series.tables.order_by("number"))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(folder / BEFORE)])
    said: list[str] = []
    connection.connection.set_trace_callback(said.append)
    for number in range(1, DEALS + 1):
        for table in tables:
            _enter(table, number)
    connection.connection.set_trace_callback(None)
    return Recorded((folder / BEFORE).read_bytes(), _transactions(said))


def _enter(table: object, number: int) -> None:
    """Let the table's phone bring a deal, as its page does."""
    from django.utils import timezone

    from scoring.lists import mapping
    from scoring.lists.selectors import boards
    from scoring.table.services import batches
    from scoring.table.views.phone import brought

    act = deal(number) | {"key": str(UUID(int=table.pk << 64 | number, version=4))}
    sent, _acts = brought(batch(act), game_list=mapping.to_game_list(boards.list_of(table), ()))
    outcome = batches.receive(table=table, device=f"{table.pk:032x}", batch=sent, now=timezone.now())
    assert [receipt.state for receipt in outcome.receipts] == ["saved"]


def _transactions(said: list[str]) -> list[list[str]]:
    found: list[list[str]] = []
    for statement in said:
        if statement.startswith("BEGIN"):
            found.append([])
        if not statement.startswith(READING):
            found[-1].append(statement)
    return [one for one in found if len(one) > 2]


def _record_in(folder: Path) -> int:
    import django

    django.setup()
    (folder / SAID).write_text(json.dumps(record(folder).transactions))
    return 0


SECTOR = 512
NEVER = -1
JOURNALS = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL | apsw.SQLITE_OPEN_WAL


class PowerCut(Exception):
    """Nothing more reaches the disk, and nothing is answered."""


@dataclass
class Stored:
    """A file: as programs see it, as it is surely on the disk, and what lies between, in order."""

    seen: bytearray = field(default_factory=bytearray)
    sure: bytearray = field(default_factory=bytearray)
    unsynced: list[tuple[int, bytes | None]] = field(default_factory=list)

    def change(self, offset: int, data: bytes | None) -> None:
        """Write, or with None cut the file off there."""
        apply(self.seen, offset, data)
        self.unsynced.append((offset, data))

    def sync(self) -> None:
        for offset, data in self.unsynced:
            apply(self.sure, offset, data)
        self.unsynced.clear()


def apply(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
        return
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(data)] = data


class Disk(apsw.VFS):
    """Files in a folder of its own; ``cut_in`` operations from now the power goes."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.files: dict[str, Stored] = {}
        self.sure: dict[str, Stored] = {}
        self.cut_in = NEVER
        self.is_off = False
        self.done = 0
        super().__init__(name, "")

    def put(self, path: str, content: bytes) -> None:
        self.files = {path: Stored(bytearray(content), bytearray(content))}
        self.sure = dict(self.files)

    def step(self) -> None:
        """Count an operation; the power may go instead of it."""
        if self.is_off or self.done == self.cut_in:
            self.is_off = True
            raise PowerCut
        self.done += 1

    def power_on(self, survive: Callable[[Stored], bytearray], chance: random.Random | None) -> None:
        """Leave what is sure, and of the rest what survives; without chance no name that is not sure does."""
        names = {**self.sure, **self.files}
        kept = {}
        for name in names:
            was, would_be = self.sure.get(name), self.files.get(name)
            left = was if was is would_be or chance is None or chance.random() < 0.5 else would_be
            if left is not None:
                kept[name] = left
        for file in kept.values():
            content = survive(file)
            file.seen, file.sure, file.unsynced = content, bytearray(content), []
        self.files, self.sure = kept, dict(kept)
        self.is_off, self.cut_in, self.done = False, NEVER, 0

    def sync_folder(self) -> None:
        self.sure = dict(self.files)

    # What SQLite asks of a file system.

    def xOpen(self, name, flags):  # noqa: N802
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        if self.is_off:
            raise PowerCut
        is_new = path not in self.files
        if is_new:
            self.step()
            self.files[path] = Stored()
        flags[1] = flags[0]
        return Open(self, self.files[path], syncs_folder=is_new and bool(flags[0] & JOURNALS))

    def xDelete(self, path, is_synced):  # noqa: N802
        self.step()
        del self.files[path]
        if is_synced:
            self.sync_folder()

    def xAccess(self, path, flags):  # noqa: N802
        return path in self.files

    def xFullPathname(self, path):  # noqa: N802
        return path


class Open:
    def __init__(self, disk: Disk, file: Stored, *, syncs_folder: bool) -> None:
        self.disk, self.file, self.syncs_folder = disk, file, syncs_folder
        self.level = apsw.SQLITE_LOCK_NONE

    def xRead(self, amount, offset):  # noqa: N802
        if self.disk.is_off:
            raise PowerCut
        return bytes(self.file.seen[offset : offset + amount])

    def xWrite(self, data, offset):  # noqa: N802
        self.disk.step()
        self.file.change(offset, bytes(data))

    def xTruncate(self, size):  # noqa: N802
        self.disk.step()
        self.file.change(size, None)

    def xSync(self, flags):  # noqa: N802
        self.disk.step()
        self.file.sync()
        if self.syncs_folder:
            self.disk.sync_folder()
            self.syncs_folder = False

    def xFileSize(self):  # noqa: N802
        return len(self.file.seen)

    def xLock(self, level):  # noqa: N802
        self.level = level

    xUnlock = xLock  # noqa: N815

    def xCheckReservedLock(self):  # noqa: N802
        # Nobody else is there: a process that had it is gone with the power.
        return False

    def xFileControl(self, op, pointer):  # noqa: N802
        return False

    def xSectorSize(self):  # noqa: N802
        return 4096

    def xDeviceCharacteristics(self):  # noqa: N802
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE

    def xClose(self):  # noqa: N802
        pass


def clean(file: Stored) -> bytearray:
    """Leave nothing of what was not synced."""
    return bytearray(file.sure)


def torn(chance: random.Random) -> Callable[[Stored], bytearray]:
    """Leave any part of what was not synced: whole writes, some sectors of them, half a sector, rubbish."""

    def survive(file: Stored) -> bytearray:
        content = bytearray(file.sure)
        for offset, data in file.unsynced:
            fate = chance.random()
            if fate < 0.4:
                apply(content, offset, data)
            elif fate < 0.7 and data is not None:
                _in_pieces(content, offset, data, chance)
        return content

    return survive


def _in_pieces(content: bytearray, offset: int, data: bytes, chance: random.Random) -> None:
    for start in range(0, len(data), SECTOR):
        piece = data[start : start + SECTOR]
        fate = chance.random()
        if fate < 0.4:
            apply(content, offset + start, piece)
        elif fate < 0.6:
            apply(content, offset + start, piece[: chance.randrange(len(piece))])
        elif fate < 0.7:
            apply(content, offset + start, chance.randbytes(len(piece)))


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
    sys.exit(_record_in(Path(sys.argv[1])) if sys.argv[1:] else main())
