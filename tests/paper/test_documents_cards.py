"""Start cards, table cards, certificates and the ranking of a class: whose they are and what can be read of them."""

import io
import re

import pypdf
import pytest
import zxingcpp
from django.db.models import CharField, Value
from django.db.models.functions import Concat
from PIL import ImageFilter

from scoring.paper.documents.catalogue import compose
from scoring.paper.typesetting.drawing import CardSheet
from scoring.paper.typesetting.pdf import typeset
from scoring.paper.views import documents
from scoring.results.selectors import standings
from scoring.results.selectors.standings import of_class
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.paper.every_kind import asked as task_of
from tests.paper.printed import (
    CERTIFICATES,
    RANKING,
    SITE,
    START_CARDS,
    TABLE_CARDS,
    is_white,
    on_page,
    pages,
    picture,
    read,
    rows,
    running,
)
from tests.scoring.results.ranking_pages import assign, ranking
from tests.support import factories
from tests.support.remembered_worlds import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_URL = SITE


class TestStartCards:
    def test_tell_nothing_of_seats_that_are_not_published_unless_the_direction_says_so(self, director):
        made = factories.tournament(entrants=4)
        series = factories.running_series(made, 1, published_only=True)
        type(series).objects.update(status="drawn", published_at=None)

        silent, telling = on_page(director, START_CARDS), on_page(director, START_CARDS, {"ahead": 1})

        # Each says that it comes back, and that the seat stays.
        assert silent.count("9.13") == silent.count("7.1.2") == 8
        assert not re.findall(r"^ *\d+ +\d$", silent, re.MULTILINE)
        assert len(re.findall(r"^ *\d+ +\d$", telling, re.MULTILINE)) == 4

    def test_lie_eight_on_a_sheet_while_all_series_have_room_and_come_for_some_alone(self, director):
        made = factories.tournament(entrants=9, series=5)
        for series, asked, a_sheet in ((5, "", 4), (5, "8", 4), (4, "", 8), (4, "4", 4)):
            made.series.filter(number__gt=series).delete()

            found = on_page(director, START_CARDS, {"sheet": asked})

            assert found.count("Initials") == -(-9 // a_sheet) * a_sheet, (series, asked)
        # For those who came late.
        text = on_page(director, START_CARDS, {"first": 7, "last": 8})
        assert re.findall(r"Spieler \d+", text) == ["Spieler 7", "Spieler 8"]
        made.entrants.all().delete()
        # Those left over are to be filled in by hand.
        assert on_page(director, START_CARDS).count("Start number") == 8

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


def test_cards_have_codes_and_words_only_where_a_phone_gets_by_them(director, settings):
    words = running(4).tables.get().words
    told = [director.get(f"{address}?as=page").text for address in (START_CARDS, TABLE_CARDS)]
    assert ([content.count('class="code"') for content in told], words in told[1]) == ([4, 1], True)

    for settings.SITE_URL in ("http://127.0.0.1:8000", "http://localhost:8000"):
        for address in (START_CARDS, TABLE_CARDS):
            content = director.get(f"{address}?as=page").text
            assert [said for said in ('class="code"', "My seat", words) if said in content] == []


class TestTableCards:
    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize(("asked", "a_page"), [("1", 1), ("2", 2), ("4", 4)])
    def test_have_words_and_key_of_their_table_as_a_code(self, director, asked, a_page):
        series = running(12)

        response = director.get(TABLE_CARDS, {"sheet": asked})

        count = len(read(response).pages)
        assert count == -(-3 // a_page)
        found = [code.text for page in range(count) for code in zxingcpp.read_barcodes(picture(response, page))]
        assert sorted(found) == sorted(f"{SITE}/l/{table.key}/" for table in series.tables.all())
        text = "\n".join(pages(response))
        assert all(table.words in text for table in series.tables.all())
        if asked == "1":
            # When it is folded both sides see the number.
            assert not is_white(picture(response), 60, 30, 150, 120)
            assert not is_white(picture(response), 20, 180, 130, 250)
            assert pages(response)[0].count("Series 1") == 2

    def test_lie_two_on_a_sheet_unless_asked_otherwise_and_can_be_printed_for_one_table(self, director):
        series = running(12)

        for asked, a_page in (("", 2), ("3", 2), ("4", 4)):
            content = director.get(TABLE_CARDS, {"sheet": asked, "as": "page"}).content.decode()
            assert content.count(f'class="card-sheet tables-{a_page}"') == -(-3 // a_page), asked
        text = on_page(director, TABLE_CARDS, {"first": 2, "last": 2})
        assert [table.number for table in series.tables.all() if table.words in text] == [2]


def test_a_sheet_is_cut_between_its_cards():
    cuts = list(CardSheet(columns=2, rows=4).cuts())

    assert {x for x, _y, to_x, _to_y in cuts if x == to_x} == {105.0}
    assert {y for _x, y, _to_x, to_y in cuts if y == to_y} == {74.25, 148.5, 222.75}
    assert all(0 <= value <= 297 for cut in cuts for value in cut)


@remembered
def closed_series() -> Tournament:
    made = factories.tournament(entrants=8, direction="Vera Vorsitz")
    factories.close_series(factories.running_series(made))
    made.entrants.filter(number__in=[2, 4, 6, 8]).update(classes=["ladies"])
    made.entrants.filter(number__in=[3, 5]).update(classes=["seniors"], club="SC Herz Dame")
    return made


@pytest.fixture
def made():
    """One series of eight, closed; those with even numbers are ladies, two seniors play."""
    return closed_series()


class TestCertificates:
    @pytest.mark.usefixtures("untypeset")
    def test_are_for_as_many_as_asked_for_of_the_event_a_class_or_a_series(self, director, made, monkeypatch):
        for asked, count in (("", 3), ("1", 1), ("all", 8), ("99", 8), ("0", 3)):
            text = on_page(director, CERTIFICATES, {"places": asked})
            assert re.findall(r"Place (\d)", text) == [str(place) for place in range(1, count + 1)], asked
        said = ("Certificate", "Herz-Dame-Cup", "Altenburg", "SC Herz Dame", "Vera Vorsitz")
        assert [words for words in said if words not in text] == []

        seniors = on_page(director, CERTIFICATES, {"class": "seniors"})

        assert (seniors.count("Class: Seniors"), re.findall(r"Place (\d)", seniors)) == (2, ["1", "2"])
        assert sorted(re.findall(r"Spieler \d", seniors)) == ["Spieler 3", "Spieler 5"]
        for asked, words in (({"class": "juniors"}, "Nothing yet."), ({"series": 1}, "Series 1")):
            assert words in on_page(director, CERTIFICATES, asked)
        # Those of a large field are made at the print desk.
        monkeypatch.setattr(documents, "MOST_AT_ONCE", 5)
        assert director.get(CERTIFICATES, {"places": "5"}).status_code == 200
        answer = director.get(CERTIFICATES, {"places": "all"})
        assert answer["Location"].startswith("/t/cup/office/print/?kind=certificates")

    def test_have_long_names_in_two_lines_and_whole(self, director, made):
        long = "Maximiliane-Friederike Freifrau von Schwarzenberg-Wolfenbütt"
        Tournament.objects.update(name=f"Offene Meisterschaft {long}", direction=f"{long} und {long}")
        made.entrants.update(name=long)

        text = "".join(on_page(director, CERTIFICATES, {"paper": "portrait", "places": 1}).split())

        assert (text.count(long.replace(" ", "")), "…" in text) == (4, False)

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize(("paper", "across", "down"), [("", 297, 210), ("portrait", 210, 297)])
    def test_lie_as_asked_for_within_their_frame(self, director, made, paper, across, down):
        made.entrants.update(name="Maximiliane von und zu " * 3, club="W" * 80)
        response = director.get(CERTIFICATES, {"paper": paper, "places": 1})

        box = read(response).pages[0].mediabox
        assert (box.width > box.height) == (across > down)
        sides = ((0, 0, 10, down), (across - 10, 0, across, down))
        for edges in (*sides, (0, 0, across, 10), (0, down - 10, across, down), (14, 30, 20, down - 30)):
            assert is_white(picture(response), *edges), edges

    @pytest.mark.usefixtures("untypeset")
    def test_wait_until_their_series_are_closed(self, director):
        made = factories.tournament(entrants=8, series=2)
        first = factories.running_series(made, 1)
        assign(ranking(made), Buben="1 2")
        assert director.get(CERTIFICATES, {"series": 1})["Location"] == "/t/cup/office/"

        factories.close_series(first)

        for asked, status in (({}, 302), ({"series": 1}, 200), ({"ranking": 1}, 302), ({"ranking": 9}, 302)):
            assert director.get(CERTIFICATES, asked).status_code == status, asked


class TestCertificatesOfOthers:
    def test_of_teams_pairs_clubs_and_a_class_name_them_and_who_earned_it(self, director, made):
        assign(ranking(made), Buben="1 2", Damen="3 6; 7")
        assign(ranking(made, kind="tandem", name="Tandem"), Herzen="1 5")
        ranking(made, kind="club", name="Vereine")
        ranking(made, kind="ladies", name="Damenwertung", size=1)

        teams, pairs, clubs, ladies = (on_page(director, CERTIFICATES, {"ranking": n}) for n in (1, 2, 3, 4))

        said = ("Certificate", "Mannschaften", "Place 1", "Herz-Dame-Cup", "Buben", "Spieler 1, Spieler 2")
        assert [words for words in (*said, "Spieler 3, Spieler 6") if words not in teams] == []
        # A substitute who never played has earned nothing.
        assert "Spieler 7" not in teams
        for text, who, many in (
            (pairs, "Herzen.*Spieler 1, Spieler 5", 1),
            (clubs, "SC Herz Dame.*Spieler [35], Spieler [35]", 1),
            (ladies, "Damenwertung.*Spieler [2468]", 3),
        ):
            assert (text.count("Certificate"), len(re.findall(who, text, re.DOTALL))) == (many, 1), who

    def test_of_a_club_with_many_players_name_every_one(self, director, made):
        long = "Maximiliane-Friederike Freifrau von Schwarzenberg-Wolfen"
        name = Concat(Value(f"{long} "), "number", output_field=CharField())
        made.entrants.update(name=name, club="1. SC Herz Dame")
        ranking(made, kind="club", name="Vereine", size=8)

        [page] = pages(director.get(CERTIFICATES, {"ranking": 1}))

        assert re.findall(rf"{long} (\d)|…", " ".join(page.split())) == [*"12345678"]


def test_prizes_stand_below_the_place_that_wins_them_and_however_long_stay_on_one_page(made):
    document = compose(task_of(made, "certificates", language="en", places=3, prizes=("500 euros", "", "a cup")))
    assert [page["prize"].text for page in document.context["pages"]] == ["500 euros", "", "a cup"]
    assert "500 euros" in document.typeset()

    prizes = ("Ein Fass Bier und ein Pokal, " * 12,)
    content = typeset(compose(task_of(made, "certificates", language="en", places=1, prizes=prizes)))

    [page] = pypdf.PdfReader(io.BytesIO(content)).pages
    assert page.extract_text().count("Pokal") == 12


def test_the_ranking_of_a_class_has_its_members_alone_in_the_order_of_the_whole_and_is_kept_apart(client, made):
    whole, ladies, seniors, juniors = (
        " ".join(on_page(client, RANKING, asked).split())
        for asked in ({}, {"class": "ladies"}, {"class": "seniors", "series": 1}, {"class": "juniors"})
    )

    assert [said for said in ("Scored by SkWO 5.2 (2002)", "2018/2022") if said not in whole] == []
    assert re.search(r"Closed: series 1 .*\d\d:\d\d", whole)
    assert "Ranking: Ladies" in ladies
    ranks = rows(client.get(RANKING, {"class": "ladies", "as": "page"}).text)
    assert ranks[0]["Rank"].strip(" =L") == "1"
    assert ("series 1: Seniors" in seniors, "Spieler 1 " in seniors) == (True, False)
    assert "Nobody plays in this class." in juniors
    # It counts anew, in the order of the whole.
    all_lines = standings.standings(made)
    counted = of_class(all_lines, made.classes.get(code="ladies"))
    members = [line.entrant for line in all_lines.lines if "ladies" in line.entrant.classes]
    assert [line.entrant for line in counted.lines] == members
    assert [line["No."] for line in ranks] == [str(one.number) for one in members]
    assert sorted(one.number for one in members) == [2, 4, 6, 8]
    assert [line.rank for line in counted.lines] == sorted(line.rank for line in counted.lines)
    assert counted.is_official
