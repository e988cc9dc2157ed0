"""Rankings beside the individual one: how they come about, and as everybody sees them."""

from fractions import Fraction
from uuid import uuid4

import pytest
from django.core.cache import cache

from scoring.disputes.services.measures import order_measure
from scoring.results.selectors.rankings import free_entrants, rankings_of, teams_of, weak_spots
from scoring.results.services import rankings
from tables.tournaments.models import Tournament
from tests.scoring.answers import says
from tests.scoring.results.ranked_event import assign as assign_numbers
from tests.scoring.results.ranked_event import shown, switched_on, table_of, two_series
from tests.scoring.results.ranking_pages import PUBLIC, assign, played, ranking, rows, text_of
from tests.support import factories
from tests.support.direction_measures import EXPULSION
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def replaced(ranking, out, *, by_whom):
    """Let somebody count instead of another in the second series."""
    whom = {"series_id": ranking.tournament.series.get(number=2).pk, "out": out, "by_whom": by_whom}
    rankings.substitute(ranking_id=ranking.pk, entry_key=uuid4(), by=factories.user(), now=EVENING, **whom)


def test_all_players_or_a_class_over_all_series_chosen_ones_or_the_best():
    made = two_series()
    found = shown(switched_on(made, "individual"))
    first, second = ((line.rank, line.competitor, line.performance) for line in found.lines[:2])
    assert (first, second) == ((1, "entrant:2", 2400), (2, "entrant:1", 2300))
    assert found.is_official
    assert [one.number for one in found.series] == [1, 2]

    ladies = [(1, "entrant:2", "2400"), (2, "entrant:4", "2000"), (3, "entrant:6", "1800")]
    assert table_of(switched_on(made, "ladies")) == ladies

    best = shown(switched_on(made, "ladies", "Beste", best_of=1)).lines[0]
    assert (best.performance, best.by_series, best.counted) == (1400, (1400, 1000), (True, False))
    assert best.members[0].counted == (True, False)

    first = shown(switched_on(made, "individual", "Serie 1", series=(1,)))
    assert [one.number for one in first.series] == [1]
    assert (first.lines[0].competitor, first.lines[0].performance) == ("entrant:2", 1400)


def test_before_anything_is_played_a_ranking_is_empty():
    found = shown(switched_on(factories.tournament(entrants=8), "club"))

    assert (found.lines, found.series, found.is_official) == ((), (), False)


def test_teams_are_ranked_with_what_each_player_brings_scaled_exactly_where_one_is_short_and_the_plan_says_so():
    ranking = assign_numbers(
        switched_on(two_series(), size=4, scaled=True), ("Herz", [5, 6, 7]), ("Dame", [1, 2, 3, 4])
    )

    first, short = shown(ranking).lines

    assert (first.club, first.performance, first.by_series, first.scaled) == ("", 8500, (4500, 4000), False)
    assert [(one.entrant.number, one.by_series) for one in first.members][:2] == [(1, (1000, 1300)), (2, (1400, 1000))]
    assert short.by_series == (Fraction(2600 * 4, 3), Fraction(2900 * 4, 3))
    assert short.performance == Fraction(22000, 3)
    assert short.scaled


def test_a_substitute_counts_instead_of_whom_he_replaces():
    made = two_series()
    ranking = assign_numbers(switched_on(made, size=2), ("Herz", [1, 2], [5]))
    replaced(ranking, 2, by_whom=5)

    line = shown(ranking).lines[0]

    assert line.by_series == (2400, 2500)
    members = [(one.entrant.number, one.substitute, one.counted) for one in line.members]
    assert members == [(1, False, (True, True)), (2, False, (True, False)), (5, True, (False, True))]


@pytest.mark.thorough
def test_whoever_is_excluded_counts_nowhere_and_scales_nothing():
    made = two_series()
    ranking = assign_numbers(switched_on(made, size=2, scaled=True), ("Herz", [1, 2]), ("Dame", [3, 4]))
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
    counted = {one.entrant.number: one.counted for one in shown(ranking).lines[0].members}
    assert [*counted.items()] == [*((number, (True, True)) for number in (1, 2, 4)), (3, (False, False))]


