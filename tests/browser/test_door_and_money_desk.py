"""Three doors in a real browser, by keyboard alone, on a phone as on a wide screen: a chair is given once."""

import pytest
from playwright.sync_api import Page, expect

from tables.draw.services import reseating
from tables.people.models import Entrant
from tables.tournaments.models import Role, Series
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_every_page import signed_in_as
from tests.scoring.money import desk
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.reseating_acts import published

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]
DOOR = "/t/cup/office/door/"


@pytest.fixture
def series() -> Series:
    made = published(16, absent=[3, 15, 16])
    made.tournament.entrants.filter(number=16).update(name="Ute Kurz")
    desk.charge(made.tournament)
    reseating.release_chairs(series_id=made.pk, gives_chairs=True, by=factories.user(), now=EVENING)
    return made


@pytest.fixture
def doors(opened, live_server, series) -> list[Page]:
    pages = []
    for name, size in (("tor1", WIDE), ("tor2", PHONE), ("tor3", WIDE)):
        Role.objects.create(tournament=series.tournament, user=factories.user(name), kind=Role.Kind.DOOR)
        pages.append(opened(**size))
        signed_in_as(name, pages[-1], live_server.url)
        pages[-1].goto(f"{live_server.url}{DOOR}")
    return pages


def typed(page: Page, who: str) -> None:
    expect(page.get_by_label("Start number, start card or name")).to_be_focused()
    page.keyboard.type(who)


def test_three_doors_by_keyboard_alone(doors, series):
    first, second, third = doors

    typed(first, "kurz")
    expect(first.locator("#look")).to_contain_text("owes 10.00 €")
    typed(second, "15")
    typed(third, "3")
    for page in doors:
        page.keyboard.press("Enter")

    for page in doors:
        came = page.get_by_role("status").filter(has_text="10.00 € paid in cash")
        expect(came).to_contain_text("Table")
        expect(came).to_contain_text("Seat")
        expect(page.get_by_label("Start number, start card or name")).to_be_focused()
    assert violations(second) == []
    assert not Entrant.objects.filter(present=False).exists()
    assert desk.owed(series.tournament).keys().isdisjoint({3, 15, 16})
    places = [(seat.table_id, seat.place) for seat in series.seats.all()]
    assert len(places) == len(set(places)) == 16
