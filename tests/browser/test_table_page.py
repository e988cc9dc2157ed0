"""What the page at the table shows and does, tile by tile, against the real site."""

import json
from statistics import mean

import pytest
from playwright.sync_api import Page, expect

from benchmarks import taps
from scoring.lists.models import DealRow, GameListRow
from tests.browser import at_table
from tests.browser.at_table import PLACE, alive, button, count_of, last, press, state, tap, totals
from tests.browser.conftest import PHONE
from tests.browser.model_lines import game, severities

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]


@pytest.fixture
def game_list() -> GameListRow:
    """The list of a table of four, everybody seated."""
    return at_table.game_list(seats=4)


@pytest.fixture
def page(opened, live_server, game_list) -> Page:
    """A phone at that table; what keeps its page for a time without a network has tests of its own."""
    return alive(at_table.at_list(opened(**PHONE, service_workers="block"), live_server.url, game_list))


def explained(page: Page):
    return page.locator("#explain")


@pytest.mark.thorough
def test_the_value_stands_on_the_buttons_before_anything_is_saved(page):
    assert button(page, "won").inner_text().strip() == "Won"

    tap(page, "Bernd Krause", "Spades", "without 1", "Hand")

    expect(button(page, "won")).to_have_text("Won +33")
    expect(button(page, "lost")).to_have_text("Lost −66")
    page.get_by_label("Schneider", exact=True).check()
    expect(button(page, "won")).to_have_text("Won +44")
    assert not DealRow.objects.exists()


def test_the_dealer_of_four_cannot_be_touched(page):
    expect(page.get_by_label("Anna Berg", exact=True)).to_be_disabled()
    expect(page.locator("#seats > li").first).to_contain_text("deals")
    expect(page.locator("#dealer")).to_have_text("· dealer: Anna")

    press(page, "passed")

    expect(page.get_by_label("Anna Berg", exact=True)).to_be_enabled()
    expect(page.get_by_label("Bernd Krause", exact=True)).to_be_disabled()


@pytest.mark.thorough
def test_what_is_chosen_is_given_up_by_tapping_it_again(page):
    for tile in (page.get_by_label("Clara Vogt", exact=True), page.get_by_label("Grand", exact=True)):
        tile.click()
        expect(tile).to_be_checked()
        tile.click()
        expect(tile).not_to_be_checked()


def test_what_is_missing_is_said_and_shown(page):
    page.get_by_label("Clubs", exact=True).check()
    press(page, "won")

    expect(explained(page)).to_have_text("Still missing: who played, with or without how many")
    assert page.locator(".asked").evaluate_all("all => all.map(one => one.dataset.field)") == ["declarer", "matadors"]

    tap(page, "Clara Vogt")
    expect(explained(page)).to_be_hidden()
    assert page.locator(".asked").count() == 0
    assert not DealRow.objects.exists()


@pytest.mark.thorough
def test_what_cannot_be_is_explained_with_its_clause(page):
    tap(page, "Clara Vogt", "Clubs", "without 2", "Schwarz")
    press(page, "won")

    expect(explained(page)).to_contain_text("Nobody wins every trick without the jack of clubs")
    expect(explained(page)).to_contain_text("(ISkO 5.2.4)")
    expect(button(page, "won")).to_have_text("Won")
    assert not DealRow.objects.exists()


def test_a_played_deal_is_not_passed_in_by_a_slip(page):
    page.get_by_label("Grand", exact=True).check()
    press(page, "passed")

    expect(explained(page)).to_contain_text("Nobody plays a deal that is passed in.")
    assert not DealRow.objects.exists()


@pytest.mark.thorough
def test_a_rare_line_is_asked_about_in_its_place(page):
    page.locator("[for=more-with]").click()
    tap(page, "Clara Vogt", "Hearts", "with 5")
    expect(explained(page)).to_contain_text("Five matadors or more are rare. (ISkO 2.4.3)")
    press(page, "lost")

    expect(last(page)).to_contain_text("Clara Vogt loses Hearts with 5: −120")
    expect(state(page)).to_have_text("Saved on the server (no. 1)")
    expect(explained(page)).to_be_hidden()


