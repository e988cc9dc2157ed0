"""The ranking to be hung up and signed: total, each series, won and lost (SkWO 5.2, 7.4)."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.lists.wording import games
from scoring.paper import forms
from scoring.paper.documents.hung import Foot, Hanging, hung
from scoring.paper.documents.kind import Kind, Reader, Scope
from scoring.paper.documents.ranking_words import notes_under, ranked, state_of, title_of
from scoring.paper.documents.task import NothingToPrint, Task
from scoring.paper.typesetting.attached import Attached, as_csv, as_json
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.naming import PUBLIC, Names, marked, told_apart
from scoring.paper.typesetting.walls import Columns, Look, Row, Wall
from scoring.results.selectors import standings as results_standings
from scoring.results.selectors.standings import Standings, StandingsLine, of_class
from scoring.results.wording import direction_refusals
from tables.tournaments.models import PlayerClass, Series, Tournament

BOLD_UNTIL = 3
"""Ranks that stand out."""


def ranking(
    tournament: Tournament,
    standings: Standings,
    *,
    only: Series | None,
    as_of: datetime,
    of: PlayerClass | None = None,
    names: Names = PUBLIC,
    hanging: Hanging | None = None,
) -> Document:
    """Return a ranking over all series so far, or over ``only`` one; ``of`` says which class it is of.

    Read across a hall it says nothing but place, name, club and total.
    """
    hanging = hanging or Hanging()
    found = (*standings.lines, *standings.excluded)
    columns = list(_columns(standings, found, only=only, is_large=hanging.is_large))
    called = told_apart([line.entrant for line in found], names, has_club=True)
    figures = list(zip(*(texts for _word, texts in columns), strict=True))
    rows = [
        Row(
            lead=_lead(line, is_large=hanging.is_large),
            name=_name(name, line, standings),
            beside=names.club(line.entrant),
            figures=figured,
            look=Look.TOP if 0 < (line.rank or 0) <= BOLD_UNTIL else Look.PLAIN,
        )
        for line, name, figured in zip(found, called, figures, strict=True)
    ]
    title = title_of(tournament, only=only, of=of)
    name = _("ranking-series-%(series)s") % {"series": only.number} if only else _("ranking")
    return hung(
        tournament,
        [
            Wall(
                under=state_of(tournament, standings, only=only, as_of=as_of),
                columns=Columns.of(
                    rows,
                    lead=[_("Rank")] if hanging.is_large else [_("Rank"), _("No.")],
                    name=_("Name"),
                    beside=_("Club"),
                    figures=[word for word, _texts in columns],
                ),
                rows=rows,
            )
        ],
        title=title,
        filename="-".join([name, *([of.code] if of else [])]),
        nothing=_("Nobody plays in this class.") if of and standings.series else _("No series has begun yet."),
        hanging=hanging,
        foot=Foot(notes=notes_under(tournament, standings), is_signed=True),
        attached=_attached(standings, found, names, only=only, title=title),
    )


def _attached(
    standings: Standings, found: Sequence[StandingsLine], names: Names, *, only: Series | None, title: str
) -> list[Attached]:
    rows = [
        {
            "rank": line.rank or None,
            "number": line.entrant.number,
            "name": names.called(line.entrant),
            "club": names.club(line.entrant),
            **({"brought": line.brought} if standings.has_brought else {}),
            **{
                f"series_{series.number}": points
                for series, points in zip(() if only else standings.series, line.by_series, strict=False)
            },
            "total": line.total,
            "won": line.won,
            "lost": line.lost,
        }
        for line in found
    ]
    return [as_csv("ranking", rows, about=title), as_json("ranking", rows, about=title)]


def _lead(line: StandingsLine, *, is_large: bool) -> tuple[str, ...]:
    rank = ranked(line.rank, shared=line.shared, by_lot=line.by_lot)
    return (rank,) if is_large else (rank, str(line.entrant.number))


def _columns(
    standings: Standings, found: Sequence[StandingsLine], *, only: Series | None, is_large: bool
) -> Iterator[tuple[str, list[str]]]:
    if standings.has_brought and not is_large:
        yield pgettext("head of a narrow column", "Brought"), [games.points(line.brought) for line in found]
    if not only and not is_large and (len(standings.series) > 1 or standings.has_brought):
        for at, series in enumerate(standings.series):
            points = [line.by_series[at] for line in found]
            yield (
                pgettext("head of a narrow column", "S%(number)s") % {"number": series.number},
                ["–" if one is None else games.points(one) for one in points],
            )
    yield pgettext("head of a narrow column", "Total"), [games.points(line.total) for line in found]
    if not is_large:
        yield pgettext("head of a narrow column", "Won"), [str(line.won) for line in found]
        yield pgettext("head of a narrow column", "Lost"), [str(line.lost) for line in found]


def _name(name: str, line: StandingsLine, standings: Standings) -> str:
    """Return a name, with what came off."""
    return marked(name, *direction_refusals.short_remarks(line, standings.series))


def _compose(task: Task) -> Document:
    standings = results_standings.standings(task.tournament, only=task.only)
    of = task.of_class
    if task.wanted.signed and not standings.is_official:
        raise NothingToPrint
    if of:
        standings = of_class(standings, of)
    return ranking(
        task.tournament,
        standings,
        only=task.only,
        as_of=task.now,
        of=of,
        names=task.names,
        hanging=Hanging.of(task.wanted),
    )


RANKING = Kind(
    name="ranking",
    title=gettext_lazy("Ranking"),
    about=gettext_lazy("of a series or of the event, all or a class"),
    compose=_compose,
    options=(
        forms.Series(offered=lambda there: there.begun, everything=gettext_lazy("all series so far")),
        forms.CLASS_OF,
        *forms.HANGING,
    ),
    is_there=lambda there: bool(there.begun),
    reader=Reader.EVERYBODY,
    archived=frozenset({Scope.EVENT, Scope.CLASS, Scope.SERIES}),
    is_signed=True,
)
