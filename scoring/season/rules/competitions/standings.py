"""The table of a competition: who is in it, what each comes to, who stands before whom (SkWO 5.2; practice)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.rules.results.ranking import placed
from scoring.season.rules.competitions.accounts import Account, account
from scoring.season.rules.competitions.evenings import points_by_place
from scoring.season.rules.competitions.lists import Absence, SeasonList, whole_evenings
from scoring.season.rules.competitions.rule import Count, Rule, Tie


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A row of the table."""

    place: int | None
    """The place, from 1 on; None while the minimum is not reached."""

    shared: bool
    """Whether others have the same place."""

    account: Account


def standings(
    rule: Rule,
    lists: Iterable[SeasonList],
    *,
    members: Collection[int] | None = None,
    absences: Iterable[Absence] = (),
    lots: Mapping[int, int] | None = None,
) -> tuple[Standing, ...]:
    """Return the table: those ranked in order, then those who are not.

    ``members`` are those who compete; None stands for everybody. Others are left out, or ranked with the rest where
    the rule lets guests in; points by place they take away from nobody and leave to nobody. A competition of the
    ladies has the ladies as members, or their lists alone where they are to be placed among themselves. Who has no
    list is not in it. ``lots`` decide last, where all who are equal drew one; the lowest goes first.
    """
    brought = as_counted(rule, lists)
    if rule.absent is not None:
        for one in absences:
            if one.player in brought:
                brought[one.player].append(one.worth(rule.absent))
    accounts = [
        account(rule, player, played)
        for player, played in brought.items()
        if members is None or rule.guests or player in members
    ]
    return in_order(rule, accounts, lots=lots)


def as_counted(rule: Rule, lists: Iterable[SeasonList]) -> dict[int, list[SeasonList]]:
    """Return the lists of each player as the rule takes them: one by one, by the evening, or as points by place."""
    everything: Iterable[SeasonList] = lists
    if rule.by_evening:
        within = [one for one in lists if rule.parts is None or one.part in rule.parts]
        everything = points_by_place(rule, within) if rule.count is Count.PLACES else whole_evenings(within)
    brought: dict[int, list[SeasonList]] = defaultdict(list)
    for one in everything:
        brought[one.player].append(one)
    return brought


def in_order(rule: Rule, accounts: Sequence[Account], *, lots: Mapping[int, int] | None = None) -> tuple[Standing, ...]:
    """Return accounts as rows of a table, best first; in a shared place by number."""
    accounts = _undecided(accounts)
    decided = _decided(rule, accounts, lots or {})
    first = [
        Standing(place=rank, shared=shared, account=one)
        for rank, shared, one in _placed((one for one in accounts if one.ranked), decided)
    ]
    after = _placed((one for one in accounts if not one.ranked), decided)
    return (*first, *(Standing(place=None, shared=False, account=one) for _, _, one in after))


def _undecided(accounts: Sequence[Account]) -> Sequence[Account]:
    """Mark those who are equal in points to others where the games of one of them are not known."""
    if not any(one.unknown for one in accounts):
        return accounts
    equal: dict[tuple[bool, int | Fraction], list[Account]] = defaultdict(list)
    for one in accounts:
        equal[one.ranked, one.performance].append(one)
    marked = {key for key, same in equal.items() if len(same) > 1 and any(one.unknown for one in same)}
    return [replace(one, undecided=(one.ranked, one.performance) in marked) for one in accounts]


@dataclass(frozen=True, slots=True, kw_only=True)
class _ByPoints:
    """An account as it is ranked where games won and lost decide nothing."""

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
    ranked = (_ByPoints(account=one) if one.undecided else one for one in accounts)
    for rank, shared, one in placed(ranked, decided):
        yield rank, shared, one.account if isinstance(one, _ByPoints) else one


def _decided(rule: Rule, accounts: Sequence[Account], lots: Mapping[int, int]) -> Mapping[int, int]:
    """Return what decides among equals, the lowest first: what the club says, then lots that were drawn."""
    if not rule.ties:
        return lots
    last = max((one.evening for each in accounts for one in each.counted), default=0)
    keys = {one.entrant: tuple(_key(tie, one, last) for tie in rule.ties) for one in accounts}
    order = {key: at for at, key in enumerate(sorted(set(keys.values())))}
    # A lot counts only where all who are equal up to here drew one.
    equal = defaultdict(list)
    for one in accounts:
        equal[(one.ranked, one.performance, one.won, one.lost, keys[one.entrant])].append(one.entrant)
    drawn = {player for same in equal.values() if all(one in lots for one in same) for player in same}
    most = max((abs(lot) for lot in lots.values()), default=0) + 1
    return {player: order[key] * 2 * most + (lots[player] if player in drawn else 0) for player, key in keys.items()}


def _key(tie: Tie, one: Account, last: int) -> tuple[int, ...]:
    """Return by what one is before another: the lower key."""
    if tie is Tie.MORE_LISTS:
        return (-one.lists,)
    if tie is Tie.MORE_EVENINGS:
        return (-one.evenings,)
    if tie is Tie.BEST_LISTS:
        best = sorted(-counted.performance for counted in one.counted)
        return (*(part for performance in best for part in (-1, performance)), 0)
    earned: dict[int, int] = defaultdict(int)
    for counted in one.counted:
        earned[counted.evening] += counted.performance
    return tuple(
        part for evening in range(last, 0, -1) for part in ((-1, -earned[evening]) if evening in earned else (0, 0))
    )
