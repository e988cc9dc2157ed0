"""What may be looked at of a league: all of it by level, a division, its report."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.league import access
from scoring.league.listings import days_of, shown_compared, shown_players, shown_rows
from scoring.league.selectors import matches, tables
from scoring.league.selectors.tables import statistics_of
from scoring.season import access as season_access
from scoring.season.views.public import frame
from tables.acts.views import private


@require_safe
def league(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show the league of a season: each level, its divisions, who goes up and down, also by comparison."""
    found = season_access.shown_season(request, slug=season)
    levels = [
        {
            "level": one.level,
            "tables": [(table, shown_rows(table)) for table in one.tables],
            "next_best": shown_compared(one, one.next_best),
            "next_worst": shown_compared(one, one.next_worst),
            "too_many": one.too_many,
        }
        for one in tables.league_of(found)
    ]
    return render(request, "scoring/league/league.html", frame(request, found, "league", levels=levels))


@require_safe
@private
def division(request: HttpRequest, *, season: str, division: int) -> HttpResponse:
    """Show a division: its table, its fixtures day by day, what each player brought home."""
    found = season_access.shown_season(request, slug=season)
    chosen = access.division_of(found, number=division)
    table = tables.table_of(chosen)
    context: dict[str, Any] = {
        "division": chosen,
        "table": table,
        "rows": shown_rows(table),
        "days": days_of(chosen, matches.matches_of(chosen)),
        "statistics": shown_players(statistics_of(chosen)),
    }
    return render(request, "scoring/league/division.html", frame(request, found, "league", **context))
