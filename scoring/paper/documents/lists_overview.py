"""All lists of a series: who played where, what they got, since when the list is a document, its hash (SkWO 7.2.3)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lists.selectors.lists import ListLine, lists_with_results
from scoring.lists.wording import games
from scoring.lists.wording import states as lists_states
from scoring.paper.documents.kind import Kind, Reader, Scope
from scoring.paper.documents.task import Task
from scoring.paper.forms import options
from scoring.paper.typesetting.document import Document, Under
from scoring.paper.typesetting.drawing import Drawing, Label, Line, box, path
from scoring.paper.typesetting.fitting import fitted, lines, width
from scoring.paper.typesetting.heading import heading, title_fit
from scoring.paper.typesetting.journal_foot import journal_note
from tables.acts.wording.moments import stamp
from tables.draw.models import Seat
from tables.tournaments.models import Series

WIDTH: Final = 182.0
HEIGHT: Final = 276.0
TOP: Final = 23.0
LINE: Final = 4.5
TABLE: Final = 5 * LINE
"""Height of a table: four lines and a gap of one."""

A_PAGE: Final = 11
CHARACTER: Final = 1.8
"""Width of a figure."""

NUMBER: Final = 15.0
NAME: Final = 33.0
FIGURES: Final = 84.0
LIST: Final = 136.0
"""Where columns begin: table, name, figures, what is said of the list."""

POINTS: Final = 8
GAMES: Final = 6
"""Figures of points and of games won or lost."""

HASH: Final = 32
"""Characters of a hash on a line: it takes two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of the overview: its columns, five lines for each table."""

    tables: str
    seats: str
    names: SafeString
    figures: str
    states: SafeString
    hashes: str
    count: int
    """How many tables it has."""


def lists_overview(series: Series, found: Sequence[ListLine], *, as_of: datetime) -> Document:
    """Return a table of all lists of a series."""
    pages = [_page(found[start : start + A_PAGE]) for start in range(0, len(found) or 1, A_PAGE)]
    drawn = {count: _draw(count) for count in dict.fromkeys(page.count for page in pages)}
    numbers = {count: number for number, count in enumerate(drawn)}
    tournament = series.tournament
    title = _("Lists of series %(series)s") % {"series": series.number}
    name = _("lists-%(series)s") % {"series": series.number}
    signed = sum(line.row.signed_at is not None for line in found)
    state = _("%(signed)s of %(lists)s signed, as of %(at)s") % {
        "signed": signed,
        "lists": len(found),
        "at": stamp(as_of),
    }
    return Document(
        template="scoring/paper/documents/lists_overview.html",
        title=title,
        author=tournament.organiser,
        filename=f"{tournament.slug}-{name}",
        context={
            "tournament": tournament,
            "title_fit": title_fit(title),
            **heading(tournament, room=86, largest=1, is_organiser_named=False),
            "state": lines([state], room=88, largest=1),
            "pages": [(page, drawn[page.count]) for page in pages],
            "journal": fitted(journal_note(tournament), room=WIDTH - 20, largest=2),
        },
        forms=tuple(drawn.values()),
        under=[Under(form=numbers[page.count]) for page in pages],
    )


def _page(found: Sequence[ListLine]) -> Page:
    return Page(
        tables="\n".join(str(line.row.table.number) for line in found),
        seats="\n".join(
            text for line in found for text in _lines_of(f"{s.place}{s.entrant.number:>6}" for s in line.seats)
        ),
        names=_spread(
            [_lines_of(seat.entrant.called for seat in line.seats) for line in found], room=FIGURES - NAME - 2
        ),
        figures="\n".join(text for line in found for text in _lines_of(_figures(seat) for seat in line.seats)),
        states=_spread([_lines_of([_state(line)]) for line in found], room=WIDTH - LIST - 2, largest=1),
        hashes="\n".join(text for line in found for text in _hash(line)),
        count=len(found),
    )


def _lines_of(texts: Iterator[str] | Sequence[str]) -> list[str]:
    """Return texts as the lines of a table, and the empty one down to the next table."""
    found = list(texts)
    return found + [""] * (5 - len(found))


def _spread(tables: Sequence[Sequence[str]], *, room: float, largest: int = 0) -> SafeString:
    return lines([text for table in tables for text in table], room=room, largest=largest)


def _figures(seat: Seat) -> str:
    """Return game points, won, lost and performance; dashes while nothing is entered."""
    result = getattr(seat, "result", None)
    if result is None:
        return f"{'–':>{POINTS}}{'–':>{GAMES}}{'–':>{GAMES}}{'–':>{POINTS}}"
    points, total = games.points(result.game_points), games.points(result.performance)
    return f"{points:>{POINTS}}{result.won:>{GAMES}}{result.lost:>{GAMES}}{total:>{POINTS}}"


def _state(line: ListLine) -> str:
    if line.row.signed_at is None:
        return lists_states.state_name(line.state)
    if line.row.signed_by_id:
        return _("from paper %(at)s") % {"at": stamp(line.row.signed_at)}
    return _("signed %(at)s") % {"at": stamp(line.row.signed_at)}


def _hash(line: ListLine) -> list[str]:
    found = line.row.signed_hash
    return _lines_of(["", *(found[start : start + HASH] for start in range(0, min(len(found), 2 * HASH), HASH))])


def _draw(count: int) -> Drawing:
    thin: list[Line] = []
    for number in range(count):
        top = round(TOP + TABLE * number, 2)
        bottom = round(top + 4 * LINE, 2)
        thin += box(0, top, WIDTH, bottom)
        thin += [(x, top, x, bottom) for x in (NUMBER, FIGURES, LIST)]
        thin += [(NUMBER, round(top + LINE * row, 2), LIST, round(top + LINE * row, 2)) for row in range(1, 4)]
    return Drawing(
        width=WIDTH, height=HEIGHT, thin=path(thin, across=WIDTH), heavy="", labels=tuple(_headings()) if count else ()
    )


def _headings() -> Iterator[Label]:
    size, y = 2.4, TOP - 1.2
    for word, left, right in (
        (_("Table"), 0.0, NUMBER),
        (_("Seat"), NUMBER, NUMBER + 7.5),
        (_("Name"), NAME, FIGURES),
        (_("List"), LIST, WIDTH),
    ):
        fits = min(size, (right - left - 1) / width(word))
        yield Label(text=word, x=left + 1, y=y, size=round(fits, 2))
    yield Label(text=_("No."), x=NAME - 1.6, y=y, size=2.4, anchor="end")
    right = FIGURES
    for word, figures in ((_("Game points"), POINTS), (_("Won"), GAMES), (_("Lost"), GAMES), (_("Points"), POINTS)):
        right += figures * CHARACTER
        fits = min(size, (figures * CHARACTER - 1) / width(word))
        is_total = word == _("Points")
        yield Label(text=word, x=round(right, 2), y=y, size=round(fits, 2), anchor="end", is_bold=is_total)


def _compose(task: Task) -> Document:
    return lists_overview(task.one, lists_with_results(task.one), as_of=task.now)


LISTS = Kind(
    name="lists",
    title=gettext_lazy("All lists of a series"),
    about=gettext_lazy("who played what, since when it is signed"),
    compose=_compose,
    options=(options.Series(offered=lambda there: there.published),),
    is_there=lambda there: bool(there.published),
    reader=Reader.OFFICIALS,
    archived=frozenset({Scope.SERIES}),
    is_signed=True,
)
