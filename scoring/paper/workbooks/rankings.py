"""Rankings beside the individual one for other programs: a sheet each, a row for every line and everybody in it."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.paper.workbooks.columns import NAME, figures
from scoring.results.selectors.ranking_lines import MemberLine, RankingLine
from scoring.results.selectors.rankings import ShownRanking
from scoring.results.wording.competitors import competitor_name
from scoring.rules.results.teams import shown_points
from tables.people.models import Entrant
from tables.sheets import Column, Kind, Sheet, Value


def rankings_sheets(shown_rankings: Iterable[ShownRanking]) -> list[Sheet]:
    """Return a sheet for each ranking, for the office: everybody is named in full."""
    return [_sheet(shown_ranking) for shown_ranking in shown_rankings]


def _sheet(shown_ranking: ShownRanking) -> Sheet:
    columns = (
        figures(_("Rank"), 8),
        Column(heading=_("Team"), width=NAME),
        figures(_("Start number"), 8),
        Column(heading=_("Name"), width=NAME),
        Column(heading=_("Club"), width=NAME),
        *(_points(_("Series %(number)s") % {"number": series.number}) for series in shown_ranking.series),
        _points(_("Total")),
        _points(_("Won")),
        _points(_("Lost")),
        Column(heading=_("Does not count"), width=20),
        Column(heading=_("Remarks"), width=30),
    )
    return Sheet(title=shown_ranking.ranking.name, columns=columns, rows=_rows(shown_ranking))


def _points(heading: str) -> Column:
    return Column(heading=heading, width=12, kind=Kind.POINTS)


def _rows(shown_ranking: ShownRanking) -> Iterator[tuple[Value, ...]]:
    numbers = [series.number for series in shown_ranking.series]
    for line in shown_ranking.lines:
        is_single = shown_ranking.ranking.is_of_players and bool(line.members)
        name = "" if is_single else competitor_name(line)
        who: tuple[Value, ...] = (None, "", "")
        if is_single:
            who = _who(line.members[0].entrant)
        yield (
            line.rank,
            name,
            *who,
            *map(_exact, line.by_series),
            _exact(line.performance),
            _exact(line.won),
            _exact(line.lost),
            _uncounted(numbers, line.by_series, line.counted),
            "; ".join(_remarks(line)),
        )
        for one in () if is_single else line.members:
            yield _member(one, name, numbers)


def _member(line: MemberLine, team: str, numbers: Sequence[int]) -> tuple[Value, ...]:
    series = list(zip(line.by_series, line.counted, strict=True))
    return (
        None,
        team,
        *_who(line.entrant),
        *line.by_series,
        sum(points or 0 for points, is_in in series if is_in),
        None,
        None,
        _uncounted(numbers, line.by_series, line.counted),
        pgettext("player", "substitute") if line.substitute else "",
    )


def _who(entrant: Entrant) -> tuple[Value, ...]:
    return entrant.number, entrant.called, entrant.club


def _exact(points: Fraction | int | None) -> Value:
    if points is None:
        return None
    shown: Decimal = shown_points(Fraction(points))
    return int(shown) if shown == shown.to_integral_value() else shown


def _uncounted(numbers: Sequence[int], earned: Sequence[object], counted: Sequence[bool]) -> str:
    """Return the series that do not count, though something was earned in them."""
    left_out = (
        number
        for number, points, is_in in zip(numbers, earned, counted, strict=True)
        if points is not None and not is_in
    )
    words = ", ".join(map(str, left_out))
    return _("series %(series)s") % {"series": words} if words else ""


def _remarks(line: RankingLine) -> Iterator[str]:
    if line.shared:
        yield _("shared place")
    if line.by_lot:
        yield _("by lot")
    if line.scaled:
        yield _("scaled up")
    if line.unnamed:
        yield _("players who do not show their club: %(count)s") % {"count": line.unnamed}
