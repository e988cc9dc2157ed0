"""A list of games as a workbook: its cells take what the rules allow and reckon it; it comes back deal by deal."""

import io
import re
from html import unescape
from itertools import product

import openpyxl
import pytest
from django.utils.translation import override

from scoring.lists import mapping
from scoring.lists.models import DealRow
from scoring.lists.selectors import boards, sheets
from scoring.paper_desk.workbooks import form
from scoring.paper_desk.workbooks import rules as list_rules
from scoring.paper_desk.workbooks.choices import LEVELS, choices, matadors
from scoring.paper_desk.workbooks.words import (
    GAMES,
    HEADINGS,
    IN_NULL,
    IN_TRUMPS,
    RESULTS,
    announcements,
    flags_of,
    read,
)
from scoring.paper_desk.workbooks.words import LEVELS as LEVELS_IN_WORDS
from scoring.rules.checks import problems
from scoring.rules.contract import CONTRACTS, Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.valuation import Played, book
from scoring.rules.values import BIDS
from scoring.signing import services as signing
from tables.people.models import Entrant
from tests.paper.list_workbooks import FILE, GRAND, LIST, OFFICE, as_csv, filled, sent, upload
from tests.support import factories

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def row():
    return factories.running_list(seats=4, rounds=2)


class TestOffered:
    def book(self, director):
        return openpyxl.load_workbook(io.BytesIO(director.get(LIST).content))

    def test_only_who_may_play_can_be_declarer(self, director, row):
        sheet = self.book(director).worksheets[0]

        at = {
            cell: rule.formula1
            for rule in sheet.data_validations.dataValidation
            for cell in str(rule.sqref).split()
            if cell.startswith("C")
        }

        assert at["C10"] == '"2,3,4"'
        assert at["C13"] == '"1,2,3"'
        assert len(at) == 8

    def test_every_cell_to_fill_in_is_unlocked_and_has_a_rule(self, director, row):
        factories.enter(row, (2, factories.GRAND))
        sheet = self.book(director).worksheets[0]

        assert sheet.protection.sheet
        assert {cell.coordinate for cells in sheet["A10:I10"] for cell in cells if not cell.protection.locked} == set()
        open_cells = {cell.coordinate for cells in sheet["A11:I17"] for cell in cells if not cell.protection.locked}
        ruled = {
            cell
            for rule in sheet.data_validations.dataValidation
            for cells in rule.sqref.ranges
            for cell in (
                f"{letter}{number}"
                for number in range(cells.min_row, cells.max_row + 1)
                for letter in "CDEFGHI"
                if cells.min_col <= ord(letter) - 64 <= cells.max_col
            )
        }
        assert open_cells == {f"{letter}{number}" for number in range(11, 18) for letter in "CDEFGHI"}
        assert open_cells <= ruled

    def test_names_never_become_formulas(self, director, row):
        Entrant.objects.filter(number=1).update(name='=HYPERLINK("http://x","y")', club="#N/A")
        sheet = self.book(director).worksheets[0]

        assert sheet["B4"].data_type == "s"
        assert {cell.data_type for cells in sheet["A1:I17"] for cell in cells} <= {"s", "n"}

    def test_is_just_what_the_rules_allow(self):
        for game in Game:
            self.is_allowed(game)

    def is_allowed(self, game):
        offered = {
            (choice.announced, choice.matadors, won, level)
            for choice in choices(game)
            for won, levels in choice.levels.items()
            for level in levels
        }
        for contract, count, won, level in product(
            (one for one in CONTRACTS if one.game is game), matadors(game) or (None,), (True, False), LEVELS
        ):
            line = Played(contract=contract, matadors=count, won=won, schneider=level != "", schwarz=level == "schwarz")
            is_legal = not any(one.severity == "error" for one in problems(line))
            is_offered = (flags_of(contract), count, won, level) in offered
            assert is_offered or not is_legal
            # Beyond that only levels that an overbid game can have.
            assert is_legal or not is_offered or not won


