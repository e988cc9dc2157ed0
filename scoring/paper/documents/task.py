"""What is to be printed, of which tournament, with which addresses on it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from scoring.paper.documents.print_order import Wanted
from scoring.paper.sheets.look import Link, Verification
from scoring.paper.typesetting.naming import PUBLIC, Names
from tables.people.models import Entrant
from tables.tournaments.models import PlayerClass, Series, Tournament


class NothingToPrint(Exception):
    """There is nothing of what is wanted any more: the series was taken back, the table is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """The addresses that stand on paper; none where no phone would get anywhere by them."""

    site: str
    """Empty where phones cannot reach it."""

    lists: str = ""
    """By which address a phone comes to the list of a table, where that is another one: over https."""

    @property
    def to_list(self) -> Link | None:
        """Return what makes the address of a table's list."""
        if not self.site:
            return None
        return lambda table: (self.lists or self.site) + reverse("scoring:list-key", kwargs={"key": table.key})

    @property
    def to_verification(self) -> Verification | None:
        """Return what makes the address at which a signed list is verified."""
        if not self.site:
            return None
        return lambda found: self.site + reverse("scoring:verify", kwargs={"hash": found})

    @property
    def to_own_page(self) -> Callable[[Entrant], str] | None:
        """Return what makes the address that opens an entrant's own page."""
        if not self.site:
            return None
        return lambda entrant: self.site + reverse("scoring:own-key", kwargs={"key": entrant.key})

    @property
    def typed_at(self) -> str:
        """Return where the words of a table are typed, as it stands on paper."""
        return self.words_page.removeprefix("https://")

    @property
    def words_page(self) -> str:
        """Return the address of the page for the words of a table."""
        return self.site + reverse("scoring:code")

    def event_page(self, tournament: Tournament) -> str | None:
        """Return the address of an event's page."""
        return self.site + reverse("tables:tournament", kwargs={"slug": tournament.slug}) if self.site else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is wanted, of which tournament."""

    tournament: Tournament
    wanted: Wanted
    links: Links
    now: datetime
    given: Series | None = None
    """The series that is wanted, where somebody has looked for it already."""

    names: Names = PUBLIC
    """By which names goes what hangs on a wall; what is the office's names everybody in full."""

    @property
    def series(self) -> list[Series]:
        """The series that are wanted."""
        if self.given:
            return [self.given]
        series = self.tournament.series.order_by("number")
        chosen = list(series if self.wanted.series is None else series.filter(number=self.wanted.series))
        for one in chosen:
            one.tournament = self.tournament
        return chosen

    @property
    def only(self) -> Series | None:
        """The one series that is wanted, if it is one."""
        return self.one if self.wanted.series is not None else None

    @property
    def one(self) -> Series:
        """The series of a document about one.

        :raises NothingToPrint: if it is gone.
        """
        series = self.series
        if not series:
            raise NothingToPrint
        return series[0]

    @property
    def of_class(self) -> PlayerClass | None:
        """The one class that is wanted, if it is one.

        :raises NothingToPrint: if the event has it no more.
        """
        if self.wanted.of is None:
            return None
        player_class = self.tournament.classes.filter(code=self.wanted.of).first()
        if player_class is None:
            raise NothingToPrint
        return player_class

    def has_table(self, number: int) -> bool:
        """Test whether a table is wanted."""
        return not self.wanted.tables or number in self.wanted.tables
