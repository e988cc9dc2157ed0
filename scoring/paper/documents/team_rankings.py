"""A ranking of teams, pairs, clubs or chosen series to be hung up and signed, those who earned it below each line."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.paper import forms
from scoring.paper.documents.hung import Foot, Hanging, hung
from scoring.paper.documents.kind import Kind, Reader, Scope
from scoring.paper.documents.ranking_words import and_early_end, lot_note, ranked
from scoring.paper.documents.task import NothingToPrint, Task
from scoring.paper.typesetting.attached import Attached, as_csv, as_json
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.journal_foot import journal_note
from scoring.paper.typesetting.naming import PUBLIC, Names, marked
from scoring.paper.typesetting.walls import Columns, Look, Row, Wall
from scoring.results.models import Ranking
from scoring.results.selectors.rankings import MemberLine, RankingLine, ShownRanking, rankings_of, shown_ranking
from scoring.results.wording.competitors import competitor_name, exact_points, terms_in_words
from scoring.rules.clauses import Edition, cite
from tables.acts.wording.moments import stamp

MOST_FIGURES = 16
"""Columns of figures beside which names have room."""


def attached_to(shown: ShownRanking, names: Names) -> Sequence[Attached]:
    """Return a ranking as CSV, a row for each competitor, and as JSON with its players."""
    numbers = [series.number for series in shown.series]
    rows = [_row(shown, line, numbers, names) for line in shown.lines]
    whole = [row | {"members": _members(line, numbers, names)} for row, line in zip(rows, shown.lines, strict=True)]
    about = shown.ranking.name
    return as_csv("ranking", rows, about=about), as_json("ranking", whole, about=about)


def _row(shown: ShownRanking, line: RankingLine, numbers: Sequence[int], names: Names) -> dict[str, Any]:
    is_single = shown.ranking.is_of_players and line.members
    return {
        "rank": line.rank,
        "name": names.called(line.members[0].entrant) if is_single else competitor_name(line),
        **({"brought": line.brought} if shown.has_brought else {}),
        **{
            f"series_{number}": None if points is None else str(points)
            for number, points in zip(numbers, line.by_series, strict=True)
        },
        "total": str(line.performance),
        "won": str(line.won),
        "lost": str(line.lost),
    }


def _members(line: RankingLine, numbers: Sequence[int], names: Names) -> list[dict[str, Any]]:
    return [
        {
            "number": one.entrant.number,
            "name": names.called(one.entrant),
            "substitute": one.substitute,
            "counted": [number for number, is_in in zip(numbers, one.counted, strict=True) if is_in],
            "by_series": list(one.by_series),
        }
        for one in line.members
    ]


def team_ranking(
    shown: ShownRanking, *, as_of: datetime, names: Names = PUBLIC, hanging: Hanging | None = None
) -> Document:
    """Return a ranking as everybody sees it; series have a column each where names have room beside them."""
    ranking, hanging = shown.ranking, hanging or Hanging()
    part = _part(shown, names, as_of, has_series=len(shown.series) > 1 and not hanging.is_large)
    if len(part.columns.figures) > MOST_FIGURES:
        part = _part(shown, names, as_of, has_series=False)
    return hung(
        ranking.tournament,
        [part],
        title=ranking.name,
        filename="-".join((pgettext("file name", "ranking"), slugify(ranking.name) or str(ranking.number))),
        nothing=_("Nobody is in this ranking yet."),
        hanging=hanging,
        foot=Foot(notes=_notes(shown), is_signed=True),
        attached=attached_to(shown, names),
    )


def _part(shown: ShownRanking, names: Names, as_of: datetime, *, has_series: bool) -> Wall:
    rows = [row for line in shown.lines for row in _rows(shown, line, names, has_series=has_series)]
    series = [
        pgettext("head of a narrow column", "S%(number)s") % {"number": one.number}
        for one in (shown.series if has_series else ())
    ]
    last = [
        pgettext("head of a narrow column", "Total"),
        pgettext("head of a narrow column", "Won"),
        pgettext("head of a narrow column", "Lost"),
    ]
    brought = [pgettext("head of a narrow column", "Brought")] if shown.has_brought else []
    columns = Columns.of(rows, lead=[_("Rank")], name=_("Name"), figures=[*brought, *series, *last])
    under = and_early_end(_state(shown, as_of), shown.ranking.tournament)
    return Wall(under=under, columns=columns, rows=rows)


def _state(shown: ShownRanking, as_of: datetime) -> str:
    """Return how far one may rely on the ranking, and since when."""
    tournament = shown.ranking.tournament
    if shown.is_official and tournament.released_at:
        return _("final, released %(at)s") % {"at": stamp(tournament.released_at)}
    if shown.is_official:
        return _("official, as of %(at)s") % {"at": stamp(as_of)}
    return _("provisional, as of %(at)s") % {"at": stamp(as_of)}


def _notes(shown: ShownRanking) -> list[str]:
    """Return how it is counted, by which rules it was scored, what the marks mean, and how the journal ended."""
    said = [
        _("Counted: %(terms)s.") % {"terms": ", ".join(terms_in_words(shown.ranking))},
        _("Scored by %(clause)s; the scoring is the same in the edition of %(edition)s.")
        % {"clause": cite("SkWO 5.2"), "edition": Edition.SINCE_2018},
    ]
    marks = []
    if any(not all(one) for line in shown.lines for one in _counted(line)):
        marks.append(_("(in brackets): does not count"))
    if any(line.scaled for line in shown.lines):
        marks.append(_("*scaled up because somebody was missing, as the plan says"))
    if any(line.shared for line in shown.lines):
        marks.append(_("= only a lot still separates them"))
    if any(line.by_lot for line in shown.lines):
        marks.append(lot_note())
    printed = journal_note(shown.ranking.tournament)
    return [*said, *(["; ".join(marks)] if marks else []), *([printed] if printed else [])]


def _counted(line: RankingLine) -> Iterator[Sequence[bool]]:
    yield line.counted
    for one in line.members:
        yield [is_in or points is None for points, is_in in zip(one.by_series, one.counted, strict=True)]


def _rows(shown: ShownRanking, line: RankingLine, names: Names, *, has_series: bool) -> Iterator[Row]:
    ranking, brought = shown.ranking, (exact_points(Fraction(line.brought)),) if shown.has_brought else ()
    is_single = ranking.is_of_players
    name = _person(line.members[0], names) if is_single and line.members else competitor_name(line)
    yield Row(
        lead=(ranked(line.rank, shared=line.shared, by_lot=line.by_lot),),
        name=name,
        figures=(*brought, *_figures(line, has_series=has_series)),
        look=Look.PLAIN if is_single else Look.TEAM,
    )
    if is_single:
        return
    for one in line.members:
        if ranking.kind == Ranking.Kind.CLUB and not any(one.counted):
            continue
        yield Row(
            lead=("",),
            name=marked(
                _person(one, names),
                pgettext("player", "substitute") if one.substitute else "",
                one.entrant.unranked_as,
            ),
            figures=_member_figures(one, has_series=has_series),
            look=Look.MEMBER,
            is_first=False,
        )


def _person(line: MemberLine, names: Names) -> str:
    called, number = names.called(line.entrant), _("No. %(number)s") % {"number": line.entrant.number}
    return ", ".join(filter(None, (called, number if number != called else "", names.club(line.entrant))))


def _figures(line: RankingLine, *, has_series: bool) -> tuple[str, ...]:
    series = zip(line.by_series, line.counted, strict=True) if has_series else ()
    return (
        *(_cell(points, is_in) for points, is_in in series),
        f"{exact_points(line.performance)}{'*' if line.scaled else ''}",
        exact_points(line.won),
        exact_points(line.lost),
    )


def _member_figures(line: MemberLine, *, has_series: bool) -> tuple[str, ...]:
    series = list(zip(line.by_series, line.counted, strict=True))
    total = sum(points or 0 for points, is_in in series if is_in)
    return (
        *(_cell(points, is_in) for points, is_in in (series if has_series else ())),
        exact_points(total) if any(line.counted) else "–",
        "",
        "",
    )


def _cell(points: Fraction | int | None, is_in: bool) -> str:
    if points is None:
        return "–"
    return exact_points(points) if is_in else f"({exact_points(points)})"


def _compose(task: Task) -> Document:
    ranking = next((one for one in rankings_of(task.tournament) if one.number == task.wanted.ranking), None)
    if ranking is None:
        raise NothingToPrint
    return team_ranking(shown_ranking(ranking), as_of=task.now, names=task.names, hanging=Hanging.of(task.wanted))


RANKINGS = Kind(
    name="rankings",
    title=gettext_lazy("Teams and other rankings"),
    about=gettext_lazy("teams, pairs, clubs, chosen series: what is switched on"),
    compose=_compose,
    options=(forms.RANKING, *forms.HANGING),
    is_there=lambda there: bool(there.rankings),
    reader=Reader.EVERYBODY,
    archived=frozenset({Scope.RANKING}),
    is_signed=True,
)
