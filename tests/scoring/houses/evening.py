"""Lists of house rules in the database, and deals to enter into them."""

from uuid import uuid4

from scoring.lists.models import GameListRow
from scoring.lists.services import entry
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.profiles.lines import Beside, RamschLine
from scoring.rules.valuation import Played
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered_step


@remembered_step
def house_list(profile, *, seats=3, rounds=1):
    """Return the open list of a table that is kept by house rules."""
    made = factories.tournament(entrants=seats, rounds=rounds, by_the_book=False)
    made.series.update(profile=profile)
    return factories.list_of(factories.running_series(made))


def played(game=Game.HEARTS, matadors=2, *, won=True, hand=False, bid=None):
    return Played(contract=Contract(game=game, hand=hand), matadors=matadors, won=won, bid=bid)


def deal(number, declarer, line, *, profile, **beside):
    return Deal(number=number, declarer=declarer, played=line, house=Beside(profile=profile, **beside))


def ramsch(number, points, tricks=None, *, profile, **more):
    line = RamschLine(card_points=points, tricks=tricks, **more)
    return Deal(number=number, house=Beside(profile=profile, ramsch=line))


def passed(number, *, profile):
    return Deal(number=number, house=Beside(profile=profile))


def enter(row: GameListRow, *deals):
    for one in deals:
        entry.enter_deal(list_id=row.pk, deal=one, entry_key=uuid4(), by=None, now=EVENING)


def columns(row, name="game_points"):
    return list(row.results.order_by("seat__place").values_list(name, flat=True))
