"""Rankings as everybody sees them: lines, members, what counts, names, who may see what."""

import pytest

from scoring.results.services.ranking_draws import draw_lots
from scoring.results.services.ranking_teams import substitute
from scoring.results.services.rankings import switch_off
from tables.tournaments.models import Tournament
from tests.scoring.results.ranking_pages import PUBLIC, assign, played, ranking, rows, text_of
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestTheLinesOfTeams:
    @pytest.mark.thorough
    def test_are_the_team_and_below_it_its_players_with_their_part(self, client):
        assign(ranking(played()), Buben="1 2", Damen="3 6")

        first, one, two, second, *_rest = rows(client)

        assert first == ["1", "Buben", "976", "488", "488", "8", "0"]
        assert one == ["", "Spieler 1 No. 1", "732", "366", "366", "", ""]
        assert two == ["", "Spieler 2 No. 2", "244", "122", "122", "", ""]
        assert second[:2] == ["2", "Damen"]

    def test_say_that_only_a_lot_can_separate_equals(self, client):
        assign(ranking(played()), Buben="1 2", Damen="5 6")

        page = text_of(client.get(PUBLIC))

        assert "1= Buben" in page
        assert "1= Damen" in page
        assert "only a lot separates them" in page

    def test_say_that_a_lot_was_drawn(self, client):
        found = assign(ranking(played()), Buben="1 2", Damen="5 6")
        draw_lots(ranking_id=found.pk, seed="a", by=factories.user(), now=EVENING)

        ranks = [row[0] for row in rows(client) if row[0]]

        assert ranks == ["1 by lot", "2 by lot"]
        assert "so a lot was drawn (SkWO 5.2)" in text_of(client.get(PUBLIC))

    def test_strike_a_substitute_out_where_he_does_not_count(self, client):
        made = played()
        found = assign(ranking(made), Buben="1 2; 5")
        substitute(
            ranking_id=found.pk,
            series_id=made.series.get(number=2).pk,
            out=2,
            by_whom=5,
            entry_key="5d1f0f5e-0000-4000-8000-000000000001",
            by=factories.user(),
            now=EVENING,
        )

        team, _one, two, five = rows(client)

        assert team[2:5] == ["1220", "488", "732"]
        assert two == ["", "Spieler 2 No. 2", "122", "122", "122 does not count", "", ""]
        assert five == ["", "Spieler 5 substitute No. 5", "366", "366 does not count", "366", "", ""]
        assert "A substitute counts in the series in which they replace another" in text_of(client.get(PUBLIC))

    @pytest.mark.thorough
    def test_strike_out_the_series_that_are_not_among_the_best(self, client):
        made = factories.tournament(entrants=8, series=3)
        for number in range(1, 4):
            factories.close_series(factories.running_series(made, number))
        assign(ranking(made, best_of=2), Buben="1 2")

        team = rows(client)[0]

        assert team[2] == "976"
        assert sorted(team[3:6]) == ["488", "488", "488 does not count"]
        assert "Only the best 2 series count" in text_of(client.get(PUBLIC))

    def test_are_scaled_to_the_hundredth_and_say_so(self, client):
        made = played()
        found = ranking(made, size=3, scaled=True)
        assign(found, Buben="1 2")

        team = rows(client)[0]

        assert team[2] == "1464 *" or team[2] == "1464*"
        assert "Scaled up, as the plan says" in text_of(client.get(PUBLIC))

    def test_of_one_series_have_no_column_for_it(self, client):
        assign(ranking(played(), series=(2,)), Buben="1 2")

        assert rows(client)[0] == ["1", "Buben", "488", "4", "0"]


class TestOtherKinds:
    def test_clubs_have_their_best_and_say_how_many_do_not_count(self, client):
        made = played()
        made.entrants.filter(number__lte=4).update(club="SC Herz Dame")
        ranking(made, "club", size=2, series=(1,))

        club, *members = rows(client)

        assert club[:3] == ["1", "SC Herz Dame", "488"]
        assert [row[1] for row in members] == ["Spieler 1 No. 1", "Spieler 2 No. 2", "2 more who do not count"]

    def test_a_club_nobody_shows_is_not_named(self, client):
        made = played()
        made.entrants.filter(number__lte=4).update(club="SC Geheim", shown_as="number")
        ranking(made, "club", size=2, series=(1,))

        page = client.get(PUBLIC).content.decode()

        assert "Geheim" not in page
        assert "a club that is not named" in page

    def test_ladies_are_lines_without_members(self, client):
        made = played()
        made.entrants.filter(number__in=(2, 5)).update(classes=["ladies"], club="SC Bube")
        ranking(made, "ladies", size=1)

        assert rows(client) == [
            ["1", "Spieler 5 No. 5 · SC Bube", "732", "366", "366", "6", "0"],
            ["2", "Spieler 2 No. 2 · SC Bube", "244", "122", "122", "2", "0"],
        ]


