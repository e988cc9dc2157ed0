"""The table of a league by `python -m scoring.season.table`, sentence by sentence; every figure by hand."""

import pytest

FOUR = {"1": [4120, 3980, 4400], "2": [4000, 4100, 3000], "3": [3900, 3980, 3500], "4": [1000, 2000, 4500]}
"""Beaten by 1: 3, 1 and a tie, 2; by 2: 2, 3, 0; by 3: 1, 1 and a tie, 1; by 4: 0, 0, 3."""


def league(*matches, teams=(1, 2, 3, 4), **how):
    return {
        "league": {
            "teams": list(teams),
            "matches": [{"day": day, **match} for day, match in enumerate(matches, start=1)],
            **how,
        }
    }


def points(table):
    return {row["team"]: (row["points"], row["against"]) for row in table}


def test_a_series_gives_as_many_points_as_teams_beaten_and_against_as_many_as_beat_it(ask):
    assert ask(league({"totals": FOUR}, tie="share")) == [
        {"place": 1, "team": 1, "points": "13/2", "against": "5/2", "game_points": 12500},
        {"place": 2, "team": 2, "points": "5", "against": "4", "game_points": 11100},
        {"place": 3, "team": 3, "points": "7/2", "against": "11/2", "game_points": 11380},
        {"place": 4, "team": 4, "points": "3", "against": "6", "game_points": 7500},
    ]


class TestTie:
    WON = {"1": [30, 20, 30], "3": [30, 21, 10]}

    def test_is_shared_half_a_point_on_either_side(self, ask):
        table = ask(league({"totals": {"1": [5], "2": [5], "3": [5]}}, teams=(1, 2, 3), tie="share"))

        assert points(table) == dict.fromkeys((1, 2, 3), ("1", "1"))

    def test_is_shared_where_nothing_is_said(self, ask):
        assert ask(league({"totals": FOUR})) == ask(league({"totals": FOUR}, tie="share"))

    def test_goes_to_more_games_won(self, ask):
        table = ask(league({"totals": FOUR, "won": self.WON}, tie="won-games"))

        assert points(table)[1] == ("6", "3")
        assert points(table)[3] == ("4", "5")

    @pytest.mark.parametrize(
        "won",
        [
            None,
            {},
            {"1": [30, 20, 30]},
            {"1": [30, 20, 30], "3": [30, None, 10]},
            {"1": [30, 20, 30], "3": [0, 20, 0]},
        ],
    )
    def test_is_shared_where_games_won_are_missing_or_equal(self, ask, won):
        table = ask(league({"totals": FOUR, "won": won}, tie="won-games"))

        assert points(table) == points(ask(league({"totals": FOUR}, tie="share")))

    def test_by_games_won_does_not_count_where_ties_are_shared(self, ask):
        assert ask(league({"totals": FOUR, "won": self.WON}, tie="share")) == ask(league({"totals": FOUR}))

    def test_may_give_nothing_on_either_side(self, ask):
        table = ask(league({"totals": FOUR}, tie="none"))

        assert points(table)[1] == ("6", "2")
        assert points(table)[3] == ("3", "5")


class TestAbsent:
    def test_is_beaten_by_all_present_and_gets_nothing(self, ask):
        table = ask(league({"totals": {"1": [100], "2": [-200], "3": [300], "4": [None]}}))

        assert points(table) == {3: ("3", "0"), 1: ("2", "1"), 2: ("1", "2"), 4: ("0", "3")}

    def test_two_who_are_absent_get_nothing_of_each_other(self, ask):
        for tie in ("share", "won-games", "none"):
            table = ask(league({"totals": {"1": [100], "2": [200], "3": [None], "4": [None]}}, tie=tie))

            assert points(table) == {2: ("3", "0"), 1: ("2", "1"), 3: ("0", "2"), 4: ("0", "2")}

    def test_counts_in_that_series_alone(self, ask):
        table = ask(league({"totals": {"1": [1, 1], "2": [2, None], "3": [3, 3]}}, teams=(1, 2, 3)))

        assert points(table) == {3: ("4", "0"), 1: ("1", "3"), 2: ("1", "3")}
        assert [row["game_points"] for row in table] == [6, 2, 2]

    def test_points_below_zero_are_no_absence(self, ask):
        table = ask(league({"totals": {"1": [0], "2": [-1], "3": [None]}}, teams=(1, 2, 3)))

        assert points(table) == {1: ("2", "0"), 2: ("1", "1"), 3: ("0", "2")}


class TestOrder:
    def test_is_points_then_game_points_then_the_same_place_by_number(self, ask):
        table = ask(
            league(
                {"totals": {"9": [500], "2": [400], "3": [300]}},
                {"totals": {"9": [100], "2": [200], "3": [300]}},
                {"totals": {"9": [10], "5": [10], "4": [10]}},
                teams=(9, 5, 4, 3, 2),
                tie="none",
            )
        )

        # 9, 2 and 3 have two points each; 5 and 4 have none.
        assert [(row["place"], row["team"], row["points"], row["game_points"]) for row in table] == [
            (1, 9, "2", 610),
            (2, 2, "2", 600),
            (2, 3, "2", 600),
            (4, 4, "0", 10),
            (4, 5, "0", 10),
        ]

    def test_a_team_without_a_match_has_a_row(self, ask):
        table = ask(league({"totals": {"1": [1], "2": [2], "3": [3]}}))

        assert table[-1] == {"place": 4, "team": 4, "points": "0", "against": "0", "game_points": 0}

    def test_without_matches_all_share_the_first_place(self, ask):
        assert [(row["place"], row["team"]) for row in ask(league(teams=(3, 1, 2)))] == [(1, 1), (1, 2), (1, 3)]


class TestFields:
    def test_of_five_give_four_points_a_series_and_sixteen_in_four(self, ask):
        totals = {str(team): [1000 * team] * 4 for team in range(1, 6)}

        table = ask(league({"totals": totals}, teams=range(1, 6)))

        assert points(table)[5] == ("16", "0")
        assert [row["points"] for row in table] == ["16", "12", "8", "4", "0"]

    def test_of_three_give_two(self, ask):
        totals = {str(team): [1000 * team] for team in range(1, 4)}

        assert [row["points"] for row in ask(league({"totals": totals}, teams=range(1, 4)))] == ["2", "1", "0"]


@pytest.mark.parametrize(("series", "sum_of_all", "printed"), [(4, 60, "23:37"), (3, 45, "28:17"), (2, 30, "27:3")])
def test_points_and_points_against_of_a_season_in_groups_of_four_are_those_of_printed_tables(
    ask, series, sum_of_all, printed
):
    """Five days: 5 x 4 x 3 = 60, 5 x 3 x 3 = 45, 5 x 2 x 3 = 30; the printed table shows a team with that record."""
    beaten = int(printed.partition(":")[0])
    # Team 1 beats so many others, series after series, and the others stand in an order of their own.
    shares = [min(3, max(0, beaten - 3 * at)) for at in range(5 * series)]
    matches = []
    for day in range(5):
        mine = shares[day * series : (day + 1) * series]
        totals = {str(team): [100 * team] * series for team in (2, 3, 4)}
        matches.append({"totals": totals | {"1": [150 + 100 * share for share in mine]}})

    table = ask(league(*matches))

    assert {row["team"]: f"{row['points']}:{row['against']}" for row in table}[1] == printed
    for row in table:
        assert int(row["points"]) + int(row["against"]) == sum_of_all
