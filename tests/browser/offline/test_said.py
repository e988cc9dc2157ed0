"""What is said at the table while the site is dead: earlier deals corrected, calls, objections, signatures.

What is said at the table over plain http: no worker keeps the page, so that the open one has to do it alone.
"""

from collections.abc import Callable, Iterator
from itertools import cycle
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect

from scoring.disputes.models import Objection
from scoring.lists.models import Call, DealRow, GameListRow
from scoring.lists.services import phones
from scoring.lists.services.entry import correct_deal
from scoring.rules.game_list.deals import Deal
from tests.browser import at_table
from tests.browser.at_table import NAMES, PLACE, alive, comes_true, last, press, state, tap, totals, violations
from tests.browser.conftest import PHONE
from tests.support import factories

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser_context_args(locale="en-GB"),
    pytest.mark.thorough,
]

KEPT = f"""navigator.serviceWorker.controller && caches.open("table").then((cache) => cache.keys()).then((all) =>
    ["{PLACE}", "dialogs/dialogs.css", "dialogs/dialogs.js", "dialogs/deal.js", "dialogs/signing.js", "dialogs/sums.js",
     "table/says.js", "table/pad.js", "table/handover.js", "table/lines.json"].every((name) =>
        all.some((one) => one.url.endsWith(name))))"""


def deal(page: Page, number: int) -> None:
    """Enter a deal: the first player wins the first, and so on."""
    tap(page, NAMES[number - 1], "Grand", "with 2")
    press(page, "won")
    expect(last(page)).to_contain_text(f"Deal {number} ")


def correct(page: Page, number: int, outcome: str = "lost") -> None:
    """Correct a deal in the list of all deals: it was lost."""
    if not page.locator("#deals[open]").count():
        page.locator("#to-deals").click()
    page.locator(f"#deal-list > li[value='{number}'] a").click()
    page.get_by_role("button", name="Correct this deal").click()
    press(page, outcome)
    page.get_by_role("dialog").get_by_label("All players of this deal agree").check()
    page.get_by_role("button", name="Correct it").click()


def row_of(page: Page, number: int):
    return page.locator(f"#deal-list > li[value='{number}']")


def waits(page: Page):
    """Return what was said and is not sent yet."""
    return page.locator("#waits")


def said(page: Page):
    """Return what was said and not taken."""
    return page.locator("#said")


def seat_of(page: Page, place: int):
    """Return what stands in the open dialog about a player, their signature to be given."""
    return page.locator(f"dialog[open] .players > li:nth-child({place})")


def draw(page: Page, place: int) -> None:
    """Sign by finger."""
    seat = seat_of(page, place)
    seat.get_by_text("I agree: sign").click()
    pad = seat.locator(".signature-pad svg")
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    for step in range(1, 6):
        page.mouse.move(box["x"] + 20 + 40 * step, box["y"] + (60 if step % 2 else 20))
    page.mouse.up()
    seat.get_by_role("button", name="signs").click()


def aloud(page: Page, place: int) -> None:
    """Sign aloud, heard by the first of the others."""
    seat = seat_of(page, place)
    seat.get_by_text("I agree: sign").click()
    seat.get_by_role("radio").first.check()
    seat.get_by_role("button", name="signs").click()


def on_again(page: Page, phone: BrowserContext) -> None:
    phone.set_offline(False)
    # Chromium tells a page that was opened without a network of none: it would ask again in half a minute.
    page.evaluate("dispatchEvent(new Event('online'))")


def lose_half(phone: BrowserContext) -> list[str]:
    """Let every other answer get lost, to what is sent and to what is asked; return a list of those that were."""
    dropped, is_lost = [], {"GET": cycle((True, False)), "POST": cycle((True, False))}

    def half(route: Route) -> None:
        answer = route.fetch()
        if next(is_lost[route.request.method]):
            dropped.append(route.request.method)
            route.abort()
        else:
            route.fulfill(response=answer)

    phone.route("**/phone/**", half)
    return dropped


