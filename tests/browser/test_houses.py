"""
Lists of house rules on a phone: their tiles follow their rules, and what a deal comes to is said before it is entered.

What the page says of a deal without a network is what the site would refuse it for; the sheet of rules follows its
switches, with scripts and without.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation
from playwright.sync_api import Page, Route, expect

from scoring.lists.forms.house import deal_form_of, typed_deal
from scoring.lists.forms.house_fields import short_ramsch_fields
from scoring.rules.game_list.deals import GameList
from scoring.rules.game_list.findings import findings
from scoring.rules.game_list.house import may_declare
from scoring.rules.profiles.naming import named
from scoring.rules.profiles.presets import PROFILES
from scoring.rules.profiles.profile import Declaring, Target
from scoring.table.views.entry import figures
from scoring.table.wording import page_words
from tests.browser.conftest import PHONE
from tests.scoring.houses.evening import columns, house_list
from tests.scoring.pub.evening import opened as open_pub
from tests.scoring.pub.evening import row_of
from tests.support.factories import EVENING
from tests.support.thorough import thorough

pytestmark = pytest.mark.django_db(transaction=True)


def opened(page: Page, live_server, row) -> None:
    page.goto(f"{live_server.url}/l/{row.table.key}/")
    page.goto(f"{live_server.url}/t/cup/series/1/table/1/")


class Thumb:
    """Counts what a thumb presses; what has to be scrolled to costs one more."""

    MEETS = """one => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const met = document.elementFromPoint(left + width / 2, top + height / 2);
        return met !== null && one.contains(met);
    }"""

    def __init__(self, page: Page) -> None:
        self.page, self.presses = page, 0

    def press(self, selector: str) -> None:
        target = self.page.locator(selector)
        self.presses += 1 if target.evaluate(self.MEETS) else 2
        target.click()

    def write(self, field: str, number: int) -> None:
        """Write a number with the keys that came up, or press its field first."""
        if not self.page.locator(f"[name={field}]").evaluate("one => one === document.activeElement"):
            self.press(f"[name={field}]")
        for digit in str(number):
            self.presses += 1
            self.page.keyboard.press(digit)


def ramsch_in_short(thumb: Thumb, losers: tuple[int, ...], card_points: int, virgins: int, pushes: int = 0) -> None:
    """Enter a Ramsch of which only the loser writes: what the form has no field for, nobody is asked."""
    form = thumb.page.locator("#ramsch")
    thumb.press("[data-ramsch]")
    for seat in losers:
        thumb.press(f".tile:has([name=loses_{seat}])")
    if form.locator("[name=lost_with]").count():
        thumb.write("lost_with", card_points)
    for name, count in (("virgins", virgins), ("pushes", pushes)):
        if count:
            thumb.press(f"#ramsch .tile:has([name={name}][value='{count}'])")
    thumb.press("button[value=ramsch]")


def ramsch_in_columns(thumb: Thumb, losers: tuple[int, ...], card_points: int, virgins: int, pushes: int = 0) -> None:
    """Enter a Ramsch that needs what everybody had, the last of them left to the sum."""
    del losers, virgins, pushes
    thumb.press("[data-ramsch]")
    names = [name for name in ("points", "tricks") if thumb.page.locator(f"[name={name}_1]").count()]
    for seat, had in ((1, {"points": card_points, "tricks": 6}), (2, {"points": 110 - card_points, "tricks": 2})):
        for name in names:
            thumb.write(f"{name}_{seat}", had[name])
    thumb.press("button[value=ramsch]")


ONE, WITH_VIRGIN, EQUAL, MARCH = ((1,), 65, 0), ((2,), 75, 1), ((1, 3), 50, 0), ((2,), 120, 2)
PLAYS = {
    "kneipe durchmarsch=true": ([ONE, WITH_VIRGIN, (*ONE, 2)], [-325, -150, 0], 6),
    "tournee": ([ONE, WITH_VIRGIN, EQUAL, MARCH], [-40, -80, -20], 4),
    "schmegegge": ([ONE, ((2,), 75, 1)], [-65, -150], 6),
    "ramsch ramsch_writes=everybody": ([ONE], [-65, -45, -10], 11),
}
"""Plays of a list, its columns after them, and how many presses each takes at most, the Ramsch among the games too.

