"""Make what the print desk asked for, in a process of its own."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from scoring.archive.packing import contents as archive_working
from scoring.paper.documents.catalogue import ARCHIVE
from scoring.paper.runs import runs, working
from scoring.paper.runs.runs import Run
from skatturnier.machine import processes


class Command(BaseCommand):
    help = "Make the file of a run of printing; the print desk starts this."
    # Not one address is needed here, and the checks read them all.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", help="the run")

    def handle(self, *_args: Any, key: str, **_options: Any) -> None:
        run = runs.by_key(key)
        if run is None:
            raise CommandError("There is no such run of printing.")
        # One paper that somebody waits for comes before a hall full of them.
        processes.step_back(by=2)
        work(run)


def work(run: Run) -> None:
    """Make what a run is for."""
    (archive_working if run.wanted.kind == ARCHIVE.name else working).work(run)
