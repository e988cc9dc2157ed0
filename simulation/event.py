"""A whole event from its announcement on, as its director, its judge and its tables would do it."""

from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from scoring.disputes.models import Appeal
from scoring.disputes.services.appeals import file_appeal
from scoring.results.services.series import close_series, publish_series
from simulation import claims, disputes, house
from simulation.arrivals import register_everyone
from simulation.cast import Cast, Progress
from simulation.hall import play_tables
from simulation.plan import DETAILS
from simulation.rankings import switch_rankings_on
from simulation.scenario import BREAK, Scenario
from tables.accounts.models import User
from tables.draw.services.draws import draw_series
from tables.draw.services.seats import start_series
from tables.people.services import registration
from tables.tournaments.models import Role, Series, Tournament
from tables.tournaments.services import officials as people
from tables.tournaments.services import tournaments

DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


@transaction.atomic
def simulate(scenario: Scenario, *, director: User, judge: tuple[str, str], progress: Progress) -> Tournament:
    """Play an event through the services, all or nothing.

    ``judge`` is the name and the password of the judge, whose account is made unless it is there.

    :raises tables.acts.services.Refused: ``demo-apart`` in a database of real events; if another act is
        refused, that is a mistake of the simulation.
    """
    tournament = _announce(scenario, director=director)
    cast = Cast(
        scenario=scenario,
        tournament=tournament,
        director=director,
        judge=_engage(tournament, *judge, by=director, now=scenario.begins - 40 * DAY),
        progress=progress,
    )
    disputes.name_the_tribunal(cast, now=scenario.begins - 30 * DAY)
    house.furnish(cast, now=scenario.begins - 30 * DAY)
    register_everyone(cast)
    switch_rankings_on(cast)
    house.keep_the_book(cast)
    for number, start in enumerate(scenario.starts, start=1):
        _play_series(cast, tournament.series.get(number=number), start=start)
    return tournament


def _announce(scenario: Scenario, *, director: User) -> Tournament:
    announced = scenario.begins - 60 * DAY
    details = replace(
        DETAILS,
        club_id=house.club_of_the_event(by=director, now=announced).pk,
        starts_on=timezone.localdate(scenario.begins),
        ends_on=timezone.localdate(max(scenario.begins, scenario.ends)),
        rounds=scenario.rounds,
        time_limit=scenario.rounds * 11,
    )
    drawn = scenario.series - 1 if scenario.series > 2 else scenario.series
    seatings = [Series.Seating.DRAWN] * drawn + [Series.Seating.BY_STANDING] * (scenario.series - drawn)
    return tournaments.create_tournament(
        details=details,
        seatings=seatings,
        by=director,
        now=announced,
        # The same scenario is the same event, down to the seats.
        sealed_number=lambda number: sha256(f"{scenario.seed} {number}".encode()).hexdigest()[:32],
        is_demo=True,
    )


def _engage(tournament: Tournament, username: str, password: str, *, by: User, now: datetime) -> User:
    kind = Role.Kind.JUDGE
    if User.objects.filter(username__iexact=username).exists():
        role = people.appoint(tournament_id=tournament.pk, username=username, kind=kind, plays_as=None, by=by, now=now)
    else:
        role = people.engage(
            tournament_id=tournament.pk,
            username=username,
            password=password,
            name="Ruth Richter",
            kind=kind,
            plays_as=None,
            by=by,
            now=now,
        )
    return role.user


def _play_series(cast: Cast, series: Series, *, start: datetime) -> None:
    seed, by = f"{cast.scenario.seed}-{series.number}", cast.director
    draw_series(series_id=series.pk, public=seed, by=by, now=start - 12 * MINUTE)
    publish_series(series_id=series.pk, by=by, now=start - 10 * MINUTE)
    start_series(series_id=series.pk, by=by, now=start)
    over = start + cast.scenario.elapsed(series.number)
    play_tables(cast, series, start=start, until=over)
    if cast.scenario.share(series.number) < 1:
        _file(cast, claims.lost_game(series), now=over)
        disputes.call_for_a_judge(cast, series, now=over)
        house.announce(cast, now=over)
        return
    closed = over + BREAK / 3
    if series.number == 1:
        disputes.lead_out_of_turn(cast, series, now=over)
    close_series(series_id=series.pk, lot_seed=seed, by=by, now=closed)
    if series.number == 1:
        _settle(cast, series, now=closed)


def _settle(cast: Cast, series: Series, *, now: datetime) -> None:
    """Let the first series have a warning, and an appeal that is upheld; then somebody goes home."""
    disputes.warn_for_a_phone(cast, series, now=now)
    claim = claims.forgotten_schneider(series)
    if claim and (appeal := _file(cast, claim, now=now + MINUTE)):
        disputes.uphold(cast, appeal, claim, reasons=claims.REASONS, now=now + 2 * MINUTE)
    present = list(cast.tournament.entrants.filter(present=True).order_by("number"))
    if cast.scenario.series > 1 and len(present) > 6:
        leaving = present[len(present) // 2]
        registration.withdraw(entrant_id=leaving.pk, by=cast.director, now=now + 6 * MINUTE)


def _file(cast: Cast, claim: claims.Claim | None, *, now: datetime) -> Appeal | None:
    if claim is None:
        return None
    return file_appeal(
        series_id=claim.series.pk,
        appellant=claim.appellant,
        list_id=claim.list_id,
        deal=claim.deal,
        text=claim.text,
        entry_key=cast.key(f"appeal {claim.series.number}"),
        by=None,
        now=now,
    )
