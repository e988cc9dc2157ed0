"""Certificates, and rankings of one class.

The tournament plan on paper: everything SkWO 6.2 names, and lines to sign on.
"""

import io
import re
from itertools import pairwise

import pypdf
import pypdfium2
import pytest
import zxingcpp
from django.test import Client

from scoring.paper.documents.catalogue import compose
from scoring.paper.documents.print_order import Wanted
from scoring.paper.documents.task import Links, Task
from scoring.paper.runs import runs, watching, working
from scoring.paper.runs.runs import Run, Stage
from scoring.paper.typesetting.pdf import typeset
from scoring.paper.views import documents
from scoring.results.selectors import standings
from scoring.results.selectors.classes import of_class
from tables.tournaments.models import Tournament
from tests.paper.lists_read import RANKING
from tests.paper.papers_read import CERTIFICATES, PLAN
from tests.paper.printed import MM, is_white, pages, picture, read
from tests.scoring.results.ranking_pages import assign, ranking
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


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

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize(("asked", "count"), [("1", 1), ("5", 5), ("all", 8), ("99", 8), ("0", 3)])
    def test_are_for_as_many_as_asked_for(self, director, made, asked, count):
        assert len(read(director.get(CERTIFICATES, {"places": asked})).pages) == count

    def test_of_a_class_count_its_places_anew(self, director, made):
        found = pages(director.get(CERTIFICATES, {"class": "seniors"}))

        assert ["Class: Seniors" in text for text in found] == [True, True]
        assert [re.findall(r"Place (\d)", text) for text in found] == [["1"], ["2"]]
        assert all(re.search(r"Spieler [35]", text) for text in found)

    def test_have_long_names_in_two_lines_and_whole(self, director, made):
        long = "Maximiliane-Friederike Freifrau von Schwarzenberg-Wolfenbütt"
        Tournament.objects.filter(pk=made.pk).update(
            name=f"Offene Meisterschaft {long}", direction=f"{long} und {long}"
        )
        made.entrants.update(name=long)

        text = "".join(pages(director.get(CERTIFICATES, {"paper": "portrait", "places": 1}))[0].split())

        assert text.count(long.replace(" ", "")) == 4
        assert "…" not in text

    def test_of_a_series_say_so(self, director, made):
        assert "Series 1" in pages(director.get(CERTIFICATES, {"series": 1}))[0]

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

    def test_of_a_class_nobody_plays_in_say_so(self, director, made):
        [text] = pages(director.get(CERTIFICATES, {"class": "juniors"}))

        assert "Nobody has a place here yet." in text

    def test_wait_until_the_series_are_closed(self, director):
        factories.running_series(factories.tournament(entrants=8, series=2))

        for asked in ({}, {"series": 1}):
            response = director.get(CERTIFICATES, asked, follow=True)
            assert response.redirect_chain == [("/t/cup/office/", 302)]
            assert "until then places may change" in response.content.decode()

    def test_of_the_whole_wait_for_the_last_series(self, director):
        made = factories.tournament(entrants=8, series=2)
        factories.close_series(factories.running_series(made, 1))

        assert director.get(CERTIFICATES).status_code == 302
        assert director.get(CERTIFICATES, {"series": 1}).status_code == 200

    @pytest.mark.parametrize(
        "asked", [{"series": 9}, {"series": "x"}, {"class": "x"}, {"paper": "x"}, {"places": "-1"}, {"places": "²"}]
    )
    def test_of_nothing_known_are_not_found(self, director, made, asked):
        assert director.get(CERTIFICATES, asked).status_code == 404


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

    def test_of_pairs_do_so_too(self, director, made):
        assign(ranking(made, kind="tandem", name="Tandem"), Herzen="1 5")

        [text] = pages(director.get(CERTIFICATES, {"ranking": 1}))

        assert "Herzen" in text
        assert "Spieler 1, Spieler 5" in text

    def test_of_clubs_name_the_club_and_its_best(self, director, made):
        ranking(made, kind="club", name="Vereine")

        [text] = pages(director.get(CERTIFICATES, {"ranking": 1}))

        assert "SC Herz Dame" in text
        assert re.search("Spieler [35], Spieler [35]", text)

    def test_of_a_class_as_a_ranking_of_its_own_name_players(self, director, made):
        ranking(made, kind="ladies", name="Damenwertung", size=1)

        texts = pages(director.get(CERTIFICATES, {"ranking": 1}))

        assert ["Damenwertung" in text for text in texts] == [True] * 3
        assert all(re.search("Spieler [2468]", text) for text in texts)

    def test_of_a_ranking_that_is_not_final_wait(self, director):
        cup = factories.tournament(entrants=8, series=2)
        factories.close_series(factories.running_series(cup))
        assign(ranking(cup), Buben="1 2")

        assert director.get(CERTIFICATES, {"ranking": 1}).status_code == 302
        assert director.get(CERTIFICATES, {"ranking": 9}).status_code == 302

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
    def test_stand_below_the_place_that_wins_them(self, made):
        wanted = Wanted(kind="certificates", language="en", places=3, prizes=("500 euros", "", "a cup"))

        document = compose(Task(tournament=made, wanted=wanted, links=Links(site=""), now=EVENING))

        assert [page.prize.text for page in document.context["pages"]] == ["500 euros", "", "a cup"]
        assert "500 euros" in document.typeset()

    def test_however_long_stay_on_one_page(self, made):
        wanted = Wanted(kind="certificates", language="en", places=1, prizes=("Ein Fass Bier und ein Pokal, " * 12,))
        content = typeset(compose(Task(tournament=made, wanted=wanted, links=Links(site=""), now=EVENING)))

        [page] = pypdf.PdfReader(io.BytesIO(content)).pages
        assert page.extract_text().count("Pokal") == 12


