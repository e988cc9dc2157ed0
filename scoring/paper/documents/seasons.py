"""The tables of a club's year and of a league on paper."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.league.listings import days_of, seat_plan, shown_players, shown_rows
from scoring.league.models import Division, Match
from scoring.league.selectors import MatchView, matches_of, statistics_of, table_of
from scoring.paper.typesetting.document import Document
from scoring.season.listings import dropped_in
from scoring.season.models import Season
from scoring.season.rules.matches import PLAYERS
from scoring.season.selectors.played import Evening
from scoring.season.selectors.tables import Cell, YearRow, YearTable
from scoring.season.wording import remarks, value


def division_paper(division: Division, kind: str, *, as_of: datetime) -> Document:
    """Return a paper of a division; ``kind`` is table, fixtures or statistics."""
    titles = {"table": _("Division table"), "fixtures": _("Fixtures"), "statistics": _("Players")}
    context: dict[str, Any] = {"as_of": _as_of(as_of)}
    if kind == "table":
        context |= {"table": (table := table_of(division)), "rows": shown_rows(table)}
    elif kind == "fixtures":
        context["days"] = days_of(division, matches_of(division))
    else:
        context["players"] = shown_players(statistics_of(division))
    return _document(division, kind, title=titles[kind], context=context)


def match_paper(match: Match, view: MatchView, kind: str) -> Document:
    """Return a paper of a match; ``kind`` is invitation or papers.

    The papers are a line-up to fill in for each team, the report to sign, the exchange list and a form for a protest.
    """
    titles = {"invitation": _("Invitation"), "papers": _("Papers of the match")}
    context: dict[str, Any] = {
        "match": match,
        "where": match.venue or match.day.place or (match.host.name if match.host else ""),
        "sides": view.sides,
        "plan": seat_plan(view),
        "series": range(1, match.division.level.series + 1),
        "numbers": range(1, PLAYERS + 1),
        "exchanges": range(6),
        "binding": view.binding,
    }
    return _document(match.division, kind, title=titles[kind], context=context, more=f"-{match.number}")


def _document(division: Division, kind: str, *, title: str, context: Mapping[str, Any], more: str = "") -> Document:
    season = division.season
    words = {"division": division, "season": season, "kind": kind}
    return Document(
        template=f"scoring/paper/documents/league_{kind}.html",
        title=title,
        author=season.club.name,
        filename=f"{season.slug}-{division.number}{more}-{pgettext('file name', kind)}",
        context={**words, **context},
    )


def _as_of(at: datetime) -> str:
    return _("as of %(at)s") % {"at": date_format(localtime(at), "SHORT_DATETIME_FORMAT")}


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
