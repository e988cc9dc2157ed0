"""Charts in a real browser: nothing for axe to find, nothing that sticks out, black on white on paper."""

from io import BytesIO

import pypdfium2
import pytest

from tests.browser import axe
from tests.browser.conftest import PHONE, WIDE
from tests.support import factories
from tests.support.factories import GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]

PAGES = ("/t/cup/players/2/", "/t/cup/statistics/", "/t/cup/series/2/table/1/statistics/")


@pytest.fixture(autouse=True)
def event():
    """One series is closed, the second is being played."""
    made = factories.tournament(entrants=8, series=2, rounds=1)
    name = "Maximiliane Freifrau von Oberschlesien-Ratibor"
    made.entrants.filter(number=2).update(name=name, club="Skatfreunde Altenburg von 1886")
    factories.close_series(factories.running_series(made))
    factories.enter(factories.list_of(factories.running_series(made, 2)), (2, GRAND), None, (1, GRAND_LOST))


@pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "wide"])
def test_axe_finds_nothing_and_nothing_sticks_out(opened, live_server, screen):
    page = opened(**screen)
    for address in PAGES:
        page.goto(live_server.url + address)
        # The tables of the figures are part of the page too.
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")

        assert axe.violations(page) == [], address
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


def test_the_figures_open_without_scripts(phone_without_scripts, live_server):
    phone_without_scripts.goto(live_server.url + PAGES[2])

    phone_without_scripts.get_by_text("The figures").or_(phone_without_scripts.get_by_text("Die Zahlen")).first.click()

    assert phone_without_scripts.locator(".chart-figures[open] tbody tr").count() == 3


def test_on_paper_charts_are_black_and_white(opened, live_server):
    page = opened(**WIDE, color_scheme="dark")
    page.goto(live_server.url + PAGES[2])

    paper = pypdfium2.PdfDocument(BytesIO(page.pdf(format="A4")))
    page.emulate_media(media="print")

    assert len(paper) <= 2
    for one in page.locator(".chart-line").all():
        assert one.evaluate("(line) => getComputedStyle(line).stroke") == "rgb(0, 0, 0)"
    dashes = page.locator("polyline.chart-line").evaluate_all(
        "(lines) => lines.map((line) => getComputedStyle(line).strokeDasharray)"
    )
    assert len(set(dashes)) == 4
