"""The same reckoning written once more from the page alone, one amount at a time, in exact fractions."""

from fractions import Fraction
from math import floor
from typing import Any


def reckoned(event: dict[str, Any]) -> dict[str, Any]:
    """Return charges, owed, pots, prizes, over and refunds of an event."""
    charges = {
        entrant["number"]: {tariff["code"]: _charged(tariff, entrant, event) for tariff in event["tariffs"]}
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


def _charged(tariff: dict[str, Any], entrant: dict[str, Any], event: dict[str, Any]) -> int:
    if set(tariff.get("free", [])) & set(entrant.get("classes", [])):
        return 0
    if tariff["kind"] == "entrant":
        return tariff["cents"]
    number = entrant["number"]
    mine = [one for one in event["lists"] if any(seat and seat["number"] == number for seat in one["seats"])]
    return sum(_in_list(tariff, number, one) for one in mine)


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
        for entry in entries:
            taken = min(left, entry.get("cents", 0))
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
