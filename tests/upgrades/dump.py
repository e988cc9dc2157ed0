"""Keep a small event of this release for the tests of later ones: ``python -m tests.upgrades.dump NAME``.

What is kept are rows as any database can take them, the migrations they stand on, and the standings they make.
"""

import gzip
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import django

FOLDER = Path(__file__).parent
APPS = ("tables", "scoring")


def main(name: str) -> None:
    """Make the event in a database of its own, and keep it."""
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"SKATTURNIER_DATA": data, "DJANGO_SETTINGS_MODULE": "tests.settings"}
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        from tests.support import event_in_mid_day as busy

        call_command("simulate", players=13, series=3, rounds=3, entry="deals", verbosity=0)
        busy.event()
        told = {"migrations": migrations(), "standings": standings(), "tables": rows()}
    packed = gzip.compress(json.dumps(told, default=_as_text, ensure_ascii=False).encode(), 9, mtime=0)
    (FOLDER / f"{name}.json.gz").write_bytes(packed)


def migrations() -> list[str]:
    """Return every migration that is applied."""
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied if app in APPS)


def standings() -> dict[str, list[tuple[int, int, int]]]:
    """Return for each event start number, rank and points of everybody."""
    from scoring.results.selectors import standings as results_standings
    from tables.tournaments.models import Tournament

    return {
        one.slug: [(line.entrant.number, line.rank, line.total) for line in results_standings.standings(one).lines]
        for one in Tournament.objects.order_by("pk")
    }


def rows() -> dict[str, dict[str, Any]]:
    """Return by model the names of its columns, and its rows."""
    from django.apps import apps

    found: dict[str, dict[str, Any]] = {}
    for model in apps.get_models(include_auto_created=True):
        fields = model._meta.concrete_fields
        if model._meta.app_label in APPS and (
            stored := [[field.value_from_object(one) for field in fields] for one in model._base_manager.order_by("pk")]
        ):
            found[model._meta.label_lower] = {"fields": [field.attname for field in fields], "rows": stored}
    return found


def _as_text(value: Any) -> str:
    """Return a time to the last microsecond: the journal's hashes go over it."""
    return str(value.isoformat() if hasattr(value, "isoformat") else value)


if __name__ == "__main__":
    main(sys.argv[1])
