"""Count what deals of the real mix cost on the real page of a table: ``python -m benchmarks.gestures``.

A gesture is a tap, or a scroll to what is not in sight; the sizes are what phones show under their browsers' bars.
"""

import os
from collections import Counter
from collections.abc import Sequence
from statistics import mean

from playwright.sync_api import Browser, Route, sync_playwright

from benchmarks.browser import program
from benchmarks.feedback import key_of_a_list, served
from benchmarks.model import as_json, fulfilled
from benchmarks.taps import GOAL, SEATS, deals_of_the_mix
from scoring.rules.game_list.deals import Deal

SIZES = ((360, 560), (390, 664), (412, 732), (320, 568))
"""Visible pixels: a small Android phone, an iPhone with Safari's bars, a large phone, the smallest there is."""

WALK = """
async ([deals, seats]) => (await import("/gestures/gestures.js")).walked(JSON.parse(deals), seats)
"""


def counted(browser: Browser, link: str, deals: Sequence[Deal], *, size: tuple[int, int]) -> list[int]:
    """Return the gestures of each deal on a screen of a size; ``link`` is the code on the table."""
    width, height = size
    viewport = {"width": width, "height": height}
    context = browser.new_context(viewport=viewport, is_mobile=True, has_touch=True, service_workers="block")  # type: ignore[arg-type]
    page = context.new_page()
    page.route("**/gestures/*", lambda route: _module(route))
    page.goto(link)
    page.locator("html.live").wait_for()
    found: list[int] = page.evaluate(WALK, [as_json(list(deals)), SEATS])
    context.close()
    return found


def _module(route: Route) -> None:
    fulfilled(route, route.request.url.rpartition("/")[2])


def main() -> None:
    """Print the mean of each size against its goal, and how many deals cost how much."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    key, deals = key_of_a_list(), deals_of_the_mix()
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=["--no-sandbox", "--disable-gpu"])
        for size in SIZES:
            found = counted(browser, f"{address}/l/{key}/", deals, size=size)
            verdict = "ok" if mean(found) <= GOAL else "SHORT"
            spread = ", ".join(f"{gestures}: {count}" for gestures, count in sorted(Counter(found).items()))
            print(f"{size[0]}x{size[1]}  mean {mean(found):.3f} gestures  goal {GOAL:.2f}  {verdict}  ({spread})")
        browser.close()


if __name__ == "__main__":
    main()
