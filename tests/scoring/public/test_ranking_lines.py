"""Rankings beside the individual one, as the public sees them."""

from fractions import Fraction
from uuid import uuid4

import pytest

from scoring.disputes.services.measures import order_measure
from scoring.results.selectors.rankings import free_entrants, rankings_of, teams_of, weak_spots
from scoring.results.services import rankings
from tables.tournaments.models import Tournament
from tests.scoring.results.ranked_event import assign, close, play, shown, switched_on, table_of, two_series
from tests.support import factories
from tests.support.direction_measures import EXPULSION
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_all_players_over_all_series():
    found = shown(switched_on(two_series(), "individual"))

    assert [(line.rank, line.competitor, line.performance) for line in found.lines][:3] == [
        (1, "entrant:2", 2400),
        (2, "entrant:1", 2300),
        (3, "entrant:8", 2100),
    ]
    assert found.is_official
    assert [one.number for one in found.series] == [1, 2]


def test_a_class_is_ranked_by_itself():
    assert table_of(switched_on(two_series(), "ladies")) == [
        (1, "entrant:2", "2400"),
        (2, "entrant:4", "2000"),
        (3, "entrant:6", "1800"),
    ]


def test_only_the_best_series_count_and_the_others_are_told_apart():
    line = shown(switched_on(two_series(), "ladies", best_of=1)).lines[0]

    assert (line.performance, line.by_series, line.counted) == (1400, (1400, 1000), (True, False))
    assert line.members[0].counted == (True, False)


def test_a_ranking_is_over_chosen_series():
    found = shown(switched_on(two_series(closed=1), "individual", series=(1,)))

    assert [one.number for one in found.series] == [1]
    assert (found.lines[0].competitor, found.lines[0].performance) == ("entrant:2", 1400)
    assert found.is_official


def test_a_ranking_is_provisional_while_one_of_its_series_is_open_or_still_to_come():
    assert not shown(switched_on(two_series(closed=1), "individual")).is_official


def test_hidden_ranks_count_only_what_is_closed():
    found = shown(switched_on(two_series(closed=1, hides_live=True), "individual"))

    assert [one.number for one in found.series] == [1]
    assert found.lines[0].by_series == (1400,)
    assert not found.is_official


def test_before_anything_is_played_a_ranking_is_empty():
    found = shown(switched_on(factories.tournament(entrants=8), "club"))

    assert (found.lines, found.series, found.is_official) == ((), (), False)


def test_teams_are_ranked_with_what_each_player_brings():
    ranking = assign(switched_on(two_series(), size=4), ("Herz", [5, 6, 7, 8]), ("Dame", [1, 2, 3, 4]))

    found = shown(ranking).lines

    assert table_of(ranking) == [(1, "Dame", "8500"), (2, "Herz", "7600")]
    assert [(one.entrant.number, one.by_series) for one in found[0].members] == [
        (1, (1000, 1300)),
        (2, (1400, 1000)),
        (3, (900, 900)),
        (4, (1200, 800)),
    ]
    assert found[0].by_series == (4500, 4000)


def test_a_team_short_of_a_player_is_scaled_exactly_where_the_plan_says_so():
    ranking = switched_on(two_series(), size=4, scaled=True)

    line = shown(assign(ranking, ("Herz", [5, 6, 7]))).lines[0]

    assert line.by_series == (Fraction(2600 * 4, 3), Fraction(2900 * 4, 3))
    assert line.performance == Fraction(22000, 3)
    assert line.scaled


def test_a_substitute_counts_instead_of_whom_he_replaces():
    made = two_series()
    ranking = assign(switched_on(made, size=2), ("Herz", [1, 2], [5]))
    rankings.substitute(
        ranking_id=ranking.pk,
        series_id=made.series.get(number=2).pk,
        out=2,
        by_whom=5,
        entry_key=uuid4(),
        by=factories.user(),
        now=EVENING,
    )

    line = shown(ranking).lines[0]

    assert line.by_series == (2400, 2500)
    assert [(one.entrant.number, one.substitute, one.counted) for one in line.members] == [
        (1, False, (True, True)),
        (2, False, (True, False)),
        (5, True, (False, True)),
    ]


def test_whoever_is_excluded_counts_nowhere_and_scales_nothing():
    made = two_series()
    ranking = assign(switched_on(made, size=2, scaled=True), ("Herz", [1, 2]), ("Dame", [3, 4]))
    order_measure(tournament_id=made.pk, order=EXPULSION, entry_key=uuid4(), by=factories.user(), now=EVENING)

    assert table_of(ranking) == [(1, "Dame", "3800"), (2, "Herz", "2300")]
    herz = shown(ranking).lines[1]
    assert [one.by_series for one in herz.members] == [(1000, 1300), (None, None)]
    assert not herz.scaled
    assert "entrant:2" not in {line.competitor for line in shown(switched_on(made, "ladies")).lines}


