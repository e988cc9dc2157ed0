"""The page of a player: his lists, his games, his course; and what it and statistics cost where nothing changed."""

import re
from collections.abc import Sequence

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from scoring.lists.models import DealRow, GameListRow, SeatResult
from scoring.lists.services import entry
from scoring.rules.contract import Contract, Game
from scoring.rules.valuation import Played
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.thorough import thorough

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]

STATISTICS = "/t/cup/statistics/"
TABLE = "/t/cup/series/1/table/1/statistics/"


def player(number: int) -> str:
    return f"/t/cup/players/{number}/"


def main_of(client: Client, address: str) -> str:
    """Return the page between its header and its footer."""
    # Tests bend rows behind the journal's back, by which the site knows what it may keep.
    cache.clear()
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode().partition("<main")[2].partition("</main>")[0]


def words(client: Client, address: str) -> str:
    """Return what a reader sees."""
    return re.sub(r"\s+", " ", strip_tags(main_of(client, address).replace("<", " <")))


def figures(client: Client, address: str, title: str) -> list[Sequence[str]]:
    """Return the rows of the table of figures that belongs to a chart."""
    chart = main_of(client, address).partition(f"<figcaption>{title}</figcaption>")[2].partition("</figure>")[0]
    body = chart.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    return [[strip_tags(cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in rows]


def stat(client: Client, address: str, label: str) -> str:
    """Return the large figure above a label."""
    found = re.search(
        rf'stat-number">([^<]*)</span><span class="stat-label">{re.escape(label)}<', main_of(client, address)
    )
    return found.group(1) if found else ""


NULL = Played(contract=Contract(game=Game.NULL), matadors=None, won=True)

HEARTS_LOST = Played(contract=Contract(game=Game.HEARTS), matadors=1, won=False)


@pytest.fixture
def row() -> GameListRow:
    """The list of four, one round: seat 2 plays Grand and Hearts, seat 1 loses a Grand, one deal is passed in."""
    made = factories.list_of(factories.running_series(factories.tournament(entrants=4, rounds=1)))
    factories.enter(made, (2, GRAND), None, (2, HEARTS_LOST), (1, GRAND_LOST))
    return made


class TestHisGames:
    @pytest.mark.thorough
    def test_are_counted_by_kind_stand_deal_by_deal_and_say_how_he_did_as_declarer(self, client, row):
        assert figures(client, player(2), "Own games by kind") == [
            ["Hearts", "1", "0", "1", "0", "−40.0"],
            ["Grand", "1", "1", "0", "0", "72.0"],
        ]
        assert stat(client, player(2), "games won and lost") == "1 : 1"
        assert stat(client, player(2), "of the games won") == "50%"
        assert stat(client, player(2), "Points per game") == "16.0"
        shown = words(client, player(2))
        for said in ("2 own games", "1 Grand with 2 72", "3 Hearts with 1 −40"):
            assert said in shown

    def test_against_others_only_those_with_cards_in_his_hand_count(self, client, row):
        """Seat 4 deals the last deal and sits out; seat 3 defends against both lost games but deals the third."""
        assert stat(client, player(4), "games defended against") == "2"
        assert stat(client, player(4), "of these lost by the declarer") == "1"
        assert stat(client, player(3), "games defended against") == "2"
        assert stat(client, player(3), "success in defence") == "50%"
        assert "Own games by kind" not in words(client, player(3))

    def test_that_are_voided_are_not_among_them(self, client, row):
        DealRow.objects.filter(number=1).update(voided_at=EVENING)
        assert figures(client, player(2), "Own games by kind") == [["Hearts", "1", "0", "1", "0", "−40.0"]]

        GameListRow.objects.update(void_at=EVENING)
        SeatResult.objects.update(performance=0, won=0, lost=0, game_points=0, counts="void")
        shown = words(client, player(2))
        assert "The list is void (SkWO 7.2.4)." in shown
        assert "own game" not in shown


class TestHisCourse:
    def test_goes_from_deal_to_deal(self, client, row):
        """Seat 2: 72 and 50; passed in; 40 and 50 off; 30 for the lost Grand."""
        rows = figures(client, player(2), "Points from deal to deal")

        assert rows == [["1", "122"], ["2", "122"], ["3", "32"], ["4", "62"]]
        assert stat(client, player(2), "Points") == "62"
        assert stat(client, player(2), "place of 4") == "1"
        shown = main_of(client, player(2))
        assert 'role="img" aria-labelledby="running-title running-desc"' in shown
        assert '<desc id="running-desc">From 0 to 62 points; at most 122, at least 0.</desc>' in shown
        assert "Place after each series" not in shown  # of a single one there is nothing to draw

    @pytest.mark.thorough
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

    def test_a_penalty_comes_off_at_the_end(self, client, row):
        SeatResult.objects.filter(seat__place=2).update(penalty=50)

        assert figures(client, player(2), "Points from deal to deal")[-1] == ["4", "12"]
        assert "50 penalty points off" in words(client, player(2))

    def test_an_excluded_player_has_no_place_and_keeps_his_games(self, client, row):
        Entrant.objects.filter(number=2).update(excluded_at=timezone.now(), present=False)

        shown = words(client, player(2))

        assert "Excluded from the tournament" in shown
        assert "place of" not in shown
        assert "Grand with 2" in shown


class TestWhatCannotBeRead:
    def test_of_a_list_typed_from_paper_only_the_result_is_known(self, client):
        made = factories.tournament(entrants=4, rounds=1)
        assert "Nothing is played yet" in words(client, player(1))
        row = factories.list_of(factories.running_series(made))
        assert stat(client, player(1), "place of 4") == "1="
        typed = factories.totals((48, 2, 0), (24, 1, 0), (0, 0, 0), (-40, 0, 1))
        entry.enter_totals(list_id=row.pk, totals=typed, by=factories.user(), now=EVENING)

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
    def test_are_those_the_player_wants(self, client, row):
        fields = {"name": "Nepomuk Unverkennbar", "club": "Geheimbund Gera", "pseudonym": "Herzdame"}
        for shown_as, called in (("initials", "N. U."), ("number", "No. 2"), ("pseudonym", "Herzdame")):
            Entrant.objects.filter(number=2).update(**fields, shown_as=shown_as, chose_name=True)
            page = main_of(client, player(2))
            assert "Unverkennbar" not in page
            assert ("Geheimbund" in page) is (shown_as == "initials")
            assert called in page


EACH = [(player(1), 10), (STATISTICS, 12), (TABLE, 8)]


def playing(entrants: int):
    series = factories.running_series(factories.tournament(entrants=entrants, rounds=1))
    for table in (1, entrants // 4):
        factories.enter(factories.list_of(series, table), (2, GRAND))
    return series


@pytest.mark.thorough(after=2)
@pytest.mark.parametrize("entrants", [120, *thorough(8)])
@pytest.mark.parametrize(("address", "queries"), EACH)
def test_as_many_queries_whatever_the_size_of_the_field(client, django_assert_num_queries, entrants, address, queries):
    playing(entrants)
    cache.clear()

    with django_assert_num_queries(queries):
        client.get(address)


@pytest.mark.parametrize("address", [address for address, _queries in EACH])
def test_what_is_unchanged_is_neither_read_nor_sent_again_until_any_deal(
    client, address, django_assert_max_num_queries
):
    series = playing(8)
    cache.clear()
    client.get(address)  # brings the cookie of the language form
    with django_assert_max_num_queries(5):
        shown = client.get(address)
    assert shown.status_code == 200

    again = client.get(address, headers={"if-none-match": shown["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    open_page = {"hx-request": "true", "x-seen": shown["X-Seen"]}
    again = client.get(address, headers=open_page)
    assert (again.status_code, again.content) == (204, b"")
    for language, said in (("en", "Points"), ("de", "Punkte")):
        assert said in client.get(address, headers={"accept-language": language}).content.decode(), language

    factories.enter(factories.list_of(series), (3, GRAND))
    after = client.get(address, headers={"if-none-match": shown["ETag"]})
    part = client.get(address, headers=open_page)
    assert (after.status_code, part.status_code) == (200, 200)
    assert after["X-Seen"] != shown["X-Seen"]
    assert part.content.decode().strip() in after.content.decode()
    assert b"<html" not in part.content
