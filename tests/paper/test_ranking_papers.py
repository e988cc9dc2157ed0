"""Rankings of teams, clubs and chosen series on paper, in workbooks and in the record: everybody, nothing rounded."""

import io
import json

import openpyxl
import pytest

from scoring.archive.packing import packing, record
from scoring.results.services.rankings import switch_off
from tests.exports.reading import below
from tests.paper.printed import pages, picture, read
from tests.scoring.results.ranking_pages import assign, played, ranking
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PDF = "/t/cup/standings.pdf?ranking=1"
XLSX = "/t/cup/office/results.xlsx"
DESK = "/t/cup/office/print/?kind=rankings"


def flat(response):
    return " ".join(" ".join(pages(response)).split())


class TestThePaper:
    @pytest.mark.thorough
    def test_has_the_teams_with_their_players_and_their_part(self, client):
        made = played()
        made.entrants.filter(number=1).update(name="Anna Berg", club="SC Bube")
        assign(ranking(made), Buben="1 2", Damen="3 6; 7")

        text = flat(client.get(PDF))

        for part in ("Mannschaften", "Buben", "Anna Berg, No. 1, SC Bube", "Spieler 2, No. 2", "Damen", "976", "732"):
            assert part in text
        assert "Spieler 7, No. 7 (substitute)" in text
        assert "(in brackets): does not count" in text
        assert "all series, teams of 2" in text

    def test_has_hundredths_where_a_team_is_scaled(self, client):
        made = played()
        assign(ranking(made, size=3, scaled=True), Buben="1 2")

        assert "1464*" in flat(client.get(PDF))

    def test_names_everybody_as_he_wants(self, client):
        made = played()
        made.entrants.filter(number=1).update(name="Yvonne Ysop", club="SC Yacht", shown_as="number")
        assign(ranking(made), Buben="1 2")

        text = flat(client.get(PDF))

        assert "No. 1" in text
        assert "Ysop" not in text
        assert "Yacht" not in text

    @pytest.mark.thorough
    def test_keeps_a_team_on_one_page(self, client):
        made = factories.tournament(entrants=120)
        factories.close_series(factories.running_series(made))
        assign(
            ranking(made, size=4),
            **{f"Mannschaft {n}": " ".join(map(str, range(4 * n + 1, 4 * n + 5))) for n in range(30)},
        )

        texts = pages(client.get(PDF))

        assert len(texts) > 1
        for text in texts:
            lines = [line for line in text.splitlines() if "Mannschaft " in line or "Spieler" in line]
            assert "Mannschaft" in lines[0] or len(lines) % 5 == 0

    def test_before_anything_is_played_says_so(self, client):
        ranking(factories.tournament(entrants=4))

        assert "Nobody is in this ranking yet." in flat(client.get(PDF))

    def test_stays_within_its_page(self, client):
        made = played()
        found = ranking(made, name="M" * 80)
        assign(found, **{"W" * 80: "1 2"})

        assert picture(client.get(PDF)).width > 0
        assert len(read(client.get(PDF)).pages) == 1

    @pytest.mark.parametrize("asked", ["9", "x", "-1"])
    def test_of_an_unknown_ranking_is_not_found(self, client, asked):
        ranking(played())

        assert client.get(f"/t/cup/standings.pdf?ranking={asked}").status_code == 404

    def test_of_one_that_is_switched_off_is_not_found(self, client):
        found = ranking(played())
        switch_off(ranking_id=found.pk, by=factories.user(), now=EVENING)

        assert client.get(PDF).status_code == 404

    def test_is_a_page_for_the_browser_too(self, client):
        assign(ranking(played()), Buben="1 2")

        response = client.get(f"{PDF}&as=page")

        assert b"Buben" in response.content
        assert b"Spieler 1, No. 1" in response.content


class TestThePrintDesk:
    def test_offers_what_is_switched_on(self, director):
        made = played()
        ranking(made)
        ranking(made, "club", name="Vereine")

        page = director.get(DESK).content.decode()

        assert '<option value="1"' in page
        assert "Vereine" in page

    def test_says_where_to_switch_one_on(self, director):
        played()

        page = director.get(DESK).content.decode()

        assert "is switched on." in page
        assert "/t/cup/office/rankings/" in page


class TestTheWorkbook:
    def test_has_a_sheet_for_each_ranking_with_full_names(self, director):
        made = played()
        made.entrants.filter(number=1).update(name="Anna Berg", club="SC Bube", shown_as="number")
        assign(ranking(made, size=3, scaled=True), Buben="1 2; 5")

        book = openpyxl.load_workbook(io.BytesIO(director.get(XLSX).content))
        rows = list(below(book["Mannschaften"]))

        assert rows[0][:5] == ("Rank", "Team", "Start number", "Name", "Club")
        assert rows[1][:2] == (1, "Buben")
        assert rows[1][5:8] == (732, 732, 1464)
        assert rows[1][-1] == "scaled up"
        assert rows[2][1:8] == ("Buben", 1, "Anna Berg", "SC Bube", 366, 366, 732)
        assert rows[4][-2:] == ("series 1, 2", "substitute")


class TestTheRecord:
    def test_has_terms_teams_and_exact_places(self):
        made = played()
        assign(ranking(made, size=3, scaled=True), Buben="1 2; 5")

        found = json.loads(record.as_json(record.record(made, made_at=EVENING)))["rankings"]

        assert found[0]["name"] == "Mannschaften"
        assert found[0]["teams"][0] | {"members": [1, 2], "substitutes": [5]} == found[0]["teams"][0]
        assert found[0]["lines"][0]["total"] == "1464"

    @pytest.mark.thorough
    def test_has_each_ranking_on_paper(self, tmp_path):
        made = played(entrants=4, series=1, closed=1)
        assign(ranking(made), Buben="1 2")
        path = tmp_path / "record.zip"

        packing.pack(made, path, now=EVENING)

        assert b"ranking-mannschaften" in path.read_bytes()
