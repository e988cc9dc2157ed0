"""What the page at the table shows and does, tile by tile, against the real site."""

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.models import DealRow, GameListRow
from tests.browser import at_table
from tests.browser.at_table import PLACE, alive, button, count_of, last, press, state, tap, totals
from tests.browser.conftest import PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]


@pytest.fixture
def game_list() -> GameListRow:
    """The list of a table of four, everybody seated."""
    return at_table.game_list(seats=4)


@pytest.fixture
def page(opened, live_server, game_list) -> Page:
    """A phone at that table; what keeps its page for a time without a network has tests of its own."""
    return alive(at_table.at_list(opened(**PHONE, service_workers="block"), live_server.url, game_list))


def explained(page: Page):
    return page.locator("#explain")


@pytest.mark.thorough
def test_the_value_stands_on_the_buttons_before_anything_is_saved(page):
    assert button(page, "won").inner_text().strip() == "Won"

    tap(page, "Bernd Krause", "Spades", "without 1", "Hand")

    expect(button(page, "won")).to_have_text("Won +33")
    expect(button(page, "lost")).to_have_text("Lost −66")
    page.get_by_label("Schneider", exact=True).check()
    expect(button(page, "won")).to_have_text("Won +44")
    assert not DealRow.objects.exists()


def test_the_dealer_of_four_cannot_be_touched(page):
    expect(page.get_by_label("Anna Berg", exact=True)).to_be_disabled()
    expect(page.locator("#seats > li").first).to_contain_text("deals")
    expect(page.locator("#dealer")).to_have_text("· dealer: Anna")

    press(page, "passed")

    expect(page.get_by_label("Anna Berg", exact=True)).to_be_enabled()
    expect(page.get_by_label("Bernd Krause", exact=True)).to_be_disabled()


@pytest.mark.thorough
def test_what_is_chosen_is_given_up_by_tapping_it_again(page):
    for tile in (page.get_by_label("Clara Vogt", exact=True), page.get_by_label("Grand", exact=True)):
        tile.click()
        expect(tile).to_be_checked()
        tile.click()
        expect(tile).not_to_be_checked()


def test_what_is_missing_is_said_and_shown(page):
    page.get_by_label("Clubs", exact=True).check()
    press(page, "won")

    expect(explained(page)).to_have_text("Still missing: who played, with or without how many")
    assert page.locator(".asked").evaluate_all("all => all.map(one => one.dataset.field)") == ["declarer", "matadors"]

    tap(page, "Clara Vogt")
    expect(explained(page)).to_be_hidden()
    assert page.locator(".asked").count() == 0
    assert not DealRow.objects.exists()


@pytest.mark.thorough
def test_what_cannot_be_is_explained_with_its_clause(page):
    tap(page, "Clara Vogt", "Clubs", "without 2", "Schwarz")
    press(page, "won")

    expect(explained(page)).to_contain_text("Nobody wins every trick without the jack of clubs")
    expect(explained(page)).to_contain_text("(ISkO 5.2.4)")
    expect(button(page, "won")).to_have_text("Won")
    assert not DealRow.objects.exists()


def test_a_played_deal_is_not_passed_in_by_a_slip(page):
    page.get_by_label("Grand", exact=True).check()
    press(page, "passed")

    expect(explained(page)).to_contain_text("Nobody plays a deal that is passed in.")
    assert not DealRow.objects.exists()


@pytest.mark.thorough
def test_a_rare_line_is_asked_about_in_its_place(page):
    page.locator("[for=more-with]").click()
    tap(page, "Clara Vogt", "Hearts", "with 5")
    expect(explained(page)).to_contain_text("Five matadors or more are rare. (ISkO 2.4.3)")
    press(page, "lost")

    expect(last(page)).to_contain_text("Clara Vogt loses Hearts with 5: −120")
    expect(state(page)).to_have_text("Saved on the server (no. 1)")
    expect(explained(page)).to_be_hidden()


