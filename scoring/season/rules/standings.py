"""The table of a competition: what players come to, who stands before whom, what a place needs (SkWO 5.2; practice)."""

import enum
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Final

from scoring.rules.results.ranking import counting, placed
from scoring.season.rules.lists import (
    FULL,
    Count,
    Rule,
    SeasonList,
    Tie,
    points_by_place,
    points_of_place,
    whole_evenings,
)


class Reason(enum.StrEnum):
    """Why a list does not count."""

    OTHER_SERIES = "other-series"  # the competition has only other series of an evening
    OVER_QUOTA = "over-quota"  # of its group enough better ones count
    NOT_AMONG_BEST = "not-among-best"
    SEVERAL_LISTS = "several-lists"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A list that does not count, and why."""

    season_list: SeasonList
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortfall:
    """What is missing before somebody is ranked; nothing is, where all are 0."""

    lists: int = 0
    evenings: int = 0

    def __bool__(self) -> bool:
        return bool(self.lists or self.evenings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What a player comes to, and of what. Can be ranked as any result (SkWO 5.2)."""

    entrant: int  # the player; a team where teams compete
    performance: int | Fraction  # the exact value by which it is ranked, bonus included
    won: int  # own games won in the lists that count
    lost: int
    counted: tuple[SeasonList, ...]
    dropped: tuple[Dropped, ...]
    filled: int  # lists missing to the minimum of an average that count as absent
    bonus: int
    lists: int  # lists played, whether they count or not
    evenings: int
    short: Shortfall
    unknown: int = 0  # results that count of which games won and lost are not known
    undecided: bool = False  # whether the place is shared because they would decide it

    @property
    def ranked(self) -> bool:
        """Whether the minimum is reached."""
        return not self.short


def account(rule: Rule, player: int, lists: Iterable[SeasonList]) -> Account:
    """Return what a player comes to. ``lists`` are already as the rule takes them: see ``as_counted``."""
    counted, dropped = _chosen(rule, sorted(lists, key=lambda season_list: season_list.series))
    # Of a cup of the first series the second one is no part at all.
    season_lists = [*counted, *(out.season_list for out in dropped if out.reason is not Reason.OTHER_SERIES)]
    played = sum(season_list.lists for season_list in season_lists)
    evenings = len({season_list.evening for season_list in season_lists})
    filling = rule.count is Count.AVERAGE and rule.absent is not None
    least = rule.minimum_evenings if rule.by_evening else rule.minimum
    filled = max(0, least - _lists_in(rule, counted)) if filling else 0
    bonus = rule.bonus_for(played)
    return Account(
        entrant=player,
        performance=_value(rule, counted, filled) + bonus,
        won=sum(season_list.won for season_list in counted),
        lost=sum(season_list.lost for season_list in counted),
        counted=counted,
        dropped=dropped,
        filled=filled,
        bonus=bonus,
        lists=played,
        evenings=evenings,
        unknown=len([season_list for season_list in counted if not season_list.games_known]),
        # Lists that count as absent are not missing.
        short=Shortfall(
            lists=0 if filling and not rule.by_evening else max(0, rule.minimum - played),
            evenings=0 if filling and rule.by_evening else max(0, rule.minimum_evenings - evenings),
        ),
    )


def _chosen(rule: Rule, lists: Sequence[SeasonList]) -> tuple[tuple[SeasonList, ...], tuple[Dropped, ...]]:
    dropped: list[Dropped] = []
    left = list(lists)
    several = {season_list.series for season_list in left if season_list.lists > 1}
    if several and not rule.by_evening and (rule.parts is not None or rule.picks):
        left = _without(left, {season_list.series for season_list in left} - several, Reason.SEVERAL_LISTS, dropped)
    if rule.parts is not None:
        left = _without(
            left,
            {season_list.series for season_list in left if season_list.part in rule.parts},
            Reason.OTHER_SERIES,
            dropped,
        )
    if rule.best_of_group is not None or rule.quotas:
        left = _without(left, _within_quotas(rule, left), Reason.OVER_QUOTA, dropped)
    if rule.best is not None:
        best = {season_list.series for season_list in counting(left, best=rule.best)}
        left = _without(left, best, Reason.NOT_AMONG_BEST, dropped)
    return tuple(left), tuple(sorted(dropped, key=lambda out: out.season_list.series))


def _without(lists: list[SeasonList], numbers: set[int], reason: Reason, dropped: list[Dropped]) -> list[SeasonList]:
    dropped += (Dropped(season_list=left_out, reason=reason) for left_out in lists if left_out.series not in numbers)
    return [season_list for season_list in lists if season_list.series in numbers]


