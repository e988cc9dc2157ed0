"""What is public as files: CSV, workbooks, feeds."""

import csv
import io
from xml.etree import ElementTree

import pytest
from django.urls import reverse
from django.utils.html import escape
from openpyxl import load_workbook

from tests import factories
from tests.exports.reading import ods_tables
from tests.factories import EVENING, GRAND
from tests.scoring.public.open_data_read import HIDDEN, event, ranking, unpublished

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ATOM = "{http://www.w3.org/2005/Atom}"

FILES = {
    "standings-csv": {},
    "standings-xlsx": {},
    "standings-ods": {},
    "standings-html": {},
    "series-seats-csv": {"series": 1},
    "series-seats-xlsx": {"series": 1},
    "series-seats-ods": {"series": 1},
    "public-entrants-csv": {},
    "public-entrants-xlsx": {},
    "public-entrants-ods": {},
    "feed": {},
    "embed": {},
}


def address(name: str) -> str:
    return reverse(f"scoring:{name}", kwargs={"slug": "cup", **FILES[name]})


def lines(client, path: str) -> list[list[str]]:
    response = client.get(path)
    assert response.status_code == 200
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig")), delimiter=";"))


def book(client, path: str) -> dict[str, list[tuple]]:
    response = client.get(path)
    assert response.status_code == 200
    sheets = load_workbook(io.BytesIO(response.content)).worksheets
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in sheets}


def entries(client, path: str) -> list[ElementTree.Element]:
    response = client.get(path)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    return ElementTree.fromstring(response.content).findall(f"{ATOM}entry")


def text_of(client, name: str) -> str:
    if name.endswith("xlsx"):
        return str(book(client, address(name)))
    if name.endswith("ods"):
        return str(ods_tables(client.get(address(name))))
    return client.get(address(name)).content.decode()


class TestEveryFile:
    @pytest.mark.thorough(after=2)
    @pytest.mark.parametrize("name", FILES)
    def test_names_nobody_who_is_hidden(self, client, director, name):
        made = event()
        ranking(made)
        ranking(made, "club", "Vereine", size=3)

        for visitor in (client, director):
            assert not any(word in text_of(visitor, name) for word in HIDDEN)

    @pytest.mark.parametrize("name", FILES)
    def test_unchanged_it_is_not_sent_again(self, client, django_assert_num_queries, name):
        event()
        first = client.get(address(name))

        with django_assert_num_queries(1):
            again = client.get(address(name), headers={"if-none-match": first["ETag"]})

        assert (again.status_code, again.content) == (304, b"")

    @pytest.mark.thorough(after=5)
    @pytest.mark.parametrize("name", FILES)
    def test_after_an_act_it_is_made_anew(self, client, name):
        made = event()
        first = client.get(address(name))

        factories.enter(factories.list_of(made.series.get(number=2)), (3, GRAND))
        again = client.get(address(name), headers={"if-none-match": first["ETag"]})

        assert again.status_code == 200
        assert again["ETag"] != first["ETag"]

    @pytest.mark.parametrize("name", FILES)
    def test_no_longer_shown_it_is_gone_for_everybody(self, client, director, name):
        unpublished(event())

        assert client.get(address(name)).status_code == 410
        assert director.get(address(name)).status_code == 410

    @pytest.mark.parametrize("name", FILES)
    def test_sets_no_cookie_and_is_only_read(self, client, name):
        event()
        response = client.get(address(name))

        assert not response.cookies
        assert "Cookie" not in response.get("Vary", "")
        assert client.post(address(name)).status_code == 405

    @pytest.mark.parametrize("name", FILES)
    def test_of_an_unknown_event_there_is_none(self, client, name):
        assert client.get(address(name).replace("cup", "nix")).status_code == 404


