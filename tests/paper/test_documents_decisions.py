"""Decisions of judges on paper, and the table of all lists of a series.

Lists of entrants on paper: for the desk and for the wall, in every order.
Files that are kept, or signed: made for many years, with their tables for machines.
"""

import csv
import io
import json
import re
from dataclasses import replace
from itertools import chain
from uuid import uuid4

import pikepdf
import pypdf
import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from scoring.archive.packing import contents
from scoring.disputes.models import Appeal
from scoring.disputes.services.appeals import decide_appeal
from scoring.disputes.services.rulings import Draft
from scoring.lists.models import GameListRow
from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors import sheets as lists_sheets
from scoring.paper import selectors
from scoring.paper.documents.catalogue import compose
from scoring.paper.documents.kind import Links, Task
from scoring.paper.forms import WantedPaper
from scoring.paper.sheets import score_sheets
from scoring.paper.sheets.form import SheetLook
from scoring.paper.typesetting import pdf
from scoring.paper.typesetting.pdf import CannotTypeset
from scoring.rules.game_list.deals import Deal
from tables.acts.services import Refused
from tests.paper.every_kind import asked
from tests.paper.printed import DECISIONS, ENTRANTS, LISTS, NOTE, name, pages, read, rows, running
from tests.scoring.results.ranking_pages import assign, played, ranking
from tests.support import factories
from tests.support import tribunal_acts as steps
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.objections_and_rulings import ruled

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PAPER = "/t/cup/office/decisions/{}.pdf"


def appealed(row: GameListRow, *, deal: int | None = 1, **fields) -> Appeal:
    return steps.appeal_about(row, **{"text": "Der Grand war verloren.", "deal": deal} | fields)


def decided(appeal: Appeal, *, corrected: Deal | None = None, verdict=Appeal.Verdict.UPHELD, by=None) -> Appeal:
    sentence = "Der Grand bleibt, wie er war." if corrected is None else "Der Grand ist verloren."
    said = {"sentence": sentence, "facts": "Der Stich lag offen.", "reasons": "60 Augen.", "clauses": ["ISkO 5.2.2"]}
    return steps.decide(appeal, corrected, verdict=verdict, by=by or factories.judge(appeal.tournament), **said)


@pytest.fixture
def row() -> GameListRow:
    """A full list of four, everything won by whoever may play."""
    made = factories.running_list(seats=4)
    factories.fill(made)
    return made


@pytest.fixture
def case(row) -> GameListRow:
    """A judge has ruled, of which the tribunal has decided otherwise; an entry is appealed against beside it."""
    cup, judge = row.table.series.tournament, factories.judge(row.table.series.tournament)
    judge.last_name = "Ruth Richter"
    judge.save()
    factories.judge(cup, "wirt")
    made = ruled(row, judge, Deal(number=1, declarer=2, played=GRAND_LOST), facts="Im ersten Stich.")
    member = steps.named(cup, name="Wilma Wirt", username="wirt").number
    against = appealed(row, ruling_id=made.pk)
    appealed(row, deal=2, appellant=3)
    steps.panel(against, member)
    decided(against, corrected=Deal(number=1, declarer=2, played=GRAND), by=factories.user("wirt"))
    return row


def papers(content: bytes | str) -> list[str]:
    """Return every paper of a page for the browser, as it stands there."""
    text = content.decode() if isinstance(content, bytes) else content
    return re.findall(r'<article class="decision">.*?</article>', text, re.S)


def titles(found: list[str]) -> list[str]:
    return [re.findall(r"<h1>(.*?)</h1>", one)[0] for one in found]


