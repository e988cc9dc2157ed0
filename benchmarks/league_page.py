"""The tables of a league from what is stored: one division, its page, and a federation of 1,000 teams and five days.

The anchor is the same sums in SQL, written with f-strings; the issue allows a division 50 milliseconds and all of them
five seconds, of processor time.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

from django.db import connection
from django.test import Client
from django.urls import reverse

from benchmarks.measure import Benchmark
from benchmarks.world import MORNING
from scoring.league.models import Day, Division, LeagueTeam, Level, Match, MatchReport, MatchTeam
from scoring.league.selectors import league_of, table_of
from scoring.league.wording import shown_rows
from scoring.season.models import Season
from scoring.season.rules.fixtures import fixtures
from tables.clubs.models import Club
from tables.seating.chance import Chance

DIVISIONS, TEAMS, DAYS, SERIES, PLAYERS = 63, 16, 5, 3, 4
GOAL = 4.0
"""Times the sums in SQL."""

TOTALS = """
    WITH latest AS (
        SELECT r.match_id, r.results FROM scoring_matchreport AS r
        WHERE r.number = (SELECT MAX(o.number) FROM scoring_matchreport AS o WHERE o.match_id = r.match_id)
    ), total AS (
        SELECT m.division_id AS division, t.number AS team, l.match_id AS match, series.key AS series,
               SUM(json_extract(line.value, '$[1]')) AS total
        FROM latest AS l
        JOIN scoring_match AS m ON m.id = l.match_id
        JOIN scoring_matchteam AS s ON s.match_id = m.id
        JOIN scoring_leagueteam AS t ON t.id = s.team_id
        JOIN json_each(l.results, '$[' || (s.position - 1) || ']') AS series
        JOIN json_each(series.value) AS line
        WHERE m.division_id = %s OR %s = 0
        GROUP BY m.division_id, t.number, l.match_id, series.key
    ), beaten AS (
        SELECT own.division, own.team, own.total,
               SUM((own.total > other.total) + 0.5 * (own.total = other.total)) AS points
        FROM total AS own JOIN total AS other
            ON other.match = own.match AND other.series = own.series AND other.team != own.team
        GROUP BY own.match, own.series, own.team
    )
    SELECT division, team, SUM(points) AS points, SUM(total) AS game_points
    FROM beaten GROUP BY division, team ORDER BY division, points DESC, game_points DESC
"""


def benchmarks() -> Iterator[Benchmark]:
    """Yield one division, its page, and all divisions."""
    season = _season()
    first = Division.objects.select_related("level").get(season=season, number=1)
    first.season = first.level.season = season
    one, everything = _by_hand(first.pk), _by_hand(0)
    yield Benchmark(name="division of 16 teams", subject=lambda: shown_rows(table_of(first)), anchor=one, goal=GOAL)
    client, address = Client(), reverse("scoring:division", args=[season.slug, 1])
    assert client.get(address).content.count(b"league-sides") == DAYS * TEAMS // 4
    yield Benchmark(name="page of a division", subject=lambda: client.get(address), anchor=one, goal=3 * GOAL)
    yield Benchmark(name="league of 1,008 teams", subject=lambda: league_of(season), anchor=everything, goal=GOAL)


def _by_hand(division: int) -> Callable[[], list[str]]:
    def written() -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute(TOTALS, [division, division])
            return [f"{place} {' '.join(map(str, row))}" for place, row in enumerate(cursor.fetchall(), start=1)]

    return written


def _season() -> Season:
    """Return a federation's season: every division a level of its own, so that one asks for itself alone."""
    club = Club.objects.create(slug="league", name="League", created_at=MORNING)
    first = date(2026, 1, 1)
    season = Season.objects.create(
        club=club, slug="league", name="Liga", starts_on=first, ends_on=first + timedelta(days=364),
        entry_key=uuid4(), created_at=MORNING,
    )  # fmt: skip
    plan = fixtures(range(1, TEAMS + 1), days=DAYS, seed="bench").days
    chance = Chance("bench", purpose="league page")
    for number in range(1, DIVISIONS + 1):
        level = Level.objects.create(season=season, number=number, name=f"Liga {number}", series=SERIES, up=1, down=2)
        days = [
            Day.objects.create(level=level, starts_at=datetime(2026, 3, 1 + 7 * at % 28, 9, at, tzinfo=UTC))
            for at in range(DAYS)
        ]
        _division(level, number, days, plan, chance)
    return season


def _division(
    level: Level, number: int, days: list[Day], plan: Sequence[Sequence[Sequence[int]]], chance: Chance
) -> None:
    division = Division.objects.create(
        level=level, season=level.season, number=number, name=f"Staffel {number}", seed="bench", entry_key=uuid4()
    )
    teams = LeagueTeam.objects.bulk_create(
        LeagueTeam(division=division, number=at, name=f"Mannschaft {at}") for at in range(1, TEAMS + 1)
    )
    at = 0
    for day, matches in zip(days, plan, strict=True):
        for playing in matches:
            at += 1
            match = Match.objects.create(division=division, day=day, number=at)
            MatchTeam.objects.bulk_create(
                MatchTeam(match=match, team=teams[team - 1], position=position)
                for position, team in enumerate(playing, start=1)
            )
            MatchReport.objects.create(
                match=match, number=1, results=_results(chance), reported_by="bench", reported_at=MORNING,
                entry_key=uuid4(),
            )  # fmt: skip


def _results(chance: Chance) -> list[list[list[list[int]]]]:
    return [
        [
            [[number, chance.below(1800) - 200, chance.below(16), chance.below(5)] for number in range(1, PLAYERS + 1)]
            for _series in range(SERIES)
        ]
        for _position in range(4)
    ]
