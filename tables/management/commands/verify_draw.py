"""Recompute draws from their records, without the database, and say what differs."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from tables.draw.wording import record_said
from tables.seating import printable


class Command(BaseCommand):
    help = "Recompute draws from the files of their records. The exit code is 1 if anything differs."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a record as downloaded; - is standard input")

    def handle(self, *_args: Any, files: list[str], **_options: Any) -> None:
        wrong = 0
        for name in files:
            right, sentences = record_said(name)
            wrong += not right
            for sentence in sentences:
                self.stdout.write(f"{printable(name)}: {sentence}")
        if wrong:
            text = f"{wrong} records are not in order." if wrong > 1 else "1 record is not in order."
            raise CommandError(text, returncode=1)