def test_no_two_words_of_a_column_are_alike():
    for language in ("de", "en", "es"):
        with override(language):
            for words in (HEADINGS, GAMES, IN_TRUMPS, IN_NULL, RESULTS, LEVELS_IN_WORDS):
                assert [read(str(word), words) for word in words.values()] == list(words)


def text(answer) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", answer.content.decode())))


def send(director, deals, *, language="en"):
    """Take the workbook, fill some deals in, and send it back."""
    content = director.get(LIST, headers={"Accept-Language": language}).content
    return director.post(FILE, {"file": upload(filled(content, deals))})


def take(director, preview, **more):
    return director.post(FILE, sent(preview) | more)


def entered(row) -> list[Deal]:
    return [mapping.to_deal(deal) for deal in DealRow.objects.filter(game_list=row, voided_at=None).order_by("number")]


def played(game, matadors, *, won=True, **more):
    announced = {
        one: more.pop(one) for one in ("hand", "schneider_announced", "schwarz_announced", "ouvert") if one in more
    }
    return Played(contract=Contract(game=game, **announced), matadors=matadors, won=won, **more)


def test_what_is_filled_in_is_seen_first_and_entered_on_a_second_word(director, row):
    preview = send(director, {1: {"declarer": 2} | GRAND, 2: {"game": "passed in"}})

    assert preview.status_code == 200
    assert "Spieler 2: Grand with 2" in text(preview)
    assert entered(row) == []

    answer = take(director, preview)

    assert answer["Location"] == "/t/cup/series/1/table/1/"
    assert entered(row) == [Deal(number=1, declarer=2, played=factories.GRAND), Deal(number=2)]


def test_sent_twice_it_is_entered_once(director, row):
    preview = send(director, {1: {"declarer": 2} | GRAND})

    take(director, preview)
    again = take(director, preview)

    assert again.status_code == 422
    assert "no deal in this workbook that the list does not have" in text(again)
    assert len(entered(row)) == 1


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("language", ["de", "en", "es"])
def test_every_kind_of_line_comes_back_as_it_was(director, row, language):
    lines = {
        1: played(Game.CLUBS, -1),
        2: played(Game.SPADES, 4, hand=True, schneider=True),
        3: played(Game.HEARTS, 2, hand=True, schneider_announced=True, schneider=True),
        4: played(Game.DIAMONDS, -2, won=False, bid=36, overbid=True),
        5: played(Game.NULL, None, won=False, hand=True, ouvert=True),
        6: None,
        7: played(Game.NULL, None, ouvert=True),
        8: played(Game.GRAND, 1, won=False, schneider=True),
    }
    for number, line in lines.items():
        declarer = None if line is None else 1 + number % 4
        factories.enter(row, None if line is None else (declarer, line))
    with override(language):
        content = form.list_workbook(sheets.sheet(boards.list_of(row.table)))
    Entrant.objects.update(name="x")
    expected = entered(row)
    DealRow.objects.all().delete()

    preview = director.post(FILE, {"file": upload(content)})
    take(director, preview, sure="on")

    assert entered(row) == expected


