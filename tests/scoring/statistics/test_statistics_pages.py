"""The statistics of an event and of a table."""

import re

import pytest

from scoring.lists.models import DealRow, GameListRow
from scoring.lists.services import entry
from scoring.rules.contract import Contract, Game
from scoring.rules.valuation import Played
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.scoring.statistics.statistics_read import STATISTICS, TABLE, figures, main_of, stat, words
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]

OPEN_GRAND = Played(
    contract=Contract(game=Game.GRAND, hand=True, schneider_announced=True, schwarz_announced=True, ouvert=True),
    matadors=4,
    won=True,
    schneider=True,
    schwarz=True,
)
OVERBID = Played(contract=Contract(game=Game.HEARTS), matadors=1, won=False, bid=50, overbid=True)
BID_AND_LOST = Played(contract=Contract(game=Game.CLUBS), matadors=1, won=False, bid=20)


@pytest.fixture
def row() -> GameListRow:
    """The first of two tables: a Grand won, one passed in, one overbid, a Grand lost."""
    made = factories.list_of(factories.running_series(factories.tournament(entrants=8, rounds=1)))
    factories.enter(made, (2, GRAND), None, (2, OVERBID), (1, GRAND_LOST))
    return made


class TestTheEvent:
    def test_counts_the_games(self, client, row):
        factories.enter(factories.list_of(row.table.series, 2), (3, BID_AND_LOST))

        assert stat(client, STATISTICS, "deals") == "5"
        assert stat(client, STATISTICS, "of the games won") == "25%"
        assert stat(client, STATISTICS, "games lost") == "3"
        assert stat(client, STATISTICS, "of them overbid") == "1"
        assert stat(client, STATISTICS, "deal passed in") == "1"

    def test_counts_the_kinds_with_what_they_brought(self, client, row):
        assert figures(client, STATISTICS, "The mix of games") == [
            ["Grand", "2", "1", "1", "0", "−36.0"],
            ["Hearts", "1", "0", "1", "0", "−100.0"],
            ["passed in", "1", "", "", "", ""],
        ]

    def test_names_the_most_valuable_games_and_those_lost_most_dearly(self, client, row):
        shown = words(client, STATISTICS)

        assert re.search(r"The most valuable games.* 72 Grand with 2 .*Spieler 2 Series 1, table 1, deal 1", shown)
        assert re.search(r"Lost most dearly.* −144 Grand with 2 .*Spieler 1 .* −100 Hearts with 1 overbid", shown)

    def test_names_every_grand_ouvert(self, client, row):
        assert "Nobody has played one yet" in words(client, STATISTICS)

        factories.enter(factories.list_of(row.table.series, 2), (3, OPEN_GRAND))

        shown = words(client, STATISTICS)
        assert "Nobody has played one yet" not in shown
        assert re.search(r"Grand ouvert Points Game Declarer Where 264 Grand ouvert with 4 .*Spieler 7", shown)

    def test_spreads_the_results_of_lists_that_are_signed(self, client, row):
        assert "How the results of a series spread" not in words(client, STATISTICS)

        factories.confirm_and_sign(row)

        counts = figures(client, STATISTICS, "How the results of a series spread")
        assert sum(int(count) for _range, count in counts) == 4

    def test_shows_each_series_beside_all_of_them(self, client):
        made = factories.tournament(entrants=8, series=2, rounds=1)
        for number in (1, 2):
            factories.close_series(factories.running_series(made, number))

        charts = re.findall(r"<figcaption>(.*?)</figcaption>", main_of(client, STATISTICS))

        assert charts == ["The mix of games", "How the results of a series spread", "Series 1", "Series 2"]

    def test_leaves_out_voided_entries_and_void_lists(self, client, row):
        DealRow.objects.filter(number=3).update(voided_at=EVENING)
        assert stat(client, STATISTICS, "deals") == "3"
        assert stat(client, STATISTICS, "of them overbid") == "0"

        GameListRow.objects.update(void_at=EVENING)

        assert "Nothing can be counted yet" in words(client, STATISTICS)

    def test_says_which_lists_have_no_deals(self, client, row):
        entry.enter_totals(
            list_id=factories.list_of(row.table.series, 2).pk,
            totals=factories.totals((48, 2, 0), (24, 1, 0), (0, 0, 0), (-40, 0, 1)),
            by=factories.user(),
            now=EVENING,
        )

        assert "Of 1 list only the results were typed from paper" in words(client, STATISTICS)
        assert stat(client, STATISTICS, "deals") == "4"

    def test_before_anything_is_played_says_so(self, client):
        factories.tournament(entrants=4)

        assert "Nothing can be counted yet" in words(client, STATISTICS)

    def test_tells_nothing_of_a_series_whose_ranks_are_hidden(self, client, row):
        Tournament.objects.update(hides_live=True)

        assert "Nothing can be counted yet" in words(client, STATISTICS)

    def test_is_led_to_once_a_series_has_begun(self, client, row):
        assert f'href="{STATISTICS}"' in client.get("/t/cup/").content.decode()

        row.table.series.tournament.series.update(started_at=None)

        assert f'href="{STATISTICS}"' not in client.get("/t/cup/").content.decode()


