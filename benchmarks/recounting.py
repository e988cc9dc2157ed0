"""All standings counted anew from 288,000 deals, against the two steps it takes in SQL; and after one list."""

from collections.abc import Iterator
from functools import partial

from django.db import connection, transaction

from benchmarks.measure import Benchmark
from benchmarks.rows import event_of_rows
from benchmarks.world import MORNING
from scoring.lists.models import GameListRow
from scoring.lists.services import lists
from scoring.results.selectors.progress import recount
from scoring.results.services.series import recount_results
from tables.tournaments.models import Tournament

PLAYERS, SERIES = 4000, 6
GOAL = 3.0
GOAL_OF_ONE = 0.1

TWO_STEPS = """
    WITH own AS (
        SELECT d.game_list_id AS list, d.declarer AS place, SUM(d.points) AS points,
               SUM(d.points > 0) AS won, SUM(d.points < 0) AS lost
        FROM scoring_dealrow AS d
        WHERE d.voided_at IS NULL AND d.declarer IS NOT NULL
        GROUP BY d.game_list_id, d.declarer
    ), whole AS (
        SELECT list, SUM(lost) AS lost FROM own GROUP BY list
    )
    SELECT t.entrant_id, SUM(COALESCE(own.points, 0) + 50 * (COALESCE(own.won, 0) - COALESCE(own.lost, 0))
           + 30 * (whole.lost - COALESCE(own.lost, 0))) AS total
    FROM tables_seat AS t
    JOIN tables_series AS s ON s.id = t.series_id AND s.tournament_id = %s
    JOIN scoring_gamelistrow AS l ON l.table_id = t.table_id
    JOIN whole ON whole.list = l.id
    LEFT JOIN own ON own.list = l.id AND own.place = t.place
    GROUP BY t.entrant_id
    ORDER BY total DESC
"""


def benchmarks() -> Iterator[Benchmark]:
    """Yield the recount of everything, and what one changed list costs."""
    tournament = _played()
    yield Benchmark(
        name=f"recount, {PLAYERS} x {SERIES}",
        subject=partial(recount, tournament),
        anchor=partial(_two_steps, tournament),
        goal=GOAL,
    )
    row = GameListRow.objects.filter(table__series__tournament=tournament).select_related("table__series__tournament")[
        0
    ]
    yield Benchmark(
        name="results after one list",
        subject=partial(_changed, row),
        anchor=partial(recount, tournament),
        goal=GOAL_OF_ONE,
    )


def _changed(row: GameListRow) -> None:
    """Derive the results of a list of 48 deals anew, as every change of it does."""
    with transaction.atomic():
        lists.changed(row)


def _two_steps(tournament: Tournament) -> list[tuple[int, int]]:
    with connection.cursor() as cursor:
        cursor.execute(TWO_STEPS, [tournament.pk])
        return list(cursor.fetchall())


def _played() -> Tournament:
    """Return an event all of whose results are counted; what was counted is what the two steps say."""
    made = event_of_rows("recount", players=PLAYERS, series=SERIES, with_deals=True)
    stored = recount_results(tournament_id=made.pk, by=None, now=MORNING)
    ranked = [total for _entrant, total in _two_steps(made)]
    assert len(stored.wrong) == PLAYERS * SERIES
    assert sum(result[4] for _list, result in stored.wrong.values()) == sum(ranked)
    return made
