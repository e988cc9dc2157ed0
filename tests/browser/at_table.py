"""A phone at a table of the real site: how it is opened, tapped, looked at, and signed on."""

import math

from playwright.sync_api import Page, expect

from scoring.lists.models import GameListRow
from tests.browser import axe
from tests.support import factories
from tests.support.factories import EVENING

NAMES = ["Anna Berg", "Bernd Krause", "Clara Vogt", "Dieter Lange"]
PLACE = "/t/cup/series/1/table/1/"

KEPT = """navigator.serviceWorker.controller && caches.open("table").then((cache) => cache.keys()).then((all) =>
    all.some((one) => one.url.includes("/l/")) &&
    all.some((one) => one.url.endsWith("table/lines.json")))"""
"""That the phone keeps the page, and the door that leads to it."""


def game_list(*, seats: int = 3, rounds: int = 1, seated: bool = True) -> GameListRow:
    """Return the list of the only table, its players named, confirmed in their seats or not."""
    row = factories.running_list(seats=seats, rounds=rounds)
    for number, name in enumerate(NAMES[:seats], start=1):
        row.table.series.tournament.entrants.filter(number=number).update(name=name)
    if seated:
        row.seats_confirmed_at = EVENING
        row.save(update_fields=["seats_confirmed_at"])
    return row


def at_list(page: Page, address: str, row: GameListRow) -> Page:
    """Scan the table's code; where scripts run, wait until the page is alive."""
    page.goto(f"{address}/l/{row.table.key}/")
    return page


def alive(page: Page) -> Page:
    expect(page.locator("html.live")).to_have_count(1)
    return page


def comes_true(page: Page, condition: str) -> None:
    """Wait until the promise of a condition holds; `wait_for_function` takes the promise itself for true."""
    page.evaluate(f"""async () => {{
        const end = performance.now() + 30000;
        while (!(await ({condition}))) {{
            if (performance.now() > end) throw new Error("never came true");
            await new Promise(requestAnimationFrame);
        }}
    }}""")


def tap(page: Page, declarer: str = "", game: str = "", matadors: str = "", *more: str) -> None:
    """Tap the tiles of a deal; matadors as "with 2"."""
    for tile in filter(None, (declarer, game)):
        page.get_by_label(tile, exact=True).check()
    if matadors:
        count_of(page, matadors).check()
    for level in more:
        page.get_by_label(level, exact=True).check()


def count_of(page: Page, matadors: str):
    sign, count = matadors.split()
    return page.get_by_role("group", name=sign, exact=True).get_by_label(count, exact=True)


def button(page: Page, outcome: str):
    """Return an outcome button, whatever value stands on it."""
    return page.locator(f"button[name=outcome][value={outcome}]")


def press(page: Page, outcome: str) -> None:
    """Press an outcome as soon as it takes a press again."""
    button(page, outcome).click()


def totals(page: Page) -> list[str]:
    return page.locator("#seats .points").all_inner_texts()


def state(page: Page):
    """Return the line that says where the deals are."""
    return page.locator("#state")


def last(page: Page):
    return page.locator("#last")


def violations(page: Page) -> list[str]:
    """Return what axe finds on a page at the table as it stands, in light and in dark: contrast is 7:1 there."""
    return axe.violations(page, strict=True)


def complete_list() -> GameListRow:
    """Return a list of one round at a table of three, complete."""
    made = factories.running_list(seats=3)
    factories.fill(made)
    made.refresh_from_db()
    return made


def open_page(page: Page, live_server, row: GameListRow) -> None:
    page.goto(f"{live_server.url}/l/{row.table.key}/?sign")
    assert page.url.endswith("/sign/")


def agree(page: Page, place: int):
    seat = page.locator(f"#seat-{place}")
    seat.locator("summary").first.click()
    return seat


def draw(page: Page, seat, points: int = 40) -> None:
    pad = seat.locator(".signature-pad svg")
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + box["height"] / 2)
    page.mouse.down()
    for at in range(points):
        across = box["x"] + 10 + at * (box["width"] - 20) / points
        page.mouse.move(across, box["y"] + box["height"] * (0.5 + 0.4 * math.sin(at / 3)))
    page.mouse.up()


ON_AND_ON = """(pad, points) => {
  const { left, top, width, height } = pad.getBoundingClientRect();
  const touch = (type, at) => pad.dispatchEvent(new PointerEvent(type, {
    isPrimary: true, button: 0, pointerId: 1, bubbles: true,
    clientX: left + width * ((at % 200) / 200), clientY: top + height * (0.5 + 0.4 * Math.sin(at / 3)) }));
  pad.setPointerCapture = () => {};
  touch("pointerdown", 0);
  for (let at = 1; at < points; at += 1) touch("pointermove", at);
  touch("pointerup", points);
}"""
"""A hand that does not stop, without a second for every line of it."""