def reopened(page: Page, phone: BrowserContext, address: str) -> Page:
    """Close the page by accident and type its address again."""
    page.close()
    page = phone.new_page()
    page.goto(f"{address}{PLACE}")
    return alive(page)


@pytest.fixture
def game_list() -> GameListRow:
    """The list of a table of three in a series of one round, everybody seated."""
    return at_table.game_list(seats=3)


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Iterator[BrowserContext]:
    """A phone whose console may complain of a network that is not there; what it asks at the end counts for nothing."""
    phone = new_context(**PHONE)
    yield phone
    phone.unroute_all(behavior="ignoreErrors")


@pytest.fixture
def page(phone: BrowserContext, live_server, game_list) -> Page:
    """Its page at the table, kept by the phone."""
    page = alive(at_table.at_list(phone.new_page(), live_server.url, game_list))
    comes_true(page, KEPT)
    return page


def test_from_the_first_deal_to_the_closed_list_without_a_site_and_half_of_the_answers_lost(
    page, phone, live_server, game_list
):
    phone.set_offline(True)
    for number in (1, 2, 3):
        deal(page, number)
    correct(page, 2)
    expect(row_of(page, 2)).to_contain_text("Bernd: Grand with 2")
    expect(row_of(page, 2)).to_contain_text("−144")
    expect(row_of(page, 2)).to_contain_text("not yet sent")
    assert totals(page) == ["72", "−144", "72"]

    page = reopened(page, phone, live_server.url)
    assert totals(page) == ["72", "−144", "72"]
    page.get_by_role("link", name="Check and sign").click()
    expect(seat_of(page, 2)).to_contain_text("−144 − 50 + 0 = −194")
    draw(page, 1)
    expect(seat_of(page, 1)).to_contain_text("Signed on this phone, not yet sent")
    aloud(page, 2)
    expect(seat_of(page, 2)).to_contain_text("Signed on this phone, not yet sent")
    page = reopened(page, phone, live_server.url)
    expect(waits(page)).to_contain_text("On this phone, not yet sent: Correction of deal 2 · Signature of Anna Berg")
    waits(page).locator("summary").click()
    expect(waits(page)).to_contain_text("Correction of deal 2 Bernd Krause: Grand with 2")
    expect(waits(page)).to_contain_text("Signature of Bernd Krause")
    page.get_by_role("link", name="Check and sign").click()
    expect(seat_of(page, 1).locator("[data-signed] svg")).to_be_visible()
    draw(page, 3)
    assert violations(page) == []
    page.get_by_role("button", name="Sign and close the list").click()
    expect(waits(page)).to_contain_text("The list is to be closed")
    expect(state(page)).to_contain_text("safe on this phone. Play on!")
    assert not DealRow.objects.exists()

    dropped = lose_half(phone)
    on_again(page, phone)
    expect(page.get_by_text("This list is signed and closed.")).to_be_visible(timeout=60_000)

    assert "POST" in dropped
    game_list.refresh_from_db()
    assert game_list.signed_hash
    assert [(one.place, one.way, one.heard_by) for one in game_list.confirmations.all()] == [
        (1, "drawn", None),
        (2, "aloud", 1),
        (3, "drawn", None),
    ]
    standing = DealRow.objects.filter(voided_at=None).order_by("number").values_list("number", "points")
    assert list(standing) == [(1, 72), (2, -144), (3, 72)]
    assert DealRow.objects.count() == 4
    expect(waits(page)).to_be_hidden()


