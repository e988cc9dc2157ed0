"""A list tapped in a real browser, a part of it without a network."""

from playwright.sync_api import Page, expect

from tests.browser.at_table import alive, last, press, state, tap
from tests.browser.day.hall import names
from tests.browser.day.phones import TablePhone

AWAY = range(5, 9)
"""Deals that are entered without a network."""


def tap_a_list(page: Page, phone: TablePhone, seats: list[int]) -> None:
    """Tap all deals of a table; what is tapped is the phone's record."""
    people = [" ".join(names()[number - 1]) for number in seats]
    # Everybody sits where they should.
    phone.send()
    page.goto(f"{phone.site}{phone.link}")
    alive(page)
    length = phone.seats * phone.rounds
    for number in range(1, length + 1):
        page.context.set_offline(number in AWAY)
        declarer = number % phone.seats + 1
        game, matadors = ("Grand", 2) if number % 3 else ("Clubs", 1 + number % 2)
        won = number % 5 != 0
        tap(page, people[declarer - 1], game, f"with {matadors}")
        press(page, "won" if won else "lost")
        expect(last(page)).to_contain_text(f"Deal {number} ")
        line = {"declarer": declarer, "game": game.lower(), "matadors": matadors, "won": won}
        phone.lines.append((f"tapped {number}", line))
        if number in AWAY:
            expect(state(page)).to_contain_text("not yet sent")
    expect(state(page)).to_contain_text(f"Saved on the server (no. {length})", timeout=60_000)


def sign_a_list(page: Page, phone: TablePhone) -> None:
    """Let everybody sign on the phone that keeps the list."""
    page.goto(f"{phone.site}{phone.url}sign/")
    for place in range(1, phone.seats + 1):
        seat = page.locator(f"#seat-{place}")
        seat.locator("summary").first.click()
        seat.get_by_role("radio").first.check()
        seat.locator("button[value=confirm]").click()
        expect(page.locator(f"#seat-{place} .good")).to_be_visible()
    page.locator("button[value=sign]").click()
    page.wait_for_url(f"**/table/{phone.table}/")
