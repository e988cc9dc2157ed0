"""The table of a year and those of a league against the same sums in SQL, written with f-strings.

The issue allows a year of 40 evenings and 40 players four times the sums in SQL, and 50 milliseconds; a league of 1,000
teams and five days 50 milliseconds for one division and five seconds for all. The milliseconds printed are of that.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

from benchmarks.measure import Benchmark
from scoring.season.rules.fixtures import fixtures
from scoring.season.rules.lists import Count, Rule, SeasonList
from scoring.season.rules.matches import Match, Tie, division_table
from scoring.season.rules.standings import standings
from tables.seating.chance import Chance

EVENINGS, PLAYERS, SERIES = 40, 40, 2
DIVISIONS, TEAMS, DAYS, SERIES_A_DAY = 63, 16, 5, 3
YEAR_GOAL = 4.0
LEAGUE_GOAL = 4.0

OF_A_YEAR = """
    SELECT player, SUM(performance) AS total, SUM(won) AS won, SUM(lost) AS lost, COUNT(*)
    FROM list GROUP BY player ORDER BY total DESC, won DESC, lost
"""
BEST = """
    WITH sorted AS (
        SELECT *, ROW_NUMBER() OVER (PARTITION BY player ORDER BY performance DESC, won DESC, lost, evening) AS rank
        FROM list
    )
    SELECT player, SUM(performance) AS total, SUM(won) AS won, SUM(lost) AS lost, COUNT(*)
    FROM sorted WHERE rank <= 60 GROUP BY player ORDER BY total DESC, won DESC, lost
"""
PLACES = """
    WITH evening AS (
        SELECT player, evening, SUM(performance) AS total, SUM(won) AS won, SUM(lost) AS lost
        FROM list GROUP BY player, evening
    ), placed AS (
        SELECT *, RANK() OVER (PARTITION BY evening ORDER BY total DESC, won DESC, lost) AS place FROM evening
    )
    SELECT player, SUM(MAX(0, 41 - place)) AS points, SUM(won) AS won, SUM(lost) AS lost, COUNT(*)
    FROM placed GROUP BY player ORDER BY points DESC, won DESC, lost
"""
OF_A_LEAGUE = """
    WITH beaten AS (
        SELECT own.division, own.team, own.day, own.series, own.total,
               SUM((own.total > other.total) + 0.5 * (own.total = other.total)) AS points
        FROM total AS own JOIN total AS other
            ON other.match = own.match AND other.series = own.series AND other.team != own.team
        GROUP BY own.match, own.series, own.team
    )
    SELECT division, team, SUM(points) AS points, SUM(total) AS game_points
    FROM beaten GROUP BY division, team ORDER BY division, points DESC, game_points DESC
"""

RULES = (
    ("sum", Rule(count=Count.SUM), OF_A_YEAR),
    ("average", Rule(count=Count.AVERAGE, minimum=24, absent=0), OF_A_YEAR),
    ("best 60", Rule(count=Count.BEST, best=60, minimum=24, bonus=((30, 500),)), BEST),
    ("places", Rule(count=Count.PLACES, points=tuple(range(40, 0, -1))), PLACES),
)


def benchmarks() -> Iterator[Benchmark]:
    """Yield a year by each way of counting, then one division and all of them."""
    lists = _year()
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE TABLE list (player, evening, performance, won, lost)")
        database.executemany(
            "INSERT INTO list VALUES (?, ?, ?, ?, ?)",
            [(one.player, one.evening, one.performance, one.won, one.lost) for one in lists],
        )
        for name, rule, query in RULES:
            yield Benchmark(
                name=f"year 40 x 40, {name}",
                subject=lambda rule=rule: [  # type: ignore[misc]
                    f"{row.place} {row.account.entrant} {row.account.performance} {row.account.won}"
                    for row in standings(rule, lists)
                ],
                anchor=_written(database, query),
                goal=YEAR_GOAL,
            )
    for divisions in (1, DIVISIONS):
        league = {division: _division(division) for division in range(divisions)}
        with closing(_totals(league)) as database:
            yield Benchmark(
                name=f"league {divisions} x {TEAMS} teams",
                subject=lambda league=league: [  # type: ignore[misc]
                    f"{row.place} {row.team} {row.points} {row.against} {row.score.game_points}"
                    for matches in league.values()
                    for row in division_table(range(1, TEAMS + 1), matches, Tie.SHARE)
                ],
                anchor=_written(database, OF_A_LEAGUE),
                goal=LEAGUE_GOAL,
            )


def _written(database: sqlite3.Connection, query: str) -> Callable[[], object]:
    return lambda: [f"{place} {' '.join(map(str, row))}" for place, row in enumerate(database.execute(query), start=1)]


def _year() -> list[SeasonList]:
    """Return two lists of everybody on every evening."""
    chance = Chance("bench", purpose="year")
    return [
        SeasonList(
            player=player,
            evening=evening,
            series=SERIES * evening + part,
            part=part,
            performance=chance.below(1800) - 200,
            won=chance.below(16),
            lost=chance.below(5),
        )
        for evening in range(1, EVENINGS + 1)
        for part in range(1, SERIES + 1)
        for player in range(1, PLAYERS + 1)
    ]


def _division(division: int) -> list[Match]:
    chance = Chance(str(division), purpose="league")
    days = fixtures(range(1, TEAMS + 1), days=DAYS, seed="bench").days
    return [
        Match(day=day, totals={team: tuple(2000 + chance.below(3000) for _ in range(SERIES_A_DAY)) for team in teams})
        for day, matches in enumerate(days, start=1)
        for teams in matches
    ]


def _totals(league: dict[int, list[Match]]) -> sqlite3.Connection:
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE total (division, match, day, series, team, total)")
    database.executemany(
        "INSERT INTO total VALUES (?, ?, ?, ?, ?, ?)",
        [
            (division, f"{division}.{at}", match.day, series, team, total)
            for division, matches in league.items()
            for at, match in enumerate(matches)
            for team, column in match.totals.items()
            for series, total in enumerate(column)
        ],
    )
    database.execute("CREATE INDEX of_a_series ON total (match, series)")
    return database
