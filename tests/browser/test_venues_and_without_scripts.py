"""Several venues in a real browser: a file is chosen, what it has is looked at, and joined.

What the plain form adds to what was ticked, held against the page's script: all that can be ticked, both ways.
"""

from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.forms.entry import DealForm
from scoring.lists.forms.fields import ANNOUNCED, LEVELS, REACHED, ticked
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import GameList
from tests.browser.axe import violations
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_every_page import sign_in
from tests.scoring.venues.laptops import A, B, at_tables, away, event, list_at
from tests.support import factories
from tests.support.factories import GRAND, GRAND_LOST


def both_went_on(there):
    """Play at one venue, and a deal at a table of the other."""
    at_tables(*A)(there)
    factories.enter(list_at(there, 1, B[0]), (2, GRAND_LOST))


@pytest.fixture
def file():
    made = event()
    content = away(made, both_went_on)
    factories.enter(list_at(made, 1, B[0]), (3, GRAND))
    return content


@pytest.mark.django_db(transaction=True)
@pytest.mark.browser_context_args(locale="en-GB")
@pytest.mark.thorough
@pytest.mark.parametrize("screen", [PHONE, WIDE, PHONE | {"viewport": {"width": 360, "height": 560}}])
def test_a_file_is_looked_at_and_joined(opened, live_server, file, screen):
    page: Page = opened(**screen)
    sign_in(page, live_server.url)
    page.goto(f"{live_server.url}/t/cup/office/settings/?at=venues")
    page.get_by_label("File of a venue").set_input_files(
        files=[{"name": "cup-venue.json.gz", "mimeType": "application/gzip", "buffer": file}]
    )
    page.get_by_role("button", name="Show preview").click()
    expect(page.get_by_text("1 list stays as it is here:")).to_be_visible()
    expect(page.get_by_text("4 lists would come:")).to_be_visible()
    assert violations(page) == []

    page.get_by_role("button", name="Join these").click()
    expect(page.get_by_text("4 lists were joined.")).to_be_visible()


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
