"""A deal as the phone at the table and the site write it to each other (ISkO 5.5.1)."""

from collections.abc import Mapping
from typing import Any, Final

from scoring.rules.contract import MAX_MATADORS, Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.house import NoHouseRules, house_written, read_house
from scoring.rules.profiles.lines import Beside
from scoring.rules.profiles.naming import named
from scoring.rules.valuation import Played

SEATS: Final = range(1, 5)
HOUSE_SEATS: Final = range(1, 6)
"""House rules know a table of five."""

HIGHEST_BID: Final = 999
"""A list has room for three digits; what can be bid is for the rules to say."""

MOST_MATADORS: Final = max(MAX_MATADORS.values())
ANNOUNCED: Final = ("hand", "schneider_announced", "schwarz_announced", "ouvert")
TICKED: Final = ("won", "schneider", "schwarz", "overbid")
FIELDS: Final = frozenset({"declarer", "game", "matadors", "bid", "house", *ANNOUNCED, *TICKED})


class Unreadable(ValueError):
    """What was sent is no line of a list at all."""


def written(deal: Deal) -> dict[str, Any]:
    """Return a deal in the fields that travel; what is not ticked is left out.

    >>> written(Deal(number=3))
    {'declarer': None, 'game': ''}
    """
    played = deal.played
    beside: dict[str, Any] = {} if deal.house is None else {"house": house_written(deal.house)}
    if played is None:
        return {"declarer": None, "game": "", **beside}
    contract = played.contract
    line: dict[str, Any] = {"declarer": deal.declarer, "game": contract.game.value, "matadors": played.matadors}
    line |= {level: True for level in ANNOUNCED if getattr(contract, level)}
    line |= {tick: True for tick in TICKED if getattr(played, tick)}
    line |= beside
    return line if played.bid is None else {**line, "bid": played.bid}


def read_line(number: int, line: object) -> Deal:
    """Return the deal that such fields stand for; whether it can be true is for ``findings`` to say.

    >>> read_line(3, {"declarer": 2, "game": "null", "won": True}).played.won
    True

    :raises Unreadable: if something in it is none of the fields, or of another kind.
    :raises IllegalContract: if nobody can announce that.
    """
    if not isinstance(line, Mapping) or not line.keys() <= FIELDS:
        raise Unreadable("fields")
    declarer, game = line.get("declarer"), line.get("game", "")
    ticks = {tick: _tick(line.get(tick, False)) for tick in (*ANNOUNCED, *TICKED)}
    matadors, bid = _number(line.get("matadors")), _number(line.get("bid"))
    house = _house(line["house"]) if "house" in line else None
    if declarer is None and game == "":
        if any(ticks.values()) or matadors is not None or bid is not None:
            raise Unreadable("passed in, and played all the same")
        return Deal(number=number, house=house)
    if house is not None and house.ramsch is not None:
        raise Unreadable("a Ramsch, and a game all the same")
    if _number(declarer) not in (SEATS if house is None else HOUSE_SEATS) or game not in list(Game):
        raise Unreadable("declarer or game")
    # With the sixes a suit has one trump more.
    most = MOST_MATADORS if house is None else max(named(house.profile).values.most.values())
    if abs(matadors or 0) > most or not 0 <= (bid or 0) <= HIGHEST_BID:
        raise Unreadable("matadors or bid")
    played = Played(
        contract=Contract(game=Game(game), **{level: ticks[level] for level in ANNOUNCED}),
        matadors=matadors,
        bid=bid,
        **{tick: ticks[tick] for tick in TICKED},
    )
    return Deal(number=number, declarer=declarer, played=played, house=house)


def _house(raw: object) -> Beside:
    try:
        return read_house(raw)
    except NoHouseRules as error:
        raise Unreadable(str(error)) from error


def _tick(value: object) -> bool:
    if not isinstance(value, bool):
        raise Unreadable("a tick is true or false")
    return value


def _number(value: object) -> int | None:
    if value is not None and type(value) is not int:
        raise Unreadable("a number is whole")
    return value
