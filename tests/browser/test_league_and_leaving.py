"""A day of play of a league: captains on their phones, the host reports, whoever leads looks from a laptop.

A player leaves a table of four: asked on the phone, agreed by the direction, played on by three (ISkO 4.5.9).
"""

from datetime import timedelta
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from scoring.league.models import Day, MatchReport, MatchTeam
from scoring.lists.forms.entry import DealForm
from scoring.lists.forms.fields import ANNOUNCED, LEVELS, REACHED, ticked
from scoring.lists.models import Call, GameListRow, SeatResult
from scoring.lists.services import presence
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import GameList
from scoring.table.services import batches
from tests.browser import at_table
from tests.browser.at_table import KEPT, alive, comes_true, press, state, tap, violations
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_every_page import sign_in
from tests.scoring.league import leagues
from tests.scoring.league.leagues import PAGE, address, sides, small
from tests.scoring.venues.laptops import A, B, at_tables, away, event, list_at
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser_context_args(locale="en-GB"),
    pytest.mark.thorough,
]


def soon(*, begun: bool):
    """Return a match that begins in an hour, or began an hour ago."""
    match = small()
    hour = timedelta(hours=1)
    Day.objects.update(starts_at=timezone.now() + (-hour if begun else hour))
    return match


def captain_at(page: Page, url: str, side: MatchTeam) -> Page:
    """Open the address of a team, as its captain does."""
    page.goto(f"{url}{PAGE}captain/{side.team.key}/")
    expect(page.get_by_text("You act for this team")).to_be_visible()
    return page


def test_a_captain_hands_in_the_line_up_which_others_see_when_all_are_in(phone, wide, live_server):
    match = soon(begun=False)
    first, *others = sides(match)
    page = captain_at(phone, live_server.url, first)
    page.get_by_role("link", name="Match 1").click()
    expect(page.get_by_role("heading", name="Match 1")).to_be_visible()

    for number, letter in enumerate("abcd", start=1):
        page.get_by_label(f"Number {number}").select_option(label=f"Spieler Staffel Nord 1 {letter}")
    assert violations(page) == []
    page.get_by_role("button", name="Hand in the line-up").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_text("1. Spieler Staffel Nord 1 a")).to_be_visible()

    wide.goto(live_server.url + address(match))
    expect(wide.get_by_text("is in", exact=True)).to_be_visible()
    expect(wide.get_by_text("Spieler Staffel Nord 1 a")).to_have_count(0)
    for side in others:
        leagues.hand_in(side, now=timezone.now())
    wide.reload()
    expect(wide.get_by_text("1. Spieler Staffel Nord 1 a")).to_be_visible()
    expect(wide.get_by_role("heading", name="Table 4").first).to_be_visible()
    assert violations(wide) == []


def test_the_host_reports_on_a_phone_and_another_captain_agrees(phone, wide, live_server):
    match = soon(begun=True)
    for side in sides(match):
        leagues.hand_in(side, leads=True)
    host, guest = (
        next(s for s in sides(match) if (s.team_id == match.host_id) is is_host) for is_host in (True, False)
    )
    page = captain_at(phone, live_server.url, host)
    page.goto(live_server.url + address(match))

    for series in range(1, 4):
        for position in range(1, 5):
            for number in range(1, 5):
                points = 1000 - 10 * position - number
                page.locator(f"[name=s{series}-t{position}-n{number}-points]").fill(str(points))
    assert violations(page) == []
    page.get_by_role("button", name="Report the match").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert MatchReport.objects.get().reported_by == host.team.name

    other = captain_at(wide, live_server.url, guest)
    other.goto(live_server.url + address(match))
    other.get_by_role("button", name="We agree to the report").click()
    expect(other.get_by_text("Saved.")).to_be_visible()
    assert violations(other) == []
    other.goto(f"{live_server.url}{PAGE}1/")
    expect(other.get_by_role("row", name="Staffel Nord 1").first).to_contain_text("9:0")


@pytest.fixture
def game_list() -> GameListRow:
    row = at_table.game_list(seats=4, rounds=2)
    factories.enter(row, None, None, None)
    return row


def at_the_list(page: Page, address: str, row: GameListRow) -> Page:
    return alive(at_table.at_list(page, address, row))


