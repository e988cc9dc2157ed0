"""What is public for other pages and readers: files, feeds, the fragment to embed, and the page that hands them out."""

import csv
import io
import re
from html import unescape
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils.html import escape
from openpyxl import load_workbook

from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.scoring.answers import says
from tests.scoring.public.standings_read import HIDDEN, event, ranking, unpublished
from tests.support import factories
from tests.support.factories import EVENING, GRAND

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


ATOM = "{http://www.w3.org/2005/Atom}"

FILES = (
    *("standings-csv", "standings-xlsx", "standings-html", "series-seats-csv", "series-seats-xlsx"),
    *("public-entrants-csv", "public-entrants-xlsx", "feed", "embed"),
)


def address(name: str) -> str:
    series = {"series": 1} if name.startswith("series") else {}
    return reverse(f"scoring:{name}", kwargs={"slug": "cup", **series})


def sent(client, path: str, kind: str = "") -> bytes:
    response = client.get(path)
    assert response.status_code == 200
    assert response["Content-Type"].startswith(kind)
    return response.content


def lines(client, path: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(sent(client, path).decode("utf-8-sig")), delimiter=";"))


def book(client, path: str) -> dict[str, list[tuple]]:
    sheets = load_workbook(io.BytesIO(sent(client, path))).worksheets
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in sheets}


