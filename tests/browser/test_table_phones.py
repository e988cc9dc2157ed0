"""Several phones at one table: one keeps the list, one perhaps the second, all others watch."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.models import Call, DealRow, GameListRow, Proposal, SecondDealRow
from scoring.table.services import calls
from tests.browser import at_table, axe
from tests.browser.at_table import alive, last, press, state, tap, totals, violations
from tests.browser.conftest import PHONE
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]


@pytest.fixture
def game_list() -> GameListRow:
    return at_table.game_list(seats=4)


@pytest.fixture
def phone(new_context, live_server, game_list) -> Callable[[], Page]:
    """Return a function that brings another phone to the table. Their consoles are full of lost connections."""

    def come() -> Page:
        page = new_context(**PHONE).new_page()
        return alive(at_table.at_list(page, live_server.url, game_list))

    return come


def grant() -> None:
    """Let the direction do what was asked for."""
    call = Call.objects.get(settled_at=None)
    calls.settle_call(call_id=call.pk, granted=True, by=factories.user(), now=EVENING)


def hear(page: Page) -> None:
    """Let a page ask the site now and not in a while."""
    page.evaluate("dispatchEvent(new Event('focus'))")


@pytest.mark.thorough
def test_who_watches_sees_everything_and_taps_nothing(phone):
    keeping, watching = phone(), phone()
    tap(keeping, "Bernd Krause", "Grand", "with 2")
    press(keeping, "won")
    expect(state(keeping)).to_have_text("Saved on the server (no. 1)")

    hear(watching)

    expect(last(watching)).to_contain_text("Bernd Krause wins Grand with 2: 72")
    expect(state(watching)).to_have_text("You are watching (no. 1)")
    expect(watching.get_by_text("Another phone keeps this list.")).to_be_visible()
    expect(watching.locator("#ticks")).to_be_hidden()
    assert watching.locator("[name=declarer]:enabled").count() == 0
    assert totals(watching) == ["0", "72", "0", "0"]
    assert violations(watching) == []


@pytest.mark.thorough
@pytest.mark.proof("phone-lost")
def test_a_lost_phone_is_replaced_and_what_it_still_brings_is_proposed(phone, prove):
    old = phone()
    press(old, "passed")
    expect(state(old)).to_have_text("Saved on the server (no. 1)")
    old.context.set_offline(True)
    tap(old, "Anna Berg", "Grand", "with 2")
    press(old, "won")
    expect(state(old)).to_contain_text("not yet sent (1)")

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
    expect(old.locator("#stuck .side")).to_contain_text(["Clara Vogt", "Anna Berg"])
    expect(last(old)).to_contain_text("Clara Vogt wins Null: 23")
    assert (Proposal.objects.count(), DealRow.objects.count()) == (1, 2)
    assert violations(old) == []

    hear(new)
    expect(new.locator("#stuck .side")).to_contain_text(["Clara Vogt", "Anna Berg"])
    new.get_by_role("button", name="This one is right (In the list)").click()
    expect(new.locator("#stuck .side")).to_have_count(0)
    expect(state(new)).to_have_text("Saved on the server (no. 2)")
    hear(old)
    expect(old.locator("#stuck")).to_contain_text("Deal 2 is settled: Clara Vogt wins Null: 23.")
    assert Proposal.objects.get().settled_at is not None
    prove("found again: 1 of 1 proposed, 0 applied, and left or taken at the table")


@pytest.mark.thorough
def test_the_second_list_is_written_on_another_phone_and_differences_are_said(phone):
    first, other = phone(), phone()
    tap(first, "Bernd Krause", "Grand", "with 2")
    press(first, "won")
    expect(state(first)).to_have_text("Saved on the server (no. 1)")
    hear(other)

    other.get_by_role("button", name="Keep the second list on this phone").click()
    expect(other.get_by_text("This is the second list of the table.")).to_be_visible()
    alive(other)
    tap(other, "Bernd Krause", "Grand", "with 1")
    press(other, "won")
    expect(state(other)).to_have_text("Saved on the server (no. 1)")

    assert (SecondDealRow.objects.get().points, DealRow.objects.get().points) == (48, 72)
    hear(first)
    for page in (first, other):
        expect(page.get_by_text("The two lists of this table differ.")).to_be_visible()
    assert violations(other) == []


@pytest.fixture
def two(phone, game_list) -> tuple[Page, Page]:
    """The phone that keeps the list, and one that wrote its second deal otherwise while it had no network."""
    other = phone()
    press(other, "passed")
    expect(state(other)).to_have_text("Saved on the server (no. 1)")
    other.context.set_offline(True)
    tap(other, "Anna Berg", "Grand", "with 2")
    press(other, "lost")
    expect(state(other)).to_contain_text("not yet sent (1)")
    keeping = phone()
    keeping.get_by_text("Keep the list on this phone").click()
    keeping.get_by_role("button", name="Ask the direction to let this phone keep it").click()
    expect(keeping.get_by_text("The direction has been asked.")).to_be_visible()
    grant()
    hear(keeping)
    expect(keeping.get_by_text("Another phone keeps this list.")).to_be_hidden()
    expect(keeping.locator("#ticks")).to_be_visible()
    tap(keeping, "Anna Berg", "Grand", "with 2")
    press(keeping, "won")
    expect(state(keeping)).to_have_text("Saved on the server (no. 2)")
    other.context.set_offline(False)
    hear(keeping)
    for page in (other, keeping):
        hear(page)
        expect(page.locator("#stuck .side b")).to_have_text(["won", "72", "lost", "−144"], timeout=15_000)
    return keeping, other


def are_beside_each_other(page: Page) -> bool:
    """Test whether two versions can be compared line by line."""
    left, right = (one.bounding_box() for one in page.locator(".side").all())
    return left["y"] == right["y"] and left["x"] + left["width"] <= right["x"]


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(
    ("right", "words", "total"),
    [
        ("In the list", "Anna Berg wins Grand with 2: 72", "72"),
        ("Not in the list", "Anna Berg loses Grand with 2: −144", "−144"),
    ],
)
def test_both_phones_show_both_versions_and_agree_after_one_is_said_to_be_right(two, right, words, total):
    keeping, other = two
    button = keeping.get_by_role("button", name=f"This one is right ({right})")
    for page in two:
        for width, height in ((360, 560), (390, 664), (412, 732)):
            page.set_viewport_size({"width": width, "height": height})
            assert are_beside_each_other(page)
    assert violations(keeping) == violations(other) == []

    if right == "Not in the list":
        button.click()
        assert Proposal.objects.get().settled_at is None
        keeping.get_by_label("All players of this deal agree").check()
    button.click()
    expect(keeping.locator("#stuck > *")).to_have_count(0)
    expect(state(keeping)).to_have_text("Saved on the server (no. 2)")

    hear(other)
    expect(other.locator("#stuck")).to_contain_text(
        f"Deal 2 is settled: {words}. Said on the phone that keeps the list, "
    )
    for page in (keeping, other):
        expect(last(page)).to_contain_text(words)
        assert totals(page) == [total, "0", "0", "0"]
    assert violations(other) == []
    other.get_by_role("button", name="OK").click()
    expect(other.locator("#stuck > *")).to_have_count(0)
    assert Proposal.objects.get().accepted is (right == "Not in the list")
    assert DealRow.objects.filter(number=2).count() == (2 if right == "Not in the list" else 1)


@pytest.mark.thorough
def test_who_does_not_keep_the_list_waits_with_its_own_or_lets_go_of_it(two):
    keeping, other = two

    other.get_by_role("button", name="This one is right (Not in the list)").click()
    expect(other.locator("#stuck button")).to_have_count(1)
    assert Proposal.objects.get().settled_at is None
    other.get_by_role("button", name="This one is right (In the list)").click()
    expect(other.locator("#stuck > *")).to_have_count(0)
    expect(state(other)).to_have_text("You are watching (no. 2)")

    hear(keeping)
    expect(keeping.locator("#stuck > *")).to_have_count(0)
    for page in two:
        assert totals(page) == ["72", "0", "0", "0"]
    assert Proposal.objects.get().settled_at is not None


@pytest.mark.thorough
def test_both_lists_agree_after_one_is_said_to_be_right_on_their_page(phone):
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

    other.get_by_role("link", name="Look at the differences").click()
    expect(other.locator(".side b")).to_have_text(["won", "72", "lost", "−144"])
    for width, height in ((360, 560), (390, 664), (412, 732)):
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


@pytest.mark.thorough
def test_without_any_network_the_list_is_shown_as_a_code(phone):
    page = phone()
    press(page, "passed")
    expect(state(page)).to_have_text("Saved on the server (no. 1)")

    page.locator("#more > summary").click()
    page.get_by_role("button", name="show the list as a code").click()

    expect(page.locator("#code svg")).to_be_visible()
    assert violations(page) == []
