"""Restore a backup: into an empty folder, or into one whose database is put aside."""

from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import connections
from django.utils import timezone

from skatturnier.backups import packing
from skatturnier.backups.file_names import BackupFailed
from skatturnier.backups.packing import Manifest
from skatturnier.backups.restoring import restore
from skatturnier.backups.to_file import Target

MOST_NAMED = 30
"""Events that are named one by one, those where something was done last."""


class Command(BaseCommand):
    help = "Restore a backup. Nothing is overwritten: with --over what is there is put aside."
    # The site's own database may be the one that is damaged, or not be there yet.
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the backup")
        parser.add_argument("--identity", type=Path, metavar="FILE", help="the age key of an encrypted backup")
        parser.add_argument("--data", type=Path, metavar="FOLDER", help="default: SKATTURNIER_DATA, or var/")
        parser.add_argument("--over", action="store_true", help="put aside what is there")
        parser.add_argument("--look", action="store_true", help="only say what is in it")

    def handle(self, *_args: Any, file: Path, look: bool, **options: Any) -> None:
        try:
            if look:
                self._say(packing.check(file))
            else:
                self._restore(file, **options)
        except BackupFailed as failed:
            raise CommandError(str(failed)) from None

    def _restore(self, file: Path, *, identity: Path | None, data: Path | None, over: bool, **_options: Any) -> None:
        connections.close_all()
        restored = restore(file, target=_target(data, over=over), identity=identity, now=timezone.now())
        self._say(restored.manifest)
        for place in restored.aside:
            self.stdout.write(f"What was there before: {place}")
        where = f"SKATTURNIER_DATA={data} " if data else ""
        self.stdout.write(f"Restored and checked. Start the site with: {where}manage.py serve")

    def _say(self, manifest: Manifest) -> None:
        self.stdout.write(
            f"Backup of {timezone.localtime(manifest.made_at):%Y-%m-%d %H:%M:%S}, events {len(manifest.events)}"
        )
        latest = sorted((event for event in manifest.events if event.last_act), key=lambda event: event.last_act)[
            -MOST_NAMED:
        ]
        for event in latest:
            last = timezone.localtime(datetime.fromisoformat(event.last_act))
            findings = f", FINDINGS {event.findings}" if event.findings else ""
            self.stdout.write(f"  {event.slug}: last act {last:%Y-%m-%d %H:%M:%S}, journal {event.lines}{findings}")


def _target(data: Path | None, *, over: bool) -> Target:
    database = dict(settings.DATABASES["default"])
    folder = data or Path(settings.DATA_DIR)
    if data and database["ENGINE"].endswith("sqlite3"):
        database["NAME"] = data.resolve() / Path(database["NAME"]).name
    return Target(data=folder.resolve(), database=database, over=over)
