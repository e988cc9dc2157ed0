"""Check whether an archive still is as it was packed."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from scoring.archive.packing.contents import CheckRefused, check_archive


class Command(BaseCommand):
    help = "Check the hashes in the archive of an event. Exit code 1 if a file was changed, taken out or put in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        try:
            with file.open("rb") as content:
                checked = check_archive(content)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}", returncode=2) from error
        except CheckRefused as error:
            raise CommandError(f"{file} is no archive of an event: {error}", returncode=2) from error
        for word, names in (("changed", checked.changed), ("missing", checked.missing), ("added", checked.added)):
            for name in names:
                self.stdout.write(f"{word}: {name}")
        if not checked.is_whole:
            raise CommandError("The archive is not as it was packed.", returncode=1)
        self.stdout.write(f"all right (files {checked.files}, sha256 {checked.sha256})")
