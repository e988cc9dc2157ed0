"""Keep house beside a running site: backups, forgetting, what is old and not needed any more."""

import contextlib
import fcntl
import os
import signal
import sys
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

from skatturnier.backups.house import House

LOCK = "house.lock"

EVERY = 10
"""Minutes between backups while something is done."""

PAUSE = 15
"""Seconds between two looks round, and before the first: the site starts first."""

NICE = 10


class Command(BaseCommand):
    help = "Make backups while something is done, and once a day forget what is to be forgotten. Runs until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        default = os.environ.get("SKATTURNIER_BACKUP_EVERY") or EVERY
        parser.add_argument("--every", type=int, default=default, metavar="MINUTES", help=f"default: {EVERY}")
        parser.add_argument(
            "--beside", type=int, metavar="PROCESS", help="end when this process, which started it, ends"
        )
        parser.add_argument("--once", action="store_true", help="look round once")

    def handle(self, *_args: Any, every: int, beside: int | None, once: bool, **_options: Any) -> None:
        house = House(every=timedelta(minutes=every))
        with _alone():
            if once:
                self.stdout.write(", ".join(house.look_round(now=timezone.now())) or "Nothing was due.")
                return
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
            os.nice(NICE)
            with contextlib.suppress(KeyboardInterrupt):
                while _waited(beside):
                    house.look_round(now=timezone.now())
                    # Nothing stays open in between: the file may be put aside.
                    connections.close_all()


def _waited(beside: int | None) -> bool:
    """Return True after a pause, False as soon as the process this one belongs to has ended."""
    pause = threading.Event()
    for _ in range(PAUSE):
        if beside and os.getppid() != beside:
            return False
        pause.wait(1)
    return True


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    folder = Path(settings.DATA_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("w", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError("Somebody keeps house here already.") from None
        yield
