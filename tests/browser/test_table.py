"""A table in a real browser, from the code on its card to the signed list.

The page looks every line up in the line table, and says it in the words of the site: all of them, one by one.
What the page offers for a game that is below its bid (ISkO 3.4.4, 5.4).
"""

import io
import json
import re
from dataclasses import replace

import pytest
import zxingcpp
from django.conf import settings
from django.utils.translation import override
from PIL import Image
from playwright.sync_api import Page, expect

from benchmarks.model import opened
from scoring.lists.models import DealRow, GameListRow
from scoring.lists.wording.games import deal_line
from scoring.rules.contract import matadors_by_game
from scoring.rules.game_list.deals import Deal
from scoring.rules.judging import readings
from scoring.rules.valuation import book
from scoring.table.wording import phrases
from tables.draw.models import Table
from tests.browser import at_table
from tests.browser.at_table import NAMES, PLACE, alive, last, press, state, tap, totals, violations
from tests.browser.conftest import PHONE, WIDE
from tests.browser.model_lines import LOOKED_UP, SAID, as_asked, can_stand_in_a_list, every_line, game, looked_up, said
from tests.support.thorough import thorough


@pytest.fixture
def game_list() -> GameListRow:
    """The list of a table of three in a series of one round; nobody has said yet who sits there."""
    return at_table.game_list(seated=False)


def code_of_the_card(page: Page, address: str) -> str:
    """Sign in as the director and read the table's card as a phone's camera does."""
    page.goto(f"{address}/sign-in/")
    page.get_by_label("Username").fill("direktor")
    page.get_by_label("Password").fill("direktor" * 2)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.goto(f"{address}/t/cup/office/series/1/keys/")
    picture = page.get_by_role("img", name="QR code of table 1").screenshot()
    return zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))[0].text


def play(page: Page) -> None:
    """Play the three deals of the list, one of them mended."""
    tap(page, "Bernd Krause", "Grand", "with 2")
    press(page, "won")
    expect(last(page)).to_contain_text("Deal 1 Bernd Krause wins Grand with 2: 72")
    expect(page.locator("#deal-number")).to_have_text("Deal 2 of 3")

    tap(page, "Anna Berg", "Hearts", "", "Hand")
    press(page, "lost")
    expect(page.locator("#refused, #explain:not([hidden])")).to_contain_text("with or without how many")
    expect(page.get_by_label("Anna Berg", exact=True)).to_be_checked()
    expect(page.get_by_label("Hand", exact=True)).to_be_checked()
    tap(page, "", "", "without 1")
    press(page, "lost")
    expect(last(page)).to_contain_text("Deal 2 Anna Berg loses Hearts Hand without 1: −60")

    press(page, "passed")
    expect(last(page)).to_contain_text("Deal 3 passed in")
    assert totals(page) == ["−60", "72", "0"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.browser_context_args(locale="en-GB")
@pytest.mark.thorough
def test_a_null_below_its_bid_is_asked_for_its_matadors_and_entered_as_the_game_it_is_lost_as(phone, live_server):
    row = at_table.game_list()
    page = alive(at_table.at_list(phone, live_server.url, row))

    tap(page, "Bernd Krause", "Null", "", "Overbid")
    page.get_by_label("24", exact=True).check()
    readings = page.locator("#readings")
    expect(readings).to_contain_text("Still missing: with or without how many")
    tap(page, "", "", "without 4")
    expect(readings.get_by_role("button").first).to_have_text("Diamonds without 4: −90")
    expect(readings.get_by_role("button")).to_have_count(5)
    press(page, "lost")
    expect(page.locator("#explain")).to_contain_text("lost as a suit game or Grand")

    readings.get_by_label("Diamonds: with or without how many").select_option("-6")
    expect(readings.get_by_role("button").first).to_have_text("Hearts without 4: −100")
    assert violations(page) == []
    readings.get_by_role("button", name="Hearts without 4").click()
    expect(page.locator("[data-field=readings]")).to_be_hidden()
    press(page, "lost")

    expect(last(page)).to_contain_text("Deal 1 Bernd Krause loses Hearts without 4: −100")
    expect(state(page)).to_contain_text("Saved on the server (no. 1)")
    assert DealRow.objects.get().points == -100


def to_deal(page: Page) -> None:
    page.locator("#to-deals").click()
    page.get_by_role("link", name="Bernd: Grand with 2").click()


def correct(page: Page) -> None:
    to_deal(page)
    page.get_by_label("Schneider", exact=True).check()
    consent(page)
    press(page, "won")
    expect(page.get_by_role("status").get_by_text("Saved.", exact=True)).to_be_visible()
    assert totals(page) == ["−60", "96", "0"]


def consent(page: Page) -> None:
    page.get_by_label("What was wrong?").fill("Schneider forgotten")
    page.get_by_label("All players of this deal agree").check()


def correct_in_place(page: Page) -> None:
    to_deal(page)
    page.get_by_role("button", name="Correct this deal").click()
    expect(page.locator("#deal-number")).to_have_text("Correct deal 1")
    page.get_by_label("Schneider", exact=True).check()
    press(page, "won")
    consent(page.get_by_role("dialog"))
    page.get_by_role("button", name="Correct it").click()
    expect(page.locator("#deal-list > li", has_text="corrected")).to_contain_text("Bernd: Grand with 2, Schneider")
    expect(state(page)).to_have_text("Saved on the server (no. 3)")
    assert totals(page) == ["−60", "96", "0"]


def sign(page: Page) -> None:
    page.get_by_role("link", name="Check and sign").click()
    for name in NAMES[:3]:
        player = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=name))
        player.get_by_text("I agree: sign").click()
        player.get_by_role("radio").first.check()
        player.get_by_role("button", name="signs").click()
        expect(player.get_by_text(f"Signed by {name}")).to_be_visible()
    page.get_by_role("button", name="Sign and close the list").click()
    expect(page.get_by_text(re.compile("(This list is s|S)igned and closed"))).to_be_visible()


