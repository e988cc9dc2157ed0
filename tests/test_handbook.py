"""The handbook: what leads to it from every page, its pictures, its length on paper, the words it quotes."""

import html
import re

import pytest
from django.urls import URLPattern, get_resolver, resolve
from django.utils import translation
from django.utils.translation import gettext

from skatturnier.handbook import PAGES, ROOMS, chapters, place_of
from skatturnier.machine import places
from tests.paper.printed import pages
from tests.support import factories

pytestmark = pytest.mark.django_db

LANGUAGES = ("de", "en", "es")
MOST = 27
"""Pages of paper: in all three languages together."""


@pytest.fixture
def page(client):
    return client.get("/help/").content.decode()


def patterns(found=None):
    for one in get_resolver().url_patterns if found is None else found:
        yield from [one] if isinstance(one, URLPattern) else patterns(one.url_patterns)


OPENS = {
    "/t/cup/office/entrants/": "registration",
    "/t/cup/office/series/1/paper/": "lists",
    "/t/cup/office/": "lists",
    "/t/cup/office/money/": "desk",
    "/t/cup/office/money/plan/": "prizes",
    "/t/cup/office/bench/": "calls",
    "/t/cup/office/appeals/1/": "appeals",
    "/t/cup/series/1/table/1/": "deals",
    "/t/cup/series/1/table/1/sign/": "signing",
    "/t/cup/office/settings/": "setup",
    "/phones/": "phones",
    "/laptop/": "backups",
    "/help/": "",
}
"""Pages, and the place of the handbook that each leads to."""


class TestFromEveryPage:
    def test_there_is_a_place_for_each_room_and_each_exception(self, page):
        there = set(re.findall(r'<section id="(\w+)"', page))

        assert there == set(ROOMS.values()) | set(PAGES.values())

    def test_every_room_with_pages_has_one_and_every_exception_is_one_of_a_page_there_is(self):
        alone = {"skatturnier.pages", "skatturnier.watching", "skatturnier.middleware", "skatturnier.handbook"}
        all_pages = list(patterns())
        rooms = {".".join(one.callback.__module__.split(".")[:2]) for one in all_pages}

        assert {one for one in rooms if one.startswith(("scoring", "tables", "skatturnier"))} - alone == set(ROOMS)
        there = {one.name or "" for one in all_pages}
        assert [start for start in PAGES if not any(name.startswith(start) for name in there)] == []

    def test_help_opens_what_the_page_is_about_at_the_table_too(self, client):
        for address, place in OPENS.items():
            assert place_of(resolve(address)) == place, address
        row = factories.running_list()
        assert 'href="/help/#deals"' in client.get(f"/l/{row.table.key}/", follow=True).content.decode()
        client.force_login(factories.user())
        assert client.get("/t/cup/office/money/").content.decode().count('href="/help/#desk"') == 2
        # An address that is none leads to the beginning.
        assert 'href="/help/"' in client.get("/nowhere/").content.decode()


LABELS = (
    "Late and missing",
    "End of the event",
    "Print",
    "Wrong? Correct it",
    "All deals",
    "More",
    "Disputes",
    "Helpers and rights",
    "I am on my way",
    "Connecting phones",
    "This laptop",
)
"""What stands on buttons and above pages, and is quoted."""


@pytest.mark.parametrize("language", LANGUAGES)
class TestInEveryLanguage:
    def test_its_words_are_those_of_the_pages_and_every_picture_that_is_shown_is_there(self, client, language):
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        folder = places.CODE / "skatturnier/static/skatturnier/handbook" / language
        page = client.get("/help/").content.decode()

        with translation.override(language):
            wanted = {gettext(label) for label in LABELS}
        assert wanted <= set(re.findall("[“„«]([^”“»]+)[”“»]", html.unescape(page)))
        shown = re.findall(rf'src="[^"]*/handbook/{language}/([\w.]+?)\.(?:\w+\.)?png"', page)
        assert sorted(shown) == sorted(path.stem for path in folder.iterdir())

    @pytest.mark.thorough
    def test_take_two_pages_of_paper_for_the_evening_and_one_for_each_who_helps(self, client, language):
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = language

        printed = pages(client.get("/help/handbook.pdf"))

        with translation.override(language):
            begins = [chapter.title for chapter in chapters()]
        found = [next(at for at, text in enumerate(printed) if title in text.replace("\n", " ")) for title in begins]
        assert found == [0, 2, 3, 4, 5, 6, 7]
        assert len(printed) * len(LANGUAGES) <= MOST


def test_what_is_done_one_after_the_other_is_numbered(page):
    for place in ("setup", "registration", "draw", "lists", "end", "desk", "prizes"):
        section = page.partition(f'<section id="{place}">')[2].partition("</section>")[0]
        assert section.partition('<ol class="steps">')[2].count("<li>") > 1, place
