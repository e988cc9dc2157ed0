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
from scoring.rules.profiles.naming import NAMED, house, switches_of
from scoring.rules.profiles.presets import PROFILES
from scoring.rules.profiles.switches import SWITCHES
from tables.acts.services import Refused
from tests.scoring.houses.evening import deal, enter, house_list, passed, played, ramsch
from tests.scoring.report.reports import SCHEMA, allows
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.factories import EVENING, GRAND

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


@pytest.mark.django_db
@pytest.mark.database
def test_a_list_says_in_its_row_by_what_it_is_kept():
    assert house_list("bierlachs target=301").profile == "bierlachs target=301"
    assert factories.tournament(slug="by-the-book").series.get().profile == ""


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


@pytest.mark.parametrize("code", PROFILES)
def test_every_choice_has_its_sheet(code):
    for name, setting in [(name, setting) for of, name, setting in EVERY_SETTING if of == code]:
        assert "%(" not in said(house(code, {name: setting})), (name, setting)


@pytest.mark.parametrize("code", PROFILES)
def test_no_example_is_refused_by_its_own_rules(code):
    profile = PROFILES[code]

    scored = examples.counted(examples.evening(profile), profile)

    assert [note.problem.code for note in scored.notes if note.problem.severity == "error"] == []
    assert all(entered.points for entered in scored.deals)


@pytest.mark.parametrize("code", PROFILES)
def test_every_choice_a_deal_can_show_is_shown(code):
    found = house(code)

    for name, setting in [(name, setting) for of, name, setting in EVERY_SETTING if of == code]:
        assert bool(worth.sample(found, name, setting)) == (name in worth.SAMPLE)
        assert bool(worth.sample_words(found, name)) == (name in worth.SAMPLE)


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


def test_another_setting_counts_other_examples():
    usual, other = (worth.sample(house("ramsch"), "ramsch_tie", setting) for setting in ("all", "share"))

    assert (usual, other) == (
        "0\N{NO-BREAK SPACE}/ −50\N{NO-BREAK SPACE}/ −50",
        "0\N{NO-BREAK SPACE}/ −25\N{NO-BREAK SPACE}/ −25",
    )


def test_what_no_source_says_is_a_reading():
    sheet = rule_sheet(house("ramsch"))

    readings = [one.text for _title, rules in sheet.parts for one in rules if one.is_reading]
    assert sheet.has_readings
    assert any("neither won nor lost" in reading for reading in readings)
    assert not rule_sheet(house("isko-2002")).has_readings


def test_only_the_official_one_is_called_so():
    assert "only one an official tournament plays" in rule_sheet(house("isko-2002")).official
    assert all("SkWO 9.4" in rule_sheet(house(code)).official for code in PROFILES if code != "isko-2002")


def test_every_profile_stands_among_the_others_and_has_its_words():
    grouped = [code for _title, codes in play.GROUPS for code in codes]

    assert sorted([*grouped, "isko-2002"]) == sorted(PROFILES)
    assert set(house_names.PROFILE) == set(play.ABOUT) == set(PROFILES)
    assert set(house_names.CHOSEN) <= set(NAMED)
    assert set(house_names.LABEL) == set(SWITCHES)


@pytest.mark.parametrize("named", NAMED.values(), ids=NAMED)
def test_a_way_to_play_stands_whole_in_its_address(named):
    assert read_house(QueryDict(query_of(named))).house == named


def test_each_event_may_be_named_by_itself():
    found = read_house(QueryDict("profile=kneipe&bock_events=2&bock_events=64&bock_events=2")).house

    assert found.settings == {"bock_events": 66}


@pytest.mark.parametrize(
    ("query", "names_refused"),
    [
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
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
def test_an_address_that_says_no_way_to_play_is_refused(query, names_refused):
    with pytest.raises(CannotPlay) as caught:
        read_house(QueryDict(query))

    assert set(caught.value.errors) == names_refused
    assert all(caught.value.errors.values())


def test_a_switch_shows_what_each_choice_comes_to():
    form = SwitchForm(house("ramsch", {"ramsch_writes": "everybody"}))

    assert form["ramsch_writes"].value() == "everybody"
    assert re.search("everybody their own: −20.*−35.*−65", str(form["ramsch_writes"]))
    assert [field.name for field in form.folded()] == [name for name in form.fields if name.startswith("pinke")]


@pytest.mark.parametrize("code", HouseCode)
def test_every_refusal_has_a_sentence_and_says_where_it_stands(code):
    assert code in {**house_names.PROBLEM, **house_names.NOT_PLAYED}
    assert SECTION[code].startswith(("ISkO", "SkWO")) or SECTION[code] in house_names.SECTION


def test_a_deal_is_read_out_with_all_that_was_said():
    line = examples.game(PROFILES["kneipe"], Game.HEARTS, -2, schwarz=True, spitze=True, stakes=2, hand=True)

    assert play.line_words(line) == "Hearts Hand without 2, Schwarz, Spitze, Re"


@pytest.mark.parametrize("code", sorted(play.NOTES))
def test_what_a_way_to_play_has_that_no_switch_says_stands_on_its_sheet(code):
    said = "\n".join(str(one.text) for _title, rules in rule_sheet(house(code)).parts for one in rules)

    assert all(str(note) in said for note in play.NOTES[code])
    assert ("In its second form only two play: the third hand is dealt, but lies unused." in said) == (
        code == "piloten-skat"
    )


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


@pytest.mark.thorough
@pytest.mark.django_db
def test_the_record_says_it_and_that_of_an_official_event_is_what_it_was(row):
    told = json.loads(json.dumps(record(row.table.series.tournament, made_at=EVENING), default=str))
    (series,) = told["series"]
    (table,) = series["tables"]

    assert told["tournament"]["by_the_book"] is False
    assert series["profile"] == table["list"]["profile"] == KNEIPE
    assert table["list"]["deals"][1]["house"]["ramsch"]["card_points"] == [20, 35, 65]

    official = factories.tournament(entrants=3, slug="official")
    row = factories.list_of(factories.running_series(official))
    factories.enter(row, (1, GRAND))
    (series,) = json.loads(json.dumps(record(official, made_at=EVENING), default=str))["series"]
    assert not [
        part for part in (series, series["tables"][0]["list"], list_data(sheets.sheet(row))) if "profile" in part
    ]
    assert "house" not in series["tables"][0]["list"]["deals"][0]


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
def test_results_alone_are_refused():
    row, totals = house_list("classic"), [Totals(game_points=0, won=0, lost=0)] * 3

    with pytest.raises(Refused, match="house-deal-by-deal"):
        entry.enter_totals(list_id=row.pk, totals=totals, by=factories.user(), now=EVENING)


@pytest.mark.django_db
def test_a_code_of_another_list_is_refused(row, director):
    code = as_shown(row)
    row.table.game_list.deals.all().delete()
    type(row).objects.filter(pk=row.pk).update(profile="classic")

    sent = director.get("/t/cup/handover/", {"packed": code})

    assert "This table’s list is kept by: Game points alone (SkWO 9.4)." in sent.content.decode()


@pytest.mark.django_db
def test_a_list_is_signed_and_holds_a_report_says_it_and_comes_to_the_same(row):
    factories.confirm_and_sign(row)
    row.refresh_from_db()
    event = row.table.series.tournament
    assert row.signed_hash
    assert verified(event).discrepancies == ()
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
