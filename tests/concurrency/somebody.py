"""Whoever acts by chance at one of three events of two clubs: at two of them everybody plays, the third is drawn."""

import random
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model
from django.utils import timezone

from scoring.lists.models import GameListRow
from tables.clubs.models import Club
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.tables.clubs import club_books

SLUGS = ("alpha", "beta", "gamma")
TABLES = 4
M = TypeVar("M", bound=Model)


def house() -> None:
    """Make the two clubs with their books, and the three events."""
    for name in ("SC Alpha", "SC Beta"):
        club = club_books.club(name)
        for number in range(1, 31):
            club_books.person(club, f"Person {number} von {name}")
    owners = list(Club.objects.order_by("pk"))
    for at, slug in enumerate(SLUGS):
        made = factories.tournament(
            entrants=4 * TABLES, series=3, slug=slug, name=slug, rounds=12, club=owners[at % 2], registration_open=True
        )
        if slug != "gamma":
            factories.running_series(made)


class Somebody:
    """One person, and what he comes upon."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.device = f"{seed:032x}"
        self.user = factories.user()
        self.wrong_place = f"10.0.0.{self.dice.randrange(2)}"

    @property
    def by(self) -> dict[str, Any]:
        """Return who acts, and when."""
        return {"by": self.user, "now": self.now}

    @property
    def now(self) -> datetime:
        """Return the moment."""
        return timezone.now()

    def key(self) -> UUID:
        """Return a new key."""
        return UUID(int=self.dice.getrandbits(128), version=4)

    def any(self, model: type[M], **where: Any) -> M:
        """Return any row."""
        keys = list(model._default_manager.filter(**where).order_by("pk").values_list("pk", flat=True))
        return model._default_manager.get(pk=self.dice.choice(keys)) if keys else self.any(model)

    def list_(self) -> GameListRow:
        """Return the list of a table where everybody plays."""
        keys = list(GameListRow.objects.order_by("pk").values_list("pk", flat=True))
        return GameListRow.objects.select_related("table__series__tournament").get(pk=self.dice.choice(keys))

    def event(self, *slugs: str) -> Tournament:
        """Return an event."""
        return Tournament.objects.get(slug=self.dice.choice(slugs or SLUGS))