class TestATable:
    def test_has_a_line_for_everybody(self, client, row):
        assert figures(client, TABLE, "Points from deal to deal") == [
            ["1", "0", "122", "0", "0"],
            ["2", "0", "122", "0", "0"],
            ["3", "30", "−28", "30", "30"],
            ["4", "−164", "2", "60", "60"],
        ]

    def test_draws_each_line_otherwise_than_by_its_colour(self, client, row):
        shown = main_of(client, TABLE)

        assert [shown.count(f'class="chart-line chart-line-{at}" points=') for at in (1, 2, 3, 4)] == [1, 1, 1, 1]
        assert [shown.count(f'class="chart-end chart-end-{at}"') for at in (1, 2, 3, 4)] == [1, 1, 1, 1]

    def test_shows_results_and_leads_to_the_players(self, client, row):
        shown = main_of(client, TABLE)

        assert 'href="/t/cup/players/2/"' in shown
        assert "Spieler 5" not in shown
        assert '<td class="num total">−164</td>' in shown

    def test_names_its_dearest_games(self, client, row):
        assert re.search(r"The most valuable games.* 72 Grand with 2", words(client, TABLE))

    def test_says_when_it_is_void(self, client, row):
        GameListRow.objects.update(void_at=EVENING)

        shown = words(client, TABLE)

        assert "declared this list void" in shown
        assert "Points from deal to deal" not in shown

    def test_says_that_no_deal_is_written_down(self, client, row):
        assert "No deal is written down yet" in words(client, TABLE.replace("table/1", "table/2"))

    def test_hides_what_may_not_be_seen(self, client, row):
        Tournament.objects.update(hides_live=True)

        shown = words(client, TABLE)

        assert "Its results are shown when it is closed" in shown
        assert "Spieler 2" in shown
        assert "−164" not in shown
        assert "Grand" not in shown


@pytest.mark.parametrize("address", [STATISTICS, TABLE])
def test_names_are_those_the_players_want(client, row, address):
    fields = {"name": "Nepomuk Unverkennbar", "club": "Geheimbund Gera", "pseudonym": "Herzdame"}
    Entrant.objects.filter(number=2).update(**fields, shown_as="pseudonym", chose_name=True)

    page = main_of(client, address)

    assert "Herzdame" in page
    assert "Unverkennbar" not in page
    assert "Geheimbund" not in page


@pytest.mark.parametrize(
    "address",
    ["/t/nowhere/statistics/", "/t/cup/series/1/table/9/statistics/", "/t/cup/series/7/table/1/statistics/"],
)
def test_what_is_not_there_is_not_found(client, row, address):
    assert client.get(address).status_code == 404


def test_a_table_that_is_only_drawn_is_nobodys_business(client, row):
    row.table.series.tournament.series.update(published_at=None)

    assert client.get(TABLE).status_code == 404


@pytest.mark.parametrize("address", [STATISTICS, TABLE])
def test_they_are_only_read(client, row, address):
    assert client.post(address).status_code == 405
