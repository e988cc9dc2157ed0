"""Moments as a hall reads them off the clock on its wall."""

import math
from datetime import UTC, datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


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


def ago(at: datetime, *, now: datetime) -> str:
    """Return how long ago a moment was; after an hour the moment itself."""
    passed = int((now - at).total_seconds() // 60)
    if passed < 1:
        return _("just now")
    if passed < 60:
        return ngettext("%(minutes)s minute ago", "%(minutes)s minutes ago", passed) % {"minutes": passed}
    return _("at %(at)s") % {"at": moment(at)}


def minutes(span: timedelta) -> int:
    """Return a span of time in minutes, one that has begun counted whole.

    >>> minutes(timedelta(minutes=4, seconds=1))
    5
    """
    return math.ceil(span / timedelta(minutes=1))


def _comes_twice(local: datetime) -> bool:
    """Test whether the clock shows this time twice, because it is put back that night."""
    return local.replace(fold=0).astimezone(UTC) != local.replace(fold=1).astimezone(UTC)