@pytest.mark.django_db(transaction=True)
@pytest.mark.browser_context_args(locale="en-GB")
def test_from_the_code_on_the_card_to_the_signed_list(opened, live_server, game_list):
    link = code_of_the_card(opened(**WIDE), live_server.url)
    phone = opened(**PHONE)
    phone.goto(link)
    assert link.endswith(f"/l/{Table.objects.get().key}/")
    expect(phone).to_have_url(f"{live_server.url}{PLACE}")
    alive(phone)
    assert violations(phone) == []

    for name in NAMES[:3]:
        phone.locator("#who").get_by_label(name).check()
    play(phone)
    expect(state(phone)).to_have_text("Saved on the server (no. 3)")
    assert violations(phone) == []
    correct_in_place(phone)
    sign(phone)

    game_list.refresh_from_db()
    assert game_list.signed_at is not None
    assert game_list.seats_confirmed_at is not None
    expect(phone.locator("#seats .points")).to_have_text(["−60", "96", "0"])
    expect(phone.locator("#ticks")).to_be_hidden()
    assert violations(phone) == []


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
@pytest.mark.browser_context_args(locale="en-GB")
@pytest.mark.proof("without-scripts")
def test_without_scripts_the_same_table_has_the_same_totals(opened, live_server, game_list, prove):
    phone = opened(**PHONE, java_script_enabled=False)
    phone.goto(f"{live_server.url}/l/{game_list.table.key}/")
    for name in NAMES[:3]:
        phone.locator("#who").get_by_label(name).check()
    phone.get_by_role("button", name="Everybody sits right").click()

    play(phone)
    correct(phone)
    sign(phone)

    assert totals(phone) == ["−60", "96", "0"]
    prove("played, corrected and signed, −60, 96 and 0 as with scripts: 0 totals differ")


@pytest.mark.django_db(transaction=True)
@pytest.mark.browser_context_args(locale="en-GB")
@pytest.mark.thorough
def test_with_and_without_scripts_the_same_rows_are_written(opened, live_server, game_list):
    """The bid of an overbid game and a rare line: tapped as tiles, or typed and ticked in the plain form."""
    phone = at_table.at_list(opened(**PHONE, java_script_enabled=False), live_server.url, game_list)
    tap(phone, "Bernd Krause", "Hearts", "with 1", "Overbid")
    phone.get_by_label("The bid, if the game was overbid").fill("50")
    press(phone, "lost")
    phone.get_by_role("group", name="with", exact=True).locator("[for=more-with]").click()
    tap(phone, "Anna Berg", "Clubs", "with 6")
    press(phone, "won")
    expect(phone.locator("#refused")).to_contain_text("Five matadors or more are rare.")
    phone.get_by_label("Yes, it was so").check()
    press(phone, "won")
    plain = list(DealRow.objects.order_by("number").values_list("points", "bid", "overbid", "matadors"))
    DealRow.objects.all().delete()
    game_list.phones.all().delete()

    game_list.seats_confirmed_at = game_list.table.series.started_at
    game_list.save()
    phone = alive(at_table.at_list(opened(**PHONE), live_server.url, game_list))
    tap(phone, "Bernd Krause", "Hearts", "with 1", "Overbid", "50")
    press(phone, "lost")
    phone.locator("[for=more-with]").click()
    tap(phone, "Anna Berg", "Clubs", "with 6")
    expect(phone.locator("#explain")).to_contain_text("Five matadors or more are rare. (ISkO 2.4.3)")
    press(phone, "won")
    expect(state(phone)).to_have_text("Saved on the server (no. 2)")

    rows = DealRow.objects.order_by("number").values_list("points", "bid", "overbid", "matadors")
    assert list(rows) == plain == [(-100, 50, True, 1), (84, None, False, 6)]