def test_certificates_for_a_large_field_are_made_at_the_print_desk(director, made, monkeypatch):
    monkeypatch.setattr(documents, "MOST_AT_ONCE", 5)

    assert director.get(CERTIFICATES, {"places": "5"}).status_code == 200
    response = director.get(CERTIFICATES, {"places": "all"})
    assert response["Location"].startswith("/t/cup/office/print/?kind=certificates")


def test_certificates_tell_how_far_they_are(made, monkeypatch, settings, tmp_path):
    settings.PRINT_DIR = tmp_path / "print"
    monkeypatch.setattr(runs, "spawn", lambda _key: None)
    monkeypatch.setattr(runs, "keep", lambda _run, _content: None)
    monkeypatch.setattr(watching, "EVERY", 0)
    told = []
    monkeypatch.setattr(runs, "report", lambda _run, **state: told.append((state.get("done"), state.get("pages"))))
    wanted = Wanted(kind="certificates", language="en")

    working.work(Run(key="a" * 32, slug="cup", wanted=wanted, site="", asked_at=EVENING, stage=Stage.WAITING))

    assert [one for one in told if one[1]] == [(done, 8) for done in range(1, 9)]


class TestTheRankingOfAClass:
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

    def test_says_by_which_rules_and_when_the_series_was_closed(self, client, made):
        [text] = pages(client.get(RANKING))

        assert "Scored by SkWO 5.2 (2002)" in text
        assert "2018/2022" in text
        assert re.search(r"Closed: series 1 .*\d\d:\d\d", text)

    def test_of_nobody_says_so(self, client, made):
        [text] = pages(client.get(RANKING, {"class": "juniors"}))

        assert "Nobody plays in this class." in text

    def test_is_kept_apart_from_the_whole(self, client, made):
        client.get(RANKING)

        text = pages(client.get(RANKING, {"class": "seniors", "series": 1}))[0]
        assert "series 1: Seniors" in " ".join(text.split())
        assert "Spieler 1\n" not in pages(client.get(RANKING, {"class": "seniors"}))[0]

    @pytest.mark.parametrize("wanted", ["x", "lady", "LADIES", "9" * 300])
    def test_of_no_known_class_is_not_found(self, client, made, wanted):
        assert client.get(RANKING, {"class": wanted}).status_code == 404


TEXTS = {
    "costs": "Abreizgeld 0,50 Euro.",
    "use_of_money": "Alles wird ausgespielt.",
    "exclusion": "Wer stört, geht.",
    "tribunal": "Drei Richter.",
    "rules": "ISkO und SkWO.",
    "supervision": "Die Leitung prüft.",
    "penalties": "Nach SkWO 4.3.",
    "list_keeping": "Platz 1 schreibt.",
    "stake": "Kein Geld.",
    "material": "Französisches Blatt.",
}


