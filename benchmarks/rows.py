"""Events written as rows, for the services would take an hour: large ones, and many."""

from collections.abc import Sequence
from datetime import date
from itertools import cycle, islice
from uuid import uuid4

from django.db import transaction

from benchmarks.world import MORNING
from scoring.lists import mapping
from scoring.lists.models import DealRow, GameListRow
from scoring.rules.game_list.deals import Deal, GameList
from simulation.deals import play
from tables.draw.models import Seat, Table
from tables.people.models import Entrant
from tables.seating.chance import Chance
from tables.tournaments.models import Series, Tournament

ROUNDS = 12
DIFFERENT = 40
"""So many lists are played; the others are played as one of them was."""


@transaction.atomic
def event_of_rows(slug: str, *, players: int, series: int, with_deals: bool) -> Tournament:
    """Return an event at tables of four, every list full or every list empty; nothing is counted yet."""
    made = Tournament.objects.create(
        slug=slug,
        name=slug,
        place="Altenburg",
        organiser="SC",
        starts_on=date(2026, 5, 16),
        ends_on=date(2026, 5, 16),
        rounds=ROUNDS,
        created_at=MORNING,
    )
    Entrant.objects.bulk_create(
        Entrant(tournament=made, number=number, name=f"Spieler {number}", registered_at=MORNING)
        for number in range(1, players + 1)
    )
    entrants = list(made.entrants.order_by("number").values_list("pk", flat=True))
    lists = list(islice(cycle(full_lists()), players // 4)) if with_deals else []
    for number in range(1, series + 1):
        _seat(Series.objects.create(tournament=made, number=number, status="running", started_at=MORNING), entrants)
        _fill(made.series.get(number=number), lists)
    return made


def _seat(series: Series, entrants: Sequence[int]) -> None:
    Table.objects.bulk_create(Table(series=series, number=n, size=4) for n in range(1, len(entrants) // 4 + 1))
    tables = list(series.tables.order_by("number"))
    Seat.objects.bulk_create(
        Seat(series=series, table=table, place=place, entrant_id=entrants[4 * at + place - 1])
        for at, table in enumerate(tables)
        for place in range(1, 5)
    )
    GameListRow.objects.bulk_create(GameListRow(table=table, rounds=ROUNDS) for table in tables)


def _fill(series: Series, lists: Sequence[Sequence[Deal]]) -> None:
    rows = GameListRow.objects.filter(table__series=series).order_by("table__number")
    DealRow.objects.bulk_create(
        mapping.to_row(deal, DealRow, game_list=row, entry_key=uuid4(), entered_at=MORNING, entered_by=None)
        for row, deals in zip(rows, lists, strict=False)
        for deal in deals
    )


def full_lists() -> list[tuple[Deal, ...]]:
    """Return lists of 48 deals, each of them played otherwise."""
    blank = GameList(seats=4, rounds=ROUNDS)
    even = dict.fromkeys(range(1, 5), 0)
    return [play(blank, until=48, skills=even, chance=Chance(str(n), purpose="bench")) for n in range(DIFFERENT)]
