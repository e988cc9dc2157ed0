"""House rules: a switch is turned on a phone, with scripts and without, and the sheet follows."""

import re

import pytest
from playwright.sync_api import Route, expect

pytestmark = pytest.mark.django_db(transaction=True)


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
