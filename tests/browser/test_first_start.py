"""Whoever started the site for the first time: an account, the first event, and whether phones get here."""

import pytest
from playwright.sync_api import expect

from tables.accounts.models import User
from tables.accounts.services import first_account
from tables.tournaments.models import Tournament
from tests.browser import axe
from tests.factories import EVENING

pytestmark = pytest.mark.django_db(transaction=True)

GOOD = "windschiefe-garage-9"


@pytest.fixture
def word(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return first_account.await_first_account()


@pytest.mark.thorough
@pytest.mark.parametrize("screen", ["phone", "wide", "phone_without_scripts"])
def test_from_the_word_to_the_first_event_with_the_keyboard(request, live_server, word, screen):
    page = request.getfixturevalue(screen)
    page.goto(live_server.url)
    expect(page).to_have_url(f"{live_server.url}/first/")
    if screen != "phone_without_scripts":
        assert axe.violations(page) == []

    expect(page.locator("#id_word")).to_be_focused()
    page.keyboard.type("falsch")
    for text in ("karl", GOOD, GOOD):
        page.keyboard.press("Tab")
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.locator(".field-bad")).to_have_count(1)

    page.locator("#id_word").fill(word)
    for _field in range(2):
        page.keyboard.press("Tab")
    for text in (GOOD, GOOD):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page).to_have_url(f"{live_server.url}/new/")
    page.locator(".preset").first.click()
    expect(page.locator("#id_name")).to_be_focused()
    page.keyboard.type("Vereinsabend")
    page.keyboard.press("Enter")
    page.wait_for_url("**/office/entrants/")
    assert User.objects.get().is_superuser
    assert Tournament.objects.count() == 1


@pytest.mark.thorough
def test_a_phone_that_comes_is_seen_on_the_page_that_is_open(live_server, word, wide, settings, tmp_path, monkeypatch):
    monkeypatch.setattr("skatturnier.phones.views.addresses.is_loopback", lambda _host: False)
    monkeypatch.setattr("skatturnier.addresses.own_addresses", lambda: ["192.168.1.10", "10.0.0.7"])
    settings.LISTENS = "http://0.0.0.0:8000"
    first_account.make_first_account(word=word, username="karl", password=GOOD, address="", now=EVENING)
    wide.goto(f"{live_server.url}/sign-in/?next=/phones/")
    wide.locator("#id_username").fill("karl")
    wide.locator("#id_password").fill(GOOD)
    wide.keyboard.press("Enter")
    wide.wait_for_url(f"{live_server.url}/phones/")
    assert axe.violations(wide) == []
    expect(wide.locator(".reach > li")).to_have_count(2)
    expect(wide.locator("#came")).to_have_class("alert alert-info")

    wide.context.new_page().goto(f"{live_server.url}/here/")

    expect(wide.locator("#came")).to_have_class("alert alert-success", timeout=10_000)
