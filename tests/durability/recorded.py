"""What the site tells SQLite while deals are entered, word for word, and the database it tells it to.

``python -m tests.durability.recorded FOLDER`` makes the database there and writes beside it what was said.
"""

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from uuid import UUID

import apsw

ROOT = Path(__file__).parents[2]
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
    """Return a hash of every row."""
    digest = hashlib.sha256()
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
    for (name,) in names:
        for row in connection.execute(f'SELECT rowid, * FROM "{name}" ORDER BY rowid'):
            digest.update(repr((name, row)).encode())
    return digest.hexdigest()


def recorded(folder: Path) -> Recorded:
    """Record it in a process of its own, on a database file that the migrations made there."""
    ours = ("SKATTURNIER_", "DJANGO_", "DATABASE_URL")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    env = {**kept, "SKATTURNIER_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "skatturnier.settings"}
    for command in (["manage.py", "migrate", "--verbosity", "0"], ["-m", "tests.durability.recorded", str(folder)]):
        done = subprocess.run([sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
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

    line = {"game": "grand", "matadors": 2, "won": True, "declarer": number % 4 + 1}
    act = {"key": str(UUID(int=table.pk << 64 | number, version=4)), "do": "enter", "number": number, "line": line}
    game_list = mapping.to_game_list(boards.list_of(table), ())
    batch, _acts = brought(json.dumps({"copy": "first", "unsent": 0, "acts": [act]}).encode(), game_list=game_list)
    outcome = batches.receive(table=table, device=f"{table.pk:032x}", batch=batch, now=timezone.now())
    assert [receipt.state for receipt in outcome.receipts] == ["saved"]


def _transactions(said: list[str]) -> list[list[str]]:
    found: list[list[str]] = []
    for statement in said:
        if statement.startswith("BEGIN"):
            found.append([])
        if not statement.startswith(READING):
            found[-1].append(statement)
    return [one for one in found if len(one) > 2]


if __name__ == "__main__":
    import django

    django.setup()
    place = Path(sys.argv[1])
    (place / SAID).write_text(json.dumps(record(place).transactions))
