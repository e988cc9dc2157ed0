"""What is said at the table while the site is dead: earlier deals corrected, calls, objections, signatures.

What is said at the table over plain http: no worker keeps the page, so that the open one has to do it alone.
"""

from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from scoring.disputes.models import Objection
from scoring.lists.models import Call, DealRow, GameListRow
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


def waits(page: Page):
    """Return what was said and is not sent yet."""
    return page.locator("#waits")


def said(page: Page):
    """Return what was said and not taken."""
    return page.locator("#said")


def seat_of(page: Page, place: int):
    """Return what stands in the open dialog about a player, their signature to be given."""
    return page.locator(f"dialog[open] .players > li:nth-child({place})")


def on_again(page: Page, phone: BrowserContext) -> None:
    phone.set_offline(False)
    # Chromium tells a page that was opened without a network of none: it would ask again in half a minute.
    page.evaluate("dispatchEvent(new Event('online'))")


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


def test_calls_and_objections_wait_and_are_told_so(page, phone, live_server):
    deal(page, 1)
    expect(state(page)).to_contain_text("Saved on the server (no. 1)")
    phone.set_offline(True)

    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Judge to table 1").click()
    expect(waits(page)).to_have_text("On this phone, not yet sent: Call a judge", use_inner_text=True)
    page.get_by_role("link", name="Raise an objection").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Subject").select_option(label="Revoke")
    dialog.locator("select[name=number]").select_option(label="Deal 1: Anna: Grand with 2")
    dialog.get_by_label("3 · Clara").check()
    dialog.get_by_label("Facts").fill("Spades not served")
    assert violations(page) == []
    dialog.get_by_role("button", name="Call a judge").click()
    page.get_by_role("link", name="Call the direction").click()
    dialog.get_by_label("Subject").fill("Cards are missing")
    assert violations(page) == []
    dialog.get_by_role("button", name="Call the direction").click()
    expect(waits(page)).to_contain_text("Call the direction Cards are missing")
    # Closed by accident, its address is typed again.
    page.close()
    page = phone.new_page()
    page.goto(f"{live_server.url}{PLACE}")
    alive(page)
    waits(page).locator("summary").click()
    expect(waits(page).get_by_text("Call a judge Spades not served")).to_be_visible()
    assert violations(page) == []
    assert not Call.objects.exists()

    on_again(page, phone)
    expect(page.locator("[data-note=judge]")).to_be_visible(timeout=60_000)
    expect(page.locator("[data-note=called]")).to_contain_text("Cards are missing")
    expect(waits(page)).to_be_hidden(timeout=60_000)

    bare, about = Objection.objects.order_by("number")
    assert (bare.kind, bare.deal, bare.text) == ("", None, "")
    assert (about.kind, about.deal, about.place, about.text) == ("revoke", 1, 3, "Spades not served")
    assert Call.objects.get(kind="help").text == "Cards are missing"


def test_a_signature_under_a_list_that_changed_meanwhile_is_refused_and_given_anew(page, phone, game_list):
    for number in (1, 2, 3):
        deal(page, number)
    expect(state(page)).to_contain_text("Saved on the server (no. 3)")
    phone.set_offline(True)
    page.get_by_role("link", name="Check and sign").click()
    seat_of(page, 1).get_by_text("I agree: sign").click()
    at_table.draw(page, seat_of(page, 1))
    seat_of(page, 1).get_by_role("button", name="signs").click()
    expect(seat_of(page, 1)).to_contain_text("Signed on this phone, not yet sent")
    other = Deal(number=3)
    director = factories.user()
    correct_deal(list_id=game_list.pk, deal=other, because="", entry_key=uuid4(), by=director, now=timezone.now())

    on_again(page, phone)

    sentence = "Somebody else has changed this in the meantime."
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


def test_on_plain_http_the_open_page_does_all_of_it_once_it_has_loaded_it(new_context, live_server, game_list):
    context = new_context(**PHONE)
    # There is no worker to keep the page.
    context.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })")
    context.clock.install()
    page = alive(at_table.at_list(context.new_page(), live_server.url, game_list))
    deal(page, 1)
    expect(state(page)).to_contain_text("1 saved. Leave this page open.")
    page.clock.fast_forward(11_000)
    expect(page.locator("dialog[data-dialog=sign]")).to_have_count(1)
    context.set_offline(True)

    page.locator("#to-deals").click()
    page.locator("#deal-list > li[value='1'] a").click()
    page.get_by_role("button", name="Correct this deal").click()
    press(page, "lost")
    page.get_by_role("dialog").get_by_label("All players of this deal agree").check()
    page.get_by_role("button", name="Correct it").click()
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Call the direction").click()
    page.get_by_role("button", name="Call the direction").click()
    expect(waits(page)).to_contain_text("Call the direction")
    assert totals(page)[0] == "−144"

    on_again(page, context)
    expect(page.locator("[data-note=called]")).to_be_visible()
    assert DealRow.objects.get(voided_at=None).points == -144
