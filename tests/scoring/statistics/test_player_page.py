"""The page of a player: his lists, his games, how he did, his course through the event."""

from datetime import date

import pytest
from django.utils import timezone

from scoring.lists.models import DealRow, GameListRow, SeatResult
from scoring.lists.services import entry
from scoring.rules.contract import Contract, Game
from scoring.rules.valuation import Played
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.scoring.statistics.statistics_read import figures, main_of, player, stat, words
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]

NULL = Played(contract=Contract(game=Game.NULL), matadors=None, won=True)
HEARTS_LOST = Played(contract=Contract(game=Game.HEARTS), matadors=1, won=False)


@pytest.fixture
def row() -> GameListRow:
    """The list of four, one round: seat 2 plays Grand and Hearts, seat 1 loses a Grand, one deal is passed in."""
    made = factories.list_of(factories.running_series(factories.tournament(entrants=4, rounds=1)))
    factories.enter(made, (2, GRAND), None, (2, HEARTS_LOST), (1, GRAND_LOST))
    return made


class TestHisGames:
    def test_are_counted_by_kind(self, client, row):
        assert figures(client, player(2), "Own games by kind") == [
            ["Hearts", "1", "0", "1", "0", "−40.0"],
            ["Grand", "1", "1", "0", "0", "72.0"],
        ]

    def test_say_how_he_did_as_declarer(self, client, row):
        assert stat(client, player(2), "own games won and lost") == "1 : 1"
        assert stat(client, player(2), "of the own games won") == "50%"
        assert stat(client, player(2), "points per own game") == "16.0"

    def test_stand_deal_by_deal_with_their_points(self, client, row):
        shown = words(client, player(2))

        assert "2 own games" in shown
        assert "1 Grand with 2 72" in shown
        assert "3 Hearts with 1 −40" in shown

    def test_against_others_only_those_with_cards_in_his_hand_count(self, client, row):
        """Seat 4 deals the last deal and sits out; seat 3 defends against both lost games but deals the third."""
        assert stat(client, player(4), "games defended against") == "2"
        assert stat(client, player(4), "of these lost by the declarer") == "1"
        assert stat(client, player(3), "games defended against") == "2"
        assert stat(client, player(3), "success in defence") == "50%"

    def test_who_never_played_himself_has_no_such_chart(self, client, row):
        assert "Own games by kind" not in words(client, player(3))

    def test_a_voided_entry_is_not_among_them(self, client, row):
        DealRow.objects.filter(number=1).update(voided_at=EVENING)

        assert figures(client, player(2), "Own games by kind") == [["Hearts", "1", "0", "1", "0", "−40.0"]]

    def test_of_a_void_list_none_is(self, client, row):
        GameListRow.objects.update(void_at=EVENING)
        SeatResult.objects.update(performance=0, won=0, lost=0, game_points=0, counts="void")

        shown = words(client, player(2))

        assert "the list is void (SkWO 7.2.4)" in shown
        assert "own game" not in shown


