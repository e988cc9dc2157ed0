"""What a phone does when the site forgot, when another phone keeps the list, when a deal is not taken."""

import pytest

from tests.browser.offline.stub import GRAND, cut_off, enter, numbers, open_table, states, status, until


def settled(page):
    page.evaluate("table.flush()")
    until(page, "table.status().unsent === 0 && !table.status().sending")


def test_a_restored_site_gets_back_what_it_lacks(phone, site):
    enter(phone, *range(1, 9))
    settled(phone)
    site.restore(3)

    settled(phone)

    assert numbers(site) == [(n, n) for n in range(1, 9)]
    assert states(phone) == [[n, "saved"] for n in range(1, 9)]
    assert len(site.heard[-1]["acts"]) == 5


@pytest.mark.thorough
def test_even_when_the_phone_was_put_away_and_wrote_on(phone, site, context):
    enter(phone, *range(1, 6))
    settled(phone)
    site.spoil = lambda _body: cut_off
    enter(phone, 6)
    phone.close()
    site.restore(2)
    phone = open_table(context.new_page(), site)
    enter(phone, 7)
    site.spoil = lambda _body: None

    settled(phone)

    assert numbers(site) == [(n, n) for n in range(1, 8)]


def test_the_keeping_phone_also_knows_deals_that_came_another_way(phone, site):
    enter(phone, 1)
    settled(phone)
    site.enter(2, "10000000-0000-4000-8000-000000000000", GRAND | {"bid": 2})
    settled(phone)
    enter(phone, 3)
    settled(phone)
    site.restore(1)

    settled(phone)

    assert numbers(site) == [(1, 1), (2, 2), (3, 3)]
    assert site.deals[1]["key"] == "10000000-0000-4000-8000-000000000000"
    assert set(site.heard[-1]["acts"][0]["line"]) == {*GRAND, "bid"}


def test_what_was_taken_back_does_not_come_back(phone, site):
    enter(phone, 1, 2)
    settled(phone)
    phone.evaluate("table.undo()")
    settled(phone)
    assert numbers(site) == [(1, 1)]
    site.restore(0)

    settled(phone)

    assert numbers(site) == [(1, 1)]
    assert states(phone) == [[1, "saved"], [2, "undone"]]


def test_what_the_direction_took_out_is_offered_once_and_then_left_alone(phone, site):
    enter(phone, 1, 2)
    settled(phone)
    site.deals.pop()
    site.version += 1
    posted = len(site.heard)
    settled(phone)
    settled(phone)
    settled(phone)

    assert len(site.heard) == posted + 1
    assert numbers(site) == [(1, 1)]
    assert states(phone) == [[1, "saved"], [2, "undone"]]
    assert phone.evaluate("table.nextNumber()") == 2


def test_what_was_corrected_or_voided_elsewhere_is_shown_so_before_any_answer(phone, site):
    enter(phone, 1, 2, 3)
    settled(phone)
    site.deals[0] |= {"key": "10000000-0000-4000-8000-000000000000", "corrected": True, "points": 96}
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


def test_undo_takes_back_what_was_saved_and_what_never_left_the_phone(phone, site):
    enter(phone, 1, 2)
    settled(phone)
    phone.evaluate("table.undo()")
    settled(phone)
    assert numbers(site) == [(1, 1)]

    site.spoil = lambda _body: cut_off
    enter(phone, 2)
    phone.evaluate("table.undo()")
    assert phone.evaluate("table.deals().length") == 1
    enter(phone, 2)
    site.spoil = lambda _body: None
    settled(phone)

    assert numbers(site) == [(1, 1), (2, 2)]
    assert [state for _number, state in states(phone)] == ["saved", "undone", "undone", "saved"]


@pytest.mark.thorough
def test_a_phone_that_lost_the_list_proposes_what_it_has(phone, site):
    enter(phone, 1)
    settled(phone)
    site.spoil = lambda _body: cut_off
    enter(phone, 2, 3)
    site.keeps = ""
    site.enter(2, "20000000-0000-4000-8000-000000000000", GRAND | {"bid": 99})
    site.spoil = lambda _body: None

    settled(phone)

    assert numbers(site) == [(1, 1), (2, 99)]
    assert states(phone) == [[1, "saved"], [2, "proposed"], [3, "proposed"]]
    assert phone.evaluate("table.deals().map((deal) => deal.bid)") == [1, 99]


def test_a_deal_that_stands_otherwise_in_the_list_shows_both(phone, site):
    site.spoil = lambda _body: cut_off
    enter(phone, 1)
    site.enter(1, "30000000-0000-4000-8000-000000000000", GRAND | {"bid": 72})
    site.spoil = lambda _body: None

    settled(phone)

    (entry,) = phone.evaluate("table.entries()")
    assert (entry["state"], entry["line"]["bid"], entry["sides"]) == ("conflict", 1, [{"title": "bid 72"}])
    assert status(phone)["refused"] == 1
    phone.evaluate("([key]) => table.drop(key)", [entry["key"]])
    settled(phone)
    assert phone.evaluate("table.entries()") == []
    assert site.heard[-1]["acts"][0]["of"] == entry["key"]
    assert numbers(site) == [(1, 72)]


def test_a_refused_deal_stays_until_it_is_written_anew(phone, site):
    enter(phone, 1)
    settled(phone)
    site.spoil = lambda _body: cut_off
    enter(phone, 2)
    # What came after it on this phone is refused with it.
    site.deals.clear()
    site.version += 1
    site.receipts.clear()
    site.spoil = lambda body: None
    phone.evaluate("table.book.acts.find((act) => act.number === 1).gone = true")
    settled(phone)

    refused = [entry for entry in phone.evaluate("table.entries()") if entry["state"] == "refused"]

    assert [(entry["number"], entry["says"]) for entry in refused] == [(2, "This deal is not the next one.")]


def test_when_the_series_is_closed_nothing_stays_on_the_phone(phone, site):
    enter(phone, 1)
    settled(phone)
    site.state = "closed"

    settled(phone)

    kept = """new Promise((resolve) => {
        const request = indexedDB.open("skatturnier-table");
        request.onsuccess = () => {
            const acts = request.result.transaction("acts").objectStore("acts").count();
            acts.onsuccess = () => resolve(acts.result);
        };
    })"""
    assert phone.evaluate(kept) == 0
    assert phone.evaluate("table.list().state") == "closed"


def test_that_everybody_sits_right_is_said_until_the_site_knows(phone, site):
    site.spoil = lambda _body: cut_off
    phone.evaluate("table.confirmSeats()")
    assert status(phone)["seating"]
    site.spoil = lambda _body: None

    phone.evaluate("table.flush()")
    until(phone, "!table.status().seating")

    assert [body["seated"] for body in site.heard][-1] is True


def test_a_page_that_the_phone_kept_tells_nothing_that_was_heard_since(phone, site):
    kept = site.table_data()
    enter(phone, 1, 2)
    settled(phone)
    site.spoil = lambda _body: cut_off

    open_table(phone, site, list=kept["list"])

    assert phone.evaluate("table.nextNumber()") == 3
    assert phone.evaluate("table.list().version") == 2


def test_a_page_just_loaded_is_believed_even_if_the_site_was_restored(phone, site):
    enter(phone, 1, 2, 3)
    settled(phone)
    site.restore(1)

    open_table(phone, site)
    settled(phone)

    assert numbers(site) == [(1, 1), (2, 2), (3, 3)]
