"""Take pictures of the pages at the table, to be looked at: ``python -m benchmarks.pictures [FOLDER]``.

At the sizes that phones show under their browsers' bars, light and dark, German and Spanish, with names of 60 letters:
who sits here, the next deal, a deal with all it can have, what is asked of a rare one, how the list is signed.
"""

import os
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.browser import program
from benchmarks.feedback import served
from benchmarks.taps import deals_of_the_mix

SIZES = ((360, 560), (390, 664), (412, 732))
SCHEMES = ("light", "dark")
LANGUAGES = ("de-DE", "es-ES")

NAMES = (
    "Maximiliane-Friederike Freifrau von Schwarzenberg-Hohenloher",
    "Bartholomäus-Sebastian Hinterberger-Unterkirchner von und zu",
    "Nebukadnezarowitsch-Szczepankiewiczowa Donaudampfschifffahrt",
    "María del Carmen Guadalupe Fernández-Villaverde y Goyeneches",
)
ENTERED = 20
"""Deals of the list that is at play."""

TILES = {
    "deal": ("declarer", "game=clubs", "matadors=2", "hand", "schneider"),
    "asked": ("declarer", "game=grand", "matadors=4", "ouvert"),
}
"""What is tapped for a picture: a tile by its name and value, or the first that can be."""


def lists() -> dict[str, str]:
    """Return the keys of three tables of long names: nobody sits yet, at play, ready to be signed."""
    from benchmarks.world import MORNING, begun_series
    from scoring.lists.models import GameListRow
    from scoring.lists.services.entry import enter_deal

    tables = begun_series(players=4 * 3).tables.order_by("number")
    for seat in (seat for table in tables for seat in table.seats.select_related("entrant")):
        seat.entrant.name = NAMES[seat.place - 1]
        seat.entrant.save(update_fields=["name"])
    keys = {}
    for table, (state, deals) in zip(tables, {"who": 0, "play": ENTERED, "sign": 48}.items(), strict=True):
        row = GameListRow.objects.get(table=table)
        if deals:
            GameListRow.objects.filter(pk=row.pk).update(seats_confirmed_at=MORNING)
        for deal in deals_of_the_mix(deals):
            enter_deal(list_id=row.pk, deal=deal, entry_key=uuid4(), by=None, now=MORNING)
        keys[state] = str(table.key)
    return keys


def pictures(page: Page, address: str, keys: dict[str, str]) -> Iterator[str]:
    """Bring a page into each state, and say what it is called."""
    page.goto(f"{address}/l/{keys['who']}/")
    page.locator("html.live").wait_for()
    yield "who"
    page.goto(f"{address}/l/{keys['play']}/")
    page.locator("html.live").wait_for()
    yield "next"
    for state, tiles in TILES.items():
        page.reload()
        page.locator("html.live").wait_for()
        for tile in tiles:
            name, _sign, value = tile.partition("=")
            of_value = f'[value="{value}"]' if value else ""
            page.locator(f"#deal-form [name={name}]{of_value}:enabled").first.check(force=True)
        yield state
    page.goto(f"{address}/l/{keys['sign']}/?sign")
    yield "sign"
    page.locator("#agree-2 summary").click()
    yield "signs"


def take(browser: Browser, address: str, keys: dict[str, str], folder: Path) -> int:
    """Take all pictures into a folder; return how many."""
    folder.mkdir(parents=True, exist_ok=True)
    taken, phone = 0, None
    for (width, height), scheme, language in product(SIZES, SCHEMES, LANGUAGES):
        # The same phone all the time: another one would only watch.
        context = browser.new_context(
            viewport={"width": width, "height": height},
            is_mobile=True,
            has_touch=True,
            device_scale_factor=2,
            color_scheme=scheme,  # type: ignore[arg-type]
            locale=language,
            reduced_motion="reduce",
            service_workers="block",
            storage_state=phone,
        )
        page = context.new_page()
        for state in pictures(page, address, keys):
            page.screenshot(path=folder / f"{state}-{width}x{height}-{scheme}-{language[:2]}.png")
            taken += 1
        phone = context.storage_state()
        context.close()
    return taken


def main(folder: Path) -> None:
    """Make the lists, serve them, take the pictures."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    keys = lists()
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=["--no-sandbox", "--disable-gpu"])
        print(f"{take(browser, address, keys, folder)} pictures in {folder}")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "var/pictures"))
