"""A table whose network goes away in the middle: entered, closed by accident, scanned again, taken over meanwhile.

By a safe address the phone keeps the page too; on plain http the open page goes on, and one that was closed comes back
with the network. Nothing that was entered is lost by either.
"""

import time
from collections.abc import Callable

import pytest

from scoring.lists.models import DealRow, GameListRow, Proposal
from tests.browser import at_table
from tests.browser.at_table import KEPT, PLACE
from tests.browser.engines.network import Network
from tests.browser.engines.phone import Phone

pytestmark = pytest.mark.django_db(transaction=True)

SAVED = "Gespeichert (Nr. {})"
WAITS = "noch nicht gesendet ({})"
LOOSE = "{} ungesendet. Seite offen lassen."
LIVE = "document.documentElement.classList.contains('live')"
HEAR = "() => { dispatchEvent(new Event('focus')); }"
"""What happens where somebody looks at the page again, and does not wait until it asks by itself."""

PARTS = 4
"""Pauses in a walk while the network is away."""

Address = Callable[[Network], str]


@pytest.fixture
def a_while(request: pytest.FixtureRequest) -> Callable[[], None]:
    """Return a function that lets a part of the minutes pass that a network is away: none unless they are asked for."""
    minutes = request.config.option.offline_minutes
    return lambda: time.sleep(minutes * 60 / PARTS)


@pytest.fixture
def game_list() -> GameListRow:
    return at_table.game_list(seats=3, rounds=12)


@pytest.fixture
def at_the_table(phone, network, game_list) -> Callable[[Address], Phone]:
    """Return a function that scans the table's code at an address, with a phone that has kept what it can."""

    def scan(address: Address) -> Phone:
        one = phone()
        one.go(f"{address(network)}/l/{game_list.table.key}/")
        one.comes_true(LIVE)
        assert one.run("() => isSecureContext") is (address is Network.secure)
        if address is Network.secure:
            one.comes_true(KEPT)
        enter(one, 1)
        one.says("#state", SAVED.format(1) if address is Network.secure else "1 gesichert. Seite offen lassen.")
        return one

    return scan


def enter(phone: Phone, number: int, outcome: str = "won") -> None:
    """Enter a deal; its matadors tell it apart from the one before."""
    for field, value in (("declarer", 1 + number % 3), ("game", "clubs"), ("matadors", 1 + number % 4)):
        phone.tap_tile(field, value)
    phone.tap_tile("outcome", outcome)
    phone.says("#last-number", f"Spiel {number}")


def entered() -> list[tuple[int, int]]:
    return list(DealRow.objects.filter(voided_at=None).order_by("number").values_list("number", "matadors"))


def all_of(count: int) -> list[tuple[int, int]]:
    return [(number, 1 + number % 4) for number in range(1, count + 1)]


@pytest.mark.thorough
@pytest.mark.proof("engines")
def test_with_a_kept_page_every_door_leads_back_and_all_arrives_once_and_in_order(
    at_the_table, engine, network, game_list, a_while, prove
):
    phone = at_the_table(Network.secure)
    network.pull()
    enter(phone, 2)
    a_while()
    enter(phone, 3)
    phone.says("#state", WAITS.format(2))

    phone.close()
    a_while()
    phone.go(f"{network.secure()}{PLACE}")
    phone.comes_true(LIVE)
    phone.says("#state", WAITS.format(2))
    enter(phone, 4)
    a_while()
    phone.close()
    phone.go(f"{network.secure()}/l/{game_list.table.key}/")
    phone.comes_true(LIVE)
    enter(phone, 5)
    a_while()
    phone.reload()
    phone.comes_true(LIVE)
    phone.says("#state", WAITS.format(4))
    assert entered() == all_of(1)

    network.come_back()
    phone.run(HEAR)
    phone.says("#state", SAVED.format(5))
    assert entered() == all_of(5)
    assert DealRow.objects.count() == 5
    prove(f"{engine.name}, closed, scanned and loaded anew: 5 of 5 once and in order")


@pytest.mark.thorough
@pytest.mark.proof("engines")
def test_on_plain_http_the_open_page_goes_on_and_a_closed_one_has_lost_nothing(
    at_the_table, engine, network, game_list, a_while, prove
):
    phone = at_the_table(Network.plain)
    network.pull()
    for number in (2, 3, 4):
        enter(phone, number)
        a_while()
    phone.says("#state", LOOSE.format(3))

    phone.close()
    a_while()
    phone.go(f"{network.plain()}{PLACE}")
    assert phone.texts("#state") == []

    network.come_back()
    phone.go(f"{network.plain()}/l/{game_list.table.key}/")
    phone.comes_true(LIVE)
    phone.says("#state", "4 gesichert. Seite offen lassen.")
    assert entered() == all_of(4)
    assert DealRow.objects.count() == 4
    prove(f"{engine.name}, on plain http: 4 of 4 once and in order")


@pytest.mark.thorough
@pytest.mark.proof("engines")
@pytest.mark.parametrize("address", [Network.secure, Network.plain])
def test_closed_scanned_and_taken_over_meanwhile_the_deals_of_the_first_phone_are_proposed(
    address, at_the_table, phone, engine, network, networks, game_list, a_while, prove
):
    first, link = at_the_table(address), f"/l/{game_list.table.key}/"
    network.pull()
    unsent = [2, 3]
    for number in unsent:
        enter(first, number)
        a_while()
    first.close()
    first.go(f"{address(network)}{link}")
    if address is Network.secure:
        first.comes_true(LIVE)
        unsent.append(4)
        enter(first, 4)
    else:
        assert first.texts("#state") == []
    a_while()

    other, elsewhere = phone(), networks()
    take_over(other, f"{address(elsewhere)}{link}")
    enter(other, 2, "lost")
    a_while()
    enter(other, 3, "lost")
    other.says("#state", "3 gesichert" if address is Network.plain else SAVED.format(3))

    network.come_back()
    if address is Network.secure:
        first.run(HEAR)
    else:
        first.go(f"{address(network)}{link}")
        first.comes_true(LIVE)
    first.says("#kept", "Alle Spieler waren einverstanden")
    first.lacks("#ticks")
    first.comes_true(f"document.querySelectorAll('#stuck > *').length === {len(unsent)}")
    assert list(DealRow.objects.order_by("number").values_list("number", "won")) == [(1, True), (2, False), (3, False)]
    assert sorted(Proposal.objects.values_list("number", flat=True)) == unsent
    prove(f"{engine.name}, taken over meanwhile ({address.__name__}): {len(unsent)} unsent deals, 0 not proposed")


def take_over(phone: Phone, link: str) -> None:
    """Scan the code of a list that another phone keeps; all players agree that this one goes on with it."""
    phone.go(link)
    phone.comes_true(LIVE)
    phone.tap(".take-over summary")
    for name in at_table.NAMES[:3]:
        phone.tap(".take-over label", name)
    phone.follow(".take-over button[value=agreed]")
    phone.follow("a.main", "Weiter mit der Liste")
    phone.comes_true(LIVE)
