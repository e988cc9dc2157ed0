"""The ranking as it stood at some moment, for the office: with full names (SkWO 5). The public one is in ``ranks``."""

from collections.abc import Iterable, Sequence
from html import escape

import django_tables2 as dt2
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.lists.wording import games
from scoring.results.selectors import standings as results_standings
from scoring.results.selectors.standings import ExcludedLine, Standings, StandingsLine
from scoring.results.wording import directing
from scoring.rules.ranking import Result
from tables.people.models import Entrant
from tables.tournaments.models import Series

PODIUM = 3
"""The places that stand out."""

MOST_ON_PODIUM = 6
"""If more share the first places than this, nobody stands out yet."""

COMPACT_FROM = 4
"""From so many series on the club stands below the name, to leave their columns room."""


class StandingsListing(dt2.Table):  # type: ignore[misc]
    """One line per entrant, best first; its head can sort by any column, places stay what they are.

    A cell at a time a thousand lines would take a quarter of a second, so ``body`` joins them in one go.
    """

    rank = dt2.Column(accessor="place__rank", verbose_name=gettext_lazy("Rank"), attrs={"th": {"class": "place"}})
    number = dt2.Column(
        accessor="entrant__number", verbose_name=gettext_lazy("No."), attrs={"th": {"class": "num wide-only"}}
    )
    name = dt2.Column(
        accessor="entrant__name",
        order_by="entrant__order",
        verbose_name=gettext_lazy("Name"),
        attrs={"th": {"class": "key"}},
    )
    club = dt2.Column(
        accessor="entrant__club",
        order_by="entrant__club_order",
        verbose_name=gettext_lazy("Club"),
        attrs={"th": {"class": "wide-only"}},
    )
    total = dt2.Column(
        accessor="place__result__performance",
        verbose_name=gettext_lazy("Points"),
        attrs={"th": {"class": "num"}},
        initial_sort_descending=True,
    )
    won = dt2.Column(
        accessor="place__result__won",
        verbose_name=gettext_lazy("Won"),
        attrs={"th": {"class": "num"}},
        initial_sort_descending=True,
    )
    lost = dt2.Column(accessor="place__result__lost", verbose_name=gettext_lazy("Lost"), attrs={"th": {"class": "num"}})
    others_lost = dt2.Column(
        accessor="opponents_lost",
        verbose_name=gettext_lazy("Others’ lost"),
        attrs={"th": {"class": "num long"}},
        initial_sort_descending=True,
    )

    class Meta:
        template_name = "scoring/public/standings/_listing.html"

    def __init__(
        self,
        standings: Standings,
        *,
        found: Sequence[StandingsLine],
        per_series: bool,
        excluded: Sequence[ExcludedLine] = (),
    ) -> None:
        shown = standings.series if per_series else ()
        columns = [(f"series_{at}", _series_column(series, at=at)) for at, series in enumerate(shown)]
        order = ("rank", "number", "name", "club", "total", *(name for name, _column in columns), "...")
        self.is_compact = len(columns) >= COMPACT_FROM
        super().__init__(
            list(found),
            extra_columns=columns,
            sequence=order,
            exclude=("club",) if self.is_compact else (),
            attrs={"class": "standings standings-compact" if self.is_compact else "standings"},
        )
        if per_series:
            self.columns["total"].column.verbose_name = _("Total")
        self.per_series = per_series
        self.series = standings.series
        self.excluded = excluded
        """Those without a place: they stand last, by whatever the others are sorted."""

        self.by_lot = results_standings.decided_by_lot(standings)
        self.has_podium = _somebody_leads(standings.lines)

    @property
    def body(self) -> SafeString:
        """The lines as HTML."""
        marks = [
            ("lady", _mark(pgettext("mark for a lady", "L"), _("Lady"))),
            ("junior", _mark(pgettext("mark for a junior", "J"), _("Junior"))),
            ("senior", _mark(pgettext("mark for a senior", "S"), _("Senior"))),
        ]
        number, by_lot = escape(_("No. %s")), escape(_("by lot"))
        lot = f'<span class="under">{by_lot}</span>'
        # Everything a person typed passes through escape() in _line and _without_place.
        lines = [self._line(line, marks=marks, number=number, lot=lot) for line in self.data]
        out = [self._without_place(line, marks=marks, number=number) for line in self.excluded]
        return SafeString("".join([*lines, *out]))

    def _line(self, line: StandingsLine, *, marks: Sequence[tuple[str, str]], number: str, lot: str) -> str:
        place, entrant = line.place, line.entrant
        result, club = place.result, escape(entrant.club)
        row = f' class="place-{place.rank}"' if self.has_podium and place.rank <= PODIUM else ""
        rank = f"{place.rank}{'=' if place.shared else ''}{lot if result.entrant in self.by_lot else ''}"
        who = self._who(entrant, club=club, marks=marks, start=number % entrant.number)
        if line.penalty or any(line.counts):
            who += _remarks(directing.line_remarks(line, self.series))
        return f"<tr{row}>{self._cells(line, result, rank=rank, who=who, club=club)}</tr>"

    def _without_place(self, line: ExcludedLine, *, marks: Sequence[tuple[str, str]], number: str) -> str:
        """Return the line of somebody who is excluded; what he earned stays to be read (SkWO 4.3)."""
        club = escape(line.entrant.club)
        who = self._who(line.entrant, club=club, marks=marks, start=number % line.entrant.number)
        said = who + _remarks([_("excluded")])
        return f'<tr class="excluded">{self._cells(line, line.result, rank="–", who=said, club=club)}</tr>'

    def _cells(self, line: StandingsLine | ExcludedLine, result: Result, *, rank: str, who: str, club: str) -> str:
        cells = (
            f'<td class="place">{rank}</td>',
            f'<td class="num wide-only">{line.entrant.number}</td>',
            f'<td class="name key">{who}</td>',
            "" if self.is_compact else f'<td class="club wide-only">{club}</td>',
            f'<td class="num total">{_points(result.performance)}</td>',
            *(f'<td class="num">{_points(points)}</td>' for points in (line.by_series if self.per_series else ())),
            f'<td class="num">{result.won}</td><td class="num">{result.lost}</td>',
            f'<td class="num">{line.opponents_lost}</td>',
        )
        return "".join(cells)

    def _who(self, entrant: Entrant, *, club: str, marks: Sequence[tuple[str, str]], start: str) -> str:
        """Return a name with its marks; below it, where their columns are left out, start number and club."""
        name = escape(entrant.name) or start
        worn = "".join(mark for field, mark in marks if getattr(entrant, field))
        begins = f'<span class="narrow-only">{start}{" · " if club else ""}</span>' if entrant.name else ""
        css = "under" if self.is_compact and club else "under narrow-only"
        return f'{name}{worn}<span class="{css}">{begins}{club}</span>'


def podium(standings: Standings) -> tuple[StandingsLine, ...]:
    """Return the lines of the first three places."""
    return tuple(line for line in standings.lines if line.place.rank <= PODIUM)


def _remarks(said: Iterable[str]) -> str:
    return "".join(f'<span class="under remark">{escape(one)}</span>' for one in said)


def _somebody_leads(lines: Sequence[StandingsLine]) -> bool:
    leading = sum(line.place.rank <= PODIUM for line in lines)
    # While all are equal nothing has been played.
    return leading <= MOST_ON_PODIUM and bool(lines) and lines[-1].place.rank > 1


def _series_column(series: Series, *, at: int) -> dt2.Column:
    return dt2.Column(
        accessor=f"by_series__{at}",
        verbose_name=_("Series %(number)s") % {"number": series.number},
        attrs={"th": {"class": "num"}},
        initial_sort_descending=True,
    )


def _mark(letter: str, word: str) -> str:
    return f' <abbr class="entrant-mark" title="{escape(word)}">{escape(letter)}</abbr>'


def _points(points: int | None) -> str:
    if points is None:
        return "–"
    return f'<span class="negative">{games.points(points)}</span>' if points < 0 else str(points)
