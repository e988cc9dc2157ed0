"""The events of a load: made before it, looked through after it.

``python -m benchmarks.load.hall make EVENTS TABLES`` or ``check``.
"""

import json
import os
import sys
from typing import Any

ROUNDS = 24
"""Twice the usual: at five times the speed even these lists are full within the hour."""


def made(events: int, tables: int) -> dict[str, Any]:
    """Make events, each with a series that has just begun; return their tables with their keys, and the director's
    session.
    """
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    call_command("migrate", verbosity=0)
    from benchmarks.world import begun_series, director

    all_series = [begun_series(players=4 * tables, rounds=ROUNDS) for _ in range(events)]
    client = Client()
    client.force_login(director())
    return {
        "slugs": [series.tournament.slug for series in all_series],
        "session": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "tables": [
            {
                "path": f"/t/{series.tournament.slug}/series/{series.number}/table/{table.number}/phone/",
                "key": table.key,
            }
            for series in all_series
            for table in series.tables.order_by("number")
        ],
    }


def checked() -> dict[str, Any]:
    """Return what the database holds: the chains, what ``verify`` finds, each table's deals in their order."""
    from scoring.history.selectors import verification
    from scoring.lists.models import GameListRow
    from tables.journal import chain as journal
    from tables.tournaments.models import Tournament

    events = Tournament.objects.order_by("pk")
    return {
        "broken": next(filter(None, map(journal.first_broken_line, events)), None),
        "doubts": sum(len(verification.verified(event).discrepancies) for event in events),
        "deals": [
            [
                str(key)
                for key in row.deals.filter(voided_at=None).order_by("number").values_list("entry_key", flat=True)
            ]
            for row in GameListRow.objects.order_by("table__series__tournament_id", "table__number")
        ],
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")
    import django

    django.setup()
    json.dump(made(*map(int, sys.argv[2:])) if sys.argv[1] == "make" else checked(), sys.stdout)
