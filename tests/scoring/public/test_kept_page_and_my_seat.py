"""A public page is the same for every visitor: drawn and packed once a state and language, for a proxy to keep too.

The page behind the code of a start card: one's seats, one's table, and where one stands.
"""

import re

import brotli
import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from tests.scoring.public.standings_read import TOTAL, running
from tests.support import factories
from tests.support.factories import GRAND, GRAND_LOST

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


def words(client, number: int = 1) -> str:
    response = client.get(f"/t/cup/seats/{number}/")
    assert response.status_code == 200
    return re.sub(
        r"\s+", " ", strip_tags(response.content.decode().split("<main")[1].split("</main>")[0].replace("<", " <"))
    )


@pytest.fixture
def cup():
    return factories.tournament(entrants=8, series=2, rounds=1)


@pytest.mark.slow
class TestBeforeTheSeatsAreKnown:
    def test_says_that_they_come_here(self, client, cup):
        assert "As soon as they are, your table appears here" in words(client)

    def test_drawn_seats_stay_hidden(self, client, cup):
        series = factories.running_series(cup, published_only=True)
        type(series).objects.update(status="drawn", published_at=None)

        assert "As soon as they are, your table appears here" in words(client)


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
class TestWhenAndWhere:
    def test_when_it_begins_is_told_as_it_was_announced(self, client, cup):
        series = factories.running_series(cup, published_only=True)
        type(series).objects.filter(pk=series.pk).update(begins_at=timezone.now())

        assert re.search(r"Begins at \d\d:\d\d", words(client))

    def test_without_an_announcement_it_begins_when_the_direction_says(self, client, cup):
        factories.running_series(cup, published_only=True)

        assert "Begins as soon as the direction says so." in words(client)

    def test_until_when_it_is_played_is_told_by_the_clock(self, client, cup):
        cup.__class__.objects.update(time_limit=60)
        factories.running_series(cup)

        assert re.search(r"Is being played until .*\d\d:\d\d", words(client))

    def test_a_clock_that_stands_still_promises_no_time(self, client, cup):
        cup.__class__.objects.update(time_limit=60)
        series = factories.running_series(cup)
        type(series).objects.filter(pk=series.pk).update(paused_at=timezone.now())

        assert "the clock stands still" in words(client)

    def test_where_the_table_stands_is_told_in_words_and_marked_in_the_plan(self, client, cup):
        cup.__class__.objects.update(hall_plan="Stage\n1 . 2")
        factories.running_series(cup)

        page = client.get("/t/cup/seats/5/").content.decode()

        assert "First row from “Stage”, first from the right" in words(client, 5)
        assert page.count("hall-table is-marked") == 1
        assert 'aria-label="Plan of the hall. Table 2: first row' in page

    def test_without_a_plan_nothing_is_said_about_where(self, client, cup):
        factories.running_series(cup)

        assert "Where table" not in words(client)

    def test_a_table_that_is_not_in_the_plan_is_not_looked_for(self, client, cup):
        cup.__class__.objects.update(hall_plan="7 8")
        factories.running_series(cup)

        assert "Where table" not in words(client)

    def test_the_next_series_is_told_when_this_one_is_closed(self, client, cup):
        factories.close_series(factories.running_series(cup))
        cup.series.filter(number=2).update(begins_at=timezone.now())

        assert "Series 2 begins at" in words(client)


@pytest.mark.slow
class TestByItself:
    def test_nothing_is_sent_while_nothing_happens(self, client, cup):
        factories.running_series(cup)
        seen = client.get("/t/cup/seats/1/").headers["X-Seen"]
        asked = {"HX-Request": "true", "X-Seen": seen}

        assert client.get("/t/cup/seats/1/", headers=asked).status_code == 204
        factories.enter(factories.list_of(cup.series.get(number=1)), (2, GRAND))
        response = client.get("/t/cup/seats/1/", headers=asked)
        assert response.status_code == 200
        assert response.content.decode().strip().startswith('<div id="my-seat"')
        assert response.headers["X-Seen"] != seen

    def test_hidden_ranks_stay_hidden(self, client, cup):
        cup.__class__.objects.update(hides_live=True)
        series = factories.running_series(cup)
        factories.enter(factories.list_of(series), (2, GRAND))

        assert "place of" not in words(client, 2)
        assert "provisional" not in words(client, 2)
        factories.close_series(series)
        assert "place of" in words(client, 2)


@pytest.mark.slow
class TestByName:
    def test_who_is_found_is_led_to_his_own_page(self, client, cup):
        cup.entrants.filter(number=3).update(name="Anna Berg")
        factories.running_series(cup)

        response = client.get("/t/cup/series/1/seats/?me=1&q=berg")

        assert response.headers["Location"] == "/t/cup/seats/3/"

    def test_where_several_fit_they_are_shown(self, client, cup):
        factories.running_series(cup)

        assert client.get("/t/cup/series/1/seats/?me=1&q=Spieler").status_code == 200
        assert client.get("/t/cup/series/1/seats/?me=1&q=nobody").status_code == 200
        assert client.get("/t/cup/series/1/seats/?me=1").status_code == 200

    def test_a_hidden_name_leads_nowhere(self, client, cup):
        cup.entrants.filter(number=3).update(name="Anna Berg", shown_as="number")
        factories.running_series(cup)

        assert client.get("/t/cup/series/1/seats/?me=1&q=berg").status_code == 200

    def test_the_search_of_the_event_leads_there(self, client, cup):
        factories.running_series(cup)

        assert 'name="me"' in client.get("/t/cup/").content.decode()


@pytest.mark.slow
def test_names_at_the_table_are_shown_as_everybody_wants(client, cup):
    cup.entrants.filter(number=1).update(name="Zacharias Verborgen", club="SC Geheim", shown_as="number")
    factories.running_series(cup)

    for number in (1, 2):
        shown = client.get(f"/t/cup/seats/{number}/").content.decode()
        assert "Verborgen" not in shown
        assert "Geheim" not in shown


@pytest.mark.slow
def test_who_holds_his_key_reads_his_own_name(client, cup):
    cup.entrants.filter(number=1).update(name="Zacharias Verborgen", shown_as="number")
    cup.entrants.filter(number=2).update(name="Yvonne Versteckt", shown_as="number")
    factories.running_series(cup)
    client.get(f"/p/{cup.entrants.get(number=1).key}/")

    shown = client.get("/t/cup/seats/1/").content.decode()

    assert "Verborgen" in shown
    assert "Versteckt" not in shown
