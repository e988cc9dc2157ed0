"""A person at a table who says something beside the deals, and a network that is not there."""

from itertools import cycle

from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.at_table import NAMES, PLACE, alive, last, press, tap

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
