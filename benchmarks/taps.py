"""Count the taps that deals of the real mix cost on the page at the table: ``python -m benchmarks.taps``.

Every deal is tapped through the page's own model in a real browser. The answer to a question about a rare line counts
as a tap unless it is asked before the outcome; the share of deals that are asked about after it is printed beside.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from playwright.sync_api import Page, sync_playwright

from benchmarks.browser import program
from benchmarks.model import as_json, opened
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal, GameList
from tables.seating.chance import Chance

DEALS = 10_000
SEATS = 4
GOAL = 4.3
EVEN = {1: 0, 2: 0, 3: 0, 4: 0}

COUNTING = "deals => JSON.parse(deals).map((deal) => fewest.fewestTaps(deal, 4, lines))"


@dataclass(frozen=True, slots=True, kw_only=True)
class Taps:
    """What tapping many deals came to."""

    mean: float
    by_game: Mapping[str, Counter[int]]
    """How many deals cost how many taps, by the kind of game."""

    asked: float
    """Share of the deals that the page asked about."""

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


def counted(page: Page, deals: list[Deal]) -> Taps:
    """Tap deals on a page that holds the model."""
    found = page.evaluate(COUNTING, as_json(deals))
    by_game: dict[str, Counter[int]] = defaultdict(Counter)
    for deal, one in zip(deals, found, strict=True):
        by_game[_kind(deal)][one["taps"]] += 1
    return Taps(
        mean=mean(one["taps"] for one in found),
        by_game=by_game,
        asked=mean(one["asked"] for one in found),
        wrong=[deal for deal, one in zip(deals, found, strict=True) if not one["right"]],
    )


def _kind(deal: Deal) -> str:
    if deal.played is None:
        return "passed in"
    game = deal.played.contract.game
    return {Game.NULL: "Null", Game.GRAND: "Grand"}.get(game, "suit")


def main() -> None:
    """Print the mean against its goal, and what it is made of."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    import django

    django.setup()
    deals = deals_of_the_mix()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=["--no-sandbox", "--disable-gpu"])
        found = counted(opened(browser.new_page()), deals)
        browser.close()
    verdict = "ok" if found.mean <= GOAL and not found.wrong else "SHORT"
    print(f"{DEALS:,} deals  mean {found.mean:.3f} taps  goal {GOAL:.2f}  {verdict}")
    for kind, counts in sorted(found.by_game.items()):
        spread = ", ".join(f"{taps}: {count}" for taps, count in sorted(counts.items()))
        print(f"{kind:<10} mean {mean(counts.elements()):.2f}  ({spread})")
    print(f"asked about {found.asked:.2%}, written down differently {len(found.wrong)}")


if __name__ == "__main__":
    main()
