"""A hall in a folder of its own, for a site that is killed: `make` it and print its tables, `check` what is left."""

import json
import sys

import django

TABLES = 12
ROUNDS = 24

EVERY_INDEX = """
    SELECT bt_index_check(indexrelid, true) FROM pg_index
    JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_am ON pg_am.oid = relam
    WHERE amname = 'btree' AND relpersistence = 'p'
"""
EVERY_TABLE = """
    SELECT count(*) FROM pg_class, verify_heapam(pg_class.oid) WHERE relkind = 'r' AND relpersistence = 'p'
"""


def made(tables: str = str(TABLES)) -> list[dict[str, object]]:
    """Make a running series of so many tables and return them with their keys."""
    from django.utils import timezone

    from tests.support import factories

    # Of today: a site that runs forgets what is long over.
    today = timezone.localdate()
    cup = factories.tournament(entrants=4 * int(tables), rounds=ROUNDS, starts_on=today, ends_on=today)
    series = factories.running_series(cup)
    return [
        {"path": f"/t/cup/series/1/table/{table.number}/phone/", "key": table.key}
        for table in series.tables.order_by("number")
    ]


def checked() -> dict[str, object]:
    """Return what the database holds: whether it is whole, the journal's chain, standings, each table's deals."""
    from django.db import connection

    from scoring.history.selectors import verification
    from scoring.lists.models import DealRow, GameListRow
    from skatturnier.backups import dumping
    from tables.journal import chain as journal
    from tables.journal.models import JournalEntry
    from tables.tournaments.models import Tournament

    tournament = Tournament.objects.get()
    lists = [row.deals.filter(voided_at=None) for row in GameListRow.objects.order_by("table__number")]
    return {
        "database": connection.display_name,
        "integrity": _integrity(),
        "broken": journal.first_broken_line(tournament),
        "unnoted": DealRow.objects.count() - JournalEntry.objects.filter(action="list.deal-entered").count(),
        "doubts": [str(one) for one in verification.verified(tournament).discrepancies],
        "standings": dumping.standings_hash(tournament.slug),
        "deals": [
            [str(key) for key in deals.order_by("number").values_list("entry_key", flat=True)] for deals in lists
        ],
    }


def _integrity() -> str:
    """Return “ok” if every row and every index can be read, else what SQLite says; PostgreSQL fails by itself."""
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            return str(cursor.execute("PRAGMA integrity_check").fetchone()[0])
        cursor.execute("CREATE EXTENSION IF NOT EXISTS amcheck")
        cursor.execute(EVERY_INDEX)
        cursor.execute(EVERY_TABLE)
        (faults,) = cursor.fetchone()
    return "ok" if faults == 0 else f"{faults} faults"


if __name__ == "__main__":
    django.setup()
    json.dump({"make": made, "check": checked}[sys.argv[1]](*sys.argv[2:]), sys.stdout)
