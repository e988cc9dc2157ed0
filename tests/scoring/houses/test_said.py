"""Every file and page of a list of house rules says by which it is kept; read as another it is refused."""

import io
import json

import pytest
from openpyxl import load_workbook

from scoring.archive.packing.record import record
from scoring.history.selectors.verification import verified
from scoring.lists.selectors import sheets
from scoring.lists.selectors.freezing import as_shown
from scoring.lists.services import entry
from scoring.lists.wording import comparison
from scoring.paper.sheets.data import list_data
from scoring.paper.sheets.in_words import pages_for_sure
from scoring.paper.sheets.look import Look
from scoring.report import reading
from scoring.report.writing import list_part
from scoring.rules.comparison import compared
from scoring.rules.fields import Part
from scoring.rules.game_list.deals import GameList
from scoring.rules.game_list.totals import Totals
from scoring.rules.notation.messages import read_line, written
from tables.acts.services.refusals import Refused
from tests.scoring.houses.evening import deal, enter, house_list, passed, played, ramsch
from tests.support import factories
from tests.support.factories import EVENING, GRAND

pytestmark = pytest.mark.django_db

KNEIPE = "kneipe bock_events=4"


@pytest.fixture
def row():
    """Return a whole list of a round: a game with Contra that was lost, a Ramsch in Bock, a deal passed in."""
    row = house_list(KNEIPE)
    enter(
        row,
        deal(1, 1, played(won=False), stakes=1, contra_by=2, profile=KNEIPE),
        ramsch(2, (20, 35, 65), (2, 3, 5), profile=KNEIPE),
        passed(3, profile=KNEIPE),
    )
    return row


@pytest.fixture
def director(client):
    client.force_login(factories.user())
    return client


def test_a_list_is_signed_and_holds(row, director):
    factories.confirm_and_sign(row)

    row.refresh_from_db()
    assert row.signed_hash
    assert verified(row.table.series.tournament).discrepancies == ()


def test_the_record_says_it_and_that_of_an_official_event_is_what_it_was(row):
    told = json.loads(json.dumps(record(row.table.series.tournament, made_at=EVENING), default=str))
    (series,) = told["series"]
    (table,) = series["tables"]

    assert told["tournament"]["by_the_book"] is False
    assert series["profile"] == table["list"]["profile"] == KNEIPE
    assert table["list"]["deals"][1]["house"]["ramsch"]["card_points"] == [20, 35, 65]

    official = factories.tournament(entrants=3, slug="official")
    factories.enter(factories.list_of(factories.running_series(official)), (1, GRAND))
    (series,) = json.loads(json.dumps(record(official, made_at=EVENING), default=str))["series"]
    assert "profile" not in series
    assert "profile" not in series["tables"][0]["list"]
    assert "house" not in series["tables"][0]["list"]["deals"][0]


def test_the_sheet_is_the_list_in_words(row):
    (page, *_more) = pages_for_sure(sheets.sheet(row), Look(now=EVENING))
    lines = [note.full for note in page.notes]

    assert lines[0] == "Kneipe (Bock: Contra lost)"
    assert any("Hearts with 2, Contra" in line and "−120" in line for line in lines)
    assert any("Ramsch: " in line and "−130" in line for line in lines)


def test_data_for_machines_says_it(row):
    data = list_data(sheets.sheet(row))

    assert data["profile"] == KNEIPE
    assert data["deals"][1]["columns"] == [0, 0, -130]
    assert "profile" not in list_data(
        sheets.sheet(factories.list_of(factories.running_series(factories.tournament(entrants=3, slug="official"))))
    )


def test_a_workbook_says_it(row, director):
    found = director.get("/t/cup/office/deals.xlsx")
    book = load_workbook(io.BytesIO(b"".join(found.streaming_content) if found.streaming else found.content))
    words = [str(cell.value) for one in book for line in one.iter_rows() for cell in line if cell.value is not None]

    assert any(word.startswith("Kneipe (Bock: Contra lost): Hearts, Contra") for word in words)
    assert any("Ramsch: Spieler 1 20 (2 tricks)" in word for word in words)


def test_pages_say_it(row, director):
    assert "Kneipe (Bock: Contra lost)" in director.get("/t/cup/series/1/table/1/").content.decode()
    assert "Kept by house rules: Kneipe" in director.get("/t/cup/series/1/table/1/sign/").content.decode()
    journal = director.get("/t/cup/office/journal/").content.decode()
    assert "deal 1 entered, −120 points" in journal or "deal 1 entered, -120 points" in journal


def test_results_alone_are_refused(row, director):

    blank = factories.tournament(entrants=3, slug="other", by_the_book=False)
    blank.series.update(profile="classic")
    other = factories.list_of(factories.running_series(blank))
    totals = [Totals(game_points=0, won=0, lost=0)] * 3
    with pytest.raises(Refused) as refusal:
        entry.enter_totals(list_id=other.pk, totals=totals, by=factories.user(), now=EVENING)
    assert refusal.value.code == "house-deal-by-deal"


def test_a_code_of_another_list_is_refused(row, director):
    code = as_shown(row)
    row.table.game_list.deals.all().delete()
    type(row).objects.filter(pk=row.pk).update(profile="classic")

    sent = director.get("/t/cup/handover/", {"packed": code})

    assert "This table’s list is kept by: Game points alone (SkWO 9.4)." in sent.content.decode()


def test_a_report_says_it_and_comes_to_the_same(row):

    game_list = sheets.sheet(row).game_list
    part = list_part(game_list, series=1, table=1, numbers=[1, 2, 3])

    read = reading._list(Part(part, most=None))
    assert read.game_list == game_list
    assert [result.total for result in read.results] == [-120, 0, -130]


def test_two_lists_that_note_something_else_beside_a_game_differ():
    name = "kneipe bock_events=1 klopfen=true schenken=true"
    first = [
        deal(1, 1, played(won=False), has_sixty=True, profile=name),
        ramsch(2, (20, 35, 65), (2, 3, 5), knocks=1, profile=name),
        deal(3, 3, played(), schenken=1, profile=name),
    ]
    second = [
        deal(1, 1, played(won=False), profile=name),
        ramsch(2, (20, 35, 65), (2, 3, 5), knocks=2, profile=name),
        deal(3, 3, played(), profile=name),
    ]

    sides = [GameList(seats=3, deals=tuple(deals), profile=name) for deals in (first, second)]
    said = [comparison.in_words(one, names=["A", "B", "C"]) for one in compared(*sides).differences]

    assert said[0] == "house rules: with 60 card points / –"
    assert said[1].endswith("knocked: 1 / Ramsch: A 20 (2 tricks), B 35 (3 tricks), C 65 (5 tricks), knocked: 2")
    assert said[2] == "house rules: given up / –"


def test_a_line_travels_and_comes_back(row):
    for one in sheets.sheet(row).game_list.deals:
        assert read_line(one.number, json.loads(json.dumps(written(one)))) == one
