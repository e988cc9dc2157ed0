"""Start cards, table cards, certificates and the ranking of a class: whose they are and what can be read of them."""

import io
import re

import pypdf
import pytest
import zxingcpp
from PIL import ImageFilter

from scoring.paper.documents.catalogue import compose
from scoring.paper.documents.kind import Links, Task
from scoring.paper.forms import WantedPaper
from scoring.paper.runs import runs, working
from scoring.paper.runs.runs import Run, Stage
from scoring.paper.typesetting.drawing import CardSheet
from scoring.paper.typesetting.pdf import typeset
from scoring.paper.views import documents
from scoring.results.selectors import standings
from scoring.results.selectors.standings import of_class
from tables.draw import selectors as draw_seats
from tables.draw.models import Table
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.paper.printed import (
    CERTIFICATES,
    RANKING,
    SITE,
    START_CARDS,
    TABLE_CARDS,
    is_white,
    pages,
    picture,
    read,
    running,
)
from tests.scoring.results.ranking_pages import assign, ranking
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_URL = SITE


class TestStartCards:
    @pytest.mark.thorough
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
    def test_say_that_they_come_back_and_that_seats_stay(self, director):
        factories.tournament(entrants=2, series=4)

        for language in ("en", "de", "es"):
            [text] = pages(director.get(START_CARDS, headers={"accept-language": language}))

            assert text.count("9.13") == text.count("7.1.2") == 8, language

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

    @pytest.mark.thorough
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

    @pytest.mark.usefixtures("untypeset")
    def test_can_be_printed_for_those_who_came_late(self, director):
        factories.tournament(entrants=20)

        [text] = pages(director.get(START_CARDS, {"first": 17, "last": 18}))

        assert re.findall(r"Spieler \d+", text) == ["Spieler 17", "Spieler 18"]

    @pytest.mark.thorough
    def test_have_a_code_for_each_entrant_that_leads_to_his_seat(self, director, client):
        running(9)

        response = director.get(START_CARDS)

        found = [code.text for page in range(2) for code in zxingcpp.read_barcodes(picture(response, page, dots=200))]
        assert sorted(found) == sorted(f"{SITE}/p/{key}/" for key in Entrant.objects.values_list("key", flat=True))
        assert b"<h1>Spieler 7</h1>" in client.get("/t/cup/seats/7/").content
        # Also from a sheet that lies askew.
        askew = picture(response, dots=200).rotate(2, fillcolor=255).filter(ImageFilter.GaussianBlur(1.2))
        assert len(zxingcpp.read_barcodes(askew)) == 8

    @pytest.mark.thorough
    def test_have_no_codes_where_no_phone_would_get_by_them(self, director, settings):
        settings.SITE_URL = "http://127.0.0.1:8000"
        running(4)

        response = director.get(START_CARDS)

        assert not zxingcpp.read_barcodes(picture(response, dots=200))
        assert "My seat" not in pages(response)[0]

    @pytest.mark.thorough
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
    @pytest.mark.thorough
    @pytest.mark.parametrize(("asked", "a_page"), [("1", 1), ("2", 2), ("4", 4), ("", 2), ("3", 2)])
    def test_are_there_for_every_table(self, director, asked, a_page):
        series = running(20)

        response = director.get(TABLE_CARDS, {"sheet": asked})

        assert len(read(response).pages) == -(-5 // a_page)
        text = "\n".join(pages(response))
        for table in series.tables.all():
            assert table.words in text

    @pytest.mark.thorough(after=1)
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

    @pytest.mark.usefixtures("untypeset")
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
        cuts = list(CardSheet(columns=2, rows=4).cuts())

        assert {x for x, _y, to_x, _to_y in cuts if x == to_x} == {105.0}
        assert {y for _x, y, _to_x, to_y in cuts if y == to_y} == {74.25, 148.5, 222.75}
        assert all(0 <= value <= 297 for cut in cuts for value in cut)


@remembered
def made_once() -> Tournament:
    """One series of eight, closed; those with even numbers are ladies, two seniors play."""
    made = factories.tournament(entrants=8, direction="Vera Vorsitz")
    factories.close_series(factories.running_series(made))
    made.entrants.filter(number__in=[2, 4, 6, 8]).update(classes=["ladies"])
    made.entrants.filter(number__in=[3, 5]).update(classes=["seniors"], club="SC Herz Dame")
    return made


@pytest.fixture
def made():
    """One series of eight, closed; those with even numbers are ladies, two seniors play."""
    return made_once()


class TestCertificates:
    @pytest.mark.thorough
    def test_are_for_the_first_three_in_their_order(self, director, made):
        found = pages(director.get(CERTIFICATES))

        lines = standings.standings(made).lines[:3]
        assert len(found) == 3
        for number, (text, line) in enumerate(zip(found, lines, strict=True), start=1):
            assert f"Place {number}" in text
            assert line.entrant.called in text
            assert f"{line.total} point" in text
            for words in ("Certificate", "Herz-Dame-Cup", "Altenburg", "SC Herz Dame", "Vera Vorsitz"):
                assert words in text

    @pytest.mark.thorough
    @pytest.mark.parametrize(("asked", "count"), [("1", 1), ("5", 5), ("all", 8), ("99", 8), ("0", 3)])
    def test_are_for_as_many_as_asked_for(self, director, made, asked, count):
        assert len(read(director.get(CERTIFICATES, {"places": asked})).pages) == count

    @pytest.mark.thorough
    def test_of_a_class_count_its_places_anew_and_of_nobody_or_a_series_say_so(self, director, made):
        found = pages(director.get(CERTIFICATES, {"class": "seniors"}))

        assert ["Class: Seniors" in text for text in found] == [True, True]
        assert [re.findall(r"Place (\d)", text) for text in found] == [["1"], ["2"]]
        assert all(re.search(r"Spieler [35]", text) for text in found)
        [nobody] = pages(director.get(CERTIFICATES, {"class": "juniors"}))
        assert "Nothing yet." in nobody
        assert "Series 1" in pages(director.get(CERTIFICATES, {"series": 1}))[0]

    def test_have_long_names_in_two_lines_and_whole(self, director, made):
        long = "Maximiliane-Friederike Freifrau von Schwarzenberg-Wolfenbütt"
        Tournament.objects.filter(pk=made.pk).update(
            name=f"Offene Meisterschaft {long}", direction=f"{long} und {long}"
        )
        made.entrants.update(name=long)

        text = "".join(pages(director.get(CERTIFICATES, {"paper": "portrait", "places": 1}))[0].split())

        assert text.count(long.replace(" ", "")) == 4
        assert "…" not in text

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize(("paper", "wide"), [("", True), ("landscape", True), ("portrait", False)])
    def test_lie_as_asked_for_within_their_frame(self, director, made, paper, wide):
        made.entrants.update(name="Maximiliane von und zu " * 3, club="W" * 80)
        response = director.get(CERTIFICATES, {"paper": paper})

        box = read(response).pages[0].mediabox
        assert (box.width > box.height) == wide
        image = picture(response)
        across, down = (297, 210) if wide else (210, 297)
        for edges in (
            (0, 0, 10, down),
            (across - 10, 0, across, down),
            (0, 0, across, 10),
            (0, down - 10, across, down),
        ):
            assert is_white(image, *edges)
        assert is_white(image, 14, 30, 20, down - 30)

    def test_wait_until_their_series_are_closed(self, director):
        made = factories.tournament(entrants=8, series=2)
        first = factories.running_series(made, 1)
        assign(ranking(made), Buben="1 2")
        for asked in ({}, {"series": 1}):
            response = director.get(CERTIFICATES, asked, follow=True)
            assert response.redirect_chain == [("/t/cup/office/", 302)]
            assert "until then places may change" in response.content.decode()

        factories.close_series(first)

        for asked, status in (({}, 302), ({"series": 1}, 200), ({"ranking": 1}, 302), ({"ranking": 9}, 302)):
            assert director.get(CERTIFICATES, asked).status_code == status, asked

    def test_of_nothing_known_are_not_found(self, director, made):
        for asked in ("series=9", "series=x", "class=x", "paper=x", "places=-1", "places=²"):
            assert director.get(f"{CERTIFICATES}?{asked}").status_code == 404, asked


class TestCertificatesOfOthers:
    def test_of_teams_name_the_team_and_who_earned_it(self, director, made):
        assign(ranking(made), Buben="1 2", Damen="3 6; 7")

        first, second = pages(director.get(CERTIFICATES, {"ranking": 1}))

        for words in ("Certificate", "Mannschaften", "Place 1", "Herz-Dame-Cup"):
            assert words in first
        assert {"Buben", "Spieler 1, Spieler 2"} <= set(first.splitlines()) | set(second.splitlines())
        assert "Spieler 3, Spieler 6" in first + second
        # A substitute who never played has earned nothing.
        assert "Spieler 7" not in first + second

    @pytest.mark.thorough
    @pytest.mark.parametrize(
        ("how", "called", "who", "many"),
        [
            ({"kind": "tandem", "name": "Tandem"}, "Herzen", "Spieler 1, Spieler 5", 1),
            ({"kind": "club", "name": "Vereine"}, "SC Herz Dame", "Spieler [35], Spieler [35]", 1),
            ({"kind": "ladies", "name": "Damenwertung", "size": 1}, "Damenwertung", "Spieler [2468]", 3),
        ],
    )
    def test_of_pairs_clubs_and_a_class_too(self, director, made, how, called, who, many):
        found = ranking(made, **how)
        if how["kind"] == "tandem":
            assign(found, Herzen="1 5")

        texts = pages(director.get(CERTIFICATES, {"ranking": 1}))

        assert len(texts) == many
        assert all(called in text and re.search(who, text) for text in texts)

    def test_of_a_club_with_many_players_name_every_one(self, director, made):
        long = "Maximiliane-Friederike Freifrau von Schwarzenberg-Wolfen"
        for entrant in made.entrants.all():
            entrant.name, entrant.club = f"{long} {entrant.number}", "1. SC Herz Dame"
            entrant.save()
        ranking(made, kind="club", name="Vereine", size=8)

        response = director.get(CERTIFICATES, {"ranking": 1})

        assert len(read(response).pages) == 1
        text = " ".join(pages(response)[0].split())
        assert all(f"{long} {number}" in text for number in range(1, 9))
        assert "…" not in text


class TestPrizes:
    @pytest.mark.thorough
    def test_stand_below_the_place_that_wins_them(self, made):
        wanted = WantedPaper(kind="certificates", language="en", places=3, prizes=("500 euros", "", "a cup"))

        document = compose(Task(tournament=made, wanted=wanted, links=Links(site=""), now=EVENING))

        assert [page["prize"].text for page in document.context["pages"]] == ["500 euros", "", "a cup"]
        assert "500 euros" in document.typeset()

    def test_however_long_stay_on_one_page(self, made):
        wanted = WantedPaper(
            kind="certificates", language="en", places=1, prizes=("Ein Fass Bier und ein Pokal, " * 12,)
        )
        content = typeset(compose(Task(tournament=made, wanted=wanted, links=Links(site=""), now=EVENING)))

        [page] = pypdf.PdfReader(io.BytesIO(content)).pages
        assert page.extract_text().count("Pokal") == 12


def test_certificates_for_a_large_field_are_made_at_the_print_desk(director, made, monkeypatch):
    monkeypatch.setattr(documents, "MOST_AT_ONCE", 5)

    assert director.get(CERTIFICATES, {"places": "5"}).status_code == 200
    response = director.get(CERTIFICATES, {"places": "all"})
    assert response["Location"].startswith("/t/cup/office/print/?kind=certificates")


@pytest.mark.thorough
def test_certificates_tell_how_far_they_are(made, monkeypatch, settings, tmp_path):
    settings.PRINT_DIR = tmp_path / "print"
    monkeypatch.setattr(runs, "spawn", lambda _key: None)
    monkeypatch.setattr(runs, "keep", lambda _run, _content: None)
    monkeypatch.setattr(working, "EVERY", 0)
    told = []
    monkeypatch.setattr(runs, "report", lambda _run, **state: told.append((state.get("done"), state.get("pages"))))
    wanted = WantedPaper(kind="certificates", language="en")

    working.work(Run(key="a" * 32, slug="cup", wanted=wanted, site="", asked_at=EVENING, stage=Stage.WAITING))

    assert [one for one in told if one[1]] == [(done, 8) for done in range(1, 9)]


class TestTheRankingOfAClass:
    @pytest.mark.usefixtures("untypeset")
    def test_has_its_members_alone_and_counts_anew(self, client, made):
        [text] = pages(client.get(RANKING, {"class": "ladies"}))

        assert "Ranking: Ladies" in text
        ranks = re.findall(r"(?:^|\s)(\d+)[=L]?\s+(\d+)\s+Spieler\s+\d", text)
        assert sorted(int(number) for _rank, number in ranks) == [2, 4, 6, 8]
        assert next(int(rank) for rank, _number in ranks) == 1

    def test_keeps_the_order_of_the_whole(self, made):
        whole = standings.standings(made)
        ladies = of_class(whole, made.classes.get(code="ladies"))

        assert [line.entrant for line in ladies.lines] == [
            line.entrant for line in whole.lines if "ladies" in line.entrant.classes
        ]
        assert [line.rank for line in ladies.lines] == sorted(line.rank for line in ladies.lines)
        assert ladies.is_official

    @pytest.mark.thorough
    @pytest.mark.usefixtures("untypeset")
    def test_says_by_which_rules_when_the_series_was_closed_and_where_nobody_plays(self, client, made):
        [text] = pages(client.get(RANKING))

        assert "Scored by SkWO 5.2 (2002)" in text
        assert "2018/2022" in text
        assert re.search(r"Closed: series 1 .*\d\d:\d\d", text)
        assert "Nobody plays in this class." in pages(client.get(RANKING, {"class": "juniors"}))[0]
        for wanted in ("x", "lady", "LADIES", "9" * 300):
            assert client.get(RANKING, {"class": wanted}).status_code == 404, wanted

    @pytest.mark.usefixtures("untypeset")
    def test_is_kept_apart_from_the_whole(self, client, made):
        client.get(RANKING)

        text = pages(client.get(RANKING, {"class": "seniors", "series": 1}))[0]
        assert "series 1: Seniors" in " ".join(text.split())
        assert "Spieler 1 " not in pages(client.get(RANKING, {"class": "seniors"}))[0]
