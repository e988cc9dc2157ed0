"""Another door, the same person: the scanner's browser, then Safari; a dead battery; nobody of the direction needed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.models import DealRow, GameListRow, Proposal
from tests.browser import at_table
from tests.browser.at_table import alive, last, press, state, tap, violations
from tests.browser.conftest import PHONE
from tests.support import factories

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]

SMALL = PHONE | {"viewport": {"width": 360, "height": 560}}


@pytest.fixture
def game_list() -> GameListRow:
    return at_table.game_list(seats=4, seated=False)


@pytest.fixture
def browser_of(new_context, live_server, game_list) -> Callable[[], Page]:
    """Return a function that opens the table's code in another browser. Their consoles are full of lost connections."""

    def come() -> Page:
        return alive(at_table.at_list(new_context(**SMALL).new_page(), live_server.url, game_list))

    return come


@pytest.fixture
def scanner(browser_of) -> Page:
    """The browser of the scanner's app: everybody sits right, and the first deal is saved."""
    page = browser_of()
    for box in page.locator("#who [name=sits]").all():
        box.check()
    press(page, "passed")
    expect(state(page)).to_have_text("Saved on the server (no. 1)")
    return page


def hear(page: Page) -> None:
    """Let a page ask the site now and not in a while."""
    page.evaluate("dispatchEvent(new Event('focus'))")


def words_of(page: Page) -> str:
    page.locator("#more > summary").click()
    shown = page.locator("#more [data-known-by]").inner_text()
    page.locator("#more > summary").click()
    return shown


def by_words(page: Page, words: str) -> None:
    page.get_by_text("Keep the list on this phone").click()
    page.get_by_label("The two words of the phone that keeps it").fill(words)
    page.get_by_role("button", name="Go on here").click()


def by_all(page: Page, names: list[str] = at_table.NAMES) -> None:
    page.get_by_text("Keep the list on this phone").click()
    for name in names:
        page.get_by_label(f"{name} agrees").check()
    page.get_by_role("button", name="This phone keeps the list from now on").click()


def goes_on(page: Page) -> Page:
    """Go from the page that shows the words of the new phone to the list."""
    page.get_by_role("link", name="Go on with the list").click()
    return alive(page)


@pytest.mark.thorough
def test_the_words_stand_on_the_first_screen_within_it(browser_of):
    page = browser_of()
    shown = page.locator("#who [data-known-by]")

    expect(shown).to_be_in_viewport()
    assert len(shown.inner_text().split()) == 2
    expect(page.get_by_role("button", name="Somebody else sits here")).to_be_in_viewport()
    assert violations(page) == []


@pytest.mark.thorough
def test_a_person_goes_on_in_another_browser_by_the_words_and_the_old_one_is_told(scanner, browser_of):
    words = words_of(scanner)
    scanner.context.set_offline(True)
    tap(scanner, "Anna Berg", "Grand", "with 2")
    press(scanner, "won")
    expect(state(scanner)).to_contain_text("not yet sent (1)")

    safari = browser_of()
    expect(safari.get_by_text("Another phone keeps this list.")).to_be_visible()
    expect(safari.locator("[data-known-by]").first).to_have_text("")
    by_words(safari, words.title())
    expect(safari.get_by_role("heading", name="This phone keeps the list")).to_be_visible()
    assert safari.locator("[data-known-by]").inner_text() != words
    assert violations(safari) == []
    goes_on(safari)
    tap(safari, "Clara Vogt", "Null")
    press(safari, "won")
    expect(state(safari)).to_have_text("Saved on the server (no. 2)")

    scanner.context.set_offline(False)
    hear(scanner)
    expect(scanner.locator("#kept")).to_contain_text("it had the words of the one before.")
    expect(scanner.locator("#ticks")).to_be_hidden()
    expect(scanner.locator("[data-known-by]").last).to_have_text("")
    expect(last(scanner)).to_contain_text("Clara Vogt wins Null: 23")
    expect(scanner.locator("#stuck .side")).to_contain_text(["Clara Vogt", "Anna Berg"])
    assert (DealRow.objects.count(), Proposal.objects.get().number) == (2, 2)


@pytest.mark.thorough
def test_all_agree_on_the_phone_in_hand_and_take_the_list_back_the_same_way(scanner, browser_of):
    safari = browser_of()
    by_all(safari)
    goes_on(safari)
    press(safari, "passed")
    expect(state(safari)).to_have_text("Saved on the server (no. 2)")

    hear(scanner)
    expect(scanner.locator("#kept")).to_contain_text("all players agreed.")
    expect(scanner.get_by_text("Keep the list on this phone")).to_be_visible()
    assert violations(scanner) == []
    by_all(scanner)
    goes_on(scanner)
    press(scanner, "passed")
    expect(state(scanner)).to_have_text("Saved on the server (no. 3)")
    hear(safari)
    expect(safari.locator("#kept")).to_contain_text("all players agreed.")


@pytest.mark.thorough
def test_while_one_is_missing_the_list_stays_where_it_is(scanner, browser_of):
    safari = browser_of()
    by_all(safari, at_table.NAMES[:3])

    expect(safari.get_by_text("Not agreed yet: Dieter Lange.")).to_be_visible()
    expect(safari.get_by_label("Clara Vogt agrees")).to_be_checked()
    assert violations(safari) == []
    safari.get_by_label("Dieter Lange agrees").check()
    safari.get_by_role("button", name="This phone keeps the list from now on").click()
    expect(safari.get_by_role("heading", name="This phone keeps the list")).to_be_visible()


@pytest.mark.thorough
def test_wrong_words_are_said_and_can_be_mended(scanner, browser_of):
    words = words_of(scanner)
    safari = browser_of()
    by_words(safari, "apfel apfel")

    expect(safari.get_by_text("These are not the words of the phone that keeps the list.")).to_be_visible()
    field = safari.get_by_label("The two words of the phone that keeps it")
    expect(field).to_have_value("apfel apfel")
    field.fill(words)
    safari.get_by_role("button", name="Go on here").click()
    expect(safari.get_by_role("heading", name="This phone keeps the list")).to_be_visible()


@pytest.mark.thorough
def test_a_dead_battery_holds_nobody_up_and_the_list_is_signed(scanner, browser_of, game_list):
    scanner.context.close()

    other = browser_of()
    by_all(other)
    goes_on(other)
    for number in range(2, 5):
        press(other, "passed")
        expect(state(other)).to_have_text(f"Saved on the server (no. {number})")

    game_list.refresh_from_db()
    factories.confirm_and_sign(game_list)
    hear(other)
    expect(other.get_by_text("This list is signed and closed.")).to_be_visible()
    assert factories.list_of(game_list.table.series).deals.count() == 4
