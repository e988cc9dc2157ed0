"""An event whose lists say only what each player came to, so that its rankings can be seen at a glance."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from scoring.lists.models import GameListRow
from scoring.lists.services import entry
from scoring.results.models import Ranking
from scoring.results.selectors.rankings import ShownRanking, shown_ranking
from scoring.results.services import rankings
from scoring.results.services import series as lists_series
from scoring.results.services.ranking_teams import Assigned
from scoring.results.services.rankings import Terms
from scoring.signing import services as signing
from tables import seating
from tables.draw.services import draws
from tables.draw.services import seats as hall
from tables.journal.models import JournalEntry
from tables.tournaments.models import Series, Tournament
from tests.support import factories
from tests.support.acts_and_their_lines import facts_of
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered, remembered_step

WON = 10
"""Games everybody wins; nobody loses one, so that points are game points and 500."""

POINTS = {1: [1000, 1400, 900, 1200, 800, 1100, 700, 1000], 2: [1300, 1000, 900, 800, 1200, 700, 1000, 1100]}
"""What no. 1 to 8 come to in the first series and in the second."""


@remembered_step
def seat(series: Series, tables: Sequence[Sequence[int]]) -> Series:
    """Seat a series as wanted, by start number, and start it."""
    entrants = [seating.Entrant(number=n) for table in tables for n in table]
    plan = seating.plan_by_hand(entrants, series=[tables])
    draws.keep_draw([series], plan, by=factories.user(), now=EVENING)
    lists_series.publish_series(series_id=series.pk, by=factories.user(), now=EVENING)
    hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING)
    return Series.objects.get(pk=series.pk)


def sign(series: Series, lines: Mapping[int, tuple[int, int, int]]) -> None:
    """Type what the players of a series have, (points, won, lost) by start number, and sign all its lists."""
    for row in GameListRow.objects.filter(table__series=series).select_related("table"):
        numbers = row.table.seats.order_by("place").values_list("entrant__number", flat=True)
        typed = factories.totals(*(lines[number] for number in numbers))
        entry.enter_totals(list_id=row.pk, totals=typed, by=factories.user(), now=EVENING)
        signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)


def play(made: Tournament, number: int, points: Sequence[int]) -> Series:
    """Play a series in which no. 1, 2, … come to so many points, tables of four by start number; leave it running."""
    numbers = range(1, len(points) + 1)
    tables = [numbers[at : at + 4] for at in range(0, len(points), 4)]
    series = seat(made.series.get(number=number), [list(table) for table in tables])
    sign(series, {n: (one - 50 * WON, WON, 0) for n, one in zip(numbers, points, strict=True)})
    return series


@remembered_step
def close(series: Series) -> Series:
    return lists_series.close_series(series_id=series.pk, lot_seed="lots", by=factories.user(), now=EVENING)


@remembered
def two_series(*, closed: int = 2, **fields: Any) -> Tournament:
    """Return an event of eight with two series played, of which so many are closed; no. 2, 4 and 6 are ladies."""
    made = factories.tournament(entrants=8, series=2, rounds=12, **fields)
    made.entrants.filter(number__in=[2, 4, 6]).update(classes=["ladies"])
    for number, points in POINTS.items():
        series = play(made, number, points)
        if number <= closed:
            close(series)
    return made


@remembered_step
def switched_on(made: Tournament, kind: str = "team", name: str = "", **terms: Any) -> Ranking:
    """Return a ranking just switched on."""
    wanted = Terms(kind=kind, name=name or kind.title(), **terms)
    sent = {"entry_key": uuid4(), "by": factories.user(), "now": EVENING}
    return rankings.switch_on(tournament_id=made.pk, terms=wanted, **sent)


@remembered_step
def assign(ranking: Ranking, *teams: tuple[Any, ...], **how: Any) -> Ranking:
    """Assign teams: (name, members) or (name, members, substitutes)."""
    assigned = [Assigned(name=name, members=tuple(members), substitutes=tuple(*rest)) for name, members, *rest in teams]
    return rankings.assign_teams(ranking_id=ranking.pk, teams=assigned, by=factories.user(), now=EVENING, **how)


def shown(ranking: Ranking) -> ShownRanking:
    return shown_ranking(Ranking.objects.get(pk=ranking.pk))


def table_of(ranking: Ranking) -> list[tuple[int, str, int | str]]:
    """Return rank, who, and points of a ranking as the public sees it."""
    return [
        (line.rank, line.team.name if line.team else line.club or line.competitor, str(line.performance))
        for line in shown(ranking).lines
    ]


def acts(made: Tournament, action: str) -> list[dict[str, Any]]:
    return [facts_of(line) for line in JournalEntry.objects.filter(tournament=made, action=action)]
