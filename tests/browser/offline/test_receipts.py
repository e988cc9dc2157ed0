"""Without a network for half an hour, whatever goes wrong: a deal stays on the phone until its receipt came."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route

from tests.browser.conftest import PHONE
from tests.browser.offline.stub import GRAND, StubSite, cut_off, enter, numbers, open_table, states, status, until

MINUTES_A_DEAL = 2.6
"""What a deal takes in a hall: twelve of them half an hour."""


def pass_time(phone: Page, minutes: float) -> None:
    """Let time pass on the phone's clock while nothing is asked or written: the disk keeps real time.

    A disk that is waited for while the clock jumps would be one that does not answer for minutes.
    """
    until(phone, "!table.status().sending")
    phone.clock.fast_forward(minutes * 60_000)


@pytest.mark.thorough
@pytest.mark.proof("offline")
def test_twelve_deals_without_a_network_arrive_once_and_in_order(new_context, prove):
    # Half an hour passes on the phone's own clock, deal by deal: whatever waits for its time happens in between.
    context = new_context(**PHONE)
    context.clock.install()
    site = StubSite(context)
    phone = open_table(context.new_page(), site)
    begun = phone.evaluate("Date.now()")
    site.spoil = lambda _body: cut_off
    for number in (1, 2, 3, 4):
        enter(phone, number)
        assert status(phone)["unsent"] == number
        pass_time(phone, MINUTES_A_DEAL)
    phone.reload()
    phone = open_table(phone, site)
    assert status(phone)["unsent"] == 4
    assert phone.evaluate("table.nextNumber()") == 5
    enter(phone, 5, 6, 7, 8)
    pass_time(phone, 4 * MINUTES_A_DEAL)
    phone.close()
    phone = open_table(context.new_page(), site)
    assert status(phone)["unsent"] == 8
    for number in (9, 10, 11, 12):
        enter(phone, number)
        pass_time(phone, MINUTES_A_DEAL)
    minutes = (phone.evaluate("Date.now()") - begun) / 60_000
    assert (status(phone)["unsent"], status(phone)["online"], site.deals) == (12, False, [])

    site.spoil = lambda _body: None
    phone.evaluate("dispatchEvent(new Event('online'))")
    until(phone, "table.status().unsent === 0")

    assert numbers(site) == [(n, n) for n in range(1, 13)]
    assert states(phone) == [[n, "saved"] for n in range(1, 13)]
    prove(f"{minutes:.0f} minutes without network, loaded anew, closed and opened: 12 of 12 once and in order")


def page_of(html: str, status: int = 200) -> Callable[[Route], None]:
    return lambda route: route.fulfill(status=status, body=html, content_type="text/html")


def says(status: int) -> Callable[[Route], None]:
    return lambda route: route.fulfill(status=status, json={"says": "Not now.", "code": "not-now"})


def elsewhere(route: Route) -> None:
    route.fulfill(status=302, headers={"location": "http://wifi.test/welcome"})


def for_another(route: Route) -> None:
    receipts = [
        {"key": "00000000-0000-4000-8000-000000000000", "state": "saved", "number": 1},
        None,
        {"state": "saved"},
    ]
    route.fulfill(json={"receipts": receipts, "list": {"version": 1, "state": "open", "deals": []}})


def unheard_of(route: Route) -> None:
    key = route.request.post_data_json["acts"][0]["key"] if route.request.method == "POST" else ""
    route.fulfill(json={"receipts": [{"key": key, "state": "maybe"}], "list": None})


BAD = {
    **{str(code): says(code) for code in (400, 403, 404, 409, 413, 422, 429, 500, 503)},
    "500 as a page": page_of("<h1>Server Error</h1>", 500),
    "a sign-in page": page_of("<!doctype html><form action='/sign-in/'></form>"),
    "a hotel's Wi-Fi": page_of("<!doctype html><title>Welcome! Accept our terms.</title>"),
    "another place": elsewhere,
    "garbage": lambda route: route.fulfill(body="\x00\x01{]", content_type="application/json"),
    "nothing": lambda route: route.fulfill(body=""),
    "null": lambda route: route.fulfill(json=None),
    "a list of nothing": lambda route: route.fulfill(json=[]),
    "no receipts": lambda route: route.fulfill(json={"list": {"version": 9, "state": "open", "deals": []}}),
    "a receipt for another deal": for_another,
    "a state nobody knows": unheard_of,
    "no answer": cut_off,
}

EMPTY = ("no receipts", "a receipt for another deal")
"""Tell of a list without deals, to which the phone gives back all that it knows as saved."""

KINDS = [[kind for kind in BAD if kind not in EMPTY], *([kind] for kind in EMPTY)]


@pytest.mark.proof("queue")
@pytest.mark.parametrize("kinds", KINDS, ids=["one after the other", *EMPTY])
def test_without_a_receipt_nothing_leaves_the_phone(phone, site, kinds, prove):
    until(phone, "table.status().last_heard !== null")
    for last, kind in zip(range(2, 100, 2), kinds, strict=False):
        site.spoil = lambda _body, kind=kind: BAD[kind]
        enter(phone, last - 1, last)
        phone.evaluate("table.flush()")
        phone.evaluate("table.flush()")
        assert status(phone)["unsent"] == 2, kind
        assert status(phone)["problem"], kind

        site.spoil = lambda _body: None
        phone.evaluate("table.flush()")
        until(phone, "table.status().unsent === 0")

        assert numbers(site) == [(number, number) for number in range(1, last + 1)], kind
        assert states(phone) == [[number, "saved"] for number in range(1, last + 1)], kind
        assert status(phone)["problem"] == "", kind
    prove(f"{', '.join(kinds)}: 0 dropped")


def test_a_renewed_key_keeps_everything_until_the_new_code_is_scanned(phone, site):
    renewed = {"says": "Scan the new code.", "code": "key-needed"}
    site.spoil = lambda _body: lambda route: route.fulfill(status=403, json=renewed)
    enter(phone, 1)
    phone.evaluate("table.flush()")
    assert (status(phone)["problem"], status(phone)["says"]) == ("key", "Scan the new code.")
    site.keys.clear()

    site.spoil = lambda _body: None
    open_table(phone, site, table_key="n" * 32)
    until(phone, "table.status().unsent === 0")

    assert numbers(site) == [(1, 1)]
    assert set(site.keys) == {"n" * 32}


def test_a_batch_that_is_too_large_is_sent_in_parts(phone, site):
    site.spoil = lambda _body: cut_off
    enter(phone, *range(1, 11))
    # What is under way still fails, and what failed so often is tried again late.
    until(phone, "!table.status().sending")
    sizes = []

    def small(body):
        if body is None:
            return None
        sizes.append(len(body["acts"]))
        return says(413) if len(body["acts"]) > 3 else None

    site.spoil = small
    phone.evaluate("table.flush()")
    until(phone, "table.status().unsent === 0")

    assert numbers(site) == [(n, n) for n in range(1, 11)]
    assert sizes[:3] == [10, 5, 2]
    assert [body["unsent"] for body in site.heard][-5:] == [8, 6, 4, 2, 0]


def test_storage_that_is_closed_is_said_and_the_page_goes_on(new_context):
    context = new_context(**PHONE)
    site, page = StubSite(context), context.new_page()
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { get() { throw new Error('closed'); } })")
    open_table(page, site)
    site.spoil = lambda _body: cut_off
    enter(page, 1, 2)
    assert (status(page)["storage"], status(page)["unsent"]) == ("memory", 2)

    site.spoil = lambda _body: None
    page.evaluate("table.flush()")
    until(page, "table.status().unsent === 0")

    assert numbers(site) == [(1, 1), (2, 2)]


def test_two_pages_of_a_phone_show_the_same_and_send_once(phone, site, context):
    other = open_table(context.new_page(), site)
    site.spoil = lambda _body: cut_off
    enter(phone, 1)
    until(other, "table.status().unsent === 1")
    enter(other, 2)
    until(phone, "table.status().unsent === 2")
    # Both show deal 3 when both are tapped: the slower one does not become deal 4.
    enter(phone, 3)
    enter(other, 3)
    assert states(phone) == [[1, "unsent"], [2, "unsent"], [3, "unsent"]]

    site.spoil = lambda _body: None
    other.evaluate("table.flush()")
    until(phone, "table.status().unsent === 0")

    assert numbers(site) == [(1, 1), (2, 2), (3, 3)]
    assert states(other) == states(phone) == [[n, "saved"] for n in (1, 2, 3)]


def settled(page):
    page.evaluate("table.flush()")
    until(page, "table.status().unsent === 0 && !table.status().sending")


OTHER = "10000000-0000-4000-8000-000000000000"


def test_a_restored_site_gets_back_what_it_lacks_deals_that_came_another_way_too(phone, site):
    enter(phone, 1)
    settled(phone)
    site.enter(2, OTHER, GRAND | {"bid": 2})
    settled(phone)
    enter(phone, *range(3, 9))
    settled(phone)
    site.restore(1)

    settled(phone)
    assert numbers(site) == [(n, n) for n in range(1, 9)]
    assert site.deals[1]["key"] == OTHER
    assert len(site.heard[-1]["acts"]) == 7
    assert set(site.heard[-1]["acts"][0]["line"]) == {*GRAND, "bid"}
    assert [state for _number, state in states(phone)] == ["saved"] * len(states(phone))

    # A page just loaded is believed even if the site was restored.
    site.restore(3)
    open_table(phone, site)
    settled(phone)
    assert numbers(site) == [(n, n) for n in range(1, 9)]


def test_what_was_taken_back_or_taken_out_elsewhere_does_not_come_back(phone, site):
    enter(phone, 1, 2)
    settled(phone)
    phone.evaluate("table.undo()")
    settled(phone)
    assert numbers(site) == [(1, 1)]
    site.restore(0)
    settled(phone)
    assert numbers(site) == [(1, 1)]
    assert states(phone) == [[1, "saved"], [2, "undone"]]

    # What the direction took out is offered once and then left alone.
    enter(phone, 2)
    settled(phone)
    site.deals.pop()
    site.version += 1
    posted = len(site.heard)
    for _ in range(3):
        settled(phone)
    assert len(site.heard) == posted + 1
    assert numbers(site) == [(1, 1)]
    assert states(phone) == [[1, "saved"], [2, "undone"], [2, "undone"]]
    assert phone.evaluate("table.nextNumber()") == 2


def test_what_was_corrected_or_voided_elsewhere_is_shown_so_before_any_answer(phone, site):
    enter(phone, 1, 2, 3)
    settled(phone)
    site.deals[0] |= {"key": OTHER, "corrected": True, "points": 96}
    site.deals.pop()
    site.version += 2
    site.spoil = lambda _body: cut_off

    open_table(phone, site)

    shown = phone.evaluate("table.deals().map((deal) => [deal.number, deal.points])")
    assert [shown[0], len(shown)] == [[1, 96], 2]
    assert phone.evaluate("table.nextNumber()") == 3
    site.spoil = lambda _body: None
    settled(phone)
    assert [number for number, _bid in numbers(site)] == [1, 2]
