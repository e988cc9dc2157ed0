"""Several phones at one table, and random taps on its page: nothing is lost, nothing counts twice."""

import re
from collections.abc import Callable
from datetime import datetime
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from scoring.lists.models import Call, DealRow, GameListRow, Proposal, SeatResult, SecondDealRow
from scoring.table.services import batches
from tables.journal import chain as journal
from tests.browser import at_table, axe
from tests.browser.at_table import KEPT, alive, comes_true, last, press, state, tap, totals, violations
from tests.browser.conftest import PHONE
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.thorough import thorough

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]


@pytest.fixture
def game_list(request) -> GameListRow:
    return at_table.game_list(**getattr(request, "param", {"seats": 4}))


@pytest.fixture
def phone(new_context, live_server, game_list) -> Callable[[], Page]:
    """Return a function that brings another phone to the table. Their consoles are full of lost connections."""

    def come() -> Page:
        page = new_context(**PHONE).new_page()
        return alive(at_table.at_list(page, live_server.url, game_list))

    return come


def grant() -> None:
    call = Call.objects.get(settled_at=None)
    batches.settle_call(call_id=call.pk, granted=True, by=factories.user(), now=EVENING)


def hear(page: Page) -> None:
    """Let a page ask the site now and not in a while."""
    page.evaluate("dispatchEvent(new Event('focus'))")


@pytest.mark.thorough
@pytest.mark.proof("phone-lost")
def test_a_lost_phone_is_replaced_and_what_it_still_brings_is_proposed(phone, prove):
    old = phone()
    press(old, "passed")
    expect(state(old)).to_have_text("Saved on the server (no. 1)")
    old.context.set_offline(True)
    tap(old, "Anna Berg", "Grand", "with 2")
    press(old, "won")
    press(old, "passed")
    expect(state(old)).to_contain_text("No network: 2 deals")

    new = phone()
    new.get_by_text("Keep the list on this phone").click()
    new.get_by_role("button", name="Ask the direction to let this phone keep it").click()
    expect(new.get_by_text("The direction has been asked.")).to_be_visible()
    assert violations(new) == []
    grant()
    hear(new)
    tap(new, "Clara Vogt", "Null")
    press(new, "won")
    expect(state(new)).to_have_text("Saved on the server (no. 2)")

    old.context.set_offline(False)
    expect(old.get_by_text("Another phone has kept the list since")).to_be_visible(timeout=15_000)
    expect(old.locator("#ticks")).to_be_hidden()
    expect(old.locator("#stuck .side")).to_contain_text(["Clara Vogt", "Anna Berg"])
    expect(last(old)).to_contain_text("Clara Vogt wins Null: 23")
    assert list(DealRow.objects.order_by("number").values_list("number", "game")) == [(1, ""), (2, "null")]
    assert sorted(Proposal.objects.values_list("number", flat=True)) == [2, 3]
    prove("while another phone went on: 2 of 2 unsent deals proposed, 0 applied")
    assert violations(old) == []

    hear(new)
    expect(new.locator("#stuck .side")).to_contain_text(["Clara Vogt", "Anna Berg"])
    new.get_by_role("button", name="This one is right (In the list)").click()
    expect(new.locator("#stuck .side")).to_have_count(1)
    new.get_by_role("button", name="Enter it").click()
    expect(state(new)).to_have_text("Saved on the server (no. 3)")
    hear(old)
    expect(old.locator("#stuck")).to_contain_text("Deal 2 is settled: Clara Vogt wins Null: 23.")
    assert not Proposal.objects.filter(settled_at=None).exists()
    prove("found again: 2 of 2 proposed, 0 applied, and left or taken at the table")


SIZES = ((360, 560), (390, 664), (412, 732))


def are_beside_each_other(shown: Page | Locator) -> bool:
    """Test whether two versions can be compared line by line."""
    left, right = (one.bounding_box() for one in shown.locator(".side").all())
    return left["y"] == right["y"] and left["x"] + left["width"] <= right["x"]


@pytest.mark.thorough
def test_two_lists_that_differ_say_so_and_agree_after_one_is_said_to_be_right_on_their_page(phone):
    first, other = phone(), phone()
    tap(first, "Bernd Krause", "Grand", "with 2")
    press(first, "won")
    expect(state(first)).to_have_text("Saved on the server (no. 1)")
    hear(other)
    other.get_by_role("button", name="Keep the second list on this phone").click()
    expect(other.get_by_text("This is the second list of the table.")).to_be_visible()
    alive(other)
    tap(other, "Bernd Krause", "Grand", "with 2")
    press(other, "lost")
    expect(state(other)).to_have_text("Saved on the server (no. 1)")
    assert (SecondDealRow.objects.get().points, DealRow.objects.get().points) == (-144, 72)
    hear(first)
    for page in (first, other):
        expect(page.get_by_text("The two lists of this table differ.")).to_be_visible()
    assert violations(other) == []

    other.get_by_role("link", name="Look at the differences").click()
    expect(other.locator(".side b")).to_have_text(["won", "72", "lost", "−144"])
    for width, height in SIZES:
        other.set_viewport_size({"width": width, "height": height})
        assert are_beside_each_other(other)
    assert axe.violations(other) == []
    other.get_by_label("All players of this deal agree").check()
    other.get_by_role("button", name="This one is right (In the second list)").click()
    expect(other.get_by_text("Both lists say the same.", exact=True)).to_be_visible()

    hear(first)
    expect(last(first)).to_contain_text("Bernd Krause loses Grand with 2: −144")
    expect(first.get_by_text("The two lists of this table differ.")).to_be_hidden()
    assert totals(first) == ["0", "−144", "0", "0"]
    assert SecondDealRow.objects.filter(voided_at=None).get().points == -144


