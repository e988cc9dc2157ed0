"""What a way to play says of itself: rule sheets in words, with examples that come out of the rules; its address.

Every file and page of a list of house rules says by which it is kept; read as another it is refused, and no database
takes what cannot be.
"""

import io
import json
import re

import pytest
from django.db import IntegrityError, transaction
from django.http import QueryDict
from django.utils import translation
from openpyxl import load_workbook

from scoring.archive.packing.record import record, report_of
from scoring.disputes.models import Measure
from scoring.history.selectors.verification import verified
from scoring.houses.views import SwitchForm
from scoring.houses.wording import play, worth
from scoring.houses.wording.sheet import rule_sheet
from scoring.lists.forms.house import CannotPlay, query_of, read_house
from scoring.lists.models import DealRow, SecondDealRow
from scoring.lists.selectors import sheets
from scoring.lists.selectors.history import as_shown
from scoring.lists.services import entry
from scoring.lists.wording import comparison
from scoring.lists.wording import house as house_names
from scoring.paper.sheets.form import SheetLook
from scoring.paper.sheets.score_sheets import list_data, pages_for_sure
from scoring.report import reading
from scoring.report.checks import check
from scoring.rules.comparison import compared
from scoring.rules.contract import Game
from scoring.rules.fields import Part
from scoring.rules.game_list.deals import GameList
from scoring.rules.game_list.totals import Totals
from scoring.rules.notation.messages import read_line, written
from scoring.rules.profiles import examples
from scoring.rules.profiles.codes import SECTION, HouseCode
from scoring.rules.profiles.lines import RamschLine
from scoring.rules.profiles.naming import NAMED, house, switches_of
from scoring.rules.profiles.presets import PROFILES
from scoring.rules.profiles.switches import SWITCHES
from tables.acts.services import Refused
from tests.scoring.houses.evening import deal, enter, house_list, passed, played, ramsch
from tests.scoring.report.reports import SCHEMA, allows
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.factories import EVENING

RAMSCH = {"card_points": [20, 35, 65, None], "tricks": [2, 3, 5, None]}


def write(row, of=DealRow, **fields):
    of.objects.create(
        **{"game_list": row, "number": 1, "entry_key": "0" * 31 + "1", "entered_at": EVENING, "house": None} | fields
    )


def of_ramsch(**fields):
    return {"profile": "ramsch", "ramsch": {**RAMSCH, **fields}}


