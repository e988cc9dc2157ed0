"""A deal as the phone at the table and the site write it to each other (ISkO 5.5.1)."""

from collections.abc import Mapping
from typing import Any, Final

from scoring.rules.contract import MAX_MATADORS, Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.judging import ALL_POINTS
from scoring.rules.profiles.lines import Beside, ContractKind, RamschLine
from scoring.rules.profiles.naming import BY_THE_BOOK, UnknownProfile, named
from scoring.rules.valuation import Played

COUNTS: Final = {"stakes": 4, "schenken": 3, "announced": 2}
"""What of a game is counted, and how far it goes in any house."""

TICKS: Final = ("has_sixty", "spitze", "revolution", "opened")
DOUBLES: Final = {"pushes": 3, "knocks": 3}
"""The same of a Ramsch."""

SHORT: Final = {"lost_with": ALL_POINTS, "virgins": 2}
"""What a Ramsch in short says of its losers."""

RAMSCH: Final = frozenset({"card_points", "tricks", "last_trick", "losers", "kind", *SHORT, *DOUBLES})
HOUSE_FIELDS: Final = frozenset({"profile", "contra_by", "kind", "ramsch", *COUNTS, *TICKS})
AT_MOST_SEATS: Final = 5


class NoHouseRules(ValueError):
    """What was sent are no house rules of a deal at all."""


def house_written(house: Beside) -> dict[str, Any]:
    """Return house rules as JSON.

    >>> house_written(Beside(profile="contra", stakes=2))
    {'profile': 'contra', 'stakes': 2}
    """
    values: dict[str, Any] = {"profile": house.profile}
    values |= {name: getattr(house, name) for name in ("contra_by", *COUNTS, *TICKS) if getattr(house, name)}
    if house.kind is not None:
        values["kind"] = house.kind.value
    if house.ramsch is not None:
        values["ramsch"] = _ramsch_written(house.ramsch)
    return values


def read_house(raw: object) -> Beside:
    """Return the house rules that JSON stands for; whether they fit a list is for ``findings`` to say.

    :raises NoHouseRules: if something in it is none of the fields, or of another kind.
    """
    fields = _fields(raw, HOUSE_FIELDS)
    numbers: dict[str, Any] = {name: _whole_number(fields.get(name, 0), most=most) for name, most in COUNTS.items()}
    ticks: dict[str, Any] = {name: _house_tick(fields.get(name, False)) for name in TICKS}
    return Beside(
        profile=_profile(fields.get("profile")),
        contra_by=_seat(fields.get("contra_by")),
        kind=_kind(fields.get("kind")),
        ramsch=_read_ramsch(fields["ramsch"]) if "ramsch" in fields else None,
        **numbers,
        **ticks,
    )


def _profile(text: object) -> str:
    if not isinstance(text, str) or text == BY_THE_BOOK:
        raise NoHouseRules("profile")
    try:
        named(text)
    except UnknownProfile as error:
        raise NoHouseRules("profile") from error
    return text


def _ramsch_written(line: RamschLine) -> dict[str, Any]:
    values: dict[str, Any] = {
        name: list(seats) for name, seats in (("card_points", line.card_points), ("tricks", line.tricks)) if seats
    }
    if line.last_trick is not None:
        values["last_trick"] = line.last_trick
    if line.losers:
        values["losers"] = list(line.losers)
        values |= {} if line.lost_with is None else {"lost_with": line.lost_with}
        values |= {"virgins": line.virgins} if line.virgins else {}
    values |= {name: getattr(line, name) for name in DOUBLES if getattr(line, name)}
    return values if line.kind is None else {**values, "kind": line.kind.value}


def _read_ramsch(raw: object) -> RamschLine:
    fields = _fields(raw, RAMSCH)
    counts: dict[str, Any] = {name: _whole_number(fields.get(name, 0), most=most) for name, most in DOUBLES.items()}
    counts |= {name: _whole_number(fields[name], most=most) for name, most in SHORT.items() if name in fields}
    columns: dict[str, Any] = {name: _seats(fields[name]) for name in ("card_points", "tricks") if name in fields}
    losers = _losers(fields["losers"]) if "losers" in fields else ()
    last_trick, kind = _seat(fields.get("last_trick")), _kind(fields.get("kind"))
    try:
        return RamschLine(**columns, last_trick=last_trick, losers=losers, kind=kind, **counts)
    except ValueError as error:
        raise NoHouseRules("a Ramsch in columns, or in short") from error


def _fields(raw: object, texts: frozenset[str]) -> Mapping[str, Any]:
    if not isinstance(raw, Mapping) or not raw.keys() <= texts:
        raise NoHouseRules("fields")
    return raw


def _seats(raw: object) -> tuple[int | None, ...]:
    if not isinstance(raw, list) or not 2 <= len(raw) <= AT_MOST_SEATS:
        raise NoHouseRules("seats")
    return tuple(None if seat is None else _whole_number(seat, most=ALL_POINTS) for seat in raw)


def _losers(raw: object) -> tuple[int, ...]:
    if not isinstance(raw, list) or not raw:
        raise NoHouseRules("losers")
    numbers = tuple(_whole_number(seat, most=AT_MOST_SEATS) for seat in raw)
    if 0 in numbers or list(numbers) != sorted(set(numbers)):
        raise NoHouseRules("losers")
    return numbers


def _whole_number(raw: object, *, most: int) -> int:
    if type(raw) is not int or not 0 <= raw <= most:
        raise NoHouseRules("a number is whole")
    return raw


def _seat(raw: object) -> int | None:
    return None if raw is None else _whole_number(raw, most=AT_MOST_SEATS)


def _house_tick(raw: object) -> bool:
    if not isinstance(raw, bool):
        raise NoHouseRules("a tick is true or false")
    return raw


def _kind(raw: object) -> ContractKind | None:
    if raw is None:
        return None
    if not isinstance(raw, str) or raw not in list(ContractKind):
        raise NoHouseRules("kind")
    return ContractKind(raw)


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
    ticks = {tick: line.get(tick, False) for tick in (*ANNOUNCED, *TICKED)}
    if not all(isinstance(value, bool) for value in ticks.values()):
        raise Unreadable("a tick is true or false")
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


def _number(value: object) -> int | None:
    if value is not None and type(value) is not int:
        raise Unreadable("a number is whole")
    return value