class TestOneCase:
    @pytest.mark.thorough
    def test_is_the_same_paper_under_the_same_number_from_the_office_the_desk_and_the_archive(
        self, director, case, monkeypatch
    ):
        cup = case.table.series.tournament
        wanted = WantedPaper(kind="decisions", language="en")
        task = Task(tournament=cup, wanted=wanted, links=Links(site=""), now=EVENING)
        monkeypatch.setattr(contents, "typeset", lambda _document, **_told: (_ for _ in ()).throw(CannotTypeset))

        alone = [*papers(director.get(f"{PAPER.format(1)}?as=page").content)]
        alone += papers(director.get(f"{PAPER.format(2)}?as=page").content)
        form = papers(director.get("/t/cup/office/appeals/2.pdf?as=page").content)
        together = papers(director.get(f"{DECISIONS}?as=page").content)
        document = compose(task)
        desk = papers(render_to_string(document.template, document.as_page()))
        kept = dict(chain.from_iterable(part() for part in contents.parts(cup, now=EVENING)))

        assert titles(alone + form) == ["Decision 1", "Decision 2", "Appeal 2"]
        assert together == desk == papers(kept["paper/decisions.html"]) == alone + form

    @pytest.mark.thorough
    def test_names_whoever_decided_and_not_an_account(self, director, case):
        first, second, _form = papers(director.get(f"{DECISIONS}?as=page").content)

        assert "Ruth Richter" in first
        assert "Wilma Wirt" in second
        assert "richterin" not in first
        for page in ("decisions/1/", "decisions/2/", "appeals/1/"):
            shown = director.get(f"/t/cup/office/{page}").content.decode()
            assert "Wilma Wirt" in shown if page != "decisions/1/" else "Ruth Richter" in shown
            # The lines of the journal below name accounts, as everywhere.
            assert not {"richterin", "wirt"} & set(re.findall(r"\w+", re.split("History", shown)[0]))

    def test_of_an_appeal_leads_to_its_decision(self, director, case):
        response = director.get("/t/cup/office/appeals/1.pdf")

        assert response["Location"] == PAPER.format(2)

    def test_is_offered_at_the_desk_and_kept_in_the_archive_without_any_appeal(self, director, row):
        ruled(row, factories.judge(row.table.series.tournament))

        assert selectors.printable(row.table.series.tournament).decisions == 1
        assert titles(papers(director.get(f"{DECISIONS}?as=page").content)) == ["Decision 1"]


class TestADecision:
    @pytest.mark.usefixtures("untypeset")
    def test_has_facts_claims_ruling_reasons_and_effect(self, director, row):
        before = [score.performance for score in lists_sheets.sheet(row).scores]
        decided(appealed(row), corrected=Deal(number=1, declarer=2, played=GRAND_LOST))

        [text] = pages(director.get(PAPER.format(1)))

        for words in (
            "Decision 1",
            "Appeal no. 1",
            "Der Stich lag offen.",
            "Spieler 1: Der Grand war verloren.",
            "Der Grand ist verloren.",
            "Deal 1 is corrected. It was: Spieler 2 wins Grand with 2: 72.",
            "60 Augen.",
            "ISkO 5.2.2 (2002)",
            "The decision of the tribunal is final (SkWO 9.10).",
            "richterin",
        ):
            assert words in " ".join(text.split())
        row.refresh_from_db()
        after = [score.performance for score in lists_sheets.sheet(row).scores]
        effects = [new - old for old, new in zip(before, after, strict=True)]
        assert effects == [30, -316, 30, 30]
        for number, effect in enumerate(effects, start=1):
            said = f"+{effect}" if effect > 0 else f"−{-effect}"
            assert re.search(rf"Spieler {number}\s*{re.escape(said)}\b", text)

    def test_is_one_of_the_event_and_never_without_a_sentence_and_a_clause(self, row):
        filed = appealed(row)
        said = {"appeal_id": filed.pk, "verdict": "dismissed"}
        said |= {"entry_key": uuid4(), "by": factories.judge(filed.tournament), "now": EVENING}

        draft = Draft(sentence="Nein.", reasons="Nein.", clauses=["ISkO 4.2.5"])

        for without in (replace(draft, sentence=""), replace(draft, clauses=[])):
            with pytest.raises(Refused):
                decide_appeal(**said, draft=without)
        assert decide_appeal(**said, draft=draft).decision.number == 1


class TestAnAppealThatWaits:
    @pytest.mark.thorough
    def test_is_a_form_that_tells_what_is_known_and_what_stood_in_the_list_before(self, director, case):
        case.table.series.tournament.entrants.filter(number=3).update(club="Herz Dame")

        [form] = papers(director.get("/t/cup/office/appeals/2.pdf?as=page").content)

        assert form.count('class="to-fill"') == 2 + 4
        for words in (
            "Spieler 3 (No. 3, Herz Dame)",
            "in time",
            "At the table: seat 1 Spieler 1, seat 2 Spieler 2",
            "In the list now: Spieler 1 wins Grand with 2: 72",
            "Der Grand war verloren.",
        ):
            assert words in form
        assert not [one for one in ("upheld", "Decision 1", "In the list from") if one in form]
        filed = appealed(case)
        [form] = papers(director.get(f"/t/cup/office/appeals/{filed.number}.pdf?as=page").content)
        assert form.count("In the list from") == 2

    def test_about_no_list_leaves_the_facts_to_be_written(self, director, row):
        appealed(row, deal=None, list_id=None)

        assert director.get(f"{DECISIONS}?as=page").content.count(b'class="to-fill"') == 2 + 2 + 4

    def test_of_nothing_is_not_found(self, director, row):
        assert director.get("/t/cup/office/appeals/7.pdf").status_code == 404
        assert "no appeal waits" in director.get(f"{DECISIONS}?as=page").content.decode()


