"""Decisions of judges on paper, and the table of all lists of a series.

Lists of entrants on paper: for the desk and for the wall, in every order.
Files that are kept, or signed: made for many years, with their tables for machines.
"""

import csv
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
PAPER, APPEAL = "/t/cup/office/decisions/{}.pdf", "/t/cup/office/appeals/{}.pdf"


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


def papers(client, address: str) -> list[str]:
    """Return every paper of a page for the browser, as it stands there."""
    return re.findall(r'<article class="decision">.*?</article>', client.get(f"{address}?as=page").text, re.S)


def titles(found: list[str]) -> list[str]:
    return [re.findall(r"<h1>(.*?)</h1>", one)[0] for one in found]


class TestOneCase:
    def test_is_the_same_paper_under_the_same_number_alone_and_together_and_names_who_decided(self, director, case):
        alone = [paper for number in (1, 2) for paper in papers(director, PAPER.format(number))]
        form = papers(director, APPEAL.format(2))

        assert titles(alone + form) == ["Decision 1", "Decision 2", "Appeal 2"]
        assert papers(director, DECISIONS) == alone + form
        judge, tribunal = "Ruth Richter", "Wilma Wirt"
        assert (judge in alone[0], tribunal in alone[1], "richterin" in alone[0]) == (True, True, False)
        for page, who in (("decisions/1/", judge), ("decisions/2/", tribunal), ("appeals/1/", tribunal)):
            shown = director.get(f"/t/cup/office/{page}").text
            assert who in shown
            # The lines of the journal below name accounts, as everywhere.
            assert not {"richterin", "wirt"} & set(re.findall(r"\w+", re.split("History", shown)[0]))
        assert director.get(APPEAL.format(1))["Location"] == PAPER.format(2)

    def test_is_offered_at_the_desk_without_any_appeal(self, director, row):
        ruled(row, factories.judge(row.table.series.tournament))

        assert selectors.printable(row.table.series.tournament).decisions == 1
        assert titles(papers(director, DECISIONS)) == ["Decision 1"]

    @pytest.mark.usefixtures("untypeset")
    def test_has_facts_claims_ruling_reasons_and_effect(self, director, row):
        before = [score.performance for score in sheets.sheet(row).scores]
        decided(appealed(row), corrected=Deal(number=1, declarer=2, played=GRAND_LOST))

        [text] = pages(director.get(PAPER.format(1)))

        said = (
            *("Decision 1", "Appeal no. 1", "Der Stich lag offen.", "Spieler 1: Der Grand war verloren."),
            *("Der Grand ist verloren.", "Deal 1 is corrected. It was: Spieler 2 wins Grand with 2: 72."),
            *("60 Augen.", "ISkO 5.2.2 (2002)", "The decision of the tribunal is final (SkWO 9.10).", "richterin"),
        )
        assert [words for words in said if words not in " ".join(text.split())] == []
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

        [form] = papers(director, APPEAL.format(2))

        assert form.count('class="to-fill"') == 2 + 4
        told = (
            *("Spieler 3 (No. 3, Herz Dame)", "in time", "At the table: seat 1 Spieler 1, seat 2 Spieler 2"),
            *("In the list now: Spieler 1 wins Grand with 2: 72", "Der Grand war verloren."),
        )
        not_said = ("upheld", "Decision 1", "In the list from")
        assert [one for one in (*told, *not_said) if one in form] == [*told]
        [form] = papers(director, APPEAL.format(appealed(case).number))
        assert form.count("In the list from") == 2

    def test_about_no_list_leaves_the_facts_to_be_written_and_of_nothing_is_not_found(self, director, row):
        assert director.get(APPEAL.format(7)).status_code == 404
        assert "no appeal waits" in on_page(director, DECISIONS)

        appealed(row, deal=None, list_id=None)

        assert director.get(f"{DECISIONS}?as=page").text.count('class="to-fill"') == 2 + 2 + 4


def test_the_table_of_all_lists_says_how_many_are_signed(director):
    factories.play_series(running(8), skip=[2])

    text = on_page(director, LISTS)

    assert [said for said in ("1 of 2 signed", "not begun") if said not in text] == []


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
    made.entrants.filter(number=2).update(withdrawn_at=EVENING, present=False)
    text = on_page(director, ENTRANTS)
    assert ("Anna" in text, "3 entrants" in text) == (False, True)


def test_for_the_desk_has_what_is_ticked_already_and_for_the_wall_nothing_of_money_or_to_be_filled_in(director, made):
    made.entrants.filter(number=2).update(classes=["seniors"])

    desk, wall = (director.get(ENTRANTS, {**asked, "as": "page"}).text for asked in ({}, {"for": "wall"}))

    assert ("Present" in desk, "Zoë Ohm" in wall) == (True, True)
    assert [("Paid" in text, text.count("×")) for text in (desk, wall)] == [(True, 4 + 1), (False, 0)]
    assert (desk.count("<tr") > 1 + 20, wall.count("<tr")) == (True, 1 + 4)
    # What tells a team from others of its club, the class, and what its mark means.
    team = ("SC Herz Dame 2", "L")
    assert [(one["Club"], one["Class"]) for one in rows(desk)[:3]] == [team, ("Asse", "S"), team]
    assert ("L: Ladies · S: Seniors" in desk, "J:" in desk) == (True, False)


def kept(document: Document) -> dict[str, bytes]:
    """Return what a file of it that is kept brings along for machines, by name."""
    return {one.name: one.content for one in document.attached}


def lines_of(attached: dict[str, bytes]):
    """Return the lines of a ranking that a file brings along, from both of its tables."""
    return json.loads(attached["ranking.json"]), [*csv.DictReader(attached["ranking.csv"].decode().splitlines())]


def test_a_ranking_brings_along_its_lines_for_machines_and_names_nobody_there_who_is_not_on_its_pages():
    series = running(8)
    series.tournament.entrants.filter(number=3).update(name="Yvonne Ysop", club="SC Yacht", shown_as="number")
    factories.enter(factories.list_of(series), (2, GRAND))

    attached = kept(compose(asked(series.tournament, "ranking")))

    found, rows = lines_of(attached)
    assert (found[0]["rank"], found[0]["number"], found[0]["total"], len(rows)) == (1, 2, 122, 8)
    assert [row["number"] for row in rows] == [str(line["number"]) for line in found]
    assert b"Y" not in b"".join(attached.values())


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

    found, rows = lines_of(attached)
    assert [(line["rank"], line["name"], line["total"]) for line in found] == [(1, "Buben", "976"), (2, "Damen", "244")]
    assert [row["name"] for row in rows] == ["Buben", "Damen"]
    counted = [(member["number"], member["counted"]) for member in found[1]["members"]]
    assert counted == [(3, [1, 2]), (6, [1, 2]), (7, [])]
    assert b"Ysop" not in attached["ranking.json"]