def test_calls_and_objections_wait_are_told_so_and_ring_once(page, phone, live_server):
    deal(page, 1)
    expect(state(page)).to_contain_text("Saved on the server (no. 1)")
    phone.set_offline(True)

    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Judge to table 1").click()
    expect(waits(page)).to_have_text("On this phone, not yet sent: Call a judge", use_inner_text=True)
    page.get_by_role("link", name="Raise an objection").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Subject").select_option(label="Revoke")
    dialog.get_by_label("Deal").select_option(label="Deal 1: Anna: Grand with 2")
    dialog.get_by_label("3 · Clara").check()
    dialog.get_by_label("Facts").fill("Spades not served")
    assert violations(page) == []
    dialog.get_by_role("button", name="Call a judge").click()
    page.get_by_role("link", name="Call the direction").click()
    dialog.get_by_label("Subject").fill("Cards are missing")
    assert violations(page) == []
    dialog.get_by_role("button", name="Call the direction").click()
    expect(waits(page)).to_contain_text("Call the direction Cards are missing")
    page = reopened(page, phone, live_server.url)
    waits(page).locator("summary").click()
    expect(waits(page).get_by_text("Call a judge Spades not served")).to_be_visible()
    assert violations(page) == []
    assert not Call.objects.exists()

    dropped = lose_half(phone)
    on_again(page, phone)
    expect(page.locator("[data-note=judge]")).to_be_visible(timeout=60_000)
    expect(page.locator("[data-note=called]")).to_contain_text("Cards are missing")
    expect(waits(page)).to_be_hidden(timeout=60_000)

    assert "POST" in dropped
    bare, about = Objection.objects.order_by("number")
    assert (bare.kind, bare.deal, bare.text) == ("", None, "")
    assert (about.kind, about.deal, about.place, about.text) == ("revoke", 1, 3, "Spades not served")
    assert Call.objects.get(kind="help").text == "Cards are missing"


def test_a_call_that_was_meant_for_nobody_is_let_go_before_it_is_sent(page, phone):
    held: list[Route] = []
    phone.route("**/phone/**", lambda route: held.append(route))
    # While an answer is waited for, what is said next cannot have been sent.
    deal(page, 1)
    comes_true(page, "true")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Judge to table 1").click()
    for route in held:
        route.abort()
    phone.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")

    waits(page).locator("summary").click()
    waits(page).get_by_role("button", name="Let it go").click()

    expect(waits(page)).to_be_hidden()
    phone.unroute("**/phone/**")
    on_again(page, phone)
    expect(state(page)).to_contain_text("Saved on the server (no. 1)")
    assert not Objection.objects.exists()


def test_a_signature_under_a_list_that_changed_meanwhile_is_refused_and_given_anew(page, phone, game_list):
    for number in (1, 2, 3):
        deal(page, number)
    expect(state(page)).to_contain_text("Saved on the server (no. 3)")
    phone.set_offline(True)
    page.get_by_role("link", name="Check and sign").click()
    draw(page, 1)
    expect(seat_of(page, 1)).to_contain_text("Signed on this phone, not yet sent")
    other = Deal(number=3)
    director = factories.user()
    correct_deal(list_id=game_list.pk, deal=other, because="", entry_key=uuid4(), by=director, now=timezone.now())

    on_again(page, phone)

    sentence = "The list has changed since you looked at it."
    expect(seat_of(page, 1).locator("[data-refused]")).to_contain_text(sentence)
    expect(seat_of(page, 3)).to_contain_text("0 + 0 + 0 = 0")
    assert not game_list.confirmations.exists()
    page.get_by_role("button", name="Back to the list").click()
    expect(said(page)).to_contain_text(f"Signature of Anna Berg: not taken. {sentence}")
    expect(said(page).locator("svg")).to_be_visible()
    assert violations(page) == []

    said(page).get_by_role("button", name="Try again").click()
    # Nothing is drawn there any more: what was drawn was meant for another list.
    seat = seat_of(page, 1)
    seat.get_by_role("button", name="signs").click()
    expect(seat.get_by_role("alert").filter(visible=True)).to_contain_text("Nothing is signed yet")
    assert not game_list.confirmations.exists()
    seat.get_by_role("radio").first.check()
    seat.get_by_role("button", name="signs").click()
    expect(seat).to_contain_text("Signed by Anna Berg at")
    assert game_list.confirmations.get().way == "aloud"
    page.get_by_role("button", name="Back to the list").click()
    expect(said(page)).to_be_empty()


