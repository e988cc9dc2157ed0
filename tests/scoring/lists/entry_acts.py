"""Acts of entry as the tests of lists ask for them."""

from uuid import UUID, uuid4

from scoring.lists.models import DealRow, GameListRow
from scoring.lists.services import entry
from scoring.rules.game_list.deals import Deal
from scoring.rules.valuation import Played
from tests.support.factories import EVENING, GRAND


def enter(row: GameListRow, deal: Deal, key: UUID | None = None) -> DealRow:
    return entry.enter_deal(list_id=row.pk, deal=deal, entry_key=key or uuid4(), by=None, now=EVENING)


def played_by(seat: int, number: int = 1, played: Played = GRAND) -> Deal:
    return Deal(number=number, declarer=seat, played=played)


def passed(number: int) -> Deal:
    return Deal(number=number, declarer=None, played=None)