@pytest.mark.django_db
@pytest.mark.database
@pytest.mark.parametrize("of", [DealRow, SecondDealRow])
def test_what_can_be_is_taken_and_what_cannot_be_is_not(of):
    row = house_list("ramsch")
    assert row.profile == "ramsch"
    for about in (
        None,
        {"profile": "ramsch"},
        {"profile": "ramsch", "ramsch": RAMSCH},
        {"profile": "tournee", "ramsch": {"tricks": [2, 3, 5], "kind": "ramsch"}},
        {"profile": "gewinner-ramsch", "ramsch": {"card_points": [30, 30, 60]}},
        of_ramsch(card_points=[30, 30, 38]),
        of_ramsch(card_points=[20, 25]),
        {"profile": "kneipe", "stakes": 0},
    ):
        with transaction.atomic():
            write(row, of, house=about)
            transaction.set_rollback(True)
    for fields in (
        {"house": {}},
        {"house": {"ramsch": RAMSCH}},
        {"house": of_ramsch(card_points=[20, 35, 66])},
        {"house": of_ramsch(card_points=[130, -10, 0])},
        {"house": of_ramsch(tricks=[2, 3, 4])},
        {"house": of_ramsch(tricks=[12, -2, 0])},
        {"house": {"profile": "kneipe", "stakes": 5}},
        {"house": {"profile": "kneipe", "stakes": -1}},
        {"house": of_ramsch(), "declarer": 1, "game": "null", "won": True, "points": 23},
        {"house": {"profile": "kneipe"}, "declarer": 6, "game": "null", "won": True, "points": 23},
        {"declarer": 5, "game": "null", "won": True, "points": 23},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            write(row, of, **fields)


EVERY_SETTING = [
    (code, name, setting)
    for code in PROFILES
    for name, switch in switches_of(code)
    for setting in (switch.settings if len(switch.settings) < 10 else (switch.usual, 1, 100))
]


def said(found, *, examples_only=False):
    """Return the text of a sheet."""
    sheet = rule_sheet(found)
    return " | ".join(one.text for _title, rules in sheet.parts for one in rules if one.is_example or not examples_only)


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("code", PROFILES)
def test_every_way_to_play_has_a_sheet_in_every_language(code, language):
    with translation.override(language):
        sheet = rule_sheet(house(code))

    assert sheet.title
    assert sheet.about
    assert {title for title, _rules in sheet.parts}
    assert "%(" not in str(sheet)


@pytest.mark.slow
@pytest.mark.parametrize("code", PROFILES)
def test_every_choice_has_its_sheet_and_shows_what_a_deal_can_show_and_no_example_is_refused(code):
    found, profile = house(code), PROFILES[code]
    for name in dict(switches_of(code)):
        settings = [setting for of, switch, setting in EVERY_SETTING if (of, switch) == (code, name)]
        samples = [worth.sample(found, name, setting) for setting in settings]
        for setting, sample in zip(settings, samples, strict=True):
            assert "%(" not in said(house(code, {name: setting})), (name, setting)
            assert bool(sample) == (name in worth.SAMPLE)
        # Each setting comes to something else.
        assert len(set(samples)) == (len(set(settings)) if name in worth.SAMPLE else 1), name
        assert bool(worth.sample_words(found, name)) == (name in worth.SAMPLE)

    scored = examples.counted(examples.evening(profile), profile)
    assert [note.problem.code for note in scored.notes if note.problem.severity == "error"] == []
    assert all(entered.points for entered in scored.deals)


@pytest.mark.parametrize(
    ("code", "settings", "expected"),
    [
        pytest.param("isko-2002", {}, "162 / −142 / 126", id="2-rating"),
        pytest.param("league-encyclopedia", {}, "162 / −92 / 126", id="2-league"),
        pytest.param("grand-20", {}, "3 × 20 = 60", id="3a"),
        pytest.param("hand-single", {}, "3 × 12 = 36): −36", id="3b"),
        pytest.param("ramsch", {}, "0 / 0 / −65", id="4"),
        pytest.param("ramsch", {"ramsch_writes": "everybody"}, "−20 / −35 / −65", id="4-everybody"),
        pytest.param("ramsch", {"durchmarsch": True}, "0 / 0 / 120", id="4-durchmarsch"),
        pytest.param("schieberamsch", {}, "0 / 0 / −260", id="4a"),
        pytest.param("gewinner-ramsch", {}, "23 / 23 / 0", id="4b"),
        pytest.param("contra", {"contra_at_most": 2}, "−60 × 2 × 2 = −240", id="5"),
        pytest.param("revolution", {}, "−184", id="6"),
        pytest.param("classic", {"pinke": "kept", "pinke_further_cents": 100}, "3.50", id="7"),
        pytest.param("sechserskat", {}, "19 × 10 = 190", id="8"),
        pytest.param("bierlachs", {}, "0 / −33 / −33", id="9"),
        pytest.param("raeuberskat", {}, "48 / 0 / −111", id="11"),
        pytest.param("skat-en-deux", {}, "164 / −164", id="12"),
        pytest.param("tournee", {}, "6 × 12 = 72): −72", id="13"),
        pytest.param("kneipe", {"spitze": 1}, "4 × 10 = 40", id="17-spitze"),
        pytest.param("kneipe", {"bock_events": 64}, "30; in Bock: 60", id="17-bock"),
        pytest.param("kneipe", {"schenken": True}, "5 × 10 = 50", id="17-schenken"),
        pytest.param("kneipe", {"klopfen": True}, "knocked: 1: 0 / 0 / −130", id="17-klopfen"),
    ],
)
def test_the_examples_are_those_of_the_written_rules(code, settings, expected):
    assert expected in said(house(code, settings), examples_only=True).replace("\N{NO-BREAK SPACE}", " ")


def test_what_no_source_says_is_a_reading_and_only_the_official_one_is_called_so():
    sheet, official = rule_sheet(house("ramsch")), rule_sheet(house("isko-2002"))

    readings = [one.text for _title, rules in sheet.parts for one in rules if one.is_reading]
    assert sheet.has_readings
    assert any("neither won nor lost" in reading for reading in readings)
    assert not official.has_readings
    assert "only one an official tournament plays" in official.official
    assert all("SkWO 9.4" in rule_sheet(house(code)).official for code in PROFILES if code != "isko-2002")


def test_every_profile_and_every_refusal_has_its_words():
    grouped = [code for _title, codes in play.GROUPS for code in codes]

    assert sorted([*grouped, "isko-2002"]) == sorted(PROFILES)
    assert set(house_names.PROFILE) == set(play.ABOUT) == set(PROFILES)
    assert set(house_names.CHOSEN) <= set(NAMED)
    assert set(house_names.LABEL) == set(SWITCHES)
    for code in HouseCode:
        assert code in {**house_names.PROBLEM, **house_names.NOT_PLAYED}
        assert SECTION[code].startswith(("ISkO", "SkWO")) or SECTION[code] in house_names.SECTION, code


def test_a_way_to_play_stands_whole_in_its_address():
    for named in NAMED.values():
        assert read_house(QueryDict(query_of(named))).house == named
    # Each event may be named by itself.
    found = read_house(QueryDict("profile=kneipe&bock_events=2&bock_events=64&bock_events=2")).house
    assert found.settings == {"bock_events": 66}


def test_an_address_that_says_no_way_to_play_is_refused():
    for query, names_refused in (
        ("profile=tarot", {"profile"}),
        ("profile=", {"profile"}),
        ("profile=classic&spitze=1", {"spitze"}),
        ("spitze=1", {"spitze"}),
        ("profile=kneipe&spitze=3", {"spitze"}),
        ("profile=kneipe&spitze=", {"spitze"}),
        ("profile=kneipe&spitze=%D9%A1", {"spitze"}),
        ("profile=kneipe&bock_events=256", {"bock_events"}),
        ("profile=kneipe&bock_events=2&bock_events=x", {"bock_events"}),
        ("profile=kneipe&durchmarsch=on", {"durchmarsch"}),
        ("profile=bierlachs&target=" + "9" * 5000, {"target"}),
        ("profile=ramsch&ramsch_tie=nobody&game=clubs", {"ramsch_tie", "game"}),
    ):
        with pytest.raises(CannotPlay) as caught:
            read_house(QueryDict(query))
        assert set(caught.value.errors) == names_refused, query[:60]
        assert all(caught.value.errors.values()), query[:60]


def test_a_switch_shows_what_each_choice_comes_to():
    form = SwitchForm(house("ramsch", {"ramsch_writes": "everybody"}))

    assert form["ramsch_writes"].value() == "everybody"
    assert re.search("everybody their own: −20.*−35.*−65", str(form["ramsch_writes"]))
    assert [field.name for field in form.folded()] == [name for name in form.fields if name.startswith("pinke")]
    usual, other = (worth.sample(house("ramsch"), "ramsch_tie", setting) for setting in ("all", "share"))
    assert (usual, other) == (
        "0\N{NO-BREAK SPACE}/ −50\N{NO-BREAK SPACE}/ −50",
        "0\N{NO-BREAK SPACE}/ −25\N{NO-BREAK SPACE}/ −25",
    )


def test_a_deal_is_read_out_with_all_that_was_said():
    line = examples.game(PROFILES["kneipe"], Game.HEARTS, -2, schwarz=True, spitze=True, stakes=2, hand=True)

    assert play.line_words(line) == "Hearts Hand without 2, Schwarz, Spitze, Re"
    # Who has no card points may have taken tricks; who took none is told from the others.
    for tricks, told in (((1, 4, 5), ""), ((0, 5, 5), ", tricks 0, 5, 5")):
        line = RamschLine(card_points=(0, 50, 70), tricks=tricks)
        assert play.line_words(line) == f"Ramsch, card points 0, 50, 70{told}"


def test_what_a_way_to_play_has_that_no_switch_says_stands_on_its_sheet():
    for code in play.NOTES:
        on_sheet = "\n".join(str(one.text) for _title, rules in rule_sheet(house(code)).parts for one in rules)

        assert all(str(note) in on_sheet for note in play.NOTES[code]), code
        second = "In its second form only two play: the third hand is dealt, but lies unused."
        assert (second in on_sheet) == (code == "piloten-skat")


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


@pytest.mark.slow
@pytest.mark.django_db
def test_sheet_data_workbook_and_pages_say_it_and_a_line_travels(row, director):
    (page, *_more) = pages_for_sure(sheets.sheet(row), SheetLook(now=EVENING))
    lines = [note.full for note in page["notes"]]
    assert lines[0] == "Kneipe (Bock: Contra lost)"
    assert any("Hearts with 2, Contra" in line and "−120" in line for line in lines)
    assert any("Ramsch: " in line and "−130" in line for line in lines)

    data = list_data(sheets.sheet(row))
    assert (data["profile"], data["deals"][1]["columns"]) == (KNEIPE, [0, 0, -130])

    found = director.get("/t/cup/office/deals.xlsx")
    book = load_workbook(io.BytesIO(b"".join(found.streaming_content) if found.streaming else found.content))
    words = [str(cell.value) for one in book for line in one.iter_rows() for cell in line if cell.value is not None]
    assert any(word.startswith("Kneipe (Bock: Contra lost): Hearts, Contra") for word in words)
    assert any("Ramsch: Spieler 1 20 (2 tricks)" in word for word in words)

    assert re.search(r'<a href="[^"]*[?][^"]*">Kneipe', director.get("/t/cup/series/1/table/1/").content.decode())
    assert "Kept by house rules: Kneipe" in director.get("/t/cup/series/1/table/1/sign/").content.decode()
    assert re.search("deal 1 entered, [−-]120 points", director.get("/t/cup/office/journal/").content.decode())

    for one in sheets.sheet(row).game_list.deals:
        assert read_line(one.number, json.loads(json.dumps(written(one)))) == one


@pytest.mark.django_db
def test_a_code_of_another_list_and_results_alone_are_refused(row, director):
    code = as_shown(row)
    row.table.game_list.deals.all().delete()
    type(row).objects.filter(pk=row.pk).update(profile="classic")

    sent = director.get("/t/cup/handover/", {"packed": code})

    assert "This table’s list is kept by: Game points alone (SkWO 9.4)." in sent.content.decode()
    totals = [Totals(game_points=0, won=0, lost=0)] * 3
    with pytest.raises(Refused, match="house-deal-by-deal"):
        entry.enter_totals(list_id=row.pk, totals=totals, by=factories.user(), now=EVENING)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_list_is_signed_and_holds_record_and_report_say_it_and_come_to_the_same(row):
    factories.confirm_and_sign(row)
    row.refresh_from_db()
    event = row.table.series.tournament
    assert row.signed_hash
    assert verified(event).discrepancies == ()
    told = json.loads(json.dumps(record(event, made_at=EVENING), default=str))
    kept = told["series"][0]["tables"][0]["list"]
    assert (told["tournament"]["by_the_book"], told["series"][0]["profile"], kept["profile"]) == (False, KNEIPE, KNEIPE)
    assert kept["deals"][1]["house"]["ramsch"]["card_points"] == [20, 35, 65]
    directing.closed(event)
    directing.ordered(event, directing.order(Measure.Kind.ZEROED, series=1, entrant=3, clause="SkWO 7.1.2"))

    document = json.loads(json.dumps(report_of(event)))

    assert check(document) == ()
    assert allows(SCHEMA, document)
    read = reading.list_of(Part(document["lists"][0]))
    assert read.game_list == sheets.sheet(row).game_list
    assert [result.total for result in read.results] == [-120, 0, 0]


@pytest.mark.django_db
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

    assert said[0] == "House rules: with 60 card points / –"
    assert said[1].endswith("knocked: 1 / Ramsch: A 20 (2 tricks), B 35 (3 tricks), C 65 (5 tricks), knocked: 2")
    assert said[2] == "House rules: given up / –"