def barred(page: Page) -> list[str]:
    return [box.get_attribute("aria-label") or "" for box in page.locator("[name=declarer]:disabled").all()]


def test_the_table_asks_the_direction_agrees_and_three_go_on(phone, live_server, game_list):
    page = at_the_list(phone, live_server.url, game_list)
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="A player leaves", exact=True).click()
    page.get_by_label("3 · Clara leaves").check()
    assert violations(page) == []
    page.get_by_role("button", name="Ask the direction").click()
    expect(
        page.get_by_role("link", name="The direction has been called. Somebody will come to your table.")
    ).to_be_visible()

    batches.settle_call(call_id=Call.objects.get().pk, granted=True, by=factories.user(), now=EVENING)
    at_the_list(page, live_server.url, game_list)
    expect(page.locator("#presence")).to_have_text("From round 2 on without Clara Vogt.")
    expect(page.locator("#deal-number")).to_have_text("Deal 4 of 7")
    assert barred(page) == ["Dieter Lange"]

    press(page, "passed")
    expect(page.locator("#deal-number")).to_have_text("Deal 5 of 7")
    expect(page.locator("#clock")).to_contain_text("Round 2/2")
    assert barred(page) == ["Clara Vogt"]
    expect(page.locator("#seats .away .games-of")).to_have_text("not there")
    tap(page, "Dieter Lange", "Grand", "without 2")
    press(page, "lost")
    expect(page.locator("#deal-number")).to_have_text("Deal 6 of 7")
    expect(state(page)).to_have_text("Saved on the server (no. 5)")
    assert violations(page) == []
    results = SeatResult.objects.order_by("seat__place").values_list("performance", flat=True)
    assert list(results)[:3] == [40, 40, 0]


def test_an_open_page_hears_of_it_and_keeps_what_is_tapped(phone, live_server, game_list):
    factories.enter(game_list, None)
    page = at_the_list(phone, live_server.url, game_list)
    assert barred(page) == ["Anna Berg"]
    tap(page, "Bernd Krause", "Grand")

    presence.leave(list_id=game_list.pk, place=3, by=factories.user(), now=EVENING)
    page.evaluate("dispatchEvent(new Event('focus'))")

    expect(page.locator("#deal-number")).to_have_text("Deal 5 of 7")
    assert barred(page) == ["Clara Vogt"]
    expect(page.get_by_label("Bernd Krause", exact=True)).to_be_checked()
    expect(page.get_by_label("Grand", exact=True)).to_be_checked()


def test_without_a_network_the_deals_go_on_in_the_new_order(new_context, live_server, game_list):
    presence.leave(list_id=game_list.pk, place=3, by=factories.user(), now=EVENING)
    # Its console is full of the lost connection.
    page = at_the_list(new_context(**PHONE).new_page(), live_server.url, game_list)
    comes_true(page, KEPT)
    page.context.set_offline(True)
    press(page, "passed")
    expect(page.locator("#deal-number")).to_have_text("Deal 5 of 7")
    assert barred(page) == ["Clara Vogt"]
    tap(page, "Anna Berg", "Grand", "with 2")
    press(page, "won")
    expect(page.locator("#deal-number")).to_have_text("Deal 6 of 7")
    expect(page.locator("#dealer")).to_contain_text("Bernd")
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(state(page)).to_have_text("Saved on the server (no. 5)")
    assert [deal.points for deal in game_list.deals.order_by("number")][-1] == 72


def test_the_direction_says_so_at_the_list_and_the_board_shows_it(wide, live_server, game_list):
    page = wide
    sign_in(page, live_server.url)
    page.goto(f"{live_server.url}{at_table.PLACE}")
    page.get_by_text("For the direction").click()
    page.get_by_label("A player leaves").select_option(label="Clara")
    page.get_by_role("button", name="A player leaves").click()
    expect(page.get_by_text("From round 2 on without Clara Vogt.").first).to_be_visible()
    page.goto(f"{live_server.url}/t/cup/office/series/1/")
    expect(page.locator(".board-table").get_by_text("From round 2 on without Clara Vogt.")).to_be_visible()


def test_a_fourth_joins_and_the_phone_shows_the_seat(phone, live_server):
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


@pytest.mark.browser_context_args(locale="en-GB")
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
