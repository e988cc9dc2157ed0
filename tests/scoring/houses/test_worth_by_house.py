"""What is a deal worth by house rules? The page and its data; and every switch that is offered changes a figure."""

from dataclasses import replace
from functools import cache
from random import Random
from typing import Final
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.houses.views import SwitchForm
from scoring.houses.wording.sheet import rule_sheet
from scoring.lists.services.entry import enter_deal
from scoring.rules.contract import Game, IllegalContract
from scoring.rules.game_list import house as of_house
from scoring.rules.game_list.deals import GameList
from scoring.rules.game_list.sums import control_sums, running, tallies
from scoring.rules.profiles.examples import house_worth
from scoring.rules.profiles.lines import DeclarerLine
from scoring.rules.profiles.naming import house, name_of, offered_of, switches_of
from scoring.rules.profiles.presets import PROFILES
from scoring.rules.profiles.switches import SWITCHES
from tests.rules.profiles.evenings import any_deals
from tests.rules.profiles.test_switches import as_kept
from tests.scoring.pub.evening import ENGLISH, NOW, opened, row_of
from tests.support.thorough import thorough

PAGE, DATA = "/worth/", "/worth.json"


def asked(client, query, language="en"):
    return client.get(f"{DATA}?{query}", headers={"Accept-Language": language})


class TestTheData:
    @pytest.mark.parametrize(
        ("query", "columns"),
        [
            ("profile=kneipe&game=hearts&matadors=2&stakes=1&bock=on", [120, 0, 0]),
            ("profile=contra&game=hearts&matadors=2&stakes=4&outcome=lost", [-960, 0, 0]),
            ("profile=grand-20&game=grand&matadors=2", [60, 0, 0]),
            ("profile=hand-single&game=clubs&matadors=1&hand=on&outcome=lost", [-36, 0, 0]),
            ("profile=hand-single&game=hearts&matadors=1&hand=on&bid=36", [-40, 0, 0]),
            ("profile=revolution&game=revolution&outcome=lost", [-184, 0, 0]),
            ("profile=bierlachs&game=spades&matadors=2", [0, -33, -33]),
            ("profile=raeuberskat&game=grand&matadors=1", [48, 0, 0]),
            ("profile=two-officers&game=clubs&matadors=1", [0, 24]),
            ("profile=tournee&game=hearts&matadors=1&kind=passt-mir-nicht&outcome=lost", [-24, 0, 0]),
            ("profile=tournee&game=ramsch&tricks_1=0&tricks_2=4&tricks_3=6", [0, 0, -30]),
            ("profile=kneipe&spitze=2&game=hearts&matadors=2&announced_spitze=on", [50, 0, 0]),
            ("profile=contra&schenken=true&game=hearts&matadors=2&given_up=2&schneider=on", [50, 0, 0]),
            (
                "profile=ramsch&game=ramsch&points_1=20&points_2=35&points_3=65&tricks_1=2&tricks_2=3&tricks_3=5",
                [0, 0, -65],
            ),
            ("profile=kneipe&game=ramsch&points_2=45&points_3=75&tricks_2=4&tricks_3=6&pushes=1&bock=on", [0, 0, -600]),
            ("profile=gewinner-ramsch&game=ramsch&points_1=30&points_2=30&points_3=60", [23, 23, 0]),
            ("profile=schmegegge&game=ramsch&points_1=30&points_2=50&tricks_1=4&tricks_2=6", [0, -50]),
            ("profile=sechserskat&game=hearts&matadors=12", [130, 0, 0]),
            ("profile=isko-2002&game=hearts&matadors=1&bid=50", [-100, 0, 0]),
        ],
    )
    def test_a_deal_is_worth_what_the_rules_say(self, client, query, columns):
        answer = asked(client, query)

        assert answer.status_code == 200
        assert answer.json()["columns"] == columns
        assert [one for one in answer.json()["problems"] if one["severity"] == "error"] == []

    def test_what_is_not_known_is_refused_with_a_sentence_and_not_left_out(self, client):
        official = [(f"game=hearts&matadors=2&{name}=lost", name) for name in ("won", "profil", "Game", "entry_key")]
        for query, name in (
            *official,
            ("profile=classic&game=hearts&matadors=2&stakes=1", "stakes"),
            ("profile=kneipe&game=hearts&matadors=2&foo=1", "foo"),
            ("profile=kneipe&game=hearts&matadors=2&announced_spitze=on", "announced_spitze"),
            ("profile=bierlachs&game=ramsch", "game"),
            ("profile=tarot&game=hearts", "profile"),
            ("profile=kneipe", "game"),
            ("profile=kneipe&game=hearts&matadors=20", "matadors"),
            ("profile=kneipe&game=hearts&bid=x", "bid"),
            ("profile=kneipe&spitze=9&game=hearts", "spitze"),
        ):
            answer = asked(client, query)
            assert (answer.status_code, [*answer.json()["errors"]]) == (400, [name]), query
            assert all(answer.json()["errors"][name])
        assert asked(client, "game=hearts&matadors=2&outcome=lost").json()["points"] == -60

    def test_it_asks_for_the_game(self, client):
        assert asked(client, "profile=classic&game=").json() == {"errors": {"game": ["Which game?"]}}
        assert "Which game?" in client.get(f"{PAGE}?profile=kneipe&game=&matadors=2").content.decode()
        assert asked(client, "profile=classic&game=hearts&matadors=2").status_code == 200

    def test_it_shows_how_it_comes_about_in_every_language(self, client):
        query = "profile=kneipe&game=hearts&matadors=2&stakes=1&bock=on"
        data, spitze = asked(client, query).json(), "profile=kneipe&spitze=2&game=hearts&matadors=2&announced_spitze=on"

        assert data["name"] == "Hearts with 2, Contra"
        assert data["computation"] == "with 2, game 3; 3 × 10 = 30; Contra, Bock: 30 × 2 × 2 = 120"
        assert (data["profile"], data["switches"], data["factor"]) == ("kneipe", {}, 4)
        assert asked(client, query, "de").json()["name"] == "Herz mit 2, Kontra"
        told = asked(client, spitze).json()
        assert (told["computation"], told["switches"]) == ("with 2, game 3, in all 5; 5 × 10 = 50", {"spitze": 2})

    def test_a_deal_that_cannot_be_true_has_no_value_and_says_why(self, client):
        data = asked(client, "profile=ramsch&game=ramsch&points_1=20&points_2=35&tricks_1=4&tricks_2=6").json()

        assert (data["columns"], data["factor"]) == ([0, 0, 0], None)
        assert [(one["code"], one["clause"]) for one in data["problems"]] == [
            ("card-points-do-not-sum", "House rules: Ramsch")
        ]

    def test_any_page_may_ask_and_without_rules_the_official_ones_answer_as_before(self, client):
        for query in ("profile=classic&game=null", "profile=none"):
            assert asked(client, query)["Access-Control-Allow-Origin"] == "*"
        data = asked(client, "game=hearts&matadors=1&bid=50").json()
        assert (data["points"], data["value"], data["line"]["overbid"]) == (-100, 50, True)
        assert "columns" not in data


