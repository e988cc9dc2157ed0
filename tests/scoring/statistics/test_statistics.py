"""The statistics of an event and of a table, by the book and by house rules; and the geometry of their charts."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.lists.models import DealRow, GameListRow
from scoring.lists.services import entry
from scoring.rules.contract import Contract, Game
from scoring.rules.valuation import Played
from scoring.statistics.listings import (
    NAMES,
    VALUES,
    WIDTH,
    Figures,
    bar_chart,
    histogram,
    place_chart,
    running_chart,
    spread,
    steps,
)
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.scoring.houses.evening import deal, enter, house_list, passed, played, ramsch
from tests.scoring.statistics.test_player_and_costs import STATISTICS, TABLE, figures, main_of, player, stat, words
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = pytest.mark.database


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


@pytest.mark.django_db
@pytest.mark.slow
class TestTheEvent:
    @pytest.mark.thorough
    def test_counts_the_games_and_kinds_and_names_the_dearest(self, client, row):
        assert figures(client, STATISTICS, "The mix of games") == [
            ["Grand", "2", "1", "1", "0", "−36.0"],
            ["Hearts", "1", "0", "1", "0", "−100.0"],
            ["passed in", "1", "", "", "", ""],
        ]
        shown = words(client, STATISTICS)
        assert re.search(r"The most valuable games.* 72 Grand with 2 .*Spieler 2 Series 1, table 1, deal 1", shown)
        assert re.search(r"Lost most dearly.* −144 Grand with 2 .*Spieler 1 .* −100 Hearts with 1 overbid", shown)

        factories.enter(factories.list_of(row.table.series, 2), (3, BID_AND_LOST))
        assert stat(client, STATISTICS, "deals") == "5"
        assert stat(client, STATISTICS, "of the games won") == "25%"
        assert stat(client, STATISTICS, "games lost") == "3"
        assert stat(client, STATISTICS, "of them overbid") == "1"
        assert stat(client, STATISTICS, "deal passed in") == "1"

    def test_names_every_grand_ouvert(self, client, row):
        assert "Nobody has played one yet" in words(client, STATISTICS)

        factories.enter(factories.list_of(row.table.series, 2), (3, OPEN_GRAND))

        shown = words(client, STATISTICS)
        assert "Nobody has played one yet" not in shown
        assert re.search(r"Grand ouvert Points Game Declarer Where 264 Grand ouvert with 4 .*Spieler 7", shown)

    def test_spreads_the_results_of_lists_that_are_signed(self, client, row):
        assert "Spread of the series results" not in words(client, STATISTICS)

        factories.confirm_and_sign(row)

        counts = figures(client, STATISTICS, "Spread of the series results")
        assert sum(int(count) for _range, count in counts) == 4

    @pytest.mark.thorough
    def test_shows_each_series_beside_all_of_them(self, client):
        made = factories.tournament(entrants=8, series=2, rounds=1)
        for number in (1, 2):
            factories.close_series(factories.running_series(made, number))

        charts = re.findall(r"<figcaption>(.*?)</figcaption>", main_of(client, STATISTICS))

        assert charts == ["The mix of games", "Spread of the series results", "Series 1", "Series 2"]

    def test_leaves_out_voided_entries_and_void_lists(self, client, row):
        DealRow.objects.filter(number=3).update(voided_at=EVENING)
        assert stat(client, STATISTICS, "deals") == "3"
        assert stat(client, STATISTICS, "of them overbid") == "0"

        GameListRow.objects.update(void_at=EVENING)

        assert "Nothing to count yet" in words(client, STATISTICS)

    def test_says_which_lists_have_no_deals(self, client, row):
        typed = factories.totals((48, 2, 0), (24, 1, 0), (0, 0, 0), (-40, 0, 1))
        second = factories.list_of(row.table.series, 2)
        entry.enter_totals(list_id=second.pk, totals=typed, passed=44, by=factories.user(), now=EVENING)

        assert "44 deals were passed in there." in words(client, STATISTICS)
        assert "Of 1 list only the results were typed from paper" in words(client, STATISTICS)
        assert stat(client, STATISTICS, "deals") == "4"
        tables = [words(client, TABLE), words(client, TABLE.replace("table/1", "table/2"))]
        assert ["Only the results were typed from paper." in shown for shown in tables] == [False, True]

    def test_is_led_to_once_a_series_has_begun_and_says_nothing_before_or_while_ranks_are_hidden(self, client, row):
        assert f'href="{STATISTICS}"' in client.get("/t/cup/").content.decode()
        Tournament.objects.update(hides_live=True)
        assert "Nothing to count yet" in words(client, STATISTICS)

        Tournament.objects.update(hides_live=False)
        row.table.series.tournament.series.update(started_at=None)
        assert f'href="{STATISTICS}"' not in client.get("/t/cup/").content.decode()
        row.table.series.tournament.series.update(published_at=None)
        assert client.get(TABLE).status_code == 404
        factories.tournament(entrants=4, slug="other", director="zweite")
        assert "Nothing to count yet" in words(client, STATISTICS.replace("cup", "other"))


@pytest.mark.django_db
@pytest.mark.slow
class TestATable:
    def test_has_a_line_for_everybody_drawn_otherwise_than_by_its_colour_and_leads_to_the_players(self, client, row):
        assert figures(client, TABLE, "Points from deal to deal") == [
            ["1", "0", "122", "0", "0"],
            ["2", "0", "122", "0", "0"],
            ["3", "30", "−28", "30", "30"],
            ["4", "−164", "2", "60", "60"],
        ]
        shown = main_of(client, TABLE)
        for at in (1, 2, 3, 4):
            assert shown.count(f'class="chart-line chart-line-{at}" points=') == 1, at
            assert shown.count(f'class="chart-end chart-end-{at}"') == 1, at
        assert 'href="/t/cup/players/2/"' in shown
        assert "Spieler 5" not in shown
        assert '<td class="num total">−164</td>' in shown
        assert re.search(r"The most valuable games.* 72 Grand with 2", words(client, TABLE))
        assert "No deal is written down yet" in words(client, TABLE.replace("table/1", "table/2"))

    def test_says_when_it_is_void(self, client, row):
        GameListRow.objects.update(void_at=EVENING)

        shown = words(client, TABLE)

        assert "declared this list void" in shown
        assert "Points from deal to deal" not in shown

    def test_hides_what_may_not_be_seen(self, client, row):
        Tournament.objects.update(hides_live=True)

        shown = words(client, TABLE)

        assert "Its results are shown when it is closed" in shown
        assert "Spieler 2" in shown
        assert "−164" not in shown
        assert "Grand" not in shown


@pytest.mark.django_db
@pytest.mark.slow
def test_names_are_those_the_players_want(client, row):
    fields = {"name": "Nepomuk Unverkennbar", "club": "Geheimbund Gera", "pseudonym": "Herzdame"}
    Entrant.objects.filter(number=2).update(**fields, shown_as="pseudonym", chose_name=True)

    for address in (STATISTICS, TABLE):
        page = main_of(client, address)
        assert "Herzdame" in page
        assert not [word for word in ("Unverkennbar", "Geheimbund") if word in page], address


RULES = "gewinner-ramsch"

NAME = {"profile": RULES}


@pytest.fixture
def house_row():
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


@pytest.mark.django_db
class TestAnEventByHouseRules:
    def test_games_are_counted_and_valued_with_their_stakes(self, client, house_row):
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


@pytest.mark.django_db
class TestTableAndPlayerByHouseRules:
    def test_a_table_counts_its_ramsch(self, client, with_ramsch):
        mix = {name: rest[0] for name, *rest in figures(client, TABLE, "The mix of games")}

        assert mix == {"Hearts": "1", "passed in": "1", "Ramsch": "1"}
        assert "Kept by house rules:" in words(client, TABLE)

    def test_a_ramsch_is_no_game_defended_against(self, client, with_ramsch):
        assert stat(client, player(2), "games defended against") == "1"
        assert "Kept by house rules:" in words(client, player(2))

    def test_a_players_own_games_are_worth_their_stakes(self, client, house_row):
        assert "Hearts with 2, Contra 60" in words(client, player(1))


NO_FIGURES = Figures(head=(), rows=())

totals = st.lists(st.integers(-9999, 9999), min_size=1, max_size=48)


def lines_of(*columns, ends_at=48):
    return running_chart(
        key="x",
        title="",
        says="",
        x_words="",
        lines=[(f"{at}", list(enumerate(column, start=1))) for at, column in enumerate(columns)],
        ends_at=ends_at,
        marks=[(ends_at, str(ends_at))],
        figures=NO_FIGURES,
    )


def points_of(line):
    return [tuple(int(part) for part in point.split(",")) for point in line.points.split()]


@given(low=st.integers(-9999, 0), high=st.integers(0, 9999), most=st.integers(2, 8))
def test_an_axis_reaches_its_values_in_few_round_steps(low, high, most):
    shown = steps(low, high, most=most)

    assert shown[0] <= low
    assert high <= shown[-1]
    assert len(shown) <= most + 3
    assert len({b - a for a, b in pairwise(shown)}) == 1


@given(columns=st.lists(totals, min_size=1, max_size=4))
def test_lines_stay_in_their_field(columns):
    chart = lines_of(*columns)

    for line in chart.lines:
        assert all(chart.left <= x <= chart.right and chart.top <= y <= chart.bottom for x, y in points_of(line))
        assert chart.top <= line.mark_y <= chart.bottom


@given(column=totals)
def test_more_points_are_drawn_higher(column):
    (line,) = lines_of(column).lines
    drawn = [y for _x, y in points_of(line)]

    for (before, after), (y_before, y_after) in zip(
        zip([0, *column], column, strict=False), pairwise(drawn), strict=True
    ):
        assert (after >= before) is (y_after <= y_before) or y_after == y_before


@given(wanted=st.lists(st.integers(24, 276), min_size=1, max_size=4))
def test_marks_at_the_ends_never_cover_each_other(wanted):
    placed = sorted(spread(wanted, gap=22, low=24, high=276))

    assert all(below - above >= 22 for above, below in pairwise(placed))
    assert placed[0] >= 24
    assert placed[-1] <= 276


def test_marks_that_have_room_stay_where_they_are_and_nothing_is_wider_than_the_field():
    assert spread([40, 200, 100], gap=22, low=24, high=276) == [40, 200, 100]
    chart = lines_of([1, 2])
    assert chart.width == WIDTH
    assert chart.right < chart.width


@given(places=st.lists(st.integers(1, 4000), min_size=1, max_size=12))
def test_a_better_place_stands_higher(places):
    chart = place_chart(
        key="x", title="", says="", x_words="", name="", places=list(enumerate(places, start=1)), figures=NO_FIGURES
    )
    (line,) = chart.lines

    assert [dot.words for dot in line.dots] == [str(place) for place in places]
    assert all(chart.left <= dot.x <= chart.right and chart.top <= dot.y <= chart.bottom for dot in line.dots)
    best = min(range(len(places)), key=lambda at: places[at])
    assert line.dots[best].y == min(dot.y for dot in line.dots)


@given(rows=st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 5000)), min_size=1, max_size=7))
def test_bars_stay_between_their_names_and_their_figures(rows):
    chart = bar_chart(
        key="x",
        title="",
        says="",
        rows=[("", {"won": won, "lost": lost}, "") for won, lost in rows],
        legend=[],
        figures=NO_FIGURES,
    )

    for bar, (won, lost) in zip(chart.bars, rows, strict=True):
        assert len(bar.parts) == bool(won) + bool(lost)
        assert all(part.x >= NAMES and part.width >= 1 and part.x + part.width <= VALUES + 2 for part in bar.parts)


@given(results=st.lists(st.integers(-1500, 3500), min_size=1, max_size=200))
def test_a_histogram_counts_every_result_once(results):
    span = (min(results), max(results))
    chart = histogram(key="x", title="", says="", x_words="", results=results, span=span, head=("", ""))

    assert sum(int(count) for _range, count in chart.figures.rows) == len(results)
    assert all(chart.left <= one.x and one.x + one.width <= chart.right for one in chart.columns)
    assert all(chart.top <= one.y and one.y + one.height == chart.bottom for one in chart.columns)
    assert len(chart.figures.rows) <= 18


def test_a_result_stands_in_the_range_that_holds_it():
    for points, range_of in ((-1, "−100 … −1"), (0, "0 … 99"), (99, "0 … 99"), (100, "100 … 199")):
        chart = histogram(key="x", title="", says="", x_words="", results=[points], span=(-100, 900), head=("", ""))
        assert [named for named, count in chart.figures.rows if count == "1"] == [range_of]
