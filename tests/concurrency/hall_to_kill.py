"""A hall in a folder of its own, for a site that is killed: `make` it and print its tables, `check` what is left."""

import json
import sys

import django

TABLES = 12
ROUNDS = 24


def made() -> list[dict[str, object]]:
    """Make a running series and return the tables with their keys."""
    from tests import factories

    series = factories.running_series(factories.tournament(entrants=4 * TABLES, rounds=ROUNDS))
    return [
        {"path": f"/t/cup/series/1/table/{table.number}/phone/", "key": table.key}
        for table in series.tables.order_by("number")
    ]


def checked() -> dict[str, object]:
    """Return what the database holds: whether it is whole, the journal's chain, each table's deals."""
    from django.db import connection

    from scoring import selectors
    from scoring.models import DealRow, GameListRow
    from tables import journal
    from tables.models import JournalEntry, Tournament

    tournament = Tournament.objects.get()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        whole = cursor.fetchone()[0]
    noted = JournalEntry.objects.filter(action="list.deal-entered").count()
    return {
        "integrity": whole,
        "broken": journal.first_broken_line(tournament),
        "unnoted": DealRow.objects.count() - noted,
        "doubts": len(selectors.verified(tournament).discrepancies),
        "deals": [
            [
                str(key)
                for key in row.deals.filter(voided_at=None).order_by("number").values_list("entry_key", flat=True)
            ]
            for row in GameListRow.objects.order_by("table__number")
        ],
    }


if __name__ == "__main__":
    django.setup()
    json.dump({"make": made, "check": checked}[sys.argv[1]](), sys.stdout)
