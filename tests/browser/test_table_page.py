"""A table in a real browser: what a tap shows and does, and from the code on its card to the signed list."""

import io
import re

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from scoring.lists.models import DealRow, GameListRow
from tables.draw.models import Table
from tests.browser import at_table
from tests.browser.at_table import NAMES, PLACE, alive, button, count_of, last, press, state, tap, totals, violations
from tests.browser.conftest import PHONE, WIDE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]


@pytest.fixture
def list_of_three() -> GameListRow:
    """The list of a table of three in a series of one round; nobody has said yet who sits there."""
    return at_table.game_list(seated=False)


def code_of_the_card(page: Page, address: str) -> str:
    """Sign in as the director and read the table's card as a phone's camera does."""
    page.goto(f"{address}/sign-in/")
    page.get_by_label("Username").fill("direktor")
    page.get_by_label("Password").fill("direktor" * 2)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.goto(f"{address}/t/cup/office/series/1/keys/")
    picture = page.get_by_role("img", name="QR code of table 1").screenshot()
    return zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))[0].text


def play(page: Page) -> None:
    """Play the three deals of the list, one of them mended."""
    tap(page, "Bernd Krause", "Grand", "with 2")
    press(page, "won")
    expect(last(page)).to_contain_text("Deal 1 Bernd Krause wins Grand with 2: 72")
    expect(page.locator("#deal-number")).to_have_text("Deal 2 of 3")

    tap(page, "Anna Berg", "Hearts", "", "Hand")
    press(page, "lost")
    expect(page.locator("#refused, #explain:not([hidden])")).to_contain_text("with or without how many")
    expect(page.get_by_label("Anna Berg", exact=True)).to_be_checked()
    expect(page.get_by_label("Hand", exact=True)).to_be_checked()
    tap(page, "", "", "without 1")
    press(page, "lost")
    expect(last(page)).to_contain_text("Deal 2 Anna Berg loses Hearts Hand without 1: −60")

    press(page, "passed")
    expect(last(page)).to_contain_text("Deal 3 passed in")
    assert totals(page) == ["−60", "72", "0"]


@pytest.mark.thorough
def test_a_null_below_its_bid_is_asked_for_its_matadors_and_entered_as_the_game_it_is_lost_as(phone, live_server):
    row = at_table.game_list()
    page = alive(at_table.at_list(phone, live_server.url, row))

    tap(page, "Bernd Krause", "Null", "", "Overbid")
    page.get_by_label("24", exact=True).check()
    readings = page.locator("#readings")
    expect(readings).to_contain_text("Still missing: with or without how many")
    tap(page, "", "", "without 4")
    expect(readings.get_by_role("button").first).to_have_text("Diamonds without 4: −90")
    expect(readings.get_by_role("button")).to_have_count(5)
    press(page, "lost")
    expect(page.locator("#explain")).to_contain_text("lost as a suit game or Grand")

    readings.get_by_label("Diamonds: with or without how many").select_option("-6")
    expect(readings.get_by_role("button").first).to_have_text("Hearts without 4: −100")
    assert violations(page) == []
    readings.get_by_role("button", name="Hearts without 4").click()
    expect(page.locator("[data-field=readings]")).to_be_hidden()
    press(page, "lost")

    expect(last(page)).to_contain_text("Deal 1 Bernd Krause loses Hearts without 4: −100")
    expect(state(page)).to_contain_text("Saved on the server (no. 1)")
    assert DealRow.objects.get().points == -100


def to_deal(page: Page) -> None:
    page.locator("#to-deals").click()
    page.get_by_role("link", name="Bernd: Grand with 2").click()


def correct(page: Page) -> None:
    to_deal(page)
    page.get_by_label("Schneider", exact=True).check()
    consent(page)
    press(page, "won")
    expect(page.get_by_role("status").get_by_text("Saved.", exact=True)).to_be_visible()
    assert totals(page) == ["−60", "96", "0"]


def consent(page: Page) -> None:
    page.get_by_label("What was wrong?").fill("Schneider forgotten")
    page.get_by_label("All players of this deal agree").check()


def correct_in_place(page: Page) -> None:
    to_deal(page)
    page.get_by_role("button", name="Correct this deal").click()
    expect(page.locator("#deal-number")).to_have_text("Correct deal 1")
    page.get_by_label("Schneider", exact=True).check()
    press(page, "won")
    consent(page.get_by_role("dialog"))
    page.get_by_role("button", name="Correct it").click()
    expect(page.locator("#deal-list > li", has_text="corrected")).to_contain_text("Bernd: Grand with 2, Schneider")
    expect(state(page)).to_have_text("Saved on the server (no. 3)")
    assert totals(page) == ["−60", "96", "0"]


def sign(page: Page) -> None:
    page.get_by_role("link", name="Check and sign").click()
    for name in NAMES[:3]:
        player = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=name))
        player.get_by_text("I agree: sign").click()
        player.get_by_role("radio").first.check()
        player.get_by_role("button", name="signs").click()
        expect(player.get_by_text(f"Signed by {name}")).to_be_visible()
    page.get_by_role("button", name="Sign and close the list").click()
    expect(page.get_by_text(re.compile("(This list is s|S)igned and closed"))).to_be_visible()


def test_from_the_code_on_the_card_to_the_signed_list(opened, live_server, list_of_three):
    link = code_of_the_card(opened(**WIDE), live_server.url)
    phone = opened(**PHONE)
    phone.goto(link)
    assert link.endswith(f"/l/{Table.objects.get().key}/")
    expect(phone).to_have_url(f"{live_server.url}{PLACE}")
    alive(phone)
    assert violations(phone) == []

    for name in NAMES[:3]:
        phone.locator("#who").get_by_label(name).check()
    play(phone)
    expect(state(phone)).to_have_text("Saved on the server (no. 3)")
    correct_in_place(phone)
    sign(phone)

    list_of_three.refresh_from_db()
    assert list_of_three.signed_at is not None
    assert list_of_three.seats_confirmed_at is not None
    expect(phone.locator("#seats .points")).to_have_text(["−60", "96", "0"])
    expect(phone.locator("#ticks")).to_be_hidden()
    assert violations(phone) == []


