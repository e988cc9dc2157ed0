"""The strength figure, and whom a player met: the printed example, laws, figures of those who consent alone."""

import ast
import random
from datetime import date
from fractions import Fraction
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.lists.models import GameListRow
from scoring.season.models import SeasonMember
from scoring.season.rules.strength import PROVISIONAL, changes, strengths
from scoring.season.selectors import tables as selector
from scoring.season.selectors.played import meetings, year_of
from scoring.season.services import competitions
from tables.clubs.models import Person
from tables.draw.models import Seat
from tests.scoring.answers import code_of, not_taken, says
from tests.scoring.season import club_years
from tests.scoring.season.club_years import NAMES, PAGE, person
from tests.settings import BASE_DIR
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.remembered_worlds import remembered_step
from tests.tables.clubs import club_books
from tests.tables.tournaments.test_home_pages import text


def test_the_printed_example_comes_out():
    """Figures 1200, 1100, 1000, 900 and points 1000, 1100, 600, 900: -5, +15, -25, +15."""
    assert changes((120000, 110000, 100000, 90000), (1000, 1100, 600, 900)) == (-500, 1500, -2500, 1500)
    assert changes((120000, 100000), (1100, 900)) == (0, 0)  # who brings what was expected stays
    assert strengths([{1: 900, 2: 900}], start=900)[1].error == 0
    for figures, points in (((), ()), ((1,), (1, 2))):
        with pytest.raises(ValueError, match="figures"):
            changes(figures, points)


@given(st.lists(st.tuples(st.integers(-100000, 300000), st.integers(-3000, 4000)), min_size=1, max_size=4))
def test_a_table_keeps_its_sum_and_each_moves_by_a_tenth_of_the_surprise(table):
    figures, points = zip(*table, strict=True)
    found = changes(figures, points)
    mean_points, mean_figures = Fraction(sum(points), len(points)), Fraction(sum(figures), len(figures))

    assert sum(found) == 0
    for figure, brought, change in zip(figures, points, found, strict=True):
        exact = (100 * (brought - mean_points) - (figure - mean_figures)) / 10
        assert abs(change - exact) < 1


def test_tables_are_taken_in_the_order_of_play_and_without_consent_somebody_starts_again():
    tables = [{1: 1000, 2: 600}, {1: 1000, 2: 600}]
    found = strengths(tables, start=800)
    # +20; then 200 above the mean, 20 of it expected: +18.
    assert [(found[p].points, found[p].lists) for p in (1, 2)] == [(838, 2), (762, 2)]

    found = strengths(tables, start=800, consenting={1})
    # +20; then 200 above, 10 expected: the stranger starts again.
    assert (found.keys(), found[1].points) == ({1}, 839)
    assert strengths([], start=800) == strengths([{1: 900}], start=800) == {}


def simulated(evenings, seed, spread=120, chance=350, players=40):
    rng = random.Random(seed)
    true = [rng.gauss(900, spread) for _ in range(players)]
    orders = [rng.sample(range(players), players) for _ in range(evenings)]
    fours = [order[at : at + 4] for order in orders for at in range(0, players, 4)]
    tables = [{player: round(rng.gauss(true[player], chance)) for player in four} for four in fours]
    return tables, {player: one - sum(true) / players for player, one in enumerate(true)}


def test_about_two_of_three_lie_within_their_error():
    within = []
    for tables, true in (simulated(5, seed) for seed in range(8)):
        found = strengths(tables, start=900)
        within += [abs(float(one.points) - 900 - true[player]) <= one.error for player, one in found.items()]

    assert 0.58 < sum(within) / len(within) < 0.80


def test_a_figure_is_provisional_while_a_tenth_of_it_is_still_the_start():
    before, after = (strengths(simulated(many, 1)[0], start=900)[0] for many in (PROVISIONAL - 1, PROVISIONAL))

    assert before.provisional
    assert not after.provisional
    assert 0.925 ** (PROVISIONAL - 1) > 0.1 > 0.925**PROVISIONAL


FIGURES = f"{PAGE}strength/"


@remembered_step
def with_figures(*names: str, **details):
    season = club_years.played(evenings=3, **details)
    club_years.competition(season)
    competitions.turn_strength(season_id=season.pk, start=900, by=factories.user(), now=EVENING)
    people = [person(name).pk for name in names]
    return competitions.note_consents(season_id=season.pk, people=people, now=EVENING, by=factories.user())


@pytest.mark.django_db
@pytest.mark.slow
def test_a_season_has_none_until_it_is_turned_on(visitor, keeper):
    club_years.competition(club_years.played(evenings=1))

    assert visitor.get(FIGURES).status_code == 404
    assert "Strength figures" not in text(visitor.get(PAGE))
    assert visitor.post(FIGURES, {"act": "strength", "start": 900}).status_code == 302
    not_taken(keeper.post(FIGURES, {"act": "strength", "start": "viel"}), 'value="viel"')
    assert keeper.post(FIGURES, {"act": "strength", "start": 900})["Location"] == FIGURES
    example = ("-5", "+15", "-25", "1195", "1115", "975", "915")
    says(visitor.get(FIGURES), "Nobody who wants a figure has played yet.", *example)
    assert keeper.post(FIGURES, {"act": "strength", "start": ""}).status_code == 302
    assert visitor.get(FIGURES).status_code == 404


