"""Keep house beside a running site: backups, forgetting, what is old and not needed any more."""

import contextlib
import os
import threading
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import connections
from django.utils import timezone

from skatturnier import keeper
from skatturnier.backups.house import HouseKeeper
from skatturnier.machine import locks, processes
from skatturnier.phones import announcing

EVERY = 10
"""Minutes between backups while something is done."""

PAUSE = 15
"""Seconds between two looks round, and before the first: the site starts first."""


class Command(BaseCommand):
    help = "Make backups while something is done, and once a day forget what is to be forgotten. Runs until Ctrl-C."
    # Not one address is needed here, and the checks read them all.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        default = os.environ.get("SKATTURNIER_BACKUP_EVERY") or EVERY
        parser.add_argument("--every", type=int, default=default, metavar="MINUTES", help=f"default: {EVERY}")
        parser.add_argument(
            "--beside", type=int, metavar="PROCESS", help="end when this process, which started it, ends"
        )
        parser.add_argument("--once", action="store_true", help="look round once")

    def handle(self, *_args: Any, every: int, beside: int | None, once: bool, **_options: Any) -> None:
        house = HouseKeeper(every=timedelta(minutes=every))
        with _alone(beside):
            if once:
                self.stdout.write(", ".join(house.look_round(now=timezone.now())) or "Nothing was due.")
                return
            processes.end_when_told()
            processes.step_back()
            data, listens = Path(settings.DATA_DIR), settings.LISTENS if beside else ""
            with contextlib.suppress(KeyboardInterrupt), announcing.announced(data, listens=listens):
                while _waited(beside):
                    house.look_round(now=timezone.now())
                    # Nothing stays open in between: the file may be put aside.
                    connections.close_all()


def _waited(beside: int | None) -> bool:
    """Return True after a pause, False as soon as the process this one belongs to has ended."""
    pause = threading.Event()
    for _ in range(PAUSE):
        if beside and not processes.is_child_of(beside):
            return False
        pause.wait(1)
    return True


@contextlib.contextmanager
def _alone(beside: int | None) -> Iterator[None]:
    """Hold the lock: beside a site once the one that has it ends, who was kept by a site that ended before, perhaps."""
    place = keeper.place(Path(settings.DATA_DIR))
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("w", encoding="ascii") as lock:
        while True:
            try:
                locks.take(lock.fileno())
                break
            except BlockingIOError:
                if beside is None:
                    raise CommandError("Somebody keeps house here already.") from None
                if not _waited(beside):
                    raise SystemExit(0) from None
        yield
