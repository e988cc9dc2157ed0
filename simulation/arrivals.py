"""How the entrants of a simulated event come in: by themselves, from a list of the clubs, at the desk."""

from dataclasses import replace
from datetime import datetime, timedelta

from simulation.cast import Cast
from simulation.people import people
from simulation.scenario import REGISTRATION
from tables.accounts.models import User
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.services.registration import mark_entrants, open_registration, register, register_many

DAY = timedelta(days=1)

UNPAID = (7, 19, 31)
"""Start numbers that still owe the fee."""


def register_everyone(cast: Cast) -> None:
    """Register everybody; all are there when the first series is drawn, not all have paid."""
    everyone = people(cast.scenario.players, seed=cast.scenario.seed)
    by_themselves = everyone[: min(6, len(everyone) // 7)]
    at_the_desk = everyone[-min(14, len(everyone) // 3) :]
    of_clubs = everyone[len(by_themselves) : -len(at_the_desk)]
    _by_themselves(cast, by_themselves)
    register_many(
        tournament_id=cast.tournament.pk,
        registrations=of_clubs,
        source=Entrant.Source.FILE,
        entry_key=cast.key("clubs"),
        by=cast.director,
        now=cast.scenario.begins - 2 * DAY,
    )
    registered = len(by_themselves) + len(of_clubs)
    _at_the_desk(cast, at_the_desk, registered=registered)
    _arrive(cast, registered=registered)


def _by_themselves(cast: Cast, registrations: list[Registration]) -> None:
    begins, tournament_id, by = cast.scenario.begins, cast.tournament.pk, cast.director
    open_registration(tournament_id=tournament_id, is_open=True, by=by, now=begins - 30 * DAY)
    for place, registration in enumerate(registrations):
        _one(cast, registration, by=None, now=begins - (25 - 3 * place) * DAY)
    open_registration(tournament_id=tournament_id, is_open=False, by=by, now=begins - 3 * DAY)


def _at_the_desk(cast: Cast, registrations: list[Registration], *, registered: int) -> None:
    """Register and pay at once; the last one has a number before anybody has asked their name."""
    for place, registration in enumerate(registrations, start=1):
        known_registration = Registration() if place == len(registrations) else registration
        arrived = replace(known_registration, present=True, paid=registered + place not in UNPAID)
        _one(cast, arrived, by=cast.director, now=cast.scenario.begins + place * REGISTRATION / 24)


def _arrive(cast: Cast, *, registered: int) -> None:
    """Mark who registered before as present, and as paid but for a few."""
    numbers = range(1, registered + 1)
    arrived = cast.scenario.begins + REGISTRATION * 0.75
    mark_entrants(tournament_id=cast.tournament.pk, numbers=numbers, by=cast.director, now=arrived, present=True)
    paying = [number for number in numbers if number not in UNPAID]
    mark_entrants(tournament_id=cast.tournament.pk, numbers=paying, by=cast.director, now=arrived, paid=True)


def _one(cast: Cast, registration: Registration, *, by: User | None, now: datetime) -> None:
    register(
        tournament_id=cast.tournament.pk,
        registration=registration,
        source=Entrant.Source.DESK if by else Entrant.Source.SELF,
        entry_key=cast.key(f"registered {now.isoformat()}"),
        by=by,
        now=now,
    )