class TestTheTableOfAllLists:
    @pytest.mark.thorough
    @pytest.mark.usefixtures("untypeset")
    def test_has_everybody_with_his_figures(self, director):
        series = running(8)
        factories.play_series(series)

        response = director.get(LISTS)
        found = [row for row in rows(director.get(f"{LISTS}?as=page").content.decode()) if NOTE not in row]

        wanted = [
            (str(seat.result.game_points), str(seat.result.won), str(seat.result.lost), str(seat.result.performance))
            for line in boards.lists_with_results(series)
            for seat in line.seats
        ]
        heads = ("Game points", "Won", "Lost", "Points")
        assert [tuple(row[head].replace("−", "-") for head in heads) for row in found] == wanted
        [text] = pages(response)
        for number in range(1, 9):
            assert f"Spieler {number}" in text
        assert "2 of 2 signed" in text

    @pytest.mark.thorough
    @pytest.mark.usefixtures("untypeset")
    def test_has_hashes_where_there_are_any(self, director):
        series = running(8)
        factories.play_series(series, skip=[2])
        GameListRow.objects.filter(table__number=1).update(signed_hash="0123456789abcdef" * 4)

        [text] = pages(director.get(LISTS))

        assert text.count("0123456789abcdef") == 4
        assert "1 of 2 signed" in text
        assert "not begun" in text

    @pytest.mark.thorough
    @pytest.mark.usefixtures("untypeset")
    def test_tells_lists_closed_from_paper(self, director):
        series = running(4)
        factories.play_series(series)
        GameListRow.objects.update(signed_by=factories.user())

        assert "from paper" in pages(director.get(LISTS))[0]

    @pytest.mark.thorough
    @pytest.mark.parametrize(("entrants", "sheets"), [(24, 1), (48, 2), (203, 7)])
    def test_takes_as_many_pages_as_it_needs(self, director, entrants, sheets):
        running(entrants)

        response = director.get(LISTS)

        assert len(read(response).pages) == sheets
        assert f"Spieler {entrants}" in pages(response)[-1]

    @pytest.mark.usefixtures("untypeset")
    def test_before_the_seats_are_published_says_so(self, director):
        factories.tournament(entrants=8)

        assert "Publish the seats of a series first" in pages(director.get(LISTS))[0]

    def test_takes_as_many_queries_for_many_as_for_few(self, director, django_assert_max_num_queries):
        running(8)
        with django_assert_max_num_queries(15) as few:
            director.get(f"{LISTS}?as=page")
        factories.Tournament.objects.update(slug="small")
        running(16, director="zweite")
        director.force_login(factories.user("zweite"))
        with django_assert_max_num_queries(len(few)):
            director.get(f"{LISTS}?as=page")


@pytest.fixture
def made():
    """Four entrants of two clubs."""
    made = factories.tournament(entrants=4)
    for number, called in enumerate(["Zoë Ohm", "Anna Berg", "Özil, Oskar", ""], start=1):
        name(made, number, called)
    made.entrants.filter(number__in=[1, 3]).update(club="SC Herz Dame", team="SC Herz Dame 2", classes=["ladies"])
    made.entrants.filter(number=2).update(club="Asse", paid=True)
    return made


@pytest.mark.thorough
@pytest.mark.usefixtures("untypeset")
def test_everybody_is_there_in_the_order_asked_for(director, made):
    by_number, by_name = (
        ["Zoë Ohm", "Anna Berg", "Özil, Oskar", "No. 4"],
        ["Berg, Anna", "Ohm, Zoë", "Özil, Oskar", "No. 4"],
    )
    for by, order in {"": by_number, "number": by_number, "name": by_name, "club": by_name}.items():
        [text] = pages(director.get(ENTRANTS, {"by": by}))

        places = [text.index(called) for called in order]
        assert places == sorted(places), by
        assert "4 entrants" in text


@pytest.mark.thorough
@pytest.mark.usefixtures("untypeset")
def test_for_the_desk_has_what_is_ticked_already_and_for_the_wall_nothing_of_money_or_to_be_filled_in(director, made):
    [desk] = pages(director.get(ENTRANTS))
    [wall] = pages(director.get(ENTRANTS, {"for": "wall"}))

    assert "Present" in desk
    assert ["Paid" in text for text in (desk, wall)] == [True, False]
    assert [text.count("×") for text in (desk, wall)] == [4 + 1, 0]
    assert "Zoë Ohm" in wall
    for_wall, for_desk = (director.get(ENTRANTS, {**asked, "as": "page"}).content for asked in ({"for": "wall"}, {}))
    assert for_wall.count(b"<tr") == 1 + 4
    assert for_desk.count(b"<tr") > 1 + 20


