"""Pack the whole record of an event into one file."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import timezone, translation

from scoring.archive import pack, shelved, work
from scoring.services.archives import note_archive
from tables.models import Tournament

NICE: Final = 10
"""How far it steps back behind everything that somebody waits for."""


class Command(BaseCommand):
    help = "Pack the record of an event (PDF, XLSX, CSV, JSON, with hashes) into one file, to be kept for six months."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament as it stands in its address")
        parser.add_argument("--to", type=Path, help="the file; default: its slug, here")
        parser.add_argument(
            "--language", default=settings.LANGUAGE_CODE, choices=[code for code, _ in settings.LANGUAGES]
        )
        parser.add_argument("--shelve", action="store_true", help="make what was asked for on the page of the site")

    def handle(self, *_args: Any, slug: str, to: Path | None, language: str, shelve: bool, **_options: Any) -> None:
        if shelve:
            self._shelve(slug)
            return
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

    def _shelve(self, slug: str) -> None:
        found = shelved(slug)
        if found is None:
            raise CommandError("Nobody asked for this archive.")
        os.nice(NICE)
        work(found)
