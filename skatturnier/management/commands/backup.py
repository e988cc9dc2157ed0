"""Make a backup of everything the site knows, check it, and tidy up the older ones."""

from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from skatturnier.backups.failed import BackupFailed
from skatturnier.backups.making import Made, make


class Command(BaseCommand):
    help = "Make a backup of database, secret key and certificate as one file, checked before it counts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", type=Path, metavar="FOLDER", help="default: SKATTURNIER_BACKUPS, or var/backups")

    def handle(self, *_args: Any, to: Path | None, **_options: Any) -> None:
        wanted = replace(settings.BACKUPS, folder=to) if to else settings.BACKUPS
        try:
            made = make(wanted=wanted, now=timezone.now())
        except BackupFailed as failed:
            raise CommandError(f"No backup was made: {failed}") from None
        self.stdout.write(_summary(made))
        for problem in made.problems:
            self.stdout.write(f"  {problem}")
        if made.problems:
            raise CommandError("The backup was made, but see above.", returncode=1)


def _summary(made: Made) -> str:
    size = f"{made.path.stat().st_size / 1_000_000:.1f} MB"
    verdict = "checked" if made.is_sound else "DOUBTFUL"
    return f"{made.path}: {verdict} ({size}, events {len(made.manifest.events)})"