def _within_quotas(rule: Rule, lists: Iterable[SeasonList]) -> set[int]:
    numbers: set[int] = set()
    for group, together in groupby(
        sorted(lists, key=lambda season_list: season_list.group), key=lambda season_list: season_list.group
    ):
        most = rule.most_of(group)
        if most != 0:
            numbers.update(season_list.series for season_list in counting(together, best=most))
    return numbers


def _lists_in(rule: Rule, counted: Sequence[SeasonList]) -> int:
    return len(counted) if rule.by_evening else sum([season_list.lists for season_list in counted])


def _value(rule: Rule, counted: Sequence[SeasonList], filled: int) -> int | Fraction:
    total = sum(season_list.performance for season_list in counted)
    if rule.count is not Count.AVERAGE:
        return total
    if not counted and not filled:
        return 0
    by_rounds = rule.by_rounds and not rule.by_evening
    rounds = sum(season_list.rounds * season_list.lists for season_list in counted) if by_rounds else 0
    played = Fraction(rounds, FULL) if by_rounds else _lists_in(rule, counted)
    return (total + filled * (rule.absent or 0)) / Fraction(played + filled)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A row of the table."""

    place: int | None  # the place, from 1 on; None while the minimum is not reached
    shared: bool  # whether others have the same place
    account: Account


def standings(
    rule: Rule, lists: Iterable[SeasonList], *, members: Collection[int] | None = None
) -> tuple[Standing, ...]:
    """Return the table: those ranked in order, then those who are not.

    ``members`` are those who compete; None stands for everybody. Others are left out, or ranked with the rest where
    the rule lets guests in; points by place they take away from nobody and leave to nobody. A competition of the
    ladies has the ladies as members, or their lists alone where they are to be placed among themselves. Who has no
    list is not in it.
    """
    brought = as_counted(rule, lists)
    accounts = [
        account(rule, player, played)
        for player, played in brought.items()
        if members is None or rule.guests or player in members
    ]
    return in_order(rule, accounts)


def as_counted(rule: Rule, lists: Iterable[SeasonList]) -> dict[int, list[SeasonList]]:
    """Return the lists of each player as the rule takes them: one by one, by the evening, or as points by place."""
    everything: Iterable[SeasonList] = lists
    if rule.by_evening:
        within = [
            each_season_list for each_season_list in lists if rule.parts is None or each_season_list.part in rule.parts
        ]
        everything = points_by_place(rule, within) if rule.count is Count.PLACES else whole_evenings(within)
    brought: dict[int, list[SeasonList]] = defaultdict(list)
    for season_list in everything:
        brought[season_list.player].append(season_list)
    return brought


def in_order(rule: Rule, accounts: Sequence[Account]) -> tuple[Standing, ...]:
    """Return accounts as rows of a table, best first; in a shared place by number."""
    accounts = _undecided(accounts)
    decided = _decided(rule, accounts)
    first = [
        Standing(place=rank, shared=shared, account=this_account)
        for rank, shared, this_account in _placed(
            (each_account for each_account in accounts if each_account.ranked), decided
        )
    ]
    after = _placed((each_account for each_account in accounts if not each_account.ranked), decided)
    return (*first, *(Standing(place=None, shared=False, account=this_account) for _, _, this_account in after))


def _undecided(accounts: Sequence[Account]) -> Sequence[Account]:
    if not any(each_account.unknown for each_account in accounts):
        return accounts
    equal: dict[tuple[bool, int | Fraction], list[Account]] = defaultdict(list)
    for each_account in accounts:
        equal[each_account.ranked, each_account.performance].append(each_account)
    marked = {
        key for key, same in equal.items() if len(same) > 1 and any(each_account.unknown for each_account in same)
    }
    return [
        replace(each_account, undecided=(each_account.ranked, each_account.performance) in marked)
        for each_account in accounts
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _ByPoints:
    account: Account
    won: int = 0
    lost: int = 0

    @property
    def entrant(self) -> int:
        return self.account.entrant

    @property
    def performance(self) -> int | Fraction:
        return self.account.performance


def _placed(accounts: Iterable[Account], decided: Mapping[int, int]) -> Iterator[tuple[int, bool, Account]]:
    """Yield place, whether it is shared, and whose it is: among the undecided by points alone."""
    ranked = (_ByPoints(account=each_account) if each_account.undecided else each_account for each_account in accounts)
    for rank, shared, candidate in placed(ranked, decided):
        yield rank, shared, candidate.account if isinstance(candidate, _ByPoints) else candidate


def _decided(rule: Rule, accounts: Sequence[Account]) -> Mapping[int, int]:
    if not rule.ties:
        return {}
    last = max((season_list.evening for each in accounts for season_list in each.counted), default=0)
    keys = {
        each_account.entrant: tuple(_key(tie, each_account, last) for tie in rule.ties) for each_account in accounts
    }
    order = {key: at for at, key in enumerate(sorted(set(keys.values())))}
    return {player: order[key] for player, key in keys.items()}


def _key(tie: Tie, this_account: Account, last: int) -> tuple[int, ...]:
    if tie is Tie.MORE_LISTS:
        return (-this_account.lists,)
    if tie is Tie.MORE_EVENINGS:
        return (-this_account.evenings,)
    if tie is Tie.BEST_LISTS:
        best = sorted(-counted.performance for counted in this_account.counted)
        return (*(part for performance in best for part in (-1, performance)), 0)
    earned: dict[int, int] = defaultdict(int)
    for counted in this_account.counted:
        earned[counted.evening] += counted.performance
    return tuple(
        part for evening in range(last, 0, -1) for part in ((-1, -earned[evening]) if evening in earned else (0, 0))
    )


LEAST: Final = -10_000
MOST: Final = 10_000  # performance points below and above those of any list


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """A list that is still to be played."""

    evening: int
    series: int
    part: int = 1
    group: str = ""

    def with_points(self, player: int, points: int) -> SeasonList:
        """Return it as played with so many points, without a game won."""
        return SeasonList(
            player=player,
            evening=self.evening,
            series=self.series,
            part=self.part,
            group=self.group,
            performance=points,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What is enough for a place; nothing is where neither points nor a place stand here."""

    short: Shortfall  # what is missing to the minimum even after the lists ahead; then no points help
    points: int | None = None  # the least in each list ahead that are enough; ``LEAST``: any are
    place: int | None = None  # with points by place: the worst place in each evening ahead that is enough


