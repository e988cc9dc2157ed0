"""A certificate per place, to be signed and handed over (SkWO 1.5, 7.4.3)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.money.wording.plan import won_by_place
from scoring.paper import forms
from scoring.paper import pictures as album
from scoring.paper.documents.kind import NothingToPrint, PaperKind, Task
from scoring.paper.documents.rankings import wanted_ranking
from scoring.paper.forms import PICTURES, USES, Paper
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.drawing import Drawing, Line, box, path
from scoring.paper.typesetting.fitting import TYPED_SIZES, Face, Fitted, broken, fitted, in_two, width
from scoring.paper.typesetting.heading import event_document
from scoring.results.selectors.rankings import ShownRanking
from scoring.results.selectors.standings import Standings, of_class, standings
from scoring.results.wording.competitors import competitor_name, exact_points
from tables.tournaments.wording import when_and_where


class Winner(NamedTuple):
    """A competitor and what it earned."""

    rank: int
    number: int
    """The start number of the player, or of who leads the team."""

    name: str
    beside: str
    """The club of a player, the players of a team or a club."""

    result: str


def players(standings: Standings) -> list[Winner]:
    """Return the players of a ranking, the best first, by their full names."""
    each = ((line, line.entrant, _result(line.total, line.won)) for line in standings.lines)
    return [Winner(line.rank, who.number, who.called, who.club, result) for line, who, result in each]


def competitors(shown: ShownRanking) -> list[Winner]:
    """Return the competitors of a ranking, the best first, with those whose points count."""
    winners = []
    for line in shown.lines:
        first = line.members[0].entrant
        if shown.ranking.is_of_players and len(line.members) == 1:
            name, beside = first.called, first.club
        else:
            name = competitor_name(line)
            # Of a team all but substitutes that never played, of a club the best.
            beside = ", ".join(member_line.entrant.called for member_line in line.members if any(member_line.counted))
        winners.append(Winner(line.rank, first.number, name, beside, _result(line.performance, line.won)))
    return winners


def _result(points: Fraction | int, won: Fraction | int) -> str:
    return " · ".join(
        (
            ngettext("%(points)s point", "%(points)s points", _many(points)) % {"points": exact_points(points)},
            ngettext("%(count)s game won", "%(count)s games won", _many(won)) % {"count": exact_points(won)},
        )
    )


def _many(count: Fraction | int) -> int:
    """Return a whole number of the same grammatical number: what is no whole one is many."""
    return abs(int(count)) if Fraction(count).denominator == 1 else 2


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


def _compose(task: Task) -> Document:
    """Return a certificate for each of the first places, the best first; for all where no number is wanted."""
    if task.wanted.ranking is not None:
        shown = wanted_ranking(task)
        if not shown.is_official:
            raise NothingToPrint
        number = shown.ranking.number
        names, filed = [shown.ranking.name], [_("certificates"), str(number)]
        return _certificates(task, competitors(shown), names, filed, {"ranking": number})
    only, player_class, found_standings = task.only, task.of_class, standings(task.tournament, only=task.only)
    if not found_standings.is_official or (
        only is None and len(found_standings.series) < task.tournament.series.count()
    ):
        raise NothingToPrint
    of: dict[str, Any] = {"series": only.number} if only else {}
    names = [_("Series %(number)s") % {"number": only.number}] if only else []
    filed = [_("certificates-series-%(series)s") % of if only else _("certificates")]
    if player_class:
        found_standings = of_class(found_standings, player_class)
        names.append(_("Class: %(name)s") % {"name": player_class.called})
        filed.append(player_class.code)
        of["of_class"] = player_class.code
    return _certificates(task, players(found_standings), names, filed, of)


def _certificates(
    task: Task, winners: Sequence[Winner], names: Sequence[str], filed: Sequence[str], of: dict[str, Any]
) -> Document:
    """Return the certificates of places: ``names`` say of what, ``filed`` are parts of the name of the file."""
    tournament, wanted = task.tournament, task.wanted
    wide, high = SIZE[wanted.paper]
    room = wide - 2 * MARGIN
    won = won_by_place(tournament, **of)
    pages = [
        _page(winner, room, _prize(winner, wanted.prizes, won))
        for winner in winners
        if wanted.places is None or winner.rank <= wanted.places
    ]
    pictures = {use: album.picture(tournament.slug, use, getattr(wanted, use)) for use in USES}
    drawing = _draw(wide, high)
    return event_document(
        tournament,
        "certificates",
        title=_("Certificates"),
        filename="-".join(filed),
        context={
            "event": in_two(tournament.name, room=room, sizes=EVENT_SIZES, smallest=2, face=Face.BOLD),
            "when": fitted(when_and_where(tournament), room=room, sizes=WHEN_SIZES),
            "of": " · ".join(names),
            "paper": wanted.paper,
            "organiser": _signing(tournament.organiser),
            "direction": _signing(tournament.direction),
            "drawing": drawing,
            "own": {use: picture.address for use, picture in pictures.items() if picture},
            "pages": pages,
        },
        forms=(drawing,) if pages else (),
        under=[0 for _page in pages],
    )


def _prize(winner: Winner, typed: Sequence[str], won: Mapping[int, str]) -> str:
    """Return what somebody won: as it is typed for their place, else the prizes they were given."""
    if typed:
        return typed[winner.rank - 1] if winner.rank <= len(typed) else ""
    return won.get(winner.number, "")


def _page(winner: Winner, room: float, prize: str) -> dict[str, Any]:
    return {
        "place": _("Place %(rank)s") % {"rank": winner.rank},
        "name": in_two(winner.name, room=room, sizes=NAME_SIZES, smallest=2, face=Face.BOLD),
        "beside": _in_lines(winner.beside, room),
        "result": winner.result,
        "prize": _in_lines(prize, room),
    }


def _in_lines(text: str, room: float) -> Fitted:
    """Return a text in as large a size as it fits in two lines, else in the smallest, and as many as it takes."""
    for number, size in enumerate(CLUB_SIZES):
        lines = broken(text, room=room / size)
        if len(lines) <= (1 if number < 2 else 2):
            break
    return Fitted(text="\n".join(lines), fit=number)


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


CERTIFICATES = PaperKind(
    name="certificates",
    title=gettext_lazy("Certificates"),
    about=gettext_lazy("one for each place, of players, teams, pairs or clubs"),
    compose=_compose,
    options=(
        forms.CERTIFIED,
        forms.series(
            lambda printable: printable.closed,
            everything=gettext_lazy("the whole event"),
            has_all=lambda printable: printable.is_all_closed,
        ),
        forms.CLASS_OF,
        forms.PLACES,
        forms.PRIZES,
        forms.PAPER,
        *PICTURES,
    ),
    is_there=lambda printable: bool(printable.closed),
    not_yet=gettext_lazy("Certificates come when the series are closed: until then places may change."),
)