class TestRefused:
    def test_everything_that_is_wrong_is_named_at_once(self, director, row):
        answer = send(
            director,
            {
                1: {"declarer": 1} | GRAND,
                2: {"declarer": 1, "game": "Skat", "result": "won"},
                3: {"declarer": "Erna"} | GRAND,
                4: {"declarer": 1, "game": "Null", "announced": "Hand, Schwarz announced", "result": "won"},
                5: {"declarer": 2, "game": "Grand", "matadors": 7, "result": "won"},
                6: {"declarer": 3, "game": "Spades", "result": ""},
                7: {"game": "passed in", "result": "won"},
                8: {"declarer": 1, "game": "Hearts", "matadors": 1, "result": "won", "bid": 240},
            },
        )

        assert answer.status_code == 422
        said = text(answer)
        for sentence in (
            "Deal 1: At a table of four the dealer sits out",
            "Deal 2: “Skat” is not known in the column Game.",
            "Deal 3: “Erna” is not a number.",
            "Deal 4: “Hand, Schwarz announced” cannot be announced in this game.",
            "Deal 5: That many matadors do not exist",
            "Deal 6: The column Result is empty.",
            "Deal 7: Nobody plays a deal that is passed in, but Result says “won”.",
            "Deal 8: The game is worth less than the bid",
        ):
            assert sentence in said
        assert "this number is not next" not in said
        assert entered(row) == []

    def test_a_null_below_its_bid_with_the_game_it_is_lost_as_3_4_4(self, director, row):
        null = {"declarer": 3, "game": "Null", "result": "lost", "bid": 24}

        said = text(send(director, {1: null | {"matadors": -4}, 2: null}))

        assert "Deal 1: The cheapest line it can be lost as: Diamonds without 4: −90." in said
        assert "Deal 2: With or without how many?" in said

    @pytest.mark.thorough
    def test_another_tables_workbook(self, director, row):
        content = director.get(LIST).content
        book = openpyxl.load_workbook(io.BytesIO(content))
        book.worksheets[0]["I2"] = "cup/1/7"
        out = io.BytesIO()
        book.save(out)

        assert "another table's list: cup/1/7" in text(director.post(FILE, {"file": upload(out.getvalue())}))

    def test_a_gap(self, director, row):
        assert "this number is not next" in text(send(director, {2: {"declarer": 1} | GRAND}))

    @pytest.mark.thorough
    def test_a_deal_that_the_list_has_otherwise(self, director, row):
        content = director.get(LIST).content
        factories.enter(row, (2, factories.GRAND))
        book = filled(content, {1: {"declarer": 3} | GRAND, 2: {"declarer": 3} | GRAND})

        answer = director.post(FILE, {"file": upload(book)})

        assert "Deal 1: The list already has this deal, but a different one." in text(answer)

    def test_rows_that_make_no_list_and_files_that_are_no_tables(self, director, row):
        heads = ["Deal no.", "Declarer", "Game", "Result"]
        for rows, sentence in (
            ([["Name"], ["Erna"]], "No list was found in this file"),
            ([heads, ["x", 2, "Null", "won"]], "not a number. The column Deal no."),
            ([heads, [99, 2, "Null", "won"]], "no number of a deal of this list: “99”"),
            ([heads, [1, 2, "Null", "won"], [1, 3, "Null", "won"]], "is listed twice"),
            ([heads, [1, 2, "Null", "=1+1"]], "“=1+1” is not known in the column Result"),
        ):
            answer = director.post(FILE, {"file": upload(as_csv(rows), "list.csv")})
            assert answer.status_code == 422
            assert sentence in text(answer)

        old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600
        for data in (b"", b"PK\x03\x04broken", b"%PDF-1.7", old, b"\0\1", b"a" * 5_000_001):
            answer = director.post(FILE, {"file": upload(data)})
            assert answer.status_code == 422, data[:9]
            assert answer.context["form"].errors["file"][0].endswith(".")

    def test_a_page_that_comes_back_changed(self, director, row):
        key = "6f1c2f0e-6b3f-4d2b-9a9f-0d7f0e4d5a11"
        for cells, entry_key in product(("x\t1", "1\t" * 300, "\ud7ff", "1"), (key, "x")):
            assert director.post(FILE, {"cells": cells, "entry_key": entry_key}).status_code == 422

    @pytest.mark.thorough
    def test_a_list_that_was_signed_meanwhile(self, director, row):
        factories.fill(row)
        DealRow.objects.filter(number=8).delete()
        preview = send(director, {8: {"declarer": 2} | GRAND})
        factories.enter(row, (1, factories.GRAND))
        row.refresh_from_db()
        signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=factories.EVENING)

        assert take(director, preview).status_code == 422


def test_questions_are_asked_before_anything_is_entered(director, row):
    preview = send(director, {1: {"declarer": 2, "game": "Spades", "matadors": 7, "result": "won"}})
    assert "Five matadors or more are rare" in text(preview)

    asked = take(director, preview)
    assert asked.status_code == 422
    assert entered(row) == []

    assert take(director, asked, sure="on").status_code == 302
    assert len(entered(row)) == 1


def test_is_not_there_before_the_seats_are_published(director):
    made = factories.tournament(entrants=8)
    factories.running_series(made, published_only=True)
    made.series.update(published_at=None)

    assert director.get(LIST).status_code == director.get(FILE).status_code == 404


