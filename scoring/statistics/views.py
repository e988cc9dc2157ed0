"""What an event, a table and a player come to: the dearest deals, the mix of games, the spread of points."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.lists.wording import games
from scoring.results.views import states
from scoring.results.views.states import answer
from scoring.statistics.listings.charts import BarChart, Figures, Histogram, LineChart, histogram, running_chart
from scoring.statistics.listings.players import (
    Stat,
    course_stats,
    declarer_stats,
    defender_stats,
    mix_chart,
    percent,
    player_charts,
    quarters,
)
from scoring.statistics.selectors import players, statistics
from scoring.statistics.selectors.players import Mix
from scoring.statistics.selectors.statistics import EventStatistics, TableStatistics
from tables.draw import access as draw_access
from tables.people import access as people_access
from tables.tournaments import access
from tables.tournaments.views.frames import frame


@require_safe
@vary_on_headers("HX-Request", "Cookie")
@cache_control(private=True, no_cache=True)
def player(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show a player's lists and games by kind, how they did as declarer and in defence, and their course."""
    state = states.state_of(request, slug)
    if same := states.unchanged(request, state):
        return same
    tournament = access.public_tournament(request, slug=slug)
    entrant = people_access.entrant_of(tournament, number=number)
    if entrant.same_as:
        return redirect("scoring:player", slug=slug, number=entrant.same_as.number)

    def inside() -> dict[str, Any]:
        found_player = players.player(tournament, entrant)
        return {
            "tournament": tournament,
            "entrant": entrant,
            "player": found_player,
            "course": course_stats(found_player),
            "declarer": declarer_stats(found_player),
            "defender": defender_stats(found_player),
            "charts": player_charts(found_player, name=entrant.public_name),
        }

    return answer(
        request,
        state,
        page="scoring/statistics/players/player.html",
        part="scoring/statistics/players/_player.html",
        around=frame(request, tournament, "player", entrant=entrant),
        inside=inside,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCharts:
    """The charts of an event, as far as there is something to be drawn."""

    mix: BarChart | None
    spread: Histogram | None
    """How all results of one series spread."""

    by_series: tuple[Histogram, ...]
    """The same for each series, where there are several; all with the same axis."""


def event_charts(statistics: EventStatistics) -> EventCharts:
    """Return the charts of an event."""
    everything = sorted(points for earned in statistics.results.values() for points in earned)
    span = (everything[0], everything[-1]) if everything else (0, 0)
    several = len(statistics.results) > 1
    return EventCharts(
        mix=mix_chart(statistics.mix, key="mix", title=_("The mix of games")),
        spread=_spread(everything, key="spread", title=_("Spread of the series results"), span=span),
        by_series=tuple(
            chart
            for number, earned in (statistics.results.items() if several else ())
            for title in [_("Series %(number)s") % {"number": number}]
            if (chart := _spread(earned, key=f"spread-{number}", title=title, span=span)) is not None
        ),
    )


def mix_stats(mix: Mix) -> list[Stat]:
    """Return the games in large figures."""
    return [
        Stat(number=str(mix.deals), label=ngettext("deal", "deals", mix.deals)),
        Stat(number=percent(mix.won, mix.played), label=_("of the games won")),
        Stat(number=str(mix.lost), label=ngettext("game lost", "games lost", mix.lost)),
        Stat(number=str(mix.overbid), label=_("of them overbid")),
        Stat(number=str(mix.passed), label=ngettext("deal passed in", "deals passed in", mix.passed)),
        *([Stat(number=str(mix.ramsch), label=_("Ramsch"))] if mix.ramsch else []),
    ]


def table_chart(statistics: TableStatistics) -> LineChart | None:
    """Return the lines of everybody at a table; nothing while no deal is written down."""
    if not statistics.running:
        return None
    chairs = [[line.seat, *([line.seat.other[1]] if line.seat.other else [])] for line in statistics.lines]
    names = [games.CHANGED.join(seat.entrant.public_name for seat in chair) for chair in chairs]
    lines = [
        (name, [(number, columns[at]) for number, columns in enumerate(statistics.running, start=1)])
        for at, name in enumerate(names)
    ]
    last = statistics.running[-1]
    texts = [
        _("%(name)s: %(points)s points") % {"name": name, "points": games.points(points)}
        for name, points in zip(names, last, strict=True)
    ]
    return running_chart(
        key="running",
        title=_("Points from deal to deal"),
        says=_("After %(number)s deals: %(results)s.")
        % {"number": len(statistics.running), "results": "; ".join(texts)},
        x_words=_("Deals"),
        lines=lines,
        ends_at=max(statistics.length, len(statistics.running)),
        marks=quarters(max(statistics.length, len(statistics.running))),
        figures=Figures(
            head=(_("Deal"), *names),
            rows=tuple(
                (str(number), *(games.points(points) for points in columns))
                for number, columns in enumerate(statistics.running, start=1)
            ),
        ),
    )


def table_mix(statistics: TableStatistics) -> BarChart | None:
    """Return the mix of games of a table."""
    return mix_chart(statistics.mix, key="mix", title=_("The mix of games"))


def _spread(results: Sequence[int], *, key: str, title: str, span: tuple[int, int]) -> Histogram | None:
    if not results:
        return None
    says = ngettext(
        "%(count)s result of %(least)s points.",
        "%(count)s results from %(least)s to %(most)s points; the middle one has %(middle)s.",
        len(results),
    ) % {
        "count": len(results),
        "least": games.points(results[0]),
        "most": games.points(results[-1]),
        "middle": games.points(results[len(results) // 2]),
    }
    return histogram(
        key=key,
        title=title,
        says=says,
        x_words=_("Points in a series"),
        results=results,
        span=span,
        head=(_("Points"), _("Results")),
    )


@require_safe
@vary_on_headers("HX-Request", "Cookie")
@cache_control(private=True, no_cache=True)
def event(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the dearest games of an event, its Grand ouverts, the mix of games and how results spread."""
    state = states.state_of(request, slug)
    if same := states.unchanged(request, state):
        return same
    tournament = access.public_tournament(request, slug=slug)

    def inside() -> dict[str, Any]:
        event_statistics = statistics.event_statistics(tournament)
        return {
            "tournament": tournament,
            "statistics": event_statistics,
            "stats": mix_stats(event_statistics.mix),
            "charts": event_charts(event_statistics),
        }

    return answer(
        request,
        state,
        page="scoring/statistics/event.html",
        part="scoring/statistics/_event.html",
        around=frame(request, tournament, "statistics"),
        inside=inside,
    )


@require_safe
@vary_on_headers("HX-Request", "Cookie")
@cache_control(private=True, no_cache=True)
def table(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show how the points at one table grew, its games and its dearest ones."""
    state = states.state_of(request, slug)
    if same := states.unchanged(request, state):
        return same
    at = draw_access.public_table(request, slug=slug, series=series, number=table)
    tournament = at.series.tournament

    def inside() -> dict[str, Any]:
        table_statistics = statistics.table_statistics(at)
        return {
            "tournament": tournament,
            "series": at.series,
            "table": at,
            "statistics": table_statistics,
            "stats": mix_stats(table_statistics.mix),
            "line_chart": table_chart(table_statistics),
            "mix_chart": table_mix(table_statistics),
        }

    return answer(
        request,
        state,
        page="scoring/statistics/table.html",
        part="scoring/statistics/_table.html",
        around=frame(request, tournament, "table-statistics", series=at.series, table=at),
        inside=inside,
    )
