"""Ramsch, everyone for himself: whether a line can be true, and whose column it goes to (the encyclopedia: Ramsch)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from scoring.rules.game_list.presence import PLAYERS_PER_DEAL
from scoring.rules.judging import ALL_POINTS, ALL_TRICKS
from scoring.rules.profiles.codes import HouseCode
from scoring.rules.profiles.lines import ContractKind, Entered, RamschLine, times
from scoring.rules.profiles.profile import (
    Declaring,
    Profile,
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

LOW_TENS: Final = 4 * (10 - 1)
"""Card points that are missing where a ten counts one."""


class RamschColumn(NamedTuple):
    """What a column of a Ramsch has to add up to."""

    least: int
    most: int
    is_needed: bool


class Sums(NamedTuple):
    """The columns of a Ramsch."""

    card_points: RamschColumn
    tricks: RamschColumn


def sums(rule: RamschRule) -> Sums:
    """Return what the columns of a Ramsch have to add up to.

    >>> sums(RamschRule()).card_points
    RamschColumn(least=120, most=120, is_needed=True)
    """
    number = ALL_POINTS - (LOW_TENS if rule.tens is RamschTens.LOW_FOR_ONE else 0)
    # In North American Skat the skat is nobody's either.
    is_left_out = rule.skat is RamschSkat.LEFT_OUT or rule.counts is RamschCount.MOST_TRICKS_LOSE
    missing = sum(sorted(CARD_POINTS, reverse=True)[: rule.unplayed]) if is_left_out else 0
    return Sums(
        card_points=RamschColumn(number - missing, number, is_needed=rule.counts is not RamschCount.MOST_TRICKS_LOSE),
        tricks=RamschColumn(
            ALL_TRICKS, ALL_TRICKS, is_needed=rule.counts is not RamschCount.FEWEST_POINTS_WIN or rule.durchmarsch
        ),
    )


def is_short(rule: RamschRule) -> bool:
    """Test whether nothing goes down but what the losers lose, so that a list need not say what the others had.

    >>> is_short(RamschRule()), is_short(RamschRule(writes=RamschWrites.EVERYBODY))
    (True, False)
    """
    if rule.counts is RamschCount.MOST_POINTS_LOSE:
        return rule.writes is RamschWrites.LOSER or rule.amount is RamschAmount.FIXED
    return rule.counts is RamschCount.MOST_TRICKS_LOSE


def counts_card_points(rule: RamschRule) -> bool:
    """Test whether a Ramsch in short needs the card points of who lost it."""
    return rule.counts is RamschCount.MOST_POINTS_LOSE and rule.amount is RamschAmount.POINTS


def virgins_that_count(rule: RamschRule, players: int) -> range:
    """Return how many without a trick make a difference, in a Ramsch of so many players; not none of them."""
    if rule.virgin_doubles or not counts_card_points(rule):
        return range(1, players)
    return range(players - 1, players) if rule.durchmarsch else range(0)


def is_march(rule: RamschRule, *, virgins: int, players: int) -> bool:
    """Test whether somebody took all tricks and wins by it."""
    return rule.durchmarsch and virgins == players - 1


def losing(rule: RamschRule, *, losers: int, virgins: int, players: int) -> range:
    """Return what each of so many losers can have: card points, or tricks where they count; nothing if that cannot be.

    >>> losing(RamschRule(), losers=1, virgins=0, players=3)
    range(41, 121)
    >>> losing(RamschRule(), losers=2, virgins=1, players=3)
    range(60, 61)
    """
    are_tricks = rule.counts is RamschCount.MOST_TRICKS_LOSE
    column = sums(rule).tricks if are_tricks else sums(rule).card_points
    others = players - losers - virgins
    # With as many as the loser another one gets away where the last trick decides, and all do where that costs nothing.
    is_tied = rule.tie is RamschTie.LAST_TRICK and losers == 1 and not are_tricks
    all_may = rule.equal_costs or virgins > 0
    fitting = [
        own
        for own in range(1, column.most + 1)
        if others >= 0
        and losers * own + others * are_tricks <= column.most
        and losers * own + (others * own - (not all_may) if is_tied else others * (own - 1)) >= column.least
    ]
    return range(fitting[0], fitting[-1] + 1) if fitting else range(0)


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
    yield from _losers(line, rule, players) if line.losers else _columns(line, rule, players)
    if line.last_trick is not None and not _took_a_trick(line, players):
        yield HouseCode.LAST_TRICK_NOT_TAKEN


def entered(line: RamschLine, rule: RamschRule, *, players: int = PLAYERS_PER_DEAL, bock: int = 1) -> Entered:
    """Return what a Ramsch that nothing refuses puts into the columns.

    >>> entered(RamschLine(card_points=(20, 35, 65), tricks=(2, 3, 5), pushes=2), RamschRule(pushes=3)).points
    {3: -260}
    >>> entered(RamschLine(losers=(3,), lost_with=65, pushes=2), RamschRule(pushes=3)).points
    {3: -260}
    """
    points, tricks = _by_seat(line.card_points), _by_seat(line.tricks)
    pushed = 2 ** (line.pushes + line.knocks)
    if rule.counts is RamschCount.FEWEST_POINTS_WIN:
        winners = (_with(ALL_TRICKS, tricks) if rule.durchmarsch else ()) or _with(min(points.values()), points)
        reward = rule.reward[len(winners) > 1]
        return Entered(points=times(dict.fromkeys(winners, reward), bock), won=winners, factor=bock)
    lost = _stated(line, players) if line.losers else _counted(line, rule, points, tricks)
    if rule.counts is RamschCount.MOST_TRICKS_LOSE:
        cost = dict.fromkeys(lost.by, -rule.by_virgins[lost.virgins])
        return Entered(points=times(cost, bock), factor=bock)
    if is_march(rule, virgins=lost.virgins, players=players):
        marched = dict.fromkeys(lost.by, MARCH * pushed)
        return Entered(points=times(marched, bock), factor=bock, value=MARCH)
    return Entered(points=times(_cost(lost, rule, points, pushed), bock), factor=bock)


def completed(line: RamschLine, rule: RamschRule, players: Collection[int]) -> RamschLine:
    """Return a Ramsch with what one of the players was not said to have, where the sum says it.

    >>> completed(RamschLine(card_points=(20, None, 65), tricks=(2, 3, None)), RamschRule(), (1, 2, 3)).tricks
    (2, 3, 5)
    """
    return replace(
        line,
        card_points=_summed(line.card_points, sums(rule).card_points, players),
        tricks=_summed(line.tricks, sums(rule).tricks, players),
    )


def _summed(
    stated: tuple[int | None, ...] | None, column: RamschColumn, players: Collection[int]
) -> tuple[int | None, ...] | None:
    by_seat = _by_seat(stated)
    lacking = [seat for seat in players if seat not in by_seat]
    rest = column.most - sum(by_seat.values())
    # Where some points may be nobody's, the sum does not say what the last one has.
    if stated is None or column.least != column.most or len(lacking) != 1 or rest < 0:
        return stated
    return tuple(rest if seat in lacking else number for seat, number in enumerate(stated, start=1))


class _Lost(NamedTuple):
    """What of a Ramsch counts, however it was written down."""

    by: tuple[int, ...]
    card_points: int
    virgins: int
    all_equal: bool


def _stated(line: RamschLine, players: int) -> _Lost:
    """Return what a Ramsch in short says."""
    return _Lost(line.losers, line.lost_with or 0, line.virgins, all_equal=len(line.losers) == players)


def _counted(line: RamschLine, rule: RamschRule, points: Mapping[int, int], tricks: Mapping[int, int]) -> _Lost:
    taken = tricks if rule.counts is RamschCount.MOST_TRICKS_LOSE else points
    most = max(taken.values())
    losers = (_with(ALL_TRICKS, tricks) if rule.durchmarsch else ()) or _with(most, taken)
    if rule.tie is RamschTie.LAST_TRICK and line.last_trick in losers:
        losers = tuple(seat for seat in losers if seat == line.last_trick)
    return _Lost(losers, most, _virgins(tricks), all_equal=len(set(points.values())) == 1)


def _cost(lost: _Lost, rule: RamschRule, points: Mapping[int, int], pushed: int) -> dict[int, int]:
    """Return what an ordinary Ramsch takes off the columns, before Bock; ``points`` are those of everybody."""
    if not rule.equal_costs and lost.all_equal:
        return {}
    is_fixed = rule.amount is RamschAmount.FIXED
    doubled = 2**lost.virgins if rule.virgin_doubles and not is_fixed else 1
    if rule.writes is RamschWrites.EVERYBODY and not is_fixed:
        return {seat: -own * pushed * (doubled if seat in lost.by else 1) for seat, own in points.items()}
    amount = rule.fixed[lost.virgins] if is_fixed else lost.card_points
    parts = len(lost.by) if rule.tie is RamschTie.SHARE else 1
    return dict.fromkeys(lost.by, -(amount * doubled * pushed // parts))


def _kind(line: RamschLine, profile: Profile) -> Iterator[HouseCode]:
    if profile.declaring is not Declaring.BY_KIND:
        if line.kind is not None:
            yield HouseCode.NO_KINDS
    elif line.kind is None:
        yield HouseCode.KIND_MISSING
    elif line.kind is not ContractKind.RAMSCH:
        yield HouseCode.KIND_AND_GAME


def _columns(line: RamschLine, rule: RamschRule, players: Sequence[int]) -> Iterator[HouseCode]:
    asked = sums(rule)
    if line.card_points is None and asked.card_points.is_needed:
        yield HouseCode.CARD_POINTS_MISSING
    if line.tricks is None and asked.tricks.is_needed:
        yield HouseCode.TRICKS_MISSING
    points, tricks = _by_seat(line.card_points), _by_seat(line.tricks)
    rows = [values for stated, values in ((line.card_points, points), (line.tricks, tricks)) if stated is not None]
    if any(tuple(values) != tuple(players) for values in rows):
        yield HouseCode.NOT_THE_PLAYERS
        return
    if any(number < 0 for values in rows for number in values.values()):
        yield HouseCode.NEGATIVE_IN_RAMSCH
    if line.card_points is not None and not _sums_up(points, asked.card_points):
        yield HouseCode.CARD_POINTS_DO_NOT_SUM
    if line.tricks is not None and not _sums_up(tricks, asked.tricks):
        yield HouseCode.TRICKS_DO_NOT_SUM
    if any(own and not tricks.get(seat, 1) for seat, own in points.items()):
        yield HouseCode.POINTS_WITHOUT_TRICK


def _losers(line: RamschLine, rule: RamschRule, players: Sequence[int]) -> Iterator[HouseCode]:
    if not is_short(rule):
        asked = sums(rule)
        yield HouseCode.CARD_POINTS_MISSING if asked.card_points.is_needed else HouseCode.TRICKS_MISSING
        return
    if not {*line.losers} <= {*players}:
        yield HouseCode.LOSER_DID_NOT_PLAY
        return
    if not 0 <= line.virgins <= len(players) - len(line.losers):
        yield HouseCode.VIRGINS
        return
    can_be = losing(rule, losers=len(line.losers), virgins=line.virgins, players=len(players))
    if line.lost_with is None:
        is_won = is_march(rule, virgins=line.virgins, players=len(players))
        if counts_card_points(rule) and not is_won:
            yield HouseCode.LOST_WITH_MISSING
        elif not can_be:
            yield HouseCode.LOST_WITH_CANNOT_BE
    elif line.lost_with not in can_be or rule.counts is RamschCount.MOST_TRICKS_LOSE:
        yield HouseCode.LOST_WITH_CANNOT_BE


def _sums_up(by_seat: Mapping[int, int], column: RamschColumn) -> bool:
    return column.least <= sum(by_seat.values()) <= column.most


def _took_a_trick(line: RamschLine, players: Sequence[int]) -> bool:
    tricks = _by_seat(line.tricks)
    return line.last_trick in players and (line.tricks is None or tricks.get(line.last_trick or 0, 0) > 0)


def _by_seat(stated: Sequence[int | None] | None) -> dict[int, int]:
    return {seat: number for seat, number in enumerate(stated or (), start=1) if number is not None}


def _with(number: int, by_seat: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(seat for seat, own in by_seat.items() if own == number)


def _virgins(tricks: Mapping[int, int]) -> int:
    """Return how many took no trick."""
    return sum(not number for number in tricks.values())
