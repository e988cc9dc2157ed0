"""ISkO 3.2.11 to 3.2.13: a player dealt out of turn.

The register names every clause of its chapters, and nothing that is not there.
"""

import functools
import importlib
import inspect
import re
import runpy
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring.rules
from scoring.rules.codes import CLAUSE, Code
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.presence import Presence
from scoring.rules.game_list.redealing import Redealing, void_deals
from scoring.rules.register import CHAPTERS, CLAUSES
from scoring.rules.register import __main__ as command
from scoring.rules.register.citing import citation, clauses_about
from scoring.rules.register.page import page
from tests.strategies import changing_tables


def written(until, *, seats=4, rounds=12, presence=()):
    deals = tuple(Deal(number=number) for number in range(1, until + 1))
    return GameList(seats=seats, rounds=rounds, deals=deals, presence=presence)


def again(*void, number, dealer):
    return Redealing(void=void, number=number, dealer=dealer)


class TestWithinARound:
    @pytest.mark.parametrize(
        ("until", "mistake", "found", "expected"),
        [
            pytest.param(5, 6, 6, again(6, number=6, dealer=2), id="3.2.11-in-play"),
            pytest.param(6, 6, 6, again(6, number=6, dealer=2), id="3.2.11-even-when-finished"),
            pytest.param(7, 8, 8, again(8, number=8, dealer=4), id="3.2.11-even-the-last-of-the-round"),
            pytest.param(0, 1, 1, again(1, number=1, dealer=1), id="3.2.11-the-first-of-all"),
            pytest.param(6, 5, 7, again(5, 6, 7, number=5, dealer=1), id="3.2.12-all-since"),
            pytest.param(7, 6, 8, again(6, 7, 8, number=6, dealer=2), id="3.2.12-up-to-the-last-in-play"),
            pytest.param(47, 46, 48, again(46, 47, 48, number=46, dealer=2), id="3.2.12-at-the-end-of-the-series"),
        ],
    )
    def test_everything_since_the_mistake_is_void(self, until, mistake, found, expected):
        assert void_deals(written(until), mistake=mistake, found=found) == expected


class TestFinishedRounds:
    @pytest.mark.parametrize(
        ("until", "mistake", "found", "expected"),
        [
            pytest.param(9, 6, 10, again(9, 10, number=9, dealer=1), id="3.2.13-from-an-earlier-round"),
            pytest.param(8, 8, 9, again(9, number=9, dealer=1), id="3.2.13-from-the-last-deal-of-it"),
            pytest.param(20, 1, 21, again(21, number=21, dealer=1), id="3.2.13-from-long-ago"),
            pytest.param(10, None, 11, again(9, 10, 11, number=9, dealer=1), id="3.2.13-no-longer-shown"),
            pytest.param(1, None, 2, again(1, 2, number=1, dealer=1), id="3.2.13-no-longer-shown-in-round-1"),
            pytest.param(8, 6, 8, again(number=9, dealer=1), id="3.2.11-written-down-is-finished"),
            pytest.param(8, None, 8, again(number=9, dealer=1), id="3.2.13-between-two-rounds"),
        ],
    )
    def test_finished_rounds_stay(self, until, mistake, found, expected):
        assert void_deals(written(until), mistake=mistake, found=found) == expected

    def test_the_last_round_is_finished_when_its_last_deal_is_written_down(self):
        assert void_deals(written(48), mistake=47, found=48) == again(number=None, dealer=None)

    def test_or_when_the_list_is_signed_3_2_11(self):
        game_list = written(47)

        assert void_deals(game_list, mistake=48, found=48, signed=True) == again(number=None, dealer=None)
        assert void_deals(game_list, mistake=48, found=48) == again(48, number=48, dealer=4)

    def test_a_signature_finishes_no_other_round(self):
        assert void_deals(written(3), mistake=4, found=4, signed=True) == again(4, number=4, dealer=4)
        assert void_deals(written(46), mistake=47, found=47, signed=True) == again(47, number=47, dealer=3)


class TestOtherTables:
    def test_at_three_a_round_has_three_deals(self):
        assert void_deals(written(4, seats=3), mistake=3, found=5) == again(4, 5, number=4, dealer=1)

    def test_where_a_player_left_the_rounds_are_shorter(self):
        presence = (Presence(from_round=2, seats=(2, 3, 4)),)

        # Rounds: 1 to 4, 5 to 7, 8 to 10.
        assert void_deals(written(8, presence=presence), mistake=7, found=9) == again(8, 9, number=8, dealer=2)


