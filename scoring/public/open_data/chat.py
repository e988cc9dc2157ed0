"""Seats and rankings as texts for a group chat: what a phone shows without a table, and where the rest stands."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.public.open_data.feed import Absolute
from tables.draw.models import Seat, Table
from tables.tournaments.models import Series


def ranking_text(embedded: Mapping[str, Any], absolute: Absolute) -> str:
    """Return the first lines of a ranking, as the fragment for club pages has them, in its language."""
    day = date_format(embedded["tournament"].starts_on, "SHORT_DATE_FORMAT")
    head = f"{embedded['of']}, {day}: {embedded['title']} ({embedded['state']})"
    lines = [f"{line.rank.removesuffix('=')}. {line.name}: {line.points}" for line in embedded["lines"]]
    rest = _("All: %(address)s") % {"address": absolute(embedded["page"])}
    return "\n".join([head, "", *lines, *([""] if lines else []), rest])


def seats_text(series: Series, seating: Iterable[tuple[Table, Sequence[Seat]]], absolute: Absolute) -> str:
    """Return who sits where in a series, a table in each line."""
    tournament = series.tournament
    head = _("%(event)s: seats of series %(number)s") % {"event": tournament.name, "number": series.number}
    lines = [
        _("Table %(number)s: %(names)s")
        % {"number": table.number, "names": ", ".join(f"{seat.place} {seat.entrant.public_name}" for seat in seats)}
        for table, seats in seating
    ]
    page = absolute(reverse("tables:seats", args=[tournament.slug, series.number]))
    return "\n".join([head, "", *lines, "", _("Where do I sit? %(address)s") % {"address": page}])