@pytest.mark.django_db
class TestThePage:
    def text(self, client, query, status=200):
        page = client.get(f"{PAGE}?{query}", headers={"Accept-Language": "en"})
        assert page.status_code == status, query
        return page.content.decode()

    def test_asks_what_the_rules_have_without_a_question_and_without_a_query(self, client, django_assert_num_queries):
        with django_assert_num_queries(0):
            kneipe = self.text(client, "profile=kneipe")
            raeuberskat = self.text(client, "profile=raeuberskat")

        assert "as soon as a game is ticked" in kneipe
        for name, knows in (("stakes", False), ("hand", False), ("bid", False), ("points_3", True)):
            assert (f'name="{name}"' in raeuberskat) == knows, name
        assert 'name="stakes"' in kneipe

    def test_shows_the_answer_and_keeps_rules_and_ticks(self, client, django_assert_num_queries):
        with django_assert_num_queries(0):
            text = self.text(client, "profile=kneipe&spitze=1&game=hearts&matadors=2&stakes=1&bock=on")

        assert '<p class="house-figures">120</p>' in text
        assert "30 × 2 × 2 = 120" in text
        assert '<input type="hidden" name="spitze" value="1">' in text
        assert '<option value="2" selected>with 2</option>' in text

    def test_what_is_not_known_is_refused_with_a_sentence(self, client):
        for query in ("profile=classic&stakes=1", "profile=kneipe&foo=1", "profile=tarot"):
            assert 'role="alert"' in self.text(client, query, 422), query
        assert "house-refused" in self.text(client, "profile=kneipe&game=tarot", 422)


@pytest.mark.parametrize("bid", [None, 20, 60])
def test_a_game_below_its_bid_is_lost_by_its_own_values(bid):
    line = DeclarerLine(declarer=1, game=Game.GRAND, matadors=1, won=True, bid=bid)

    found = house_worth(line, PROFILES["grand-20"])

    assert found.columns == ((-120, 0, 0) if bid == 60 else (40, 0, 0))
    assert found.problems == ()


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

