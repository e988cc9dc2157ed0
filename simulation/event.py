"""A whole event from its announcement on, as its director, its judge and its tables would do it."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import chain
from operator import attrgetter

from django.db import transaction
from django.utils import timezone

from scoring.disputes.models import Appeal
from scoring.disputes.services.appeals import file_appeal
from scoring.lists.selectors import boards
from scoring.results.models import Ranking
from scoring.results.services.ranking_teams import Assigned, assign_teams
from scoring.results.services.rankings import Terms, switch_on
from scoring.results.services.series import close_series, publish_series
from scoring.rules.game_list.deals import GameList
from simulation import disputes
from simulation.course import DETAILS, Keeping, TableCourse, acts_of
from simulation.deals import play
from simulation.people import TEAM, people, skills
from simulation.scenario import BREAK, REGISTRATION, Cast, EntryWay, Progress, Scenario
from tables.accounts.models import User
from tables.clubs.models import Club
from tables.clubs.services import books, clubs
from tables.clubs.services.clubs import ClubDetails
from tables.draw import selectors as draw_seats
from tables.draw.services.draws import draw_series
from tables.draw.services.seats import start_series
from tables.hall import services
from tables.intake.classes import LADIES
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.services.registration import mark_entrants, open_registration, register, register_many, withdraw
from tables.seating import Chance
from tables.tournaments.models import Role, Series, Tournament
from tables.tournaments.services import officials, tournaments

DAY = timedelta(days=1)
UNPAID = (7, 19, 31)


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
    quarter = timedelta(minutes=15)
    day = timezone.localtime(scenario.begins).replace(hour=0, minute=0, second=0, microsecond=0)
    return [
        (number, day + round((start - day) / quarter) * quarter)
        for number, start in enumerate(scenario.starts, start=1)
    ]


TERMS = (Terms(kind=LADIES, name="Damen"), Terms(kind=Ranking.Kind.CLUB, name="Vereine, die besten vier", size=TEAM))
TEAMS = Terms(kind=Ranking.Kind.TEAM, name="Mannschaften", size=TEAM, scaled=True)


def switch_rankings_on(cast: Cast) -> None:
    """Switch the rankings on when everybody is there; a field too small for teams has none."""
    teams = _registered_teams(cast)
    switched_on = [_switch_on(cast, terms) for terms in (*TERMS, *([TEAMS] if teams else []))]
    if teams:
        assign_teams(ranking_id=switched_on[-1].pk, teams=teams, by=cast.director, now=_when(cast))


def _switch_on(cast: Cast, terms: Terms) -> Ranking:
    return switch_on(
        tournament_id=cast.tournament.pk,
        terms=terms,
        entry_key=cast.key(f"ranking {terms.kind}"),
        by=cast.director,
        now=_when(cast),
    )


def _when(cast: Cast) -> datetime:
    return cast.scenario.begins + REGISTRATION * 0.78


def _registered_teams(cast: Cast) -> list[Assigned]:
    players: dict[str, list[int]] = defaultdict(list)
    for number, team in cast.tournament.entrants.exclude(team="").order_by("number").values_list("number", "team"):
        players[team].append(number)
    return [Assigned(name=team, members=tuple(numbers[:TEAM])) for team, numbers in sorted(players.items())]


ON_PAPER = {2: Keeping.TYPED, 5: Keeping.TOTALS}
"""The tables of the first series whose phone was empty."""

DONE, WAITING = 1.0, 0.0

SIGNING = timedelta(minutes=4)
"""From the last deal of a table to the last signature."""


def play_tables(cast: Cast, series: Series, *, start: datetime, until: datetime) -> None:
    """Let all tables of a series play from ``start`` to ``until``, each act at its time."""
    courses = _courses(cast, series, start=start, until=until)
    acts = chain.from_iterable(acts_of(course, cast) for course in courses)
    for act in sorted(acts, key=attrgetter("at", "table")):
        act.do(act.at)
        cast.progress(act.deals)


def _courses(cast: Cast, series: Series, *, start: datetime, until: datetime) -> Iterator[TableCourse]:
    able = skills(cast.scenario.players, seed=cast.scenario.seed)
    seating = draw_seats.seating_of(series)
    progress = _progress(
        len(seating),
        share=cast.scenario.share(series.number),
        chance=Chance(cast.scenario.seed, purpose=f"progress {series.number}"),
    )
    hesitating = _in_doubt(progress)
    for place, ((table, seats), done) in enumerate(zip(seating, progress, strict=True)):
        blank = GameList(seats=table.size, rounds=cast.scenario.rounds)
        chance = Chance(cast.scenario.seed, purpose=f"series {series.number} table {table.number}")
        # The quick tables are done some minutes before the end, the slow ones are still at it.
        spare = SIGNING + (until - start) * 0.14 * chance.below(100) / 100 if done == DONE else timedelta()
        yield TableCourse(
            row=boards.list_of(table),
            seats=tuple(seats),
            keeping=_keeping(cast, series, table.number),
            deals=play(
                blank,
                until=round(done * blank.length),
                skills={seat.place: able[seat.entrant.number] for seat in seats},
                chance=chance,
            ),
            start=start,
            until=until - spare,
            confirming=0 if done < DONE else 2 if place == hesitating else table.size,
            chance=chance,
        )


def _in_doubt(progress: list[float]) -> int | None:
    """Return the place of one table that is done but not yet signed, where a series is still running."""
    done = [place for place, step in enumerate(progress) if step == DONE]
    return done[0] if 1 < len(done) < len(progress) else None


def _keeping(cast: Cast, series: Series, table: int) -> Keeping:
    if cast.scenario.entry is EntryWay.LISTS:
        return Keeping.TYPED
    return ON_PAPER.get(table, Keeping.AT_TABLE) if series.number == 1 else Keeping.AT_TABLE


def _progress(tables: int, *, share: float, chance: Chance) -> list[float]:
    if share == DONE:
        return [DONE] * tables
    done = round(share * share * tables)
    waiting = min(1, tables - done)
    rest = tables - done - waiting
    middle = (share * tables - done) / rest if rest else 0
    spread = [min(0.97, middle * (0.4 + 1.2 * (place + 0.5) / rest)) for place in range(rest)]
    return chance.shuffled([*[DONE] * done, *[WAITING] * waiting, *spread])


DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


@transaction.atomic
def simulate(scenario: Scenario, *, director: User, judge: tuple[str, str], progress: Progress) -> Tournament:
    """Play an event through the services, all or nothing; ``judge`` has the name and password of the judge.

    :raises tables.acts.services.Refused: ``demo-apart`` in a database of real events; anything else is a mistake here.
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
    furnish(cast, now=scenario.begins - 30 * DAY)
    register_everyone(cast)
    switch_rankings_on(cast)
    keep_the_book(cast)
    for number, start in enumerate(scenario.starts, start=1):
        _play_series(cast, tournament.series.get(number=number), start=start)
    return tournament


def _announce(scenario: Scenario, *, director: User) -> Tournament:
    announced = scenario.begins - 60 * DAY
    details = replace(
        DETAILS,
        club_id=club_of_the_event(by=director, now=announced).pk,
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
        role = officials.appoint(
            tournament_id=tournament.pk, username=username, kind=kind, plays_as=None, by=by, now=now
        )
    else:
        role = officials.engage(
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
        _file(cast, disputes.lost_game(series), now=over)
        disputes.call_for_a_judge(cast, series, now=over)
        announce(cast, now=over)
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
    claim = disputes.forgotten_schneider(series)
    if claim and (appeal := _file(cast, claim, now=now + MINUTE)):
        disputes.uphold(cast, appeal, claim, reasons=disputes.REASONS, now=now + 2 * MINUTE)
    present = list(cast.tournament.entrants.filter(present=True).order_by("number"))
    if cast.scenario.series > 1 and len(present) > 6:
        leaving = present[len(present) // 2]
        withdraw(entrant_id=leaving.pk, by=cast.director, now=now + 6 * MINUTE)


def _file(cast: Cast, claim: disputes.Claim | None, *, now: datetime) -> Appeal | None:
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
