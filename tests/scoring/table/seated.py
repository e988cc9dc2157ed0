"""A table where others sit than before: written then, sent now."""

from scoring.lists.models import DealRow
from tables.draw.services.reseating import swap_seats
from tables.tournaments.models import Series
from tests.scoring.table.phones_seen import Phone
from tests.support import factories
from tests.support.factories import EVENING

TABLE = "/t/cup/series/1/table/1/"


SEATS = "/t/cup/series/1/table/1/seated/"


THEN = [1, 2, 3, 4]


NOW = [1, 7, 3, 4]


def swap(*numbers: int) -> None:
    series = Series.objects.get()
    swap_seats(series_id=series.pk, numbers=numbers or (2, 7), because="rollstuhl", by=factories.user(), now=EVENING)


def written(phone: Phone, number: int = 1, *, sits=THEN, line=None) -> dict:
    return phone.deal(number, line) | {"sits": sits}


def points_of(number: int) -> int:
    """Return what a start number has in game points."""
    rows = DealRow.objects.filter(voided_at=None, game_list__table__seats__entrant__number=number)
    return sum(deal.points for deal in rows if deal.declarer and seat_of(deal, number) == deal.declarer)


def seat_of(deal: DealRow, number: int) -> int:
    return deal.game_list.table.seats.get(entrant__number=number).place
