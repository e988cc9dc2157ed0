"""A list in every engine: typed as a finger does it, without a network, said in dialogs, signed on its phone."""

import math
import time
from collections.abc import Callable
from statistics import mean

import pytest
from django.utils import timezone

from benchmarks.model import as_json
from scoring.disputes.models import Objection
from scoring.lists.models import Call, DealRow, GameListRow, Proposal
from scoring.rules.game_list.deals import Deal
from scoring.table.services import batches
from tests.browser import at_table
from tests.browser.at_table import KEPT, PLACE
from tests.browser.engines.network import Network
from tests.browser.engines.phone import Phone
from tests.reference.files import FIXTURES, Row, played, rows
from tests.support import factories

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]

SEATS = "ABCD"
ROWS = rows("list_of_48.csv", folder=FIXTURES)
SAVED = "Gespeichert (Nr. {})"
WAITS = "Kein Netz: {} Spiele sind auf diesem Handy sicher."
LIVE = "document.documentElement.classList.contains('live')"
HEAR = "() => { dispatchEvent(new Event('focus')); }"
"""What happens where somebody looks at the page again, and does not wait until it asks by itself."""

FEWEST = "(deals) => JSON.parse(deals).map((deal) => fewest.fewestTaps(deal, 4, lines))"


def deal_of(row: Row) -> Deal:
    declarer = SEATS.index(row["declarer"]) + 1 if row["declarer"] else None
    return Deal(number=int(row["deal"]), declarer=declarer, played=played(row))


