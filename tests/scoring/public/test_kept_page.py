"""A public page is the same for every visitor: drawn and packed once a state and language, for a proxy to keep too."""

import brotli
import pytest
from django.test import Client

from tests import factories
from tests.factories import GRAND
from tests.scoring.public.standings_read import TOTAL, running

pytestmark = pytest.mark.django_db

PAGES = (TOTAL, f"{TOTAL}1/", "/t/cup/players/1/", "/t/cup/statistics/", "/t/cup/series/1/table/1/statistics/")
LOADS = {"accept-language": "en", "accept-encoding": "br"}


def loaded(address: str = TOTAL, **headers: str):
    return Client().get(address, headers={**LOADS, **headers})


@pytest.mark.parametrize("address", PAGES)
def test_a_second_visitor_gets_the_same_bytes_for_one_query(address, django_assert_num_queries):
    running()
    first = loaded(address)
    with django_assert_num_queries(1):
        second = loaded(address)

    assert second.content == first.content
    assert not first.cookies
    assert not second.cookies
    assert second["Cache-Control"] == first["Cache-Control"] == "public, no-cache"
    assert {"Cookie", "Accept-Language", "Accept-Encoding"} <= set(second["Vary"].split(", "))
    assert second["Content-Security-Policy"] == first["Content-Security-Policy"]


def test_a_proxy_that_asks_whether_it_still_holds_hears_304_until_something_is_entered():
    series = running()
    kept = loaded()
    assert loaded(**{"if-none-match": kept["ETag"]}).status_code == 304

    factories.enter(factories.list_of(series), (2, GRAND))

    fresh = loaded(**{"if-none-match": kept["ETag"]})
    assert fresh.status_code == 200
    assert fresh.content != kept.content


def test_whoever_is_signed_in_gets_a_page_of_their_own_and_nobody_else_does(director):
    running()
    for _ in range(2):
        own = director.get(TOTAL, headers=LOADS)
        assert "direktor" in own.content.decode() or own["Content-Encoding"] == "gzip"
        assert "private" in own["Cache-Control"]
    assert b"direktor" not in brotli.decompress(loaded().content)


def test_each_language_is_kept_by_itself_chosen_by_browser_or_by_link():
    running()
    client = Client(headers=LOADS)
    english = client.get(TOTAL)
    german = loaded(**{"accept-language": "de"})
    client.get("/language/de/", headers={"referer": f"http://testserver{TOTAL}"})

    assert english.content != german.content
    assert client.get(TOTAL).content == german.content


def test_under_another_name_of_the_site_links_are_its_own(settings):
    settings.ALLOWED_HOSTS = ["one.example", "other.example"]
    running()
    for host in settings.ALLOWED_HOSTS:
        text = brotli.decompress(loaded(f"{TOTAL}?player=7", host=host).content).decode()
        assert f"http://{host}{TOTAL}?player=7" in text
