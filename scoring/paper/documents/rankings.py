"""The ranking to be hung up and signed: total, each series, won and lost (SkWO 5.2, 7.4)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lists.wording import games
from scoring.paper.documents.kind import Kind, Reader, Scope
from scoring.paper.documents.ranking_words import notes_under, state_of, title_of
from scoring.paper.documents.task import NothingToPrint, Task
from scoring.paper.forms import options
from scoring.paper.typesetting.document import Document, Under
from scoring.paper.typesetting.drawing import Drawing, Label, path
from scoring.paper.typesetting.fitting import lines, width
from scoring.paper.typesetting.heading import heading, title_fit
from scoring.paper.typesetting.naming import PUBLIC, Names
from scoring.paper.typesetting.orientation import UPRIGHT, Turned
from scoring.paper.typesetting.specimen import Specimen, Written, block, may_be_whole, specimens_of, specimens_of_wholes
from scoring.results.selectors import standings as results_standings
from scoring.results.selectors.classes import of_class
from scoring.results.selectors.standings import Standings, StandingsLine
from scoring.results.wording import direction_refusals
from tables.tournaments.models import PlayerClass, Series, Tournament

"""A line of the ranking; those without a place stand last."""

CHARACTER: Final = 1.8
"""Width of a figure."""

TOP: Final = 23.0
LINE: Final = 5.2
SIGNATURES: Final = 20.0
"""Height of the direction's lines, and of the notes below, at the foot of the last page."""

LEAD: Final = 11
"""Figures of rank and start number."""

NAME: Final = 48.0
LEAST_CLUB: Final = 26.0
POINTS: Final = 6
GAMES: Final = 8
"""Figures of points and of games won or lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(Turned):
    """How the columns lie on the paper."""

    series: tuple[int, ...]
    """The numbers of the series shown; none if there is but one."""

    @property
    def is_wide(self) -> bool:
        """Whether it takes landscape paper."""
        return UPRIGHT - self.figures - NAME - LEAD * CHARACTER < LEAST_CLUB

    @property
    def rows(self) -> int:
        """Lines on a page."""
        return int((self.height - SIGNATURES - TOP) / LINE)

    @property
    def columns(self) -> tuple[tuple[str, int], ...]:
        """The columns of figures: heading and width in figures."""
        return (
            *((_("Series %(number)s") % {"number": number}, POINTS) for number in self.series),
            (_("Total"), POINTS + 1),
            (_("Won"), GAMES),
            (_("Lost"), GAMES),
        )

    @property
    def figures(self) -> float:
        """Width of all columns of figures."""
        return (POINTS * len(self.series) + POINTS + 1 + 2 * GAMES) * CHARACTER

    @property
    def clubs_look(self) -> str:
        """Classes of the clubs in the style sheet."""
        return f"ranked clubs typed clubs-{len(self.series)}"

    @property
    def club(self) -> float:
        """Width of the column of the clubs."""
        return self.width - self.figures - NAME - LEAD * CHARACTER


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of the ranking."""

    number: int
    rows: int
    is_last: bool
    leads: str
    names: SafeString
    club_names: tuple[str, ...]
    club_room: float
    figures: str

    @property
    def clubs(self) -> SafeString:
        """The clubs, each as large as it fits."""
        return lines(self.club_names, room=self.club_room)

    @property
    def has_plain_clubs(self) -> bool:
        """Whether the clubs are typeset but once each, for they come again and again."""
        return all(map(may_be_whole, self.club_names))

    @property
    def form(self) -> tuple[int, bool]:
        """What the page is printed on."""
        return self.rows, self.is_last


def ranking(
    tournament: Tournament,
    standings: Standings,
    *,
    only: Series | None,
    as_of: datetime,
    of: PlayerClass | None = None,
    names: Names = PUBLIC,
) -> Document:
    """Return a ranking over all series so far, or over ``only`` one; ``of`` says which class it is of."""
    shown = () if only or len(standings.series) < 2 else tuple(series.number for series in standings.series)
    layout = Layout(series=shown)
    pages = list(_pages(standings, layout, names))
    drawn = {form: _draw(layout, rows=form[0]) for form in dict.fromkeys(page.form for page in pages)}
    numbers = {form: number for number, form in enumerate(drawn)}
    name = _("ranking-series-%(series)s") % {"series": only.number} if only else _("ranking")
    title = title_of(tournament, only=only, of=of)
    under = [Under(form=numbers[page.form], written=tuple(_written(page, layout))) for page in pages]
    return Document(
        template="scoring/paper/documents/ranking.html",
        title=title,
        author=tournament.organiser,
        filename="-".join([tournament.slug, name, *([of.code] if of else [])]),
        context={
            "tournament": tournament,
            "title_fit": title_fit(title),
            "nothing": _("Nobody plays in this class.") if of and standings.series else _("No series has begun yet."),
            "notes": lines(notes_under(tournament, standings), room=layout.width - 15, largest=2),
            "layout": layout,
            **heading(tournament, room=86, largest=1, is_organiser_named=False),
            "state": state_of(tournament, standings, only=only, as_of=as_of),
            "pages": [(page, drawn[page.form]) for page in pages],
        },
        forms=tuple(drawn.items()),
        under=under,
        specimens=tuple(_specimens(pages, under, layout)),
        is_tagged=True,
    )