AT_ONCE = 20_000


OTHERS = 7
"""Of so many lines one is looked at in short: a prime, so that nothing that comes in turn is left out."""


@pytest.fixture(scope="module")
def model(browser):
    page = opened(browser.new_context().new_page())
    yield page
    page.context.close()


@pytest.fixture(scope="module")
def lines(is_thorough):
    """Every line there is; in short one in seven of those with a bid, as each figure and each word stands in many."""
    found = list(every_line())
    assert len(found) > 150_000
    return [line for at, line in enumerate(found) if is_thorough or line.bid is None or at % OTHERS == 0]


@pytest.fixture(scope="module")
def asking(model):
    """Return a function that asks the page about many lines."""

    def ask(script, lines, **given):
        parts = [lines[start : start + AT_ONCE] for start in range(0, len(lines), AT_ONCE)]
        return [answer for part in parts for answer in model.evaluate(script, [json.dumps(as_asked(part)), given])]

    return ask


def test_points_problems_and_steps_are_those_of_the_rules(asking, lines):
    pairs = zip(asking(LOOKED_UP, lines), map(looked_up, lines), strict=True)

    assert [pair for pair in pairs if pair[0] != pair[1]][:5] == []


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_words_are_those_of_the_site(asking, lines, language):
    standing = [line for line in lines if can_stand_in_a_list(line)]
    assert len(standing) > len(lines) / 4
    with override(language):
        pairs = zip(asking(SAID, standing, phrases=phrases()), map(said, standing), strict=True)

        assert [pair for pair in pairs if pair[0] != pair[1]][:5] == []


READ = """
([asked, { phrases }]) => JSON.parse(asked).map((line) => {
  const { points } = lines.look(line, line.won ? "won" : "lost");
  return [points, words.sentence(line, points, "Bernd", phrases, lines)];
})
"""


@pytest.mark.parametrize("bid", [48, *thorough(18, 120, 264)])
def test_a_bid_that_was_not_ticked_as_overbid_is_read_as_it_was_booked(asking, lines, bid):
    from_paper = [replace(line, bid=bid) for line in lines if line.bid is None and not line.won]

    with override("en"):
        assert asking(READ, from_paper, phrases=phrases()) == [
            [book(line).points, deal_line(Deal(number=1, declarer=1, played=line), ["Bernd"])] for line in from_paper
        ]


def test_a_game_that_a_judge_calls_won_stands_as_won(model):
    line = {"declarer": 1, "game": "hearts", "matadors": 1, "won": True, "bid": 50, "overruled": True}

    assert model.evaluate("line => lines.look(line, 'won').points", line) == 20


@pytest.mark.parametrize(
    "nonsense",
    [
        {"matadors": 12},
        {"matadors": 0},
        {"game": "ramsch"},
        {"schwarz": True},
        {"ouvert": True},
        {"bid": 19, "overbid": True},
    ],
    ids=str,
)
def test_what_no_page_can_tick_is_not_in_the_table(model, nonsense):
    line = {"declarer": 1, "game": "hearts", "matadors": 1} | nonsense

    assert model.evaluate("line => lines.look(line, 'lost')", line) is None


