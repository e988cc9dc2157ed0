"""Make a backup of everything the site knows, check it, and tidy up the older ones."""

from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from skatturnier.backups.file_names import BackupFailed
from skatturnier.backups.making import make
from skatturnier.backups.one_event import make_alone


class Command(BaseCommand):
    help = "Make a backup of database, secret key and certificate as one file, checked before it counts."
    # Not one address is needed here, and the checks read them all.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", type=Path, metavar="FOLDER", help="default: SKATTURNIER_BACKUPS, or var/backups")
        parser.add_argument(
            "--event",
            metavar="SLUG",
            help="for the laptop of a venue: this event alone, with secrets and a password of its own",
        )

    def handle(self, *_args: Any, to: Path | None, event: str | None, **_options: Any) -> None:
        if event:
            self._of_one_event(event, to)
            return
        wanted = replace(settings.BACKUPS, folder=to) if to else settings.BACKUPS
        try:
            made = make(wanted=wanted, now=timezone.now())
        except BackupFailed as failed:
            raise CommandError(f"No backup was made: {failed}") from None
        size = f"{made.path.stat().st_size / 1_000_000:.1f} MB"
        verdict = "checked" if made.is_sound else "DOUBTFUL"
        self.stdout.write(f"{made.path}: {verdict} ({size}, events {len(made.manifest.events)})")
        self._tell_problems(made.problems)

    def _of_one_event(self, slug: str, to: Path | None) -> None:
        if to is None or to.resolve() == Path(settings.BACKUPS.folder).resolve():
            raise CommandError("Name a folder for it with --to: among the site's backups it would be taken for one.")
        try:
            made = make_alone(slug=slug, to=to)
        except BackupFailed as failed:
            raise CommandError(f"No backup was made: {failed}") from None
        self.stdout.write(
            f"{made.path}: {slug} alone. Where it is restored, this account signs in, with this password:"
        )
        self.stdout.write(f"  {made.username}  {made.password}")
        self._tell_problems(made.problems)

    def _tell_problems(self, problems: Sequence[str]) -> None:
        for problem in problems:
            self.stdout.write(f"  {problem}")
        if problems:
            raise CommandError("The backup was made, but see above.", returncode=1)
