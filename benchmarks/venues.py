"""A venue of 16 tables and three series joined from its file, against its lists typed whole one after the other."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from uuid import uuid4

from django.db import transaction

from benchmarks.measure import Benchmark
from benchmarks.rows import ROUNDS, full_lists
from benchmarks.world import MORNING, director
from scoring.lists.models import GameListRow
from scoring.lists.services.entry import enter_deal, enter_list
from scoring.results.services.series import publish_series
from scoring.rules.game_list.deals import Deal
from scoring.signing.services import confirm, sign
from scoring.venues.reading import read_venue_file
from scoring.venues.selectors.offered import venue_file
from scoring.venues.services.joining import join
from scoring.venues.services.spreading import spread
from tables.draw.services.draws import draw_series
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament

TABLES, SERIES = 16, 3
GOAL = 3.0


def benchmarks() -> Iterator[Benchmark]:
    """Yield the joining; both sides leave the event as it was."""
    made = _seated()
    rows = GameListRow.objects.filter(table__series__tournament=made).order_by("table__series__number", "table__number")
    lists = list(zip(rows, cycle(full_lists())))
    content = _undone(partial(_played, made, lists))
    found = _join(made, content)
    assert found == TABLES * SERIES, f"{found} lists come"
    yield Benchmark(
        name=f"venue joined, {TABLES} x {SERIES}",
        subject=partial(_join, made, content),
        anchor=partial(_undone, partial(_typed, lists)),
        goal=GOAL,
        rounds=5,
    )


def _seated() -> Tournament:
    begin = {"starts_on": MORNING.date(), "ends_on": MORNING.date(), "created_at": MORNING, "rounds": ROUNDS}
    made = Tournament.objects.create(slug="venues", name="Spieltag", place="Altenburg", organiser="SC", **begin)
    Entrant.objects.bulk_create(
        Entrant(tournament=made, number=n, name=f"Spieler {n}", present=True, registered_at=MORNING)
        for n in range(1, 4 * TABLES + 1)
    )
    spread(tournament_id=made.pk, is_spread=True, by=director(), now=MORNING)
    for number in range(1, SERIES + 1):
        series = Series.objects.create(tournament=made, number=number)
        draw_series(series_id=series.pk, public="bench", by=director(), now=MORNING)
        publish_series(series_id=series.pk, by=director(), now=MORNING)
    return made


def _played(made: Tournament, lists: list[tuple[GameListRow, tuple[Deal, ...]]]) -> bytes:
    """Play deal by deal, let everybody sign, and return the file of the venue."""
    for row, deals in lists:
        for deal in deals:
            enter_deal(list_id=row.pk, deal=deal, entry_key=uuid4(), by=None, now=MORNING)
        row.refresh_from_db()
        for place in range(1, 5):
            hearer = 1 if place > 1 else 2
            confirm(list_id=row.pk, place=place, version=row.version, heard_by=hearer, now=MORNING)
        sign(list_id=row.pk, now=MORNING)
    return venue_file(made, made_at=MORNING)


def _typed(lists: list[tuple[GameListRow, tuple[Deal, ...]]]) -> bytes:
    for row, deals in lists:
        enter_list(list_id=row.pk, deals=deals, entry_key=uuid4(), by=director(), now=MORNING)
    return b""


def _join(made: Tournament, content: bytes) -> int:
    file = read_venue_file(content)
    found = join(tournament_id=made.pk, file=file, sha256="0" * 64, by=director(), now=MORNING, only_look=True)
    return len(found.coming)


def _undone(act: Callable[[], bytes]) -> bytes:
    with transaction.atomic():
        found = act()
        transaction.set_rollback(True)
    return found