@pytest.mark.parametrize(
    ("mistake", "found"), [(0, 1), (3, 2), (1, 0), (None, 0), (1, 49), (None, 49), (-1, 5), (49, 49)]
)
def test_a_mistake_is_one_of_the_series_and_not_found_before_it_was_made(mistake, found):
    with pytest.raises(ValueError, match=f"deal {mistake} went wrong, found with deal {found} of 48"):
        void_deals(written(4), mistake=mistake, found=found)


@given(changing_tables(), st.data())
def test_the_void_deals_are_the_last_ones_of_one_round(table, data):
    """Show ISkO 3.2.13."""
    found = data.draw(st.integers(1, table.length))
    mistake = data.draw(st.none() | st.integers(1, found))
    game_list = written(data.draw(st.integers(0, found)), rounds=table.rounds, presence=table.presence)

    redealing = void_deals(game_list, mistake=mistake, found=found)

    if redealing.void:
        first = redealing.void[0]
        assert redealing.void == tuple(range(first, found + 1))
        assert len({table.turn(number).round for number in redealing.void}) == 1
        assert redealing.number == first
        assert mistake is None or first >= mistake
    else:
        assert redealing.number in (found + 1, None)
        assert redealing.number is None or table.turn(found + 1).round > table.turn(found).round
    assert redealing.dealer == (redealing.number and table.dealer_of(redealing.number))


ROOT = Path(__file__).parents[2]


BY_NUMBER = {clause.number: clause for clause in CLAUSES}


# How many clauses each chapter of the rule text of November 2002 has.
# ISkO 5.4.3 is the paragraph without a number after 5.4.2; 5.6 is one table; SkWO 5.1 stands twice.
WHOLE = {
    "ISkO 1.1": 3,
    "ISkO 1.2": 2,
    "ISkO 2.1": 2,
    "ISkO 2.2": 5,
    "ISkO 2.3": 4,
    "ISkO 2.4": 3,
    "ISkO 3.1": 2,
    "ISkO 3.2": 16,
    "ISkO 3.3": 10,
    "ISkO 3.4": 8,
    "ISkO 3.5": 4,
    "ISkO 4.1": 11,
    "ISkO 4.2": 9,
    "ISkO 4.3": 6,
    "ISkO 4.4": 6,
    "ISkO 4.5": 10,
    "ISkO 5.1": 2,
    "ISkO 5.2": 8,
    "ISkO 5.3": 4,
    "ISkO 5.4": 3,
    "ISkO 5.5": 5,
    "SkWO 1": 5,
    "SkWO 2": 4,
    "SkWO 3": 4,
    "SkWO 4": 5,
    "SkWO 5": 2,
    "SkWO 6": 3,
    "SkWO 7.1": 5,
    "SkWO 7.2": 5,
    "SkWO 7.3": 3,
    "SkWO 7.4": 4,
    "SkWO 8": 12,
    "SkWO 9": 13,
}


def order(number):
    """Return where a clause stands in the rule text."""
    text, _, digits = number.partition(" ")
    return (text, *map(int, digits.split(".")))


def found(package, dotted):
    """Return what a dotted name means, modules on the way imported."""
    return functools.reduce(step, dotted.split("."), importlib.import_module(package))


def step(thing, name):
    if inspect.ismodule(thing) and not hasattr(thing, name):
        return importlib.import_module(f"{thing.__name__}.{name}")
    if name in getattr(thing, "__dataclass_fields__", {}):
        return thing.__dataclass_fields__[name]
    return getattr(thing, name)


@pytest.mark.parametrize(("chapter", "count"), WHOLE.items())
def test_no_clause_of_a_whole_chapter_is_missing(chapter, count):
    there = [number for number in BY_NUMBER if number.startswith(f"{chapter}.")]

    assert there == [f"{chapter}.{number}" for number in range(1, count + 1)]


def test_no_clause_is_there_that_the_rule_text_does_not_have():
    there = {f"{chapter}.{number}" for chapter, count in WHOLE.items() for number in range(1, count + 1)}

    assert set(BY_NUMBER) == there | {"ISkO 5.6"}


@pytest.mark.parametrize("number", BY_NUMBER)
def test_every_clause_can_be_cited_and_is_found_by_its_number_and_its_words(number):
    assert str(citation(number)) == f"{number} (2002)"
    for words in (number, BY_NUMBER[number].says.rstrip(".")):
        assert number in {clause.number for _cited, clause in clauses_about(words)}


def test_every_clause_stands_once_and_in_the_order_of_the_text():
    numbers = [clause.number for clause in CLAUSES]

    assert numbers == sorted(set(numbers), key=order)