class TestAnOverbidGame:
    def test_is_lost_with_the_bid_that_was_not_reached(self, tapped):
        found = tapped(*game("hearts", 1), "overbid", ("bid", 50), outcome="lost")

        assert (found["entry"]["bid"], found["entry"]["overbid"], found["offers"]["lost"]["points"]) == (50, True, -100)
        assert found["offers"]["won"]["refused"] == ["won-below-bid"]
        assert tapped(*game("hearts", 1), "overbid", ("bid", 50), outcome="won")["entry"] is None

    def test_offers_the_bids_above_its_value_alone(self, tapped):
        offers = tapped(*game("hearts", 1), "overbid")["offers"]

        assert offers["bids"][:3] == [22, 23, 24]
        assert offers["lost"]["missing"] == ["bid"]
        assert tapped(*game("hearts", 1))["offers"]["bids"] == []

    def test_forgets_a_bid_that_the_value_covers_by_now(self, tapped):
        assert tapped(*game("hearts", 1), "overbid", ("bid", 30), "hand")["state"]["bid"] is None
        assert tapped(*game("hearts", 1), "overbid", ("bid", 30), "overbid")["state"]["bid"] is None

    def test_as_a_null_says_the_game_it_is_charged_as(self, tapped):
        lost = tapped(*game("null"), "overbid", ("bid", 24), outcome="lost")

        assert lost["entry"] is None
        assert lost["offers"]["lost"]["refused"] == ["null-below-bid"]
        assert next(step for step in lost["offers"]["lost"]["steps"] if step["kind"] == "overbid")["game"] == "clubs"


class TestANullBelowItsBid:
    """Lost as a suit game or Grand, by the bid and the matadors held or missing (ISkO 3.4.4)."""

    NULL = (*game("null"), "overbid", ("bid", 24))

    def test_asks_for_its_matadors_the_jacks_alone(self, tapped):
        assert tapped(*game("null"), "overbid")["offers"]["matadors"] == []
        asked = tapped(*self.NULL)["offers"]

        assert asked["matadors"] == [1, 2, 3, 4, -1, -2, -3, -4]
        assert (asked["isBelowItsBid"], asked["readings"]) == (True, [])

    @pytest.mark.parametrize("bid", [24, 30, 46, 59, 264])
    @pytest.mark.parametrize("count", [1, 3, -2, -4])
    def test_offers_every_game_it_can_be_lost_as_the_cheapest_first(self, tapped, bid, count):
        found = tapped(*game("null"), "overbid", ("bid", bid), ("matadors", count))["offers"]["readings"]

        ours = readings(bid, matadors_by_game(count))
        assert [(one["line"]["game"], one["points"]) for one in found] == [
            (line.contract.game, book(line).points) for line in ours
        ]

    def test_counts_on_in_each_suit_after_the_four_jacks(self, tapped):
        offers = tapped(*self.NULL, ("matadors", -4), ("suit", {"diamonds": -6}))["offers"]

        assert offers["suits"]["diamonds"] == [-4, -5, -6, -7, -8, -9, -10, -11]
        assert "grand" not in offers["suits"]
        assert [(one["line"]["game"], one["line"]["matadors"], one["points"]) for one in offers["readings"]][:2] == [
            ("hearts", -4, -100),
            ("spades", -4, -110),
        ]
        assert tapped(*self.NULL, ("matadors", -3))["offers"]["suits"] == {}

    @pytest.mark.parametrize(
        ("bid", "count", "saved"),
        [
            (24, 1, {"game": "clubs", "matadors": 1, "overbid": False, "bid": None}),
            (24, -4, {"game": "diamonds", "matadors": -4, "overbid": False, "bid": None}),
            (50, 1, {"game": "hearts", "matadors": 1, "overbid": True, "bid": 50}),
        ],
    )
    def test_becomes_the_game_that_is_tapped_and_can_be_saved_as_lost(self, tapped, bid, count, saved):
        null = [*game("null"), "hand", "overbid", ("bid", bid), ("matadors", count)]
        if bid < 36:
            null.remove("hand")
        found = tapped(*null, ("reading", saved["game"]), outcome="lost")

        assert {name: found["entry"][name] for name in saved} == saved
        assert not found["entry"]["hand"]
        assert found["state"]["suits"] == {}

    def test_forgets_its_matadors_with_its_bid(self, tapped):
        assert tapped(*self.NULL, ("matadors", 2), ("bid", 24))["state"]["matadors"] is None
        assert tapped(*self.NULL, ("matadors", 2), "overbid")["state"]["matadors"] is None
        state = tapped(*self.NULL, ("matadors", 4), ("suit", {"clubs": 6}), ("matadors", 2))["state"]
        assert (state["matadors"], state["suits"]) == (2, {})

    def test_stands_as_no_game_that_was_not_offered(self, tapped):
        before = tapped(*self.NULL, ("matadors", 2))["state"]

        assert tapped(*self.NULL, ("matadors", 2), ("reading", "null"))["state"] == before
        assert tapped(*self.NULL, ("matadors", 2), ("suit", {"clubs": 6}))["state"] == before