@pytest.mark.thorough
def test_what_is_rare_in_one_outcome_only_is_asked_about_after_it(page):
    tap(page, "Clara Vogt", "Hearts", "with 1", "Schwarz")
    expect(explained(page)).to_be_hidden()
    press(page, "lost")
    expect(explained(page)).to_contain_text("The declarer held the jack of clubs and made no trick?")
    page.get_by_role("button", name="No, change it").click()
    expect(explained(page)).to_be_hidden()
    assert not DealRow.objects.exists()

    press(page, "lost")
    page.get_by_role("button", name="Yes, it was so").click()

    expect(last(page)).to_contain_text("Clara Vogt loses Hearts with 1, Schwarz: −80")


def test_another_game_clears_what_does_not_fit(page):
    page.locator("[for=more-with]").click()
    tap(page, "Clara Vogt", "Hearts", "with 7")
    page.get_by_label("Grand", exact=True).check()
    expect(count_of(page, "with 7")).not_to_be_checked()

    tap(page, "", "", "with 4", "ouvert")
    for brought in ("Hand", "Schneider announced", "Schwarz announced"):
        expect(page.get_by_label(brought, exact=True)).to_be_checked()

    page.get_by_label("Null", exact=True).check()
    expect(count_of(page, "with 4")).to_be_disabled()
    for cleared in ("Schneider", "Schwarz", "Schneider announced", "Schwarz announced"):
        expect(page.get_by_label(cleared, exact=True)).not_to_be_checked()
        expect(page.get_by_label(cleared, exact=True)).to_be_disabled()
    press(page, "won")
    expect(last(page)).to_contain_text("Clara Vogt wins Null ouvert: 46")


@pytest.mark.thorough
def test_the_last_deal_stands_there_in_words_until_the_next(page):
    tap(page, "Bernd Krause", "Grand", "with 2")
    press(page, "won")
    expect(last(page)).to_contain_text("Deal 1 Bernd Krause wins Grand with 2: 72")
    expect(last(page)).to_contain_text("with 2, game 3; 3 × 24 = 72")
    tap(page, "Clara Vogt", "Null")
    expect(last(page)).to_contain_text("Bernd Krause wins Grand with 2: 72")

    press(page, "lost")

    expect(last(page)).to_contain_text("Deal 2 Clara Vogt loses Null: −46")
    assert totals(page) == ["0", "72", "−46", "0"]
    expect(page.locator("#seats > li").nth(1)).to_contain_text("won 1 : lost 0")


@pytest.mark.thorough
def test_undo_offers_the_deal_again_as_it_was(page):
    tap(page, "Bernd Krause", "Grand", "with 2", "Schneider")
    press(page, "won")
    expect(state(page)).to_have_text("Saved on the server (no. 1)")

    page.get_by_role("link", name="Undo").click()
    expect(page.locator("#deal-number")).to_have_text("Deal 1 of 4")
    expect(page.get_by_label("Bernd Krause", exact=True)).to_be_checked()
    expect(page.get_by_label("Schneider", exact=True)).to_be_checked()
    assert totals(page) == ["0"] * 4
    tap(page, "Dieter Lange")
    press(page, "won")

    expect(last(page)).to_contain_text("Deal 1 Dieter Lange wins Grand with 2, Schneider: 96")
    expect(state(page)).to_have_text("Saved on the server (no. 1)")
    rows = DealRow.objects.order_by("entered_at").values_list("number", "declarer", "voided_at")
    assert [(number, declarer, voided is not None) for number, declarer, voided in rows] == [
        (1, 2, True),
        (1, 4, False),
    ]


def test_a_thumb_that_lands_twice_saves_one_deal(page):
    page.evaluate("for (const _ of [1, 2, 3]) document.querySelector('button[value=passed]').click()")

    expect(page.locator("#deal-number")).to_have_text("Deal 2 of 4")
    expect(state(page)).to_have_text("Saved on the server (no. 1)")
    assert DealRow.objects.count() == 1


@pytest.mark.thorough
def test_enter_saves_nothing(page):
    tap(page, "Bernd Krause", "Grand", "with 2")
    page.keyboard.press("Enter")
    press(page, "lost")

    expect(state(page)).to_have_text("Saved on the server (no. 1)")
    assert [(row.game, row.won) for row in DealRow.objects.all()] == [("grand", False)]


