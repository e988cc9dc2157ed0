"""Start cards and table cards: whose they are, where they sit, and codes that can be read."""

import re

import pytest
import zxingcpp
from PIL import ImageFilter

from scoring.paper.typesetting.cards import Sheet
from tables.draw.models import Table
from tables.draw.selectors import seats as draw_seats
from tables.people.models import Entrant
from tests.paper.lists_read import running
from tests.paper.papers_read import SITE, START_CARDS, TABLE_CARDS
from tests.paper.printed import is_white, pages, picture, read
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_URL = SITE


class TestStartCards:
    def test_name_everybody_who_takes_part_with_club_and_team(self, director):
        made = factories.tournament(entrants=9)
        made.entrants.filter(number=2).update(name="Anna Berg", club="SC Herz Dame", team="Die Trümpfe")
        made.entrants.filter(number=3).update(withdrawn_at=EVENING, present=False)

        [first] = pages(director.get(START_CARDS))

        for words in ("Anna Berg", "SC Herz Dame", "Die Trümpfe", "Herz-Dame-Cup"):
            assert words in first
        assert "Spieler 3" not in first
        assert "Spieler 9" in first

    @pytest.mark.thorough
    def test_have_table_and_seat_of_each_series_that_is_published(self, director):
        made = factories.tournament(entrants=8, series=2)
        factories.running_series(made, 1)

        [text] = pages(director.get(START_CARDS))

        wanted = [
            (str(table.number), str(seat.place))
            for table, seats in draw_seats.seating_of(made.series.get(number=1))
            for seat in seats
        ]
        assert re.findall(r"^ *(\d+) +(\d)$", text, re.MULTILINE) == wanted

    def test_tell_nothing_of_seats_that_are_not_published_unless_the_direction_says_so(self, director):
        made = factories.tournament(entrants=4)
        series = factories.running_series(made, 1, published_only=True)
        type(series).objects.update(status="drawn", published_at=None)

        [silent] = pages(director.get(START_CARDS))
        [telling] = pages(director.get(f"{START_CARDS}?ahead=1"))

        assert not re.findall(r"^ *\d+ +\d$", silent, re.MULTILINE)
        assert len(re.findall(r"^ *\d+ +\d$", telling, re.MULTILINE)) == 4

    @pytest.mark.thorough
    @pytest.mark.parametrize(
        ("series", "asked", "a_sheet"), [(1, "", 8), (4, "", 8), (5, "", 4), (12, "", 4), (12, "8", 4), (3, "4", 4)]
    )
    def test_lie_eight_on_a_sheet_while_all_series_have_room(self, director, series, asked, a_sheet):
        factories.tournament(entrants=9, series=series)

        found = pages(director.get(START_CARDS, {"sheet": asked}))

        assert len(found) == -(-9 // a_sheet)
        assert found[0].count("Initials") == a_sheet

    def test_can_be_printed_for_those_who_came_late(self, director):
        factories.tournament(entrants=20)

        [text] = pages(director.get(START_CARDS, {"first": 17, "last": 18}))

        assert re.findall(r"Spieler \d+", text) == ["Spieler 17", "Spieler 18"]

    def test_have_a_code_for_each_entrant_that_leads_to_his_seat(self, director, client):
        running(9)

        response = director.get(START_CARDS)

        found = [code.text for page in range(2) for code in zxingcpp.read_barcodes(picture(response, page, dots=200))]
        assert sorted(found) == sorted(f"{SITE}/p/{key}/" for key in Entrant.objects.values_list("key", flat=True))
        assert b"<h1>Spieler 7</h1>" in client.get("/t/cup/seats/7/").content

    def test_codes_are_read_from_a_turned_and_blurred_page(self, director):
        running(8)

        image = picture(director.get(START_CARDS), dots=200).rotate(2, fillcolor=255)

        found = zxingcpp.read_barcodes(image.filter(ImageFilter.GaussianBlur(1.2)))
        assert len(found) == 8

    @pytest.mark.thorough
    def test_have_no_codes_where_no_phone_would_get_by_them(self, director, settings):
        settings.SITE_URL = "http://127.0.0.1:8000"
        running(4)

        response = director.get(START_CARDS)

        assert not zxingcpp.read_barcodes(picture(response, dots=200))
        assert "My seat" not in pages(response)[0]

    def test_left_over_are_to_be_filled_in_by_hand(self, director):
        factories.tournament()

        response = director.get(START_CARDS)

        [text] = pages(response)
        assert text.count("Start number") == 8
        assert not is_white(picture(response), 6, 20, 100, 60)

    def test_take_as_many_queries_for_many_as_for_few(self, director, django_assert_num_queries):
        made = running(8).tournament
        with django_assert_num_queries(8):
            director.get(f"{START_CARDS}?as=page")
        Entrant.objects.bulk_create(
            Entrant(tournament=made, number=n, name=f"Neu {n}", registered_at=EVENING) for n in range(100, 160)
        )
        with django_assert_num_queries(8):
            director.get(f"{START_CARDS}?as=page")


class TestTableCards:
    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize(("asked", "a_page"), [("1", 1), ("2", 2), ("4", 4), ("", 2), ("3", 2)])
    def test_are_there_for_every_table(self, director, asked, a_page):
        series = running(20)

        response = director.get(TABLE_CARDS, {"sheet": asked})

        assert len(read(response).pages) == -(-5 // a_page)
        text = "\n".join(pages(response))
        for table in series.tables.all():
            assert table.words in text

    @pytest.mark.thorough(after=2)
    @pytest.mark.parametrize("asked", ["1", "2", "4"])
    def test_have_the_key_of_their_table_as_a_code(self, director, asked):
        series = running(12)

        response = director.get(TABLE_CARDS, {"sheet": asked})

        count = len(read(response).pages)
        found = [code.text for page in range(count) for code in zxingcpp.read_barcodes(picture(response, page))]
        assert sorted(found) == sorted(f"{SITE}/l/{table.key}/" for table in series.tables.all())

    def test_show_the_number_to_both_sides_when_folded(self, director):
        running(4)

        response = director.get(TABLE_CARDS, {"sheet": 1})

        image = picture(response)
        assert not is_white(image, 60, 30, 150, 120)
        assert not is_white(image, 20, 180, 130, 250)
        assert pages(response)[0].count("Series 1") == 2

    def test_have_neither_code_nor_words_where_no_phone_would_get_by_them(self, director, settings):
        settings.SITE_URL = "http://localhost:8000"
        series = running(4)

        response = director.get(TABLE_CARDS)

        assert not zxingcpp.read_barcodes(picture(response))
        assert series.tables.get().words not in pages(response)[0]

    def test_can_be_printed_for_one_table(self, director):
        series = running(12)

        [text] = pages(director.get(TABLE_CARDS, {"first": 2, "last": 2}))

        assert series.tables.get(number=2).words in text
        assert series.tables.get(number=1).words not in text

    @pytest.mark.thorough
    def test_have_room_for_large_numbers(self, director):
        series = running(4)
        for number in (7, 88, 888, 8888):
            Table.objects.filter(series=series).update(number=number)
            for a_sheet in (1, 2, 4):
                image = picture(director.get(TABLE_CARDS, {"sheet": a_sheet}))
                assert is_white(image, 0, 20, 2, 145)
                assert is_white(image, 103, 20, 104.5, 65) or a_sheet != 4

    def test_before_the_draw_there_are_none_and_the_board_says_so(self, director):
        factories.tournament(entrants=8)

        page = director.get(TABLE_CARDS, follow=True)

        assert page.redirect_chain[-1][0] == "/t/cup/office/series/1/"
        assert "There is nothing of it to print" in page.content.decode()


class TestASheet:
    def test_is_cut_between_its_cards(self):
        cuts = list(Sheet(columns=2, rows=4).cuts())

        assert {x for x, _y, to_x, _to_y in cuts if x == to_x} == {105.0}
        assert {y for _x, y, _to_x, to_y in cuts if y == to_y} == {74.25, 148.5, 222.75}
        assert all(0 <= value <= 297 for cut in cuts for value in cut)
