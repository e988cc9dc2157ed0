"""What an event, a table and a player come to: the dearest deals, the mix of games, the spread of points."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.lists.wording import games
from scoring.results.views import states
from scoring.statistics.listings import Chart, Figures, Point, bar_chart, histogram, place_chart, running_chart
from scoring.statistics.selectors import players, statistics
from scoring.statistics.selectors.players import KindPlayed, Mix, Player, PlayersList
from scoring.statistics.selectors.statistics import EventStatistics, TableStatistics
from tables.acts.addresses import TABLE, TOURNAMENT
from tables.draw import access as draw_access
from tables.people import access as people_access
from tables.tournaments import access
from tables.tournaments.views.frames import frame


@dataclass(frozen=True, slots=True, kw_only=True)
class Stat:
    """A large figure with what it counts."""

    number: str
    label: str


def percent(part: int, whole: int) -> str:
    """Return a share in whole percent; a dash where there is nothing to share."""
    if not whole:
        return "–"
    return _("%(percent)s%%") % {"percent": (200 * part + whole) // (2 * whole)}


def average(points: int, count: int) -> str:
    """Return points a game or a series with one decimal; a dash where there was none."""
    if not count:
        return "–"
    tenths = (20 * abs(points) + count) // (2 * count)
    words = str(formats.number_format(tenths / 10, decimal_pos=1))
    return f"{games.points(-1)[:-1]}{words}" if points < 0 and tenths else words


def kinds_chart(mix: Mix) -> Chart | None:
    """Return the kinds of games of one player, won and lost; nothing where they played none."""
    played = _by_frequency(mix.kinds)
    if not played:
        return None
    texts = [
        _("%(game)s: %(won)s won, %(lost)s lost")
        % {"game": games.game_name(kind.game), "won": kind.won, "lost": kind.lost}
        for kind in played
    ]
    return bar_chart(
        key="kinds",
        title=_("Own games by kind"),
        says="; ".join(texts),
        rows=[
            (games.game_name(kind.game), {"won": kind.won, "lost": kind.lost}, f"{kind.won} : {kind.lost}")
            for kind in played
        ],
        legend=[("won", _("won")), ("lost", _("lost"))],
        figures=_figures(played),
    )


def mix_chart(mix: Mix) -> Chart | None:
    """Return the mix of all games with the deals that were passed in; nothing where no deal was entered."""
    if not mix.deals:
        return None
    played = _by_frequency(mix.kinds)
    rows = [
        (games.game_name(kind.game), {"won": kind.won, "lost": kind.lost}, percent(kind.played, mix.deals))
        for kind in played
    ]
    passed = _("passed in")
    nobodys = [(passed, mix.passed), *([(_("Ramsch"), mix.ramsch)] if mix.ramsch else [])]
    texts = [
        _("%(game)s: %(count)s, that is %(share)s; %(lost)s of them lost")
        % {"game": name, "count": parts["won"] + parts["lost"], "share": share, "lost": parts["lost"]}
        for name, parts, share in rows
    ]
    texts += [
        _("%(game)s: %(count)s, that is %(share)s") % {"game": name, "count": count, "share": percent(count, mix.deals)}
        for name, count in nobodys
    ]
    figures = _figures(played)
    empty = ("",) * (len(figures.head) - 2)
    return bar_chart(
        key="mix",
        title=_("The mix of games"),
        says="; ".join(texts),
        rows=[*rows, *((name, {"passed": count}, percent(count, mix.deals)) for name, count in nobodys)],
        legend=[("won", _("won")), ("lost", _("lost")), ("passed", passed)],
        figures=Figures(
            head=figures.head, rows=(*figures.rows, *((name, str(count), *empty) for name, count in nobodys))
        ),
    )


def _by_frequency(kinds: Sequence[KindPlayed]) -> list[KindPlayed]:
    return sorted((kind for kind in kinds if kind.played), key=lambda kind: -kind.played)


def _figures(kinds: Sequence[KindPlayed]) -> Figures:
    return Figures(
        head=(_("Game"), _("Played"), _("Won"), _("Lost"), _("Hand"), _("Points per game")),
        rows=tuple(
            (
                games.game_name(kind.game),
                str(kind.played),
                str(kind.won),
                str(kind.lost),
                str(kind.hand),
                average(kind.points, kind.played),
            )
            for kind in kinds
        ),
    )


MARKS = 4  # words under the axis of a single series: after every quarter of it


def declarer_stats(player: Player) -> list[Stat]:
    """Return how a player did as declarer."""
    mix = player.mix
    return [
        Stat(number=f"{mix.won} : {mix.lost}", label=_("games won and lost")),
        Stat(number=percent(mix.won, mix.played), label=_("of the games won")),
        Stat(number=average(mix.points, mix.played), label=_("Points per game")),
    ]


def defender_stats(player: Player) -> list[Stat]:
    """Return how a player did against others."""
    return [
        Stat(number=str(player.defended), label=_("games defended against")),
        Stat(number=str(player.beaten), label=_("of these lost by the declarer")),
        Stat(number=percent(player.beaten, player.defended), label=_("success in defence")),
    ]


def course_stats(player: Player) -> list[Stat]:
    """Return where a player stands."""
    course = player.course
    stats = [Stat(number=games.points(course.points), label=_("Points"))]
    if course.brought:
        stats.append(Stat(number=games.points(course.brought), label=_("of these brought along")))
    if course.place is not None:
        shared = "=" if course.place.shared else ""
        label = _("place of %(all)s") % {"all": course.ranked}
        stats.append(Stat(number=f"{course.place.rank}{shared}", label=label))
    stats.append(Stat(number=f"{course.won} : {course.lost}", label=_("games won and lost")))
    stats.append(Stat(number=average(course.points - course.brought, course.played), label=_("points per series")))
    return stats


def _places(player: Player, name: str) -> Chart | None:
    course = player.course
    numbers = [series.number for series in player.series]
    places = [(number, place.rank) for number, place in zip(numbers, course.places, strict=True) if place is not None]
    if len(places) < 2:
        return None
    rows = []
    total = course.brought
    for number, place, earned in zip(numbers, course.places, course.earned, strict=True):
        total += earned.performance if earned else 0
        rows.append(
            (
                str(number),
                str(place.rank) if place else "–",
                games.points(earned.performance) if earned else "–",
                games.points(total),
            )
        )
    texts = [_("place %(place)s after series %(series)s") % {"place": place, "series": at} for at, place in places]
    return place_chart(
        key="places",
        title=_("Place after each series"),
        says=", ".join(texts),
        x_words=pgettext("one of them", "Series"),
        name=name,
        places=places,
        figures=Figures(
            head=(pgettext("one of them", "Series"), _("Rank"), _("Points in it"), _("Points so far")), rows=tuple(rows)
        ),
    )


def _running(lists: Sequence[PlayersList], name: str) -> Chart | None:
    points: list[Point] = []
    columns: list[dict[int, int]] = []
    borders = [0]
    before = 0
    for players_list in lists:
        start = borders[-1]
        column = {number: before + value for number, value in enumerate(players_list.running, start=1)}
        points += [(start + number, value) for number, value in column.items()]
        length = max(players_list.deals, players_list.game_list.length)
        before += players_list.points
        if players_list.result and (not points or points[-1][1] != before):
            # What counts is not what the deals give, or they are not known.
            end = length if not players_list.deals else players_list.deals
            column[end] = before
            points.append((start + end, before))
        borders.append(start + length)
        columns.append(column)
    if not points:
        return None
    values = [value for _x, value in points]
    says = _("From 0 to %(last)s points; at most %(most)s, at least %(least)s.") % {
        "last": games.points(values[-1]),
        "most": games.points(max(0, *values)),
        "least": games.points(min(0, *values)),
    }
    return running_chart(
        key="running",
        title=_("Points from deal to deal"),
        says=says,
        x_words=pgettext("one of them", "Series") if len(lists) > 1 else _("Deals"),
        lines=[(name, points)],
        ends_at=borders[-1],
        marks=_marks(lists, borders),
        dividers=borders[1:-1],
        figures=_deal_by_deal(lists, columns),
    )


def _marks(lists: Sequence[PlayersList], borders: Sequence[int]) -> list[tuple[int, str]]:
    if len(lists) > 1:
        middles = [(begin + end) // 2 for begin, end in pairwise(borders)]
        return [(middle, str(players_list.series.number)) for middle, players_list in zip(middles, lists, strict=True)]
    return quarters(borders[-1])


def quarters(length: int) -> list[tuple[int, str]]:
    """Return the words under the axis of a single series: the deals with which a quarter of it is over."""
    marks = [length * at // MARKS for at in range(1, MARKS + 1)]
    return [(number, str(number)) for number in dict.fromkeys(marks) if number]


def _deal_by_deal(lists: Sequence[PlayersList], columns: Sequence[dict[int, int]]) -> Figures:
    series = [_("Series %(number)s") % {"number": players_list.series.number} for players_list in lists]
    numbers = sorted({number for column in columns for number in column})
    return Figures(
        head=(_("Deal"), *series),
        rows=tuple(
            (str(number), *(games.points(column[number]) if number in column else "" for column in columns))
            for number in numbers
        ),
    )


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
            "charts": {
                "places": _places(found_player, entrant.public_name),
                "running": _running(found_player.lists, entrant.public_name),
                "kinds": kinds_chart(found_player.mix),
            },
        }

    return states.answer(
        request,
        state,
        page="scoring/statistics/players/player.html",
        part="scoring/statistics/players/_player.html",
        around=frame(request, tournament, "player", entrant=entrant),
        inside=inside,
    )


def event_charts(statistics: EventStatistics) -> dict[str, Any]:
    """Return the charts of an event: the mix of games, and how results spread, in all and in each of several series."""
    everything = sorted(points for earned in statistics.results.values() for points in earned)
    span = (everything[0], everything[-1]) if everything else (0, 0)
    several = len(statistics.results) > 1
    by_series = [
        _spread(earned, key=f"spread-{number}", title=_("Series %(number)s") % {"number": number}, span=span)
        for number, earned in (statistics.results.items() if several else ())
    ]
    return {
        "mix": mix_chart(statistics.mix),
        "spread": _spread(everything, key="spread", title=_("Spread of the series results"), span=span),
        "by_series": [chart for chart in by_series if chart],
    }


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


def table_chart(statistics: TableStatistics) -> Chart | None:
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


def _spread(results: Sequence[int], *, key: str, title: str, span: tuple[int, int]) -> Chart | None:
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

    return states.answer(
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
            "mix_chart": mix_chart(table_statistics.mix),
        }

    return states.answer(
        request,
        state,
        page="scoring/statistics/table.html",
        part="scoring/statistics/_table.html",
        around=frame(request, tournament, "table-statistics", series=at.series, table=at),
        inside=inside,
    )


urlpatterns = [
    path(f"{TOURNAMENT}players/<int:number>/", player, name="player"),
    path(f"{TOURNAMENT}statistics/", event, name="statistics"),
    path(f"{TABLE}statistics/", table, name="table-statistics"),
]