@pytest.mark.thorough
def test_enter_saves_nothing_without_scripts_either(opened, live_server, game_list):
    page = at_table.at_list(opened(**PHONE, java_script_enabled=False), live_server.url, game_list)
    tap(page, "Bernd Krause", "Grand", "with 2")
    page.keyboard.press("Enter")

    expect(page.locator("#refused")).to_contain_text("Say how the deal ended: won, lost or passed in.")
    expect(page.get_by_label("Grand", exact=True)).to_be_checked()
    assert not DealRow.objects.exists()


@pytest.mark.thorough
def test_a_deal_is_entered_by_keyboard_alone(page):
    for tile in ("Bernd Krause", "Grand"):
        page.get_by_label(tile, exact=True).focus()
        page.keyboard.press("Space")
    count_of(page, "with 2").focus()
    page.keyboard.press("Space")
    button(page, "won").focus()
    page.keyboard.press("Enter")

    expect(last(page)).to_contain_text("Bernd Krause wins Grand with 2: 72")


@pytest.mark.thorough
def test_without_a_connection_one_just_goes_on(new_context, live_server, game_list):
    # A page of its own: without a connection the browser's console is full of it.
    page = alive(at_table.at_list(new_context(**PHONE).new_page(), live_server.url, game_list))
    expect(state(page)).to_have_text("Ready for the first deal")
    page.context.set_offline(True)
    press(page, "passed")
    expect(state(page)).to_have_text("No network: 1 deal is safe on this phone. Play on!")
    tap(page, "Anna Berg", "Grand", "with 1")
    press(page, "won")
    expect(state(page)).to_contain_text("2 deals are safe")
    assert totals(page) == ["48", "0", "0", "0"]

    page.locator("#to-deals").click()
    deals = page.locator("#deal-list > li")
    expect(deals).to_have_count(2)
    expect(deals.first).to_contain_text("Anna: Grand with 1")
    expect(deals.first).to_contain_text("not yet sent")
    assert not DealRow.objects.exists()

    page.context.set_offline(False)
    expect(state(page)).to_have_text("Saved on the server (no. 2)", timeout=15_000)
    expect(deals.first.get_by_role("link")).to_have_attribute("href", f"{PLACE}deal/2/")
    assert DealRow.objects.count() == 2


@pytest.mark.thorough
def test_what_is_tapped_before_the_script_is_there_is_kept(opened, live_server, game_list):
    page = opened(**PHONE)
    waiting = []
    page.route("**/lines.json", lambda route: waiting.append(route))
    at_table.at_list(page, live_server.url, game_list)
    tap(page, "Bernd Krause", "Clubs", "without 2")
    page.wait_for_function("performance.getEntriesByType('resource').length > 8")
    waiting[0].continue_()
    alive(page)

    expect(button(page, "won")).to_have_text("Won +36")


@pytest.mark.thorough
def test_a_hostile_name_is_shown_as_text(opened, live_server, game_list):
    game_list.table.series.tournament.entrants.filter(number=2).update(name="<img src=x onerror=alert(1)>")
    page = alive(at_table.at_list(opened(**PHONE), live_server.url, game_list))
    page.locator("#seats input").nth(1).check()
    tap(page, "", "Grand", "with 2")
    press(page, "won")
    page.locator("#to-deals").click()

    expect(last(page)).to_contain_text("<img src=x onerror=alert(1)> wins Grand with 2: 72")
    assert page.locator("main img").count() == 0


@pytest.mark.thorough
def test_the_time_left_follows_the_site_not_the_phone(opened, live_server, game_list):
    series = game_list.table.series
    series.tournament.time_limit = 30_000
    series.tournament.save()
    page = opened(**PHONE)
    page.clock.install(time="2031-01-01T03:00:00")
    alive(at_table.at_list(page, live_server.url, game_list))

    text = page.locator("#clock").inner_text()
    assert text.startswith("Round 1/1")
    assert "left" in text or "over" in text


SEQUENCES = 100_000