@pytest.fixture
def rules():
    """The sheet of the rules, and what is written on it."""
    worksheet = openpyxl.Workbook().active
    return list_rules.RulesSheet(worksheet), worksheet


def block(worksheet, place):
    return [[cell.value for cell in row] for row in worksheet[place.partition("!")[2].replace("$", "")]]


def test_every_line_is_worth_what_the_rules_say(rules):
    sheet, worksheet = rules
    keys = [key for (key,) in block(worksheet, sheet.lines)]
    worth = dict(zip(keys, block(worksheet, sheet.values), strict=True))
    seen = 0
    for at, game in enumerate(list_rules.VALUED):
        kind = list_rules.KIND.get(game, "s")
        for choice in choices(game):
            for won, levels in choice.levels.items():
                for level in levels:
                    said = announcements(game)[choice.announced]
                    count = "" if choice.matadors is None else choice.matadors
                    key = f"{kind}|{count}|{said}|{RESULTS[won]}|{LEVELS_IN_WORDS[level]}"
                    assert worth[key][at] == book(choice.played(won=won, level=level)).points
                    seen += 1
    assert len(keys) == len(set(keys))
    assert seen > 2_000


@pytest.mark.thorough
def test_an_overbid_game_costs_the_dearer_of_what_it_is_and_what_was_bid(rules):
    sheet, worksheet = rules
    overbid = dict(zip(BIDS, block(worksheet, sheet.overbid), strict=True))
    seen = 0
    for at, game in enumerate(list_rules.VALUED):
        for choice in choices(game) if game is not Game.NULL else ():
            for level in choice.levels.get(False, ()):
                lost = book(choice.played(won=False, level=level)).points
                for bid in BIDS:
                    played = choice.played(won=False, level=level, bid=bid, overbid=True)
                    assert min(lost, overbid[bid][at]) == book(played).points
                    seen += 1
    assert seen > 50_000


class TestShown:
    def sheet(self, content):
        return openpyxl.load_workbook(io.BytesIO(content)).worksheets[0]

    def test_what_is_entered_has_its_value_and_its_total_like_the_sheet(self, director):
        row = factories.running_list(seats=4, rounds=2)
        factories.enter(row, (2, factories.GRAND))
        factories.enter(row, None)
        factories.enter(row, (2, factories.GRAND_LOST))

        found = self.sheet(director.get(LIST).content)

        assert [cell.value for cell in found["J9:N9"][0]] == [
            "Game value",
            "1 Spieler 1",
            "2 Spieler 2",
            "3 Spieler 3",
            "4 Spieler 4",
        ]
        rows = [[cell.value for cell in cells] for cells in found["J10:N12"]]
        assert rows == [[72, None, 72, None, None], [None] * 5, [-144, None, -72, None, None]]

    def test_of_the_others_the_cells_reckon_it(self, director):
        factories.running_list(seats=3, rounds=2)

        found = self.sheet(director.get(LIST).content)

        assert {found[f"{letter}{row}"].data_type for letter in "JKLM" for row in range(10, 16)} == {"f"}
        assert found["N9"].value is None
        assert [found[f"J{row}"].value for row in range(16, 23)] == [
            "Game points",
            "Won",
            "Lost",
            "(Won − lost) × 50",
            "Lost by the others",
            "× 40",
            "Total",
        ]

    @pytest.mark.thorough
    def test_the_sums_below_are_no_deal(self, director):
        """What stands under the deals is left alone when the list comes back."""
        factories.running_list(seats=4, rounds=1)
        content = filled(director.get(LIST).content, {1: {"declarer": 2, "game": "Null", "result": "won"}})
        assert director.post(FILE, {"file": upload(content)}).status_code == 200

    def test_the_one_for_libreoffice_is_offered_beside_the_other(self, director):
        factories.running_list(seats=4, rounds=1)

        page = director.get(f"{OFFICE}file/").content.decode()

        assert f'href="{OFFICE}list.ods"' in page
        assert f'href="{LIST}"' in page
        assert 'accept=".xlsx,.ods,.csv,.txt"' in page
