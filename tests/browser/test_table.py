"""A table in a real browser, from the code on its card to the signed list."""

import io
from collections.abc import Callable

import pytest
import zxingcpp
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Page, expect

from scoring.models import DealRow, GameListRow
from tables.models import Table
from tests import factories
from tests.browser.conftest import PHONE, WIDE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]

NAMES = ["Anna Berg", "Bernd Krause", "Clara Vogt"]


@pytest.fixture
def game_list() -> GameListRow:
    """The list of a table of three in a series of one round."""
    row = factories.running_list(seats=3)
    for number, name in enumerate(NAMES, start=1):
        row.table.series.tournament.entrants.filter(number=number).update(name=name)
    return row


STRICT = {"rules": {"color-contrast-enhanced": {"enabled": True}}}
"""At the table contrast is 7:1."""


def violations(page: Page) -> list[str]:
    """Return what axe finds on a page as it stands, in light and in dark."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for one in Axe().run(page, options=STRICT).response["violations"]:
            found += [f"{scheme}: {one['id']} {node['html'][:200]}" for node in one["nodes"]]
    page.emulate_media(color_scheme="light")
    return found


def code_of_the_card(page: Page, address: str) -> str:
    """Sign in as the director and read the table's card as a phone's camera does."""
    page.goto(f"{address}/sign-in/")
    page.get_by_label("Username").fill("direktor")
    page.get_by_label("Password").fill("direktor" * 2)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.goto(f"{address}/t/cup/office/series/1/keys/")
    picture = page.get_by_role("img", name="QR code of table 1").screenshot()
    return zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))[0].text


def tap(page: Page, declarer: str, game: str, matadors: str = "", *more: str) -> None:
    """Tap the tiles of a deal; matadors as "with 2"."""
    page.get_by_label(declarer, exact=True).check()
    page.get_by_label(game, exact=True).check()
    if matadors:
        sign, count = matadors.split()
        page.get_by_role("group", name=sign, exact=True).get_by_label(count, exact=True).check()
    for level in more:
        page.get_by_label(level, exact=True).check()


def press(page: Page, outcome: str) -> None:
    page.get_by_role("button", name=outcome, exact=True).click()


def totals(page: Page) -> list[str]:
    return page.locator(".total-points").all_inner_texts()


def play(page: Page) -> None:
    """Play the three deals of the list, one of them mended, one corrected."""
    last = page.locator(".last-deal")
    tap(page, "Bernd Krause", "Grand", "with 2")
    press(page, "Won")
    expect(last).to_contain_text("Deal 1 Bernd Krause wins Grand with 2: 72")
    expect(page.get_by_role("heading", name="Deal 2 of 3")).to_be_visible()

    tap(page, "Anna Berg", "Hearts", "", "Hand")
    press(page, "Lost")
    refused = page.locator("#refused")
    expect(refused).to_contain_text("The matadors are missing: with or without how many? (ISkO 2.4.2)")
    expect(page.get_by_label("Anna Berg", exact=True)).to_be_checked()
    expect(page.get_by_label("Hand", exact=True)).to_be_checked()
    page.get_by_role("group", name="without", exact=True).get_by_label("1", exact=True).check()
    press(page, "Lost")
    expect(last).to_contain_text("Deal 2 Anna Berg loses Hearts Hand without 1: −60")

    press(page, "Passed in")
    expect(last).to_contain_text("Deal 3 passed in")
    assert totals(page) == ["−60", "72", "0"]


def correct(page: Page) -> None:
    page.get_by_role("link", name="Bernd: Grand with 2").click()
    page.get_by_label("Schneider", exact=True).check()
    page.get_by_label("What was wrong?").fill("Schneider forgotten")
    page.get_by_label("All players of this deal agree").check()
    press(page, "Won")
    expect(page.get_by_text("Deal 1 was corrected.")).to_be_visible()
    assert totals(page) == ["−60", "96", "0"]


def sign(page: Page) -> None:
    page.get_by_role("link", name="Check the sums and sign").click()
    for name in NAMES:
        player = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=name))
        player.get_by_role("button", name="I confirm the list").click()
        expect(player.get_by_text(f"Confirmed by {name}")).to_be_visible()
    page.get_by_role("button", name="Sign and close the list").click()
    expect(page.get_by_text("This list was signed and closed at")).to_be_visible()


def test_from_the_code_on_the_card_to_the_signed_list(opened, live_server, game_list):
    link = code_of_the_card(opened(**WIDE), live_server.url)
    phone = opened(**PHONE)
    phone.goto(link)
    assert link.endswith(f"/l/{Table.objects.get().key}/")
    expect(phone).to_have_url(f"{live_server.url}/t/cup/series/1/table/1/")
    assert violations(phone) == []

    play(phone)
    assert violations(phone) == []
    correct(phone)
    expect(phone.get_by_text("corrected", exact=True)).to_be_visible()
    sign(phone)

    game_list.refresh_from_db()
    assert game_list.signed_at is not None
    assert totals(phone) == ["−60", "96", "0"]
    assert phone.get_by_role("button", name="Won").count() == 0
    assert violations(phone) == []


def test_without_scripts_the_same_table_has_the_same_totals(opened, live_server, game_list):
    phone = opened(**PHONE, java_script_enabled=False)
    phone.goto(f"{live_server.url}/l/{game_list.table.key}/")

    play(phone)
    correct(phone)
    sign(phone)

    assert totals(phone) == ["−60", "96", "0"]


@pytest.fixture
def at_table(opened: Callable[..., Page], live_server: object, game_list: GameListRow) -> Page:
    phone = opened(**PHONE)
    phone.goto(f"{live_server.url}/l/{game_list.table.key}/")  # type: ignore[attr-defined]
    return phone


def test_every_state_of_the_pages_at_the_table_is_accessible(at_table, game_list, live_server):
    tap(at_table, "Bernd Krause", "Grand")
    at_table.get_by_text("Announced, ouvert, overbid").click()
    press(at_table, "Won")
    expect(at_table.locator("#refused")).to_be_visible()
    assert violations(at_table) == []

    at_table.goto(f"{live_server.url}/t/cup/series/1/table/1/")
    tap(at_table, "Bernd Krause", "Clubs")
    at_table.get_by_text("5 or more").click()
    at_table.locator(".tiles-digits").first.get_by_label("6", exact=True).check()
    press(at_table, "Won")
    expect(at_table.locator("#refused")).to_contain_text("Five matadors or more are rare.")
    assert violations(at_table) == []
    at_table.get_by_label("Yes, it was so").check()
    press(at_table, "Won")
    expect(at_table.locator(".last-deal")).to_contain_text("Bernd Krause wins Clubs with 6: 84")

    for path in ("deal/1/", "appeal/", "sign/"):
        at_table.goto(f"{live_server.url}/t/cup/series/1/table/1/{path}")
        assert violations(at_table) == []
    factories.fill(game_list)
    at_table.reload()
    expect(at_table.get_by_role("button", name="I confirm the list")).to_have_count(3)
    assert violations(at_table) == []


def test_enter_in_the_field_of_the_bid_saves_nothing(at_table):
    tap(at_table, "Bernd Krause", "Grand", "with 2")
    at_table.get_by_text("Announced, ouvert, overbid").click()
    bid = at_table.get_by_role("spinbutton", name="Bid")
    bid.fill("48")
    bid.press("Enter")

    press(at_table, "Lost")

    expect(at_table.locator(".last-deal")).to_contain_text("Bernd Krause loses Grand with 2: −144")
    assert list(DealRow.objects.values_list("points", "bid")) == [(-144, 48)]


def test_another_game_clears_what_does_not_fit(at_table):
    page = at_table
    page.get_by_label("Hearts", exact=True).check()
    page.get_by_text("5 or more").click()
    seven = page.locator(".tiles-digits").first.get_by_label("7", exact=True)
    seven.check()
    page.get_by_label("Grand", exact=True).check()
    expect(seven).not_to_be_checked()
    expect(page.get_by_text("5 or more")).to_be_hidden()

    page.get_by_role("group", name="with", exact=True).get_by_label("4", exact=True).check()
    page.get_by_label("Schwarz", exact=True).check()
    expect(page.get_by_label("Schneider", exact=True)).to_be_checked()
    page.get_by_text("Announced, ouvert, overbid").click()
    page.get_by_label("ouvert", exact=True).check()
    for brought in ("Hand", "Schneider announced", "Schwarz announced"):
        expect(page.get_by_label(brought, exact=True)).to_be_checked()

    page.get_by_label("Null", exact=True).check()
    expect(page.get_by_role("group", name="with", exact=True)).to_be_hidden()
    for cleared in ("Schneider", "Schwarz", "Schneider announced", "Schwarz announced"):
        expect(page.get_by_label(cleared, exact=True)).not_to_be_checked()
        expect(page.get_by_label(cleared, exact=True)).to_be_disabled()
    for kept in ("Hand", "ouvert"):
        expect(page.get_by_label(kept, exact=True)).to_be_checked()
    page.get_by_label("Clara Vogt", exact=True).check()
    press(page, "Won")
    expect(page.locator(".last-deal")).to_contain_text("Clara Vogt wins Null Hand ouvert: 59")


def test_what_is_tapped_is_large_and_what_is_read_is_not_small(at_table):
    at_table.get_by_text("Announced, ouvert, overbid").click()
    at_table.get_by_text("5 or more").click()

    heights = at_table.locator(".tile:visible, .outcome:visible, summary:visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().height)"
    )
    sizes = at_table.locator("main :visible").evaluate_all(
        "all => all.filter(one => [...one.childNodes].some(part => part.nodeType === 3 && part.data.trim()))"
        ".map(one => [parseFloat(getComputedStyle(one).fontSize), one.textContent.trim().slice(0, 40)])"
    )

    assert len(heights) > 30
    assert min(heights) >= 56
    assert [size for size in sizes if size[0] < 18] == []