@pytest.mark.thorough
@pytest.mark.proof("without-scripts")
def test_without_scripts_the_same_table_has_the_same_totals(opened, live_server, list_of_three, prove):
    phone = opened(**PHONE, java_script_enabled=False)
    phone.goto(f"{live_server.url}/l/{list_of_three.table.key}/")
    for name in NAMES[:3]:
        phone.locator("#who").get_by_label(name).check()
    phone.get_by_role("button", name="Everybody sits right").click()

    play(phone)
    correct(phone)
    sign(phone)

    assert totals(phone) == ["−60", "96", "0"]
    prove("played, corrected and signed, −60, 96 and 0 as with scripts: 0 totals differ")


HOSTILE = "<img src=x onerror=alert(1)>"


def explained(page: Page):
    return page.locator("#explain")


def test_what_is_tapped_is_shown_said_or_explained_before_it_is_saved_and_saved_once(opened, live_server):
    game_list = at_table.game_list(seats=4)
    game_list.table.series.tournament.entrants.filter(number=4).update(name=HOSTILE)
    page = alive(at_table.at_list(opened(**PHONE, service_workers="block"), live_server.url, game_list))
    anna, bernd, grand = (page.get_by_label(one, exact=True) for one in (*NAMES[:2], "Grand"))
    # The dealer of four cannot be touched.
    expect(anna).to_be_disabled()
    expect(page.locator("#seats > li").first).to_contain_text("deals")
    expect(page.locator("#dealer")).to_have_text("· dealer: Anna")

    grand.check()
    press(page, "passed")
    expect(explained(page)).to_contain_text("Nobody plays a deal that is passed in.")
    grand.click()
    expect(grand).not_to_be_checked()
    page.get_by_label("Clubs", exact=True).check()
    press(page, "won")
    expect(explained(page)).to_have_text("Still missing: who played, with or without how many")
    assert page.locator(".asked").evaluate_all("all => all.map(one => one.dataset.field)") == ["declarer", "matadors"]
    tap(page, "Clara Vogt")
    expect(explained(page)).to_be_hidden()
    assert page.locator(".asked").count() == 0
    tap(page, "", "", "without 2")
    expect(button(page, "won")).to_have_text("Won +36")
    expect(button(page, "lost")).to_have_text("Lost −72")
    tap(page, "", "", "", "Schwarz")
    press(page, "won")
    expect(explained(page)).to_contain_text("Nobody wins every trick without the jack of clubs")
    expect(explained(page)).to_contain_text("(ISkO 5.2.4)")
    expect(button(page, "won")).to_have_text("Won")

    # Another game clears what does not fit.
    page.get_by_label("Schneider", exact=True).uncheck()
    page.locator("[for=more-with]").click()
    tap(page, "", "Hearts", "with 7")
    expect(explained(page)).to_contain_text("Five matadors or more are rare. (ISkO 2.4.3)")
    grand.check()
    expect(count_of(page, "with 7")).not_to_be_checked()
    tap(page, "", "", "with 4", "ouvert")
    for brought in ("Hand", "Schneider announced", "Schwarz announced"):
        expect(page.get_by_label(brought, exact=True)).to_be_checked()
    page.get_by_label("Null", exact=True).check()
    expect(count_of(page, "with 4")).to_be_disabled()
    for cleared in ("Schneider", "Schwarz", "Schneider announced", "Schwarz announced"):
        expect(page.get_by_label(cleared, exact=True)).not_to_be_checked()
        expect(page.get_by_label(cleared, exact=True)).to_be_disabled()
    # Enter on a tile saves nothing: it would be won.
    page.keyboard.press("Enter")
    press(page, "lost")
    expect(last(page)).to_contain_text("Clara Vogt loses Null ouvert: −92")
    expect(anna).to_be_enabled()
    expect(bernd).to_be_disabled()

    # By keyboard alone; what is rare in one outcome only is asked about after it.
    expect(button(page, "lost")).to_be_enabled()
    names = page.locator("#seats input")
    hearts, schwarz = (page.get_by_label(one, exact=True) for one in ("Hearts", "Schwarz"))
    for tile in (names.nth(3), hearts, count_of(page, "with 1"), schwarz):
        tile.focus()
        page.keyboard.press("Space")
    expect(explained(page)).to_be_hidden()
    button(page, "lost").focus()
    page.keyboard.press("Enter")
    expect(explained(page)).to_contain_text("The declarer held the jack of clubs and made no trick?")
    page.get_by_role("button", name="No, change it").click()
    expect(explained(page)).to_be_hidden()
    press(page, "lost")
    page.get_by_role("button", name="Yes, it was so").click()
    expect(last(page)).to_contain_text(f"{HOSTILE} loses Hearts with 1, Schwarz: −80")
    page.locator("#to-deals").click()
    assert page.locator("main img").count() == 0

    # A thumb that lands thrice saves one deal.
    expect(button(page, "passed")).to_be_enabled()
    page.evaluate("for (const _ of [1, 2, 3]) document.querySelector('button[value=passed]').click()")
    expect(page.locator("#deal-number")).to_have_text("Deal 4 of 4")
    expect(state(page)).to_have_text("Saved on the server (no. 3)")
    deals = DealRow.objects.order_by("number").values_list("number", "declarer", "points")
    assert list(deals) == [(1, 3, -92), (2, 4, -80), (3, None, 0)]
