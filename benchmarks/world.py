"""Events to measure on, made by the simulation."""

from datetime import UTC, datetime

from scoring.lists.models import GameListRow
from scoring.lists.selectors.history import list_hash
from scoring.results.services.series import publish_series
from simulation.event import simulate
from simulation.scenario import EntryWay, Scenario
from tables.accounts.models import User
from tables.draw.services.draws import draw_series
from tables.draw.services.seats import start_series
from tables.tournaments.models import Series, Tournament

MORNING = datetime(2026, 5, 16, 7, 0, tzinfo=UTC)


def director() -> User:
    """Return who directs everything here."""
    return User.objects.filter(username="direktor").first() or User.objects.create_user(username="direktor")


def played_event(*, players: int, series: int) -> Tournament:
    """Return an event played to its end, with short lists: standings are read from the seats' results."""
    return _event(players=players, series=series, rounds=1, played=(1.0,) * series, entry=EntryWay.LISTS)


def full_series(*, players: int) -> Series:
    """Return a series of full length that is played and closed; every list has its hash."""
    tournament = _event(players=players, series=1, rounds=12, played=(1.0,), entry=EntryWay.LISTS)
    series = tournament.series.get(number=1)
    for row in GameListRow.objects.filter(table__series=series, signed_hash="").select_related("table"):
        row.signed_hash = list_hash(row)
        row.save(update_fields=["signed_hash"])
    return series


def begun_series(*, players: int, rounds: int = 12, number: int = 1) -> Series:
    """Return a series that has just started, of full length if nothing else is said; no deal is entered.

    It is the last one of its event, with that ``number``; those before it are played.
    """
    series = published_series(players=players, rounds=rounds, number=number)
    return start_series(series_id=series.pk, by=director(), now=MORNING)


def published_series(*, players: int, rounds: int = 12, number: int = 1) -> Series:
    """Return the same before it starts, when its seats are shown."""
    played = (1.0,) * (number - 1)
    tournament = _event(players=players, series=number, rounds=rounds, played=played, entry=EntryWay.LISTS)
    series = tournament.series.get(number=number)
    draw_series(series_id=series.pk, public="bench", by=director(), now=MORNING)
    return publish_series(series_id=series.pk, by=director(), now=MORNING)


def half_played(*, players: int) -> Tournament:
    """Return an event whose second series is played at half of its tables, and has not begun at the others."""
    return _event(players=players, series=2, rounds=3, played=(1.0, 0.5), entry=EntryWay.LISTS)


def _event(**fields: object) -> Tournament:
    scenario = Scenario(begins=MORNING, **fields)  # type: ignore[arg-type]
    return simulate(scenario, director=director(), judge=("richter", "not-needed"), progress=lambda deals: None)
