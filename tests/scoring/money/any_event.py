"""Events put through the program: as anybody would, any that it can read, any that is bent.

What one comes to is written from the page once more.
"""

import io
import json
from fractions import Fraction
from math import floor
from typing import Any

from hypothesis import strategies as st

from scoring.money.reckon.__main__ import answer
from scoring.rules import fields

EXAMPLE: dict[str, Any] = {
    "tariffs": [
        {"code": "entry", "kind": "entrant", "cents": 1000, "free": ["juniors"]},
        {"code": "loss", "kind": "lost-games", "tiers": [[3, 50], [None, 100]]},
        {"code": "place", "kind": "place-at-table", "cents": {"4": [50, 100, 150, 200], "3": [50, 100, 150]}},
        {"code": "passed", "kind": "passed-in", "cents": 10},
    ],
    "goes_to": {
        "entry": [{"pot": "prizes", "share": 80}, {"pot": "club", "share": 20}],
        "loss": [{"pot": "jackpot", "cents": 500}, {"pot": "prizes", "share": 100}],
    },
    "entrants": [{"number": 1, "classes": ["ladies"], "team": None, "paid": 1000, "expelled": False}],
    "lists": [
        {
            "series": 1,
            "passed": 2,
            "seats": [{"number": 1, "lost": 4, "total": 812}, {"number": 2, "lost": 1, "total": 1020}],
        }
    ],
    "prizes": [
        {
            "group": "main",
            "ranking": [[7], [3], [1, 5], [2]],
            "plan": {"kind": "fixed", "cents": [10000, 6000, 4000]},
            "sharing": "none",
            "round_to": 500,
            "floor": 0,
        },
        {
            "group": "series-1",
            "ranking": [[2], [1]],
            "plan": {"kind": "share", "pot": "prizes", "shares": [60, 40]},
            "sharing": "average",
        },
        {"group": "main", "class": "ladies", "ranking": [[1], [9]], "plan": {"kind": "fixed", "cents": [5000]}},
    ],
    "refund": {"series_played": 2, "series_planned": 3},
}
"""The event of the page that fixes the program."""


def asked(event: Any) -> tuple[dict[str, Any], int]:
    """Return the answer to an event, or to bytes as they stand, and how the program ends."""
    sent = event if isinstance(event, bytes) else json.dumps(event).encode()
    return fields.answered(io.BytesIO(sent), answer)


def answered(event: Any) -> dict[str, Any]:
    """Return the answer to an event that can be read."""
    found, code = asked(event)
    assert code == 0, found
    return json.loads(json.dumps(found))


def refused(event: Any) -> str:
    """Return the path of what is refused in an event."""
    found, code = asked(event)
    assert code == 2, found
    assert found.keys() == {"error", "at"}
    assert found["error"][0].isupper()
    assert found["error"].endswith(".")
    return found["at"]


def charged(tariff: dict[str, Any], *lists: dict[str, Any], entrants: Any = None) -> dict[str, int]:
    """Return what each entrant owes by one tariff."""
    seats = [seat["number"] for one in lists for seat in one["seats"] if seat]
    event = {
        "tariffs": [{"code": "t", **tariff}],
        "entrants": entrants or [{"number": number} for number in dict.fromkeys(seats)],
        "lists": list(lists),
    }
    return {number: sums["t"] for number, sums in answered(event)["charges"].items()}


def table(*seats: dict[str, Any] | int | None, **further: Any) -> dict[str, Any]:
    """Return a list; a number alone is a seat whose total is not known."""
    return {"seats": [{"number": seat} if isinstance(seat, int) else seat for seat in seats], **further}


def won(*lists: dict[str, Any], entrants: int = 0, **pots: int) -> list[tuple[int, int, int]]:
    """Return number, place and cents of each prize given, where pots hold what is said."""
    return [(p["number"], p["place"], p["cents"]) for p in prizes(*lists, entrants=entrants, **pots)["prizes"]]


def prizes(*lists: dict[str, Any], entrants: int = 0, **pots: int) -> dict[str, Any]:
    """Return the answer about lists of prizes, where pots hold what is said.

    One entrant is charged for all the pots, the others nothing.
    """
    event = {
        "tariffs": [{"code": pot, "kind": "lost-games", "tiers": [[1, cents]]} for pot, cents in pots.items()],
        "goes_to": {pot: [{"pot": pot, "share": 100}] for pot in pots},
        "entrants": [{"number": number} for number in range(1, max(entrants, 1 if pots else 0) + 1)],
        "lists": [table({"number": 1, "lost": 1})],
        "prizes": [{"group": "g", **one} for one in lists],
    }
    return answered(event)


