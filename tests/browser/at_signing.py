"""A person on the page on which a list is signed."""

import math

from playwright.sync_api import Page

from scoring.lists.models import GameListRow
from tests.support import factories


def complete_list() -> GameListRow:
    """Return a list of one round at a table of three, complete."""
    made = factories.running_list(seats=3)
    factories.fill(made)
    made.refresh_from_db()
    return made


def open_page(page: Page, live_server, row: GameListRow) -> None:
    page.goto(f"{live_server.url}/l/{row.table.key}/?sign")
    assert page.url.endswith("/sign/")


def open_all(page: Page):
    """Open every fold at once, as no finger does, and return all that can be tapped then."""
    page.locator("main details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    return page.locator("main .signatures :is(button, summary, svg, label, a, h3, p)")


def agree(page: Page, place: int):
    seat = page.locator(f"#seat-{place}")
    seat.locator("summary").first.click()
    return seat


def draw(page: Page, seat, points: int = 40) -> None:
    """Draw a wave with a finger."""
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
