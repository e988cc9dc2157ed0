"""Seat plans and rankings for everybody who asks, hostile names included."""

import pytest
from django.core.cache import cache
from django.test import Client

from scoring.lists.services import entry
from scoring.paper.typesetting import pdf
from tables.draw.selectors import seats as draw_seats
from tables.people.models import Entrant
from tests import factories
from tests.factories import EVENING, GRAND
from tests.paper.lists_read import RANKING, SEATS, running
from tests.paper.printed import is_white, pages, picture, read, words

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _nothing_kept():
    """Let no test get a document that another one made."""
    cache.clear()


class TestADocumentForEverybody:
    def test_is_made_once_while_nothing_changes(self, client, monkeypatch):
        running(8)
        made = []
        monkeypatch.setattr(pdf, "typeset", lambda document: made.append(document.filename) or b"%PDF-")

        first, second = client.get(RANKING), client.get(RANKING)
        client.get(SEATS)

        assert made == ["cup-ranking", "cup-seats-1"]
        assert first["Content-Disposition"] == second["Content-Disposition"] == 'inline; filename="cup-ranking.pdf"'

    def test_is_made_anew_after_an_entry(self, client):
        series = running(4)
        before = pages(client.get(RANKING))

        factories.enter(factories.list_of(series), (2, GRAND))

        assert pages(client.get(RANKING)) != before

    def test_is_made_for_each_language(self, client):
        running(4)
        client.get(RANKING)

        [text] = pages(Client(headers={"accept-language": "de"}).get(RANKING))

        assert "Rangliste" in text

    def test_shows_a_correction_at_once(self, client):
        series = running(4)
        factories.enter(factories.list_of(series), (2, GRAND))
        assert "122" in pages(client.get(RANKING))[0].split()

        entry.take_back_deal(
            list_id=factories.list_of(series).pk,
            number=1,
            because="",
            by=factories.user(),
            now=EVENING,
            agreed=True,
        )

        assert "122" not in pages(client.get(RANKING))[0].split()


def test_the_pages_for_the_browser_have_everybody(client):
    series = running(14)

    seats = client.get(f"{SEATS}?as=page").content.decode()
    ranking = client.get(f"{RANKING}?as=page").content.decode()

    for _table, found in draw_seats.seating_of(series):
        for seat in found:
            assert seat.entrant.called in seats
            assert seat.entrant.called in ranking


class TestHostileNames:
    @pytest.mark.thorough
    @pytest.mark.parametrize("address", [SEATS, RANKING])
    def test_stay_text_and_within_the_page(self, client, address):
        made = factories.tournament(
            entrants=8, name="<b>Pokal</b> " * 9, place="Übersee " * 14, direction="Dr. Vera Vorsitz " * 11
        )
        nasty = ["W" * 80, "שלמה המלך", "🂡 Emil 👨‍👩‍👧", "<script>x</script>", "=1+1", "", "a\u0301" * 40, "東" * 80]
        for entrant, called in zip(made.entrants.order_by("number"), nasty, strict=True):
            Entrant.objects.filter(pk=entrant.pk).update(name=called, club=called, number=entrant.number + 9000)
        factories.running_series(made)

        response = client.get(address)

        text = words(response)
        for called in ("<script>x</script>", "=1+1", "No. 9006", "<b>Pokal</b>"):
            assert called in text
        for number in range(len(read(response).pages)):
            image = picture(response, number)
            across, down = (297, 210) if image.width > image.height else (210, 297)
            assert is_white(image, 0, 0, 13.5, down)
            assert is_white(image, across - 13.6, 0, across, down)
            assert is_white(image, 0, down - 9.5, across, down)
        content = client.get(f"{address}?as=page").content.decode()
        assert "<script" not in content
        assert "style=" not in content
