"""A player says himself how others see his name, from the page that his start card opens."""

from html import unescape

import pytest
from django.test import Client

from tables.journal.models import JournalEntry
from tables.tournaments.models import Shown
from tests import factories
from tests.seen import post_seen

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAGE = "/t/cup/seats/2/name/"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


@pytest.fixture
def made():
    found = factories.tournament(entrants=4)
    found.entrants.update(club="SC Herz Dame")
    factories.running_series(found)
    return found


@pytest.fixture
def own(client, made) -> Client:
    """The phone that the code on start card 2 was shown to."""
    client.get(f"/p/{made.entrants.get(number=2).key}/")
    return client


def test_his_page_says_how_others_see_him_and_leads_there(own):
    body = text(own.get("/t/cup/seats/2/"))

    assert "Others see you as <strong>Spieler 2</strong>" in body
    assert f'href="{PAGE}"' in body


def test_what_he_chooses_others_see_from_then_on(own, made):
    answer = post_seen(own, PAGE, {"shown_as": "pseudonym", "pseudonym": "Herzkönig"}, follow=True)

    assert "Others see you as Herzkönig from now on." in text(answer)
    public = text(Client(headers={"accept-language": "en"}).get("/t/cup/series/1/seats/"))
    assert "Herzkönig" in public
    assert "Spieler 2" not in public
    assert JournalEntry.objects.order_by("-number").first().action == "entrant.name-chosen"


def test_his_own_page_calls_him_by_his_name_and_nobody_elses_does(own, made):
    post_seen(own, PAGE, {"shown_as": "number"})

    assert "Spieler 2" in text(own.get("/t/cup/seats/2/"))
    others = text(Client(headers={"accept-language": "en"}).get("/t/cup/seats/2/"))
    assert "Spieler 2" not in others
    assert "SC Herz Dame" not in others.split("<main")[1].split("Spieler")[0]


def test_back_to_what_the_event_has(own, made):
    post_seen(own, PAGE, {"shown_as": "number"})
    post_seen(own, PAGE, {"shown_as": ""})

    assert made.entrants.get(number=2).shown_as == Shown.FULL
    assert not made.entrants.get(number=2).chose_name


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"shown_as": "pseudonym"}, "by which other name"),
        ({"shown_as": "pseudonym", "pseudonym": "Spieler 3"}, "is taken here"),
        ({"shown_as": "pseudonym", "pseudonym": "x" * 500}, "40 characters at most"),
        ({"shown_as": "pseudonym", "pseudonym": "\u200b"}, "by which other name"),
        ({"shown_as": "nonsense", "pseudonym": "Herzdame"}, "nonsense"),
    ],
)
def test_what_cannot_be_is_said_and_kept(own, made, sent, said):
    before = JournalEntry.objects.count()

    answer = post_seen(own, PAGE, sent)

    assert answer.status_code == 422
    assert said in text(answer)
    assert JournalEntry.objects.count() == before


def test_without_his_key_nobody_chooses_for_him(made, director):
    director.get(f"/p/{made.entrants.get(number=3).key}/")

    for visitor in (Client(), director):
        assert visitor.get(PAGE).status_code == 403
        assert visitor.post(PAGE, {"shown_as": "number"}).status_code == 403
    assert made.entrants.get(number=2).shown_as == Shown.FULL


def test_it_is_kept_out_of_caches_and_search_engines(own):
    answer = own.get(PAGE)

    assert "noindex" in answer["X-Robots-Tag"]
    assert "no-store" in answer["Cache-Control"]
