"""A list of 48 deals typed deal by deal, as a finger does it: the one worked out by hand, and what halls really play.

What a deal costs is counted as `benchmarks.gestures` does: taps, and scrolls to what is not in sight. The page itself
takes no press for 0.6 seconds after a deal, which is most of the time that is told.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import mean

import pytest
from playwright.sync_api import Page

from benchmarks.model import as_json
from benchmarks.taps import GOAL, deals_of_the_mix
from scoring.lists.models import DealRow
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.sums import running
from tests.browser import at_table
from tests.browser.engines.phone import SIZE, Phone
from tests.reference.files import FIXTURES, Row, played, rows

pytestmark = pytest.mark.django_db(transaction=True)

SEATS = "ABCD"
ROWS = rows("list_of_48.csv", folder=FIXTURES)
FEWEST = "(deals) => JSON.parse(deals).map((deal) => fewest.fewestTaps(deal, 4, lines))"


@dataclass(slots=True)
class Typed:
    """What it took to type a list."""

    gestures: list[int]
    scrolled: list[Deal]
    """Deals that took a scroll besides their taps."""

    seconds: float

    def __str__(self) -> str:
        return f"{mean(self.gestures):.2f} gestures a deal, {self.seconds:.0f} s for the list"


def deal_of(row: Row) -> Deal:
    declarer = SEATS.index(row["declarer"]) + 1 if row["declarer"] else None
    return Deal(number=int(row["deal"]), declarer=declarer, played=played(row))


def shown(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


@pytest.fixture
def type_in(phone: Callable[..., Phone], network, model: Page) -> Callable[..., tuple[Phone, Typed]]:
    """Return a function that types deals on a phone of a size; after each the totals are those that are known."""

    def typed(deals: list[Deal], totals: list[list[int]], size: tuple[int, int]) -> tuple[Phone, Typed]:
        row = at_table.game_list(seats=4, rounds=12)
        one, gestures, scrolled = phone(*size), [], []
        one.go(f"{network.secure()}/l/{row.table.key}/")
        one.comes_true("document.documentElement.classList.contains('live')")
        begun = time.monotonic()
        for deal, known, fewest in zip(deals, totals, model.evaluate(FEWEST, as_json(deals)), strict=True):
            before = one.gestures
            enter(one, deal, fewest)
            gestures.append(one.gestures - before)
            if gestures[-1] > fewest["taps"]:
                scrolled.append(deal)
            assert one.texts("#seats .points") == [shown(total) for total in known], deal.number
        seconds = time.monotonic() - begun
        one.says("#state", f"Gespeichert (Nr. {len(deals)})")
        assert one.errors == []
        return one, Typed(gestures, scrolled, seconds)

    return typed


def enter(phone: Phone, deal: Deal, fewest: dict) -> None:
    """Tap what the fewest taps of a deal are, and answer what is asked about it."""
    for field, value in fewest["pressed"]:
        phone.tap_tile(field, value)
    phone.tap_tile("outcome", "passed" if deal.played is None else "won" if deal.played.won else "lost")
    if fewest["asked"]:
        phone.tap("#explain button.main")
    phone.says("#last-number", f"Spiel {deal.number}")


def is_ordinary(deal: Deal) -> bool:
    """Whether its tiles stand on the first screen: no bid has to be said, no count from five on."""
    return deal.played is None or not (deal.played.overbid or abs(deal.played.matadors or 0) > 4)


@pytest.mark.thorough
@pytest.mark.proof("engines")
def test_the_list_worked_out_by_hand_comes_right_and_nothing_ordinary_is_out_of_sight(type_in, engine, prove):
    deals = [deal_of(row) for row in ROWS]
    totals = [[int(row[f"total_{seat}"]) for seat in SEATS] for row in ROWS]

    phone, typed = type_in(deals, totals, SIZE)

    assert list(DealRow.objects.order_by("number").values_list("points", flat=True)) == [
        int(row["points"]) for row in ROWS
    ]
    assert [deal.number for deal in deals if not is_ordinary(deal)] == [17, 37, 44]
    assert [deal.number for deal in typed.scrolled if is_ordinary(deal)] == []
    prove(f"{engine.name}, {phone.pointer}: 48 of 48 deals right, {typed}")


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SIZE, (390, 664), (412, 732)], ids=lambda size: "x".join(map(str, size)))
def test_a_list_as_halls_play_it_costs_few_gestures(type_in, engine, size):
    deals = deals_of_the_mix(48)

    _phone, typed = type_in(deals, list(running(GameList(seats=4, deals=tuple(deals)))), size)

    assert mean(typed.gestures) <= GOAL
