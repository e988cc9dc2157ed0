"""The line table that lies with the page is what the rules say today, and small enough for a phone."""

import json
from pathlib import Path

import pytest

from scoring.rules.codes import PROBLEM, Code
from scoring.rules.contract import CONTRACTS, Game, contradictions
from scoring.rules.notation.line_table import ANNOUNCED, BROUGHT_ALONG, IN_NULL, line_table, runs

LINE_TABLE = Path(__file__).parents[2] / "skatturnier" / "static" / "skatturnier" / "table" / "lines.json"


@pytest.fixture(scope="module")
def table():
    return line_table()


def test_the_file_is_what_the_rules_say(table):
    said = json.dumps(table, separators=(",", ":")) + "\n"

    assert LINE_TABLE.read_text(encoding="utf-8") == said, "run manage.py write_line_table"


def test_it_is_quick_to_load():
    assert LINE_TABLE.stat().st_size <= 25_000


def test_it_has_every_announcement_with_every_level(table):
    rows = [(game, contract) for game, contracts in enumerate(table["lines"]) for contract in contracts]

    assert len(rows) == len(CONTRACTS)
    assert {len(contract) for game, contract in rows if table["games"][game] != Game.NULL} == {3}
    assert {len(contract) for game, contract in rows if table["games"][game] == Game.NULL} == {1}


def test_questions_are_told_from_refusals(table):
    asked = {table["codes"][number] for number in table["asked"]}

    assert asked == {one for one in table["codes"] if PROBLEM[Code(one)].severity == "warning"}
    assert Code.MANY_MATADORS in asked


def test_the_dealer_of_a_table_of_four_sits_out(table):
    assert table["turns"]["1234"] == [(1, [2, 3, 4]), (2, [1, 3, 4]), (3, [1, 2, 4]), (4, [1, 2, 3])]
    assert table["turns"]["123"] == [(dealer, [1, 2, 3]) for dealer in (1, 2, 3)]


def test_where_one_of_four_left_the_others_deal_and_play_4_5_9(table):
    assert sorted(table["turns"]) == ["123", "1234", "124", "134", "234"]
    assert table["turns"]["124"] == [(dealer, [1, 2, 4]) for dealer in (1, 2, 4)]


@pytest.mark.parametrize("level", ANNOUNCED)
def test_what_an_announcement_brings_along_is_legal_and_needed(level):
    ticked = {level, *BROUGHT_ALONG[level]}

    def broken(ticks):
        return contradictions(game=Game.GRAND, **{one: one in ticks for one in ANNOUNCED})

    assert not broken(ticked)
    assert all(broken(ticked - {other}) for other in BROUGHT_ALONG[level])


def test_a_null_can_be_hand_and_ouvert_alone():
    assert IN_NULL == ("hand", "ouvert")


@pytest.mark.parametrize("values", [[5], [1, 2, 3], [3, 3, 3, 9], [24, 36, 48, 24, 5], [1, 4, 2, 8]])
def test_runs_lose_nothing(values):
    found = runs(values)
    triples = zip(found[::3], found[1::3], found[2::3], strict=True)

    assert [first + change * place for first, change, length in triples for place in range(length)] == values