@pytest.mark.thorough
@pytest.mark.proof("stale-options")
def test_no_taps_at_random_save_anything_the_rules_refuse(model, prove):
    found = model.evaluate(
        "async given => (await import('/model_taps.js')).tapAtRandom(given, lines)", {"sequences": SEQUENCES, "seed": 5}
    )

    plain, sure = (
        {
            text: severities(one["line"], dealer=one["dealer"], seats=one["seats"])
            for text in found[kind]
            if (one := json.loads(text))
        }
        for kind in ("plain", "sure")
    )
    assert len(plain) > 5_000
    assert len(sure) > 100
    assert [text for text, found in plain.items() if found] == []
    assert [text for text, found in sure.items() if "error" in found] == []
    assert any(found == {"warning"} for found in sure.values())
    prove(f"{SEQUENCES:,} sequences of taps, {len(plain) + len(sure):,} different lines saved: 0 illegal")


class TestTapsOfADeal:
    @pytest.mark.thorough
    @pytest.mark.proof("taps")
    def test_the_real_mix_costs_few_of_them(self, model, prove):
        deals = taps.deals_of_the_mix()
        found = taps.tapped(model, deals)
        kinds = taps.by_kind(deals, found.counts)

        assert found.wrong == []
        assert mean(found.counts) <= taps.GOAL
        prove(f"passed in 1, Null 3, suit and Grand 4; mean {mean(found.counts):.2f}")
        assert set(kinds["passed in"]) == {1}
        assert min(kinds["Null"]) == 3
        assert min(kinds["suit"]) == min(kinds["Grand"]) == 4

    @pytest.mark.parametrize(
        ("taps", "line"),
        [
            (1, {"declarer": None, "game": ""}),
            (3, {"game": "null"}),
            (4, {"game": "clubs", "matadors": 1}),
            (4, {"game": "grand", "matadors": -2}),
            (5, {"game": "grand", "matadors": 2, "hand": True}),
            (5, {"game": "spades", "matadors": 1, "schneider": True}),
            (5, {"game": "null", "hand": True, "ouvert": True}),
            (5, {"game": "spades", "matadors": 1, "schneider": True, "schwarz": True}),
            (5, {"game": "hearts", "matadors": 3, "hand": True, "schneider_announced": True, "schneider": True}),
            (
                5,
                {
                    "game": "grand",
                    "matadors": 4,
                    **dict.fromkeys(("hand", "schneider", "schwarz"), True),
                    **dict.fromkeys(("schneider_announced", "schwarz_announced", "ouvert"), True),
                },
            ),
            (6, {"game": "hearts", "matadors": 1, "won": False, "overbid": True, "bid": 50}),
        ],
        ids=str,
    )
    @pytest.mark.proof("taps")
    def test_are_as_few_as_promised(self, model, taps, line):
        full = {"declarer": 2, "won": True} | line
        found = model.evaluate("deal => fewest.fewestTaps(deal, 4, lines)", {"number": 1, "line": full})

        assert found["right"]
        assert (found["taps"], found["asked"]) == (taps, False)


