"""The table of a club's year on paper: every evening a column, what does not count struck through, and why."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.paper.typesetting.document import Document
from scoring.season.listings.year_table import dropped_in
from scoring.season.models import Season
from scoring.season.selectors.played import Evening
from scoring.season.selectors.tables import Cell, YearRow, YearTable
from scoring.season.wording.counting import remarks, value

DENSE: Final = (10, 18, 27, 40)
"""So many evenings have room in each size of letters, the largest first; the style sheet has the sizes."""


def year_paper(season: Season, table: YearTable, *, rules: Sequence[str], as_of: datetime) -> Document:
    """Return the table of a competition to hang up; ``rules`` say how it counts."""
    days = " – ".join(date_format(day, "SHORT_DATE_FORMAT") for day in (season.starts_on, season.ends_on))
    release = table.competition.releases.order_by("-number").first()
    return Document(
        template="scoring/paper/documents/year.html",
        title=table.competition.name,
        author=season.club.name,
        filename=f"{season.slug}-{pgettext('file name', 'table')}-{table.competition.number}",
        context={
            "season": season,
            "days": days,
            "rules": rules,
            "evenings": [f"{one.starts_on:%d.%m.}" for one in table.evenings],
            "dense": next((at for at, most in enumerate(DENSE) if len(table.evenings) <= most), len(DENSE)),
            "rows": [_row(row, table.evenings) for row in table.rows],
            "dropped": dropped_in(table),
            "as_of": _("as of %(at)s") % {"at": date_format(localtime(as_of), "SHORT_DATETIME_FORMAT")},
            "release": release,
        },
    )


def _row(row: YearRow, evenings: Sequence[Evening]) -> dict[str, Any]:
    return {
        "place": row.place,
        "name": row.player.name,
        "club": row.player.club,
        "total": value(row.value),
        "cells": [list(_cells(row.cells.get(one.number, ()))) for one in evenings],
        "account": row.account,
        "remarks": remarks(row.account),
    }


def _cells(cells: Sequence[Cell]) -> Iterator[tuple[str, bool]]:
    """Yield what an evening says, and whether it counts."""
    for one in cells:
        yield value(one.points), one.dropped is None