class TestHisCourse:
    def test_goes_from_deal_to_deal(self, client, row):
        """Seat 2: 72 and 50; passed in; 40 and 50 off; 30 for the lost Grand."""
        rows = figures(client, player(2), "Points from deal to deal")

        assert rows == [["1", "122"], ["2", "122"], ["3", "32"], ["4", "62"]]
        assert stat(client, player(2), "points") == "62"
        assert stat(client, player(2), "place of 4") == "1"

    def test_goes_on_over_the_series_with_his_place_after_each(self, client):
        made = factories.tournament(entrants=8, series=2, rounds=1)
        factories.close_series(factories.running_series(made))
        factories.running_series(made, 2)
        factories.enter(factories.list_of(made.series.get(number=2), 1), (2, GRAND))

        running = figures(client, player(2), "Points from deal to deal")
        places = figures(client, player(2), "Place after each series")

        assert [len(row) for row in running] == [3] * 4
        first, second = int(running[-1][1].replace("−", "-")), int(running[0][2].replace("−", "-"))
        assert second == first + 122
        assert [row[0] for row in places] == ["1", "2"]
        assert places[1][3] == str(second)

    def test_says_in_words_what_the_chart_shows(self, client, row):
        shown = main_of(client, player(2))

        assert 'role="img" aria-labelledby="running-title running-desc"' in shown
        assert '<desc id="running-desc">From 0 to 62 points; at most 122, at least 0.</desc>' in shown

    def test_a_single_series_has_no_places_to_draw(self, client, row):
        assert "Place after each series" not in words(client, player(2))

    def test_a_penalty_comes_off_at_the_end(self, client, row):
        SeatResult.objects.filter(seat__place=2).update(penalty=50)

        assert figures(client, player(2), "Points from deal to deal")[-1] == ["4", "12"]
        assert "50 penalty points off" in words(client, player(2))

    def test_a_shared_place_says_so(self, client):
        factories.running_series(factories.tournament(entrants=4))

        assert stat(client, player(2), "place of 4") == "1="

    def test_an_excluded_player_has_no_place_and_keeps_his_games(self, client, row):
        Entrant.objects.filter(number=2).update(excluded_at=timezone.now(), present=False)

        shown = words(client, player(2))

        assert "Excluded from the tournament" in shown
        assert "place of" not in shown
        assert "Grand with 2" in shown


class TestWhatCannotBeRead:
    def test_before_anything_is_played_the_page_says_so(self, client):
        factories.tournament(entrants=4)

        assert "Nothing is played yet" in words(client, player(1))

    def test_of_a_list_typed_from_paper_only_the_result_is_known(self, client):
        made = factories.list_of(factories.running_series(factories.tournament(entrants=4, rounds=1)))
        entry.enter_totals(
            list_id=made.pk,
            totals=factories.totals((48, 2, 0), (24, 1, 0), (0, 0, 0), (-40, 0, 1)),
            by=factories.user(),
            now=EVENING,
        )

        shown = words(client, player(1))

        assert "only the result was typed from paper" in shown
        assert "Points 178 Game points 48 Won and lost 2 : 0 Others’ lost 1" in shown
        assert "As declarer" not in shown
        assert figures(client, player(1), "Points from deal to deal") == [["4", "178"]]

    def test_while_ranks_are_hidden_nothing_of_the_series_is_told(self, client, row):
        Tournament.objects.update(hides_live=True)

        shown = words(client, player(2))

        assert "Its results are shown when it is closed" in shown
        assert "Grand" not in shown

    def test_closed_it_is_told(self, client):
        made = factories.tournament(entrants=4, rounds=1, hides_live=True)
        factories.close_series(factories.running_series(made))

        assert "Grand with 2" in words(client, player(1))


class TestNames:
    @pytest.mark.parametrize("shown_as", ["initials", "number", "pseudonym"])
    def test_are_those_the_player_wants(self, client, row, shown_as):
        fields = {"name": "Nepomuk Unverkennbar", "club": "Geheimbund Gera", "pseudonym": "Herzdame"}
        Entrant.objects.filter(number=2).update(**fields, shown_as=shown_as, chose_name=True)

        page = main_of(client, player(2))

        assert "Unverkennbar" not in page
        assert ("Geheimbund" in page) is (shown_as == "initials")
        assert {"initials": "N. U.", "number": "No. 2", "pseudonym": "Herzdame"}[shown_as] in page


class TestAccess:
    def test_nobody_has_an_unknown_number(self, client, row):
        assert client.get(player(99)).status_code == 404
        assert client.get("/t/nowhere/players/1/").status_code == 404

    def test_it_is_only_read(self, client, row):
        assert client.post(player(1)).status_code == 405

    def test_no_longer_published_it_is_gone(self, client, row):
        assert client.get(player(1)).status_code == 200
        Tournament.objects.update(unpublish_on=date(2026, 5, 17))

        assert client.get(player(1)).status_code in {403, 410}
