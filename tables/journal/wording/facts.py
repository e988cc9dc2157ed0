"""What many sentences of the journal tell in the same words: numbers, fields, accounts, moments."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Model
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _


def numbers(of: Iterable[int]) -> str:
    """Return numbers one after the other."""
    return ", ".join(map(str, of))


def named(model: type[Model], names: Iterable[str]) -> str:
    """Return what the fields of a row are called."""
    return ", ".join(_("Club") if name == "club_id" else _field(model, name) for name in names)


def _field(model: type[Model], name: str) -> str:
    return str(model._meta.get_field(name).verbose_name)  # type: ignore[union-attr]


def account(data: Mapping[str, Any]) -> str:
    """Return the name of the account an act was about, where anybody told it."""
    pk = data["user"]
    return str(data["users"].get(pk) or _("Account %(pk)s") % {"pk": pk})


def moment(stored: str) -> str:
    """Return a moment as a clock and a calendar show it."""
    at = parse_datetime(stored)
    return date_format(localtime(at), "SHORT_DATETIME_FORMAT") if at else stored