class TestNames:
    def test_are_those_the_players_want(self, client):
        made = played()
        made.entrants.filter(number=1).update(name="Zacharias Zander", club="SC Zeder", shown_as="initials")
        made.entrants.filter(number=2).update(name="Yvonne Ysop", club="SC Yacht", shown_as="number")
        assign(ranking(made), Buben="1 2")

        page = client.get(PUBLIC).content.decode()

        assert "Z. Z." in page
        assert not [word for word in ("Zander", "Ysop", "Yacht") if word in page]

    def test_hidden_ones_are_not_found_by_searching(self, client):
        made = played()
        made.entrants.filter(number=2).update(name="Yvonne Ysop", club="SC Yacht", shown_as="number")
        assign(ranking(made), Buben="1 2", Damen="5 6")

        assert "0 of 2 fit" in text_of(client.get(f"{PUBLIC}?q=ysop"))
        assert [row[1] for row in rows(client, f"{PUBLIC}?q=2") if row[0]] == ["Buben"]

    def test_of_teams_that_are_hostile_stay_text(self, client):
        assign(ranking(played()), **{"<script>alert(1)</script>": "1 2"})

        assert b"<script>alert" not in client.get(PUBLIC).content


class TestSearching:
    def test_leaves_the_places_as_they_are(self, client):
        assign(ranking(played()), Buben="1 2", Damen="3 6")

        assert rows(client, f"{PUBLIC}?q=damen")[0][:2] == ["2", "Damen"]

    def test_finds_a_team_by_its_player(self, client):
        assign(ranking(played()), Buben="1 2", Damen="3 6")

        assert rows(client, f"{PUBLIC}?q=spieler+6")[0][1] == "Damen"

    def test_of_something_too_long_is_told(self, client):
        assign(ranking(played()), Buben="1 2")

        assert client.get(f"{PUBLIC}?q={'x' * 200}").status_code == 200


class TestWhatIsShown:
    def test_a_ranking_that_is_switched_off_is_not_found(self, client, director):
        found = assign(ranking(played()), Buben="1 2")
        switch_off(ranking_id=found.pk, by=factories.user(), now=EVENING)

        assert client.get(PUBLIC).status_code == 404
        assert director.get(PUBLIC).status_code == 404

    def test_an_unknown_one_is_not_found(self, client):
        played()

        assert client.get(PUBLIC).status_code == 404
        assert client.get("/t/nirgends/rankings/1/").status_code == 404

    def test_nothing_is_posted_here(self, client):
        ranking(played())

        assert client.post(PUBLIC).status_code == 405

    def test_before_a_series_begins_it_says_so(self, client):
        assign(ranking(factories.tournament(entrants=4)), Buben="1 2")

        page = text_of(client.get(PUBLIC))

        assert "not begun" in page
        assert "No series has begun yet" in page

    def test_without_teams_it_says_so(self, client):
        ranking(played())

        assert "The teams are not assigned yet" in text_of(client.get(PUBLIC))

    def test_it_is_provisional_until_all_its_series_are_closed(self, client):
        made = played(closed=1)
        factories.running_series(made, 2)
        assign(ranking(made), Buben="1 2")

        assert "provisional" in text_of(client.get(PUBLIC))

    def test_hidden_ranks_do_not_count_before_the_series_is_closed(self, client):
        made = played(closed=1)
        factories.play_series(factories.running_series(made, 2))
        Tournament.objects.update(hides_live=True)
        assign(ranking(made), Buben="1 2")

        page = text_of(client.get(PUBLIC))

        assert rows(client)[0][2] == "488"
        assert "Series 2 is being played; its results show when it is closed" in page

    def test_the_way_to_the_office_is_the_directors_alone(self, client, director):
        ranking(played())

        assert b"/office/rankings/1/" not in client.get(PUBLIC).content
        assert b"/office/rankings/1/" in director.get(PUBLIC).content


class TestKeepingUpToDate:
    def test_an_unchanged_page_costs_a_304(self, client, django_assert_num_queries):
        assign(ranking(played()), Buben="1 2")
        client.get(PUBLIC)
        tag = client.get(PUBLIC)["ETag"]

        with django_assert_num_queries(1):
            assert client.get(PUBLIC, headers={"If-None-Match": tag}).status_code == 304

    def test_a_page_that_has_seen_all_gets_nothing(self, client):
        assign(ranking(played()), Buben="1 2")
        seen = client.get(PUBLIC)["X-Seen"]

        assert client.get(PUBLIC, headers={"HX-Request": "true", "X-Seen": seen}).status_code == 204

    def test_a_change_sends_the_lines_alone(self, client):
        found = assign(ranking(played()), Buben="1 2")
        before = client.get(PUBLIC)
        assign(found, Asse="1 2")

        response = client.get(PUBLIC, headers={"HX-Request": "true", "X-Seen": before["X-Seen"]})

        assert b'id="ranking"' in response.content
        assert b"Asse" in response.content
        assert b"<title>" not in response.content

    def test_the_same_state_is_made_once(self, client, django_assert_num_queries):
        assign(ranking(played()), Buben="1 2")
        client.get(PUBLIC)

        with django_assert_num_queries(1):
            client.get(PUBLIC)

    @pytest.mark.parametrize("teams", [1, 4])
    def test_queries_do_not_grow_with_the_teams(self, client, django_assert_num_queries, teams):
        assign(ranking(played()), **{f"Team {n}": f"{2 * n + 1} {2 * n + 2}" for n in range(teams)})

        with django_assert_num_queries(10):
            client.get(PUBLIC)
