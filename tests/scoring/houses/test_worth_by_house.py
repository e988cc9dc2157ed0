"""What is a deal worth by house rules? The page and its data."""

import pytest

from scoring.rules.contract import Game
from scoring.rules.profiles.lines import DeclarerLine
from scoring.rules.profiles.presets import PROFILES
from scoring.rules.profiles.worth import house_worth

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

    @pytest.mark.parametrize("name", ["won", "profil", "Game", "entry_key"])
    def test_what_the_official_rules_do_not_ask_is_refused_and_not_left_out(self, client, name):
        refused = asked(client, f"game=hearts&matadors=2&{name}=lost")

        assert (refused.status_code, [*refused.json()["errors"]]) == (400, [name])
        assert asked(client, "game=hearts&matadors=2&outcome=lost").json()["points"] == -60

    def test_it_asks_for_the_game(self, client):
        assert asked(client, "profile=classic&game=").json() == {"errors": {"game": ["Which game was it?"]}}
        assert "Which game was it?" in client.get(f"{PAGE}?profile=kneipe&game=&matadors=2").content.decode()
        assert asked(client, "profile=classic&game=hearts&matadors=2").status_code == 200

    def test_it_shows_how_it_comes_about(self, client):
        data = asked(client, "profile=kneipe&game=hearts&matadors=2&stakes=1&bock=on").json()

        assert data["name"] == "Hearts with 2, Contra"
        assert data["computation"] == "with 2, game 3; 3 × 10 = 30; Contra, Bock: 30 × 2 × 2 = 120"
        assert (data["profile"], data["switches"], data["factor"]) == ("kneipe", {}, 4)

    def test_a_spitze_has_its_place_in_the_computation(self, client):
        data = asked(client, "profile=kneipe&spitze=2&game=hearts&matadors=2&announced_spitze=on").json()

        assert data["computation"] == "with 2, game 3, in all 5; 5 × 10 = 50"
        assert data["switches"] == {"spitze": 2}

    def test_the_sentences_follow_the_language(self, client):
        assert (
            asked(client, "profile=kneipe&game=hearts&matadors=2&stakes=1", "de").json()["name"] == "Herz mit 2, Kontra"
        )

    def test_a_deal_that_cannot_be_true_has_no_value_and_says_why(self, client):
        data = asked(client, "profile=ramsch&game=ramsch&points_1=20&points_2=35&tricks_1=4&tricks_2=6").json()

        assert data["columns"] == [0, 0, 0]
        assert data["factor"] is None
        assert [(one["code"], one["clause"]) for one in data["problems"]] == [
            ("card-points-do-not-sum", "house rules: Ramsch")
        ]

    @pytest.mark.parametrize(
        ("query", "name"),
        [
            ("profile=classic&game=hearts&matadors=2&stakes=1", "stakes"),
            ("profile=kneipe&game=hearts&matadors=2&foo=1", "foo"),
            ("profile=kneipe&game=hearts&matadors=2&announced_spitze=on", "announced_spitze"),
            ("profile=bierlachs&game=ramsch", "game"),
            ("profile=tarot&game=hearts", "profile"),
            ("profile=kneipe", "game"),
            ("profile=kneipe&game=hearts&matadors=20", "matadors"),
            ("profile=kneipe&game=hearts&bid=x", "bid"),
            ("profile=kneipe&spitze=9&game=hearts", "spitze"),
        ],
    )
    def test_what_is_not_known_is_refused_with_a_sentence(self, client, query, name):
        answer = asked(client, query)

        assert answer.status_code == 400
        assert list(answer.json()["errors"]) == [name]
        assert all(answer.json()["errors"][name])

    def test_any_page_may_ask(self, client):
        assert asked(client, "profile=classic&game=null")["Access-Control-Allow-Origin"] == "*"
        assert asked(client, "profile=none")["Access-Control-Allow-Origin"] == "*"

    def test_without_rules_the_official_ones_answer_as_before(self, client):
        data = asked(client, "game=hearts&matadors=1&bid=50").json()

        assert (data["points"], data["value"], data["line"]["overbid"]) == (-100, 50, True)
        assert "columns" not in data


@pytest.mark.django_db
class TestThePage:
    def test_opens_without_a_question(self, client):
        page = client.get(f"{PAGE}?profile=kneipe", headers={"Accept-Language": "en"})

        assert page.status_code == 200
        assert "as soon as a game is ticked" in page.content.decode()
        assert 'name="stakes"' in page.content.decode()

    def test_shows_the_answer_and_keeps_rules_and_ticks(self, client):
        query = "profile=kneipe&spitze=1&game=hearts&matadors=2&stakes=1&bock=on"
        page = client.get(f"{PAGE}?{query}", headers={"Accept-Language": "en"})

        text = page.content.decode()
        assert '<p class="house-figures">120</p>' in text
        assert "30 × 2 × 2 = 120" in text
        assert '<input type="hidden" name="spitze" value="1">' in text
        assert '<option value="2" selected>with 2</option>' in text

    def test_asks_only_what_the_rules_have(self, client):
        text = client.get(f"{PAGE}?profile=raeuberskat").content.decode()

        assert 'name="hand"' not in text
        assert 'name="bid"' not in text
        assert 'name="points_3"' in text

    @pytest.mark.parametrize("query", ["profile=classic&stakes=1", "profile=kneipe&foo=1", "profile=tarot"])
    def test_what_is_not_known_is_refused_with_a_sentence(self, client, query):
        page = client.get(f"{PAGE}?{query}")

        assert page.status_code == 422
        assert 'role="alert"' in page.content.decode()

    def test_nonsense_is_answered_with_a_sentence(self, client):
        page = client.get(f"{PAGE}?profile=kneipe&game=tarot")

        assert page.status_code == 422
        assert "house-refused" in page.content.decode()

    def test_costs_no_query(self, client, django_assert_num_queries):
        with django_assert_num_queries(0):
            client.get(f"{PAGE}?profile=kneipe&game=hearts&matadors=2")


@pytest.mark.parametrize("bid", [None, 20, 60])
def test_a_game_below_its_bid_is_lost_by_its_own_values(bid):
    line = DeclarerLine(declarer=1, game=Game.GRAND, matadors=1, won=True, bid=bid)

    found = house_worth(line, PROFILES["grand-20"])

    assert found.columns == ((-120, 0, 0) if bid == 60 else (40, 0, 0))
    assert found.problems == ()
