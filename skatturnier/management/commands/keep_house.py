"""Keep house beside a running site: backups, forgetting, what is old and not needed any more."""

import contextlib
import logging
import os
import shutil
import threading
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import DatabaseError, connection, connections
from django.utils import timezone

from scoring.paper.runs import runs
from scoring.privacy import services
from skatturnier import keeper, phones
from skatturnier.backups import file_names, postgresql
from skatturnier.backups.file_names import MOMENT, BackupFailed
from skatturnier.backups.making import make
from skatturnier.backups.standing import state
from skatturnier.backups.to_file import ASIDE, BEFORE_UPGRADE
from skatturnier.machine import locks, processes
from tables.journal.models import JournalEntry, SiteEntry

log = logging.getLogger(__name__)

DAY = timedelta(days=1)

JOURNALS = (JournalEntry, SiteEntry)
"""Whatever is done leaves a line in one of these."""

AT_ONCE = frozenset({"series.closed", "ranking.released"})
"""What a backup does not wait for: phones let go of the lists of a closed series."""


class HouseKeeper:
    """Does what is due when it is asked to; whatever fails is logged, and the rest is done."""

    def __init__(self, *, every: timedelta) -> None:
        """Begin with nothing done; ``every`` is how long a backup waits after the last one."""
        self.every = every
        self._seen: tuple[int, ...] | None = None
        self._thorough: datetime | None = None
        self._daily: datetime | None = None
        self._tried: datetime | None = None

    def look_round(self, *, now: datetime) -> list[str]:
        done = []
        if not self._daily or abs(now - self._daily) >= DAY:
            self._daily = now
            done += [name for name, work in DAILY.items() if _done(name, work, now)]
        if self._is_backup_due(now) and _done("backup", self._back_up, now):
            done.append("backup")
        return done

    def _is_backup_due(self, now: datetime) -> bool:
        last = state().last
        # One that fails is not tried again and again: it costs the hall.
        may_try = not self._tried or abs(now - self._tried) >= self.every
        if last is None or last > now or now - last >= DAY:
            return may_try
        try:
            return self._was_something_done(now, last)
        except DatabaseError:
            # Nobody can tell: one is tried, and says what is wrong.
            return may_try

    def _was_something_done(self, now: datetime, last: datetime) -> bool:
        if self._seen is None:
            self._seen = _last_lines(at__lte=last)
        fresh = [model._default_manager.filter(pk__gt=seen) for model, seen in zip(JOURNALS, self._seen, strict=True)]
        if now - last >= self.every:
            return any(lines.exists() for lines in fresh)
        return any(lines.filter(action__in=AT_ONCE).exists() for lines in fresh)

    def _back_up(self, now: datetime) -> None:
        self._tried = now
        try:
            seen = _last_lines()
        except DatabaseError:
            # Making one says what is wrong.
            seen = None
        thoroughly = not self._thorough or abs(now - self._thorough) >= DAY
        made = make(wanted=settings.BACKUPS, now=now, thoroughly=thoroughly)
        self._seen = seen
        if thoroughly:
            self._thorough = now
        for problem in made.problems:
            log.error("Backup %s: %s", made.path.name, problem)


def _last_lines(**until: Any) -> tuple[int, ...]:
    return tuple(
        model._default_manager.filter(**until).order_by("-pk").values_list("pk", flat=True).first() or 0
        for model in JOURNALS
    )


def _done(name: str, work: Callable[[datetime], object], now: datetime) -> bool:
    try:
        work(now)
    except BackupFailed as failed:
        log.error("No backup was made: %s", failed)
        return False
    except Exception:
        log.exception("Keeping house: %s failed", name)
        return False
    return True


def _forget(now: datetime) -> None:
    services.forget_due(now=now)


def _old_backups(now: datetime) -> None:
    """Delete what is too old even where no new backup can be made: names go."""
    wanted = settings.BACKUPS
    for folder in (wanted.folder, wanted.second):
        if folder is not None and folder.is_dir():
            file_names.tidy(folder, now=now, days=wanted.keep_days)


def _what_was_put_aside(now: datetime) -> None:
    """Delete what a restore or an upgrade put aside, once a backup of that day would be gone."""
    before = now - timedelta(days=settings.BACKUPS.keep_days)
    for start in (ASIDE, BEFORE_UPGRADE):
        for folder in Path(settings.DATA_DIR).glob(f"{start}*Z"):
            moment = datetime.strptime(folder.name.removeprefix(start), f"{MOMENT}Z").replace(tzinfo=UTC)
            if moment < before:
                shutil.rmtree(folder)
    if connection.vendor == "postgresql":
        postgresql.drop_put_aside(connection.settings_dict, before=before)


DAILY: dict[str, Callable[[datetime], object]] = {
    "forgetting": _forget,
    "old backups": _old_backups,
    "what was put aside": _what_was_put_aside,
    "old print runs": lambda now: runs.tidy(now=now),
}

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
            with contextlib.suppress(KeyboardInterrupt), phones.announced(data, listens=listens):
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