def shown(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


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


@pytest.mark.proof("engines")
def test_the_list_worked_out_by_hand_comes_right_and_nothing_ordinary_is_out_of_sight(
    phone, network, model, engine, prove
):
    deals, row = [deal_of(row) for row in ROWS], at_table.game_list(seats=4, rounds=12)
    one, gestures = phone(), []
    one.go(f"{network.secure()}/l/{row.table.key}/")
    one.comes_true(LIVE)
    begun = time.monotonic()
    for deal, known, fewest in zip(deals, ROWS, model.evaluate(FEWEST, as_json(deals)), strict=True):
        before = one.gestures
        enter(one, deal, fewest)
        gestures.append(one.gestures - before)
        # Only what is rare takes a scroll besides its taps.
        assert gestures[-1] <= fewest["taps"] or not is_ordinary(deal), deal.number
        assert one.texts("#seats .points") == [shown(int(known[f"total_{seat}"])) for seat in SEATS], deal.number
    typed = f"{mean(gestures):.2f} gestures a deal, {time.monotonic() - begun:.0f} s for the list"
    one.says("#state", SAVED.format(48))

    assert one.errors == []
    points = DealRow.objects.order_by("number").values_list("points", flat=True)
    assert list(points) == [int(row["points"]) for row in ROWS]
    assert [deal.number for deal in deals if not is_ordinary(deal)] == [17, 37, 44]
    prove(f"{engine.name}, {one.pointer}: 48 of 48 deals right, {typed}")


Address = Callable[[Network], str]


@pytest.fixture
def a_while(request: pytest.FixtureRequest) -> Callable[[], None]:
    """Return a function that lets a quarter of the minutes pass that a network is away: none unless asked for."""
    minutes = request.config.option.offline_minutes
    return lambda: time.sleep(minutes * 15)


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
        enter_clubs(one, 1)
        one.says("#state", SAVED.format(1) if address is Network.secure else "1 gesichert. Seite offen lassen.")
        return one

    return scan


def enter_clubs(phone: Phone, number: int, outcome: str = "won") -> None:
    """Enter a deal; its matadors tell it apart from the one before."""
    for field, value in (("declarer", 1 + number % 3), ("game", "clubs"), ("matadors", 1 + number % 4)):
        phone.tap_tile(field, value)
    phone.tap_tile("outcome", outcome)
    phone.says("#last-number", f"Spiel {number}")


def entered() -> list[tuple[int, int]]:
    return list(DealRow.objects.filter(voided_at=None).order_by("number").values_list("number", "matadors"))


def all_of(count: int) -> list[tuple[int, int]]:
    return [(number, 1 + number % 4) for number in range(1, count + 1)]


@pytest.mark.proof("engines")
def test_with_a_kept_page_every_door_leads_back_and_all_arrives_once_and_in_order(
    at_the_table, engine, network, game_list, a_while, prove
):
    phone = at_the_table(Network.secure)
    network.pull()
    enter_clubs(phone, 2)
    a_while()
    enter_clubs(phone, 3)
    phone.says("#state", WAITS.format(2))

    phone.close()
    a_while()
    phone.go(f"{network.secure()}{PLACE}")
    phone.comes_true(LIVE)
    phone.says("#state", WAITS.format(2))
    enter_clubs(phone, 4)
    a_while()
    phone.close()
    phone.go(f"{network.secure()}/l/{game_list.table.key}/")
    phone.comes_true(LIVE)
    enter_clubs(phone, 5)
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


@pytest.mark.proof("engines")
def test_on_plain_http_the_open_page_goes_on_and_a_closed_one_has_lost_nothing(
    at_the_table, engine, network, game_list, a_while, prove
):
    phone = at_the_table(Network.plain)
    network.pull()
    for number in (2, 3, 4):
        enter_clubs(phone, number)
        a_while()
    phone.says("#state", WAITS.format(3))

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


@pytest.mark.proof("engines")
@pytest.mark.parametrize("address", [Network.secure, Network.plain])
def test_closed_scanned_and_taken_over_meanwhile_the_deals_of_the_first_phone_are_proposed(
    address, at_the_table, phone, engine, network, networks, game_list, a_while, prove
):
    first, link = at_the_table(address), f"/l/{game_list.table.key}/"
    network.pull()
    unsent = [2, 3]
    for number in unsent:
        enter_clubs(first, number)
        a_while()
    first.close()
    first.go(f"{address(network)}{link}")
    if address is Network.secure:
        first.comes_true(LIVE)
        unsent.append(4)
        enter_clubs(first, 4)
    else:
        assert first.texts("#state") == []
    a_while()

    other, elsewhere = phone(), networks()
    take_over(other, f"{address(elsewhere)}{link}")
    enter_clubs(other, 2, "lost")
    a_while()
    enter_clubs(other, 3, "lost")
    other.says("#state", "3 gesichert" if address is Network.plain else SAVED.format(3))

    network.come_back()
    if address is Network.secure:
        first.run(HEAR)
    else:
        first.go(f"{address(network)}{link}")
        first.comes_true(LIVE)
    first.says("#kept", "führt ein anderes Handy die Liste")
    first.lacks("#ticks")
    first.comes_true(f"document.querySelectorAll('#stuck > *').length === {len(unsent)}")
    assert list(DealRow.objects.order_by("number").values_list("number", "won")) == [(1, True), (2, False), (3, False)]
    assert sorted(Proposal.objects.values_list("number", flat=True)) == unsent
    prove(f"{engine.name}, taken over meanwhile ({address.__name__}): {len(unsent)} unsent deals, 0 not proposed")


def take_over(phone: Phone, link: str) -> None:
    """Scan the code of a list that another phone keeps; the direction lets this one go on with it."""
    phone.go(link)
    phone.comes_true(LIVE)
    phone.tap(".take-over summary")
    phone.tap(".take-over button")
    phone.comes_true("!document.querySelector('[data-note=asked]').hidden")
    batches.settle_call(call_id=Call.objects.get().pk, granted=True, by=factories.user(), now=timezone.now())
    phone.go(link)
    phone.comes_true(LIVE)


LATER = """caches.open("table").then((cache) => cache.keys()).then((all) =>
    ["signing.js", "deal.js", "dialogs.css", "says.js", "pad.js", "handover.js"].every((name) =>
        all.some((one) => one.url.endsWith(name))))"""
OPEN = "document.querySelector('dialog[open]') !== null"
SHUT = "document.querySelector('dialog[open]') === null"


def enter_grand(phone: Phone, number: int) -> None:
    for field, value in (("declarer", number), ("game", "grand"), ("matadors", 2), ("outcome", "won")):
        phone.tap_tile(field, value)
    phone.says("#last-number", f"Spiel {number}")


def draw(phone: Phone, seat: str) -> None:
    x, y, width, height = phone.box(f"{seat} .signature-pad svg")
    wave = ((step / 30, 0.5 + 0.4 * math.sin(step / 3)) for step in range(30))
    phone.draw([(x + 10 + across * (width - 20), y + down * height) for across, down in wave])


@pytest.mark.proof("engines")
def test_corrected_disputed_signed_and_closed_without_a_network(phone, engine, network, prove):
    row = at_table.game_list(seats=3)
    one = phone()
    one.go(f"{network.secure()}/l/{row.table.key}/")
    one.comes_true(LIVE)
    one.comes_true(KEPT)
    one.comes_true(LATER)
    network.pull()
    for number in (1, 2, 3):
        enter_grand(one, number)

    one.tap("#to-deals")
    one.tap("#deal-list > li[value='2'] a")
    one.comes_true(OPEN)
    one.tap("dialog[open] [data-mend]")
    one.comes_true(SHUT)
    one.tap_tile("outcome", "lost")
    one.comes_true(OPEN)
    one.tap("dialog[open] label.check")
    one.tap("dialog[open] button.main")
    one.comes_true(SHUT)
    one.says("#deal-list > li[value='2']", "−144")
    one.reload()
    one.comes_true(LIVE)

    one.tap("[data-opens=sign]")
    one.comes_true(OPEN)
    one.says("dialog[open] .players > li:nth-child(2)", "−144 − 50 + 0 = −194")
    for place in (1, 2, 3):
        seat = f"dialog[open] .players > li:nth-child({place})"
        one.tap(f"{seat} [data-agrees] summary")
        if place == 2:
            one.tap(f"{seat} [data-hearers] label")
        else:
            draw(one, seat)
        one.tap(f"{seat} [data-agrees] button[type=submit]")
        one.says(f"{seat} [data-signed]", "noch nicht gesendet")
    one.tap("dialog[open] form[data-do=close] button")
    one.comes_true(SHUT)
    one.says("#waits > summary", "Die Liste soll abgeschlossen werden")
    one.tap("#more > summary")
    one.tap("[data-opens=judge]")
    one.says("#waits > summary", "Schiedsrichter rufen")
    assert DealRow.objects.count() == 0

    network.come_back()
    one.run(HEAR)
    # The page says it, and says it again with the time when it has loaded itself anew.
    one.says("[data-note=signed]:not([hidden])", "nterschrieben und abgeschlossen")
    row.refresh_from_db()
    assert row.signed_hash
    assert list(row.confirmations.order_by("place").values_list("way", flat=True)) == ["drawn", "aloud", "drawn"]
    standing = DealRow.objects.filter(voided_at=None).order_by("number").values_list("points", flat=True)
    assert list(standing) == [72, -144, 72]
    assert DealRow.objects.count() == 4
    assert Objection.objects.count() == 1
    prove(f"{engine.name}, corrected, signed and closed without a network: 4 of 4 once and in order")


@pytest.mark.proof("engines")
def test_drawn_or_said_aloud_the_list_is_closed(phone, engine, network, prove):
    row = factories.running_list(seats=3)
    factories.fill(row)
    one = phone()
    one.go(f"{network.secure()}/l/{row.table.key}/?sign")

    for place, hearer in ((1, None), (2, "Spieler 3"), (3, None)):
        one.tap(f"#agree-{place} summary")
        if hearer:
            one.tap(f"#agree-{place} .heard-by label", hearer)
        else:
            draw(one, f"#seat-{place}")
        one.follow(f"#agree-{place} button[value=confirm]")
        one.says(f"#seat-{place} .good", "Unterschrieben von")
    one.follow("button[value=sign]")

    one.says("[data-note=signed]", "Unterschrieben und abgeschlossen")
    row.refresh_from_db()
    assert row.signed_hash
    ways = row.confirmations.order_by("place").values_list("way", "heard_by")
    assert list(ways) == [("drawn", None), ("aloud", 3), ("drawn", None)]
    assert all(len(given.drawing) > 100 for given in row.confirmations.filter(way="drawn"))
    assert one.errors == []
    prove(f"{engine.name}: 3 of 3 signed")