def test_a_correction_that_comes_after_another_phone_took_over_is_kept_and_let_go(page, phone, game_list):
    deal(page, 1)
    expect(state(page)).to_contain_text("Saved on the server (no. 1)")
    phone.set_offline(True)
    correct(page, 1)
    phones.hand_over(list_id=game_list.pk, device="e" * 32, copy="first", by=factories.user(), now=timezone.now())

    on_again(page, phone)

    expect(said(page)).to_contain_text("Correction of deal 1: not taken. Another phone keeps this list.")
    expect(said(page)).to_contain_text("Anna Berg: Grand with 2")
    expect(state(page)).to_contain_text("Please look: not taken (1)")
    assert DealRow.objects.get().points == 72
    said(page).get_by_role("button", name="Let it go").click()
    expect(said(page)).to_be_empty()
    expect(state(page)).to_contain_text("You are watching (no. 1)")


def test_a_correction_of_what_was_corrected_meanwhile_is_shown_again_as_it_was_typed(page, phone, game_list):
    deal(page, 1)
    expect(state(page)).to_contain_text("Saved on the server (no. 1)")
    phone.set_offline(True)
    correct(page, 1)
    director = factories.user()
    correct_deal(
        list_id=game_list.pk, deal=Deal(number=1), because="", entry_key=uuid4(), by=director, now=timezone.now()
    )

    on_again(page, phone)
    expect(said(page)).to_contain_text("Deal 1 was corrected in the meantime.")
    said(page).get_by_role("button", name="Try again").click()

    expect(page.locator("#deal-number")).to_have_text("Correct deal 1")
    expect(last(page)).to_contain_text("passed in")
    expect(page.get_by_label("Grand", exact=True)).to_be_checked()
    expect(page.get_by_label("Anna Berg", exact=True)).to_be_checked()
    press(page, "lost")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Anna Berg loses Grand with 2: −144")
    dialog.get_by_label("All players of this deal agree").check()
    page.get_by_role("button", name="Correct it").click()
    expect(state(page)).to_contain_text("Saved on the server (no. 1)")
    expect(said(page)).to_be_empty()
    assert list(DealRow.objects.filter(voided_at=None).values_list("points", flat=True)) == [-144]
    assert DealRow.objects.count() == 3


def on_plain_http(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """Return a phone that has no worker to keep the page."""
    context = new_context(**PHONE)
    context.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })")
    return context


def test_on_plain_http_the_open_page_does_all_of_it_once_it_has_loaded_it(new_context, live_server, game_list):
    context = on_plain_http(new_context)
    context.clock.install()
    page = alive(at_table.at_list(context.new_page(), live_server.url, game_list))
    deal(page, 1)
    expect(state(page)).to_contain_text("1 saved. Leave this page open.")
    page.clock.fast_forward(11_000)
    expect(page.locator("dialog[data-dialog=sign]")).to_have_count(1)
    context.set_offline(True)

    correct(page, 1)
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Call the direction").click()
    page.get_by_role("button", name="Call the direction").click()
    expect(waits(page)).to_contain_text("Call the direction")
    assert totals(page)[0] == "−144"

    on_again(page, context)
    expect(page.locator("[data-note=called]")).to_be_visible()
    assert DealRow.objects.get(voided_at=None).points == -144


def test_a_phone_that_lost_the_network_too_early_says_what_it_lacks_and_stays(new_context, live_server, game_list):
    context = on_plain_http(new_context)
    page = alive(at_table.at_list(context.new_page(), live_server.url, game_list))
    context.set_offline(True)

    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Raise an objection").click()
    expect(page.get_by_text("The network was gone before this phone had loaded this.")).to_be_visible()
    # One tap needs nothing that is loaded.
    page.get_by_role("button", name="Judge to table 1").click()

    expect(state(page)).to_contain_text("safe on this phone. Leave this page open!")
    assert page.url.endswith(PLACE)
    on_again(page, context)
    expect(page.locator("[data-note=judge]")).to_be_visible()
    assert Objection.objects.count() == 1
