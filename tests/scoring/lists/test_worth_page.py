"""What is it worth? The page and its data, without any tournament."""

import json
from urllib.parse import urlencode

import pytest

from scoring.rules.games import different_games
from scoring.rules.valuation import book
from scoring.rules.values import BIDS

pytestmark = pytest.mark.slow

PAGE, DATA = "/worth/", "/worth.json"


def ticked(played):
    """Return the address for a line."""
    contract = played.contract
    fields = {
        "game": contract.game,
        "matadors": played.matadors or "",
        "bid": played.bid or "",
        "outcome": "won" if played.won else "lost",
    }
    boxes = {
        "hand": contract.hand,
        "schneider_announced": contract.schneider_announced,
        "schwarz_announced": contract.schwarz_announced,
        "ouvert": contract.ouvert,
        "schneider": played.schneider,
        "schwarz": played.schwarz,
    }
    return "?" + urlencode(fields | {name: "on" for name, is_on in boxes.items() if is_on})


def asked(client, language="en", **fields):
    return client.get(DATA, fields, headers={"Accept-Language": language})


@pytest.mark.django_db
class TestThePage:
    def test_opens_without_a_question(self, client):
        page = client.get(PAGE)

        assert page.status_code == 200
        assert "as soon as a game is ticked" in page.content.decode()

    def test_shows_value_steps_and_clauses(self, client):
        page = client.get(PAGE, {"game": "clubs", "matadors": "2", "hand": "on", "schneider": "on", "outcome": "lost"})

        text = page.content.decode()
        assert "−120" in text
        for step, clause in [("with 2", "2.4.2"), ("Hand 4", "5.2.1"), ("Schneider 5", "5.2.3"), ("= 60", "5.3.1")]:
            assert step in text
            assert f"ISkO {clause}" in text

    def test_keeps_what_was_ticked(self, client):
        page = client.get(PAGE, {"game": "grand", "matadors": "4", "ouvert": "on", "bid": "18"})

        form = page.context["form"]
        assert (form["game"].value(), form["matadors"].value(), form["ouvert"].value()) == ("grand", "4", True)

    def test_with_htmx_only_the_answer_comes_back(self, client):
        page = client.get(PAGE, {"game": "null"}, headers={"HX-Request": "true"})

        assert page.templates[0].name == "scoring/lists/worth/_answer.html"
        assert "23" in page.content.decode()

    def test_speaks_german(self, client):
        page = client.get(PAGE, {"game": "hearts", "matadors": "1", "bid": "50"}, headers={"Accept-Language": "de"})

        text = page.content.decode()
        assert "überreizt" in text
        assert "Was ist das wert?" in text

    def test_names_every_contradiction_with_its_clause(self, client):
        page = client.get(PAGE, {"game": "clubs", "matadors": "20", "ouvert": "on"})
        several = client.get(
            PAGE, {"game": "clubs", "matadors": "1", "ouvert": "on", "schwarz_announced": "on", "bid": "19"}
        )

        assert page.status_code == 422
        text = several.content.decode()
        assert "5.2.1" in text
        assert "Nobody can bid this value" in text

    def test_asks_a_null_below_its_bid_for_its_matadors_3_4_4(self, client):
        page = client.get(PAGE, {"game": "null", "bid": "24", "outcome": "lost"})

        assert page.status_code == 200
        assert "With or without how many?" in page.content.decode()

    @pytest.mark.parametrize(
        ("fields", "cheapest", "points"),
        [
            ({"game": "null", "bid": "24", "matadors": "1"}, "Clubs with 1", -48),
            ({"game": "null", "bid": "24", "matadors": "-4"}, "Diamonds without 4", -90),
            ({"game": "null", "bid": "24", "matadors": "-4", "in_diamonds": "6"}, "Hearts without 4", -100),
            ({"game": "null", "hand": "on", "bid": "50", "matadors": "1"}, "Hearts with 1", -100),
            ({"bid": "18", "matadors": "2", "outcome": "lost"}, "Diamonds with 2", -54),
        ],
        ids=str,
    )
    def test_offers_every_reading_of_a_game_without_a_value_3_4_4_and_4_1_1(self, client, fields, cheapest, points):
        page = client.get(PAGE, fields).content.decode()

        assert page.count('name="instead"') == 5
        assert page.index(f"{cheapest}: \N{MINUS SIGN}{-points}") < page.rindex('<span class="face">Grand with')
        asked_for = {**fields, "instead": cheapest.split()[0].lower()}
        assert client.get(DATA, asked_for).json()["points"] == points

    def test_refuses_matadors_that_no_hand_has(self, client):
        fields = {"game": "null", "bid": "24", "matadors": "4", "in_clubs": "11", "in_hearts": "11"}

        page = client.get(PAGE, fields)

        assert page.status_code == 422
        assert "Nobody can have so many matadors" in page.content.decode()

    @pytest.mark.parametrize(
        "query",
        [
            "game=",
            "game=tarot",
            "matadors=1",
            "game=clubs&matadors=x",
            "game=clubs&bid=99999",
            "game=%00",
            "game=clubs&bid=-1",
        ],
    )
    def test_answers_nonsense_with_a_sentence(self, client, query):
        page = client.get(f"{PAGE}?{query}")

        assert page.status_code == 422
        assert "worth-problem" in page.content.decode()

    def test_is_read_only(self, client):
        assert client.post(PAGE).status_code == 405
        assert client.post(DATA).status_code == 405

    def test_costs_no_query(self, client, django_assert_num_queries):
        with django_assert_num_queries(0):
            client.get(PAGE, {"game": "clubs", "matadors": "1"})


class TestTheData:
    def test_every_different_game_is_worth_what_the_rules_say(self, client):
        values = set()
        for played in different_games():
            data = client.get(DATA + ticked(played)).json()
            assert data["points"] == book(played).points
            assert data["steps"][-1]["result"] == data["value"]
            values.add(data["value"])

        assert tuple(sorted(values)) == BIDS

    def test_an_overbid_game_comes_back_lost(self, client):
        data = asked(client, game="hearts", matadors=1, bid=50).json()

        assert (data["points"], data["line"]["overbid"], data["line"]["won"]) == (-100, True, False)
        assert data["computation"] == "with 1, game 2; 2 × 10 = 20; overbid, bid 50: 5 × 10 = 50; lost, doubled: −100"
        assert data["steps"][-2]["clause"] == "ISkO 5.4.1"

    def test_a_refused_game_has_no_value_and_says_why(self, client):
        data = asked(client, game="clubs", matadors=-2, schwarz="on", schneider="on").json()

        assert (data["points"], data["steps"]) == (None, [])
        assert [(one["code"], one["severity"], one["clause"]) for one in data["problems"]] == [
            ("won-schwarz-without-club-jack", "error", "ISkO 5.2.4")
        ]

    def test_the_sentences_follow_the_language(self, client):
        assert asked(client, "de", game="clubs", matadors=1).json()["name"] == "Kreuz mit 1"
        assert asked(client, "en", game="clubs", matadors=1).json()["name"] == "Clubs with 1"

    def test_nonsense_gets_sentences_and_400(self, client):
        answer = asked(client, game="tarot", bid="many")

        assert answer.status_code == 400
        assert set(answer.json()["errors"]) == {"game", "bid"}

    def test_any_page_may_ask(self, client):
        answer = asked(client, game="null")

        assert answer["Access-Control-Allow-Origin"] == "*"
        assert answer["Content-Type"] == "application/json"
        assert json.loads(answer.content)["value"] == 23