class TestATap:
    def test_on_what_is_chosen_gives_it_up(self, tapped):
        state = tapped(*game("clubs", 1), "hand", *game("clubs", 1), "hand")["state"]

        assert (state["declarer"], state["game"], state["matadors"], state["hand"]) == (None, None, None, False)

    def test_on_the_dealer_of_a_table_of_four_does_nothing(self, tapped):
        found = tapped(("declarer", 1))

        assert found["state"]["declarer"] is None
        assert [seat["place"] for seat in found["offers"]["seats"] if seat["barred"]] == [1]
        assert tapped(("declarer", 1), players=[1, 2, 3], seats=3)["state"]["declarer"] == 1

    def test_on_an_announcement_brings_along_what_it_includes(self, tapped):
        state = tapped(*game("grand", 4), "ouvert")["state"]

        assert all(state[level] for level in ("hand", "schneider_announced", "schwarz_announced", "ouvert"))
        assert not state["schneider"]

    def test_on_what_an_announcement_leans_on_clears_the_announcement(self, tapped):
        state = tapped(*game("grand", 4), "schwarz_announced", "schneider_announced")["state"]

        assert (state["hand"], state["schneider_announced"], state["schwarz_announced"]) == (True, False, False)

    def test_on_schwarz_brings_schneider(self, tapped):
        state = tapped(*game("clubs", 1), "schwarz")["state"]

        assert state["schneider"]
        assert not tapped(*game("clubs", 1), "schwarz", "schneider")["state"]["schwarz"]

    def test_on_ouvert_is_no_hand_in_a_null(self, tapped):
        for pressed in (["ouvert", ("game", "null")], [("game", "null"), "ouvert"]):
            state = tapped(*pressed)["state"]
            assert (state["hand"], state["schwarz_announced"], state["ouvert"]) == (False, False, True)

    def test_on_another_game_clears_what_it_cannot_have(self, tapped):
        assert tapped(*game("clubs", 6), ("game", "grand"))["state"]["matadors"] is None
        state = tapped(*game("clubs", 2), "hand", "schneider", ("game", "null"))["state"]
        assert (state["matadors"], state["schneider"], state["hand"]) == (None, False, True)
        assert not tapped(("game", "null"), "ouvert", ("game", "grand"))["state"]["ouvert"]

    def test_on_a_null_leaves_hand_and_ouvert_to_be_tapped(self, tapped):
        levels = tapped(("game", "null"))["offers"]["levels"]

        assert {level for level, one in levels.items() if one["shown"]} == {"hand", "ouvert"}
        assert all(one["disabled"] != one["shown"] for one in levels.values())

    def test_on_nonsense_changes_nothing(self, tapped):
        before = tapped(*game("clubs", 1))["state"]

        nonsense = [
            ("declarer", 9),
            ("game", "ramsch"),
            ("matadors", 12),
            ("bid", 18),
            ("colour", "red"),
            ("toString", 1),
        ]
        assert tapped(*game("clubs", 1), *nonsense)["state"] == before


class TestTheOutcomes:
    def test_say_the_value_before_it_is_saved(self, tapped):
        offers = tapped(*game("grand", 2), "hand")["offers"]

        assert (offers["won"]["points"], offers["lost"]["points"]) == (96, -192)
        assert offers["won"]["missing"] == offers["won"]["refused"] == offers["won"]["asked"] == []

    def test_say_what_is_missing(self, tapped):
        assert tapped()["offers"]["won"]["missing"] == ["declarer", "game", "matadors"]
        assert tapped(("game", "null"))["offers"]["lost"]["missing"] == ["declarer"]

    def test_count_an_announced_level_as_reached_where_the_game_is_won(self, tapped):
        pressed = [*game("hearts", 3), "schneider_announced"]

        assert tapped(*pressed, outcome="won")["entry"]["schneider"]
        assert not tapped(*pressed, outcome="lost")["entry"]["schneider"]

    def test_that_cannot_be_are_refused_and_have_no_value(self, tapped):
        found = tapped(*game("clubs", -1), "schwarz", outcome="won")

        assert found["offers"]["won"]["refused"] == ["won-schwarz-without-club-jack"]
        assert found["offers"]["won"]["points"] is None
        assert found["entry"] is None
        assert tapped(*game("clubs", -1), "schwarz", outcome="lost")["entry"]["schwarz"]

    def test_that_are_rare_are_asked_about_until_somebody_is_sure(self, tapped):
        rare = game("spades", 5)

        assert tapped(*rare, outcome="won")["offers"]["won"]["asked"] == ["many-matadors"]
        assert tapped(*rare, outcome="won")["entry"] is None
        assert tapped(*rare, ("sure", "won"), outcome="won")["entry"]["matadors"] == 5
        assert tapped(*rare, ("sure", "won"), outcome="lost")["entry"] is None
        assert tapped(*rare, ("sure", "won"), "hand", outcome="won")["entry"] is None

    def test_of_a_deal_passed_in_need_an_empty_form(self, tapped):
        assert tapped(outcome="passed")["entry"] == {"declarer": None, "game": ""}
        assert tapped(("matadors", 1), outcome="passed")["entry"] is None
        assert not tapped(("declarer", 2))["offers"]["passed"]["enabled"]
