"""Decisions of judges on paper, and the table of all lists of a series.

Lists of entrants on paper: for the desk and for the wall, in every order.
Files that are kept, or signed: made for many years, with their tables for machines.
"""

import csv
import io
import json
import re

import pytest
from django.utils import timezone

from scoring.disputes.models import Appeal
from scoring.lists.models import GameListRow
from scoring.lists.selectors import sheets
from scoring.paper import selectors
from scoring.paper.documents.catalogue import compose
from scoring.paper.sheets import score_sheets
from scoring.paper.sheets.form import SheetLook
from scoring.paper.typesetting.document import Document
from scoring.rules.game_list.deals import Deal
from tests.paper.every_kind import asked
from tests.paper.printed import DECISIONS, ENTRANTS, LISTS, name, on_page, pages, rows, running
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
    def test_is_the_same_paper_under_the_same_number_alone_and_together_and_names_who_decided(self, director, case):
        alone = [*papers(director.get(f"{PAPER.format(1)}?as=page").content)]
        alone += papers(director.get(f"{PAPER.format(2)}?as=page").content)
        form = papers(director.get("/t/cup/office/appeals/2.pdf?as=page").content)
        together = papers(director.get(f"{DECISIONS}?as=page").content)

        assert titles(alone + form) == ["Decision 1", "Decision 2", "Appeal 2"]
        assert together == alone + form
        assert "Ruth Richter" in alone[0]
        assert "Wilma Wirt" in alone[1]
        assert "richterin" not in alone[0]
        for page in ("decisions/1/", "decisions/2/", "appeals/1/"):
            shown = director.get(f"/t/cup/office/{page}").content.decode()
            assert "Wilma Wirt" in shown if page != "decisions/1/" else "Ruth Richter" in shown
            # The lines of the journal below name accounts, as everywhere.
            assert not {"richterin", "wirt"} & set(re.findall(r"\w+", re.split("History", shown)[0]))
        assert director.get("/t/cup/office/appeals/1.pdf")["Location"] == PAPER.format(2)

    def test_is_offered_at_the_desk_without_any_appeal(self, director, row):
        ruled(row, factories.judge(row.table.series.tournament))

        assert selectors.printable(row.table.series.tournament).decisions == 1
        assert titles(papers(director.get(f"{DECISIONS}?as=page").content)) == ["Decision 1"]


class TestADecision:
    @pytest.mark.usefixtures("untypeset")
    def test_has_facts_claims_ruling_reasons_and_effect(self, director, row):
        before = [score.performance for score in sheets.sheet(row).scores]
        decided(appealed(row), corrected=Deal(number=1, declarer=2, played=GRAND_LOST))

        [text] = pages(director.get(PAPER.format(1)))

        for words in (
            *("Decision 1", "Appeal no. 1", "Der Stich lag offen.", "Spieler 1: Der Grand war verloren."),
            *("Der Grand ist verloren.", "Deal 1 is corrected. It was: Spieler 2 wins Grand with 2: 72."),
            *("60 Augen.", "ISkO 5.2.2 (2002)", "The decision of the tribunal is final (SkWO 9.10).", "richterin"),
        ):
            assert words in " ".join(text.split())
        row.refresh_from_db()
        after = [score.performance for score in sheets.sheet(row).scores]
        effects = [new - old for old, new in zip(before, after, strict=True)]
        assert effects == [30, -316, 30, 30]
        for number, effect in enumerate(effects, start=1):
            said = f"+{effect}" if effect > 0 else f"−{-effect}"
            assert re.search(rf"Spieler {number}\s*{re.escape(said)}\b", text)


class TestAnAppealThatWaits:
    def test_is_a_form_that_tells_what_is_known_and_what_stood_in_the_list_before(self, director, case):
        case.table.series.tournament.entrants.filter(number=3).update(club="Herz Dame")

        [form] = papers(director.get("/t/cup/office/appeals/2.pdf?as=page").content)

        assert form.count('class="to-fill"') == 2 + 4
        for words in (
            *("Spieler 3 (No. 3, Herz Dame)", "in time", "At the table: seat 1 Spieler 1, seat 2 Spieler 2"),
            *("In the list now: Spieler 1 wins Grand with 2: 72", "Der Grand war verloren."),
        ):
            assert words in form
        assert not [one for one in ("upheld", "Decision 1", "In the list from") if one in form]
        filed = appealed(case)
        [form] = papers(director.get(f"/t/cup/office/appeals/{filed.number}.pdf?as=page").content)
        assert form.count("In the list from") == 2

    def test_about_no_list_leaves_the_facts_to_be_written_and_of_nothing_is_not_found(self, director, row):
        assert director.get("/t/cup/office/appeals/7.pdf").status_code == 404
        assert "no appeal waits" in director.get(f"{DECISIONS}?as=page").content.decode()

        appealed(row, deal=None, list_id=None)

        assert director.get(f"{DECISIONS}?as=page").content.count(b'class="to-fill"') == 2 + 2 + 4