@pytest.mark.django_db
@pytest.mark.slow
class TestOn:
    def test_the_numbers_are_those_of_the_rules(self, visitor):
        season = with_figures("Anna Ast", "Bert Bär")
        wanted = {person(name).pk for name in ("Anna Ast", "Bert Bär")}
        seats = Seat.objects.select_related("result", "entrant")
        evenings = [seats.filter(series__tournament=entry.tournament) for entry in season.entries.all()]
        tables = [{seat.entrant.person_id: seat.result.performance for seat in evening} for evening in evenings]
        expected = strengths(tables, start=900, consenting=wanted)

        assert selector.figures_of(season) == expected
        assert {one.lists for one in expected.values()} == {3}
        shown = [(f"± {one.error}", str(one.whole)) for one in expected.values()]
        says(visitor.get(FIGURES), *chain(*shown), lacks="Carl Clas")
        for name, has_one in (("Anna Ast", True), ("Carl Clas", False)):
            own = text(visitor.get(f"{PAGE}players/{person(name).pk}/")).replace("Strength figures", "")
            assert ("Strength figure" in own) is has_one, name

    def test_somebody_of_another_book_can_have_one_as_a_member_alone(self):
        season = with_figures()
        somebody = club_books.person(club_books.club("SC Pik"), "Fremde Frau")
        noted = {"season_id": season.pk, "people": [somebody.pk], "now": EVENING, "by": factories.user()}
        assert code_of(competitions.note_consents, **noted) == "no-such-person"

        SeasonMember.objects.create(season=season, person=somebody, added_at=EVENING)
        competitions.note_consents(**noted)
        assert selector.consenting(season) == {somebody.pk}
        assert somebody in selector.people_asked(season)

    def test_penalty_points_count_and_void_lists_house_rules_and_excluded_players_are_left_out(self):
        season = with_figures(*NAMES)
        first, second, third = (entry.tournament for entry in season.entries.order_by("pk"))
        before = selector.figures_of(season)
        directing.ordered(first, directing.order(directing.Kind.PENALTY, series=1, entrant=1, points=200))
        anna = person(NAMES[0]).pk
        assert selector.figures_of(season)[anna].hundredths < before[anna].hundredths

        directing.ordered(first, directing.order(directing.Kind.VOID, series=1, table=1, clause="SkWO 7.2.4"))
        assert {one.lists for one in selector.figures_of(season).values()} == {2}
        third.entrants.filter(number=1).update(excluded_at=EVENING, present=False)
        lists = {person(name).pk: 2 for name in NAMES} | {anna: 1}
        assert {number: one.lists for number, one in selector.figures_of(season).items()} == lists
        GameListRow.objects.filter(table__series__tournament=second).update(profile="kneipe")
        assert {one.lists for one in selector.figures_of(season).values()} == {1}


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.thorough
def test_nothing_that_decides_asks_for_it():
    """It is never mixed into places, prizes or seats: only the season's own pages import it."""
    asked = {
        str(path.relative_to(BASE_DIR))
        for app in ("tables", "scoring")
        for path in (BASE_DIR / app).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom | ast.Import)
        if any("strength" in f"{getattr(node, 'module', '')}.{one.name}" for one in node.names)
    }

    assert asked == {"scoring/season/selectors/tables.py", "scoring/season/views/public.py"}


PLAY = ({2, 3, 4}, {1, 3, 4}, {1, 2, 4}, {1, 2, 3})
"""Who plays each of the four deals of a round of four."""


@pytest.mark.django_db
@pytest.mark.slow
def test_is_counted_list_by_list_in_one_query_and_stands_on_the_page_of_a_player(client, django_assert_num_queries):
    # On the first evening Anna wins her four Grands and the others nothing; on the second Bert loses four.
    season = club_years.season()
    for number, (seat, game) in enumerate([(1, GRAND), (2, GRAND_LOST)], start=1):
        event = club_years.evening(season.club, f"abend-{number}", day=date(2026, 1, number), closed=0)
        row = factories.list_of(factories.running_series(event))
        factories.enter(row, *((seat, game) if seat in at else None for at in PLAY))
        factories.close_series(event.series.get())
        club_years.with_events(season, event)
    year = year_of(season)
    people = {one.name: one.pk for one in Person.objects.all()}
    with django_assert_num_queries(1):
        found = {one.opponent.name: one for one in meetings(year, player=people["Anna Ast"])}
    # First evening: Anna has all; second: Bert loses, and the three others have the same.
    met = {name: (one.lists, one.ahead, one.behind) for name, one in found.items()}
    assert met == {"Bert Bär": (2, 2, 0), "Carl Clas": (2, 1, 0), "Dora Dorn": (2, 1, 0)}
    (back,) = (one for one in meetings(year, player=people["Bert Bär"]) if one.opponent.name == "Anna Ast")
    assert (back.ahead, back.behind, back.difference) == (0, 2, -found["Bert Bär"].difference)
    club_years.competition(season)

    says(client.get(f"{club_years.PAGE}players/{people['Anna Ast']}/"), "Against whom", "2 : 0")
