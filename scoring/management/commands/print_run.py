"""Make what the print desk asked for, in a process of its own."""

import os
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management import BaseCommand, CommandError

from scoring.documents import runs, working

NICE: Final = 10
"""How far a run steps back behind everything that somebody waits for."""


class Command(BaseCommand):
    help = "Make the file of a run of printing; the print desk starts this."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", help="the run")

    def handle(self, *_args: Any, key: str, **_options: Any) -> None:
        run = runs.found(key)
        if run is None:
            raise CommandError("There is no such run of printing.")
        os.nice(NICE)
        working.work(run)
