"""The model of the page at the table in a real browser: its modules alone, without page or site."""

import json
import mimetypes
from pathlib import Path

from playwright.sync_api import Page, Route

from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.messages import written

ADDRESS = "http://model.test/"
"""Answered by the route below; nothing is asked of any network."""

MODULES = Path(__file__).parents[1] / "skatturnier" / "static" / "skatturnier" / "table"
HERE = Path(__file__).parent

OPENING = """
async () => {
  const [{ linesOf }, taps, words, fewest] = await Promise.all(
    ["lines.js", "taps.js", "words.js", "fewest.js"].map((name) => import(`/${name}`)));
  const lines = linesOf(await (await fetch("/lines.json")).json());
  Object.assign(window, { lines, taps, words, fewest });
}
"""


def opened(page: Page) -> Page:
    """Load the model into a page, as ``lines``, ``taps``, ``words`` and ``fewest``."""
    page.route(f"{ADDRESS}**", _answer)
    page.goto(ADDRESS)
    page.evaluate(OPENING)
    return page


def as_json(deals: list[Deal]) -> str:
    """Return deals as a page would get them; as text, since the browser reads it much faster than arguments."""
    return json.dumps([{"number": deal.number, "line": written(deal)} for deal in deals])


def _answer(route: Route) -> None:
    name = route.request.url.removeprefix(ADDRESS)
    if not name:
        route.fulfill(body="<!doctype html><title>Model</title>", content_type="text/html")
        return
    fulfilled(route, name)


def fulfilled(route: Route, name: str) -> None:
    """Answer with a module of the page or of the benchmarks."""
    file = next((folder / name for folder in (MODULES, HERE) if (folder / name).is_file()), None)
    if file is None:
        route.fulfill(status=404)
        return
    route.fulfill(path=file, content_type=mimetypes.guess_type(name)[0] or "text/plain")
