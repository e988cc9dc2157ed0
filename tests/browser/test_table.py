"""A table in a real browser, from the code on its card to the signed list."""

import io
import re

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from scoring.lists.models import DealRow, GameListRow
from tables.draw.models import Table
from tests.browser import at_table
from tests.browser.at_table import NAMES, PLACE, alive, last, press, state, tap, totals, violations
from tests.browser.conftest import PHONE, WIDE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]


@pytest.fixture
def game_list() -> GameListRow:
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
    expect(page.get_by_text("Deal 1 was corrected.")).to_be_visible()
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
    page.get_by_role("link", name="Check the sums and sign").click()
    for name in NAMES[:3]:
        player = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=name))
        player.get_by_text("I agree: sign").click()
        player.get_by_role("radio").first.check()
        player.get_by_role("button", name="signs").click()
        expect(player.get_by_text(f"Signed by {name}")).to_be_visible()
    page.get_by_role("button", name="Sign and close the list").click()
    expect(page.get_by_text(re.compile("This list (was|is) signed and closed"))).to_be_visible()


def test_from_the_code_on_the_card_to_the_signed_list(opened, live_server, game_list):
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
    assert violations(phone) == []
    correct_in_place(phone)
    sign(phone)

    game_list.refresh_from_db()
    assert game_list.signed_at is not None
    assert game_list.seats_confirmed_at is not None
    assert totals(phone) == ["−60", "96", "0"]
    expect(phone.locator("#ticks")).to_be_hidden()
    assert violations(phone) == []


@pytest.mark.proof("without-scripts")
def test_without_scripts_the_same_table_has_the_same_totals(opened, live_server, game_list, prove):
    phone = opened(**PHONE, java_script_enabled=False)
    phone.goto(f"{live_server.url}/l/{game_list.table.key}/")
    for name in NAMES[:3]:
        phone.locator("#who").get_by_label(name).check()
    phone.get_by_role("button", name="Everybody sits right").click()

    play(phone)
    correct(phone)
    sign(phone)

    assert totals(phone) == ["−60", "96", "0"]
    prove("played, corrected and signed, −60, 96 and 0 as with scripts: 0 totals differ")


@pytest.mark.thorough
def test_with_and_without_scripts_the_same_rows_are_written(opened, live_server, game_list):
    """The bid of an overbid game and a rare line: tapped as tiles, or typed and ticked in the plain form."""
    phone = at_table.at_list(opened(**PHONE, java_script_enabled=False), live_server.url, game_list)
    tap(phone, "Bernd Krause", "Hearts", "with 1", "Overbid")
    phone.get_by_label("The bid, if the game was overbid").fill("50")
    press(phone, "lost")
    phone.get_by_role("group", name="with", exact=True).locator("[for=more-with]").click()
    tap(phone, "Anna Berg", "Clubs", "with 6")
    press(phone, "won")
    expect(phone.locator("#refused")).to_contain_text("Five matadors or more are rare.")
    phone.get_by_label("Yes, it was so").check()
    press(phone, "won")
    plain = list(DealRow.objects.order_by("number").values_list("points", "bid", "overbid", "matadors"))
    DealRow.objects.all().delete()
    game_list.phones.all().delete()

    game_list.seats_confirmed_at = game_list.table.series.started_at
    game_list.save()
    phone = alive(at_table.at_list(opened(**PHONE), live_server.url, game_list))
    tap(phone, "Bernd Krause", "Hearts", "with 1", "Overbid", "50")
    press(phone, "lost")
    phone.locator("[for=more-with]").click()
    tap(phone, "Anna Berg", "Clubs", "with 6")
    expect(phone.locator("#explain")).to_contain_text("Five matadors or more are rare. (ISkO 2.4.3)")
    press(phone, "won")
    expect(state(phone)).to_have_text("Saved on the server (no. 2)")

    rows = DealRow.objects.order_by("number").values_list("points", "bid", "overbid", "matadors")
    assert list(rows) == plain == [(-100, 50, True, 1), (84, None, False, 6)]
