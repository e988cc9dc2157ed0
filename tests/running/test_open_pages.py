"""What many open pages ask at once is asked of the site once, and each hears what it would have heard alone."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from skatturnier.serving import open_pages
from skatturnier.serving.open_pages import FOR_EVERYBODY, OpenPages

PAGE = {
    "REQUEST_METHOD": "GET",
    "PATH_INFO": "/t/cup/standings/",
    "QUERY_STRING": "",
    "wsgi.url_scheme": "http",
    "HTTP_HOST": "skat.example",
    "HTTP_HX_REQUEST": "true",
    "HTTP_X_SEEN": "7-ab",
    "HTTP_ACCEPT_ENCODING": "gzip",
    "HTTP_ACCEPT_LANGUAGE": "de",
}


class Site:
    """A site that answers when it is let, and counts what it was asked."""

    def __init__(self, *, is_shared=True, fails=0):
        self.is_shared, self.fails, self.asked = is_shared, fails, 0

    def asking(self, environ):
        async def ask():
            self.asked += 1
            number = self.asked
            await asyncio.sleep(0)
            if number <= self.fails:
                raise RuntimeError(number)
            if self.is_shared and FOR_EVERYBODY in environ:
                environ[FOR_EVERYBODY].set()
            return 200, [], str(number).encode(), None

        return ask


def heard(site, *asked, pages=None):
    """Return what each of those heard who asked at the same time."""
    pages = pages or OpenPages()

    async def all_at_once():
        each = [pages.answer(environ := {**PAGE, **more}, site.asking(environ)) for more in asked]
        answers = await asyncio.gather(*each, return_exceptions=True)
        return [type(one) if isinstance(one, Exception) else one[2] for one in answers]

    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, all_at_once()).result()


def test_a_hundred_ask_and_the_site_is_asked_once():
    assert heard(Site(), *[{}] * 100) == [b"1"] * 100


def test_an_answer_holds_for_a_moment_only(monkeypatch):
    site, pages = Site(), OpenPages()
    monkeypatch.setattr(open_pages.time, "monotonic", lambda: now)
    for now, wanted in [(0, b"1"), (0.09, b"1"), (0.11, b"2"), (0.2, b"2"), (0.22, b"3")]:
        assert heard(site, {}, pages=pages) == [wanted], now


def test_what_is_for_one_alone_each_asks_alone():
    assert sorted(heard(Site(is_shared=False), {}, {}, {})) == [b"1", b"2", b"3"]


def test_where_the_first_one_hears_nothing_the_others_ask_again():
    assert heard(Site(fails=1), {}, {}) == [RuntimeError, b"2"]


@pytest.mark.parametrize(
    "other",
    [
        {"REQUEST_METHOD": "HEAD"},
        {"PATH_INFO": "/t/club/standings/"},
        {"PATH_INFO": "/t/cup/office/standings/"},
        {"QUERY_STRING": "page=2"},
        {"wsgi.url_scheme": "https"},
        *({name: "other"} for name in open_pages.HEADERS),
        {"HTTP_COOKIE": "sessionid=1; skatturnier_language=es"},
    ],
    ids=str,
)
def test_who_asks_something_else_hears_something_else(settings, other):
    settings.LANGUAGE_COOKIE_NAME = "skatturnier_language"

    assert sorted(heard(Site(), {}, other)) == [b"1", b"2"]


def test_cookies_that_say_nothing_of_the_language_make_no_difference():
    assert heard(Site(), {"HTTP_COOKIE": "sessionid=1"}, {"HTTP_COOKIE": "sessionid=2; csrftoken=3"}) == [b"1", b"1"]


def test_a_page_that_is_loaded_is_answered_by_the_site_alone():
    whole = {name: value for name, value in PAGE.items() if name != "HTTP_HX_REQUEST"}

    assert open_pages.key_of(whole) is None


def test_no_more_is_remembered_than_a_laptop_can_hold(monkeypatch):
    monkeypatch.setattr(open_pages, "MOST", 3)
    pages = OpenPages()

    heard(Site(), *({"QUERY_STRING": str(number)} for number in range(5)), pages=pages)

    assert len(pages.remembered) == 3
    assert not pages.asked
