"""The statistics of an event, a table and a player, by the book and by house rules; their charts; what they cost."""

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags
from hypothesis import given
from hypothesis import strategies as st

from scoring.lists.models import DealRow, GameListRow, SeatResult
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
from tests.scoring.answers import says, text
from tests.scoring.houses.evening import deal, enter, house_list, passed, played, ramsch
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = pytest.mark.database

STATISTICS = "/t/cup/statistics/"
TABLE = "/t/cup/series/1/table/1/statistics/"


def player(number: int) -> str:
    return f"/t/cup/players/{number}/"


def main_of(client: Client, address: str) -> str:
    """Return the page between its header and its footer."""
    cache.clear()  # rows are bent behind the journal's back, by which the site knows what it may keep
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode().partition("<main")[2].partition("</main>")[0]


def words(client: Client, address: str) -> str:
    return seen_in(main_of(client, address))


def seen_in(page: str) -> str:
    """Return what a reader sees."""
    return re.sub(r"\s+", " ", strip_tags(page.replace("<", " <")))


def figures(client: Client, address: str, title: str) -> list[Sequence[str]]:
    """Return the rows of the table of figures that belongs to a chart."""
    return figures_in(main_of(client, address), title)


def figures_in(page: str, title: str) -> list[Sequence[str]]:
    chart = page.partition(f"<figcaption>{title}</figcaption>")[2].partition("</figure>")[0]
    body = chart.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    return [[strip_tags(cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in rows]


def stat_in(page: str, label: str) -> str:
    """Return the large figure above a label."""
    found = re.search(rf'stat-number">([^<]*)</span><span class="stat-label">{re.escape(label)}<', page)
    return found.group(1) if found else ""


def stats_in(page: str, *labels: str) -> list[str]:
    return [stat_in(page, label) for label in labels]


HEARTS_LOST = Played(contract=Contract(game=Game.HEARTS), matadors=1, won=False)


@pytest.fixture
def his_row() -> GameListRow:
    """The list of four, one round: seat 2 plays Grand and Hearts, seat 1 loses a Grand, one deal is passed in."""
    made = factories.list_of(factories.running_series(factories.tournament(entrants=4, rounds=1)))
    factories.enter(made, (2, GRAND), None, (2, HEARTS_LOST), (1, GRAND_LOST))
    return made


@pytest.mark.django_db
@pytest.mark.slow
class TestHisCourse:
    def test_goes_from_deal_to_deal_with_his_games_until_he_is_excluded_and_the_list_void(self, client, his_row):
        """Seat 2: 72 and 50; passed in; 40 and 50 off; 30 for the lost Grand."""
        shown, third, fourth = (main_of(client, player(number)) for number in (2, 3, 4))
        hearts, grand = ["Hearts", "1", "0", "1", "0", "−40.0"], ["Grand", "1", "1", "0", "0", "72.0"]
        assert figures_in(shown, "Own games by kind") == [hearts, grand]
        assert stat_in(shown, "games won and lost") == "1 : 1"
        # Seat 4 deals the last deal and sits out; seat 3 defends against both lost games but deals the third.
        assert stats_in(fourth, "games defended against", "of these lost by the declarer") == ["2", "1"]
        assert stats_in(third, "games defended against", "success in defence") == ["2", "50%"]
        assert "Own games by kind" not in third

        course = "Points from deal to deal"
        assert figures_in(shown, course) == [["1", "122"], ["2", "122"], ["3", "32"], ["4", "62"]]
        assert stats_in(shown, "Points", "place of 4") == ["62", "1"]
        described = '<desc id="running-desc">From 0 to 62 points; at most 122, at least 0.</desc>'
        says(shown, 'role="img" aria-labelledby="running-title running-desc"', described)
        assert "Place after each series" not in shown  # of a single one there is nothing to draw

        SeatResult.objects.filter(seat__place=2).update(penalty=50)
        shown = main_of(client, player(2))
        assert figures_in(shown, course)[-1] == ["4", "12"]
        assert "50 penalty points off" in seen_in(shown)
        Entrant.objects.filter(number=2).update(excluded_at=timezone.now(), present=False)
        says(words(client, player(2)), "Excluded from the tournament", "Grand with 2", lacks="place of")
        DealRow.objects.filter(number=1).update(voided_at=EVENING)
        assert figures(client, player(2), "Own games by kind") == [["Hearts", "1", "0", "1", "0", "−40.0"]]
        GameListRow.objects.update(void_at=EVENING)
        SeatResult.objects.update(performance=0, won=0, lost=0, game_points=0, counts="void")
        says(words(client, player(2)), "The list is void (SkWO 7.2.4).", lacks="own game")

    @pytest.mark.thorough
    def test_goes_on_over_the_series_with_his_place_after_each(self, client):
        made = factories.tournament(entrants=8, series=2, rounds=1)
        factories.close_series(factories.running_series(made))
        factories.enter(factories.list_of(factories.running_series(made, 2), 1), (2, GRAND))

        running = figures(client, player(2), "Points from deal to deal")
        places = figures(client, player(2), "Place after each series")

        first, second = (int(points.replace("−", "-")) for points in (running[-1][1], running[0][2]))
        assert (len(running), second) == (4, first + 122)
        assert ([row[0] for row in places], places[1][3]) == (["1", "2"], str(second))


@pytest.mark.django_db
@pytest.mark.slow
class TestWhatCannotBeRead:
    def test_of_a_list_typed_from_paper_only_the_result_is_known(self, client):
        made = factories.tournament(entrants=4, rounds=1)
        assert "Nothing is played yet" in words(client, player(1))
        row = factories.list_of(factories.running_series(made))
        assert stat_in(main_of(client, player(1)), "place of 4") == "1="
        typed = factories.totals((48, 2, 0), (24, 1, 0), (0, 0, 0), (-40, 0, 1))
        entry.enter_totals(list_id=row.pk, totals=typed, by=factories.user(), now=EVENING)

        shown = words(client, player(1))

        assert "only the result was typed from paper" in shown
        says(shown, "Points 178 Game points 48 Won and lost 2 : 0 Others’ lost 1", lacks="As declarer")
        assert figures(client, player(1), "Points from deal to deal") == [["4", "178"]]

    def test_while_ranks_are_hidden_nothing_of_the_series_is_told_until_it_is_closed(self, client):
        made = factories.tournament(entrants=4, rounds=1, hides_live=True)
        series = factories.running_series(made)
        factories.enter(factories.list_of(series), (2, GRAND))
        says(words(client, player(2)), "Its results are shown when it is closed", lacks="Grand")

        factories.close_series(series)
        assert "Grand with 2" in words(client, player(2))


EACH = [(player(1), 10), (STATISTICS, 12), (TABLE, 8)]


def playing(entrants: int):
    series = factories.running_series(factories.tournament(entrants=entrants, rounds=1))
    for table in (1, entrants // 4):
        factories.enter(factories.list_of(series, table), (2, GRAND))
    return series


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.thorough
def test_as_many_queries_whatever_the_size_of_the_field(client, django_assert_num_queries):
    playing(120)
    for address, queries in EACH:
        cache.clear()
        with django_assert_num_queries(queries):
            client.get(address)


@pytest.mark.django_db
@pytest.mark.slow
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
        says(client.get(address, headers={"accept-language": language}), said)

    factories.enter(factories.list_of(series), (3, GRAND))
    after, part = (client.get(address, headers=asked) for asked in ({"if-none-match": shown["ETag"]}, open_page))
    assert (after.status_code, part.status_code) == (200, 200)
    assert after["X-Seen"] != shown["X-Seen"]
    says(after, text(says(part, lacks="<html")))


GRAND_OUVERT = Contract(game=Game.GRAND, hand=True, schneider_announced=True, schwarz_announced=True, ouvert=True)
OPEN_GRAND = Played(contract=GRAND_OUVERT, matadors=4, won=True, schneider=True, schwarz=True)

OVERBID = Played(contract=Contract(game=Game.HEARTS), matadors=1, won=False, bid=50, overbid=True)


@pytest.fixture
def row() -> GameListRow:
    """The first of two tables: a Grand won, one passed in, one overbid, a Grand lost."""
    made = factories.list_of(factories.running_series(factories.tournament(entrants=8, rounds=1)))
    factories.enter(made, (2, GRAND), None, (2, OVERBID), (1, GRAND_LOST))
    return made


@pytest.mark.django_db
@pytest.mark.slow
class TestTheEvent:
    def test_counts_games_and_kinds_names_the_dearest_and_every_grand_ouvert_and_leaves_out_what_is_void(
        self, client, row
    ):
        page = main_of(client, STATISTICS)
        mix = ["Grand 2 1 1 0 −36.0", "Hearts 1 0 1 0 −100.0", "passed in 1"]
        assert [" ".join(row).strip() for row in figures_in(page, "The mix of games")] == mix
        shown = seen_in(page)
        assert re.search(r"The most valuable games.* 72 Grand with 2 .*Spieler 2 Series 1, table 1, deal 1", shown)
        assert re.search(r"Lost most dearly.* −144 Grand with 2 .*Spieler 1 .* −100 Hearts with 1 overbid", shown)
        says(shown, "Nobody has played one yet", lacks="Spread of the series results")

        factories.enter(factories.list_of(row.table.series, 2), (3, OPEN_GRAND))
        factories.confirm_and_sign(row)
        page = main_of(client, STATISTICS)
        shown = says(seen_in(page), lacks="Nobody has played one yet")
        assert re.search(r"Grand ouvert Points Game Declarer Where 264 Grand ouvert with 4 .*Spieler 7", shown)
        assert sum(int(count) for _range, count in figures_in(page, "Spread of the series results")) == 4
        found = stats_in(page, "deals", "games lost", "of them overbid", "deal passed in")
        assert found == ["5", "2", "1", "1"]

        DealRow.objects.filter(number=3).update(voided_at=EVENING)
        assert stats_in(main_of(client, STATISTICS), "deals", "of them overbid") == ["4", "0"]
        GameListRow.objects.update(void_at=EVENING)
        assert figures(client, STATISTICS, "The mix of games") == []

    def test_says_which_lists_have_no_deals(self, client, row):
        typed = factories.totals((48, 2, 0), (24, 1, 0), (0, 0, 0), (-40, 0, 1))
        second = factories.list_of(row.table.series, 2)
        entry.enter_totals(list_id=second.pk, totals=typed, passed=44, by=factories.user(), now=EVENING)

        page = main_of(client, STATISTICS)
        says(seen_in(page), "44 deals were passed in there.", "Of 1 list only the results were typed from paper")
        assert stat_in(page, "deals") == "4"
        tables = [words(client, TABLE), words(client, TABLE.replace("table/1", "table/2"))]
        assert ["Only the results were typed from paper." in shown for shown in tables] == [False, True]

    def test_is_led_to_once_a_series_has_begun_and_says_nothing_before_or_while_ranks_are_hidden(self, client, row):
        says(client.get("/t/cup/"), f'href="{STATISTICS}"')
        Tournament.objects.update(hides_live=True)
        assert "Nothing to count yet" in words(client, STATISTICS)

        Tournament.objects.update(hides_live=False)
        row.table.series.tournament.series.update(started_at=None)
        says(client.get("/t/cup/"), lacks=f'href="{STATISTICS}"')
        row.table.series.tournament.series.update(published_at=None)
        assert client.get(TABLE).status_code == 404
        factories.tournament(entrants=4, slug="other", director="zweite")
        assert "Nothing to count yet" in words(client, STATISTICS.replace("cup", "other"))


@pytest.mark.django_db
@pytest.mark.slow
class TestATable:
    def test_has_a_line_for_everybody_drawn_otherwise_than_by_its_colour_and_leads_to_the_players(self, client, row):
        course = ["1 0 122 0 0", "2 0 122 0 0", "3 30 −28 30 30", "4 −164 2 60 60"]
        assert [" ".join(row) for row in figures(client, TABLE, "Points from deal to deal")] == course
        shown = main_of(client, TABLE)
        for at in (1, 2, 3, 4):
            assert shown.count(f'class="chart-line chart-line-{at}" points=') == 1, at
            assert shown.count(f'class="chart-end chart-end-{at}"') == 1, at
        says(shown, 'href="/t/cup/players/2/"', '<td class="num total">−164</td>', lacks="Spieler 5")
        assert re.search(r"The most valuable games.* 72 Grand with 2", seen_in(shown))
        assert "No deal is written down yet" in words(client, TABLE.replace("table/1", "table/2"))

    def test_hides_what_may_not_be_seen_calls_players_as_they_want_and_says_when_it_is_void(self, client, row):
        fields = {"name": "Nepomuk Unverkennbar", "club": "Geheimbund Gera", "pseudonym": "Herzdame"}
        Entrant.objects.filter(number=2).update(**fields, shown_as="pseudonym", chose_name=True)
        for address in (STATISTICS, TABLE):
            page = main_of(client, address)
            assert "Herzdame" in page
            assert not [word for word in ("Unverkennbar", "Geheimbund") if word in page], address

        Tournament.objects.update(hides_live=True)
        shown = words(client, TABLE)
        says(shown, "Its results are shown when it is closed", "Spieler 1")
        assert not [word for word in ("−164", "Grand") if word in shown]

        Tournament.objects.update(hides_live=False)
        GameListRow.objects.update(void_at=EVENING)
        says(words(client, TABLE), "declared this list void", lacks="Points from deal to deal")


@pytest.mark.django_db
class TestAnEventByHouseRules:
    @pytest.mark.slow
    def test_a_ramsch_is_no_deal_passed_in_and_no_game_defended_against(self, client):
        name = {"profile": "gewinner-ramsch"}
        deals = [deal(1, 1, played(), **name), ramsch(2, (30, 30, 60), **name), passed(3, **name)]
        enter(house_list(name["profile"]), *deals)

        for address in (STATISTICS, TABLE):
            page = main_of(client, address)
            mix = {name: rest[0] for name, *rest in figures_in(page, "The mix of games")}
            assert mix == {"Hearts": "1", "passed in": "1", "Ramsch": "1"}, address
            says(page, "Kept by house rules:")
        assert stats_in(main_of(client, STATISTICS), "deals", "Ramsch") == ["3", "1"]
        his = says(main_of(client, player(2)), "Kept by house rules:")
        assert stat_in(his, "games defended against") == "1"

    @pytest.mark.slow
    def test_games_count_with_their_stakes_and_single_ones_of_different_rules_are_not_ranked_together(self, client):
        tournament = factories.tournament(entrants=3, series=2, rounds=1, by_the_book=False)
        tournament.series.filter(number=1).update(profile="contra")
        first, name = factories.list_of(factories.running_series(tournament)), {"profile": "contra"}
        enter(first, deal(1, 1, played(), stakes=1, **name), deal(2, 2, played(Game.GRAND, won=False), **name))
        enter(first, passed(3, **name))
        page = main_of(client, STATISTICS)
        says(seen_in(page), "Kept by house rules:", "Hearts with 2, Contra")
        assert (stat_in(page, "deals"), stat_in(page, "game lost")) == ("3", "1")
        mix = {name: rest for name, *rest in figures_in(page, "The mix of games")}
        assert mix["Hearts"] == ["1", "1", "0", "0", "60.0"]
        assert "Hearts with 2, Contra 60" in words(client, player(1))

        factories.confirm_and_sign(first)
        factories.close_series(first.table.series)
        factories.enter(factories.list_of(factories.running_series(tournament, 2)), (1, GRAND))

        page = main_of(client, STATISTICS)
        says(
            seen_in(page), "Not all series were played by the same rules", "Grand with 2", lacks="Hearts with 2, Contra"
        )
        assert stat_in(page, "deals") == "4"


NO_FIGURES = Figures(head=(), rows=())

totals = st.lists(st.integers(-9999, 9999), min_size=1, max_size=48)


WORDS = {"key": "x", "title": "", "says": ""}


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
def test_lines_stay_in_their_field_and_more_points_are_drawn_higher(columns):
    lines = [(f"{at}", list(enumerate(column, start=1))) for at, column in enumerate(columns)]
    field = {"x_words": "", "ends_at": 48, "marks": [(48, "48")], "figures": NO_FIGURES}
    chart = running_chart(lines=lines, **field, **WORDS)

    assert chart.right < chart.width == WIDTH
    for line, column in zip(chart.lines, columns, strict=True):
        drawn = points_of(line)
        assert all(chart.left <= x <= chart.right and chart.top <= y <= chart.bottom for x, y in drawn)
        assert chart.top <= line.mark_y <= chart.bottom
        heights = pairwise(y for _x, y in drawn)
        for (before, after), (above, below) in zip(pairwise([0, *column]), heights, strict=True):
            assert (after >= before) is (below <= above) or below == above


@given(wanted=st.lists(st.integers(24, 276), min_size=1, max_size=4))
def test_marks_at_the_ends_never_cover_each_other(wanted):
    placed = sorted(spread(wanted, gap=22, low=24, high=276))

    assert all(below - above >= 22 for above, below in pairwise(placed))
    assert 24 <= placed[0] <= placed[-1] <= 276
    # Those that have room stay where they are.
    assert spread([40, 200, 100], gap=22, low=24, high=276) == [40, 200, 100]


@given(places=st.lists(st.integers(1, 4000), min_size=1, max_size=12))
def test_a_better_place_stands_higher(places):
    numbered = list(enumerate(places, start=1))
    chart = place_chart(x_words="", name="", places=numbered, figures=NO_FIGURES, **WORDS)
    (line,) = chart.lines

    assert [dot.words for dot in line.dots] == [str(place) for place in places]
    assert all(chart.left <= dot.x <= chart.right and chart.top <= dot.y <= chart.bottom for dot in line.dots)
    best = min(range(len(places)), key=lambda at: places[at])
    assert line.dots[best].y == min(dot.y for dot in line.dots)


@given(rows=st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 5000)), min_size=1, max_size=7))
def test_bars_stay_between_their_names_and_their_figures(rows):
    shares = [("", {"won": won, "lost": lost}, "") for won, lost in rows]
    chart = bar_chart(rows=shares, legend=[], figures=NO_FIGURES, **WORDS)

    for bar, (won, lost) in zip(chart.bars, rows, strict=True):
        assert len(bar.parts) == bool(won) + bool(lost)
        assert all(part.x >= NAMES and part.width >= 1 and part.x + part.width <= VALUES + 2 for part in bar.parts)


@given(results=st.lists(st.integers(-1500, 3500), min_size=1, max_size=200))
def test_a_histogram_counts_every_result_once(results):
    chart = histogram(x_words="", results=results, span=(min(results), max(results)), head=("", ""), **WORDS)

    assert sum(int(count) for _range, count in chart.figures.rows) == len(results)
    assert all(chart.left <= one.x and one.x + one.width <= chart.right for one in chart.columns)
    assert all(chart.top <= one.y and one.y + one.height == chart.bottom for one in chart.columns)
    assert len(chart.figures.rows) <= 18


def test_a_result_stands_in_the_range_that_holds_it():
    for points, range_of in ((-1, "−100 … −1"), (0, "0 … 99"), (99, "0 … 99"), (100, "100 … 199")):
        chart = histogram(x_words="", results=[points], span=(-100, 900), head=("", ""), **WORDS)
        assert [named for named, count in chart.figures.rows if count == "1"] == [range_of]