def entries(client, path: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(sent(client, path, "application/atom+xml; charset=utf-8")).findall(f"{ATOM}entry")


def test_every_file_names_nobody_hidden_is_sent_once_a_state_and_gone_when_no_longer_shown(
    client, director, django_assert_num_queries
):
    made = event()
    ranking(made)
    ranking(made, "club", "Vereine", size=3)
    kept = {}
    for name in FILES:
        first = client.get(address(name))
        kept[name] = first["ETag"]
        assert not first.cookies, name
        assert "Cookie" not in first.get("Vary", ""), name
        says(str(book(client, address(name))) if name.endswith("xlsx") else first, lacks=HIDDEN)
        with django_assert_num_queries(1):
            again = client.get(address(name), headers={"if-none-match": kept[name]})
        assert (again.status_code, again.content) == (304, b""), name

    factories.enter(factories.list_of(made.series.get(number=2)), (3, GRAND))
    for name, tag in kept.items():
        again = client.get(address(name), headers={"if-none-match": tag})
        assert (again.status_code, again["ETag"] == tag) == (200, False), name

    unpublished(made)
    cache.clear()
    for name in FILES:
        assert {visitor.get(address(name)).status_code for visitor in (client, director)} == {410}, name


def test_standings_as_csv_are_the_total_or_what_is_asked_for_and_as_workbook_all(client):
    made = event()
    ranking(made)
    made.entrants.filter(number=4).update(name="=1+1")

    total, first, ladies = (lines(client, f"/t/cup/standings.csv{asked}") for asked in ("", "?series=1", "?ranking=1"))
    assert [len(total), len(first), len(ladies)] == [9, 9, 4]
    assert {"Series 1", "Series 2"} <= set(total[0])
    assert "Series 2" not in first[0]
    assert {row[1] for row in ladies[1:]} == {"No. 1", "Karo Sieben", "G. G."}
    assert "'=1+1" in {row[2] for row in total}  # no formula
    for asked in ("series=3", "series=99", "ranking=5"):
        assert client.get(f"/t/cup/standings.csv?{asked}").status_code == 404, asked
    assert list(book(client, "/t/cup/standings.xlsx")) == ["Standings", "Series 1", "Series 2", "Damen"]
    # An address of LibreOffice that people kept leads to the workbook.
    for kept in ("/t/cup/standings.ods?ranking=1", "/t/cup/series/1/seats.ods", "/seasons/club-2026/table.ods"):
        answer = client.get(kept)
        assert (answer.status_code, answer["Location"]) == (301, kept.replace(".ods", ".xlsx"))


def test_seats_are_listed_once_published_and_entrants_without_those_who_left_before_they_played(client):
    made = event()
    made.entrants.filter(number=8).update(withdrawn_at=EVENING, present=False)
    Entrant.objects.create(
        tournament=made, number=9, name="Nie da", registered_at=EVENING, withdrawn_at=EVENING, present=False
    )

    assert [row[0] for row in lines(client, "/t/cup/entrants.csv")[1:]] == [str(n) for n in range(1, 9)]
    first, second = (row[:4] for row in lines(client, "/t/cup/series/1/seats.csv")[1:3])
    assert (first, second) == (["1", "1", "1", "No. 1"], ["1", "2", "2", "Karo Sieben"])
    for ending in ("csv", "xlsx"):
        assert client.get(f"/t/cup/series/3/seats.{ending}").status_code == 404


class TestFeeds:
    def test_an_event_tells_each_closed_series_with_its_first_places_and_the_site_all_still_shown(self, client):
        made = event()
        made.entrants.filter(number__gte=4).update(name="<b>x</b>\x01")

        (entry,) = entries(client, "/t/cup/results.atom")

        assert entry.findtext(f"{ATOM}title") == "Result of series 1"
        assert entry.find(f"{ATOM}link").attrib["href"] == "http://testserver/t/cup/standings/1/"
        assert entry.findtext(f"{ATOM}summary").startswith("1. ")
        assert escape("<b>x</b>") in entry.findtext(f"{ATOM}summary")
        (of_the_site,) = entries(client, "/results.atom")
        assert of_the_site.findtext(f"{ATOM}title") == "Herz-Dame-Cup: result of series 1"
        unpublished(made)
        cache.clear()
        assert entries(client, "/results.atom") == []

    def test_before_any_result_it_is_empty_and_released_has_the_final_ranking_on_top(self, client):
        made = factories.tournament(entrants=4)
        series = factories.running_series(made)
        assert entries(client, "/t/cup/results.atom") == []

        factories.close_series(series)
        Tournament.objects.update(ended_at=EVENING.replace(hour=22), released_at=EVENING.replace(hour=22))
        cache.clear()
        titles = [one.findtext(f"{ATOM}title") for one in entries(client, "/t/cup/results.atom")]
        assert titles == ["Final ranking", "Result of series 1"]


EMBED, SHARE = "/t/cup/embed/", "/t/cup/share/"
LINKED = [name for name in FILES if name.partition("-")[0] in {"standings", "public", "feed"}]


def to_paste(client, asked, *, what="table"):
    """Return a text that the page holds for other pages."""
    page = client.get(f"{SHARE}?{asked}").content.decode()
    found = re.search(rf'<textarea[^>]* id="{what}"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    return unescape(found[1]) if found else ""


class TestForAGroupChat:
    def test_a_ranking_is_a_line_for_each_with_its_state_and_where_the_rest_stands(self, client):
        event()

        said = to_paste(client, "rows=2&lang=de", what="ranking-text").splitlines()

        first = client.get(f"{EMBED}?rows=2&lang=de").context["lines"][0]
        assert said[0] == "Herz-Dame-Cup, 16.05.2026: Rangliste (vorläufig)"
        assert said[2] == f"1. {first.name}: {first.points}"
        assert said[4:] == ["", "Alle: http://testserver/t/cup/standings/"]
        assert HIDDEN[0] not in to_paste(client, "rows=200", what="ranking-text")

    def test_seats_are_told_as_long_as_they_are_played_on(self, client):
        made = factories.tournament(entrants=7, series=2)
        factories.close_series(factories.running_series(made))
        assert to_paste(client, "", what="seats-text") == ""

        factories.running_series(made, 2)
        said = to_paste(client, "", what="seats-text").splitlines()

        assert said[0] == "Herz-Dame-Cup: seats of series 2"
        assert [line.partition(":")[0] for line in said[2:4]] == ["Table 1", "Table 2"]
        assert said[2].count("Spieler") == 4
        assert said[-1] == "Where do I sit? http://testserver/t/cup/series/2/seats/"


class TestEmbedding:
    def test_it_may_stand_in_the_pages_of_others_and_gets_nothing_until_something_changes(
        self, client, django_assert_num_queries
    ):
        made = event()
        response = client.get(EMBED)

        says(response["Content-Security-Policy"], "frame-ancestors *", "script-src 'self'")
        assert "X-Frame-Options" not in response
        assert len(response.content) < 4_000
        assert b"data-live-every" in response.content
        seen = response["X-Seen"]
        with django_assert_num_queries(1):
            assert client.get(EMBED, headers={"x-seen": seen}).status_code == 204
        factories.enter(factories.list_of(made.series.get(number=2)), (3, GRAND))
        assert client.get(EMBED, headers={"x-seen": seen}).status_code == 200

        type(made).objects.filter(pk=made.pk).update(ended_at=EVENING, released_at=EVENING)
        cache.clear()
        assert b"data-live-every" not in client.get(EMBED).content  # a final ranking asks no more

    def test_it_shows_lines_ranking_series_theme_and_language_as_asked_for(self, client):
        made = event()
        ranking(made)

        says(client.get(f"{EMBED}?ranking=1"), "Damen")
        says(client.get(f"{EMBED}?series=1"), "/t/cup/standings/1/")
        says(client.get(f"{EMBED}?theme=dark&lang=de"), '<html lang="de" data-theme="dark">', "Nr. 1")
        assert client.get(f"{EMBED}?rows=3").content.count(b"<tr>") == 4
        for asked in ("", "rows=-1", "rows=x", "theme=pink", "lang=xx", "series=", "rows=1000000"):
            assert client.get(f"{EMBED}?{asked}").content.count(b"<tr>") == 9, asked

        missing = [(asked, 404, "There is no such ranking.") for asked in ("?ranking=9", "?series=3")]
        for asked, status, said in (*missing, ("", 410, "no longer shown")):
            if not asked:
                unpublished(made)
            response = says(client.get(f"{EMBED}{asked}"), said)
            assert (response.status_code, "X-Frame-Options" in response) == (status, False), asked


class TestSharing:
    def test_the_table_to_paste_and_the_code_are_of_what_is_chosen_and_every_file_is_linked(self, client):
        ranking(event())
        Entrant.objects.filter(number=4).update(name="<b onclick=x>&")

        frame = escape('src="http://testserver/t/cup/embed/?ranking=1&amp;rows=5&amp;theme=dark"')
        links = (f'href="{address(name)}"' for name in LINKED)
        says(client.get(f"{SHARE}?what=ranking:1&rows=5&theme=dark"), frame, *links)
        for asked in ("what=ranking:99", "what=x&rows=0", "rows=abc&lang=%00"):
            says(client.get(f"{SHARE}?{asked}"), "/t/cup/embed/")

        total, damen = (to_paste(client, asked) for asked in ("rows=3&lang=de", "what=ranking:1&rows=20&lang=es"))
        assert (total.count("<tr>"), damen.count("<tr>")) == (4, 4)
        says(total + damen, '<th scope="col">Verein</th>', "<caption>Damen</caption>")
        says(total + damen, lacks=("<script", "<style", "style=", "class=", "http", *HIDDEN))
        # What somebody is called stays text wherever it is pasted.
        says(to_paste(client, "rows=20"), "&lt;b onclick=x&gt;&amp;")
        says(client.get("/t/cup/standings.html"), "<td>&lt;b onclick=x&gt;&amp;</td>")

    def test_ranks_that_wait_are_in_no_table_file_or_fragment(self, client):
        event(hides_live=True)

        assert "Series 2" not in to_paste(client, "rows=20")
        waiting = to_paste(client, "what=series:2")
        assert waiting.count("<tr>") == 1
        assert "Rank</th>" in waiting
        assert "Series 2" not in lines(client, "/t/cup/standings.csv")[0]
        assert len(lines(client, "/t/cup/standings.csv?series=2")) == 1
        assert list(book(client, "/t/cup/standings.xlsx")) == ["Standings"]
        assert "There are no results to be shown yet." in client.get(f"{EMBED}?series=2").content.decode()

    def test_the_page_to_upload_speaks_the_language_that_is_chosen(self, client, director):
        made = event()
        says(client.get(f"{SHARE}?lang=de"), 'href="/t/cup/standings.html?lang=de"')
        german, english = (client.get(f"/t/cup/standings.html{asked}") for asked in ("?lang=de", ""))
        says(german, '<html lang="de">', '<th scope="col">Verein</th>')
        says(english, '<html lang="en">')
        assert german["Content-Disposition"].startswith("attachment")

        unpublished(made)  # only officials see the page from then on
        assert (client.get(SHARE).status_code, director.get(SHARE).status_code) == (410, 200)
