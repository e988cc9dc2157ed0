"""What one player comes to: which lists count, which are dropped and why, and what stands below them."""

import enum
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from scoring.rules.results.series import counting
from scoring.season.rules.competitions.lists import FULL, SeasonList
from scoring.season.rules.competitions.rule import Count, Rule


class Reason(enum.StrEnum):
    """Why a list does not count."""

    OTHER_SERIES = "other-series"
    """The competition has only other series of an evening."""

    OVER_QUOTA = "over-quota"
    """Of its group enough better ones count."""

    NOT_AMONG_BEST = "not-among-best"

    SEVERAL_LISTS = "several-lists"
    """Lists are chosen one by one, and this is several of which only the sum is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A list that does not count, and why."""

    one: SeasonList
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortfall:
    """What is missing before somebody is ranked; nothing is, where all are 0."""

    lists: int = 0
    evenings: int = 0
    groups: int = 0
    """Groups in which too few lists were played yet."""

    def __bool__(self) -> bool:
        return bool(self.lists or self.evenings or self.groups)


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What a player comes to, and of what. Can be ranked as any result (SkWO 5.2)."""

    entrant: int
    """The player; a team where teams compete."""

    performance: int | Fraction
    """The exact value by which it is ranked, bonus included."""

    won: int
    """Own games won in the lists that count."""

    lost: int
    counted: tuple[SeasonList, ...]
    dropped: tuple[Dropped, ...]
    filled: int
    """Lists missing to the minimum of an average that count as absent."""

    bonus: int
    lists: int
    """Lists played, whether they count or not."""

    evenings: int
    short: Shortfall
    unknown: int = 0
    """Results that count of which games won and lost are not known."""

    undecided: bool = False
    """Whether the place is shared because they would decide it."""

    @property
    def ranked(self) -> bool:
        """Whether the minimum is reached."""
        return not self.short


def account(rule: Rule, player: int, lists: Iterable[SeasonList]) -> Account:
    """Return what a player comes to. ``lists`` are already as the rule takes them: see ``as_counted``."""
    counted, dropped = _chosen(rule, sorted(lists, key=lambda one: one.series))
    there = [one for one in (*counted, *(out.one for out in dropped if _competes(out))) if one.lists]
    played = sum(one.lists for one in there)
    evenings = len({one.evening for one in there})
    filled = _missing(rule, counted)
    bonus = rule.bonus_for(played)
    return Account(
        entrant=player,
        performance=_value(rule, counted, filled) + bonus,
        won=sum(one.won for one in counted),
        lost=sum(one.lost for one in counted),
        counted=counted,
        dropped=dropped,
        filled=filled,
        bonus=bonus,
        lists=played,
        evenings=evenings,
        unknown=len([one for one in counted if not one.games_known]),
        short=_shortfall(rule, there, played=played, evenings=evenings),
    )


def _competes(out: Dropped) -> bool:
    # Of a cup of the first series the second one is no part at all.
    return out.reason is not Reason.OTHER_SERIES


def _chosen(rule: Rule, lists: Sequence[SeasonList]) -> tuple[tuple[SeasonList, ...], tuple[Dropped, ...]]:
    """Return the lists that count, and those that do not."""
    dropped: list[Dropped] = []
    left = list(lists)
    several = {one.series for one in left if one.lists > 1}
    if several and not rule.by_evening and (rule.parts is not None or rule.picks):
        left = _without(left, {one.series for one in left} - several, Reason.SEVERAL_LISTS, dropped)
    if rule.parts is not None:
        left = _without(left, {one.series for one in left if one.part in rule.parts}, Reason.OTHER_SERIES, dropped)
    if rule.best_of_group is not None or rule.quotas:
        left = _without(left, _within_quotas(rule, left), Reason.OVER_QUOTA, dropped)
    if rule.best is not None:
        best = {one.series for one in counting(left, best=rule.best)}
        left = _without(left, best, Reason.NOT_AMONG_BEST, dropped)
    return tuple(left), tuple(sorted(dropped, key=lambda out: out.one.series))


def _without(lists: list[SeasonList], kept: set[int], reason: Reason, dropped: list[Dropped]) -> list[SeasonList]:
    dropped += (Dropped(one=one, reason=reason) for one in lists if one.series not in kept)
    return [one for one in lists if one.series in kept]


def _within_quotas(rule: Rule, lists: Iterable[SeasonList]) -> set[int]:
    """Return the series of the best lists of each group."""
    kept: set[int] = set()
    for group, together in groupby(sorted(lists, key=lambda one: one.group), key=lambda one: one.group):
        most = rule.most_of(group)
        if most != 0:
            kept.update(one.series for one in counting(together, best=most))
    return kept


def _missing(rule: Rule, counted: Sequence[SeasonList]) -> int:
    """Return how many lists are missing to the minimum of an average that counts them as absent."""
    if rule.count is not Count.AVERAGE or rule.absent is None:
        return 0
    return max(0, (rule.minimum_evenings if rule.by_evening else rule.minimum) - _lists_in(rule, counted))


def _lists_in(rule: Rule, counted: Sequence[SeasonList]) -> int:
    """Return by how many an average is divided; an evening missed with leave is a list of its own."""
    more = 0 if rule.by_evening else sum([one.lists - 1 for one in counted if one.lists > 1])
    return len(counted) + more


def _value(rule: Rule, counted: Sequence[SeasonList], filled: int) -> int | Fraction:
    total = sum(one.performance for one in counted)
    if rule.count is not Count.AVERAGE:
        return total
    if not counted and not filled:
        return 0
    by_rounds = rule.by_rounds and not rule.by_evening
    rounds = sum(one.rounds * max(1, one.lists) for one in counted) if by_rounds else 0
    played = Fraction(rounds, FULL) if by_rounds else _lists_in(rule, counted)
    return (total + filled * (rule.absent or 0)) / Fraction(played + filled)


def _shortfall(rule: Rule, lists: Sequence[SeasonList], *, played: int, evenings: int) -> Shortfall:
    """Return what is missing to the minimum; lists that count as absent are not missing."""
    filling = rule.count is Count.AVERAGE and rule.absent is not None
    each, groups = rule.minimum_groups
    there: Counter[str] = Counter()
    for one in lists:
        there[one.group] += one.lists
    return Shortfall(
        lists=0 if filling and not rule.by_evening else max(0, rule.minimum - played),
        evenings=0 if filling and rule.by_evening else max(0, rule.minimum_evenings - evenings),
        groups=max(0, groups - sum(number >= each for number in there.values())),
    )
