"""All standings counted anew from 288,000 deals, against the two steps it takes in SQL; and after one list."""

from collections.abc import Iterator
from datetime import date
from functools import partial
from itertools import cycle, islice
from uuid import uuid4

from django.db import connection, transaction

from benchmarks.measure import Benchmark
from benchmarks.world import MORNING
from scoring import mapping
from scoring.models import DealRow, GameListRow
from scoring.rules import Deal, GameList
from scoring.selectors.recounting import recount
from scoring.services import lists
from scoring.services.recounting import recount_results
from scoring.simulation.deals import play
from tables.models import Entrant, Seat, Series, Table, Tournament
from tables.seating.chance import Chance

PLAYERS, SERIES, ROUNDS = 4000, 6, 12
GOAL = 3.0
GOAL_OF_ONE = 0.1
DIFFERENT = 40
"""So many lists are played; the others are played as one of them was."""

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
        name=f"recount, {PLAYERS} x {SERIES}", subject=partial(recount, tournament), anchor=_two_steps, goal=GOAL
    )
    row = GameListRow.objects.select_related("table__series__tournament").order_by("pk")[0]
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


def _two_steps() -> list[tuple[int, int]]:
    with connection.cursor() as cursor:
        cursor.execute(TWO_STEPS)
        return list(cursor.fetchall())


@transaction.atomic
def _played() -> Tournament:
    """Return an event all of whose deals are there; written as rows, for its services would take an hour."""
    made = Tournament.objects.create(
        slug="recount",
        name="Recount",
        place="Altenburg",
        organiser="SC",
        starts_on=date(2026, 5, 16),
        ends_on=date(2026, 5, 16),
        rounds=ROUNDS,
        created_at=MORNING,
    )
    Entrant.objects.bulk_create(
        Entrant(tournament=made, number=number, name=f"Spieler {number}", registered_at=MORNING)
        for number in range(1, PLAYERS + 1)
    )
    entrants = list(made.entrants.order_by("number").values_list("pk", flat=True))
    drawn = list(islice(cycle(_lists()), PLAYERS // 4))
    for number in range(1, SERIES + 1):
        series = Series.objects.create(tournament=made, number=number, status="running", started_at=MORNING)
        Table.objects.bulk_create(Table(series=series, number=n, size=4) for n in range(1, PLAYERS // 4 + 1))
        tables = list(series.tables.order_by("number"))
        Seat.objects.bulk_create(
            Seat(series=series, table=table, place=place, entrant_id=entrants[4 * at + place - 1])
            for at, table in enumerate(tables)
            for place in range(1, 5)
        )
        GameListRow.objects.bulk_create(GameListRow(table=table, rounds=ROUNDS) for table in tables)
        rows = GameListRow.objects.filter(table__series=series).order_by("table__number")
        DealRow.objects.bulk_create(
            mapping.to_row(deal, game_list=row, entry_key=uuid4(), entered_at=MORNING, entered_by=None)
            for row, deals in zip(rows, drawn, strict=True)
            for deal in deals
        )
    stored = recount_results(tournament_id=made.pk, by=None, now=MORNING)
    ranked = [total for _entrant, total in _two_steps()]
    assert len(stored.wrong) == PLAYERS * SERIES
    assert sum(result[4] for _list, result in stored.wrong.values()) == sum(ranked)
    return made


def _lists() -> list[tuple[Deal, ...]]:
    blank = GameList(seats=4, rounds=ROUNDS)
    even = dict.fromkeys(range(1, 5), 0)
    return [play(blank, until=48, skills=even, chance=Chance(str(n), purpose="bench")) for n in range(DIFFERENT)]