UNCOUNTED = [(code, name) for name, switch in SWITCHES.items() if not switch.counts for code in switch.profiles]


def others(name):
    """Return what a switch can be set to instead: all of a few, some of many."""
    switch = SWITCHES[name]
    settings = switch.settings if len(switch.settings) <= FEW else (7, 100, 255)
    return [setting for setting in settings if setting != switch.usual and (name, setting) not in ONLY_PLAYED]


@cache
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


@cache
def as_spoken(code, seed, seats, name):
    """Return what an evening comes to by the rules of a name."""
    return figures(evening(code, seed, seats), name, seats)


def as_entered(code, seed, seats, name):
    """Return what a table that enters what it can of an evening comes to by the rules of a name."""
    return figures(entered(evening(code, seed, seats), name, seats), name, seats)


def telling(code, name, setting, *, among=40, figures_of=as_spoken):
    """Return an evening by which a setting comes to other figures than the usual one, with both names of the rules."""
    usual = name_of(code, BESIDE.get(name, {}))
    other = name_of(code, {**BESIDE.get(name, {}), name: setting})
    for seed in range(among):
        for seats in PROFILES[code].seats:
            if figures_of(code, seed, seats, usual) != figures_of(code, seed, seats, other):
                return evening(code, seed, seats), seats, usual, other
    return None


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("code", PROFILES)
def test_every_switch_that_is_offered_changes_some_figure(code, is_thorough):
    tried = [(name, setting) for name, switch in offered_of(code) if switch.counts for setting in others(name)]

    # The official rules have nothing to choose.
    assert bool(tried) is (code != "isko-2002")
    if not is_thorough:
        # A kitty asks nothing of the rules beside it.
        tried = [one for one in tried if not one[0].startswith("pinke") or code in SWITCHES[one[0]].profiles[:3]]
    assert [(name, setting) for name, setting in tried if telling(code, name, setting) is None] == []


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(("code", "name"), UNCOUNTED)
def test_what_changes_no_figure_says_so_where_it_is_chosen_and_stands_on_the_rule_sheet(code, name, evenings):
    usual = house(code)
    for setting in others(name):
        other = house(code, {name: setting})
        assert telling(code, name, setting, among=evenings) is None
        assert said(rule_sheet(usual)) != said(rule_sheet(other))
    assert "no figure changes" in SwitchForm(usual)[name].help_text


@pytest.fixture(params=[8, *thorough(40)])
def evenings(request):
    """Return by how many evenings it is shown that nothing changes; what changes something mostly does so at once."""
    return request.param


def said(sheet):
    return [one.text for _title, rules in sheet.parts for one in rules]


@pytest.mark.thorough
def test_what_a_way_to_play_cannot_have_is_not_offered_and_still_read(evenings):
    """Nobody passes where all have to play, without bids there is no Hand: a stored list may say so all the same."""
    moot = [(code, name) for code in PROFILES for name, _ in switches_of(code) if name not in dict(offered_of(code))]
    assert ("raeuberskat", "pinke_passed_cents") in moot
    assert ("tournee", "pinke_grand_hand") in moot
    assert ("classic", "pinke_grand_hand") not in moot
    for code, name in moot:
        assert name not in SwitchForm(house(code)).fields
        assert all(telling(code, name, setting, among=evenings) is None for setting in others(name))


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


SEEN_AT: Final = ("ramsch_tie", "bock_events", "target", "dealer_bonus", "pinke")
"""Switches that change each a different part of a page: a column, a factor, the end, the totals, the kitty."""


@pytest.mark.thorough(after=2)
@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [*SEEN_AT, *thorough(*(n for n, s in SWITCHES.items() if s.counts and n not in SEEN_AT))]
)
def test_the_pages_of_a_table_show_other_figures(name):
    code = SWITCHES[name].profiles[0]
    spoken, seats, usual, other = telling(code, name, others(name)[-1], figures_of=as_entered)
    # As far as it is played until a sum or the kitty differs.
    for length in range(1, len(spoken) + 1):
        played = [(entered(spoken[:length], rules, seats), rules) for rules in (usual, other)]
        by_usual, by_other = (figures(deals, rules, seats) for deals, rules in played)
        if (by_usual[0], by_usual[-1]) != (by_other[0], by_other[-1]):
            break
    pages = [shown(opened(seats, profile=rules, rounds=ROUNDS), deals, rules) for deals, rules in played]
    assert pages[0] != pages[1]
