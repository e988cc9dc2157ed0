"""What a kind of document declares of itself, what is wanted of it, and the frame it stands in.

Its address, the print desk and the archive follow from what it declares.
"""

import enum
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.paper.forms import Option, WantedPaper
from scoring.paper.selectors import Printable
from scoring.paper.sheets.form import Link, Verification
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.heading import event_document
from scoring.paper.typesetting.walls import IN_A_HALL, ON_A_WALL, Layout, Sizes, Wall
from tables.names import SortKey, family_name_first
from tables.people.models import Entrant
from tables.tournaments import access
from tables.tournaments.models import PlayerClass, Series, Shown, Tournament
from tables.tournaments.wording import when_and_where

NOTHING: Final = gettext_lazy(
    "There is nothing of it to print any more: the seats have changed, or a series is open again."
)


class NothingToPrint(Exception):
    """There is nothing of what is wanted any more: the series was taken back, the table is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """By which names a document goes: what hangs on a wall as the public sees them, the office's in full."""

    called: Callable[[Entrant], str]  # the name, or the start number
    sorted_as: Callable[[Entrant], str]  # the name as it is looked for in a list; empty where there is none
    order: Callable[[Entrant], tuple[bool, SortKey, int]]  # by what that list is sorted
    club: Callable[[Entrant], str]
    team: Callable[[Entrant], str]


PUBLIC: Final = Names(
    called=lambda entrant: entrant.unmarked_name,
    sorted_as=lambda entrant: family_name_first(entrant.name) if entrant.shown_as == Shown.FULL else entrant.shown_name,
    order=lambda entrant: entrant.public_order,
    club=lambda entrant: entrant.public_club,
    team=lambda entrant: entrant.public_team,
)
FULL: Final = Names(
    called=lambda entrant: entrant.called,
    sorted_as=lambda entrant: family_name_first(entrant.name),
    order=lambda entrant: entrant.order,
    club=lambda entrant: entrant.club,
    team=lambda entrant: entrant.team,
)


def told_apart(
    entrants: Sequence[Entrant], names: Names, *, is_sorted: bool = False, has_club: bool = False
) -> list[str]:
    """Return how entrants are called, with the club of those who are called alike, and who is excluded or fills in."""
    called = [(names.sorted_as(entrant) if is_sorted else "") or names.called(entrant) for entrant in entrants]
    clubs = [names.club(entrant) for entrant in entrants]
    alike, like_both = Counter(called), Counter(zip(called, clubs, strict=True))
    return [
        marked(
            name,
            club if alike[name] > 1 and not has_club else "",
            _("No. %(number)s") % {"number": entrant.number} if like_both[name, club] > 1 else "",
            entrant.unranked_as,
        )
        for name, club, entrant in zip(called, clubs, entrants, strict=True)
    ]


