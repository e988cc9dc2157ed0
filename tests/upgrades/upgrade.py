"""Put a kept event into an empty database as its release left it, bring that up to date, and print what there is now.

``python -m tests.upgrades.upgrade FILE`` works on the database that ``DATABASE_URL`` or ``SKATTURNIER_DATA`` names.
"""

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import django

from tests.upgrades.dump import standings


def main(file: Path) -> None:
    """Do it, and say as JSON what stands there, what is doubted, and what would be if a result had been bent."""
    from django.core.management import call_command
    from django.db.models import F

    from scoring.lists.models import SeatResult

    kept = json.loads(gzip.decompress(file.read_bytes()))
    _as_it_was(kept)
    call_command("migrate", verbosity=0)
    told = {"standings": standings(), "doubts": _doubts(), "rows": _rows(kept), "outside": _outside()}
    SeatResult.objects.filter(pk=SeatResult.objects.earliest("pk").pk).update(game_points=F("game_points") + 1)
    json.dump({**told, "bent": _doubts()}, sys.stdout)


def _as_it_was(kept: dict[str, Any]) -> None:
    """Migrate up to where the release stood, and store its rows."""
    from django.core.management.color import no_style
    from django.db import connection, transaction
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    # The last of each app: names begin with a number.
    stood = list(dict(sorted(one.split(".") for one in kept["migrations"])).items())
    executor.migrate(stood)
    models = MigrationExecutor(connection).loader.project_state(stood).apps
    with transaction.atomic():
        for label, table in kept["tables"].items():
            model = models.get_model(label)
            fields = {field.attname: field for field in model._meta.concrete_fields}
            model._base_manager.bulk_create(
                model(**{name: _value(fields[name], value) for name, value in zip(table["fields"], row, strict=True)})
                for row in table["rows"]
            )
        with connection.cursor() as cursor:
            for told in connection.ops.sequence_reset_sql(
                no_style(), [models.get_model(one) for one in kept["tables"]]
            ):
                cursor.execute(told)


def _value(field: Any, value: Any) -> Any:
    return field.target_field.to_python(value) if field.is_relation and value is not None else field.to_python(value)


def _outside() -> dict[str, list[str]]:
    """Return what is doubted in the chains of clubs and of the site, which an upgrade begins."""
    from scoring.history.selectors.verification import outside_verified
    from tables.clubs.models import Club
    from tables.journal.chain import lines_of

    chains = [one for one in (*Club.objects.order_by("pk"), None) if lines_of(one).exists()]
    return {one.slug if one else "the site": [str(found) for found in outside_verified(one)] for one in chains}


def _doubts() -> dict[str, list[str]]:
    from scoring.history.selectors import verification
    from tables.tournaments.models import Tournament

    return {
        one.slug: [str(doubt) for doubt in verification.verified(one).discrepancies] for one in Tournament.objects.all()
    }


def _rows(kept: dict[str, Any]) -> dict[str, int]:
    """Return how many rows there are now of what there was."""
    from django.apps import apps

    return {label: apps.get_model(label)._base_manager.count() for label in kept["tables"]}


if __name__ == "__main__":
    django.setup()
    main(Path(sys.argv[1]))
