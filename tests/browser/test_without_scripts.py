"""What the plain form adds to what was ticked, held against the page's script: all that can be ticked, both ways."""

from itertools import product
from typing import Any
from uuid import uuid4

import pytest

from scoring.lists.forms.entry import DealForm
from scoring.lists.forms.lines import ANNOUNCED, LEVELS, REACHED, ticked
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import GameList

NAMES = ("Anna", "Bernd", "Clara", "Dieter")
DEALER, DECLARER = 1, 2
GAMES = ((Game.CLUBS, 2), (Game.CLUBS, -5), (Game.GRAND, 4), (Game.NULL, None))
COMBINATIONS = [
    (game, matadors, [level for level, is_on in zip(LEVELS, ticks, strict=True) if is_on], outcome)
    for (game, matadors), ticks, outcome in product(GAMES, product((False, True), repeat=len(LEVELS)), ("won", "lost"))
]

BY_SCRIPT = """
(combinations) => combinations.map(([game, matadors, levels, outcome]) => {
  let state = taps.blank({ number: 1, dealer: 1, players: [2, 3, 4], seats: 4 });
  const tap = (field, value) => { state = taps.tap(state, field, value, lines); };
  tap("declarer", 2);
  tap("game", game);
  if (matadors) tap("matadors", matadors);
  for (const level of levels) if (!state[level]) tap(level, true);
  // What a Null cannot have is no tile that takes a tap.
  if (levels.some((level) => !state[level])) return "barred";
  if (taps.offers(state, lines)[outcome].asked.length) tap("sure", outcome);
  return taps.entry(state, outcome, lines);
})
"""


def by_form(game: Game, matadors: int | None, levels: list[str], outcome: str) -> dict[str, Any] | None:
    """Return the line that the plain form writes, what is rare confirmed; None if it is refused."""
    sent = {
        "entry_key": uuid4(),
        "number": 1,
        "declarer": DECLARER,
        "game": game.value,
        "matadors": matadors or "",
        "outcome": outcome,
        "sure": "on",
        **dict.fromkeys(levels, "on"),
    }
    form = DealForm(sent, game_list=GameList(seats=4), number=1, names=NAMES)
    return ticked(form.cleaned_data["deal"].played) if form.is_valid() else None


@pytest.mark.thorough
def test_whatever_is_ticked_the_same_line_is_written_with_and_without_scripts(model):
    by_script = model.evaluate(
        BY_SCRIPT, [[game.value, matadors, levels, outcome] for game, matadors, levels, outcome in COMBINATIONS]
    )

    compared, differ = 0, []
    for combination, line in zip(COMBINATIONS, by_script, strict=True):
        if line == "barred":
            assert by_form(*combination) is None or combination[0] is Game.NULL
            continue
        compared += 1
        plain = by_form(*combination)
        levels = [*ANNOUNCED, *REACHED]
        if (plain and [plain[level] for level in levels]) != (line and [line[level] for level in levels]):
            differ.append((combination, plain, line))
    assert differ == []
    assert compared > 300