def marked(name: str, *texts: str) -> str:
    """Return a name with what has to be said of it in brackets."""
    words = "; ".join(filter(None, texts))
    return f"{name} ({words})" if words else name


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """The addresses that stand on paper; none where no phone would get anywhere by them."""

    site: str = ""  # empty where phones cannot reach it
    lists: str = ""  # by which address a phone comes to the list of a table, where that is another: over https

    @property
    def to_list(self) -> Link | None:
        """Return what makes the address of a table's list."""
        return (lambda table: self._to("list-key", table.key, site=self.lists)) if self.site else None

    @property
    def to_verification(self) -> Verification | None:
        """Return what makes the address at which a signed list is verified."""
        return (lambda signed_hash: self._to("verify", signed_hash)) if self.site else None

    @property
    def to_own_page(self) -> Callable[[Entrant], str] | None:
        """Return what makes the address that opens an entrant's own page."""
        return (lambda entrant: self._to("own-key", entrant.key)) if self.site else None

    def _to(self, page: str, key: str, *, site: str = "") -> str:
        return (site or self.site) + reverse(f"scoring:{page}", args=[key])

    @property
    def words_page(self) -> str:
        """Return the address of the page for the words of a table."""
        return self.site + reverse("scoring:code")

    @property
    def typed_at(self) -> str:
        """Return where the words of a table are typed, as it stands on paper."""
        return self.words_page.removeprefix("https://")

    def event_page(self, tournament: Tournament) -> str | None:
        """Return the address of an event's page."""
        return self.site + reverse("tables:tournament", kwargs={"slug": tournament.slug}) if self.site else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is wanted, of which tournament."""

    tournament: Tournament
    wanted: WantedPaper
    now: datetime
    links: Links = Links()
    given: Series | None = None  # the series that is wanted, where somebody has looked for it already
    names: Names = PUBLIC  # for what hangs on a wall; what is the office's names everybody in full

    @property
    def series(self) -> list[Series]:
        """The series that are wanted."""
        if self.given:
            return [self.given]
        series = self.tournament.series.order_by("number")
        chosen = list(series if self.wanted.series is None else series.filter(number=self.wanted.series))
        for each_series in chosen:
            each_series.tournament = self.tournament
        return chosen

    @property
    def only(self) -> Series | None:
        """The one series that is wanted, if it is one."""
        return self.single_series if self.wanted.series is not None else None

    @property
    def single_series(self) -> Series:
        """The series of a document about one, or raise NothingToPrint if it is gone."""
        series = self.series
        if not series:
            raise NothingToPrint
        return series[0]

    @property
    def of_class(self) -> PlayerClass | None:
        """The one class that is wanted, if it is one, or raise NothingToPrint if the event has it no more."""
        if self.wanted.of is None:
            return None
        player_class = self.tournament.classes.filter(code=self.wanted.of).first()
        if player_class is None:
            raise NothingToPrint
        return player_class

    def has_table(self, number: int) -> bool:
        """Test whether a table is wanted."""
        return not self.wanted.tables or number in self.wanted.tables


class Scope(enum.Enum):
    """Of what there is one of these documents in the archive of an event."""

    EVENT = enum.auto()
    CLASS = enum.auto()
    RANKING = enum.auto()
    SERIES = enum.auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperKind:
    """A kind of document."""

    name: str
    title: Promise
    compose: Callable[[Task], Document]  # raises ``NothingToPrint`` where there is nothing of it
    about: Promise | str = ""  # what its title does not say
    options: tuple[Option, ...] = ()  # what it can be told, besides the language
    is_there: Callable[[Printable], bool] = lambda _there: True
    opened_by: Callable[..., Tournament] = access.directed_tournament  # who gets it from its own address
    not_yet: Promise = NOTHING  # what the direction is told while there is nothing of it
    archived: frozenset[Scope] = frozenset()
    is_signed: bool = False  # whether the archive has it with the site's signature
    has_formats: bool = True  # whether it can be a page for the browser instead of a file
    has_codes: bool = False  # whether QR codes stand on it where phones get to this site


def hung(
    task: Task,
    *walls: Wall,
    title: str,
    nothing: str = "",
    sizes: Sizes | None = None,
    notes: Iterable[str] = (),
    is_signed: bool = False,
    **more: Any,
) -> Document:
    """Return what hangs on a wall: tables in the largest letters that fit, below them notes."""
    tournament, wanted = task.tournament, task.wanted
    direction = f"{_('Direction')}: {tournament.direction}" if tournament.direction else _("Direction")
    sizes = sizes or (IN_A_HALL if wanted.is_large else ON_A_WALL)
    layout = Layout(size=wanted.size)
    return event_document(
        tournament,
        "wall",
        title=title,
        context={
            "when": when_and_where(tournament),
            "nothing": nothing,
            "direction": direction if is_signed else "",
            "notes": [note for note in notes if note],
            "is_large": wanted.is_large,
        },
        walls=[replace(wall, sizes=sizes, pages=wanted.pages, layout=layout) for wall in walls],
        **more,
    )
