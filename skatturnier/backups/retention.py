"""Which backups stay: all of the last hours, then one an hour, then one a day, and none longer than names may."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

from skatturnier.backups import file_names

ALL_FOR = timedelta(hours=2)
HOURLY_FOR = timedelta(days=2)


def to_delete(pairs: Iterable[tuple[datetime, Path]], *, now: datetime, days: int) -> list[Path]:
    """Return the backups that are not needed any more; of an hour and of a day the last one stays."""
    gone, taken = [], set()
    for moment, path in sorted(pairs, reverse=True):
        age = now - moment
        if age > timedelta(days=days):
            gone.append(path)
            continue
        if age <= ALL_FOR:
            continue
        slot = f"{moment:%Y%m%d%H}" if age <= HOURLY_FOR else f"{moment:%Y%m%d}"
        if slot in taken:
            gone.append(path)
        taken.add(slot)
    return gone


def tidy(folder: Path, *, now: datetime, days: int) -> list[Path]:
    """Delete what is not needed any more in a folder of backups, and return it."""
    gone = to_delete(file_names.all_in(folder), now=now, days=days)
    for path in gone:
        path.unlink(missing_ok=True)
    return gone
