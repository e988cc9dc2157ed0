"""What was done between an event and a season, in words."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


def _kept(data: Mapping[str, Any]) -> str:
    day = date_format(date.fromisoformat(data["kept_until"]), "SHORT_DATE_FORMAT")
    return _("For the season “%(season)s” names are kept until %(day)s") % {**data, "day": day}


PLAIN = {
    "season.joined": gettext_lazy("Counts in the season “%(season)s”"),
    "season.left": gettext_lazy("Counts in the season “%(season)s” no longer"),
}
"""The acts whose facts fill their sentence as they are."""

TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {"season.kept": _kept}
"""The acts whose sentence depends on their facts."""