def test_a_clause_stands_in_its_chapter():
    for heading, clauses in CHAPTERS.items():
        first, last = re.match(r"(?:ISkO|SkWO) ([\d.]+)(?: to ([\d.]+))?:", heading).groups()
        text = heading[:4]
        for clause in clauses:
            assert order(clause.number)[0] == text
            digits = order(clause.number)[1:]
            assert digits >= tuple(map(int, first.split(".")))
            upper = tuple(map(int, (last or first).split(".")))
            assert digits[: len(upper)] <= upper


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.number)
def test_every_clause_is_held_and_shown_or_says_why_not(clause):
    assert bool(clause.held_by) == bool(clause.shown_by)
    assert clause.held_by or clause.beyond
    assert clause.says.endswith((".", ")."))
    assert not clause.beyond or clause.beyond.endswith(".")
    assert "|" not in clause.says + clause.beyond


@pytest.mark.parametrize("name", sorted({name for clause in CLAUSES for name in clause.held_by}))
def test_what_is_said_to_hold_a_clause_exists(name):
    assert found("scoring.rules", name) is not None


@pytest.mark.parametrize("name", sorted({name for clause in CLAUSES for name in clause.shown_by}))
def test_what_is_said_to_show_a_clause_is_a_test(name):
    assert name.rpartition(".")[2].startswith("test_")
    assert callable(found("tests.rules", name))


@pytest.mark.parametrize(
    ("number", "name"), [(clause.number, name) for clause in CLAUSES for name in clause.shown_by], ids=str
)
def test_what_is_said_to_show_a_clause_names_it(number, name):
    """In its name, its cases or its first words: whoever changes a test sees for which clause it stands."""
    test = found("tests.rules", name)
    digits = number.partition(" ")[2]
    cases = [case for mark in getattr(test, "pytestmark", ()) for one in mark.args for case in _ids(one)]
    in_words = re.compile(rf"(?<![\d.]){re.escape(digits)}(?![\d])(?!\.\d)")
    in_name = re.compile(rf"(?<!\d)_{digits.replace('.', '_')}(?!_?\d)")

    assert in_name.search(test.__name__) or any(in_words.search(text) for text in (test.__doc__ or "", *cases))


def _ids(argument):
    """Return the ids of the cases of a parametrized test."""
    cases = argument if isinstance(argument, list) else []
    return [case.id for case in cases if getattr(case, "id", None)]


@pytest.mark.parametrize("code", Code)
def test_every_code_stands_with_its_clause(code):
    assert f"Code.{code.name}" in BY_NUMBER[CLAUSE[code]].held_by


def test_every_public_function_holds_a_clause():
    functions = {name for name in scoring.rules.__all__ if inspect.isroutine(getattr(scoring.rules, name))}
    named = {name for clause in CLAUSES for name in clause.held_by}

    # Practice, not rule text: windows for a posted result, teams, rounding. The rest are tools for the others.
    practice = {"queries_close_at", "may_query", "ranked_teams", "team_result", "shown_points"}
    practice |= {"of_player", "of_team", "of_club", "blind_teams", "mixed_pairs", "is_mixed"}
    tools = {"booking", "clause_of", "totals_control_sums", "totals_tallies", "compared", "difference"}
    tools |= {"line_table", "packed_text", "read_line", "read_packed", "written"}
    assert functions - named == practice | tools


def test_every_clause_that_the_rules_cite_is_there():
    cited = {
        number
        for path in (ROOT / "scoring" / "rules").rglob("*.py")
        # What only says where clauses went need not be there.
        if "register" not in path.parts and path.name != "clauses.py"
        for number in re.findall(r"(?:ISkO|SkWO) \d+(?:\.\d+)+", path.read_text(encoding="utf-8"))
    }
    missing = {number for number in cited if not any(f"{known}.".startswith(f"{number}.") for known in BY_NUMBER)}

    assert missing == set()


def test_the_page_is_up_to_date():
    assert (ROOT / "docs" / "rules.md").read_text(encoding="utf-8") == page(), (
        "python -m scoring.rules.register docs/rules.md"
    )


def test_the_command_writes_the_page(tmp_path, monkeypatch):
    path = tmp_path / "rules.md"
    monkeypatch.setattr(sys, "argv", ["register", str(path)])

    runpy.run_path(command.__file__, run_name="__main__")

    assert path.read_text(encoding="utf-8") == page()
    assert "| SkWO 4.4 (SkWO 5.4) |" in page()