class TestTheTableOfAllLists:
    def test_says_how_many_are_signed_and_before_the_seats_are_published_says_so(self, director):
        made = factories.tournament(entrants=8)
        assert "Publish the seats of a series first" in on_page(director, LISTS)

        factories.play_series(factories.running_series(made), skip=[2])

        text = on_page(director, LISTS)
        assert "1 of 2 signed" in text
        assert "not begun" in text

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


def test_everybody_is_there_in_the_order_asked_for_but_who_withdrew(director, made):
    by_name = ["Berg, Anna", "Ohm, Zoë", "Özil, Oskar", "No. 4"]
    for by in ("", "number", "name", "club"):
        text = on_page(director, ENTRANTS, {"by": by})

        order = by_name if by in {"name", "club"} else ["Zoë Ohm", "Anna Berg", "Özil, Oskar", "No. 4"]
        assert sorted(order, key=text.index) == order, by
        assert "4 entrants" in text
    for by in ("x", "Name", "number'", "9" * 300):
        assert director.get(ENTRANTS, {"by": by}).status_code == 404, by
    made.entrants.filter(number=2).update(withdrawn_at=EVENING, present=False)
    text = on_page(director, ENTRANTS)
    assert "Anna" not in text
    assert "3 entrants" in text


def test_for_the_desk_has_what_is_ticked_already_and_for_the_wall_nothing_of_money_or_to_be_filled_in(director, made):
    made.entrants.filter(number=2).update(classes=["seniors"])

    desk, wall = (director.get(ENTRANTS, {**asked, "as": "page"}).text for asked in ({}, {"for": "wall"}))

    assert "Present" in desk
    assert ["Paid" in text for text in (desk, wall)] == [True, False]
    assert [text.count("×") for text in (desk, wall)] == [4 + 1, 0]
    assert "Zoë Ohm" in wall
    assert wall.count("<tr") == 1 + 4
    assert desk.count("<tr") > 1 + 20
    found = rows(desk)[:3]
    # What tells a team from others of its club, the class, and what its mark means.
    assert [one["Club"] for one in found] == ["SC Herz Dame 2", "Asse", "SC Herz Dame 2"]
    assert [one["Class"] for one in found] == ["L", "S", "L"]
    assert "L: Ladies · S: Seniors" in desk
    assert "J:" not in desk


def kept(document: Document) -> dict[str, bytes]:
    """Return what a file of it that is kept brings along for machines, by name."""
    return {one.name: one.content for one in document.attached}


def test_a_ranking_brings_along_its_lines_for_machines_and_names_nobody_there_who_is_not_on_its_pages():
    series = running(8)
    series.tournament.entrants.filter(number=3).update(name="Yvonne Ysop", club="SC Yacht", shown_as="number")
    factories.enter(factories.list_of(series), (2, GRAND))

    attached = kept(compose(asked(series.tournament, "ranking")))

    found = json.loads(attached["ranking.json"])
    rows = list(csv.DictReader(io.StringIO(attached["ranking.csv"].decode())))
    assert (found[0]["rank"], found[0]["number"], found[0]["total"]) == (1, 2, 122)
    assert [row["number"] for row in rows] == [str(line["number"]) for line in found]
    assert len(rows) == 8
    assert b"".join(attached.values()).count(b"Y") == 0


def test_lists_bring_along_every_deal_for_machines():
    row = factories.running_list(seats=4, rounds=2)
    factories.fill(row, seat=1)

    document = score_sheets.score_sheet(sheets.sheet(row), SheetLook(now=timezone.now()))

    [found] = json.loads(kept(document)["lists.json"])
    assert [deal["number"] for deal in found["deals"]] == list(range(1, 9))
    assert found["deals"][0]["played"]["contract"]["game"] == "grand"
    assert [player["name"] for player in found["players"]] == [f"Spieler {number}" for number in range(1, 5)]
    assert found["scores"][0]["game_points"] == sum(deal["points"] for deal in found["deals"] if deal["declarer"] == 1)


def test_a_ranking_of_teams_brings_along_its_lines_and_who_earned_them(client):
    made = played()
    made.entrants.filter(number=3).update(name="Yvonne Ysop", shown_as="number")
    assign(ranking(made), Buben="1 2", Damen="3 6; 7")

    attached = kept(compose(asked(made, "rankings", ranking=1)))

    found = json.loads(attached["ranking.json"])
    rows = list(csv.DictReader(io.StringIO(attached["ranking.csv"].decode())))
    assert [(line["rank"], line["name"], line["total"]) for line in found] == [(1, "Buben", "976"), (2, "Damen", "244")]
    assert [row["name"] for row in rows] == ["Buben", "Damen"]
    assert [member["number"] for member in found[1]["members"]] == [3, 6, 7]
    assert [member["counted"] for member in found[1]["members"]] == [[1, 2], [1, 2], []]
    assert b"Ysop" not in attached["ranking.json"]