def test_who_hides_his_club_counts_for_it_unnamed_and_a_club_nobody_shows_is_not_named():
    made = in_clubs(two_series(), a=("Herz", [1, 2]), b=("Pik", [3]))
    ranking = switched_on(made, "club", size=2)

    made.entrants.filter(number=2).update(shown_as="number")
    line = shown(ranking).lines[0]
    assert (line.club, line.performance, line.unnamed) == ("Herz", 4700, 1)
    assert [one.entrant.number for one in line.members] == [1]

    made.entrants.filter(number__in=[1, 2]).update(shown_as="pseudonym", pseudonym="Fuchs")
    line = shown(ranking).lines[0]
    assert (line.club, line.members, line.unnamed, line.performance) == ("", (), 2, 4700)
    assert line.competitor == "club:#1"


def test_a_ranking_costs_so_many_queries_however_many_compete(django_assert_num_queries):
    made = in_clubs(two_series(), a=("Herz", [1, 2]), b=("Pik", [3]))
    for kind, queries in (("individual", 6), ("club", 6), ("team", 9)):
        ranking = switched_on(made, kind, size=2)
        if kind == "team":
            assign_numbers(ranking, ("Herz", [1, 2], [7]), ("Dame", [3, 4]), ("Pik", [5, 6]))
        with django_assert_num_queries(queries):
            shown(ranking)


def test_the_office_sees_teams_who_is_free_and_what_is_odd():
    made = two_series()
    made.entrants.create(number=9, name="Neun", registered_at=EVENING)
    ranking = assign_numbers(switched_on(made, "mixed"), ("Herz", [1, 2]), ("Dame", [3], [5]), ("Neu", [9]))
    made.entrants.filter(number=2).update(classes=[])
    made.entrants.filter(number=8).update(withdrawn_at=EVENING, present=False)

    assert [(team.number, team.name) for team in teams_of(ranking)] == [(1, "Herz"), (2, "Dame"), (3, "Neu")]
    assert [one.number for one in free_entrants(ranking)] == [4, 6, 7]
    found = weak_spots(ranking)
    assert (found[1], found[2]) == (("not-mixed",), ("too-few",))
    ladies = switched_on(made, "ladies")
    assert weak_spots(ladies) == {}
    # A team nobody of whom was seated is not ranked, and a ranking that is switched off the office alone sees.
    assert [line[1] for line in table_of(ranking)] == ["Herz", "Dame"]
    rankings.switch_off(ranking_id=ladies.pk, by=factories.user(), now=EVENING)
    assert rankings_of(made) == (ranking,)
    assert rankings_of(made, with_off=True) == (ranking, ladies)


def test_a_team_is_too_large_when_its_size_was_changed_and_its_best_count():
    ranking = assign_numbers(switched_on(two_series(), size=3), ("Herz", [1, 2, 3]))
    terms = rankings.Terms(kind="team", name="Team", size=2)
    rankings.change(ranking_id=ranking.pk, terms=terms, by=factories.user(), now=EVENING)
    ranking.refresh_from_db()

    assert weak_spots(ranking) == {1: ("too-many",)}
    assert table_of(ranking) == [(1, "Herz", "4700")]


class TestTheLinesOfTeams:
    def test_strike_a_substitute_out_where_he_does_not_count(self, client):
        made = played()
        replaced(assign(ranking(made), Buben="1 2; 5"), 2, by_whom=5)

        team, _one, two, five = rows(client)

        assert team[2:5] == ["1220", "488", "732"]
        assert two == ["", "Spieler 2 No. 2", "122", "122", "122 does not count", "", ""]
        assert five == ["", "Spieler 5 substitute No. 5", "366", "366 does not count", "366", "", ""]
        assert "A substitute counts in the series in which they replace another" in text_of(client.get(PUBLIC))

    def test_are_the_team_and_below_it_its_players_scaled_to_the_hundredth_or_of_one_series(self, client):
        found = ranking(played(), size=3, scaled=True)
        assign(found, Buben="1 2", Damen="3 6 7")

        team, one, two, second, *_rest = rows(client)

        assert team[2] in {"1464 *", "1464*"}
        assert "Scaled up, as the plan says" in text_of(client.get(PUBLIC))
        assert one == ["", "Spieler 1 No. 1", "732", "366", "366", "", ""]
        assert (two[:3], second[:2]) == (["", "Spieler 2 No. 2", "244"], ["2", "Damen"])
        only = assign(ranking(found.tournament, name="Einmal", series=(2,)), Buben="1 2")
        assert rows(client, f"/t/cup/rankings/{only.number}/")[0] == ["1", "Buben", "488", "4", "0"]


