"""Seats in a match, counted: 96 of 96 opponents, and each case of incomplete teams by itself."""

from collections import Counter
from itertools import combinations, product

import pytest

from scoring.season.rules.fixtures import MatchSeat, StepIn, Verdict, case_of, case_seats, match_seats

TEAMS = (11, 12, 13, 14)

SEEDS = ["a", "b", "Anlage 10"]


def met(plan):
    return Counter(tuple(sorted(pair)) for tables in plan for table in tables for pair in combinations(table, 2))


def sizes(tables):
    return sorted(map(len, tables), reverse=True)


@pytest.mark.parametrize("seed", SEEDS)
def test_in_four_series_each_of_sixteen_meets_each_of_the_twelve_opponents_exactly_once(seed):
    found = met(match_seats(TEAMS, series=4, seed=seed))

    opponents = {
        tuple(sorted((MatchSeat(one, a), MatchSeat(other, b))))
        for one, other in combinations(TEAMS, 2)
        for a, b in product(range(1, 5), repeat=2)
    }
    assert len(opponents) == 96
    assert found.keys() == opponents
    assert set(found.values()) == {1}


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_meets_an_opponent_twice_a_day_nor_a_team_mate_ever(seed):
    for (teams, tables), series in product(((3, 4), (4, 4), (5, 5)), (1, 2, 3, 4)):
        names = range(1, teams + 1)
        plan = match_seats(names, series=series, seed=seed)
        assert len(plan) == series
        assert set(met(plan).values()) == {1}
        assert all(one.team != other.team for one, other in met(plan))
        for one in plan:
            assert len(one) == tables
            assert sorted(seat for table in one for seat in table) == [
                MatchSeat(t, p) for t in names for p in range(1, 5)
            ]


def test_those_with_number_four_meet_in_the_fourth_series_alone_and_everybody_has_each_seat_once():
    for seed in SEEDS:
        plan = match_seats(TEAMS, series=4, seed=seed)
        fours = [sum(seat.player == 4 for seat in table) for tables in plan for table in tables]
        assert fours == [1] * 12 + [4, 0, 0, 0]

        places = Counter((seat, at) for tables in plan for table in tables for at, seat in enumerate(table))
        assert len(places) == 64
        assert set(places.values()) == {1}


