"""Files that are kept, or signed: made for many years, with their tables for machines."""

import csv
import io
import json

import pikepdf
import pypdf
import pytest
from django.utils import timezone

from scoring.lists.selectors import sheets
from scoring.paper.documents import rankings, team_rankings
from scoring.paper.sheets import score_sheets
from scoring.paper.typesetting import pdf
from scoring.results.selectors import standings
from scoring.results.selectors.rankings import rankings_of, shown_ranking
from tests import factories
from tests.factories import EVENING, GRAND
from tests.paper.lists_read import running
from tests.scoring.results.ranking_pages import assign, played, ranking

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def kept(document, **told):
    return pypdf.PdfReader(io.BytesIO(pdf.typeset(document, is_kept=True, **told)))


class TestARankingThatIsKept:
    @pytest.fixture
    def ranked(self):
        series = running(8)
        series.tournament.entrants.filter(number=3).update(name="Yvonne Ysop", club="SC Yacht", shown_as="number")
        factories.enter(factories.list_of(series), (2, GRAND))
        made = series.tournament
        return rankings.ranking(made, standings.standings(made), only=None, as_of=EVENING)

    def test_is_made_for_years_and_tagged(self, ranked):
        with pikepdf.open(io.BytesIO(pdf.typeset(ranked, is_kept=True))) as found:
            assert found.open_metadata().pdfa_status == "3A"
            assert found.Root.MarkInfo.Marked
            assert found.Root.OutputIntents

    def test_brings_along_its_lines_for_machines(self, ranked):
        attached = kept(ranked).attachments

        found = json.loads(attached["ranking.json"][0])
        rows = list(csv.DictReader(io.StringIO(attached["ranking.csv"][0].decode())))
        assert (found[0]["rank"], found[0]["number"], found[0]["total"]) == (1, 2, 122)
        assert [row["number"] for row in rows] == [str(line["number"]) for line in found]
        assert len(rows) == 8

    def test_names_nobody_there_who_is_not_named_on_its_pages(self, ranked):
        attached = kept(ranked).attachments

        assert b"".join(content for files in attached.values() for content in files).count(b"Y") == 0

    def test_is_read_like_any_other_while_it_is_not_kept(self, ranked):
        found = pypdf.PdfReader(io.BytesIO(pdf.typeset(ranked)))

        assert not found.attachments
        assert b"pdfuaid" in found.trailer["/Root"]["/Metadata"].get_data()


def test_lists_that_are_kept_bring_along_every_deal():
    row = factories.running_list(seats=4, rounds=2)
    factories.fill(row, seat=1)
    document = score_sheets.score_sheet(sheets.sheet(row), now=timezone.now(), link=None)

    [content] = kept(document).attachments["lists.json"]

    [found] = json.loads(content)
    assert [deal["number"] for deal in found["deals"]] == list(range(1, 9))
    assert found["deals"][0]["played"]["contract"]["game"] == "grand"
    assert [player["name"] for player in found["players"]] == [f"Spieler {number}" for number in range(1, 5)]
    assert found["scores"][0]["game_points"] == sum(deal["points"] for deal in found["deals"] if deal["declarer"] == 1)


def test_a_ranking_of_teams_that_is_kept_brings_along_its_lines_and_who_earned_them(client):
    made = played()
    made.entrants.filter(number=3).update(name="Yvonne Ysop", shown_as="number")
    assign(ranking(made), Buben="1 2", Damen="3 6; 7")
    document = team_rankings.team_ranking(shown_ranking(rankings_of(made)[0]), as_of=EVENING)

    attached = kept(document).attachments

    found = json.loads(attached["ranking.json"][0])
    rows = list(csv.DictReader(io.StringIO(attached["ranking.csv"][0].decode())))
    assert [(line["rank"], line["name"], line["total"]) for line in found] == [(1, "Buben", "976"), (2, "Damen", "244")]
    assert [row["name"] for row in rows] == ["Buben", "Damen"]
    assert [member["number"] for member in found[1]["members"]] == [3, 6, 7]
    assert [member["counted"] for member in found[1]["members"]] == [[1, 2], [1, 2], []]
    assert b"Ysop" not in attached["ranking.json"][0]


@pytest.mark.thorough
def test_in_batches_it_is_kept_the_same(monkeypatch):
    monkeypatch.setattr(pdf, "A_BATCH", 1)
    series = running(60)
    document = score_sheets.score_sheets(series, sheets.sheets(series), now=timezone.now(), link=None)

    found = kept(document)

    assert len(found.pages) == 15
    assert list(found.attachments) == ["lists.json"]