@pytest.mark.thorough
@pytest.mark.usefixtures("untypeset")
def test_says_the_class_what_its_mark_means_and_what_tells_a_team_from_others_of_its_club(director, made):
    made.entrants.filter(number=2).update(classes=["seniors"])

    [first, second, third, _fourth, *_blank] = rows(director.get(ENTRANTS, {"as": "page"}).content.decode())
    assert [one["Club"] for one in (first, second, third)] == ["SC Herz Dame 2", "Asse", "SC Herz Dame 2"]
    assert [one["Class"] for one in (first, second, third)] == ["L", "S", "L"]
    [text] = pages(director.get(ENTRANTS))
    assert "L: Ladies · S: Seniors" in text
    assert "J:" not in text


@pytest.mark.thorough
@pytest.mark.usefixtures("untypeset")
def test_leaves_out_who_withdrew(director, made):
    made.entrants.filter(number=2).update(withdrawn_at=EVENING, present=False)

    [text] = pages(director.get(ENTRANTS))

    assert "Anna" not in text
    assert "3 entrants" in text


@pytest.mark.thorough
@pytest.mark.parametrize(("count", "sheets"), [(0, 1), (30, 1), (70, 2), (300, 7)])
def test_takes_as_many_pages_as_it_needs(director, count, sheets):
    factories.tournament(entrants=count)

    response = director.get(ENTRANTS)

    assert len(read(response).pages) == sheets
    text = "\n".join(pages(response))
    for number in range(1, count + 1):
        assert len(re.findall(rf"Spieler {number}\b", text)) == 1


def test_in_no_known_order_is_not_found(director, made):
    for by in ("x", "Name", "number'", "9" * 300):
        assert director.get(ENTRANTS, {"by": by}).status_code == 404, by


def kept(document, **told):
    return pypdf.PdfReader(io.BytesIO(pdf.typeset(document, is_kept=True, **told)))


class TestARankingThatIsKept:
    @pytest.fixture
    def ranked(self):
        series = running(8)
        series.tournament.entrants.filter(number=3).update(name="Yvonne Ysop", club="SC Yacht", shown_as="number")
        factories.enter(factories.list_of(series), (2, GRAND))
        made = series.tournament
        return compose(asked(made, "ranking"))

    @pytest.mark.thorough
    def test_is_made_for_years_and_tagged(self, ranked):
        with pikepdf.open(io.BytesIO(pdf.typeset(ranked, is_kept=True))) as found:
            assert found.open_metadata().pdfa_status == "3A"
            assert found.Root.MarkInfo.Marked
            assert found.Root.OutputIntents

    def test_brings_along_its_lines_for_machines_and_names_nobody_there_who_is_not_on_its_pages(self, ranked):
        attached = kept(ranked).attachments

        found = json.loads(attached["ranking.json"][0])
        rows = list(csv.DictReader(io.StringIO(attached["ranking.csv"][0].decode())))
        assert (found[0]["rank"], found[0]["number"], found[0]["total"]) == (1, 2, 122)
        assert [row["number"] for row in rows] == [str(line["number"]) for line in found]
        assert len(rows) == 8
        assert b"".join(content for files in attached.values() for content in files).count(b"Y") == 0

    def test_is_read_like_any_other_while_it_is_not_kept(self, ranked):
        found = pypdf.PdfReader(io.BytesIO(pdf.typeset(ranked)))

        assert not found.attachments
        assert b"pdfuaid" in found.trailer["/Root"]["/Metadata"].get_data()


@pytest.mark.thorough
def test_lists_that_are_kept_bring_along_every_deal():
    row = factories.running_list(seats=4, rounds=2)
    factories.fill(row, seat=1)
    document = score_sheets.score_sheet(sheets.sheet(row), SheetLook(now=timezone.now()))

    [content] = kept(document).attachments["lists.json"]

    [found] = json.loads(content)
    assert [deal["number"] for deal in found["deals"]] == list(range(1, 9))
    assert found["deals"][0]["played"]["contract"]["game"] == "grand"
    assert [player["name"] for player in found["players"]] == [f"Spieler {number}" for number in range(1, 5)]
    assert found["scores"][0]["game_points"] == sum(deal["points"] for deal in found["deals"] if deal["declarer"] == 1)


@pytest.mark.thorough
def test_a_ranking_of_teams_that_is_kept_brings_along_its_lines_and_who_earned_them(client):
    made = played()
    made.entrants.filter(number=3).update(name="Yvonne Ysop", shown_as="number")
    assign(ranking(made), Buben="1 2", Damen="3 6; 7")
    document = compose(asked(made, "rankings", ranking=1))

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
    document = score_sheets.score_sheets(series, sheets.sheets(series), SheetLook(now=timezone.now()))

    found = kept(document)

    assert len(found.pages) == 15
    assert list(found.attachments) == ["lists.json"]