@pytest.mark.thorough
def test_what_is_rare_in_one_outcome_only_is_asked_about_after_it(page):
    tap(page, "Clara Vogt", "Hearts", "with 1", "Schwarz")
    expect(explained(page)).to_be_hidden()
    press(page, "lost")
    expect(explained(page)).to_contain_text("The declarer held the jack of clubs and made no trick?")
    page.get_by_role("button", name="No, change it").click()
    expect(explained(page)).to_be_hidden()
    assert not DealRow.objects.exists()

    press(page, "lost")
    page.get_by_role("button", name="Yes, it was so").click()

    expect(last(page)).to_contain_text("Clara Vogt loses Hearts with 1, Schwarz: −80")


def test_another_game_clears_what_does_not_fit(page):
    page.locator("[for=more-with]").click()
    tap(page, "Clara Vogt", "Hearts", "with 7")
    page.get_by_label("Grand", exact=True).check()
    expect(count_of(page, "with 7")).not_to_be_checked()

    tap(page, "", "", "with 4", "ouvert")
    for brought in ("Hand", "Schneider announced", "Schwarz announced"):
        expect(page.get_by_label(brought, exact=True)).to_be_checked()

    page.get_by_label("Null", exact=True).check()
    expect(count_of(page, "with 4")).to_be_disabled()
    for cleared in ("Schneider", "Schwarz", "Schneider announced", "Schwarz announced"):
        expect(page.get_by_label(cleared, exact=True)).not_to_be_checked()
        expect(page.get_by_label(cleared, exact=True)).to_be_disabled()
    press(page, "won")
    expect(last(page)).to_contain_text("Clara Vogt wins Null ouvert: 46")


@pytest.mark.thorough
def test_the_last_deal_stands_there_in_words_until_the_next(page):
    tap(page, "Bernd Krause", "Grand", "with 2")
    press(page, "won")
    expect(last(page)).to_contain_text("Deal 1 Bernd Krause wins Grand with 2: 72")
    expect(last(page)).to_contain_text("with 2, game 3; 3 × 24 = 72")
    tap(page, "Clara Vogt", "Null")
    expect(last(page)).to_contain_text("Bernd Krause wins Grand with 2: 72")

    press(page, "lost")

    expect(last(page)).to_contain_text("Deal 2 Clara Vogt loses Null: −46")
    assert totals(page) == ["0", "72", "−46", "0"]
    expect(page.locator("#seats > li").nth(1)).to_contain_text("won 1 : lost 0")


@pytest.mark.thorough
def test_undo_offers_the_deal_again_as_it_was(page):
    tap(page, "Bernd Krause", "Grand", "with 2", "Schneider")
    press(page, "won")
    expect(state(page)).to_have_text("Saved on the server (no. 1)")

    page.get_by_role("link", name="Undo").click()
    expect(page.locator("#deal-number")).to_have_text("Deal 1 of 4")
    expect(page.get_by_label("Bernd Krause", exact=True)).to_be_checked()
    expect(page.get_by_label("Schneider", exact=True)).to_be_checked()
    assert totals(page) == ["0"] * 4
    tap(page, "Dieter Lange")
    press(page, "won")

    expect(last(page)).to_contain_text("Deal 1 Dieter Lange wins Grand with 2, Schneider: 96")
    expect(state(page)).to_have_text("Saved on the server (no. 1)")
    rows = DealRow.objects.order_by("entered_at").values_list("number", "declarer", "voided_at")
    assert [(number, declarer, voided is not None) for number, declarer, voided in rows] == [
        (1, 2, True),
        (1, 4, False),
    ]


def test_a_thumb_that_lands_twice_saves_one_deal(page):
    page.evaluate("for (const _ of [1, 2, 3]) document.querySelector('button[value=passed]').click()")

    expect(page.locator("#deal-number")).to_have_text("Deal 2 of 4")
    expect(state(page)).to_have_text("Saved on the server (no. 1)")
    assert DealRow.objects.count() == 1


@pytest.mark.thorough
def test_enter_saves_nothing(page):
    tap(page, "Bernd Krause", "Grand", "with 2")
    page.keyboard.press("Enter")
    press(page, "lost")

    expect(state(page)).to_have_text("Saved on the server (no. 1)")
    assert [(row.game, row.won) for row in DealRow.objects.all()] == [("grand", False)]


