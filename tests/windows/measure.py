"""Measure the zip for Windows under Wine beside the same site here: ``python -m tests.windows.measure`` (make windows).

Seconds by the clock on the wall, so it wants a quiet machine.
"""

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import django

from scripts.windows import wine
from tests.durability.site import Site
from tests.windows.unpacked import Unpacked

FIRST, NEXT, SHEETS = 60.0, 10.0, 20.0
"""Seconds from the zip to the first page, of the next start, of twelve score sheets."""

TIMES = 2.0
"""A page may take so many times what it takes here."""

PAGES = ("/t/herz-dame-pokal/standings/", "/t/herz-dame-pokal/office/", "/t/herz-dame-pokal/office/series/2/")
PAPER = "/t/herz-dame-pokal/office/series/1/sheets.pdf"
"""The score sheets of eleven tables."""

ASKED = 15


@contextmanager
def _wine_is_up() -> Iterator[None]:
    """Keep Wine running: its own start takes seconds, and Windows runs before anybody double-clicks."""
    waits = subprocess.Popen(
        wine.command(Path("cmd"), "/c", "pause"), env=wine.environment(),
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    yield
    waits.communicate(b"\n")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, _wine_is_up():
        there = Unpacked(Path(folder) / "Skat für Müller")
        there.home.parent.mkdir()
        there.prefer_port()
        begun = time.monotonic()
        there.unpack()
        there.start()
        _say("zip to the first page", time.monotonic() - begun, FIRST)
        there.kill()
        _say("next start", there.start(), NEXT)
        there.kill()
        there.start_demo()
        pages, paper = _asked(there.address)
        there.kill()
        here = Site(Path(folder) / "here")
        here.log.parent.mkdir()
        here.command.append("--demo")
        here.start()
        pages_here, paper_here = _asked(here.address)
        here.kill()
    _say(f"eleven score sheets (here {paper_here:.1f} s)", paper, SHEETS * 11 / 12)
    for address, seconds in pages.items():
        usual = pages_here[address]
        _say(f"{address}, as a multiple of here ({1000 * usual:.0f} ms)", seconds / usual, TIMES)


def _asked(site: str) -> tuple[dict[str, float], float]:
    """Return how long each page takes, and the paper the first time it is asked for."""
    from tests.windows.overland import visitor  # it knows the pages, so the site is set up first

    director = visitor(site)
    director.get("/demo/").form("csrfmiddlewaretoken").send()
    client = director.client
    paper = _seconds(client, PAPER)
    return {address: median(_seconds(client, address) for _ in range(ASKED)) for address in PAGES}, paper


def _seconds(client, address: str) -> float:
    begun = time.monotonic()
    answer = client.send("GET", address)
    assert answer.status_code == 200, (address, answer.status_code)
    return time.monotonic() - begun


def _say(what: str, found: float, goal: float) -> None:
    print(f"{what}: {found:.2f}, goal {goal:.1f}: {'ok' if found <= goal else 'SHORT'}")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    main()
