"""Ramsch and Bock computed a second time, from the rules as they are written down and from nothing of ours.

A list is the one that ``python -m scoring.rules.score`` reads, of the profiles ramsch, schieberamsch, gewinner-ramsch
and kneipe; beside its fields ``knocks`` in a Ramsch and ``has_sixty`` in a game lost, beside its switches all of
Ramsch. What is to come is kept here as a row of single deals, "B" for Bock and "R" for a compulsory Ramsch.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tests.support.scores_second_way import BASE, column

Deal = Mapping[str, Any]


class Row(NamedTuple):
    """A deal in the columns, and by what it was multiplied."""

    points: list[int]
    factor: int
    refused: bool = False


def ramsch(deal: Deal, switches: Deal) -> dict[int, int]:
    """Return what a Ramsch costs or brings whom, before Bock; seats from 1 on."""
    card_points = {seat: own for seat, own in enumerate(deal["card_points"], 1) if own is not None}
    tricks = {seat: own for seat, own in enumerate(deal["tricks"], 1) if own is not None}
    doubled = [1, 2, 4, 8][(deal.get("pushes") or 0) + (deal.get("knocks") or 0)]
    if switches.get("durchmarsch") and 10 in tricks.values():
        return {seat: 120 * doubled for seat, own in tricks.items() if own == 10}
    tied = losers(card_points, deal.get("last_trick"), switches)
    if switches.get("equal_costs") is False and len(set(card_points.values())) == 1:
        return {}
    virgins = list(tricks.values()).count(0)
    is_shared = switches.get("ramsch_tie") == "share"
    if switches.get("ramsch_amount") == "fixed":
        fixed = [int(part) for part in switches.get("ramsch_fixed", "15-15-20").split("-")]
        costs = dict.fromkeys(tied, fixed[virgins] * doubled)
    else:
        more = [1, 2, 4][virgins] if switches.get("virgin_doubles", True) else 1
        costs = {seat: own * doubled * (more if seat in tied else 1) for seat, own in card_points.items()}
        if switches.get("ramsch_writes") == "everybody":
            is_shared = False
        else:
            costs = {seat: costs[seat] for seat in tied}
    return {seat: -(own // len(tied)) if is_shared else -own for seat, own in costs.items()}


def losers(card_points: Mapping[int, int], last_trick: int | None, switches: Deal) -> list[int]:
    """Return who loses a Ramsch: whoever has most card points, or of several the one with the last trick."""
    most = max(card_points.values())
    tied = [seat for seat in card_points if card_points[seat] == most]
    if switches.get("ramsch_tie") == "last-trick" and last_trick in tied:
        return [seat for seat in tied if seat == last_trick]
    return tied


def winners(deal: Deal) -> list[int]:
    """Return who has fewest card points in a Gewinner-Ramsch."""
    card_points = {seat: own for seat, own in enumerate(deal["card_points"], 1) if own is not None}
    return [seat for seat in card_points if card_points[seat] == min(card_points.values())]


def declared(deal: Deal, switches: Deal) -> tuple[int, bool]:
    """Return what a game is worth in its declarer's column before anything multiplies it, and whether it was won."""
    if deal["game"] == "revolution":
        return (92, True) if deal.get("won") else (-184, False)
    points, is_won = column(deal)
    if deal.get("spitze"):
        more = BASE[deal["game"]] * switches["spitze"]
        points += more if is_won else -2 * more
    return points, is_won


def events(deal: Deal, value: int, is_won: bool, changed: list[int], mask: int) -> int:
    """Return how many events a deal is; ``changed`` are the columns it changed, after it."""
    found = 0
    if deal.get("declarer"):
        stakes = deal.get("stakes") or 0
        found += bool(mask & 1) and bool(deal.get("has_sixty"))
        found += bool(mask & 2) and deal["game"] == "grand" and bool(deal.get("hand")) and is_won
        found += (bool(mask & 4) and not is_won and stakes > 0) or (bool(mask & 8) and stakes > 1)
    if is_won or value == 120:
        found += (bool(mask & 64) and value >= 72) or (bool(mask & 128) and value >= 96)
    for score in changed:
        digits = str(abs(score))
        equal = score == 0 or (len(digits) >= 3 and len(set(digits[-3:])) == 1)
        hundred = score == 0 or digits.endswith("00")
        found += (bool(mask & 16) and equal) or (bool(mask & 32) and hundred)
    return int(found)


def evening(deals: list[Deal], *, seats: int, switches: Deal) -> Iterator[Row]:
    """Yield the deals of a Kneipe in its columns; of what can be refused only a broken compulsory Ramsch is."""
    to_come: list[str] = []
    columns = [0] * seats
    for deal in deals:
        following = to_come[0] if to_come else ""
        is_grand_hand = deal.get("game") == "grand" and bool(deal.get("hand"))
        if following == "R" and not ("ramsch" in deal or is_grand_hand):
            yield Row([0] * seats, 1, refused=True)
            continue
        if following == "B" or (following == "R" and "ramsch" in deal):
            to_come.pop(0)
        factor, value, is_won, points = (2 if following == "B" else 1), 0, False, [0] * seats
        if "ramsch" in deal:
            by_seat = ramsch(deal["ramsch"], switches)
            # All tricks are worth 120 however often the skat was passed on.
            value = 120 if any(own > 0 for own in by_seat.values()) else 0
            points = [by_seat.get(seat, 0) * factor for seat in range(1, seats + 1)]
        elif deal.get("declarer"):
            value, is_won = declared(deal, switches)
            factor *= [1, 2, 4, 8, 16][deal.get("stakes") or 0]
            points[deal["declarer"] - 1] = value * factor
        columns = [before + more for before, more in zip(columns, points, strict=True)]
        changed = [score for score, more in zip(columns, points, strict=True) if more]
        for _ in range(events(deal, value, is_won, changed, switches.get("bock_events", 0))):
            to_come += ["B"] * 3 + (["R"] * 3 if switches.get("bock_ramsch") else [])
        yield Row(points, factor)