@pytest.mark.parametrize("path", ["/t/cup/seats/1/", *thorough(at_table.PLACE)])
def test_the_next_seat_calls_where_it_was_put_aside_and_stays(opened, live_server, path):
    row = factories.running_list(series=2)
    factories.fill(row)
    page = opened(**PHONE, service_workers="block")
    page.clock.install()
    page.add_init_script(
        "navigator.vibrate = (calls) => { window.felt = (window.felt ?? 0) + calls.length; return true; };"
        "speechSynthesis.speak = ({ text, lang }) => (window.heard ??= []).push(`${lang}: ${text}`);"
    )
    page.goto(f"{live_server.url}/l/{row.table.key}/")
    factories.confirm_and_sign(row)
    page.goto(f"{live_server.url}{path}")
    before = page.title()
    line = page.locator("[data-next-seat]")
    expect(line).to_have_count(0)
    aloud = page.get_by_role("button", name="Say my seat aloud")
    if is_own_seat := aloud.count() > 0:
        aloud.click()

    factories.close_series(row.table.series)
    factories.running_series(row.table.series.tournament, 2, published_only=True)
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    page.clock.fast_forward(60_000)

    expect(line).to_have_text(re.compile("Series 2: (table 1, seat 1|the seats are out)"))
    expect(page).to_have_title(f"{line.inner_text()} · {before}")
    assert page.evaluate("felt") == 3
    if is_own_seat:
        assert page.evaluate("heard") == ["en: Your next seat will be said aloud here.", f"en: {line.inner_text()}"]
    page.clock.fast_forward(60_000)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(line).to_be_visible()
    assert page.evaluate("felt") == 3


AT_ONCE = 25
"""Taps between two moments at which the network may come or go."""

TAPS = """async ([seed, count]) => {
    let turn = seed;
    const random = () => {
        turn ^= turn << 13; turn ^= turn >>> 17; turn ^= turn << 5;
        return (turn >>> 0) / 2 ** 32;
    };
    const one = (all) => all[Math.floor(random() * all.length)];
    // What leads to another page is for those who go there.
    const away = "a:not([data-opens], #undo, #to-deals), form:not(#deal-form, dialog form)";
    for (let tap = 0; tap < count; tap += 1) {
        const open = document.querySelector("dialog[open]");
        const all = [...(open ?? document).querySelectorAll("a, button, input, summary, select")]
            .filter((element) => !element.disabled && element.checkVisibility() && !element.closest(away));
        const ready = all.filter((element) => element.matches("[name=outcome]:not(.quietly)"));
        const tiles = all.filter((element) => element.closest("#deal-form"));
        // Most taps are about a deal, as they are at a table.
        const element = one(ready.length && random() < 0.2 ? ready : tiles.length && random() < 0.7 ? tiles : all);
        if (element?.tagName === "SELECT") {
            element.value = one([...element.options])?.value;
            element.dispatchEvent(new Event("change", { bubbles: true }));
        } else element?.click();
        // Sometimes two taps come before the page has done anything.
        if (random() < 0.8) await new Promise((go) => setTimeout(go, 60 * random()));
    }
}"""

ACTS = """() => new Promise((resolve, reject) => {
    const opening = indexedDB.open("skatturnier-table");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const asked = opening.result.transaction("acts").objectStore("acts").getAll();
        asked.onsuccess = () => {
            opening.result.close();
            resolve(asked.result);
        };
    };
})"""
"""What the phone has written down, and what became of it."""


@pytest.fixture(params=[100, pytest.param(None, marks=pytest.mark.thorough)], ids=["short", "long"])
def taps(request) -> int:
    return request.config.option.taps if request.param is None else request.param


