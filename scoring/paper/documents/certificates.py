"""A certificate per place, to be signed and handed over (SkWO 1.5, 7.4.3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.lists.wording import games
from scoring.paper.documents.kind import Kind
from scoring.paper.documents.print_order import Paper
from scoring.paper.documents.task import NothingToPrint, Task
from scoring.paper.forms import options
from scoring.paper.typesetting.document import Document, Under
from scoring.paper.typesetting.drawing import Drawing, Line, box, path
from scoring.paper.typesetting.fitting import TYPED_SIZES, Fitted, fitted, in_two, width
from scoring.paper.typesetting.heading import when_and_where
from scoring.results.selectors.classes import of_class
from scoring.results.selectors.standings import Standings, StandingsLine, standings
from tables.tournaments.models import PlayerClass, Series, Tournament

SIZE: Final = {Paper.LANDSCAPE: (297.0, 209.8), Paper.PORTRAIT: (210.0, 296.8)}
"""Width and height; a hair less than the paper is high, or rounding would make a second page of it."""

FRAME: Final = 11.0
"""From the edge of the paper to the frame; a printer reaches no further out."""

MARGIN: Final = 24.0
"""From the edge of the paper to what is written."""

SIGNING: Final = 62.0
"""Width of a name under the line it is signed on."""

EVENT_SIZES: Final = (9.0, 7.6, 6.2, 5.0, 4.0)
WHEN_SIZES: Final = (4.2, 3.6, 3.0, 2.5, 2.1)
NAME_SIZES: Final = (14.0, 11.5, 9.0, 7.0, 5.4)
CLUB_SIZES: Final = (6.0, 5.0, 4.2, 3.4, 2.8)
"""Sizes in millimetres; the style sheet has a class for each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What is written on one certificate."""

    place: str
    name: Fitted
    club: Fitted
    result: str


def certificates(
    tournament: Tournament,
    standings: Standings,
    *,
    only: Series | None,
    of: PlayerClass | None,
    places: int | None,
    paper: Paper,
) -> Document:
    """Return a certificate for each of the first places, the best first; for all if ``places`` is None."""
    wide, high = SIZE[paper]
    room = wide - 2 * MARGIN
    pages = [_page(line, room) for line in standings.lines if places is None or line.rank <= places]
    drawing = _draw(wide, high)
    return Document(
        template="scoring/paper/documents/certificates.html",
        title=_("Certificates"),
        author=tournament.organiser,
        filename="-".join(_filename(tournament, only=only, of=of)),
        context={
            "tournament": tournament,
            "event": in_two(tournament.name, room=0.85 * room, sizes=EVENT_SIZES, smallest=2),
            "when": fitted(when_and_where(tournament), room=0.95 * room, sizes=WHEN_SIZES),
            "of": " · ".join(_of(only=only, of=of)),
            "paper": paper,
            "organiser": _signing(tournament.organiser),
            "direction": _signing(tournament.direction),
            "drawing": drawing,
            "pages": pages,
        },
        forms=(drawing,) if pages else (),
        under=[Under(form=0) for _page in pages],
    )


def _filename(tournament: Tournament, *, only: Series | None, of: PlayerClass | None) -> Iterator[str]:
    yield tournament.slug
    yield _("certificates-series-%(series)s") % {"series": only.number} if only else _("certificates")
    if of:
        yield of.code


def _of(*, only: Series | None, of: PlayerClass | None) -> Iterator[str]:
    if only:
        yield _("Series %(number)s") % {"number": only.number}
    if of:
        yield _("Class: %(name)s") % {"name": of.called}


def _page(line: StandingsLine, room: float) -> Page:
    points = ngettext("%(points)s point", "%(points)s points", abs(line.total)) % {"points": games.points(line.total)}
    won = ngettext("%(count)s game won", "%(count)s games won", line.won) % {"count": line.won}
    return Page(
        place=_("Place %(rank)s") % {"rank": line.rank},
        # It is printed bold and with serifs, which takes more room.
        name=in_two(line.entrant.called, room=0.85 * room, sizes=NAME_SIZES, smallest=2),
        club=fitted(line.entrant.club, room=0.94 * room, sizes=CLUB_SIZES),
        result=f"{points} · {won}",
    )


def _signing(name: str) -> Fitted:
    """Return who signs: small enough for one line, or smaller and in as many as it takes."""
    return Fitted(text=name, fit=1 if width(name) * TYPED_SIZES[1] <= SIGNING else 2)


def _draw(wide: float, high: float) -> Drawing:
    inner = FRAME + 1.8
    heavy = box(FRAME, FRAME, wide - FRAME, high - FRAME)
    thin: list[Line] = [*box(inner, inner, wide - inner, high - inner)]
    for x, to_x in ((inner, inner + 7), (wide - inner, wide - inner - 7)):
        for y, to_y in ((inner, inner + 7), (high - inner, high - inner - 7)):
            thin += [(x, to_y, to_x, to_y), (to_x, y, to_x, to_y)]
    return Drawing(width=wide, height=high, thin=path(thin, across=wide), heavy=path(heavy, across=wide), labels=())


def _compose(task: Task) -> Document:
    found, wanted = standings(task.tournament, only=task.only), task.wanted
    if not found.is_official or (task.only is None and len(found.series) < task.tournament.series.count()):
        raise NothingToPrint
    of = task.of_class
    if of:
        found = of_class(found, of)
    return certificates(task.tournament, found, only=task.only, of=of, places=wanted.places, paper=wanted.paper)


CERTIFICATES = Kind(
    name="certificates",
    title=gettext_lazy("Certificates"),
    about=gettext_lazy("one for each place"),
    compose=_compose,
    options=(
        options.Series(
            offered=lambda there: there.closed,
            everything=gettext_lazy("the whole event"),
            has_all=lambda there: there.is_all_closed,
        ),
        options.CLASS_OF,
        options.PLACES,
        options.PAPER,
    ),
    is_there=lambda there: bool(there.closed),
    not_yet=gettext_lazy("Certificates come when the series are closed: until then places may change."),
)
