"""Measure the desk of money and the list of prizes: ``python -m benchmarks.money``.

An event of 100 who owe: from the first key of a start number to the sentence that it is paid, in a real browser; and
from the last list that comes in to the list of 24 prizes that can be signed, as a page and on paper. Seconds by the
clock on the wall, so it wants a quiet machine; typing takes no time here.
"""

import os
import time
from collections.abc import Iterator
from statistics import median
from typing import Any
from uuid import uuid4

from playwright.sync_api import Page, expect, sync_playwright

from benchmarks.browser import program
from benchmarks.feedback import served

ENTRANTS = 100
PAYMENTS = 40
GOAL_OF_PAYMENT = 4.0
MOST_KEYS = 2
"""Besides those of the name."""

GOAL_OF_PRIZES = 5.0

AMOUNTS = (1000, 500, 300, 250, 200, 150, *[100] * 3, *[70] * 5, *[45] * 10)
"""Euros: what 24 of 93 got (``scoring.money``'s published plans)."""


def main() -> None:
    """Take payments, let the last list come in, and print how long it took."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    # Playwright runs a loop in this thread, which Django would take for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    series = _event()
    waits = list(_payments(series.tournament.slug))
    _say(f"a payment, {MOST_KEYS} keys after the number", waits, GOAL_OF_PAYMENT)
    _say(f"{len(AMOUNTS)} prizes after the last list", [_prizes(series)], GOAL_OF_PRIZES)


def _event() -> Any:
    from benchmarks.world import MORNING, begun_series, director
    from scoring.money.reckon.prizes import Fixed
    from scoring.money.reckon.tariffs import LOST_GAMES, GoesTo, PerEntrant
    from scoring.money.reckon.tariffs import Tariff as Wanted
    from scoring.money.services.charging import set_tariffs
    from scoring.money.services.prizes import WantedPrizes, set_prize_lists

    series = begun_series(players=ENTRANTS, number=2)
    tournament = series.tournament
    told: dict[str, Any] = {"tournament_id": tournament.pk, "by": director(), "now": MORNING}
    to_prizes = (GoesTo(pot="Preise", share=100),)
    entry = Wanted(code="entry", name="Startgeld", kind=PerEntrant(cents=6000), goes_to=to_prizes)
    lost = Wanted(code="lost", name="Verlustspielgeld", kind=LOST_GAMES["usual"], goes_to=to_prizes)
    # Everybody has paid what the plan asked for; now they owe more.
    set_tariffs(tariffs=(entry, lost), openly=True, because="dearer", **told)
    plan = Fixed(cents=tuple(100 * euros for euros in AMOUNTS), pot="Preise")
    set_prize_lists(lists=[WantedPrizes(name="Gesamt", group="main", plan=plan)], **told)
    return series


def _payments(slug: str) -> Iterator[float]:
    """Take payments at the desk, one after the other; yield the seconds of each."""
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(locale="en-GB")
        context.add_cookies([{"name": "sessionid", "value": _signed_in().cookies["sessionid"].value, "url": address}])
        page = context.new_page()
        page.goto(f"{address}/t/{slug}/office/money/")
        for number in range(1, PAYMENTS + 1):
            began = time.perf_counter()
            _pay(page, str(number))
            yield time.perf_counter() - began
        browser.close()


def _pay(page: Page, number: str) -> None:
    """Type a number and press Enter twice; the hand is then back where the next number is typed."""
    page.keyboard.type(number)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Amount in euros")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"No. {number} paid ")).to_be_visible()
    expect(page.get_by_label("Start number, start card or name")).to_be_focused()


def _prizes(series: Any) -> float:
    """Let the last list come in, close the series, release; return the seconds until the list of prizes is there."""
    from benchmarks.world import MORNING, director
    from scoring.lists.models import GameListRow
    from scoring.office.services.end import release_unopposed
    from scoring.results.services.series import close_series

    told: dict[str, Any] = {"by": director(), "now": MORNING}
    *before, last = GameListRow.objects.filter(table__series=series).select_related("table")
    for row in before:
        _come_in(row)
    began = time.perf_counter()
    _come_in(last)
    close_series(series_id=series.pk, lot_seed=str(uuid4()), **told)
    tournament = release_unopposed(tournament_id=series.tournament_id, **told)
    client = _signed_in()
    for address in ("?only=won", "payout.pdf"):
        assert client.get(f"/t/{tournament.slug}/office/money/{address}").status_code == 200
    took = time.perf_counter() - began
    assert tournament.awards.count() == len(AMOUNTS)
    return took


def _come_in(row: Any) -> None:
    """Take the results of a list from its paper."""
    from benchmarks.world import MORNING, director
    from scoring.paper_desk.services import take_results
    from scoring.rules.game_list.totals import Totals

    totals = [Totals(game_points=100 * seat, won=2, lost=1) for seat in range(1, row.table.size + 1)]
    take_results(
        list_id=row.pk, totals=totals, passed=row.table.size * (row.rounds - 3), seen=None, by=director(), now=MORNING
    )


def _signed_in() -> Any:
    from django.test import Client

    from benchmarks.world import director

    client = Client(headers={"host": "localhost"})
    client.force_login(director())
    return client


def _say(what: str, waits: list[float], goal: float) -> None:
    verdict = "ok" if max(waits) <= goal else "SHORT"
    print(f"{what}: {median(waits):.2f} s, the slowest {max(waits):.2f} s, goal {goal:.0f} s: {verdict}", flush=True)


if __name__ == "__main__":
    main()
