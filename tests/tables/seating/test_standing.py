"""Seats by standing: neighbours together, the best four at table 1, tables of three last."""

from dataclasses import replace

import pytest

from tables.seating.chance import Chance
from tables.seating.drawing.by_lot import draw
from tables.seating.drawing.by_standing import draw_by_standing
from tables.seating.model import Entrant, Policy, Wish
from tests.tables.seating.strategies import at_three, entrants, repeats

pytestmark = pytest.mark.slow
BRIEF = Policy(steps=20_000)
"""Enough for fields of some hundred."""


def test_without_a_history_the_ranking_is_cut_and_newcomers_follow_it():
    plan = draw_by_standing(entrants(14), ranking=range(14, 0, -1), seed="a")
    others = draw_by_standing(entrants(8), ranking=[99, 8, 7, 6, 5, 4], seed="a")

    assert [set(table) for table in plan.series[0]] == [{14, 13, 12, 11}, {10, 9, 8, 7}, {6, 5, 4}, {3, 2, 1}]
    assert plan.report.rank_spread == 3 + 3 + 2 + 2
    assert [set(table) for table in others.series[0]] == [{8, 7, 6, 5}, {1, 2, 3, 4}]


@pytest.mark.thorough
def test_the_last_do_not_sit_at_three_again():
    history = [[list(range(at, at + 4)) for at in range(1, 36, 4)], [[37, 38, 39], [40, 41, 42]]]
    history = [[*history[0], *history[1]]]

    plan = draw_by_standing(entrants(42), ranking=range(1, 43), seed="a", history=history)

    assert max(at_three([*history, *plan.series]).values()) == 1


@pytest.mark.thorough
def test_team_mates_are_apart_and_clubs_only_if_wished():
    field = [Entrant(number=n, club=f"c{n // 4}", apart=frozenset({f"t{n // 2}"})) for n in range(16)]

    plain = draw_by_standing(field, ranking=range(16), seed="a", policy=BRIEF)
    wished = draw_by_standing(field, ranking=range(16), seed="a", policy=replace(BRIEF, clubs_by_standing=Wish.WISHED))

    assert plain.report.apart_pairs == wished.report.apart_pairs == ()
    assert plain.report.club_pairs
    assert wished.report.club_pairs == ()


@pytest.mark.thorough
@pytest.mark.parametrize(("n", "series", "spread"), [(48, 5, 8), (100, 5, 5), (300, 4, 4)])
def test_an_event_set_by_standing_has_no_repeats_and_close_tables(n, series, spread):
    """Scores are drawn; ``spread`` is the mean distance from best to last at a table."""
    scores = Chance("scores", purpose="test")
    totals = dict.fromkeys(range(1, n + 1), 0)
    history = list(draw(entrants(n), series=1, seed="a").series)
    spreads = []
    for number in range(1, series):
        for entrant in totals:
            totals[entrant] += sum(scores.below(600) for _ in range(3))
        ranking = sorted(totals, key=lambda entrant: -totals[entrant])
        plan = draw_by_standing(entrants(n), ranking=ranking, seed=str(number), history=history, policy=BRIEF)
        history.append(plan.series[0])
        spreads.append(plan.report.rank_spread / len(plan.series[0]))

    assert repeats(history) == 0
    assert sum(spreads) / len(spreads) <= spread


def test_the_pure_cut_ignores_who_met():
    pure = Policy(repeats=Wish.IGNORED, threes=Wish.IGNORED)
    ranking = list(range(1, 19))
    first = draw_by_standing(entrants(18), ranking=ranking, seed="a", policy=pure)

    again = draw_by_standing(entrants(18), ranking=ranking, seed="b", history=first.series, policy=pure)

    assert [set(table) for table in again.series[0]] == [set(table) for table in first.series[0]]
    assert set(again.series[0][0]) == {1, 2, 3, 4}


@pytest.mark.thorough
def test_who_must_not_meet_does_not_even_where_mates_are_brought_together():
    pair = frozenset({"pair"})
    field = [Entrant(number=n, club=f"t{n % 4}", apart=pair if n in (1, 5) else frozenset()) for n in range(1, 17)]
    early = Policy(steps=20_000, together_by_standing=True, clubs_by_standing=Wish.WISHED)

    plan = draw_by_standing(field, ranking=range(1, 17), seed="a", policy=early)

    assert plan.report.apart_pairs == ()
    assert len(plan.report.club_pairs) >= 3 * 6


def test_mates_meet_early_only_where_an_event_wants_that_and_clubs_count():
    """They sit together once; then all have met, and they part."""
    field = [Entrant(number=n, club=f"c{n % 4}") for n in range(1, 17)]
    early = Policy(steps=5_000, together_by_standing=True)
    wish = {"ranking": range(1, 17), "policy": replace(early, clubs_by_standing=Wish.WISHED)}

    plain = draw_by_standing(field, ranking=range(1, 17), seed="a", policy=early)
    wished = draw_by_standing(field, seed="a", **wish)
    second = draw_by_standing(field, seed="b", history=wished.series, **wish)

    assert plain.report.club_pairs == second.report.club_pairs == ()
    assert len(wished.report.club_pairs) == 4 * 6
    assert second.report.repeated_meetings == 0
    with pytest.raises(ValueError, match="together-and-apart"):
        Policy(together_by_standing=True, clubs_by_standing=Wish.HARD)
