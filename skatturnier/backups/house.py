"""Keeping house: what has to be done again and again while a site runs, one process for all of it."""

import logging
import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection

from scoring.paper.runs import runs
from scoring.privacy import services
from skatturnier.backups import postgresql, retention
from skatturnier.backups.failed import BackupFailed
from skatturnier.backups.file_names import MOMENT
from skatturnier.backups.making import make
from skatturnier.backups.standing import state
from skatturnier.backups.to_file import ASIDE, BEFORE_UPGRADE
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
        """Do what is due and return what was done."""
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
            retention.tidy(folder, now=now, days=wanted.keep_days)


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


def _old_runs(now: datetime) -> None:
    runs.tidy(now=now)


DAILY: dict[str, Callable[[datetime], object]] = {
    "forgetting": _forget,
    "old backups": _old_backups,
    "what was put aside": _what_was_put_aside,
    "old print runs": _old_runs,
}