def fixed(*cents: int, **further: Any) -> dict[str, Any]:
    """Return a plan of fixed amounts."""
    return {"kind": "fixed", "cents": list(cents), **further}


CLASSES = ["ladies", "juniors", "members"]

POTS = ["prizes", "club", "jackpot", "year"]

cents = st.integers(0, 100000)

few = st.integers(0, 12)

classes = st.lists(st.sampled_from(CLASSES), unique=True)


@st.composite
def tiers(draw: st.DrawFn) -> list[list[int | None]]:
    """Tiers that rise, with an open one or without."""
    reaches: list[int | None] = sorted(draw(st.sets(st.integers(1, 10), max_size=3)))
    return [[reach, draw(st.integers(0, 500))] for reach in reaches + [None] * draw(st.integers(0, 1))]


def tariff(code: str) -> st.SearchStrategy[dict[str, Any]]:
    """Any tariff of a code."""
    sizes = st.fixed_dictionaries({}, optional={str(n): st.lists(cents, min_size=n, max_size=n) for n in (2, 3, 4)})
    kinds = st.one_of(
        st.fixed_dictionaries({"kind": st.just("entrant"), "cents": cents}),
        st.fixed_dictionaries({"kind": st.just("lost-games"), "tiers": tiers()}),
        st.fixed_dictionaries({"kind": st.just("place-at-table"), "cents": sizes}),
        st.fixed_dictionaries({"kind": st.just("passed-in"), "cents": cents}),
    )
    return st.builds(
        lambda kind, free: {"code": code, **kind, **free}, kinds, st.fixed_dictionaries({}, optional={"free": classes})
    )


