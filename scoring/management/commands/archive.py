"""Pack the whole record of an event into one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import timezone, translation

from scoring.archive.packing.contents import note_archive, pack
from tables.tournaments.models import Tournament


class Command(BaseCommand):
    help = "Pack the record of an event (PDF, XLSX, CSV, JSON, with hashes) into one file, to be kept for six months."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament as it stands in its address")
        parser.add_argument("--to", type=Path, help="the file; default: its slug, here")
        parser.add_argument(
            "--language", default=settings.LANGUAGE_CODE, choices=[code for code, _ in settings.LANGUAGES]
        )

    def handle(self, *_args: Any, slug: str, to: Path | None, language: str, **_options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {slug}.")
        path = to or Path(f"{slug}.zip")
        with translation.override(language):
            try:
                digest = pack(tournament, path, now=timezone.now())
            except OSError as error:
                raise CommandError(f"{path} cannot be written: {error.strerror}") from error
        note_archive(tournament_id=tournament.pk, sha256=digest, by=None, now=timezone.now())
        self.stdout.write(f"{digest}  {path}")
