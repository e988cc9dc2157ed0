"""A ranking of teams, pairs, clubs or chosen series to be hung up and signed, those who earned it below each line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.paper.documents.kind import Kind, Reader, Scope
from scoring.paper.documents.task import NothingToPrint, Task
from scoring.paper.documents.team_layout import LEAD, Layout, draw, fitting
from scoring.paper.forms import options
from scoring.paper.typesetting.document import Document, Under
from scoring.paper.typesetting.fitting import lines
from scoring.paper.typesetting.heading import heading, title_fit
from scoring.paper.typesetting.journal_foot import journal_note
from scoring.paper.typesetting.naming import PUBLIC, Names
from scoring.results.models import Ranking
from scoring.results.selectors.ranking_lines import MemberLine, RankingLine
from scoring.results.selectors.rankings import ShownRanking, rankings_of, shown_ranking
from scoring.results.wording.competitors import competitor_name, exact_points, terms_in_words
from scoring.rules.clauses import Edition, cite
from tables.acts.wording.moments import stamp

"""Rankings in which a line is a player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of the page: a competitor, or somebody of it."""

    lead: str
    name: str
    figures: str
    is_member: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of the ranking, column by column."""

    rows: int
    leads: str
    names: SafeString
    members: SafeString
    figures: str
    is_last: bool


def team_ranking(shown: ShownRanking, *, as_of: datetime, names: Names = PUBLIC) -> Document:
    """Return a ranking as everybody sees it."""
    ranking = shown.ranking
    tournament = ranking.tournament
    layout = fitting(
        tuple(series.number for series in shown.series) if len(shown.series) > 1 else (),
        has_hundredths=any(line.scaled for line in shown.lines),
    )
    pages = _pages(shown, layout, names)
    drawn = {rows: draw(layout, rows) for rows in dict.fromkeys(page.rows for page in pages)}
    numbers = {rows: number for number, rows in enumerate(drawn)}
    return Document(
        template="scoring/paper/documents/team_ranking.html",
        title=ranking.name,
        author=tournament.organiser,
        filename="-".join(
            (tournament.slug, pgettext("file name", "ranking"), slugify(ranking.name) or str(ranking.number))
        ),
        context={
            "tournament": tournament,
            "title_fit": title_fit(ranking.name),
            **heading(tournament, room=86, largest=1, is_organiser_named=False),
            "state": lines([_state(shown, as_of)], room=88, largest=1),
            "notes": lines(_notes(shown), room=layout.width - 15, largest=2),
            "layout": layout,
            "pages": [(page, drawn[page.rows]) for page in pages],
        },
        forms=tuple(drawn.values()),
        under=[Under(form=numbers[page.rows]) for page in pages],
    )


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
    printed = journal_note(shown.ranking.tournament)
    return [*said, *(["; ".join(marks)] if marks else []), *([printed] if printed else [])]


def _counted(line: RankingLine) -> Iterator[Sequence[bool]]:
    yield line.counted
    for one in line.members:
        yield [is_in or points is None for points, is_in in zip(one.by_series, one.counted, strict=True)]


def _pages(shown: ShownRanking, layout: Layout, names: Names) -> list[Page]:
    """Return the pages; a team stays together wherever a page has room for it."""
    pages: list[list[Row]] = [[]]
    for line in shown.lines:
        rows = list(_rows(shown.ranking, line, layout, names))
        if pages[-1] and len(pages[-1]) + len(rows) > layout.rows:
            pages.append([])
        for row in rows:
            if len(pages[-1]) == layout.rows:
                pages.append([])
            pages[-1].append(row)
    return [_page(rows, layout, is_last=at == len(pages)) for at, rows in enumerate(pages, start=1)]


def _page(rows: Sequence[Row], layout: Layout, *, is_last: bool) -> Page:
    room = layout.name - 2
    return Page(
        rows=len(rows),
        leads="\n".join(row.lead for row in rows),
        names=lines(["" if row.is_member else row.name for row in rows], room=0.88 * room),
        members=lines([row.name if row.is_member else "" for row in rows], room=room - 5, largest=1),
        figures="\n".join(row.figures for row in rows),
        is_last=is_last,
    )


def _rows(ranking: Ranking, line: RankingLine, layout: Layout, names: Names) -> Iterator[Row]:
    lot = f" ({_('by lot')})" if line.by_lot else ""
    is_single = ranking.is_of_players
    name = _person(line.members[0], names) if is_single and line.members else competitor_name(line)
    yield Row(
        lead=f"{line.rank}{'=' if line.shared else ' '}".rjust(LEAD - 1),
        name=f"{name}{lot}",
        figures=_figures(line, layout),
    )
    if is_single:
        return
    for one in line.members:
        if ranking.kind == Ranking.Kind.CLUB and not any(one.counted):
            continue
        substitute = f" ({pgettext('player', 'substitute')})" if one.substitute else ""
        yield Row(
            lead="", name=f"{_person(one, names)}{substitute}", figures=_member_figures(one, layout), is_member=True
        )


def _person(line: MemberLine, names: Names) -> str:
    called, number = names.called(line.entrant), _("No. %(number)s") % {"number": line.entrant.number}
    return ", ".join(filter(None, (called, number if number != called else "", names.club(line.entrant))))


def _figures(line: RankingLine, layout: Layout) -> str:
    series = zip(line.by_series, line.counted, strict=True) if layout.series else ()
    star = "*" if line.scaled else ""
    cells = (
        *(_cell(points, is_in).rjust(layout.points) for points, is_in in series),
        f"{exact_points(line.performance)}{star}".rjust(layout.points + 1),
        exact_points(line.won).rjust(layout.games),
        exact_points(line.lost).rjust(layout.games),
    )
    return "".join(cells)


def _member_figures(line: MemberLine, layout: Layout) -> str:
    series = list(zip(line.by_series, line.counted, strict=True))
    total = sum(points or 0 for points, is_in in series if is_in)
    cells = (
        *(_cell(points, is_in).rjust(layout.points) for points, is_in in (series if layout.series else ())),
        (exact_points(total) if any(line.counted) else "–").rjust(layout.points + 1),
        " " * (2 * layout.games),
    )
    return "".join(cells)


def _cell(points: Fraction | int | None, is_in: bool) -> str:
    if points is None:
        return "–"
    return exact_points(points) if is_in else f"({exact_points(points)})"


def _compose(task: Task) -> Document:
    ranking = next((one for one in rankings_of(task.tournament) if one.number == task.wanted.ranking), None)
    if ranking is None:
        raise NothingToPrint
    return team_ranking(shown_ranking(ranking), as_of=task.now, names=task.names)


RANKINGS = Kind(
    name="rankings",
    title=gettext_lazy("Teams and other rankings"),
    about=gettext_lazy("teams, pairs, clubs, chosen series: what is switched on"),
    compose=_compose,
    options=(options.RANKING,),
    is_there=lambda there: bool(there.rankings),
    reader=Reader.EVERYBODY,
    archived=frozenset({Scope.RANKING}),
    is_signed=True,
)
