"""The hall of a drill, in the environment's database: ``make TABLES`` and print its tables, ``check`` what is there."""

import json
import sys
from typing import Any

import django

ROUNDS = 24
"""Twice the usual: half of each list is there when the backup is made."""


def made(tables: int) -> list[dict[str, object]]:
    """Make a running series and return the tables with their keys."""
    from tests.support import factories

    series = factories.running_series(factories.tournament(entrants=4 * tables, rounds=ROUNDS))
    return [
        {"path": f"/t/cup/series/1/table/{table.number}/phone/", "key": table.key}
        for table in series.tables.order_by("number")
    ]


def checked() -> dict[str, Any]:
    """Return the hash of the standings, what does not fit, and each table's deals by their keys."""
    from scoring.lists.models import GameListRow
    from skatturnier.backups import dumping

    return {
        "standings": dumping.standings_hash("cup"),
        "findings": str(dumping.finding("cup") or ""),
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
    json.dump(made(int(sys.argv[2])) if sys.argv[1] == "make" else checked(), sys.stdout)
