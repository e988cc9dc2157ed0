"""The event of a load: made before it, looked through after it. ``python -m benchmarks.load.hall make|check``."""

import json
import os
import sys
from typing import Any

TABLES = 250
PLAYERS = 4 * TABLES
ROUNDS = 24
"""Twice the usual: at five times the speed even these lists are full within the hour."""


def made() -> dict[str, Any]:
    """Make a series that has just begun; return its tables with their keys, and the director's session."""
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    call_command("migrate", verbosity=0)
    from benchmarks.world import begun_series, director

    series = begun_series(players=PLAYERS, rounds=ROUNDS)
    slug = series.tournament.slug
    client = Client()
    client.force_login(director())
    return {
        "slug": slug,
        "session": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "tables": [
            {"path": f"/t/{slug}/series/{series.number}/table/{table.number}/phone/", "key": table.key}
            for table in series.tables.order_by("number")
        ],
    }


def checked() -> dict[str, Any]:
    """Return what the database holds: the journal's chain, what ``verify`` finds, each table's deals in their order."""
    from scoring.history.selectors import verification
    from scoring.lists.models import GameListRow
    from tables.journal import chain as journal
    from tables.tournaments.models import Tournament

    tournament = Tournament.objects.get()
    return {
        "broken": journal.first_broken_line(tournament),
        "doubts": len(verification.verified(tournament).discrepancies),
        "deals": [
            [
                str(key)
                for key in row.deals.filter(voided_at=None).order_by("number").values_list("entry_key", flat=True)
            ]
            for row in GameListRow.objects.order_by("table__number")
        ],
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")
    import django

    django.setup()
    json.dump({"make": made, "check": checked}[sys.argv[1]](), sys.stdout)
