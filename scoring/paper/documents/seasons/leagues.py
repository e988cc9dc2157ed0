"""Papers of a league: fixtures, table, statistics of a division; invitation and papers of a match."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.league.listings.divisions import days_of, shown_players, shown_rows
from scoring.league.listings.matches import seat_plan
from scoring.league.models import Division, Match
from scoring.league.selectors.leagues import matches_of
from scoring.league.selectors.matches import MatchView
from scoring.league.selectors.statistics import statistics_of
from scoring.league.selectors.tables import table_of
from scoring.paper.typesetting.document import Document
from scoring.season.rules.league.match_seats import PLAYERS


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
