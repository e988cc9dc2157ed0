"""Helpers for the acts of the direction: short ways to order, correct, compare, and send their pages."""

import re
from typing import Any
from uuid import UUID, uuid4

from django.test import Client

from scoring.disputes.models import Correction, Measure
from scoring.disputes.services import measures, queries
from scoring.disputes.services.measures import Order
from scoring.disputes.services.queries import Mended
from scoring.lists.models import GameListRow, SeatResult
from scoring.lists.selectors.counting import Counted
from scoring.results.selectors import standings
from scoring.results.selectors.effects import Effect
from scoring.results.services.series import close_series
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.game_list.sums import rating
from scoring.rules.valuation import Played
from tables.tournaments.models import Series, Tournament
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered, remembered_step

Kind = Measure.Kind
CLUBS_LOST = Played(contract=Contract(game=Game.CLUBS), matadors=1, won=False)


def order(kind: Kind, **fields: Any) -> Order:
    """Return an order with its reason and a clause that fits."""
    return Order(kind=kind, **{"reason": "Wiederholt ermahnt", "clause": "SkWO 4.3", **fields})


@remembered_step
def ordered(made: Tournament, wanted: Order, *, key: UUID | None = None, by: Any = None, now: Any = EVENING) -> Measure:
    """Carry an order out."""
    return measures.order_measure(
        tournament_id=made.pk, order=wanted, entry_key=key or uuid4(), by=by or factories.user(), now=now
    )


def previewed(made: Tournament, wanted: Order, *, by: Any = None) -> Effect:
    """Return what an order would do."""
    return measures.preview_measure(tournament_id=made.pk, order=wanted, by=by or factories.user())


@remembered_step
def lifted(measure: Measure, *, key: UUID | None = None, because: str = "Irrtum", by: Any = None) -> Measure:
    """Lift a measure."""
    return measures.lift_measure(
        measure_id=measure.pk, because=because, entry_key=key or uuid4(), by=by or factories.user(), now=EVENING
    )


@remembered_step
def corrected(
    row: GameListRow, mended: Mended, *, key: UUID | None = None, by: Any = None, now: Any = EVENING
) -> Correction:
    """Put a signed list right."""
    return queries.correct_signed(
        list_id=row.pk, mended=mended, entry_key=key or uuid4(), by=by or factories.user(), now=now
    )


def mend(number: int, declarer: int | None, played: Played | None, **fields: Any) -> Mended:
    """Return how a deal of a signed list is to be."""
    deal = Deal(number=number, declarer=declarer, played=played)
    return Mended(deal=deal, **{"reason": "Grand war verloren", **fields})


def results(row: GameListRow) -> list[int]:
    """Return what counts of a list, from seat 1 on, as it is stored."""
    return list(SeatResult.objects.filter(game_list=row).order_by("seat__place").values_list("performance", flat=True))


def why(row: GameListRow) -> list[str]:
    """Return why it counts so, from seat 1 on."""
    return list(SeatResult.objects.filter(game_list=row).order_by("seat__place").values_list("counts", flat=True))


def shown(made: Tournament) -> dict[int, tuple[int | None, bool, int]]:
    """Return place, whether it is shared, and points by start number, as the standings have them."""
    made = Tournament.objects.get(pk=made.pk)
    ranking = standings.standings(made)
    found: dict[int, tuple[int | None, bool, int]] = {
        line.entrant.number: (line.rank, line.shared, line.total) for line in ranking.lines
    }
    return found | {line.entrant.number: (None, False, line.result.performance) for line in ranking.excluded}


def moved(effect: Effect) -> dict[int, tuple[tuple[int | None, int], tuple[int | None, int]]]:
    """Return place and points before and after, by start number."""
    return {
        move.entrant.number: ((move.before.rank, move.before.points), (move.after.rank, move.after.points))
        for move in effect.moves
    }


def performances(counted: tuple[Counted, ...], *, seats: int) -> list[int]:
    """Return what counts for each seat."""
    return [rating(one.tally, seats=seats).performance for one in counted]


@remembered
def two_tables(*, series: int = 2, **fields: Any) -> Tournament:
    """Return a tournament of two tables of four whose first series runs; at each, seat 1 and 2 have played."""
    made = factories.tournament(entrants=8, series=series, **fields)
    running = factories.running_series(made)
    for number in (1, 2):
        row = factories.list_of(running, number)
        factories.enter(row, (2, factories.GRAND), (1, factories.GRAND_LOST), (1, CLUBS_LOST), None)
        factories.confirm_and_sign(row)
    return made


ZERO = order(Kind.ZEROED, series=1, entrant=1, clause="SkWO 7.1.2")
VOID = order(Kind.VOID, series=1, table=2, clause="SkWO 7.2.4")
PENALTY = order(Kind.PENALTY, series=1, entrant=2, points=50, clause="SkWO 4.2")
EXPULSION = order(Kind.EXPULSION, entrant=2)
EXCLUSION = order(Kind.EXCLUSION, series=1, table=1, clause="SkWO 9.4")
WARNING = order(Kind.WARNING, entrant=3, clause="SkWO 9.9")
REPLACEMENT = order(
    Kind.REPLACEMENT, series=1, entrant=3, from_deal=4, substitute_name="Erna Ersatz", clause="SkWO 4.4"
)


@remembered_step
def closed(made: Tournament, number: int = 1) -> Series:
    """Close a series whose lists are signed."""
    series = made.series.get(number=number)
    return close_series(series_id=series.pk, lot_seed="lots", by=factories.user(), now=EVENING)


def row_of(made: Tournament, table: int = 1) -> GameListRow:
    """Return a list of the first series."""
    return factories.list_of(made.series.get(number=1), table)


def preview_mended(row: GameListRow, mended: Mended) -> Effect:
    """Return what a correction of a signed list would do."""
    return queries.preview_correction(list_id=row.pk, mended=mended, by=factories.user())


MEASURES = "/t/cup/office/measures/"
LISTED = "/t/cup/office/bench/?kind=measure"
NEW = f"{MEASURES}new/"
CORRECT = "/t/cup/office/series/1/table/1/correct/"
CORRECTIONS = "/t/cup/office/corrections/"


def text(response: Any) -> str:
    """Return a page as one line of text."""
    return " ".join(response.content.decode().split())


def wanted(**fields: Any) -> dict[str, Any]:
    """Return what the form of an order posts."""
    return {"entry_key": uuid4(), "reason": "Zweimal ermahnt", "clause": "SkWO 4.3", "action": "preview", **fields}


def mended(**fields: Any) -> dict[str, Any]:
    """Return what the form posts to have a Grand with 2, lost by seat 2, in the list."""
    line = {"number": 1, "declarer": 2, "game": "grand", "matadors": 2, "outcome": "lost"}
    return wanted(**{"clause": "SkWO 7.2.5", **line, **fields})


def seen(response: Any) -> str:
    """Return the fingerprint of what a preview shows."""
    found = re.search(r'name="shown" value="(\w+)"', response.content.decode())
    return found[1] if found else ""


def done(client: Client, path: str, sent: dict[str, Any]) -> Any:
    """Look at a form's effect, and carry it out."""
    shown = client.post(path, sent)
    assert shown.status_code == 200
    return client.post(path, {**sent, "action": "order", "shown": seen(shown)})
