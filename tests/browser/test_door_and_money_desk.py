"""Three doors and the desk of money in a real browser, by keyboard alone: a chair is given once, no mouse is needed."""

import pytest
from playwright.sync_api import Page, expect

from scoring.money.services import charging
from scoring.money.services.charging import TransferTerms
from tables.draw.services import reseating
from tables.people.models import Entrant
from tables.tournaments.models import Role, Series
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_every_page import sign_in, signed_in_as
from tests.scoring.money import desk
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.reseating_acts import published

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]
DOOR = "/t/cup/office/door/"
DESK = "/t/cup/office/money/"


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


@pytest.mark.thorough
def test_at_the_desk_enter_takes_what_is_owed_a_name_of_several_is_chosen_and_cards_come_back(opened, live_server):
    made = factories.tournament(entrants=4)
    for number, name in enumerate(("Anna Berg", "Bernd Wolff", "Clara Wolff", "Dora Zell"), start=1):
        made.entrants.filter(number=number).update(name=name)
    desk.charge(made)
    page = opened(**WIDE)
    sign_in(page, live_server.url)
    page.goto(f"{live_server.url}{DESK}")
    amount = page.get_by_label("Amount in euros")

    typed(page, "zell")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No. 4 Dora Zell paid 10.00 € (Cash)")).to_be_visible()
    assert desk.owed(made) == {1: 1000, 2: 1000, 3: 1000}
    assert violations(page) == []

    typed(page, "wolff")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="2 Bernd Wolff")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(amount).to_be_focused()
    page.keyboard.type("4..5")
    page.keyboard.press("Enter")
    expect(page.get_by_text("This is no amount.")).to_be_visible()
    expect(amount).to_be_focused()
    assert (amount.input_value(), desk.owed(made)[3]) == ("4..5", 1000)
    amount.fill("4,50")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Take 4.50 €, 5.50 € stay open").press("Enter")
    expect(page.get_by_text("paid 4.50 € (Cash)")).to_be_visible()
    assert desk.owed(made) == {1: 1000, 2: 1000, 3: 550}

    charging.set_terms(terms=TransferTerms(wants_start_card=True), **desk.told(made))
    page.goto(f"{live_server.url}{DESK}?cards=1")
    for number in ("3", "1"):
        expect(page.get_by_label("Card that comes back")).to_be_focused()
        page.keyboard.type(number)
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"Start card given back: no. {number}")).to_be_visible()