def test_clubs_have_their_best_and_say_how_many_do_not_count_and_ladies_are_lines_without_members(client):
    made = played()
    made.entrants.filter(number__lte=4).update(club="SC Herz Dame")
    made.entrants.filter(number__in=(2, 5)).update(classes=["ladies"])
    ranking(made, "club", size=2, series=(1,))
    ranking(made, "ladies", name="Damen", size=1)

    club, *members = rows(client)
    assert club[:3] == ["1", "SC Herz Dame", "488"]
    assert [row[1] for row in members] == ["Spieler 1 No. 1", "Spieler 2 No. 2", "2 more who do not count"]
    assert rows(client, "/t/cup/rankings/2/") == [
        ["1", "Spieler 5 No. 5", "732", "366", "366", "6", "0"],
        ["2", "Spieler 2 No. 2 · SC Herz Dame", "244", "122", "122", "2", "0"],
    ]

    made.entrants.filter(number__lte=4).update(club="SC Geheim", shown_as="number")
    cache.clear()
    says(client.get(PUBLIC), "a club that is not named", lacks="Geheim")


def test_names_are_those_the_players_want_and_searching_finds_no_hidden_ones_and_leaves_the_places_as_they_are(client):
    made = played()
    made.entrants.filter(number=1).update(name="Zacharias Zander", club="SC Zeder", shown_as="initials")
    made.entrants.filter(number=2).update(name="Yvonne Ysop", club="SC Yacht", shown_as="number")
    assign(ranking(made), Buben="1 2", Damen="5 6")

    says(client.get(PUBLIC), "Z. Z.", lacks=("Zander", "Ysop", "Yacht"))
    assert "0 of 2 fit" in text_of(client.get(f"{PUBLIC}?q=ysop"))
    assert [row[1] for row in rows(client, f"{PUBLIC}?q=2") if row[0]] == ["Buben"]
    places = {row[1]: row[0] for row in rows(client) if row[0]}
    for wanted in ("damen", "spieler+6"):
        assert rows(client, f"{PUBLIC}?q={wanted}")[0][:2] == [places["Damen"], "Damen"], wanted
    assert client.get(f"{PUBLIC}?q={'x' * 200}").status_code == 200


class TestWhatIsShown:
    def test_before_a_series_begins_it_says_so(self, client):
        assign(ranking(factories.tournament(entrants=4)), Buben="1 2")

        says(text_of(client.get(PUBLIC)), "not begun", "No series has begun yet")

    def test_without_teams_it_says_so_and_leads_the_director_alone_to_the_office(self, client, director):
        found = ranking(played(closed=1))
        says(client.get(PUBLIC), "The teams are not assigned yet", lacks="/office/rankings/1/")
        says(director.get(PUBLIC), "/office/rankings/1/")

        rankings.switch_off(ranking_id=found.pk, by=factories.user(), now=EVENING)
        assert (client.get(PUBLIC).status_code, director.get(PUBLIC).status_code) == (404, 404)

    def test_it_is_provisional_until_all_its_series_are_closed_and_hidden_ranks_do_not_count_before(self, client):
        made = played(closed=1)
        factories.play_series(factories.running_series(made, 2))
        Tournament.objects.update(hides_live=True)
        assign(ranking(made), Buben="1 2")

        assert rows(client)[0][2] == "488"
        open_series = "Series 2 is being played; its results show when it is closed"
        says(text_of(client.get(PUBLIC)), "provisional", open_series)


def test_the_same_state_is_made_once_and_a_change_sends_the_lines_alone(client, django_assert_num_queries):
    found = assign(ranking(played()), Buben="1 2", Damen="3 4", Asse="5 6", Zehnen="7 8")
    with django_assert_num_queries(10):
        client.get(PUBLIC)
    with django_assert_num_queries(1):
        kept = client.get(PUBLIC)
    with django_assert_num_queries(1):
        assert client.get(PUBLIC, headers={"If-None-Match": kept["ETag"]}).status_code == 304
    seen = {"HX-Request": "true", "X-Seen": kept["X-Seen"]}
    assert client.get(PUBLIC, headers=seen).status_code == 204

    assign(found, Luschen="1 2")
    says(client.get(PUBLIC, headers=seen), 'id="ranking"', "Luschen", lacks="<title>")
