"""What makes a table stand out on the board: calls, phones, entries that wait, lists that differ, being slow."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
import zxingcpp
from PIL import Image, ImageDraw

from scoring.lists import listings
from scoring.lists.models import Phone, SecondDealRow
from scoring.lists.services import phones
from scoring.signing import services as signing
from tables.draw.services import draws
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.event_in_mid_day import BOARD, act, page, running
from tests.support.factories import EVENING, GRAND

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("clock")]
MINE, OTHER = "a" * 32, "b" * 32


def keeps(series: Series, *, table: int = 1, unsent: int = 0, copy: str = "first", device: str = MINE) -> Phone:
    row = factories.list_of(series, table)
    phones.keep(list_id=row.pk, device=device, copy=copy, by=None, now=EVENING)
    phones.heard(list_id=row.pk, device=device, unsent=unsent, now=EVENING)
    return row.phones.get(device=device)


class TestCalls:
    def test_stand_over_the_tables_with_who_calls_since_when_and_what_is_known_of_the_phone_that_keeps_the_list(
        self, director, clock
    ):
        series = running()
        row = factories.list_of(series)
        words = "Spiel 3 war Schneider."
        signing.object_to(list_id=row.pk, place=2, text=words, device=MINE, entry_key=uuid4(), now=EVENING)
        keeps(series, unsent=2)
        phones.ask_to_take_over(list_id=row.pk, device=OTHER, copy="first", entry_key=uuid4(), now=EVENING)
        clock.shift(timedelta(minutes=4))

        text = page(director)

        assert "A player does not agree with the list · Seat 2, Spieler 2" in text
        assert f"<q>{words}</q>" in text
        assert "4 minutes ago" in text.replace("last heard of 4 minutes ago", "")
        assert 'class="board-table is-problem"' in text
        assert "Another phone is to keep the list" in text
        assert "2 deals are not sent yet; their phone was last heard of 4 minutes ago." in text
        assert "Let that phone keep the list" in text


def test_phones_on_which_deals_wait_and_those_that_are_silent_are_mentioned(director, clock):
    series = running()
    keeps(series, unsent=1)
    assert "1 deal is not sent yet; its phone was last heard of just now." in page(director)
    keeps(series, copy="second", unsent=3, device=OTHER)
    assert "3 deals are not sent yet" in page(director)
    keeps(series)
    keeps(series, copy="second", device=OTHER)
    assert "heard of" not in page(director)

    clock.shift(timedelta(minutes=6))

    assert "Its phone was last heard of 6 minutes ago." in page(director)


def test_entries_to_be_accepted_and_deals_that_differ_in_the_second_list_are_one_tap_away(director):
    row = factories.list_of(running())
    factories.enter(row, (2, GRAND), (3, GRAND))
    grand = {"game": "grand", "matadors": 2, "won": True, "points": 72, "entered_at": EVENING}
    for number, declarer in ((1, 2), (2, 1)):
        SecondDealRow.objects.create(game_list=row, entry_key=uuid4(), number=number, declarer=declarer, **grand)
    assert "Deal 2 differs in the second list" in page(director)
    factories.proposed(row, device=OTHER)

    text = page(director)

    assert "1 entry waits to be accepted" in text
    assert "/t/cup/office/series/1/table/1/proposals/" in text
    assert "is-problem" in text


class TestSlowTables:
    @pytest.mark.thorough
    def test_include_a_phone_that_has_entered_nothing_but_no_list_on_paper(self, director):
        series = running(entrants=16, rounds=4)
        for table in (1, 2, 3):
            factories.enter(factories.list_of(series, table), *[None] * 10)
        assert "behind the others" not in page(director)

        keeps(series, table=4)

        text = page(director)
        assert "10 deals behind the others" in text
        assert text.count("behind the others") == 1
        assert text.count('class="board-table is-slow"') == 1

    def test_need_others_to_be_behind(self, director):
        series = running(rounds=4)
        factories.enter(factories.list_of(series, 1), *[None] * 10)
        factories.enter(factories.list_of(series, 2), None)

        assert "behind the others" not in page(director)


class TestTheClock:
    def test_is_stopped_and_goes_on_and_is_asked_about_before_the_time_is_called_and_taken_back(self, director, clock):
        series = running(time_limit=60, strikes_at_limit=True, rounds=2)
        factories.enter(factories.list_of(series), None)
        clock.shift(timedelta(minutes=10))

        assert act(director, "pause-clock").status_code == 302
        text = page(director)
        assert "The clock stands still" in text
        assert "50 minutes are left." in text

        clock.shift(timedelta(minutes=5))
        act(director, "resume-clock")
        text = page(director, "?time")
        assert "until 20:05; 50 minutes are left." in text
        assert "deals not begun are struck" in text
        assert "Call the time" in text
        assert 'id="board" class="stack">' in text

        act(director, "end-clock")
        text = page(director)
        assert "The time was called at 19:15." in text
        assert "Seats 1, 2, 3, 4 have not confirmed." in text

        act(director, "undo-end")
        assert "7 deals are missing." in page(director)

    def test_needs_no_limit_to_be_called_but_a_series_that_runs(self, director):
        series = factories.running_series(factories.tournament(entrants=4), published_only=True)
        response = act(director, "end-clock")
        assert response.status_code == 422
        assert "Series 1 is not running." in response.content.decode()

        act(director, "start")
        assert series.tournament.time_limit is None
        assert "Stop the clock" not in page(director)
        assert act(director, "end-clock").status_code == 302


class TestAskingAgain:
    def test_costs_little_while_nothing_happens_and_brings_the_board_when_something_did(
        self, director, clock, django_assert_max_num_queries
    ):
        series = running()
        row, phone = factories.list_of(series), keeps(series)
        shown = director.get(BOARD)
        for happens in (
            lambda: factories.enter(row, None),
            lambda: factories.call_from(row, device=MINE),
            lambda: phones.heard(list_id=row.pk, device=phone.device, unsent=1, now=EVENING),
            lambda: clock.shift(timedelta(minutes=1)),
        ):
            asks = {"HX-Request": "true", "X-Seen": shown.context["seen"]}
            with django_assert_max_num_queries(10):
                response = director.get(BOARD, headers=asks)
            assert (response.status_code, response.content) == (204, b"")

            happens()

            shown = director.get(BOARD, headers=asks)
            assert shown.status_code == 200


KEYS = "/t/cup/office/series/1/keys/"


def read(svg: str) -> str:
    """Return what a QR code says, drawn from the strokes of its SVG as a browser would."""
    size = int(re.search(r'viewBox="0 0 (\d+) \1"', svg)[1])
    picture = Image.new("L", (size * 8, size * 8), 255)
    pen = ImageDraw.Draw(picture)
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", re.search(r' d="([^"]+)"', svg)[1]):
        values = [float(number) for number in re.findall(r"-?\d*\.?\d+", numbers)]
        if command == "M":
            x, y = values
        elif command == "m":
            x, y = x + values[0], y + values[1]
        else:
            pen.rectangle((x * 8, (y - 0.5) * 8, (x + values[0]) * 8 - 1, (y + 0.5) * 8 - 1), fill=0)
            x += values[0]
    return zxingcpp.read_barcode(picture).text


def codes(response) -> list[str]:
    return re.findall(r"<svg viewBox.*?</svg>", response.content.decode().split('class="key-cards"')[1])


def test_every_table_has_a_card_whose_code_opens_its_list_where_the_director_is_unless_no_phone_can_reach_it(
    director, settings, django_assert_num_queries
):
    series = running()
    settings.SITE_URL = "http://skat.example:8000"

    with django_assert_num_queries(9):
        response = director.get(KEYS)

    keys = list(series.tables.order_by("number").values_list("key", flat=True))
    assert [read(svg) for svg in codes(response)] == [f"http://skat.example:8000/l/{key}/" for key in keys]
    assert f"http://skat.example:8000<br>/l/{keys[0]}/" in response.text
    assert "The codes work on this machine only" not in response.text
    assert director.get(f"/l/{keys[0]}/").status_code == 302

    settings.SITE_URL = ""
    response = director.get(KEYS, headers={"host": "192.168.4.1:8000"})
    assert read(codes(response)[0]).startswith("http://192.168.4.1:8000/l/")
    assert "The codes work on this machine only" not in response.text
    for host in ("127.0.0.1:8000", "localhost", "[::1]:8000"):
        assert "The codes work on this machine only" in director.get(KEYS, headers={"host": host}).text, host
    for site in ("http://127.9.9.9", "http://0.0.0.0:8000", "http://skat.localhost"):
        assert listings.reaches_only_this_machine(site), site
    for site in ("https://skat.example", "http://10.0.0.7:8000", "http://[fe80::1]"):
        assert not listings.reaches_only_this_machine(site), site


def test_before_the_draw_there_are_no_cards_and_before_the_publication_they_open_nothing(director):
    made = factories.tournament(entrants=8)
    response = director.get(KEYS)
    assert response.status_code == 200
    assert b"Not drawn yet" in response.content

    draws.draw_series(series_id=made.series.get().pk, public="a", by=factories.user(), now=EVENING)

    assert b"They open the lists once the seats are published" in director.get(KEYS).content