def needed(
    rule: Rule,
    lists: Sequence[SeasonList],
    *,
    player: int,
    aim: int,
    ahead: Sequence[Ahead],
    entrants: int,
    members: Collection[int] | None = None,
) -> Need:
    """Return what a player needs in each list ahead to stand at place ``aim`` or before it.

    The others stand still, and no game won in the lists ahead is counted on: with some it may take a point less.
    ``entrants`` is how many are reckoned with on an evening where places give points.
    """
    table = standings(rule, lists, members=members)
    others = [row.account for row in table if row.account.entrant != player and row.account.ranked]

    def enough(found_account: Account) -> bool:
        return (
            found_account.ranked and sum(_merit(each_account) < _merit(found_account) for each_account in others) < aim
        )

    if rule.count is Count.PLACES:
        return _by_place(rule, lists, player=player, ahead=ahead, entrants=entrants, enough=enough)
    own = [season_list for season_list in lists if season_list.player == player]

    def after(points: int) -> Account:
        brought = as_counted(rule, [*own, *(each_ahead.with_points(player, points) for each_ahead in ahead)])
        return account(rule, player, brought.get(player, ()))

    at = bisect_left(range(LEAST, MOST + 1), True, key=lambda points: enough(after(points)))
    points = LEAST + at
    return Need(short=after(MOST).short, points=points if points <= MOST else None)


def _by_place(
    rule: Rule,
    lists: Sequence[SeasonList],
    *,
    player: int,
    ahead: Sequence[Ahead],
    entrants: int,
    enough: Callable[[Account], bool],
) -> Need:
    """Return the worst place that is enough; places need not be worth less the later they are."""
    evenings = {each_ahead.evening: each_ahead for each_ahead in ahead}
    before = [
        season_list for season_list in as_counted(rule, lists).get(player, ()) if season_list.evening not in evenings
    ]
    played = [
        replace(this_ahead.with_points(player, 0), lists=sum(each.evening == evening for each in ahead))
        for evening, this_ahead in evenings.items()
    ]

    def after(place: int) -> Account:
        worth = points_of_place(rule, place, entrants=entrants)
        return account(rule, player, [*before, *(season_list.as_points(worth) for season_list in played)])

    places = [place for place in range(1, entrants + 1) if enough(after(place))]
    return Need(short=after(1).short, place=max(places, default=None))


def _merit(this_account: Account) -> tuple[int | Fraction, int, int]:
    return -this_account.performance, -this_account.won, this_account.lost
