"""Certificates, and rankings of one class."""

import re

import pytest
from django.core.cache import cache

from scoring.results.selectors import standings
from scoring.results.selectors.classes import of_class
from tables.tournaments.models import Tournament
from tests import factories
from tests.paper.lists_read import RANKING
from tests.paper.papers_read import CERTIFICATES
from tests.paper.printed import is_white, pages, picture, read
from tests.worlds import remembered

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept():
    """Let no test get a document that another one made."""
    cache.clear()


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


class TestTheRankingOfAClass:
    def test_has_its_members_alone_and_counts_anew(self, client, made):
        [text] = pages(client.get(RANKING, {"class": "ladies"}))

        assert "Ranking: Ladies" in text
        ranks = re.findall(r"^ *(\d+)=? +(\d+)$", text, re.MULTILINE)
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

        assert "series 1: Seniors" in pages(client.get(RANKING, {"class": "seniors", "series": 1}))[0]
        assert "Spieler 1\n" not in pages(client.get(RANKING, {"class": "seniors"}))[0]

    @pytest.mark.parametrize("wanted", ["x", "lady", "LADIES", "9" * 300])
    def test_of_no_known_class_is_not_found(self, client, made, wanted):
        assert client.get(RANKING, {"class": wanted}).status_code == 404
