"""The page behind the code of a start card: one's seats, one's table, and where one stands."""

import re

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from tests import factories
from tests.factories import GRAND, GRAND_LOST

pytestmark = pytest.mark.django_db


def words(client, number: int = 1) -> str:
    response = client.get(f"/t/cup/seats/{number}/")
    assert response.status_code == 200
    return re.sub(
        r"\s+", " ", strip_tags(response.content.decode().split("<main")[1].split("</main>")[0].replace("<", " <"))
    )


@pytest.fixture
def cup():
    return factories.tournament(entrants=8, series=2, rounds=1)


class TestBeforeTheSeatsAreKnown:
    def test_says_that_they_come_here(self, client, cup):
        assert "As soon as they are, your table stands here" in words(client)

    def test_drawn_seats_stay_hidden(self, client, cup):
        series = factories.running_series(cup, published_only=True)
        type(series).objects.update(status="drawn", published_at=None)

        assert "As soon as they are, your table stands here" in words(client)


class TestWhilePlayed:
    def test_shows_table_seat_and_who_sits_there(self, client, cup):
        table = factories.running_series(cup).tables.get(number=2)
        seats = list(table.seats.select_related("entrant").order_by("place"))

        shown = words(client, seats[2].entrant.number)

        assert "Series 1 Table 2 Seat 3" in shown
        assert all(seat.entrant.name in shown for seat in seats)

    def test_shows_points_and_place_so_far(self, client, cup):
        row = factories.list_of(factories.running_series(cup))
        factories.enter(row, (2, GRAND), None, (2, GRAND), (1, GRAND_LOST))
        number = row.table.seats.get(place=2).entrant.number

        shown = words(client, number)

        assert "Points · provisional" in shown
        assert "1 place of 8" in shown
        assert "2 : 0 games won and lost" in shown

    def test_the_latest_series_stands_first(self, client, cup):
        factories.close_series(factories.running_series(cup))
        factories.running_series(cup, 2)

        shown = words(client)

        assert shown.index("Series 2 Table") < shown.index("Series 1 Table")

    def test_as_many_queries_for_many_as_for_few(self, client, cup, django_assert_max_num_queries):
        factories.running_series(cup)
        with django_assert_max_num_queries(12) as few:
            words(client)
        cup.__class__.objects.update(slug="small")
        factories.running_series(factories.tournament(entrants=48, director="zweite"))
        with django_assert_max_num_queries(len(few)):
            words(client)


class TestWhoIsNotThere:
    def test_whoever_has_no_seat_is_told_to_ask(self, client, cup):
        cup.entrants.filter(number=8).update(withdrawn_at=timezone.now(), present=False)
        factories.running_series(cup)

        shown = words(client, 8)

        assert "Spieler 8" in shown
        assert "No seat in series 1" in shown
        assert "Has left the tournament" in shown

    def test_an_unknown_number_is_not_found(self, client, cup):
        assert client.get("/t/cup/seats/99/").status_code == 404
        assert client.get("/t/cup/seats/99999999999999999999/").status_code == 404

    def test_a_name_stays_text(self, client, cup):
        cup.entrants.filter(number=1).update(name="<b>=1+1")

        assert "<b>=1+1" not in client.get("/t/cup/seats/1/").content.decode()