class TestStandings:
    def test_as_csv_the_total_or_what_is_asked_for(self, client):
        made = event()
        ranking(made)

        total = lines(client, "/t/cup/standings.csv")
        first = lines(client, "/t/cup/standings.csv?series=1")
        ladies = lines(client, "/t/cup/standings.csv?ranking=1")

        assert [len(total), len(first), len(ladies)] == [9, 9, 4]
        assert {"Series 1", "Series 2"} <= set(total[0])
        assert "Series 2" not in first[0]
        assert {row[1] for row in ladies[1:]} == {"No. 1", "Karo Sieben", "G. G."}

    @pytest.mark.parametrize("asked", ["series=3", "series=99", "ranking=5"])
    def test_as_csv_what_is_not_there_is_not_found(self, client, asked):
        event()

        assert client.get(f"/t/cup/standings.csv?{asked}").status_code == 404

    def test_the_workbook_has_every_series_and_every_ranking(self, client):
        made = event()
        ranking(made)

        assert list(book(client, "/t/cup/standings.xlsx")) == ["Standings", "Series 1", "Series 2", "Damen"]

    def test_hidden_ranks_are_in_none_of_them(self, client):
        event(hides_live=True)

        assert "Series 2" not in lines(client, "/t/cup/standings.csv")[0]
        assert list(book(client, "/t/cup/standings.xlsx")) == ["Standings"]
        assert len(lines(client, "/t/cup/standings.csv?series=2")) == 1

    def test_what_looks_like_a_formula_stays_text(self, client):
        made = event()
        made.entrants.filter(number=4).update(name="=1+1")

        assert "'=1+1" in {row[2] for row in lines(client, "/t/cup/standings.csv")}


class TestSeatsAndEntrants:
    def test_seats_are_listed_table_by_table(self, client):
        event()

        assert [row[:4] for row in lines(client, "/t/cup/series/1/seats.csv")[1:3]] == [
            ["1", "1", "1", "No. 1"],
            ["1", "2", "2", "Karo Sieben"],
        ]

    @pytest.mark.parametrize("ending", ["csv", "xlsx"])
    def test_seats_that_are_not_published_are_not_found(self, client, ending):
        event()

        assert client.get(f"/t/cup/series/3/seats.{ending}").status_code == 404

    def test_entrants_without_those_who_withdrew(self, client):
        made = event()
        made.entrants.filter(number=8).update(withdrawn_at=EVENING, present=False)

        assert [row[0] for row in lines(client, "/t/cup/entrants.csv")[1:]] == [str(n) for n in range(1, 8)]


class TestFeeds:
    def test_an_event_tells_each_closed_series_with_its_first_places(self, client):
        event()

        (entry,) = entries(client, "/t/cup/results.atom")

        assert entry.findtext(f"{ATOM}title") == "Result of series 1"
        assert entry.find(f"{ATOM}link").attrib["href"] == "http://testserver/t/cup/standings/1/"
        assert entry.findtext(f"{ATOM}summary").startswith("1. ")

    def test_released_also_the_final_ranking_on_top(self, client):
        made = factories.tournament(entrants=4)
        factories.close_series(factories.running_series(made))
        made.ended_at = made.released_at = EVENING.replace(hour=22)
        made.save()

        assert [one.findtext(f"{ATOM}title") for one in entries(client, "/t/cup/results.atom")] == [
            "Final ranking",
            "Result of series 1",
        ]

    def test_before_any_result_it_is_empty(self, client):
        factories.running_series(factories.tournament(entrants=4))

        assert entries(client, "/t/cup/results.atom") == []

    def test_a_name_cannot_write_into_the_page_of_a_reader(self, client):
        made = event()
        made.entrants.filter(number__gte=4).update(name="<b>x</b>\x01")

        summary = entries(client, "/t/cup/results.atom")[0].findtext(f"{ATOM}summary")

        assert escape("<b>x</b>") in summary

    def test_the_site_tells_the_results_of_all_events_still_shown(self, client, django_assert_num_queries):
        event()
        other = factories.tournament(slug="other", name="Other", entrants=4)
        factories.close_series(factories.running_series(other))
        third = factories.tournament(slug="third", name="Third", entrants=4)
        factories.close_series(factories.running_series(third))
        unpublished(third)

        with django_assert_num_queries(4):
            told = {one.findtext(f"{ATOM}title") for one in entries(client, "/results.atom")}

        assert told == {"Herz-Dame-Cup: result of series 1", "Other: result of series 1"}
