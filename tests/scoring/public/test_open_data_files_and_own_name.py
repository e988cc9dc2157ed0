"""What is public as files: CSV, workbooks, feeds.

A player says himself how others see his name, from the page that his start card opens.
"""

import csv
import io
from html import unescape
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from openpyxl import load_workbook

from tables.journal.models import JournalEntry
from tables.tournaments.models import Shown
from tests.exports.reading import ods_tables
from tests.scoring.public.open_data_read import HIDDEN, event, ranking, unpublished
from tests.support import factories
from tests.support.factories import EVENING, GRAND
from tests.support.forms_as_shown import post_seen

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


PAGE = "/t/cup/seats/2/name/"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


@pytest.fixture
def made():
    found = factories.tournament(entrants=4)
    found.entrants.update(club="SC Herz Dame")
    factories.running_series(found)
    return found


@pytest.fixture
def own(client, made) -> Client:
    """The phone that the code on start card 2 was shown to."""
    client.get(f"/p/{made.entrants.get(number=2).key}/")
    return client


def test_his_page_says_how_others_see_him_and_leads_there(own):
    body = text(own.get("/t/cup/seats/2/"))

    assert "Others see you as <strong>Spieler 2</strong>" in body
    assert f'href="{PAGE}"' in body


def test_what_he_chooses_others_see_from_then_on(own, made):
    answer = post_seen(own, PAGE, {"shown_as": "pseudonym", "pseudonym": "Herzkönig"}, follow=True)

    assert "Others see you as Herzkönig from now on." in text(answer)
    public = text(Client(headers={"accept-language": "en"}).get("/t/cup/series/1/seats/"))
    assert "Herzkönig" in public
    assert "Spieler 2" not in public
    assert JournalEntry.objects.order_by("-number").first().action == "entrant.name-chosen"


def test_his_own_page_calls_him_by_his_name_and_nobody_elses_does(own, made):
    post_seen(own, PAGE, {"shown_as": "number"})

    assert "Spieler 2" in text(own.get("/t/cup/seats/2/"))
    others = text(Client(headers={"accept-language": "en"}).get("/t/cup/seats/2/"))
    assert "Spieler 2" not in others
    assert "SC Herz Dame" not in others.split("<main")[1].split("Spieler")[0]


def test_back_to_what_the_event_has(own, made):
    post_seen(own, PAGE, {"shown_as": "number"})
    post_seen(own, PAGE, {"shown_as": ""})

    assert made.entrants.get(number=2).shown_as == Shown.FULL
    assert not made.entrants.get(number=2).chose_name


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"shown_as": "pseudonym"}, "by which other name"),
        ({"shown_as": "pseudonym", "pseudonym": "Spieler 3"}, "is taken here"),
        ({"shown_as": "pseudonym", "pseudonym": "x" * 500}, "40 characters at most"),
        ({"shown_as": "pseudonym", "pseudonym": "\u200b"}, "by which other name"),
        ({"shown_as": "nonsense", "pseudonym": "Herzdame"}, "nonsense"),
    ],
)
def test_what_cannot_be_is_said_and_kept(own, made, sent, said):
    before = JournalEntry.objects.count()

    answer = post_seen(own, PAGE, sent)

    assert answer.status_code == 422
    assert said in text(answer)
    assert JournalEntry.objects.count() == before


def test_without_his_key_nobody_chooses_for_him(made, director):
    director.get(f"/p/{made.entrants.get(number=3).key}/")

    for visitor in (Client(), director):
        assert visitor.get(PAGE).status_code == 403
        assert visitor.post(PAGE, {"shown_as": "number"}).status_code == 403
    assert made.entrants.get(number=2).shown_as == Shown.FULL


def test_it_is_kept_out_of_caches_and_search_engines(own):
    answer = own.get(PAGE)

    assert "noindex" in answer["X-Robots-Tag"]
    assert "no-store" in answer["Cache-Control"]
