"""Fixtures of a division: who meets whom on which day, and how near that comes to the best there can be.

Sixteen teams in matches of four meet each other exactly once in five days (an affine plane of order four). For other
numbers the best plan that was found is given with a bound that no plan can be below.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.season.rules.league.matches import FIELDS
from scoring.season.rules.league.pairings import paired
from tables.seating.chance import Chance
from tables.seating.drawing.by_lot import draw
from tables.seating.model import MAX_SERIES, Entrant, Policy
from tables.seating.sizes import table_sizes

Day = tuple[tuple[int, ...], ...]
"""The matches of a day, each its teams."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixtures:
    """A plan of all days."""

    days: tuple[Day, ...]
    repeats: int
    """How often two meet on two days, counted for each pair of days: 1 for two meetings, 3 for three."""

    bound: int
    """No plan can have fewer ``repeats``; the best may still have more."""

    strangers: tuple[tuple[int, int], ...]
    """Pairs who never meet."""


def fixtures(teams: Sequence[int], *, days: int, seed: str, sizes: Sequence[int] | None = None) -> Fixtures:
    """Return a plan for so many days, the same for the same arguments.

    ``sizes`` are the teams of each match; where nothing is said matches have four teams and, for the rest, three.

    :raises ValueError: if teams, days or sizes fit no plan.

    >>> plan = fixtures(range(1, 17), days=5, seed="2026")
    >>> plan.repeats, plan.bound, plan.strangers
    (0, 0, ())
    """
    of_four = _of_four(len(teams))
    wanted = tuple(sizes) if sizes is not None else of_four
    if len(set(teams)) < len(teams) or not 1 <= days <= MAX_SERIES:
        raise ValueError("a team is there twice, or there are no such days")
    if sum(wanted) != len(teams) or not all(size in FIELDS for size in wanted):
        raise ValueError(f"{len(teams)} teams in matches of {wanted}")
    if len(wanted) > 1 and sorted(wanted) == sorted(of_four):
        entrants = [Entrant(number=team) for team in teams]
        plan: tuple[Day, ...] = draw(entrants, series=days, seed=seed, policy=Policy(vary_tables=False)).series
    else:
        chance = Chance(seed, purpose="fixtures")
        plan = paired(teams, days=days, sizes=wanted, chance=chance, enough=least_repeats(wanted, days=days))
    met = meetings(plan)
    return Fixtures(
        days=plan,
        repeats=sum(times * (times - 1) // 2 for times in met.values()),
        bound=least_repeats(wanted, days=days),
        strangers=tuple(pair for pair in combinations(sorted(teams), 2) if pair not in met),
    )


def meetings(days: Sequence[Day]) -> Counter[tuple[int, int]]:
    """Return how often each pair meets, the lower number first."""
    return Counter(pair for day in days for match in day for pair in combinations(sorted(match), 2))


def few_matches(teams: int) -> tuple[int, ...]:
    """Return the sizes of as few matches as can be: of five where they fit.

    >>> few_matches(20), few_matches(17)
    ((5, 5, 5, 5), (5, 4, 4, 4))
    """
    matches = -(-teams // max(FIELDS))
    return tuple(len(range(at, teams, matches)) for at in range(matches))


def least_repeats(sizes: Sequence[int], *, days: int) -> int:
    """Return how many repeats every plan has at least.

    Of a match the teams go to the matches of any other day; where these are fewer than its teams, some stay together.
    And all meetings are shared out among all pairs, at best evenly.

    >>> least_repeats((4, 4, 4, 4), days=5), least_repeats((4, 4, 4), days=5)
    (0, 30)
    """
    together = sum(_pairs_within(size, len(sizes)) for size in sizes)
    teams = sum(sizes)
    pairs = teams * (teams - 1) // 2
    each, more = divmod(days * sum(size * (size - 1) // 2 for size in sizes), pairs)
    shared_out = (pairs - more) * (each * (each - 1) // 2) + more * (each * (each + 1) // 2)
    return max(days * (days - 1) // 2 * together, shared_out)


def _pairs_within(teams: int, matches: int) -> int:
    """Return how many pairs stay together when teams are spread as evenly as can be."""
    each, more = divmod(teams, matches)
    return (matches - more) * (each * (each - 1) // 2) + more * (each * (each + 1) // 2)


def _of_four(teams: int) -> tuple[int, ...]:
    # Five cannot sit at tables of four and three, but can play one match.
    return (5,) if teams == 5 else tuple(table_sizes(teams))
