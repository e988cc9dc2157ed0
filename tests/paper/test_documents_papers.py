"""What is handed out and hung up: who may print it, in every language, whatever names people have."""

import re

import pytest
from django.core.cache import cache
from django.test import Client

from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.paper.lists_read import RANKING
from tests.paper.papers_read import (
    CERTIFICATES,
    DECISIONS,
    DIRECTED,
    ENTRANTS,
    EVERYBODYS,
    LISTS,
    NASTY,
    OFFICIATED,
    PLAN,
    SITE,
    START_CARDS,
    TABLE_CARDS,
)
from tests.paper.printed import is_white, picture, read, words
from tests.support import factories
from tests.support.remembered_worlds import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

LOOKS = (
    START_CARDS,
    f"{START_CARDS}?sheet=4",
    f"{TABLE_CARDS}?sheet=1",
    f"{TABLE_CARDS}?sheet=2",
    f"{TABLE_CARDS}?sheet=4",
    ENTRANTS,
    f"{ENTRANTS}?by=club&for=wall",
    f"{CERTIFICATES}?places=all",
    f"{CERTIFICATES}?places=all&paper=portrait",
    LISTS,
    PLAN,
    f"{RANKING}?class=ladies",
)
"""Everything that has entrants or the event on it, in each of its shapes."""

MARGIN = {START_CARDS: 5.0, TABLE_CARDS: 5.0, CERTIFICATES: 10.0}
"""Millimetres at the sides that stay white, cuts and folds aside; 13 where nothing is said."""


@pytest.fixture(autouse=True)
def _site(settings):
    cache.clear()
    settings.SITE_URL = SITE


@pytest.fixture
def made():
    """An event of one closed series, whose names are hostile."""
    return made_once()


@remembered
def made_once() -> Tournament:
    made = factories.tournament(
        entrants=8, name="<b>Pokal</b> " * 9, place="Übersee " * 14, direction="Dr. Vera Vorsitz " * 11
    )
    for entrant, called in zip(made.entrants.order_by("number"), NASTY, strict=True):
        Entrant.objects.filter(pk=entrant.pk).update(
            name=called, club=called, team=f"2 {called}"[:80], number=entrant.number + 9000, classes=["ladies"]
        )
    factories.close_series(factories.running_series(made))
    return made


class TestWhoMayPrint:
    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize("address", DIRECTED)
    def test_the_direction_alone(self, client, director, address):
        made = factories.tournament(entrants=4)
        factories.close_series(factories.running_series(made))
        judge = Client()
        judge.force_login(factories.judge(made))

        assert director.get(address).status_code == 200
        assert judge.get(address).status_code == 403
        assert client.get(address).status_code in {302, 403}

    @pytest.mark.parametrize("address", OFFICIATED)
    def test_judges_too(self, client, director, address):
        made = factories.tournament(entrants=4)
        factories.running_series(made)
        judge = Client()
        judge.force_login(factories.judge(made))

        assert director.get(address).status_code == 200
        assert judge.get(address).status_code == 200
        assert client.get(address).status_code in {302, 403}

    @pytest.mark.parametrize("address", EVERYBODYS)
    def test_everybody(self, client, address):
        factories.tournament(entrants=4)

        assert client.get(address).status_code == 200

    @pytest.mark.parametrize("address", [*DIRECTED, *OFFICIATED, *EVERYBODYS])
    def test_nobody_what_is_not_there(self, director, address):
        factories.tournament()

        assert director.get(address.replace("/cup/", "/none/")).status_code == 404
        assert director.post(address).status_code == 405

    def test_nothing_by_an_absurd_number(self, director):
        factories.running_series(factories.tournament(entrants=4))

        for asked in ({"first": "x"}, {"last": "-1"}, {"sheet": "9" * 300}, {"sheet": "²"}):
            assert director.get(START_CARDS, asked).status_code == 404
            assert director.get(TABLE_CARDS, asked).status_code == 404


class TestHostileNames:
    @pytest.mark.thorough
    @pytest.mark.parametrize("language", ["en", "de", "es"])
    @pytest.mark.parametrize("address", LOOKS)
    def test_stay_within_the_page(self, director, made, address, language):
        response = director.get(address, headers={"accept-language": language})

        margin = MARGIN.get(address.partition("?")[0], 13.0)
        for number in range(len(read(response).pages)):
            image = picture(response, number)
            across = 210 if image.width < image.height else 297
            if "cards" not in address:
                assert is_white(image, 0, 0, margin, 400)
                assert is_white(image, across - margin, 0, across, 400)
                continue
            # Between the dashes along which it is cut, and the marks where it is folded.
            for top in (3, 20, 40, 60, 152, 170, 200):
                assert is_white(image, 0, top, margin - 1, top + 8)
                assert is_white(image, across - margin + 1, top, across, top + 8)

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize("address", [START_CARDS, ENTRANTS, LISTS, f"{CERTIFICATES}?places=all"])
    def test_stay_text(self, director, made, address):
        response = director.get(address)

        text = "".join(words(response, number) for number in range(len(read(response).pages)))
        for called in ("<script>x</script>", "=HYPERLINK(1)", "9006"):
            assert called in text

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize("address", [*LOOKS, DECISIONS])
    def test_do_no_harm_on_the_page_for_the_browser(self, director, made, address):
        content = director.get(f"{address}{'&' if '?' in address else '?'}as=page").content.decode()

        assert "<script" not in content
        assert "style=" not in content


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("address", [START_CARDS, ENTRANTS, LISTS, f"{CERTIFICATES}?places=all"])
def test_the_page_for_the_browser_has_everybody(director, address):
    made = factories.tournament(entrants=11)
    factories.close_series(factories.running_series(made))

    content = director.get(f"{address}{'&' if '?' in address else '?'}as=page").content.decode()

    assert {int(number) for number in re.findall(r"Spieler (\d+)", content)} >= set(range(1, 12))