class TestIncomplete:
    @pytest.mark.parametrize("series", [1, 2, 3, 4])
    def test_empty_chairs_may_be_taken_at_any_round(self, series):
        for present, tables in (
            ((4, 4, 4, 4), [4, 4, 4, 4]),
            ((4, 4, 4, 3), [4, 4, 4, 3]),
            ((4, 4, 3, 3), [4, 4, 3, 3]),
            ((3, 4, 3, 4), [4, 4, 3, 3]),
            ((4, 3, 3, 3), [4, 3, 3, 3]),
        ):
            case = case_of(dict(zip(TEAMS, present, strict=True)))
            plan = case_seats(case, series=series, seed="a")
            assert case.verdict is Verdict.PLAYED
            assert list(case.tables) == tables
            assert case.players_step_in is (None if present == (4, 4, 4, 4) else StepIn.ANY_ROUND)
            there = [MatchSeat(t, p) for t, n in zip(TEAMS, present, strict=True) for p in range(1, n + 1)]
            for one in plan:
                assert sizes(one) == tables
                assert sorted(seat for table in one for seat in table) == there
            assert all(one.team != other.team for one, other in met(plan))
            # Only in a fourth series may two meet again, where more than one is missing.
            again = sum(times - 1 for times in met(plan).values())
            assert again <= (3 if series == 4 and present.count(3) > 1 else 0), present

    def test_four_teams_of_three_play_at_three_tables_and_change_at_the_next_series_only(self):
        case = case_of(dict.fromkeys(TEAMS, 3))

        assert (case.tables, case.players_step_in) == ((4, 4, 4), StepIn.NEXT_SERIES)
        for tables in case_seats(case, series=3, seed="a"):
            assert sizes(tables) == [4, 4, 4]
            assert all({seat.team for seat in table} == set(TEAMS) for table in tables)

    def test_three_full_teams_play_at_four_tables_of_three(self):
        for there in (0, 1, 2):
            case = case_of({11: 4, 12: 4, 13: there, 14: 4})

            assert (case.verdict, case.playing, case.absent) == (Verdict.PLAYED, (11, 12, 14), (13,))
            assert case.tables == (3, 3, 3, 3)
            plan = case_seats(case, series=4, seed="a")
            assert all(len({seat.team for seat in table}) == 3 for tables in plan for table in tables)
            assert set(met(plan).values()) == {1}

    def test_a_team_with_fewer_than_three_may_enter_with_three_at_a_round_if_no_table_has_to_change(self):
        assert case_of({11: 4, 12: 4, 13: 4, 14: 2}).team_enters is StepIn.ANY_ROUND
        assert case_of({11: 4, 12: 4, 13: 2, 14: 2}).team_enters is StepIn.NEXT_SERIES

    def test_the_chairs_of_a_team_that_enters_are_free(self):
        three = match_seats((11, 12, 13), series=4, seed="a")
        four = match_seats((11, 12, 13, 14), series=4, seed="a")

        assert [[tuple(s for s in table if s.team != 14) for table in tables] for tables in four] == [
            list(tables) for tables in three
        ]

    def test_two_teams_play_only_if_both_have_four(self):
        case = case_of({11: 4, 12: 0, 13: 0, 14: 4})

        assert (case.verdict, case.tables) == (Verdict.PLAYED, (4, 4))
        for tables in case_seats(case, series=3, seed="a"):
            assert all(Counter(seat.team for seat in table) == {11: 2, 14: 2} for table in tables)
        assert case_of({11: 4, 12: 0, 13: 0, 14: 3}).verdict is Verdict.NOT_PLAYED
        assert case_of({11: 3, 12: 0, 13: 2, 14: 3}).verdict is Verdict.NOT_PLAYED

    def test_one_team_plays_against_nobody_and_one_that_refuses_to_play_like_this_is_absent(self):
        for present in ((4, 0, 0, 0), (4, 2, 2, 2), (0, 0, 0, 0)):
            case = case_of(dict(zip(TEAMS, present, strict=True)))
            assert (case.verdict, case.playing, case.tables) == (Verdict.NOT_PLAYED, (), ()), present
        refusing = case_of({11: 4, 12: 4, 13: 3, 14: 4}, refusing={13})
        assert refusing == case_of({11: 4, 12: 4, 13: 0, 14: 4})

    def test_what_the_cases_do_not_say_is_not_made_up(self):
        case = case_of({11: 4, 12: 4, 13: 3, 14: 0})
        assert (case.verdict, case.tables) == (Verdict.UNDECIDED, ())
        with pytest.raises(ValueError, match="undecided"):
            case_seats(case, series=3, seed="a")
        for present in ({1: 4, 2: 4, 3: 4}, {1: 5, 2: 4, 3: 4, 4: 4}, {1: -1, 2: 4, 3: 4, 4: 4}):
            with pytest.raises(ValueError, match="present"):
                case_of(present)

    def test_every_number_of_players_has_its_case(self):
        seen = set()
        for present in product(range(5), repeat=4):
            case = case_of(dict(zip(TEAMS, present, strict=True)))

            assert set(case.playing) | set(case.absent) == set(TEAMS) or case.verdict is Verdict.NOT_PLAYED
            if case.verdict is Verdict.PLAYED:
                playing = sum(n for t, n in zip(TEAMS, present, strict=True) if t in case.playing)
                assert sum(case.tables) == playing
            if case.tables and (case.tables, case.short) not in seen:
                seen.add((case.tables, case.short))
                assert all(sizes(one) == list(case.tables) for one in case_seats(case, series=2, seed="a"))


def test_what_is_no_match_is_refused():
    for teams, how in (
        ((1, 2), {"series": 3}),
        ((1, 1, 2), {"series": 3}),
        (TEAMS, {"series": 0}),
        (TEAMS, {"series": 5}),
        (TEAMS, {"series": 3, "missing": [MatchSeat(11, 3)]}),
        (TEAMS, {"series": 3, "missing": [MatchSeat(99, 4)]}),
        ((1, 2, 3), {"series": 3, "missing": [MatchSeat(1, 4)]}),
    ):
        with pytest.raises(ValueError):  # noqa: PT011, which of several it is does not matter
            match_seats(teams, seed="a", **how)
