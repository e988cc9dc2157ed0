"""Count what deals of the real mix cost on the page at the table, in gestures: ``python -m benchmarks.taps``.

A gesture is a tap, or a scroll to what is not in sight, on the real page at the sizes that phones show under their
browsers' bars. The same deals are tapped through the page's own model, which says whether each would be written down
as it was played. The answer to a question about a rare line is a tap unless it is asked before the outcome.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from playwright.sync_api import Browser, Page, Route, sync_playwright

from benchmarks.browser import program
from benchmarks.feedback import key_of_a_list, served
from benchmarks.model import as_json, fulfilled, opened
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal, GameList
from tables.seating.chance import Chance

DEALS = 10_000
SEATS = 4
GOAL = 4.3
"""Gestures a deal, the mean of the mix at each size."""

EVEN = {1: 0, 2: 0, 3: 0, 4: 0}
SIZES = ((360, 560), (390, 664), (412, 732), (320, 568))
"""Visible pixels: a small Android phone, an iPhone with Safari's bars, a large phone, the smallest there is."""

COUNTING = "deals => JSON.parse(deals).map((deal) => fewest.fewestTaps(deal, 4, lines))"
WALK = """
async ([deals, seats]) => (await import("/gestures/gestures.js")).walked(JSON.parse(deals), seats)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taps:
    """What tapping many deals through the model came to."""

    counts: Sequence[int]
    asked: float
    """Share of the deals that the page asked about after the outcome."""

    wrong: Sequence[Deal]
    """Deals that the page would have written down differently, or not at all."""


def deals_of_the_mix(count: int = DEALS) -> list[Deal]:
    """Return deals as real lists have them, always the same."""
    from simulation.deals import play

    blank = GameList(seats=SEATS)
    tables = -(-count // blank.length)
    found = [
        deal
        for table in range(tables)
        for deal in play(blank, until=blank.length, skills=EVEN, chance=Chance(str(table), purpose="taps"))
    ]
    return found[:count]


def tapped(page: Page, deals: list[Deal]) -> Taps:
    """Tap deals on a page that holds the model."""
    found = page.evaluate(COUNTING, as_json(deals))
    return Taps(
        counts=[one["taps"] for one in found],
        asked=mean(one["asked"] for one in found),
        wrong=[deal for deal, one in zip(deals, found, strict=True) if not one["right"]],
    )


def gestures(browser: Browser, link: str, deals: Sequence[Deal], *, size: tuple[int, int]) -> list[int]:
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


def by_kind(deals: Sequence[Deal], counts: Sequence[int]) -> Mapping[str, Counter[int]]:
    """Return how many deals cost how much, by the kind of game."""
    found: dict[str, Counter[int]] = defaultdict(Counter)
    for deal, count in zip(deals, counts, strict=True):
        found[_kind(deal)][count] += 1
    return found


def _module(route: Route) -> None:
    fulfilled(route, route.request.url.rpartition("/")[2])


def _kind(deal: Deal) -> str:
    if deal.played is None:
        return "passed in"
    game = deal.played.contract.game
    return {Game.NULL: "Null", Game.GRAND: "Grand"}.get(game, "suit")


def main() -> None:
    """Print the mean of each size against its goal, what it is made of, and what the model wrote down otherwise."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    key, deals = key_of_a_list(), deals_of_the_mix()
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=["--no-sandbox", "--disable-gpu"])
        model = tapped(opened(browser.new_page()), deals)
        print(f"{DEALS:,} deals, {mean(model.counts):.3f} taps each; goal {GOAL:.2f} gestures")
        for size in SIZES:
            found = gestures(browser, f"{address}/l/{key}/", deals, size=size)
            verdict = "ok" if mean(found) <= GOAL and not model.wrong else "SHORT"
            kinds = (f"{kind} {mean(counts.elements()):.2f}" for kind, counts in sorted(by_kind(deals, found).items()))
            print(f"{size[0]}x{size[1]}  mean {mean(found):.3f} gestures  {verdict}  ({', '.join(kinds)})")
            print("         " + ", ".join(f"{count} with {cost}" for cost, count in sorted(Counter(found).items())))
        browser.close()
    print(f"asked about after the outcome {model.asked:.2%}, written down differently {len(model.wrong)}")


if __name__ == "__main__":
    main()
