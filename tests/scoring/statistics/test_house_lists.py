"""What is told of lists by house rules: games as they were played, a Ramsch as a Ramsch, by which rules."""

import pytest

from scoring.rules.contract import Game
from tests.scoring.houses.evening import deal, enter, house_list, passed, played, ramsch
from tests.scoring.statistics.statistics_read import STATISTICS, TABLE, figures, player, stat, words
from tests.support import factories
from tests.support.factories import GRAND

pytestmark = [pytest.mark.django_db, pytest.mark.database]

RULES = "gewinner-ramsch"
NAME = {"profile": RULES}


@pytest.fixture
def row():
    """A round by house rules: a game won, one lost, a Ramsch."""
    made = house_list("contra")
    name = {"profile": "contra"}
    enter(made, deal(1, 1, played(), stakes=1, **name), deal(2, 2, played(Game.GRAND, won=False), **name))
    enter(made, passed(3, **name))
    return made


@pytest.fixture
def with_ramsch():
    made = house_list(RULES)
    enter(made, deal(1, 1, played(), **NAME), ramsch(2, (30, 30, 60), **NAME), passed(3, **NAME))
    return made


class TestTheEvent:
    def test_games_are_counted_and_valued_with_their_stakes(self, client, row):
        said = words(client, STATISTICS)

        assert "Kept by house rules:" in said
        assert "Hearts with 2, Contra" in said
        assert stat(client, STATISTICS, "deals") == "3"
        assert stat(client, STATISTICS, "game lost") == "1"
        mix = {name: rest for name, *rest in figures(client, STATISTICS, "The mix of games")}
        assert mix["Hearts"] == ["1", "1", "0", "0", "60.0"]

    def test_a_ramsch_is_no_deal_passed_in(self, client, with_ramsch):
        mix = {name: rest[0] for name, *rest in figures(client, STATISTICS, "The mix of games")}

        assert mix == {"Hearts": "1", "passed in": "1", "Ramsch": "1"}
        assert stat(client, STATISTICS, "deals") == "3"
        assert stat(client, STATISTICS, "Ramsch") == "1"

    def test_single_games_of_different_rules_are_not_ranked_together(self, client):
        tournament = factories.tournament(entrants=3, series=2, rounds=1, by_the_book=False)
        tournament.series.filter(number=1).update(profile="contra")
        first = factories.list_of(factories.running_series(tournament))
        enter(first, *(deal(at, at, played(), stakes=1, profile="contra") for at in (1, 2, 3)))
        factories.confirm_and_sign(first)
        factories.close_series(first.table.series)
        factories.enter(factories.list_of(factories.running_series(tournament, 2)), (1, GRAND))

        said = words(client, STATISTICS)

        assert "Not all series were played by the same rules" in said
        assert "Hearts with 2, Contra" not in said
        assert "Grand with 2" in said
        assert stat(client, STATISTICS, "deals") == "4"

    def test_by_the_book_nothing_is_said_of_rules(self, client):
        factories.enter(factories.running_list(seats=3), (1, GRAND))

        assert "house rules" not in words(client, STATISTICS)


class TestTableAndPlayer:
    def test_a_table_counts_its_ramsch(self, client, with_ramsch):
        mix = {name: rest[0] for name, *rest in figures(client, TABLE, "The mix of games")}

        assert mix == {"Hearts": "1", "passed in": "1", "Ramsch": "1"}
        assert "Kept by house rules:" in words(client, TABLE)

    def test_a_ramsch_is_no_game_defended_against(self, client, with_ramsch):
        assert stat(client, player(2), "games defended against") == "1"
        assert "Kept by house rules:" in words(client, player(2))

    def test_a_players_own_games_are_worth_their_stakes(self, client, row):
        assert "Hearts with 2, Contra 60" in words(client, player(1))