def in_clubs(made: Tournament, **clubs: tuple[str, list[int]]) -> Tournament:
    for club, numbers in clubs.values():
        made.entrants.filter(number__in=numbers).update(club=club)
    return made


def test_clubs_have_their_best_players():
    made = in_clubs(two_series(), a=("SC Herz Dame", [1, 2, 3]), b=("SC  Herz-Dame", [4]), c=("Pik 7", [5, 6]))

    ranking = switched_on(made, "club", size=3)

    assert table_of(ranking) == [(1, "SC Herz Dame", "6700"), (2, "Pik 7", "3800")]
    assert [(one.entrant.number, one.counted) for one in shown(ranking).lines[0].members] == [
        (1, (True, True)),
        (2, (True, True)),
        (4, (True, True)),
        (3, (False, False)),
    ]


def test_a_player_who_hides_his_club_counts_for_it_unnamed():
    made = in_clubs(two_series(), a=("Herz", [1, 2]))
    made.entrants.filter(number=2).update(shown_as="number")

    (line,) = shown(switched_on(made, "club", size=2)).lines

    assert (line.club, line.performance, line.unnamed) == ("Herz", 4700, 1)
    assert [one.entrant.number for one in line.members] == [1]


def test_a_club_none_of_whose_players_shows_it_is_named_nowhere():
    made = in_clubs(two_series(), a=("Herz", [1, 2]), b=("Pik", [3]))
    made.entrants.filter(number__in=[1, 2]).update(shown_as="pseudonym", pseudonym="Fuchs")

    line = shown(switched_on(made, "club", size=2)).lines[0]

    assert (line.club, line.members, line.unnamed, line.performance) == ("", (), 2, 4700)
    assert line.competitor == "club:#1"


def test_teams_nobody_of_whom_was_seated_are_not_ranked():
    made = two_series()
    made.entrants.create(number=9, name="Neun", registered_at=EVENING)

    assert table_of(assign(switched_on(made, size=2), ("Herz", [1, 2]), ("Neu", [9]))) == [(1, "Herz", "4700")]


@pytest.mark.parametrize(("kind", "queries"), [("individual", 6), ("club", 6), ("team", 9)])
def test_a_ranking_costs_so_many_queries_however_many_compete(kind, queries, django_assert_num_queries):
    made = in_clubs(two_series(), a=("Herz", [1, 2]), b=("Pik", [3]))
    ranking = switched_on(made, kind, size=2)
    if kind == "team":
        assign(ranking, ("Herz", [1, 2], [7]), ("Dame", [3, 4]), ("Pik", [5, 6]))

    with django_assert_num_queries(queries):
        shown(ranking)


def test_rankings_switched_off_are_shown_to_the_office_only():
    made = two_series()
    first, second = switched_on(made, "ladies"), switched_on(made, "club", size=4)
    rankings.switch_off(ranking_id=first.pk, by=factories.user(), now=EVENING)

    assert rankings_of(made) == (second,)
    assert rankings_of(made, with_off=True) == (first, second)


def test_the_office_sees_teams_who_is_free_and_what_is_odd():
    made = two_series()
    ranking = assign(switched_on(made, "mixed"), ("Herz", [1, 2]), ("Dame", [3], [5]))
    made.entrants.filter(number=2).update(classes=[])
    made.entrants.filter(number=8).update(withdrawn_at=EVENING, present=False)

    assert [(team.number, team.name) for team in teams_of(ranking)] == [(1, "Herz"), (2, "Dame")]
    assert [one.number for one in free_entrants(ranking)] == [4, 6, 7]
    assert weak_spots(ranking) == {1: ("not-mixed",), 2: ("too-few",)}
    assert weak_spots(switched_on(made, "ladies")) == {}


def test_a_team_is_too_large_when_its_size_was_changed_and_its_best_count():
    ranking = assign(switched_on(two_series(), size=3), ("Herz", [1, 2, 3]))
    terms = rankings.Terms(kind="team", name="Team", size=2)
    rankings.change(ranking_id=ranking.pk, terms=terms, by=factories.user(), now=EVENING)
    ranking.refresh_from_db()

    assert weak_spots(ranking) == {1: ("too-many",)}
    assert table_of(ranking) == [(1, "Herz", "4700")]


def test_a_ranking_can_be_switched_on_after_the_last_series():
    made = factories.tournament(entrants=8, series=1, rounds=12)
    close(play(made, 1, [1000, 1400, 900, 1200, 800, 1100, 700, 1050]))

    assert shown(switched_on(made, "individual")).is_official