def test_has_every_point_that_the_rules_name(client):
    factories.tournament(series=3, rounds=12, direction="Vera Vorsitz", **TEXTS)

    text = "\n".join(pages(client.get(PLAN)))

    for said in (*TEXTS.values(), "Herz-Dame-Cup", "Altenburg", "SC Herz Dame", "3 series", "12 rounds", "48 deals"):
        assert said in text
    for title in ("A · General", "B · Playing conditions", "Organiser", "Stakes and costs", "Tribunal", "SkWO 6.3"):
        assert title in text


def test_is_signed_by_organiser_and_direction(client):
    factories.tournament(direction="Vera Vorsitz", **TEXTS)

    text = pages(client.get(PLAN))[-1]

    signed = text[text.index("Place, date") :]
    assert "Organiser\nSC Herz Dame" in signed
    assert "Direction\nVera Vorsitz" in signed


def test_of_an_ordinary_event_is_one_page(client):
    factories.tournament(series=3, direction="Vera Vorsitz", **{name: f"{text} " * 6 for name, text in TEXTS.items()})

    assert len(pages(client.get(PLAN))) == 1


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("lines", [12, 16, 20])
def test_signatures_never_stand_on_a_page_of_their_own(client, lines):
    made = factories.tournament(direction="V" * 200, organiser="Skatverband " * 10, **TEXTS)
    made.material = "\n".join(["Französisches Blatt."] * lines)
    made.save()

    *_before, last = pages(client.get(PLAN))

    assert made.series.get().commitment in last
    assert "V" * 20 in last[last.index("Place, date") :]


def test_has_the_seals_of_the_draws(client):
    made = factories.tournament(series=2)

    text = "\n".join(pages(client.get(PLAN)))

    for series in made.series.all():
        assert series.commitment in text


def test_leaves_lines_for_what_is_not_said_yet(client):
    factories.tournament()

    assert client.get(f"{PLAN}?as=page").content.count(b'class="to-fill"') == 2 * 9


def test_has_a_code_of_the_tournaments_page(client, settings):
    settings.SITE_URL = "https://skat.example"
    factories.tournament()

    [code] = zxingcpp.read_barcodes(picture(client.get(PLAN)))

    assert code.text == "https://skat.example/t/cup/"


@pytest.mark.thorough
def test_flows_over_as_many_pages_as_it_takes(client):
    factories.tournament(**dict.fromkeys(TEXTS, "Ein langer Satz über das Turnier. " * 60))

    texts = pages(client.get(PLAN))

    assert len(texts) > 2
    assert "Place, date" in texts[-1]


def test_is_in_the_language_of_the_reader():
    factories.tournament(**TEXTS)

    assert "Ausschreibung" in pages(Client(headers={"accept-language": "de"}).get(PLAN))[0]
    assert len(read(Client(headers={"accept-language": "es"}).get(PLAN)).pages) == 1


@pytest.mark.thorough
def test_stays_within_the_page_whatever_was_typed(client):
    factories.tournament(**{**dict.fromkeys(TEXTS, "W" * 300 + "<b>x</b>"), "direction": "Vera " * 40})
    Tournament.objects.update(name="Pokal " * 20, organiser="W" * 120)

    response = client.get(PLAN)

    for number in range(len(read(response).pages)):
        image = picture(response, number)
        right = image.crop((int(image.width * 193.5 / 210), 0, image.width, image.height))
        assert right.getextrema()[0] > 200
    assert "<b>x</b>" in "".join(pages(response))


def test_each_seal_has_a_line_of_its_own(client):
    made = factories.tournament(series=3)

    with pypdfium2.PdfDocument(client.get(PLAN).content) as plan:
        last = plan[len(plan) - 1].get_textpage()
        found = [last.search(series.commitment).get_next() for series in made.series.order_by("number")]
        lines = [last.get_charbox(start)[1] for start, _count in found]
    assert all(above - below > 3 * MM for above, below in pairwise(lines))
