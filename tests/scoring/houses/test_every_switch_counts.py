"""A rule that a page offers is a rule the site reckons: every switch changes a figure, or says that it changes none."""

from dataclasses import replace
from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.houses.forms.switches import SwitchForm
from scoring.houses.wording.sheet import rule_sheet
from scoring.lists.services.entry import enter_deal
from scoring.rules.contract import IllegalContract
from scoring.rules.game_list import house as of_house
from scoring.rules.game_list.deals import GameList
from scoring.rules.game_list.sums import control_sums, running, tallies
from scoring.rules.profiles.houses import house, offered_of, switches_of
from scoring.rules.profiles.naming import name_of
from scoring.rules.profiles.presets import PROFILES
from scoring.rules.profiles.switches import SWITCHES
from tests.rules.profiles.evenings import any_deals
from tests.rules.profiles.test_lists_of_the_site import as_kept
from tests.scoring.pub.evening import ENGLISH, NOW, opened, row_of

BESIDE = {
    "ramsch_fixed": {"ramsch_amount": "fixed"},
    "bock_ramsch": {"bock_events": 255},
    "pinke_cents": {"pinke": "kept"},
    "pinke_further_cents": {"pinke": "kept"},
    "pinke_grand_hand": {"pinke": "kept"},
    "pinke_passed_cents": {"pinke": "kept"},
}
"""What has to be played for a switch to matter."""

FEW, ROUNDS = 10, 8
FOR_TWO = [
    {"ramsch": {"card_points": points, "tricks": tricks, "last_trick": 2}}
    for points, tricks in (([30, 50], [4, 6]), ([0, 90], [0, 10]), ([45, 45], [5, 5]), ([0, 0], [0, 10]))
]
"""Ramsch of two players, with equals, with all tricks, with nothing in them."""

ONLY_PLAYED = {("ramsch_skat", "most-points"), ("ramsch_tens", "low")}
"""Settings of which the list sees nothing: card points stand already where they belong."""

OFFERED = [(code, name) for code in PROFILES for name, switch in offered_of(code) if switch.counts]
UNCOUNTED = [(code, name) for name, switch in SWITCHES.items() if not switch.counts for code in switch.profiles]


def others(name):
    """Return what a switch can be set to instead: all of a few, some of many."""
    switch = SWITCHES[name]
    settings = switch.settings if len(switch.settings) <= FEW else (7, 100, 255)
    return [setting for setting in settings if setting != switch.usual and (name, setting) not in ONLY_PLAYED]


def evening(code, seed, seats):
    """Return deals of a table, with whatever can be said beside them, as a function of the name of the rules."""
    chance, found = Random(seed), []
    while len(found) < ROUNDS * seats:
        said = any_deals(chance, code, seats=seats, number=len(found) + 1)[-1]
        if code == "schmegegge" and chance.random() < 0.5:
            said = chance.choice(FOR_TWO)
        elif "ramsch" in said and chance.random() < 0.1:
            # Cards of the skat may be in nobody's tricks.
            points = said["ramsch"]["card_points"]
            said["ramsch"]["card_points"] = [own and max(own - 10, 0) for own in points]
        beside = {"schenken": chance.choice([0, 0, 1, 2]), "has_sixty": chance.random() < 0.2}
        beside["spitze"] = chance.random() < 0.3
        knocks = chance.choice([0, 0, 0, 1, 2])
        try:
            as_kept(1, said, code)
        except IllegalContract:
            continue
        found.append((said, beside, knocks))
    return found


def dealt(spoken, name):
    """Return the deals of an evening as a list by the rules of this name writes them down."""
    deals = []
    for number, (said, beside, knocks) in enumerate(spoken, start=1):
        deal = as_kept(number, said, name)
        if deal.house.ramsch is not None:
            line = replace(deal.house.ramsch, knocks=knocks if "klopfen" in name else 0)
            deal = replace(deal, house=replace(deal.house, ramsch=line))
        elif deal.played is not None:
            beside = {
                "schenken": beside["schenken"] if "schenken" in name else 0,
                "has_sixty": beside["has_sixty"] and not deal.played.won,
                "spitze": beside["spitze"] and "spitze" in name,
            }
            deal = replace(deal, house=replace(deal.house, **beside))
        deals.append(deal)
    return tuple(deals)


