"""Matches of any sizes by search: days of which the teams are exchanged until they repeat as little as can be."""

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from tables.seating.chance import Chance

ROUNDS: Final = 12
"""Times the search begins anew."""

STEPS: Final = 12_000
"""Exchanges tried in each."""

WORSE: Final = (2, 1, 1, 0)
"""Repeats by which an exchange may be worse, in the first quarter of the steps and so on."""

Days = list[list[list[int]]]


def paired(
    teams: Sequence[int], *, days: int, sizes: Sequence[int], chance: Chance, enough: int
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the best plan found; the search ends when its repeats are no more than ``enough``."""
    best: Days = []
    least = -1
    for _ in range(ROUNDS):
        plan = [_dealt(chance.shuffled(range(len(teams))), sizes) for _ in range(days)]
        found, repeats = _improved(plan, len(teams), chance, enough=enough)
        if least < 0 or repeats < least:
            best, least = found, repeats
        if least <= enough:
            break
    return tuple(tuple(tuple(teams[at] for at in match) for match in day) for day in best)


def _dealt(order: list[int], sizes: Sequence[int]) -> list[list[int]]:
    left = iter(order)
    return [[next(left) for _ in range(size)] for size in sizes]


def _improved(plan: Days, teams: int, chance: Chance, *, enough: int) -> tuple[Days, int]:
    """Return the best plan met on the way, and its repeats."""
    met = _met(plan, teams)
    repeats = sum(times * (times - 1) for row in met for times in row) // 4
    best, least = [[list(match) for match in day] for day in plan], repeats
    matches = len(plan[0])
    for step in range(STEPS if matches > 1 else 0):
        if least <= enough:
            break
        day = plan[chance.below(len(plan))]
        first = chance.below(matches)
        second = (first + 1 + chance.below(matches - 1)) % matches
        here, there = chance.below(len(day[first])), chance.below(len(day[second]))
        worse = _exchanged(met, day[first], here, day[second], there)
        if worse > WORSE[step * len(WORSE) // STEPS]:
            _exchanged(met, day[first], here, day[second], there)
            continue
        repeats += worse
        if repeats < least:
            best, least = [[list(match) for match in day] for day in plan], repeats
    return best, least


def _met(plan: Days, teams: int) -> list[list[int]]:
    """Return how often each team meets each."""
    met = [[0] * teams for _ in range(teams)]
    for match in (match for day in plan for match in day):
        for one, other in permutations(match, 2):
            met[one][other] += 1
    return met


def _exchanged(met: list[list[int]], first: list[int], here: int, second: list[int], there: int) -> int:
    """Exchange two teams of two matches, and return by how many repeats that is worse."""
    worse = _moved(met, first, first[here], -1) + _moved(met, second, second[there], -1)
    first[here], second[there] = second[there], first[here]
    return worse + _moved(met, first, first[here], 1) + _moved(met, second, second[there], 1)


def _moved(met: list[list[int]], match: list[int], team: int, times: int) -> int:
    """Count the meetings of a team in a match, or take them back; return by how many repeats that is worse."""
    worse = 0
    for other in match:
        if other != team:
            worse += met[team][other] if times > 0 else 1 - met[team][other]
            met[team][other] += times
            met[other][team] += times
    return worse
