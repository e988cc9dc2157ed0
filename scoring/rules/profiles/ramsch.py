"""Ramsch, everyone for himself: whether a line can be true, and whose column it goes to (the encyclopedia: Ramsch)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scoring.rules.judging import ALL_POINTS, ALL_TRICKS
from scoring.rules.profiles.codes import HouseCode
from scoring.rules.profiles.columns import Entered, times
from scoring.rules.profiles.lines import Kind, RamschLine
from scoring.rules.profiles.profile import Declaring, Profile
from scoring.rules.profiles.ramsch_rule import (
    RamschAmount,
    RamschCount,
    RamschRule,
    RamschSkat,
    RamschTens,
    RamschTie,
    RamschWrites,
)

MARCH: Final = 120
"""What all tricks bring, where they win."""

CARD_POINTS: Final = (11, 10, 4, 3, 2, 0, 0, 0) * 4
"""Card points of the pack."""

LOW_TENS: Final = 4 * (10 - 1)
"""Card points that are missing where a ten counts one."""


def problems(line: RamschLine, profile: Profile, players: Sequence[int]) -> Iterator[HouseCode]:
    """Yield why a Ramsch of these players cannot stand."""
    rule = profile.ramsch
    if rule is None:
        yield HouseCode.RAMSCH_NOT_PLAYED
        return
    yield from _kind(line, profile)
    if not 0 <= line.pushes <= rule.pushes:
        yield HouseCode.PUSHES
    if line.knocks and not rule.klopfen:
        yield HouseCode.KNOCKS_NOT_PLAYED
    elif not 0 <= line.knocks <= max(len(players) - line.pushes, 0):
        # Who passed the skat on unseen has doubled already.
        yield HouseCode.KNOCKS
    yield from _columns(line, rule, players)
    if line.last_trick is not None and not _took_a_trick(line, players):
        yield HouseCode.LAST_TRICK_NOT_TAKEN


def entered(line: RamschLine, rule: RamschRule, *, bock: int = 1) -> Entered:
    """Return what a Ramsch that nothing refuses puts into the columns.

    >>> entered(RamschLine(card_points=(20, 35, 65), tricks=(2, 3, 5), pushes=2), RamschRule(pushes=3)).points
    {3: -260}
    """
    points, tricks = _by_seat(line.card_points), _by_seat(line.tricks)
    pushed = 2 ** (line.pushes + line.knocks)
    marching = _with(ALL_TRICKS, tricks) if rule.durchmarsch else ()
    if rule.counts is RamschCount.FEWEST_POINTS_WIN:
        winners = marching or _with(min(points.values()), points)
        reward = rule.reward[len(winners) > 1]
        return Entered(points=times(dict.fromkeys(winners, reward), bock), won=winners, factor=bock)
    if rule.counts is RamschCount.MOST_TRICKS_LOSE:
        losers = _with(max(tricks.values()), tricks)
        return Entered(points=times(dict.fromkeys(losers, -rule.by_virgins[_virgins(tricks)]), bock), factor=bock)
    if marching:
        marched = dict.fromkeys(marching, MARCH * pushed)
        return Entered(points=times(marched, bock), factor=bock, value=MARCH)
    return Entered(points=times(_lost(line, rule, points, tricks, pushed), bock), factor=bock)


def _lost(
    line: RamschLine, rule: RamschRule, points: Mapping[int, int], tricks: Mapping[int, int], pushed: int
) -> dict[int, int]:
    """Return what an ordinary Ramsch takes off the columns, before Bock."""
    if not rule.equal_costs and len(set(points.values())) == 1:
        return {}
    virgins = _virgins(tricks)
    losers = _with(max(points.values()), points)
    if rule.tie is RamschTie.LAST_TRICK and line.last_trick in losers:
        losers = tuple(seat for seat in losers if seat == line.last_trick)
    is_fixed = rule.amount is RamschAmount.FIXED
    doubled = 2**virgins if rule.virgin_doubles and not is_fixed else 1
    if rule.writes is RamschWrites.EVERYBODY and not is_fixed:
        return {seat: -own * pushed * (doubled if seat in losers else 1) for seat, own in points.items()}
    amount = rule.fixed[virgins] if is_fixed else points[losers[0]]
    parts = len(losers) if rule.tie is RamschTie.SHARE else 1
    return dict.fromkeys(losers, -(amount * doubled * pushed // parts))


def _kind(line: RamschLine, profile: Profile) -> Iterator[HouseCode]:
    if profile.declaring is not Declaring.BY_KIND:
        if line.kind is not None:
            yield HouseCode.NO_KINDS
    elif line.kind is None:
        yield HouseCode.KIND_MISSING
    elif line.kind is not Kind.RAMSCH:
        yield HouseCode.KIND_AND_GAME


def _columns(line: RamschLine, rule: RamschRule, players: Sequence[int]) -> Iterator[HouseCode]:
    """Yield what is wrong with card points and tricks."""
    needs_points = rule.counts is not RamschCount.MOST_TRICKS_LOSE
    needs_tricks = rule.counts is not RamschCount.FEWEST_POINTS_WIN or rule.durchmarsch
    if line.card_points is None and needs_points:
        yield HouseCode.CARD_POINTS_MISSING
    if line.tricks is None and needs_tricks:
        yield HouseCode.TRICKS_MISSING
    points, tricks = _by_seat(line.card_points), _by_seat(line.tricks)
    there = [found for stated, found in ((line.card_points, points), (line.tricks, tricks)) if stated is not None]
    if any(tuple(found) != tuple(players) for found in there):
        yield HouseCode.NOT_THE_PLAYERS
        return
    if any(number < 0 for found in there for number in found.values()):
        yield HouseCode.NEGATIVE_IN_RAMSCH
    if line.card_points is not None and not _sums_up(sum(points.values()), rule):
        yield HouseCode.CARD_POINTS_DO_NOT_SUM
    if line.tricks is not None and sum(tricks.values()) != ALL_TRICKS:
        yield HouseCode.TRICKS_DO_NOT_SUM
    if any(own and not tricks.get(seat, 1) for seat, own in points.items()):
        yield HouseCode.POINTS_WITHOUT_TRICK


def _sums_up(points: int, rule: RamschRule) -> bool:
    there = ALL_POINTS - (LOW_TENS if rule.tens is RamschTens.LOW_FOR_ONE else 0)
    # In North American Skat the skat is nobody's either.
    if rule.skat is RamschSkat.LEFT_OUT or rule.counts is RamschCount.MOST_TRICKS_LOSE:
        return there - _most_in(rule.unplayed) <= points <= there
    return points == there


def _most_in(cards: int) -> int:
    """Return the most card points that so many cards can have."""
    return sum(sorted(CARD_POINTS, reverse=True)[:cards])


def _took_a_trick(line: RamschLine, players: Sequence[int]) -> bool:
    tricks = _by_seat(line.tricks)
    return line.last_trick in players and (line.tricks is None or tricks.get(line.last_trick or 0, 0) > 0)


def _by_seat(stated: Sequence[int | None] | None) -> dict[int, int]:
    return {seat: number for seat, number in enumerate(stated or (), start=1) if number is not None}


def _with(number: int, by_seat: Mapping[int, int]) -> tuple[int, ...]:
    """Return the seats that have so many."""
    return tuple(seat for seat, own in by_seat.items() if own == number)


def _virgins(tricks: Mapping[int, int]) -> int:
    """Return how many took no trick."""
    return sum(not number for number in tricks.values())
