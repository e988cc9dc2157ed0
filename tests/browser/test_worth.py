"""What is it worth? Ticked on a phone, with scripts and without."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("screen", ["phone", "wide"])
def test_the_answer_follows_every_tick(request, live_server, screen):
    page = request.getfixturevalue(screen)
    page.goto(f"{live_server.url}/worth/")

    page.get_by_label("Herz").check()
    page.get_by_role("group", name="mit", exact=True).get_by_label("1", exact=True).check()
    expect(page.locator(".worth-points")).to_have_text("20")
    page.get_by_text("Angesagt, ouvert, Reizwert").click()
    page.get_by_label("Reizwert").fill("50")
    page.get_by_label("Reizwert").press("Enter")

    expect(page.locator(".worth-points")).to_have_text("−100")
    expect(page.locator(".worth-points")).to_be_in_viewport()
    expect(page).to_have_url(re.compile("game=hearts.*bid=50"))
    expect(page.locator("#answer")).to_contain_text("ISkO 5.4.1")


def test_it_answers_without_scripts(phone_without_scripts, live_server):
    page = phone_without_scripts
    page.goto(live_server.url)
    page.get_by_role("link", name="Was ist das wert?").click()

    page.get_by_label("Null").check()
    page.get_by_label("Verloren").check()
    page.get_by_role("button", name="Was ist das wert?").click()

    expect(page.locator(".worth-points")).to_have_text("−46")
    expect(page.locator("#answer")).to_contain_text("ISkO 5.3.4")
