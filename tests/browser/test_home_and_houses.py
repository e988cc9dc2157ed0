"""

A list of house rules on a phone: its tiles follow its rules; what the deal comes to is said before it is entered.

House rules: a switch is turned on a phone, with scripts and without, and the sheet follows.
"""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.at_table import tap
from tests.scoring.houses.evening import columns, house_list
from tests.support import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("screen", ["phone", "wide", "phone_without_scripts"])
def test_the_home_page_leads_to_a_tournament(request, live_server, screen):
    factories.tournament(entrants=14)
    page = request.getfixturevalue(screen)

    page.goto(live_server.url)
    page.get_by_role("link", name="Herz-Dame-Cup").first.click()

    expect(page).to_have_url(f"{live_server.url}/t/cup/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Herz-Dame-Cup")


def opened(page: Page, live_server, row) -> None:
    page.goto(f"{live_server.url}/l/{row.table.key}/")
    page.goto(f"{live_server.url}/t/cup/series/1/table/1/")


@pytest.mark.browser_context_args(locale="en-GB")
@pytest.mark.thorough
def test_contra_and_a_ramsch_with_a_jungfrau_on_a_phone(phone: Page, live_server):
    row = house_list("kneipe")
    opened(phone, live_server, row)

    phone.locator("#declarer-1").check()
    tap(phone, "", "Hearts", "with 2", "Contra")
    expect(phone.locator("button[value=won]")).to_contain_text("60")
    expect(phone.locator("button[value=lost]")).to_contain_text("−120")
    phone.locator("button[value=won]").click()
    expect(phone.locator("#last-points")).to_have_text("60")

    phone.get_by_text("Ramsch: card points and tricks").click()
    for seat, points, tricks in ((1, 40, 4), (2, 0, 0), (3, 80, 6)):
        phone.locator(f"[name=points_{seat}]").fill(str(points))
        phone.locator(f"[name=tricks_{seat}]").fill(str(tricks))
    expect(phone.locator("button[value=ramsch]")).to_contain_text("−160")
    phone.locator("button[value=ramsch]").click()
    expect(phone.locator("#last-points")).to_have_text("−160")
    assert columns(row) == [60, 0, -160]


def test_the_sheet_follows_every_switch(phone, live_server):
    phone.goto(live_server.url)
    phone.get_by_role("navigation").get_by_role("link", name="Hausregeln").click()
    phone.get_by_role("link", name="Club mit Ramsch").click()
    # Before its scripts are there, a choice is shown by the button alone.
    phone.wait_for_url("**/house-rules/sheet/**")

    phone.get_by_label("Ramsch: Wer schreibt").select_option("everybody")
    expect(phone.locator("#rule-sheet")).to_contain_text("Jeder schreibt seine eigenen Augen als Minus.")
    phone.get_by_label("Ramsch: Was er kostet").select_option("fixed")
    expect(phone.locator("#rule-sheet")).to_contain_text("0 / 0 / −15")

    expect(phone).to_have_url(re.compile("ramsch_writes=everybody.*ramsch_amount=fixed"))
    expect(phone.get_by_role("link", name="Auf A5 drucken")).to_have_attribute(
        "href", re.compile("ramsch_amount=fixed")
    )


def test_a_choice_made_while_the_answer_is_on_its_way_is_kept(phone, live_server):
    waiting: list[Route] = []
    phone.goto(f"{live_server.url}/house-rules/sheet/?profile=ramsch")
    phone.route(re.compile("ramsch_writes=everybody.*ramsch_amount=points"), lambda route: waiting.append(route))

    with phone.expect_request(re.compile("ramsch_writes=everybody")):
        phone.get_by_label("Ramsch: Wer schreibt").select_option("everybody")
    phone.get_by_label("Ramsch: Was er kostet").select_option("fixed")

    expect(phone.locator("#rule-sheet")).to_contain_text("0 / 0 / −15")
    expect(phone).to_have_url(re.compile("ramsch_writes=everybody.*ramsch_amount=fixed"))
    assert len(waiting) == 1


def test_it_works_without_scripts(phone_without_scripts, live_server):
    page = phone_without_scripts
    page.goto(f"{live_server.url}/house-rules/sheet/?profile=kneipe")

    page.get_by_label("ein Grand Hand wird gewonnen").check()
    page.get_by_label("ein Spiel ab 96 wird gewonnen").check()
    page.get_by_role("button", name="Regeln zeigen").click()
    expect(page.locator("#rule-sheet")).to_contain_text("ein Grand Hand wird gewonnen; ein Spiel ab 96 wird gewonnen")

    page.get_by_role("link", name="Was ist das wert?").first.click()
    page.get_by_label("Was wurde gespielt?").select_option("hearts")
    page.get_by_label("Spitzen", exact=True).select_option("2")
    page.get_by_label("in der Bockrunde").check()
    page.get_by_role("button", name="Was ist das wert?").click()
    expect(page.locator("#answer")).to_contain_text("30 × 2 = 60")
