"""A league for tests: sixteen teams of four or five players, five days, fixtures drawn."""

from datetime import date, datetime, timedelta
from uuid import uuid4

from django.test import Client
from django.utils import timezone

from scoring.league.models import Division, LeagueTeam, Level, Match, MatchTeam
from scoring.league.services import levels, matches
from scoring.league.services.levels import LevelTerms, TeamDetails
from scoring.season.models import Season
from scoring.season.rules.matches import SeriesLine, Side
from tests.scoring.season import club_years
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered_step

PAGE = "/seasons/liga-2026/league/"
DAY = datetime(2026, 3, 22, 10, tzinfo=timezone.get_default_timezone())
"""The first day of play."""

FOUR = ((4000,) * 3, (3900,) * 3, (3800,) * 3, (3700,) * 3)
"""What four teams brought home in three series."""

BEFORE = DAY - timedelta(hours=2)
AFTER = DAY + timedelta(hours=6)


def season(**details: object) -> Season:
    """Return the season of a league."""
    return club_years.season(name="Liga 2026", **details)


@remembered_step
def level(of: Season, *, days: int = 5, number: int = 1, name: str = "Oberliga", **terms: object) -> Level:
    """Return a level with days a fortnight apart."""
    acts = {"by": factories.user(), "now": EVENING}
    wanted = LevelTerms(number=number, name=name, **{"series": 3, **terms})
    made = levels.make_level(season_id=of.pk, terms=wanted, **acts)
    for at in range(days):
        levels.add_day(level_id=made.pk, starts_at=DAY + timedelta(weeks=2 * at), **acts)
    return made


@remembered_step
def division(of: Level, *, size: int = 16, name: str = "Staffel Nord", drawn: bool = True, short: int = 0) -> Division:
    """Return a division of teams of four players; of the first ``short`` teams only three."""
    acts = {"by": factories.user(), "now": EVENING}
    made = levels.make_division(level_id=of.pk, name=name, entry_key=uuid4(), **acts)
    teams = [TeamDetails(name=f"{name} {number}", club=f"Klub {name} {number}") for number in range(1, size + 1)]
    for number, team in enumerate(levels.enter_teams(division_id=made.pk, teams=teams, **acts)):
        names = [f"Spieler {name} {team.number} {letter}" for letter in "abcd"[: 3 if number < short else 4]]
        levels.add_players(team_id=team.pk, names=names, since=date(2026, 1, 1), now=BEFORE, by=factories.user())
    if drawn:
        matches.draw_fixtures(division_id=made.pk, seed="2026", **acts)
    return Division.objects.select_related("level").get(pk=made.pk)


def small(**details: object) -> Match:
    """Return the only match of a division of four teams, before its day."""
    return division(level(season(**details), days=1), size=4).matches.get()


def sides(of: Match) -> list[MatchTeam]:
    """Return the sides of a match by position."""
    return list(of.sides.select_related("team").order_by("position"))


def roster(of: LeagueTeam) -> list[int]:
    """Return the members who may play for a team."""
    return list(of.roster.order_by("pk").values_list("member_id", flat=True))


@remembered_step
def hand_in(side: MatchTeam, *, now: datetime = BEFORE, leads: bool = False) -> MatchTeam:
    """Hand in the line-up of a team: all of its roster."""
    players: list[int | None] = [*roster(side.team), None, None, None, None]
    return matches.hand_in(side_id=side.pk, players=players[:4], leads=leads, now=now, by=factories.user())


@remembered_step
def all_in(of: Match) -> Match:
    """Hand in all line-ups."""
    for side in sides(of):
        hand_in(side)
    return of


def side_of(*totals: int | None, players: int = 4) -> Side:
    """Return a team with these totals; None where it was absent."""

    def shared(total: int) -> tuple[SeriesLine, ...]:
        points = [total // players + total % players, *[total // players] * (players - 1)]
        return tuple(SeriesLine(number=number, points=one, won=3) for number, one in enumerate(points, start=1))

    return tuple(None if total is None else shared(total) for total in totals)


@remembered_step
def report(of: Match, *columns: tuple[int | None, ...], now: datetime = AFTER, leads: bool = True, **more: object):
    """Report a match with the totals of each position."""
    sent = {"sides": [side_of(*column) for column in columns], "named": "direktor", "entry_key": uuid4(), **more}
    return matches.hand_in_report(match_id=of.pk, leads=leads, by=factories.user(), now=now, **sent)


def captain(of: LeagueTeam) -> Client:
    """Return the browser of a captain who opened the address of the team."""
    made = Client(headers={"accept-language": "en"})
    answer = made.get(f"{PAGE}captain/{of.key}/")
    assert answer["Location"] == team_address(of)
    return made


def team_address(of: LeagueTeam) -> str:
    """Return the page of a team."""
    return f"{PAGE}{of.division.number}/teams/{of.number}/"


def address(of: Match) -> str:
    """Return the page of a match."""
    return f"{PAGE}{of.division.number}/matches/{of.number}/"
