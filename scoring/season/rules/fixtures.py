"""Fixtures of a division, and seats in a match of three to five teams of four, complete or not.

Sixteen teams in matches of four meet each other exactly once in five days (an affine plane of order four). For other
numbers the best plan that was found is given with a bound that no plan can be below.

In a match nobody meets an opponent twice a day, nor ever a team-mate. In one of four teams each meets each of the
twelve opponents at most once in up to four series, and exactly once in four: 96 meetings of 96. A player's number in
the team says where they sit. Those with number four meet in the last of four series alone, so that teams that lack
their fourth player never leave a table with two in the first three.

Incomplete teams in a match of four (DSkV league, annex 10): 4-4-4-3, 4-4-3-3, 4-3-3-3: four tables with empty chairs,
which may be taken at any round. 3-3-3-3: three tables of four, changed at the next series only. 4-4-4-0: four tables of
three. Two teams play if both have four. Fewer than three players of a team do not play; with a third one they may enter
at a round if no table has to change. Points stay as in a full match, and a team that refuses to play like this is
absent: it gets none.
"""

import enum
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import comb
from typing import Final, NamedTuple

from scoring.season.rules.matches import FIELDS, LEAST_PLAYERS, PLAYERS
from tables.seating.chance import Chance
from tables.seating.drawing.by_lot import draw
from tables.seating.model import MAX_SERIES, Entrant, Policy, Wish
from tables.seating.sizes import table_sizes

MOST_SERIES: Final = 4  # more series would make somebody meet an opponent again
_APART = Policy(apart=Wish.HARD)
_MISSING = "missing"


class MatchSeat(NamedTuple):
    """Who sits there: the team, and the player's number in it, from 1 on."""

    team: int
    player: int


Tables = tuple[tuple[MatchSeat, ...], ...]  # the tables of a series, each from seat 1 on


def match_seats(
    teams: Sequence[int], *, series: int, seed: str, missing: Collection[MatchSeat] = ()
) -> tuple[Tables, ...]:
    """Return the tables of each series, the same for the same arguments.

    The chairs of ``missing`` players stay empty, and no table lacks two of them: they may step in at any round. With
    more than one of them the fourth series repeats meetings, which are as few as were found.

    :raises ValueError: if there are not three to five teams or one to four series, or if others are missing than
        number four of some of four teams.
    """
    if len(set(teams)) < len(teams) or len(teams) not in FIELDS or not 1 <= series <= MOST_SERIES:
        raise ValueError(f"{series} series of teams {list(teams)}")
    if missing and (len(teams) != PLAYERS or not {MatchSeat(team, PLAYERS) for team in teams}.issuperset(missing)):
        raise ValueError("who is missing is number four of one of four teams")
    # A match of three is one of four in which nobody of the fourth team is there.
    shape = max(len(teams), PLAYERS)
    plan = _numbered(_drawn(shape, seed=seed))[:series]
    gone = {MatchSeat(teams.index(seat.team), seat.player) for seat in missing}
    if len(gone) > 1 and series == MOST_SERIES:
        plan = [*plan[:-1], _drawn_apart(shape, plan[:-1], gone, seed=seed)]
    return tuple(
        tuple(
            tuple(
                MatchSeat(teams[at], player)
                for at, player in table
                if at < len(teams) and MatchSeat(at, player) not in gone
            )
            for table in tables
        )
        for tables in plan
    )


Plan = list[list[list[MatchSeat]]]


def _drawn(teams: int, *, seed: str) -> Plan:
    return seated(draw(entrants_of(teams), series=MOST_SERIES, seed=seed, policy=_APART).series)


def _drawn_apart(teams: int, before: Plan, gone: Collection[MatchSeat], *, seed: str) -> list[list[MatchSeat]]:
    history = [[[_number(seat) for seat in table] for table in tables] for tables in before]
    drawn = draw(entrants_of(teams, gone), series=1, seed=seed, history=history, policy=_APART)
    return seated(drawn.series)[0]


def _numbered(plan: Plan) -> Plan:
    """Return the plan with the players numbered anew: one table of the last series has all who are number four."""
    together = set(plan[-1][0])
    numbers = {}
    for team in {seat.team for table in plan[-1] for seat in table}:
        others = [
            MatchSeat(team, player) for player in range(1, PLAYERS + 1) if MatchSeat(team, player) not in together
        ]
        for number, seat in enumerate([*others, *(seat for seat in together if seat.team == team)], start=1):
            numbers[seat] = MatchSeat(team, number)
    return [[[numbers[seat] for seat in table] for table in tables] for tables in plan]