def _pages(standings: Standings, layout: Layout, names: Names) -> Iterator[Page]:
    found = (*standings.lines, *standings.excluded)
    starts = range(0, len(found), layout.rows) or [0]
    for number, start in enumerate(starts, start=1):
        part = found[start : start + layout.rows]
        yield Page(
            number=number,
            rows=len(part),
            is_last=number == len(starts),
            leads="\n".join(_lead(line) for line in part),
            names=lines([_name(line, standings, names) for line in part], room=NAME - 2),
            club_names=tuple(names.club(line.entrant) for line in part),
            club_room=layout.club - 2,
            figures="\n".join(_figures(line, layout) for line in part),
        )


def _written(page: Page, layout: Layout) -> Iterator[Written]:
    """Yield what need not be typeset line by line, in the order the page has it."""
    if not page.rows:
        return
    yield block("ranked leads", page.leads)
    if page.has_plain_clubs:
        yield Written(look=layout.clubs_look, lines=page.club_names)
    yield block("ranked points", page.figures)


def _specimens(pages: Sequence[Page], under: Sequence[Under], layout: Layout) -> Iterator[Specimen]:
    figures = (written for below in under for written in below.written if written.look != layout.clubs_look)
    yield from specimens_of(figures)
    clubs = [page.club_names for page in pages if page.rows and page.has_plain_clubs]
    if clubs:
        found = {club for names in clubs for club in names}
        yield from specimens_of_wholes(layout.clubs_look, found, room=layout.club - 2, rows=layout.rows)


def _name(line: StandingsLine, standings: Standings, names: Names) -> str:
    """Return a name, with what has to be said: that only a lot gave the place (SkWO 5.2), what came off, who is out."""
    if line.rank:
        said = [*([_("by lot")] if line.by_lot else []), *direction_refusals.short_remarks(line, standings.series)]
    else:
        said = [_("excluded")]
    called = names.called(line.entrant)
    return f"{called} ({'; '.join(said)})" if said else called


def _lead(line: StandingsLine) -> str:
    rank = f"{line.rank or '–'}{'=' if line.shared else ' '}"
    return f"{rank:>5}{line.entrant.number:>5}"


def _figures(line: StandingsLine, layout: Layout) -> str:
    by_series = line.by_series if layout.series else ()
    cells = (
        *(("–" if points is None else games.points(points)).rjust(POINTS) for points in by_series),
        games.points(line.total).rjust(POINTS + 1),
        str(line.won).rjust(GAMES),
        str(line.lost).rjust(GAMES),
    )
    return "".join(cells)


def _draw(layout: Layout, *, rows: int) -> Drawing:
    bottom = TOP + LINE * rows
    thin = [(0.0, TOP + LINE * row, layout.width, TOP + LINE * row) for row in range(1, rows + 1)]
    name = LEAD * CHARACTER
    labels = [
        Label(text=_("Rank"), x=4.6 * CHARACTER, y=TOP - 1.4, size=2.4, anchor="end"),
        Label(text=_("No."), x=10 * CHARACTER, y=TOP - 1.4, size=2.4, anchor="end"),
        Label(text=_("Name"), x=name + 1, y=TOP - 1.4, size=2.4),
        Label(text=_("Club"), x=name + NAME + 1, y=TOP - 1.4, size=2.4),
    ]
    right = layout.width - layout.figures
    for word, figures in layout.columns:
        right += figures * CHARACTER
        size = min(2.4, (figures * CHARACTER - 1) / width(word))
        is_total = word == _("Total")
        labels.append(
            Label(text=word, x=round(right, 2), y=TOP - 1.4, size=round(size, 2), anchor="end", is_bold=is_total)
        )
    heavy = [(0.0, TOP, layout.width, TOP), (0.0, bottom, layout.width, bottom)]
    return Drawing(
        width=layout.width,
        height=layout.height,
        thin=path(thin, across=layout.width),
        heavy=path(heavy, across=layout.width),
        labels=tuple(labels),
    )


def _compose(task: Task) -> Document:
    standings = results_standings.standings(task.tournament, only=task.only)
    of = task.of_class
    if task.wanted.signed and not standings.is_official:
        raise NothingToPrint
    if of:
        standings = of_class(standings, of)
    return ranking(task.tournament, standings, only=task.only, as_of=task.now, of=of, names=task.names)


RANKING = Kind(
    name="ranking",
    title=gettext_lazy("Ranking"),
    about=gettext_lazy("of a series or of the event, all or a class"),
    compose=_compose,
    options=(
        options.Series(offered=lambda there: there.begun, everything=gettext_lazy("all series so far")),
        options.CLASS_OF,
    ),
    is_there=lambda there: bool(there.begun),
    reader=Reader.EVERYBODY,
    archived=frozenset({Scope.EVENT, Scope.CLASS, Scope.SERIES}),
    is_signed=True,
)
