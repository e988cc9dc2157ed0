"""What other programs are tried by: the grid and events made by chance."""

import json

import pytest

from scoring.report.__main__ import main
from scoring.report.checks import check
from scoring.report.exactness import files
from scoring.report.examples import example, grid
from scoring.rules.games import different_games
from tests.scoring.report import stranger
from tests.scoring.report.reports import SCHEMA, allows
from tests.settings import BASE_DIR

SEEDS = [str(number) for number in range(12)]
LINES = list(grid())


@pytest.mark.thorough(after=3)
@pytest.mark.parametrize("seed", SEEDS)
def test_an_event_made_by_chance_is_in_order(seed):
    report = example(seed)

    assert check(report) == ()
    assert allows(SCHEMA, report)
    assert example(seed) == report
    assert stranger.ranking(report["lists"]) == report["ranking"]


def test_the_events_are_of_many_kinds():
    reports = [example(seed) for seed in SEEDS]

    assert len({len(report["entrants"]) for report in reports}) > 4
    assert {report["event"]["series"] for report in reports} == {1, 2, 3}
    games = [deal for report in reports for one in report["lists"] for deal in one["deals"]]
    assert {deal["game"] for deal in games} == {"", "diamonds", "hearts", "spades", "clubs", "grand", "null"}
    assert any(deal.get("overbid") for deal in games)


def test_the_grid_has_every_game_that_can_be_won_and_no_line_twice():
    won = [line for line in LINES if line["deal"].get("won") and "bid" not in line["deal"]]

    assert len(won) == len(different_games()) == 664
    assert len({json.dumps(line["deal"], sort_keys=True) for line in LINES}) == len(LINES)
    assert {line["deal"].get("overbid", False) for line in LINES} == {True, False}


def test_the_stranger_comes_to_the_same_where_it_knows_the_game():
    known = [
        line
        for line in LINES
        if not line["deal"].get("overbid")
        and not line["deal"].get("schneider_announced")
        and not (line["deal"].get("ouvert") and line["deal"]["game"] != "null")
        and line["deal"].get("schneider", False) >= line["deal"].get("schwarz", False)
    ]

    assert len(known) > 1000
    assert [stranger.points(line["deal"]) for line in known] == [line["points"] for line in known]


@pytest.mark.thorough
def test_the_table_of_exactness_is_what_it_is_made_of(capsys):
    assert main(["exactness"]) == 0
    made = capsys.readouterr().out

    assert (BASE_DIR / "docs" / "exactness.md").read_text(encoding="utf-8").endswith(f"\n\n{made}")
    found = dict(files())
    assert [json.loads(line) for line in found.pop("grid.jsonl").splitlines()] == LINES
    assert all(json.loads(text)["hashes"]["report"] in made for text in found.values())


def test_the_command_writes_them(capsys):
    assert main(["example", "3"]) == 0
    assert json.loads(capsys.readouterr().out) == example("3")
    assert main(["grid"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == LINES