def wander(page: Page, draw: Random, taps: int) -> None:
    """Tap so often, while the network comes and goes and the page is now and then opened anew."""
    comes_true(page, KEPT)
    for _ in range(taps // AT_ONCE):
        page.context.set_offline(draw.random() < 0.4)
        page.evaluate(TAPS, [draw.randrange(1, 2**31), AT_ONCE])
        if draw.random() < 0.1:
            alive_again(page)
    page.context.set_offline(False)
    alive_again(page)
    comes_true(page, f"({ACTS})().then((acts) => acts.every((act) => act.state !== 'waiting'))")


def alive_again(page: Page) -> None:
    page.reload()
    alive(page)


def shown(points: int) -> str:
    return f"{points}".replace("-", "\N{MINUS SIGN}")


def test_after_any_taps_nothing_is_lost_nothing_counts_twice_and_nothing_broke(new_context, live_server, taps):
    seed = int(f"{datetime.now():%Y%m%d}") if taps > 100 else 1
    draw = Random(seed)
    row = at_table.game_list(seats=4, rounds=12)
    page = new_context(**PHONE).new_page()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.on("response", lambda answer: broken.append(f"{answer.status} {answer.url}") if answer.status >= 500 else None)
    alive(at_table.at_list(page, live_server.url, row))

    wander(page, draw, taps)

    acts = page.evaluate(ACTS)
    deals = {act["key"]: act["state"] for act in acts if act["do"] == "enter"}
    written = {act["key"] for act in acts if act["do"] in ("enter", "correct") and act["state"] == "saved"}
    counting = DealRow.objects.filter(voided_at=None).order_by("number")
    assert (broken, seed) == ([], seed)
    # What was taken back before the site heard of it is nowhere, everything else is there once.
    assert set(deals.values()) <= {"saved", "undone"}, seed
    assert {str(key) for key in DealRow.objects.values_list("entry_key", flat=True)} == written, seed
    numbers = list(counting.values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1)), seed
    assert not Proposal.objects.exists(), seed
    points = SeatResult.objects.order_by("seat__place").values_list("game_points", flat=True)
    assert totals(page) == ([shown(one) for one in points] or ["0"] * 4), seed
    # A list is full after 48; from then on deals are corrected, taken back and entered again.
    assert len(deals) >= min(taps // 100, 48), (seed, len(deals))
    assert journal.first_broken_line(row.table.series.tournament) is None


def deals_shown(page: Page) -> list[str]:
    """Return every deal with its points, as a page shows them."""
    page.locator("#to-deals").click()
    expect(page.locator("#deal-list > li").last).to_be_visible()
    return [text.replace("\n", " ") for text in page.locator("#deal-list > li").all_inner_texts()]


@pytest.mark.parametrize("game_list", [{"seats": 3, "rounds": 3}], indirect=True, ids=["of three"])
def test_three_phones_at_one_table_one_of_them_away_for_a_while_show_one_list(phone):
    keeping, away, watching = phone(), phone(), phone()
    away.context.set_offline(True)
    for page in (keeping, away):
        tap(page, "Bernd Krause", "Grand", "with 2")
        press(page, "won")
    tap(keeping, "Anna Berg", "Clubs", "with 1")
    press(keeping, "lost")
    expect(state(keeping)).to_have_text("Saved on the server (no. 2)")
    # Without a network the other phone goes on by itself: the second deal it has otherwise, the third it has alone.
    press(away, "passed")
    tap(away, "Clara Vogt", "Hearts", "without 2")
    press(away, "won")
    expect(state(away)).to_contain_text("3 deals are safe")

    away.context.set_offline(False)
    expect(away.locator("#stuck")).to_contain_text("Deal 2")
    hear(keeping)
    stuck = keeping.locator("#stuck")
    second, third = (stuck.locator(".note").filter(has_text=f"Deal {number}") for number in (2, 3))
    expect(second.locator(".side")).to_have_count(2)
    for width, height in SIZES:
        keeping.set_viewport_size({"width": width, "height": height})
        assert are_beside_each_other(second)
    second.get_by_role("button", name="This one is right (In the list)").click()
    expect(stuck.locator(".note")).to_have_count(1)
    third.get_by_role("button", name="Enter it").click()
    expect(state(keeping)).to_have_text("Saved on the server (no. 3)")
    tap(keeping, "Anna Berg", "Null")
    press(keeping, "won")
    expect(state(keeping)).to_have_text("Saved on the server (no. 4)")

    for page in (away, watching):
        hear(page)
        expect(state(page)).to_contain_text("4")
    expect(away.locator("#stuck")).to_contain_text("Deal 2 is settled: Anna Berg loses Clubs with 1: −48.")
    told = away.get_by_role("button", name="OK")
    for left in reversed(range(told.count())):
        told.first.click()
        expect(told).to_have_count(left)
    expect(state(away)).to_have_text("You are watching (no. 4)")
    # Who watches sees everything and taps nothing.
    expect(watching.get_by_text("Another phone keeps this list.")).to_be_visible()
    expect(watching.locator("#ticks")).to_be_hidden()
    assert watching.locator("[name=declarer]:enabled").count() == 0
    assert totals(keeping) == totals(away) == totals(watching) == ["−25", "72", "30"]
    assert deals_shown(keeping) == deals_shown(away) == deals_shown(watching)
    counting = DealRow.objects.filter(voided_at=None).order_by("number")
    assert list(counting.values_list("number", flat=True)) == [1, 2, 3, 4]
    assert not Proposal.objects.filter(settled_at=None).exists()