In the last everybody writes, in the others the loser alone.
"""


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("profile", PLAYS)
@pytest.mark.browser_context_args(locale="en-GB")
def test_a_ramsch_takes_few_presses(opened, live_server, profile):
    (plays, expected, most), seats = PLAYS[profile], len(PLAYS[profile][1])
    # Two play only where no tournament is.
    row = (
        house_list(profile, seats=seats, rounds=2) if seats > 2 else row_of(open_pub(seats, profile=profile, rounds=2))
    )
    row.seats_confirmed_at = EVENING
    row.save(update_fields=["seats_confirmed_at"])
    page = opened(**PHONE | {"viewport": {"width": 360, "height": 560}}, service_workers="block")
    page.goto(f"{live_server.url}/l/{row.table.key}/")
    enter = ramsch_in_short if page.locator("[name=loses_1]").count() else ramsch_in_columns

    presses = {}
    for number, play in enumerate(plays, start=1):
        expect(page.locator("#deal-number")).to_contain_text(f"Deal {number}")
        expect(page.locator("button[value=ramsch]")).to_be_enabled()
        thumb = Thumb(page)
        enter(thumb, *play)
        expect(page.locator("#state")).to_contain_text(f"(no. {number})")
        presses[play] = thumb.presses

    assert columns(row) == expected
    assert max(presses.values()) <= most, presses


def test_the_sheet_follows_every_switch_and_keeps_a_choice_made_while_the_answer_is_on_its_way(phone, live_server):
    phone.goto(live_server.url)
    phone.get_by_role("navigation").get_by_role("link", name="Hausregeln").click()
    phone.get_by_role("link", name="Club mit Ramsch").click()
    # Before its scripts are there, a choice is shown by the button alone.
    phone.wait_for_url("**/house-rules/sheet/**")
    writes, costs = phone.get_by_label("Ramsch schreibt"), phone.get_by_label("Ein Ramsch kostet")

    writes.select_option("everybody")
    expect(phone.locator("#rule-sheet")).to_contain_text("Jeder schreibt seine eigenen Augen als Minus.")
    costs.select_option("fixed")
    expect(phone.locator("#rule-sheet")).to_contain_text("0 / 0 / −15")
    both = re.compile("ramsch_writes=everybody.*ramsch_amount=fixed")
    expect(phone).to_have_url(both)
    printing = phone.get_by_role("link", name="Auf A5 drucken")
    expect(printing).to_have_attribute("href", re.compile("ramsch_amount=fixed"))

    waiting: list[Route] = []
    phone.goto(f"{live_server.url}/house-rules/sheet/?profile=ramsch")
    phone.route(re.compile("ramsch_writes=everybody.*ramsch_amount=points"), lambda route: waiting.append(route))
    with phone.expect_request(re.compile("ramsch_writes=everybody")):
        writes.select_option("everybody")
    costs.select_option("fixed")
    expect(phone.locator("#rule-sheet")).to_contain_text("0 / 0 / −15")
    expect(phone).to_have_url(both)
    assert len(waiting) == 1


def test_it_works_without_scripts(phone_without_scripts, live_server):
    page = phone_without_scripts
    page.goto(f"{live_server.url}/house-rules/sheet/?profile=kneipe")

    page.get_by_label("ein Grand Hand wird gewonnen").check()
    page.get_by_label("ein Spiel ab 96 wird gewonnen").check()
    page.get_by_role("button", name="Regeln zeigen").click()
    expect(page.locator("#rule-sheet")).to_contain_text("ein Grand Hand wird gewonnen; ein Spiel ab 96 wird gewonnen")

    page.get_by_role("link", name="Spielwert").first.click()
    page.get_by_label("Was wurde gespielt?").select_option("hearts")
    page.get_by_label("Spitzen", exact=True).select_option("2")
    page.get_by_label("in der Bockrunde").check()
    page.get_by_role("button", name="Wert anzeigen").click()
    expect(page.locator("#answer")).to_contain_text("30 × 2 = 60")


LOOKED_AT = """async (cases) => {
    const { amiss } = await import("/figures.js");
    return JSON.parse(cases).map(({ typed, figures, words }) => amiss(typed, 1, figures, words));
}"""
TURNS = """async ([figures, first, length]) => {
    const { turnOf } = await import("/figures.js");
    return Array.from({ length }, (_, at) => turnOf(figures, first + at)).map(({ players, may }) => [players, may]);
}"""
OF_FIGURES = {
    *("sits-out", "dealer-played", "not-in-turn", "not-the-players", "card-points-missing"),
    *("card-points-do-not-sum", "tricks-missing", "tricks-do-not-sum", "lost-with-missing"),
    *("lost-with-cannot-be", "too-many-virgins", "matadors-missing", "too-many-matadors"),
}
"""What the rules refuse that the phone must have seen before."""

UNREAD = "unread"

OTHERWISE = (
    "kneipe durchmarsch=true equal_costs=false ramsch_tie=last-trick",
    "ramsch ramsch_writes=everybody",
    "ramsch durchmarsch=true ramsch_skat=left-out virgin_doubles=false",
    "ramsch ramsch_amount=fixed",
    "schmegegge ramsch_tens=low-for-one ramsch_tie=share",
)
"""Other ways to write down a Ramsch than the profiles have as usual."""


def house_lists(*, rounds: int) -> Iterator[GameList]:
    """Yield an empty list of each profile, for each size of its tables."""
    for name in (*PROFILES, *OTHERWISE):
        for seats in named(name).seats if name != "isko-2002" else ():
            yield GameList(seats=seats, rounds=rounds, profile=name)


def in_short(draw: Random, game_list: GameList) -> dict[str, str]:
    """Return a Ramsch as a thumb could type it into the short form; nothing where there is none."""
    seats = dict.fromkeys(game_list.players_of(1), "")
    fields = short_ramsch_fields(named(game_list.profile), seats)
    losers = draw.sample(sorted(seats), k=draw.choice([1, 1, 1, min(2, len(seats)), len(seats), 0]))
    said = {f"loses_{seat}": "on" for seat in losers}
    if "lost_with" in fields and draw.random() < 0.9:
        said["lost_with"] = str(draw.choice([1, 39, 40, 41, 50, 60, 61, 84, 98, 119, 120]))
    if "virgins" in fields and draw.random() < 0.5:
        said["virgins"] = draw.choice(fields["virgins"].few)[0]
    return {"outcome": "ramsch", **said} if fields else {}


def typed(draw: Random, game_list: GameList) -> dict[str, str]:
    """Return a deal as a thumb could type it: mostly whole, sometimes nonsense."""
    seats = game_list.seats
    if draw.random() < 0.5:
        if short := in_short(draw, game_list):
            return short
        players = draw.choice([(1, 2, 3), (2, 3, 4)]) if seats > 3 else range(1, seats + 1)
        found = {"outcome": "ramsch"}
        for column, amounts in (("points", (40, 50, 30)), ("tricks", (3, 4, 3))):
            if draw.random() < 0.9:
                found |= {f"{column}_{seat}": str(own) for seat, own in zip(players, amounts, strict=False)}
        return found | ({"points_2": "49"} if draw.random() < 0.2 else {})
    fields = {
        "declarer": str(draw.randint(1, seats)),
        "game": draw.choice(["clubs", "hearts", "grand", "null"]),
        "matadors": str(draw.choice([1, 2, -1, 4, 5, 8])),
    }
    if fields["game"] == "null":
        del fields["matadors"]
    left = {name: value for name, value in fields.items() if draw.random() < 0.9}
    return left | {"outcome": draw.choice(["won", "lost", "passed"])}


def refusals(one: dict[str, str], game_list: GameList) -> set[str]:
    """Return the codes for which the site refuses a deal as the first of a list, or that it makes none at all."""
    try:
        deal = typed_deal(one, number=1, game_list=game_list)
    except ValidationError:
        return {UNREAD}
    found = findings(replace(game_list, deals=(deal,)))
    return {str(finding.problem.code) for finding in found if finding.deal == 1}


@pytest.mark.parametrize("first", [2, *thorough(1, 5)])
def test_the_phone_knows_who_plays_and_who_may_be_alone_in_every_deal_to_come(model, first):
    for game_list in house_lists(rounds=8):
        is_endless = isinstance(named(game_list.profile).course, Target)
        numbers = range(first, first + 12 if is_endless else 1 + game_list.length)
        expected = [
            [[*turn.players], [*may_declare(named(game_list.profile), turn)]] for turn in map(game_list.turn, numbers)
        ]
        told = figures(game_list, numbers=numbers[: 1 + game_list.seats])
        assert model.evaluate(TURNS, [told, first, len(numbers)]) == expected, game_list


@pytest.mark.thorough
@pytest.mark.parametrize(("seed", "many"), [(1, 20), *thorough((2, 60))])
def test_what_the_phone_says_of_a_deal_the_site_refuses_and_the_other_way_round(model, seed, many):
    draw = Random(seed)
    cases, expected = [], []
    with translation.override("en"):
        for game_list in house_lists(rounds=2):
            profile, told = named(game_list.profile), figures(game_list, numbers=range(1, 2))
            for one in (typed(draw, game_list) for _ in range(many)):
                if one["outcome"] in deal_form_of(game_list).outcomes_in(game_list):
                    cases.append({"typed": one, "figures": told, "words": page_words()})
                    expected.append((profile, one, refusals(one, game_list)))
    found = model.evaluate(LOOKED_AT, json.dumps(cases))

    kinds = Counter()
    for (profile, one, codes), sentences in zip(expected, found, strict=True):
        kinds[bool(sentences)] += 1
        known = OF_FIGURES | ({UNREAD} if profile.declaring is not Declaring.BY_KIND else set())
        assert codes if sentences else not codes & known, json.dumps([profile.code, one, sorted(codes), sentences])
    assert min(kinds[True], kinds[False]) > 3 * many, kinds
