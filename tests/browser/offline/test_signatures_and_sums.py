"""What a page takes for a signature without a network is what the site takes for one (SkWO 7.2.3).

What a page adds up without a network is what the rules make of the same list.
"""

import json
import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from scoring.lists.wording.games import sum_line
from scoring.rules.game_list.deals import GameList, booking
from scoring.rules.game_list.sums import rating, tallies
from scoring.rules.notation.messages import written
from scoring.signing.drawings import BENT, HEIGHT, SHORTEST, WIDTH, is_signature
from tests.browser.offline.stub import HOME
from tests.support.strategies import game_lists

DRAWINGS = 400


TAKEN = """async ([home, paths, bounds]) => {
    const { isSignature } = await import(home + "/static/table/pad.js");
    return paths.map((path) => isSignature(path, bounds));
}"""


def some_drawings() -> list[str]:
    """Return strokes from a touch to a name, some of them swipes."""
    chance = random.Random(7)
    return [_drawn(chance) for _ in range(DRAWINGS)]


def _drawn(chance: random.Random) -> str:
    step = chance.choice((3, 12, 40))
    x, y = chance.randint(0, WIDTH), chance.randint(0, HEIGHT)
    strokes = f"M{x} {y}"
    for _ in range(chance.randint(0, 12)):
        x = min(WIDTH, max(0, x + chance.randint(-step, step)))
        y = min(HEIGHT, max(0, y + chance.randint(-step, step)))
        strokes += f"{chance.choice('LLLLM')}{x} {y}"
    return strokes


def test_the_page_takes_for_a_signature_what_the_site_takes_for_one(phone):
    drawings = some_drawings()

    taken = phone.evaluate(TAKEN, [HOME, drawings, {"shortest": SHORTEST, "bent": BENT}])

    assert taken == [is_signature(one) for one in drawings]
    assert 50 < sum(taken) < DRAWINGS - 50


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
