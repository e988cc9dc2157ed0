"""Whose session ended while a page was open signs in and comes back to it; no part of a page becomes another page."""

import pytest

from tests.support import factories

pytestmark = pytest.mark.django_db

DESK = "/t/cup/office/entrants/"
CHECK_IN = f"{DESK}check-in/"
HERE = {"referer": f"http://testserver{DESK}?checking=1"}


@pytest.fixture(autouse=True)
def cup():
    return factories.tournament(entrants=3)


def test_an_act_leads_to_signing_in_and_back_to_the_page_it_was_made_on(client):
    response = client.post(CHECK_IN, {"who": "2"}, headers=HERE)

    assert response["Location"] == "/sign-in/?next=/t/cup/office/entrants/%3Fchecking%3D1"


@pytest.mark.parametrize("referer", ["", "http://elsewhere.example/t/cup/", "nonsense"])
def test_an_act_from_nowhere_known_leads_back_to_the_start(client, referer):
    assert client.post(CHECK_IN, {"who": "2"}, headers={"referer": referer})["Location"] == "/sign-in/?next=/"


def test_an_act_of_a_part_of_a_page_leaves_the_page_to_sign_in(client):
    at = f"http://testserver{DESK}?q=Anna"
    response = client.post(CHECK_IN, {"who": "2"}, headers={"hx-request": "true", "hx-current-url": at})

    assert response.status_code == 403
    assert response["HX-Redirect"] == "/sign-in/?next=/t/cup/office/entrants/%3Fq%3DAnna"
    assert response.content == b""


def test_a_part_that_asks_by_itself_leaves_the_page_as_it_is_and_has_it_say_so(client):
    response = client.get("/t/cup/office/waiting/", headers={"hx-request": "true"})

    assert (response.status_code, response.content) == (403, b"")
    assert response["HX-Trigger"] == "signed-out"
    assert "HX-Redirect" not in response


def test_after_an_act_the_page_for_signing_in_says_why_it_is_there(client):
    words = "You are no longer signed in, and nothing was done."
    client.post(CHECK_IN, {"who": "2"}, headers=HERE | {"accept-language": "en"})

    assert words in client.get("/sign-in/", headers={"accept-language": "en"}).content.decode()
    assert words not in client.get("/sign-in/", headers={"accept-language": "en"}).content.decode()
