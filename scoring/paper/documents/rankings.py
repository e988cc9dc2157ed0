"""Rankings to be hung up and signed: of players, of a class, of teams, pairs and clubs (SkWO 5.2, 7.4)."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.lists.wording import games
from scoring.paper import forms
from scoring.paper.documents.kind import Names, NothingToPrint, PaperKind, Scope, Task, hung, marked, told_apart
from scoring.paper.typesetting.document import Attached, Document, as_csv, as_json
from scoring.paper.typesetting.heading import journal_note
from scoring.paper.typesetting.walls import Columns, RowLook, Wall, WallRow
from scoring.results.models import Ranking
from scoring.results.selectors import standings as results_standings
from scoring.results.selectors.rankings import MemberLine, RankingLine, ShownRanking, rankings_of, shown_ranking
from scoring.results.selectors.standings import Standings, StandingsLine, of_class
from scoring.results.wording import direction_refusals
from scoring.results.wording.competitors import competitor_name, exact_points, terms_in_words
from scoring.rules.clauses import Edition, cite
from tables.acts.wording.moments import stamp
from tables.tournaments import access
from tables.tournaments.models import Series, Tournament
from tables.tournaments.wording import early_end

BOLD_UNTIL = 3  # ranks that stand out
MOST_FIGURES = 16  # columns of figures beside which names have room


def _ranking(task: Task) -> Document:
    """Read across a hall it says nothing but place, name, club and total."""
    tournament, only, of, names = task.tournament, task.only, task.of_class, task.names
    is_large, standings = task.wanted.is_large, results_standings.standings(tournament, only=only)
    if task.wanted.signed and not standings.is_official:
        raise NothingToPrint
    if of:
        standings = of_class(standings, of)
    lines = (*standings.lines, *standings.excluded)
    columns = list(_columns(standings, lines, only=only, is_large=is_large))
    called = told_apart([line.entrant for line in lines], names, has_club=True)
    figures = list(zip(*(texts for _word, texts in columns), strict=True))
    rows = []
    for line, name, figured in zip(lines, called, figures, strict=True):
        rank = _ranked(line)
        row = WallRow(
            lead=(rank,) if is_large else (rank, str(line.entrant.number)),
            name=marked(name, *direction_refusals.short_remarks(line, standings.series)),
            beside=names.club(line.entrant),
            figures=figured,
            look=RowLook.TOP if 0 < (line.rank or 0) <= BOLD_UNTIL else RowLook.PLAIN,
        )
        rows.append(row)
    if only:
        title = _("Ranking of series %(series)s") % {"series": only.number}
    else:
        title = _("Final ranking") if tournament.released_at else _("Ranking")
    if of:
        title = f"{title}: {of.called}"
    columns_of = Columns.of(
        rows,
        lead=[_("Rank")] if is_large else [_("Rank"), _("No.")],
        name=_("Name"),
        beside=_("Club"),
        figures=[word for word, _texts in columns],
    )
    under = _state(tournament, standings, only=only, as_of=task.now)
    return hung(
        task,
        Wall(under=_and_early_end(under, tournament), columns=columns_of, rows=rows),
        title=title,
        nothing=_("Nobody plays in this class.") if of and standings.series else _("No series has begun yet."),
        notes=_notes(tournament, standings),
        is_signed=True,
        attached=_attached(standings, lines, names, only=only, title=title),
    )


def _attached(
    standings: Standings, lines: Sequence[StandingsLine], names: Names, *, only: Series | None, title: str
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
        for line in lines
    ]
    return [as_csv("ranking", rows, about=title), as_json("ranking", rows, about=title)]


def _columns(
    standings: Standings, lines: Sequence[StandingsLine], *, only: Series | None, is_large: bool
) -> Iterator[tuple[str, list[str]]]:
    if standings.has_brought and not is_large:
        yield pgettext("head of a narrow column", "Brought"), [games.points(line.brought) for line in lines]
    if not only and not is_large and (len(standings.series) > 1 or standings.has_brought):
        for at, series in enumerate(standings.series):
            points = [line.by_series[at] for line in lines]
            yield _series_head(series), ["–" if figure is None else games.points(figure) for figure in points]
    total, won, lost = _last_heads()
    yield total, [games.points(line.total) for line in lines]
    if not is_large:
        yield won, [str(line.won) for line in lines]
        yield lost, [str(line.lost) for line in lines]


def _series_head(series: Series) -> str:
    return pgettext("head of a narrow column", "S%(number)s") % {"number": series.number}


def _last_heads() -> list[str]:
    return [
        pgettext("head of a narrow column", "Total"),
        pgettext("head of a narrow column", "Won"),
        pgettext("head of a narrow column", "Lost"),
    ]


def _ranked(line: StandingsLine | RankingLine) -> str:
    """A sign is enough, for in long lists many a rank has one: words would take a line of their own."""
    return f"{line.rank or '–'}{'=' if line.shared else _lot_mark() if line.by_lot else ' '}"


def _lot_mark() -> str:
    return pgettext("one letter behind a rank that a lot decided", "L")


def _lot_note() -> str:
    return _("%(mark)s: only a lot decided the place") % {"mark": _lot_mark()}


def _scored_by() -> str:
    return _("Scored by %(clause)s; the scoring is the same in the edition of %(edition)s.") % {
        "clause": cite("SkWO 5.2"),
        "edition": Edition.SINCE_2018,
    }


def _notes(tournament: Tournament, standings: Standings) -> Iterator[str]:
    yield _scored_by()
    closed = [
        _("series %(number)s %(at)s") % {"number": series.number, "at": stamp(series.closed_at)}
        for series in standings.series
        if series.closed_at
    ]
    if closed:
        yield _("Closed: %(series)s") % {"series": ", ".join(closed)}
    if any(line.by_lot for line in standings.lines):
        yield _lot_note()
    yield journal_note(tournament)


def _and_early_end(words: str, tournament: Tournament) -> str:
    return " · ".join(filter(None, (words, early_end(tournament))))


def _state(tournament: Tournament, standings: Standings, *, only: Series | None, as_of: datetime) -> str:
    if tournament.released_at:
        return _("final, released %(at)s") % {"at": stamp(tournament.released_at)}
    if only and standings.is_official:
        return _("official, closed %(at)s") % {"at": stamp(only.closed_at)}
    facts = {"at": stamp(as_of), "series": len(standings.series)}
    if standings.is_official:
        return (
            ngettext(
                "official after %(series)s series, as of %(at)s",
                "official after %(series)s series, as of %(at)s",
                len(standings.series),
            )
            % facts
        )
    return _("provisional, as of %(at)s") % facts


RANKING = PaperKind(
    name="ranking",
    title=gettext_lazy("Ranking"),
    compose=_ranking,
    options=(
        forms.series(lambda printable: printable.begun, everything=gettext_lazy("all series so far")),
        forms.CLASS_OF,
        *forms.HANGING,
    ),
    is_there=lambda printable: bool(printable.begun),
    opened_by=access.public_tournament,
    archived=frozenset({Scope.EVENT, Scope.CLASS, Scope.SERIES}),
    is_signed=True,
)


def wanted_ranking(task: Task) -> ShownRanking:
    """Return the wanted ranking as everybody sees it, or raise NothingToPrint if the event has it no more."""
    ranking = next(
        (each_ranking for each_ranking in rankings_of(task.tournament) if each_ranking.number == task.wanted.ranking),
        None,
    )
    if ranking is None:
        raise NothingToPrint
    return shown_ranking(ranking)


def _team_ranking(task: Task) -> Document:
    shown = wanted_ranking(task)
    ranking = shown.ranking
    wall = _wall(shown, task, has_series=len(shown.series) > 1 and not task.wanted.is_large)
    if len(wall.columns.figures) > MOST_FIGURES:
        wall = _wall(shown, task, has_series=False)
    return hung(
        task,
        wall,
        title=ranking.name,
        filed_as=f"{_('Ranking')} {ranking.number} {ranking.name}",
        nothing=_("Nobody is in this ranking yet."),
        notes=_team_notes(shown),
        is_signed=True,
        attached=_team_attached(shown, task.names),
    )


def _team_attached(shown: ShownRanking, names: Names) -> Sequence[Attached]:
    numbers = [series.number for series in shown.series]
    rows: list[dict[str, Any]] = [
        {
            "rank": line.rank,
            "name": names.called(line.members[0].entrant)
            if shown.ranking.is_of_players and line.members
            else competitor_name(line),
            **({"brought": line.brought} if shown.has_brought else {}),
            **{
                f"series_{number}": None if points is None else str(points)
                for number, points in zip(numbers, line.by_series, strict=True)
            },
            "total": str(line.performance),
            "won": str(line.won),
            "lost": str(line.lost),
        }
        for line in shown.lines
    ]
    members = [
        [
            {
                "number": member_line.entrant.number,
                "name": names.called(member_line.entrant),
                "substitute": member_line.substitute,
                "counted": [number for number, is_in in zip(numbers, member_line.counted, strict=True) if is_in],
                "by_series": list(member_line.by_series),
            }
            for member_line in line.members
        ]
        for line in shown.lines
    ]
    whole = [row | {"members": those} for row, those in zip(rows, members, strict=True)]
    about = shown.ranking.name
    return as_csv("ranking", rows, about=about), as_json("ranking", whole, about=about)


def _wall(shown: ShownRanking, task: Task, *, has_series: bool) -> Wall:
    rows = [row for line in shown.lines for row in _rows(shown, line, task.names, has_series=has_series)]
    series = [_series_head(each_series) for each_series in (shown.series if has_series else ())]
    brought = [pgettext("head of a narrow column", "Brought")] if shown.has_brought else []
    columns = Columns.of(rows, lead=[_("Rank")], name=_("Name"), figures=[*brought, *series, *_last_heads()])
    tournament = shown.ranking.tournament
    if shown.is_official and tournament.released_at:
        under = _("final, released %(at)s") % {"at": stamp(tournament.released_at)}
    elif shown.is_official:
        under = _("official, as of %(at)s") % {"at": stamp(task.now)}
    else:
        under = _("provisional, as of %(at)s") % {"at": stamp(task.now)}
    return Wall(under=_and_early_end(under, tournament), columns=columns, rows=rows)


def _team_notes(shown: ShownRanking) -> Iterator[str]:
    yield _("Counted: %(terms)s.") % {"terms": ", ".join(terms_in_words(shown.ranking))}
    yield _scored_by()
    marks = []
    if any(not all(counts) for line in shown.lines for counts in _counted(line)):
        marks.append(_("(in brackets): does not count"))
    if any(line.scaled for line in shown.lines):
        marks.append(_("*scaled up because somebody was missing, as the plan says"))
    if any(line.shared for line in shown.lines):
        marks.append(_("= only a lot still separates them"))
    if any(line.by_lot for line in shown.lines):
        marks.append(_lot_note())
    yield "; ".join(marks)
    yield journal_note(shown.ranking.tournament)


def _counted(line: RankingLine) -> Iterator[Sequence[bool]]:
    yield line.counted
    for member_line in line.members:
        yield [
            is_in or points is None for points, is_in in zip(member_line.by_series, member_line.counted, strict=True)
        ]


def _rows(shown: ShownRanking, line: RankingLine, names: Names, *, has_series: bool) -> Iterator[WallRow]:
    ranking, brought = shown.ranking, (exact_points(Fraction(line.brought)),) if shown.has_brought else ()
    is_single = ranking.is_of_players
    series = _cells(line) if has_series else ()
    total = f"{exact_points(line.performance)}{'*' if line.scaled else ''}"
    yield WallRow(
        lead=(_ranked(line),),
        name=_person(line.members[0], names) if is_single and line.members else competitor_name(line),
        figures=(*brought, *series, total, exact_points(line.won), exact_points(line.lost)),
        look=RowLook.PLAIN if is_single else RowLook.TEAM,
    )
    for member_line in () if is_single else line.members:
        if ranking.kind == Ranking.Kind.CLUB and not any(member_line.counted):
            continue
        earned = sum(
            points or 0 for points, is_in in zip(member_line.by_series, member_line.counted, strict=True) if is_in
        )
        series, total = (
            _cells(member_line) if has_series else (),
            exact_points(earned) if any(member_line.counted) else "–",
        )
        substitute = pgettext("player", "substitute") if member_line.substitute else ""
        yield WallRow(
            lead=("",),
            name=marked(_person(member_line, names), substitute, member_line.entrant.unranked_as),
            figures=(*series, total, "", ""),
            look=RowLook.MEMBER,
            is_first=False,
        )


def _person(line: MemberLine, names: Names) -> str:
    called, number = names.called(line.entrant), _("No. %(number)s") % {"number": line.entrant.number}
    return ", ".join(filter(None, (called, number if number != called else "", names.club(line.entrant))))


def _cells(line: RankingLine | MemberLine) -> tuple[str, ...]:
    return tuple(_cell(points, is_in) for points, is_in in zip(line.by_series, line.counted, strict=True))


def _cell(points: Fraction | int | None, is_in: bool) -> str:
    if points is None:
        return "–"
    return exact_points(points) if is_in else f"({exact_points(points)})"


RANKINGS = PaperKind(
    name="rankings",
    title=gettext_lazy("Teams and other rankings"),
    compose=_team_ranking,
    options=(forms.RANKING, *forms.HANGING),
    is_there=lambda printable: bool(printable.rankings),
    opened_by=access.public_tournament,
    archived=frozenset({Scope.RANKING}),
    is_signed=True,
)
