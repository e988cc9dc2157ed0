"""Who is host of which match: each team as rarely as can be (DSkV league: once over four decentral days)."""

from collections import Counter
from collections.abc import Sequence


def hosts(days: Sequence[Sequence[Sequence[int]]]) -> tuple[tuple[int, ...], ...]:
    """Return the host of each match of the decentral ``days``, one of its own teams; nobody oftener than must be.

    >>> hosts([[(1, 2, 3)], [(1, 2, 3)]])
    ((2,), (1,))
    """
    matches = [match for day in days for match in day]
    most = 0
    found: list[int] | None = None
    while found is None:
        most += 1
        found = _matched(matches, most)
    left = iter(found)
    return tuple(tuple(next(left) for _ in day) for day in days)


def _matched(matches: Sequence[Sequence[int]], most: int) -> list[int] | None:
    """Return a host for each match, nobody oftener than ``most``; None if there is no such choice (Kuhn)."""
    host: dict[int, int] = {}
    times: Counter[int] = Counter()

    def finds_host(at: int, asked: set[int]) -> bool:
        for team in matches[at]:
            if team in asked:
                continue
            asked.add(team)
            if times[team] < most:
                times[team] += 1
                host[at] = team
                return True
            for other in [other for other, its_host in host.items() if its_host == team]:
                # The team is free for this match if another of its matches finds a host elsewhere.
                if finds_host(other, asked):
                    host[at] = team
                    return True
        return False

    return (
        [host[at] for at in range(len(matches))] if all(finds_host(at, set()) for at in range(len(matches))) else None
    )
