"""What the cells of a list's workbook take: just what the rules allow."""

import io
from itertools import product

import openpyxl
import pytest
from django.utils.translation import override

from scoring.paper_desk.workbooks.choices import LEVELS, choices, matadors
from scoring.paper_desk.workbooks.words import GAMES, HEADINGS, IN_NULL, IN_TRUMPS, RESULTS, flags_of, read
from scoring.paper_desk.workbooks.words import LEVELS as LEVELS_IN_WORDS
from scoring.rules.checks import problems
from scoring.rules.contract import CONTRACTS, Game
from scoring.rules.valuation import Played
from tables.people.models import Entrant
from tests import factories
from tests.paper.list_workbooks import LIST

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

    @pytest.mark.parametrize("game", list(Game))
    def test_is_just_what_the_rules_allow(self, game):
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


@pytest.mark.parametrize("language", ["de", "en", "es"])
def test_no_two_words_of_a_column_are_alike(language):
    with override(language):
        for words in (HEADINGS, GAMES, IN_TRUMPS, IN_NULL, RESULTS, LEVELS_IN_WORDS):
            assert [read(str(word), words) for word in words.values()] == list(words)