def entrants_of(teams: int, gone: Collection[MatchSeat] = (), *, players: int = PLAYERS) -> list[Entrant]:
    """Return the players of so many teams for a draw in which no two of a team meet, nor two of those ``gone``."""
    return [
        Entrant(number=_number(seat), apart=frozenset({str(seat.team), *([_MISSING] if seat in gone else [])}))
        for seat in (MatchSeat(team, player) for team in range(teams) for player in range(1, players + 1))
    ]


def seated(series: Iterable[Iterable[Iterable[int]]]) -> Plan:
    """Return what was drawn of ``entrants_of``, with the teams counted from 0."""
    return [
        [[MatchSeat((number - 1) // PLAYERS, (number - 1) % PLAYERS + 1) for number in table] for table in tables]
        for tables in series
    ]


def _number(seat: MatchSeat) -> int:
    return seat.team * PLAYERS + seat.player


TEAMS: Final = 4  # teams of a match that the cases are about


class Verdict(enum.StrEnum):
    """Whether a match can be played."""

    PLAYED = "played"
    NOT_PLAYED = "not-played"
    UNDECIDED = "undecided"  # the federation's cases do not say: whoever leads the league decides


class StepIn(enum.StrEnum):
    """When somebody who comes late may take part."""

    ANY_ROUND = "any-round"
    NEXT_SERIES = "next-series"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """How a match is played with the players who are there."""

    verdict: Verdict
    playing: tuple[int, ...]  # teams that play, as they came
    absent: tuple[int, ...]  # teams that do not: beaten by all who play, and without points
    short: tuple[int, ...] = ()  # teams that play with three
    tables: tuple[int, ...] = ()  # players at each table, the largest first; none where nobody plays
    players_step_in: StepIn | None = None  # when a missing player may step in; None without one
    team_enters: StepIn | None = None  # when an absent team may enter with three or four; None without one


def case_of(present: Mapping[int, int], *, refusing: Collection[int] = ()) -> Case:
    """Return how the match is played when so many players of each team are there.

    :raises ValueError: if these are not four teams of up to four players.

    >>> case_of({1: 4, 2: 4, 3: 3, 4: 3}).tables
    (4, 4, 3, 3)
    """
    if len(present) != TEAMS or not all(0 <= players <= PLAYERS for players in present.values()):
        raise ValueError(f"players present: {dict(present)}")
    playing = tuple(team for team, players in present.items() if players >= LEAST_PLAYERS and team not in refusing)
    absent = tuple(team for team in present if team not in playing)
    short = tuple(team for team in playing if present[team] < PLAYERS)
    if len(playing) == TEAMS:
        return _all_playing(playing, short)
    if len(playing) < TEAMS - 2 or (len(playing) == TEAMS - 2 and short):
        return Case(verdict=Verdict.NOT_PLAYED, playing=(), absent=absent)
    if short:
        return Case(verdict=Verdict.UNDECIDED, playing=playing, absent=absent, short=short)
    # At tables of three the fourth chairs are free; two tables of four would have to change.
    of_three = len(playing) == TEAMS - 1
    return Case(
        verdict=Verdict.PLAYED,
        playing=playing,
        absent=absent,
        tables=(3, 3, 3, 3) if of_three else (4, 4),
        team_enters=StepIn.ANY_ROUND if of_three else StepIn.NEXT_SERIES,
    )


def _all_playing(playing: tuple[int, ...], short: tuple[int, ...]) -> Case:
    tables: tuple[int, ...] = (4,) * (TEAMS - len(short)) + (3,) * len(short)
    step_in = StepIn.ANY_ROUND
    if len(short) == TEAMS:
        tables, step_in = (4, 4, 4), StepIn.NEXT_SERIES
    return Case(
        verdict=Verdict.PLAYED,
        playing=playing,
        absent=(),
        short=short,
        tables=tables,
        players_step_in=step_in if short else None,
    )


def case_seats(case: Case, *, series: int, seed: str) -> tuple[Tables, ...]:
    """Return the tables of each series, without number four of a team of three, or raise ValueError without a match."""
    if case.verdict is not Verdict.PLAYED:
        raise ValueError(f"a match {case.verdict}")
    if case.tables == (4, 4, 4):
        return _drawn_apart_from_mates(case.playing, players=3, series=series, seed=seed)
    if case.tables == (4, 4):
        return _drawn_apart_from_mates(case.playing, players=4, series=series, seed=seed)
    return match_seats(
        case.playing, series=series, seed=seed, missing=[MatchSeat(team, PLAYERS) for team in case.short]
    )


def _drawn_apart_from_mates(teams: tuple[int, ...], *, players: int, series: int, seed: str) -> tuple[Tables, ...]:
    plan = seated(draw(entrants_of(len(teams), players=players), series=series, seed=seed, policy=Policy()).series)
    return tuple(
        tuple(tuple(MatchSeat(teams[at], player) for at, player in table) for table in tables) for tables in plan
    )


ROUNDS: Final = 12  # times the search begins anew
STEPS: Final = 12_000  # exchanges tried in each
WORSE: Final = (2, 1, 1, 0)
Days = list[list[list[int]]]


def paired(
    teams: Sequence[int], *, days: int, sizes: Sequence[int], chance: Chance, enough: int
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the best plan found; the search ends when its repeats are no more than ``enough``."""
    best: Days = []
    least = -1
    for _ in range(ROUNDS):
        plan = [_dealt(chance.shuffled(range(len(teams))), sizes) for _ in range(days)]
        rows, repeats = _improved(plan, len(teams), chance, enough=enough)
        if least < 0 or repeats < least:
            best, least = rows, repeats
        if least <= enough:
            break
    return tuple(tuple(tuple(teams[at] for at in match) for match in day) for day in best)


def _dealt(order: list[int], sizes: Sequence[int]) -> list[list[int]]:
    left = iter(order)
    return [[next(left) for _ in range(size)] for size in sizes]


def _improved(plan: Days, teams: int, chance: Chance, *, enough: int) -> tuple[Days, int]:
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
        here, number = chance.below(len(day[first])), chance.below(len(day[second]))
        worse = _exchanged(met, day[first], here, day[second], number)
        if worse > WORSE[step * len(WORSE) // STEPS]:
            _exchanged(met, day[first], here, day[second], number)
            continue
        repeats += worse
        if repeats < least:
            best, least = [[list(match) for match in day] for day in plan], repeats
    return best, least


def _met(plan: Days, teams: int) -> list[list[int]]:
    met = [[0] * teams for _ in range(teams)]
    for match in (match for day in plan for match in day):
        for number, other in permutations(match, 2):
            met[number][other] += 1
    return met


def _exchanged(met: list[list[int]], first: list[int], here: int, second: list[int], number: int) -> int:
    worse = _moved(met, first, first[here], -1) + _moved(met, second, second[number], -1)
    first[here], second[number] = second[number], first[here]
    return worse + _moved(met, first, first[here], 1) + _moved(met, second, second[number], 1)


def _moved(met: list[list[int]], match: list[int], team: int, times: int) -> int:
    worse = 0
    for other in match:
        if other != team:
            worse += met[team][other] if times > 0 else 1 - met[team][other]
            met[team][other] += times
            met[other][team] += times
    return worse


Day = tuple[tuple[int, ...], ...]  # the matches of a day, each its teams


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixtures:
    """A plan of all days."""

    days: tuple[Day, ...]
    repeats: int  # pairs of days on which two meet: 1 for two meetings, 3 for three
    bound: int  # no plan can have fewer ``repeats``; the best may still have more
    strangers: tuple[tuple[int, int], ...]  # pairs who never meet


def fixtures(teams: Sequence[int], *, days: int, seed: str, sizes: Sequence[int] | None = None) -> Fixtures:
    """Return a plan for so many days, the same for the same arguments.

    ``sizes`` are the teams of each match; where nothing is said matches have four teams and, for the rest, three.

    :raises ValueError: if teams, days or sizes fit no plan.

    >>> plan = fixtures(range(1, 17), days=5, seed="2026")
    >>> plan.repeats, plan.bound, plan.strangers
    (0, 0, ())
    """
    # Five cannot sit at tables of four and three, but can play one match.
    of_four = (5,) if len(teams) == 5 else tuple(table_sizes(len(teams)))
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

    def together(many: int, places: int) -> int:
        """Return how many pairs stay together when so many are spread as evenly as can be."""
        each, more = divmod(many, places)
        return (places - more) * comb(each, 2) + more * comb(each + 1, 2)

    meetings = days * sum(comb(size, 2) for size in sizes)
    within = sum(together(size, len(sizes)) for size in sizes)
    return max(comb(days, 2) * within, together(meetings, comb(sum(sizes), 2)))


def hosts(days: Sequence[Sequence[Sequence[int]]]) -> tuple[tuple[int, ...], ...]:
    """Return the host of each match of the decentral ``days``, one of its own teams; nobody oftener than must be.

    >>> hosts([[(1, 2, 3)], [(1, 2, 3)]])
    ((2,), (1,))
    """
    matches = [match for day in days for match in day]
    most = 0
    numbers: list[int] | None = None
    while numbers is None:
        most += 1
        numbers = _matched(matches, most)
    left = iter(numbers)
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