@st.composite
def goes_to(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Fixed sums and shares, at most everything."""
    left, entries = 100, []
    for pot in draw(st.lists(st.sampled_from(POTS), min_size=1, max_size=5)):
        kind = draw(st.sampled_from(["share", "cents", "each"]))
        if kind != "share":
            entries.append({"pot": pot, kind: draw(st.integers(0, 5000 if kind == "cents" else 500))})
        else:
            share = draw(st.integers(0, left))
            left -= share
            entries.append({"pot": pot, "share": share})
    return entries


@st.composite
def rankings(draw: st.DrawFn) -> list[list[int]]:
    """Numbers by place, some places shared."""
    numbers, places = draw(st.permutations(range(1, draw(st.integers(1, 10)) + 1))), []
    while numbers:
        shared = draw(st.integers(1, 3))
        places.append(list(numbers[:shared]))
        numbers = numbers[shared:]
    return places


@st.composite
def plans(draw: st.DrawFn, pots: list[str]) -> dict[str, Any]:
    """Any plan that is carried by these pots, or by none."""
    named = st.fixed_dictionaries({}, optional={"pot": st.sampled_from(pots)} if pots else {})
    amounts = st.lists(cents, max_size=6)
    kinds = [
        st.builds(lambda cents, pot: {"kind": "fixed", "cents": cents, **pot}, amounts, named),
        st.builds(
            lambda per, cents, pot: {"kind": "steps", "per": per, "cents": cents, **pot},
            st.integers(1, 5),
            amounts,
            named,
        ),
    ]
    if pots:
        shares = st.lists(st.integers(0, 25), max_size=4)
        kinds.append(
            st.builds(
                lambda pot, shares: {"kind": "share", "pot": pot, "shares": shares}, st.sampled_from(pots), shares
            )
        )
    return draw(st.one_of(kinds))


@st.composite
def prize_lists(draw: st.DrawFn, pots: list[str]) -> dict[str, Any]:
    """Any list of prizes."""
    further = st.fixed_dictionaries(
        {},
        optional={
            "class": st.none() | st.sampled_from(CLASSES),
            "sharing": st.sampled_from(["none", "average", "hort"]),
            "round_to": st.sampled_from([1, 5, 10, 100, 500]),
            "floor": st.integers(0, 20000),
        },
    )
    return {
        "group": draw(st.sampled_from(["main", "series"])),
        "ranking": draw(rankings()),
        "plan": draw(plans(pots)),
        **draw(further),
    }


@st.composite
def played(draw: st.DrawFn) -> dict[str, Any]:
    """Any list of a table."""
    numbers = draw(st.lists(st.none() | st.integers(1, 12), max_size=4, unique_by=lambda number: number or object()))
    games = st.fixed_dictionaries({"total": st.integers(-3, 3), "lost": few}, optional={"won": few})
    return {
        "series": draw(st.integers(1, 3)),
        "passed": draw(few),
        "seats": [number and {"number": number, **draw(games)} for number in numbers],
    }


@st.composite
def events(draw: st.DrawFn) -> dict[str, Any]:
    """Any event that can be read."""
    tariffs = [draw(tariff(code)) for code in ["entry", "loss", "place", "passed"][: draw(st.integers(0, 4))]]
    where = {tariff["code"]: draw(goes_to()) for tariff in tariffs if draw(st.booleans())}
    pots = sorted({entry["pot"] for entries in where.values() for entry in entries})
    entrant = st.fixed_dictionaries({}, optional={"classes": classes, "paid": cents, "expelled": st.booleans()})
    planned = draw(st.integers(1, 6))
    return {
        "tariffs": tariffs,
        "goes_to": where,
        "entrants": [{"number": n, **draw(entrant)} for n in sorted(draw(st.sets(st.integers(1, 12), max_size=9)))],
        "lists": draw(st.lists(played(), max_size=4)),
        "prizes": draw(st.lists(prize_lists(pots), max_size=4)),
        "refund": {"series_played": draw(st.integers(0, planned)), "series_planned": planned},
    }


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda within: st.lists(within, max_size=3) | st.dictionaries(st.text(max_size=5), within, max_size=3),
    max_leaves=5,
)
"""Any JSON."""


@st.composite
def bent_events(draw: st.DrawFn) -> Any:
    """An event in which something, anywhere, is replaced, left out or too much."""
    event = draw(events())
    for _ in range(draw(st.integers(1, 3))):
        held: Any = event
        while True:
            keys = list(held) if isinstance(held, dict) else list(range(len(held)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            inner = held[key]
            if isinstance(inner, dict | list) and inner and draw(st.booleans()):
                held = inner
                continue
            _bend(draw, held, key)
            break
    return event


def _bend(draw: st.DrawFn, held: Any, key: Any) -> None:
    match draw(st.sampled_from(["replace", "leave out", "add"])):
        case "replace":
            held[key] = draw(anything)
        case "leave out":
            del held[key]
        case _ if isinstance(held, dict):
            held[draw(st.text(max_size=5))] = draw(anything)
        case _:
            held.append(draw(anything) if draw(st.booleans()) else held[key])


def reckoned(event: dict[str, Any]) -> dict[str, Any]:
    """Return charges, owed, pots, prizes, over and refunds of an event."""
    charges = {
        entrant["number"]: {tariff["code"]: sum(_single(tariff, entrant, event)) for tariff in event["tariffs"]}
        for entrant in event["entrants"]
    }
    pots = _pots(event, charges)
    given = _given(event, pots)
    over: dict[str, int] = {}
    for index, one in enumerate(event["prizes"]):
        if "pot" in one["plan"]:
            pot = one["plan"]["pot"]
            over.setdefault(pot, -pots[pot])
            over[pot] += sum(prize["cents"] for at, prize in given if at == index)
    refund = event["refund"]
    left = Fraction(refund["series_planned"] - refund["series_played"], refund["series_planned"])
    return {
        "charges": {str(number): sums for number, sums in charges.items()},
        "owed": {str(e["number"]): sum(charges[e["number"]].values()) - e.get("paid", 0) for e in event["entrants"]},
        "pots": pots,
        "over": over,
        "prizes": [prize for _, prize in given],
        "refunds": {
            str(e["number"]): 0 if e.get("expelled") else floor(e.get("paid", 0) * left) for e in event["entrants"]
        },
    }


def _single(tariff: dict[str, Any], entrant: dict[str, Any], event: dict[str, Any]) -> list[int]:
    """Every charge: for entering, or of each list."""
    if set(tariff.get("free", [])) & set(entrant.get("classes", [])):
        return []
    if tariff["kind"] == "entrant":
        return [tariff["cents"]]
    number = entrant["number"]
    mine = [one for one in event["lists"] if any(seat and seat["number"] == number for seat in one["seats"])]
    return [_in_list(tariff, number, one) for one in mine]


def _in_list(tariff: dict[str, Any], number: int, one: dict[str, Any]) -> int:
    there = [seat for seat in one["seats"] if seat]
    at = next(index for index, seat in enumerate(there) if seat["number"] == number)
    if tariff["kind"] == "lost-games":
        return sum(_of_game(tariff["tiers"], game) for game in range(1, there[at]["lost"] + 1))
    if tariff["kind"] == "place-at-table":
        amounts = tariff["cents"].get(str(len(there)))
        return amounts[sum(_before(there, other, at) for other in range(len(there)))] if amounts else 0
    total = one["passed"] * tariff["cents"]
    # Cent after cent goes round the table, from the first seat on.
    return len(range(at, total, len(there)))


def _of_game(tiers: list[list[int | None]], game: int) -> int:
    for reach, cents in tiers:
        if reach is None or game <= reach:
            return cents or 0
    return 0


def _before(there: list[dict[str, Any]], other: int, at: int) -> bool:
    """Whether one seat has a better place than another."""
    a, b = there[other], there[at]
    if a["total"] != b["total"]:
        return a["total"] > b["total"]
    if all("won" in seat for seat in there if seat["total"] == b["total"]):
        return (-a["won"], a["lost"], other) < (-b["won"], b["lost"], at)
    return other < at


def _pots(event: dict[str, Any], charges: dict[int, dict[str, int]]) -> dict[str, int]:
    pots = {entry["pot"]: 0 for entries in event["goes_to"].values() for entry in entries}
    for code, entries in event["goes_to"].items():
        total = left = sum(sums[code] for sums in charges.values())
        (tariff,) = (one for one in event["tariffs"] if one["code"] == code)
        single = [cents for entrant in event["entrants"] for cents in _single(tariff, entrant, event)]
        for entry in entries:
            taken = min(left, entry.get("cents", 0))
            if "each" in entry:
                of_each = [min(cents, entry["each"]) for cents in single]
                single = [cents - part for cents, part in zip(single, of_each, strict=True)]
                taken = min(left, sum(of_each))
            pots[entry["pot"]] += taken
            left -= taken
        rest = left
        for entry in entries:
            taken = floor(Fraction(rest * entry.get("share", 0), 100))
            pots[entry["pot"]] += taken
            left -= taken
        pots[entries[-1]["pot"]] += left
        assert total >= left >= 0
    return pots


def _given(event: dict[str, Any], pots: dict[str, int]) -> list[tuple[int, dict[str, Any]]]:
    waiting = []
    for index, one in enumerate(event["prizes"]):
        for place, cents in enumerate(_amounts(one, pots, len(event["entrants"])), start=1):
            waiting.append((-cents, index, place))
    has: set[tuple[str, int]] = set()
    given = []
    for cents, index, place in sorted(waiting):
        one = event["prizes"][index]
        free = [number for level in one["ranking"] for number in level if (one["group"], number) not in has]
        if cents and free:
            has.add((one["group"], free[0]))
            prize = {
                "number": free[0],
                "group": one["group"],
                "class": one.get("class"),
                "place": place,
                "cents": -cents,
            }
            given.append((index, prize))
    return sorted(given, key=lambda found: (found[0], found[1]["place"]))


def _amounts(one: dict[str, Any], pots: dict[str, int], entrants: int) -> list[int]:
    plan = one["plan"]
    if plan["kind"] == "share":
        pot, shares = pots[plan["pot"]], plan["shares"]
        amounts = [floor(Fraction(pot * share, 100)) for share in shares]
        if amounts:
            amounts[0] = floor(Fraction(pot * sum(shares), 100)) - sum(amounts[1:])
    elif plan["kind"] == "steps":
        amounts = [
            (plan["cents"] + [plan["cents"][-1]] * n)[n] for n in range(entrants // plan["per"]) if plan["cents"]
        ]
    else:
        amounts = list(plan["cents"])
    if one.get("sharing", "none") != "none":
        amounts = _shared(amounts, one["ranking"], one["sharing"])
    total, unit = sum(amounts), one.get("round_to", 1)
    amounts = [cents - cents % unit for cents in amounts]
    amounts = [cents * (cents >= one.get("floor", 0)) for cents in amounts]
    return [amounts[0] + total - sum(amounts), *amounts[1:]] if amounts else []


def _shared(amounts: list[int], ranking: list[list[int]], sharing: str) -> list[int]:
    rest, found = list(amounts), []
    for level in ranking:
        own = [rest.pop(0) if rest else 0 for _ in level]
        average = Fraction(sum(own), len(own))
        if len(own) == 1:
            found += own
        elif sharing == "average":
            odd = sum(own) - len(own) * floor(average)
            found += [floor(average) + 1] * odd + [floor(average)] * (len(own) - odd)
        else:
            halves = [floor((cents + average) / 2) for cents in own]
            found += [halves[0] + sum(own) - sum(halves), *halves[1:]]
    return found + rest
