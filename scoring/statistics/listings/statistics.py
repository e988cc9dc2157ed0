"""The statistics of an event and of a table: figures and charts."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.lists.wording import games
from scoring.statistics.listings.bar_charts import BarChart, Histogram, histogram
from scoring.statistics.listings.charts import Figures
from scoring.statistics.listings.games import Stat, mix_chart, percent
from scoring.statistics.listings.line_charts import LineChart, running_chart
from scoring.statistics.listings.players import quarters
from scoring.statistics.selectors.played import Mix
from scoring.statistics.selectors.statistics import EventStatistics
from scoring.statistics.selectors.table_statistics import TableStatistics


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
        spread=_spread(everything, key="spread", title=_("How the results of a series spread"), span=span),
        by_series=tuple(
            chart
            for number, earned in (statistics.results.items() if several else ())
            if (chart := _spread(earned, key=f"spread-{number}", title=_series(number), span=span)) is not None
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
    names = [line.seat.entrant.public_name for line in statistics.lines]
    lines = [
        (name, [(number, columns[at]) for number, columns in enumerate(statistics.running, start=1)])
        for at, name in enumerate(names)
    ]
    last = statistics.running[-1]
    said = [
        _("%(name)s: %(points)s points") % {"name": name, "points": games.points(points)}
        for name, points in zip(names, last, strict=True)
    ]
    return running_chart(
        key="running",
        title=_("Points from deal to deal"),
        says=_("After %(number)s deals: %(results)s.")
        % {"number": len(statistics.running), "results": "; ".join(said)},
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


def _series(number: int) -> str:
    return _("Series %(number)s") % {"number": number}
