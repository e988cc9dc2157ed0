"""What surrounds a simulated event: the club whose it is, where the tables stand, when it begins, what is announced."""

from datetime import datetime, timedelta

from django.utils import timezone

from simulation.cast import Cast
from simulation.scenario import REGISTRATION, Scenario
from tables.accounts.models import User
from tables.clubs.models import Club
from tables.clubs.services import books, clubs
from tables.clubs.services.clubs import ClubDetails
from tables.hall import services

CLUB = ClubDetails(name="Herz Dame Altenburg", place="Altenburg")
STAGE, DOOR, DESK = "Bühne", "Eingang", "Turnierleitung"
LEAST_ACROSS, MOST_ROWS = 4, 25
"""A row has as many tables on each side of the gangway; a large hall is wide rather than long."""

SAID = "Die Küche hat bis zum Ende der Serie geöffnet; bitte Geschirr zurückbringen."


def club_of_the_event(*, by: User, now: datetime) -> Club:
    """Return the club that holds the event; it is there once however often it is simulated."""
    club = Club.objects.filter(name=CLUB.name).first()
    return club or clubs.found_club(details=CLUB, by=by, now=now)


def furnish(cast: Cast, *, now: datetime) -> None:
    """Say where the tables stand, and when the series of the day begin."""
    tables = -(-cast.scenario.players // 4)
    services.change_hall_plan(tournament_id=cast.tournament.pk, plan=_plan(tables), by=cast.director, now=now)
    services.announce_begin(
        tournament_id=cast.tournament.pk, begins=dict(_begins(cast.scenario)), by=cast.director, now=now
    )


def keep_the_book(cast: Cast) -> None:
    """Take whoever registered into the address book of the club, if the director keeps it."""
    club = cast.tournament.club
    if club and club.keepers.filter(user=cast.director).exists():
        now = cast.scenario.begins + REGISTRATION * 0.79
        books.take_over(club_id=club.pk, tournament_id=cast.tournament.pk, by=cast.director, now=now)


def announce(cast: Cast, *, now: datetime) -> None:
    """Say something to the hall."""
    services.announce(
        tournament_id=cast.tournament.pk,
        text=SAID,
        until=None,
        entry_key=cast.key("announcement"),
        by=cast.director,
        now=now,
    )


def _plan(tables: int) -> str:
    across = max(LEAST_ACROSS, -(-tables // MOST_ROWS))
    side = across // 2
    rows = [range(first, min(first + across, tables + 1)) for first in range(1, tables + 1, across)]
    lines = [" ".join([*map(str, row[:side]), ".", *map(str, row[side:])]) for row in rows]
    return "\n".join([STAGE, *lines, f"{DOOR}  {DESK}"])


def _begins(scenario: Scenario) -> list[tuple[int, datetime]]:
    """Return when the series that are played begin, on the quarter of an hour."""
    quarter = timedelta(minutes=15)
    day = timezone.localtime(scenario.begins).replace(hour=0, minute=0, second=0, microsecond=0)
    return [
        (number, day + round((start - day) / quarter) * quarter)
        for number, start in enumerate(scenario.starts, start=1)
    ]
