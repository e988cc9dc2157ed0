"""Moments as a hall reads them off the clock on its wall."""

from datetime import UTC, datetime

from django.utils import timezone
from django.utils.formats import date_format


def moment(at: datetime | None) -> str:
    """Return a moment of today as its time, another with its day; in the hour a night repeats also with the zone.

    >>> moment(None)
    ''
    """
    if at is None:
        return ""
    local = timezone.localtime(at)
    words = [date_format(local, "H:i"), *([f"{local:%Z}"] if _comes_twice(local) else [])]
    if local.date() != timezone.localdate():
        words.insert(0, date_format(local, "SHORT_DATE_FORMAT"))
    return " ".join(words)


def stamp(at: datetime | None) -> str:
    """Return a moment as day and time, whatever day it is read on."""
    if at is None:
        return ""
    local = timezone.localtime(at)
    return f"{date_format(local, 'SHORT_DATE_FORMAT')} {date_format(local, 'H:i')}"


def _comes_twice(local: datetime) -> bool:
    """Test whether the clock shows this time twice, because it is put back that night."""
    return local.replace(fold=0).astimezone(UTC) != local.replace(fold=1).astimezone(UTC)
