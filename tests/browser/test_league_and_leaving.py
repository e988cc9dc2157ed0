"""A player leaves a table of four: asked on the phone, agreed by the direction, played on by three (ISkO 4.5.9)."""

from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from scoring.lists.forms.entry import DealForm
from scoring.lists.forms.fields import ANNOUNCED, LEVELS, REACHED, ticked
from scoring.lists.models import Call, GameListRow, SeatResult
from scoring.lists.services import presence
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import GameList
from scoring.table.services import batches
from tests.browser import at_table
from tests.browser.at_table import alive, press, state, tap, violations
from tests.browser.conftest import PHONE
from tests.support import factories
from tests.support.factories import EVENING, GRAND

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser_context_args(locale="en-GB"),
    pytest.mark.thorough,
]


@pytest.fixture
def game_list() -> GameListRow:
    row = at_table.game_list(seats=4, rounds=2)
    factories.enter(row, None, None, None)
    return row


def at_the_list(page: Page, address: str, row: GameListRow) -> Page:
    return alive(at_table.at_list(page, address, row))


def barred(page: Page) -> list[str]:
    return [box.get_attribute("aria-label") or "" for box in page.locator("[name=declarer]:disabled").all()]


def test_the_table_asks_the_direction_agrees_three_go_on_and_the_fourth_is_back(new_context, live_server, game_list):
    # Its console is full of the lost connection.
    page = at_the_list(new_context(**PHONE).new_page(), live_server.url, game_list)
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="A player leaves", exact=True).click()
    page.get_by_label("3 · Clara leaves").check()
    assert violations(page) == []
    page.get_by_role("button", name="Ask the direction").click()
    called = "The direction has been called. Somebody will come to your table."
    expect(page.get_by_role("link", name=called)).to_be_visible()

    batches.settle_call(call_id=Call.objects.get().pk, granted=True, by=factories.user(), now=EVENING)
    at_the_list(page, live_server.url, game_list)
    expect(page.locator("#presence")).to_have_text("From round 2 on without Clara Vogt.")
    expect(page.locator("#deal-number")).to_have_text("Deal 4 of 7")
    assert barred(page) == ["Dieter Lange"]

    # Without a network the deals go on in the new order.
    page.context.set_offline(True)
    press(page, "passed")
    expect(page.locator("#deal-number")).to_have_text("Deal 5 of 7")
    expect(page.locator("#clock")).to_contain_text("Round 2/2")
    assert barred(page) == ["Clara Vogt"]
    expect(page.locator("#seats .away .games-of")).to_have_text("not there")
    tap(page, "Dieter Lange", "Grand", "without 2")
    press(page, "lost")
    expect(page.locator("#deal-number")).to_have_text("Deal 6 of 7")
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(state(page)).to_have_text("Saved on the server (no. 5)")
    assert violations(page) == []
    results = SeatResult.objects.order_by("seat__place").values_list("performance", flat=True)
    assert list(results)[:3] == [40, 40, 0]

    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="A player leaves", exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("radio")).to_have_count(1)
    page.get_by_label("3 · Clara is back").check()
    page.get_by_role("button", name="Ask the direction").click()
    expect(page.get_by_role("link", name=called)).to_be_visible()
    assert list(Call.objects.order_by("pk").values_list("kind", "place")) == [("leaves", 3), ("returns", 3)]


def test_an_open_page_hears_of_it_and_keeps_what_is_tapped(phone, live_server, game_list):
    factories.enter(game_list, None)
    page = at_the_list(phone, live_server.url, game_list)
    tap(page, "Bernd Krause", "Grand")
    presence.leave(list_id=game_list.pk, place=3, by=factories.user(), now=EVENING)
    page.evaluate("dispatchEvent(new Event('focus'))")

    expect(page.locator("#deal-number")).to_have_text("Deal 5 of 7")
    assert barred(page) == ["Clara Vogt"]
    for tapped in ("Bernd Krause", "Grand"):
        expect(page.get_by_label(tapped, exact=True)).to_be_checked()


def test_a_fourth_joins_and_an_open_page_shows_the_seat(phone, live_server):
    row = at_table.game_list(seats=3, rounds=2)
    made = row.table.series.tournament
    made.entrants.create(number=4, name="Dieter Lange", registered_at=EVENING)
    factories.enter(row, (1, GRAND))
    # What it asks for at its start is answered before the fourth comes.
    with phone.expect_response("**/phone/**"):
        page = at_the_list(phone, live_server.url, row)
    presence.join(list_id=row.pk, number=4, by=factories.user(), now=EVENING)
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("#seats > li")).to_have_count(4)
    expect(page.locator("#deal-number")).to_have_text("Deal 2 of 7")
    assert barred(page) == ["Dieter Lange"]
    expect(page.locator("#presence")).to_have_text("From round 2 on with Dieter Lange.")


NAMES = ("Anna", "Bernd", "Clara", "Dieter")
DECLARER = 2
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
