"""The board of a series that was drawn together with others."""

import pytest
import time_machine

from tables.draw.services import by_hand
from tables.tournaments.models import Series
from tests import factories
from tests.factories import EVENING
from tests.scoring.office.board_read import BOARD, act, drawn, drawn_together, page

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(EVENING, tick=False) as clock:
        yield clock


class TestDrawnTogether:
    def test_they_can_be_published_together(self, director):
        series = drawn_together()
        assert "Publish series 1, 2, 3 together" in page(director)

        response = act(director, "publish-all")

        assert (response.status_code, response["Location"]) == (302, BOARD)
        assert "The seats of series 1, 2, 3 are published, and every table has its list." in page(director)
        third = series.tournament.series.get(number=3)
        assert third.status == Series.Status.PUBLISHED
        assert factories.list_of(third, 2).rounds == 1

    def test_or_one_by_one(self, director):
        series = drawn_together()

        act(director, "publish")

        assert [one.status for one in series.tournament.series.all()] == ["published", "drawn", "drawn"]
        text = director.get("/t/cup/office/series/2/").content.decode()
        assert "Publish series 2, 3 together" in text

    def test_alone_a_series_is_not_offered_with_others(self, director):
        drawn()

        assert "publish-all" not in page(director)

    def test_published_together_twice(self, director):
        drawn_together()
        act(director, "publish-all")

        response = act(director, "publish-all")

        assert response.status_code == 422
        assert "There is no unpublished draw of series 1" in response.content.decode()

    def test_a_later_one_waits_until_the_one_before_is_closed(self, director):
        drawn_together()
        act(director, "publish-all")
        second = "/t/cup/office/series/2/"

        text = " ".join(director.get(second).content.decode().split())
        assert "Series 1 is not closed yet. Series 2 starts after that; until then its lists take no entries." in text
        assert 'value="start"' not in text

        refused = director.post(second, {"action": "start"})
        assert refused.status_code == 422
        assert "Series 1 is not closed yet. Series 2 starts after that." in refused.content.decode()

    def test_after_a_series_the_next_is_there_already(self, director):
        series = drawn_together()
        act(director, "publish-all")
        act(director, "start")
        factories.close_series(series)

        text = page(director)

        assert "To series 2" in text
        assert 'value="start"' in director.get("/t/cup/office/series/2/").content.decode()

    def test_the_public_is_led_to_the_seats_of_the_first_not_closed(self, client, director):
        series = drawn_together()
        act(director, "publish-all")
        overview = client.get("/t/cup/").content.decode()
        assert "Series 1: the seats are out" in overview
        assert all(f"/t/cup/series/{number}/seats/" in overview for number in (1, 2, 3))

        act(director, "start")
        factories.close_series(series)

        assert "Series 2: the seats are out" in client.get("/t/cup/").content.decode()

    def test_seats_drawn_by_hand_are_finished_first(self, director):
        series = factories.tournament(entrants=8).series.get()
        by_hand.set_up_tables(series_id=series.pk, players=8, by=factories.user(), now=EVENING)

        text = page(director)

        assert "The seats are being drawn by hand" in text
        assert 'value="publish"' not in text
        response = act(director, "publish")
        assert response.status_code == 422
        assert "still being drawn by hand" in response.content.decode()
