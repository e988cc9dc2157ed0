"""What is a deal worth by house rules? The page and its data; and what is said where a choice changes no figure."""

import pytest

from scoring.houses.views import SwitchForm
from scoring.houses.wording.sheet import rule_sheet
from scoring.rules.contract import Game
from scoring.rules.profiles.examples import house_worth
from scoring.rules.profiles.lines import DeclarerLine
from scoring.rules.profiles.naming import house, offered_of, switches_of
from scoring.rules.profiles.presets import PROFILES
from scoring.rules.profiles.switches import SWITCHES

PAGE, DATA = "/worth/", "/worth.json"


def asked(client, query, language="en"):
    return client.get(f"{DATA}?{query}", headers={"Accept-Language": language})


class TestTheData:
    def test_a_deal_is_worth_what_the_rules_say(self, client):
        for query, columns in (
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
        ):
            answer = asked(client, query)

            assert answer.status_code == 200, query
            assert answer.json()["columns"] == columns, query
            assert [one for one in answer.json()["problems"] if one["severity"] == "error"] == [], query

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
        assert asked(client, "profile=classic&game=").json() == {"errors": {"game": ["Which game?"]}}
        assert "Which game?" in client.get(f"{PAGE}?profile=kneipe&game=&matadors=2").content.decode()

    def test_it_shows_how_it_comes_about_in_every_language(self, client):
        query = "profile=kneipe&game=hearts&matadors=2&stakes=1&bock=on"
        data, spitze = asked(client, query).json(), "profile=kneipe&spitze=2&game=hearts&matadors=2&announced_spitze=on"

        assert data["name"] == "Hearts with 2, Contra"
        assert data["computation"] == "with 2, game 3; 3 × 10 = 30; Contra, Bock: 30 × 2 × 2 = 120"
        assert (data["profile"], data["switches"], data["factor"]) == ("kneipe", {}, 4)
        assert asked(client, query, "de").json()["name"] == "Herz mit 2, Kontra"
        told = asked(client, spitze).json()
        assert (told["computation"], told["switches"]) == ("with 2, game 3, in all 5; 5 × 10 = 50", {"spitze": 2})

    def test_a_deal_that_cannot_be_true_has_no_value_and_without_rules_the_official_ones_answer_any_page(self, client):
        data = asked(client, "profile=ramsch&game=ramsch&points_1=20&points_2=35&tricks_1=4&tricks_2=6").json()
        assert (data["columns"], data["factor"]) == ([0, 0, 0], None)
        (found,) = data["problems"]
        assert (found["code"], found["clause"]) == ("card-points-do-not-sum", "House rules: Ramsch")

        for query in ("profile=classic&game=null", "profile=none"):
            assert asked(client, query)["Access-Control-Allow-Origin"] == "*"
        data = asked(client, "game=hearts&matadors=1&bid=50").json()
        assert (data["points"], data["value"], data["line"]["overbid"]) == (-100, 50, True)
        assert "columns" not in data


@pytest.mark.django_db
def test_the_page_asks_what_the_rules_have_shows_the_answer_and_refuses_with_a_sentence(
    client, django_assert_num_queries
):
    def text(query, status=200):
        page = client.get(f"{PAGE}?{query}", headers={"Accept-Language": "en"})
        assert page.status_code == status, query
        return page.content.decode()

    with django_assert_num_queries(0):
        kneipe, raeuberskat = text("profile=kneipe"), text("profile=raeuberskat")
        answer = text("profile=kneipe&spitze=1&game=hearts&matadors=2&stakes=1&bock=on")

    assert "as soon as a game is ticked" in kneipe
    for name, knows in (("stakes", False), ("hand", False), ("bid", False), ("points_3", True)):
        assert (f'name="{name}"' in raeuberskat) == knows, name
    assert 'name="stakes"' in kneipe
    assert '<p class="house-figures">120</p>' in answer
    assert "30 × 2 × 2 = 120" in answer
    assert '<input type="hidden" name="spitze" value="1">' in answer
    assert '<option value="2" selected>with 2</option>' in answer
    for query in ("profile=classic&stakes=1", "profile=kneipe&foo=1", "profile=tarot"):
        assert 'role="alert"' in text(query, 422), query
    assert "house-refused" in text("profile=kneipe&game=tarot", 422)


def test_a_game_below_its_bid_is_lost_by_its_own_values():
    for bid in (None, 20, 60):
        line = DeclarerLine(declarer=1, game=Game.GRAND, matadors=1, won=True, bid=bid)

        found = house_worth(line, PROFILES["grand-20"])

        assert found.columns == ((-120, 0, 0) if bid == 60 else (40, 0, 0)), bid
        assert found.problems == ()


def test_what_changes_no_figure_says_so_where_it_is_chosen_and_stands_on_the_rule_sheet():
    def said(found):
        return [one.text for _title, rules in rule_sheet(found).parts for one in rules]

    for name, switch in SWITCHES.items():
        for code in () if switch.counts else switch.profiles:
            usual = house(code)
            others = [house(code, {name: setting}) for setting in switch.settings if setting != switch.usual]
            assert all(said(other) != said(usual) for other in others), (code, name)
            assert "no figure changes" in SwitchForm(usual)[name].help_text, (code, name)


def test_what_a_way_to_play_cannot_have_is_not_offered_and_still_read():
    """Nobody passes where all have to play, without bids there is no Hand: a stored list may say so all the same."""
    moot = [(code, name) for code in PROFILES for name, _ in switches_of(code) if name not in dict(offered_of(code))]
    assert ("raeuberskat", "pinke_passed_cents") in moot
    assert ("tournee", "pinke_grand_hand") in moot
    assert ("classic", "pinke_grand_hand") not in moot
    for code, name in moot:
        assert name not in SwitchForm(house(code)).fields
        assert house(code, {name: SWITCHES[name].settings[-1]}).settings
