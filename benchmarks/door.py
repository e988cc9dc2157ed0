"""Enter to seat: three doors at once let in three who are late, pay and take a free chair, against one insert.

The goal is 0.3 s until the last of the three reads their table and seat. The doors take the event's turn one after the
other, so all three together may cost that; an insert takes about 1.5 ms.
"""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.test import Client
from django.urls import reverse

from benchmarks.entry import inserting
from benchmarks.measure import Benchmark
from benchmarks.world import MORNING, director, published_series
from scoring.money.models import Move
from tables.accounts.models import User
from tables.draw.services.reseating import release_chairs
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.services.registration import register_many
from tables.tournaments.models import Role, Series

GOAL = 200.0
DOORS = 3
PLAYERS = 237
"""57 tables of four and three of three."""


def benchmarks() -> Iterator[Benchmark]:
    """Yield the one line."""
    series = published_series(players=PLAYERS)
    yield Benchmark(name="three doors, Enter to seat", subject=letting_in(series), anchor=inserting(), goal=GOAL)


def letting_in(series: Series) -> Callable[[], object]:
    """Return an act by which each door lets in somebody who is late, and shows where they sit; nothing of it stays."""
    tournament = series.tournament
    told: dict[str, Any] = {"by": director(), "now": MORNING}
    names = [Registration(name=f"Late {door}") for door in range(DOORS)]
    desk: dict[str, Any] = {"source": Entrant.Source.DESK, "entry_key": uuid4()}
    late = register_many(tournament_id=tournament.pk, registrations=names, **desk, **told)
    release_chairs(series_id=series.pk, gives_chairs=True, **told)
    doors = [_door(series, number) for number in range(DOORS)]
    address = reverse("scoring:door", kwargs={"slug": tournament.slug})

    def let_in() -> None:
        with transaction.atomic():
            for door, entrant in zip(doors, late, strict=True):
                sent = {"who": str(entrant.number), "entry_key": uuid4().hex}
                page = door.post(address, sent, follow=True).content.decode()
                assert tournament.movements.filter(entrant=entrant.number, reason=Move.PAID).exists(), page
                assert series.seats.filter(entrant=entrant).exists(), page
            transaction.set_rollback(True)

    return let_in


def _door(series: Series, number: int) -> Client:
    user = User.objects.create_user(username=f"door-{number}")
    Role.objects.create(tournament=series.tournament, user=user, kind=Role.Kind.DOOR)
    client = Client()
    client.force_login(user)
    return client