def figures(spoken, name, seats):
    """Return what a list comes to, by everything its pages ask of the rules."""
    game_list = GameList(seats=seats, rounds=ROUNDS, deals=dealt(spoken, name), profile=name)
    refused = [(number, found.code) for number, found in of_house.house_findings(game_list)]
    pot = of_house.pot(game_list)
    return (
        running(game_list),
        tallies(game_list),
        control_sums(game_list),
        of_house.is_over(game_list),
        refused,
        pot and (pot.balances, pot.left),
    )


def entered(spoken, name, seats):
    """Return how much of an evening a table can enter: what is refused is not played."""
    kept = []
    for one in spoken:
        game_list = GameList(seats=seats, rounds=ROUNDS, deals=dealt([*kept, one], name), profile=name)
        if not any(found.severity == "error" for _number, found in of_house.house_findings(game_list)):
            kept.append(one)
    return kept


def telling(code, name, setting, reading=lambda spoken, *_of: spoken):
    """Return an evening by which a setting comes to other figures than the usual one, with both names of the rules."""
    usual = name_of(code, BESIDE.get(name, {}))
    other = name_of(code, {**BESIDE.get(name, {}), name: setting})
    for seed in range(40):
        for seats in PROFILES[code].seats:
            spoken = evening(code, seed, seats)
            read = [(reading(spoken, rules, seats), rules, seats) for rules in (usual, other)]
            if figures(*read[0]) != figures(*read[1]):
                return spoken, seats, usual, other
    return None


@pytest.mark.parametrize(("code", "name"), OFFERED)
def test_every_switch_that_is_offered_changes_some_figure(code, name):
    assert [setting for setting in others(name) if telling(code, name, setting) is None] == []


@pytest.mark.parametrize(("code", "name"), UNCOUNTED)
def test_what_changes_no_figure_says_so_where_it_is_chosen_and_stands_on_the_rule_sheet(code, name):
    usual = house(code)
    for setting in others(name):
        other = house(code, {name: setting})
        assert telling(code, name, setting) is None
        assert said(rule_sheet(usual)) != said(rule_sheet(other))
    assert "no figure changes" in SwitchForm(usual)[name].help_text


def said(sheet):
    return [one.text for part in sheet.parts for one in part.said]


def test_what_a_way_to_play_cannot_have_is_not_offered_and_still_read():
    """Nobody passes where all have to play, without bids there is no Hand: a stored list may say so all the same."""
    moot = [(code, name) for code in PROFILES for name, _ in switches_of(code) if name not in dict(offered_of(code))]
    assert ("raeuberskat", "pinke_passed_cents") in moot
    assert ("tournee", "pinke_grand_hand") in moot
    assert ("classic", "pinke_grand_hand") not in moot
    for code, name in moot:
        assert name not in SwitchForm(house(code)).fields
        assert all(telling(code, name, setting) is None for setting in others(name))


def shown(table, spoken, name):
    """Return what the pages of a table show after an evening: the columns, the sums, and what is in the kitty."""
    row = row_of(table)
    for deal in dealt(spoken, name):
        enter_deal(list_id=row.pk, deal=deal, entry_key=uuid4(), by=None, now=NOW)
    client = Client(headers=ENGLISH)
    client.get(f"/l/{table.key}/")
    where = {"slug": table.series.tournament.slug, "series": 1, "table": 1}
    sheet = client.get(reverse("scoring:list", kwargs=where)).context["sheet"]
    answer = client.get(reverse("scoring:settlement", kwargs=where))
    kitty = (answer.context["kitty"].balances, answer.context["kitty"].left) if sheet.is_for_money else None
    lines = [(line.columns, line.totals) for line in sheet.lines]
    return lines, [(score.tally, score.performance) for score in sheet.scores], sheet.next_number, kitty


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, switch in SWITCHES.items() if switch.counts])
def test_the_pages_of_a_table_show_other_figures(name):
    code = SWITCHES[name].profiles[0]
    spoken, seats, usual, other = telling(code, name, others(name)[-1], entered)
    tables = [opened(seats, profile=rules, rounds=ROUNDS) for rules in (usual, other)]
    pages = [
        shown(table, entered(spoken, rules, seats), rules) for table, rules in zip(tables, (usual, other), strict=True)
    ]
    assert pages[0] != pages[1]
