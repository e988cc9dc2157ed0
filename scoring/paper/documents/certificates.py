"""A certificate per place, to be signed and handed over (SkWO 1.5, 7.4.3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.money.wording.plan import won_by_place
from scoring.paper import forms
from scoring.paper import pictures as album
from scoring.paper.documents.kind import Kind
from scoring.paper.documents.print_order import Paper
from scoring.paper.documents.task import NothingToPrint, Task
from scoring.paper.forms import PICTURES, USES
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.drawing import Drawing, Line, box, path
from scoring.paper.typesetting.fitting import TYPED_SIZES, Fitted, broken, fitted, in_two, width
from scoring.paper.typesetting.measuring import Face
from scoring.results.models import Ranking
from scoring.results.selectors.rankings import RankingLine, ShownRanking, rankings_of, shown_ranking
from scoring.results.selectors.standings import Standings, of_class, standings
from scoring.results.wording.competitors import competitor_name, exact_points
from tables.tournaments.models import PlayerClass, Series
from tables.tournaments.wording import when_and_where


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
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
    return [
        Winner(
            rank=line.rank,
            number=line.entrant.number,
            name=line.entrant.called,
            beside=line.entrant.club,
            result=_result(line.total, line.won),
        )
        for line in standings.lines
    ]


def competitors(shown: ShownRanking) -> list[Winner]:
    """Return the competitors of a ranking, the best first, with those whose points count."""
    return [
        Winner(
            rank=line.rank,
            number=line.members[0].entrant.number,
            name=line.members[0].entrant.called if _is_single(shown.ranking, line) else competitor_name(line),
            beside=line.members[0].entrant.club if _is_single(shown.ranking, line) else ", ".join(_members(line)),
            result=_result(line.performance, line.won),
        )
        for line in shown.lines
    ]


def _is_single(ranking: Ranking, line: RankingLine) -> bool:
    return ranking.is_of_players and len(line.members) == 1


def _members(line: RankingLine) -> Iterator[str]:
    """Yield who earned it: of a team all but substitutes that never played, of a club the best."""
    return (one.entrant.called for one in line.members if any(one.counted))


def _result(points: Fraction | int, won: Fraction | int) -> str:
    said = (
        ngettext("%(points)s point", "%(points)s points", _many(points)) % {"points": exact_points(points)},
        ngettext("%(count)s game won", "%(count)s games won", _many(won)) % {"count": exact_points(won)},
    )
    return " · ".join(said)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What is written on one certificate."""

    place: str
    name: Fitted
    beside: Fitted
    result: str
    prize: Fitted


@dataclass(frozen=True, slots=True, kw_only=True)
class Of:
    """What places are of."""

    only: Series | None = None
    player_class: PlayerClass | None = None
    ranking: Ranking | None = None

    @property
    def named(self) -> Iterator[str]:
        """Names of it, as they stand below the name of the event."""
        if self.only:
            yield _("Series %(number)s") % {"number": self.only.number}
        if self.player_class:
            yield _("Class: %(name)s") % {"name": self.player_class.called}
        if self.ranking:
            yield self.ranking.name

    @property
    def filed(self) -> Iterator[str]:
        """Parts of the name of the file."""
        series = {"series": self.only.number} if self.only else {}
        yield _("certificates-series-%(series)s") % series if series else _("certificates")
        if self.player_class:
            yield self.player_class.code
        if self.ranking:
            yield str(self.ranking.number)


