"""What a page adds up without a network is what the rules make of the same list."""

import json

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from scoring.lists.wording.games import sum_line
from scoring.rules.game_list.deals import GameList, booking
from scoring.rules.game_list.sums import rating, tallies
from scoring.rules.notation.messages import written
from tests.browser.offline.stub import HOME
from tests.strategies import game_lists

LISTS = 400

SUMS = """async ([home, lists]) => {
    const { linesOf } = await import(home + "/static/table/lines.js");
    const { sumLine, sumsOf } = await import(home + "/static/table/dialogs/sums.js");
    const lines = linesOf(await (await fetch(home + "/static/table/lines.json")).json());
    return JSON.parse(lists).map(({ seats, parts, deals }) =>
        sumsOf(deals, { seats, lines, parts }).map((sum) => [sum.won, sum.lost, sum.others, sumLine(sum)]));
}"""


def some_lists(count: int) -> list[GameList]:
    """Return lists of three and four, some of tables that a player left or joined."""
    found: list[GameList] = []

    @settings(
        max_examples=count + 50,
        phases=[Phase.generate],
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(game_lists() | game_lists(rounds=12) | game_lists(changing=True))
    def collect(game_list):
        found.append(game_list)

    collect()
    return found[:count]


def parts(game_list: GameList) -> list[list[object]]:
    """Return from which deal and round on which seats are taken."""
    turns = list(enumerate(game_list.turns, start=1))
    return [
        [number, turn.round, list(turn.present)]
        for number, turn in turns
        if number == 1 or turn.present != turns[number - 2][1].present
    ]


def sums(game_list: GameList) -> list[list[object]]:
    made = []
    for tally in tallies(game_list):
        line = rating(tally, seats=game_list.seats)
        words = sum_line(
            game_points=line.game_points, own_games=line.own_games, bonus=line.bonus, performance=line.performance
        )
        made.append([tally.won, tally.lost, tally.opponents_lost, words])
    return made


@pytest.mark.thorough
def test_the_page_adds_up_what_the_rules_add_up(phone):
    lists = some_lists(LISTS)
    asked = [
        {
            "seats": one.seats,
            "parts": parts(one),
            "deals": [
                written(deal) | {"number": deal.number, "points": found.points if (found := booking(deal)) else 0}
                for deal in one.deals
            ],
        }
        for one in lists
    ]

    added = phone.evaluate(SUMS, [HOME, json.dumps(asked)])

    assert added == [sums(one) for one in lists]
    assert len({len(part) for part in map(parts, lists)}) > 1