@pytest.mark.thorough
def test_enter_saves_nothing_without_scripts_either(opened, live_server, game_list):
    page = at_table.at_list(opened(**PHONE, java_script_enabled=False), live_server.url, game_list)
    tap(page, "Bernd Krause", "Grand", "with 2")
    page.keyboard.press("Enter")

    expect(page.locator("#refused")).to_contain_text("Say how the deal ended: won, lost or passed in.")
    expect(page.get_by_label("Grand", exact=True)).to_be_checked()
    assert not DealRow.objects.exists()


@pytest.mark.thorough
def test_a_deal_is_entered_by_keyboard_alone(page):
    for tile in ("Bernd Krause", "Grand"):
        page.get_by_label(tile, exact=True).focus()
        page.keyboard.press("Space")
    count_of(page, "with 2").focus()
    page.keyboard.press("Space")
    button(page, "won").focus()
    page.keyboard.press("Enter")

    expect(last(page)).to_contain_text("Bernd Krause wins Grand with 2: 72")


@pytest.mark.thorough
def test_without_a_connection_one_just_goes_on(new_context, live_server, game_list):
    # A page of its own: without a connection the browser's console is full of it.
    page = alive(at_table.at_list(new_context(**PHONE).new_page(), live_server.url, game_list))
    expect(state(page)).to_have_text("Ready for the first deal")
    page.context.set_offline(True)
    press(page, "passed")
    expect(state(page)).to_have_text("No network: 1 deal is safe on this phone. Play on!")
    tap(page, "Anna Berg", "Grand", "with 1")
    press(page, "won")
    expect(state(page)).to_contain_text("2 deals are safe")
    assert totals(page) == ["48", "0", "0", "0"]

    page.locator("#to-deals").click()
    deals = page.locator("#deal-list > li")
    expect(deals).to_have_count(2)
    expect(deals.first).to_contain_text("Anna: Grand with 1")
    expect(deals.first).to_contain_text("not yet sent")
    assert not DealRow.objects.exists()

    page.context.set_offline(False)
    expect(state(page)).to_have_text("Saved on the server (no. 2)", timeout=15_000)
    expect(deals.first.get_by_role("link")).to_have_attribute("href", f"{PLACE}deal/2/")
    assert DealRow.objects.count() == 2


@pytest.mark.thorough
def test_what_is_tapped_before_the_script_is_there_is_kept(opened, live_server, game_list):
    page = opened(**PHONE)
    waiting = []
    page.route("**/lines.json", lambda route: waiting.append(route))
    at_table.at_list(page, live_server.url, game_list)
    tap(page, "Bernd Krause", "Clubs", "without 2")
    page.wait_for_function("performance.getEntriesByType('resource').length > 8")
    waiting[0].continue_()
    alive(page)

    expect(button(page, "won")).to_have_text("Won +36")


@pytest.mark.thorough
def test_a_hostile_name_is_shown_as_text(opened, live_server, game_list):
    game_list.table.series.tournament.entrants.filter(number=2).update(name="<img src=x onerror=alert(1)>")
    page = alive(at_table.at_list(opened(**PHONE), live_server.url, game_list))
    page.locator("#seats input").nth(1).check()
    tap(page, "", "Grand", "with 2")
    press(page, "won")
    page.locator("#to-deals").click()

    expect(last(page)).to_contain_text("<img src=x onerror=alert(1)> wins Grand with 2: 72")
    assert page.locator("main img").count() == 0


@pytest.mark.thorough
def test_the_time_left_follows_the_site_not_the_phone(opened, live_server, game_list):
    series = game_list.table.series
    series.tournament.time_limit = 30_000
    series.tournament.save()
    page = opened(**PHONE)
    page.clock.install(time="2031-01-01T03:00:00")
    alive(at_table.at_list(page, live_server.url, game_list))

    text = page.locator("#clock").inner_text()
    assert text.startswith("Round 1/1")
    assert "left" in text or "over" in text