def certificates(task: Task, winners: Sequence[Winner], of: Of) -> Document:
    """Return a certificate for each of the first places, the best first; for all where no number is wanted."""
    tournament, wanted = task.tournament, task.wanted
    wide, high = SIZE[wanted.paper]
    room = wide - 2 * MARGIN
    won = won_by_place(
        tournament,
        series=of.only.number if of.only else None,
        of_class=of.player_class.code if of.player_class else "",
        ranking=of.ranking.number if of.ranking else None,
    )
    pages = [
        _page(winner, room, _prize(winner, wanted.prizes, won))
        for winner in winners
        if wanted.places is None or winner.rank <= wanted.places
    ]
    pictures = {use: album.picture(tournament.slug, use, getattr(wanted, use)) for use in USES}
    drawing = _draw(wide, high)
    return Document(
        template="scoring/paper/documents/certificates.html",
        title=_("Certificates"),
        author=tournament.organiser,
        filename="-".join((tournament.slug, *of.filed)),
        context={
            "tournament": tournament,
            "event": in_two(tournament.name, room=room, sizes=EVENT_SIZES, smallest=2, face=Face.SERIF_BOLD),
            "when": fitted(when_and_where(tournament), room=room, sizes=WHEN_SIZES, face=Face.SERIF),
            "of": " · ".join(of.named),
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


def _page(winner: Winner, room: float, prize: str) -> Page:
    return Page(
        place=_("Place %(rank)s") % {"rank": winner.rank},
        name=in_two(winner.name, room=room, sizes=NAME_SIZES, smallest=2, face=Face.SERIF_BOLD),
        beside=_in_lines(winner.beside, room),
        result=winner.result,
        prize=_in_lines(prize, room),
    )


def _in_lines(text: str, room: float) -> Fitted:
    """Return a text in as large a size as it fits in two lines, else in the smallest, and as many as it takes."""
    for number, size in enumerate(CLUB_SIZES):
        lines = broken(text, room=room / size, face=Face.SERIF)
        if len(lines) <= (1 if number < 2 else 2):
            break
    return Fitted(text="\n".join(lines), fit=number)


def _signing(name: str) -> Fitted:
    """Return who signs: small enough for one line, or smaller and in as many as it takes."""
    return Fitted(text=name, fit=1 if width(name, Face.SERIF) * TYPED_SIZES[1] <= SIGNING else 2)


def _draw(wide: float, high: float) -> Drawing:
    inner = FRAME + 1.8
    heavy = box(FRAME, FRAME, wide - FRAME, high - FRAME)
    thin: list[Line] = [*box(inner, inner, wide - inner, high - inner)]
    for x, to_x in ((inner, inner + 7), (wide - inner, wide - inner - 7)):
        for y, to_y in ((inner, inner + 7), (high - inner, high - inner - 7)):
            thin += [(x, to_y, to_x, to_y), (to_x, y, to_x, to_y)]
    return Drawing(width=wide, height=high, thin=path(thin, across=wide), heavy=path(heavy, across=wide), labels=())


def _compose(task: Task) -> Document:
    if task.wanted.ranking is not None:
        return _of_ranking(task, task.wanted.ranking)
    found = standings(task.tournament, only=task.only)
    if not found.is_official or (task.only is None and len(found.series) < task.tournament.series.count()):
        raise NothingToPrint
    player_class = task.of_class
    if player_class:
        found = of_class(found, player_class)
    return certificates(task, players(found), Of(only=task.only, player_class=player_class))


def _of_ranking(task: Task, number: int) -> Document:
    ranking = next((one for one in rankings_of(task.tournament) if one.number == number), None)
    if ranking is None:
        raise NothingToPrint
    shown = shown_ranking(ranking)
    if not shown.is_official:
        raise NothingToPrint
    return certificates(task, competitors(shown), Of(ranking=ranking))


CERTIFICATES = Kind(
    name="certificates",
    title=gettext_lazy("Certificates"),
    about=gettext_lazy("one for each place, of players, teams, pairs or clubs"),
    compose=_compose,
    options=(
        forms.CERTIFIED,
        forms.Series(
            offered=lambda there: there.closed,
            everything=gettext_lazy("the whole event"),
            has_all=lambda there: there.is_all_closed,
        ),
        forms.CLASS_OF,
        forms.PLACES,
        forms.PRIZES,
        forms.PAPER,
        *PICTURES,
    ),
    is_there=lambda there: bool(there.closed),
    not_yet=gettext_lazy("Certificates come when the series are closed: until then places may change."),
)
