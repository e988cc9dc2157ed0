"""What a tournament charges, as data; who is charged what by it, and why; what cannot be so (SkWO 9.2; practice)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final


class MoneyFault(StrEnum):
    """Why something is refused; its value says it in a few plain words."""

    NEGATIVE = "an amount or a count cannot be negative"
    NOT_FROM_ONE = "this counts from 1"
    TIERS_FALL = "each tier reaches further than the one before, and only the last one is open"
    AMOUNTS_OF_SIZE = "a table needs exactly as many amounts as it has seats"
    CODE_TWICE = "two tariffs have this code"
    NUMBER_TWICE = "this number stands here twice"
    NO_TOTAL = "the place at a table needs everybody's total"
    SHARE_OR_CENTS = "either a share or a sum, once or of each charge"
    ABOVE_ALL = "shares are at most 100 per cent together"
    UNKNOWN_TARIFF = "there is no such tariff"
    UNKNOWN_POT = "nothing goes to such a pot"
    MORE_PLAYED = "more series played than planned"
    ROUNDS_MISSING = "rounds are not told of each planned series"
    NO_SUCH_PIECE = "there is no such note or coin"
    NO_AMOUNT = "nothing is moved"
    SAME_ACCOUNT = "from an account to itself nothing is moved"
    KEY_TAKEN = "this key stands for another movement"
    NOT_MOVED = "there is no such movement to reverse"
    REVERSED_BEFORE = "this movement is reversed already"
    IS_REVERSAL = "a movement that reverses another stays"
    NO_TIME_ZONE = "a moment needs a time zone"


class Impossible(ValueError):
    """Something that cannot be so: ``fault`` says why, ``at`` leads to the part of it, indices counted from 0."""

    def __init__(self, fault: MoneyFault, *at: str | int) -> None:
        super().__init__(fault.value)
        self.fault = fault
        self.at = at


def refuse_negative(amount: int, *at: str | int) -> None:
    """Refuse an amount in cents, or a count, below nothing (raises Impossible)."""
    if amount < 0:
        raise Impossible(MoneyFault.NEGATIVE, *at)


@dataclass(frozen=True, kw_only=True)
class _OneAmount:
    cents: int

    def __post_init__(self) -> None:
        refuse_negative(self.cents, "cents")


class PerTeam(_OneAmount):
    """So much for each team, once: its first entrant pays."""


class PerList(_OneAmount):
    """So much for each list an entrant plays."""


class PassedIn(_OneAmount):
    """So much for each deal passed in, which the table pays together."""


@dataclass(frozen=True, kw_only=True)
class PerEntrant(_OneAmount):
    """So much for each entrant, once: entry, card money, a deposit for cards."""

    cheaper: Mapping[str, int] = field(default_factory=dict)  # by class, in cents; of several the lowest

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, cents in self.cheaper.items():
            refuse_negative(cents, "cheaper", name)

    def cents_for(self, classes: Collection[str]) -> int:
        """Return what an entrant of these classes pays, in cents."""
        return min((self.cheaper[name] for name in classes if name in self.cheaper), default=self.cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class LostGames:
    """So much for each lost game of a list, by tiers: ``((3, 50), (None, 100))`` is 50 to the third, then 100."""

    tiers: Sequence[tuple[int | None, int]]  # the last game of each tier, None for an open end, and cents a game

    def __post_init__(self) -> None:
        before = -1
        for index, (reach, cents) in enumerate(self.tiers):
            refuse_negative(cents, "tiers", index, 1)
            if reach is None:
                if index != len(self.tiers) - 1:
                    raise Impossible(MoneyFault.TIERS_FALL, "tiers", index, 0)
                continue
            refuse_negative(reach, "tiers", index, 0)
            if reach <= before:
                raise Impossible(MoneyFault.TIERS_FALL, "tiers", index, 0)
            before = reach

    def cents_for(self, lost: int) -> int:
        """Return what the lost games of one list cost, in cents.

        >>> LostGames(tiers=((3, 50), (None, 100))).cents_for(4)
        250
        """
        due = paid = 0
        for reach, cents in self.tiers:
            until = lost if reach is None else min(lost, reach)
            due += (until - paid) * cents
            paid = until
        return due


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceAtTable:
    """So much by the place at the table, best first, for each size of a table; another size costs nothing."""

    cents: Mapping[int, Sequence[int]]

    def __post_init__(self) -> None:
        for size, amounts in self.cents.items():
            if size < 1:
                raise Impossible(MoneyFault.NOT_FROM_ONE, "cents", str(size))
            if len(amounts) != size:
                raise Impossible(MoneyFault.AMOUNTS_OF_SIZE, "cents", str(size))
            for index, cents in enumerate(amounts):
                refuse_negative(cents, "cents", str(size), index)


Kind = PerEntrant | PerTeam | PerList | LostGames | PlaceAtTable | PassedIn
ALL = 100  # per cent


@dataclass(frozen=True, slots=True, kw_only=True)
class GoesTo:
    """A pot, and what of a tariff goes to it: a share (per cent), a sum once, or a sum of each charge (cents)."""

    pot: str
    share: int | None = None
    cents: int | None = None
    each: int | None = None

    def __post_init__(self) -> None:
        if [self.share, self.cents, self.each].count(None) != 2:
            raise Impossible(MoneyFault.SHARE_OR_CENTS)
        for name in ("cents", "share", "each"):
            refuse_negative(getattr(self, name) or 0, name)


def check_shares(shares: Sequence[int], *at: str | int) -> None:
    """Refuse shares above 100 per cent together (raises Impossible)."""
    if sum(shares) > ALL:
        raise Impossible(MoneyFault.ABOVE_ALL, *at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tariff:
    """One thing that is charged, the classes that do not pay it, and the pots it goes to, in order."""

    code: str
    kind: Kind
    name: str = ""
    free: frozenset[str] = frozenset()
    goes_to: Sequence[GoesTo] = ()


LOST_GAMES: Final = {
    "usual": LostGames(tiers=((3, 50), (None, 100))),
    "cheap": LostGames(tiers=((3, 30), (None, 100))),
    "dear": LostGames(tiers=((3, 100), (None, 200))),
    "three tiers": LostGames(tiers=((3, 50), (5, 100), (None, 300))),
    "half a euro": LostGames(tiers=((None, 50),)),
    "one euro": LostGames(tiers=((None, 100),)),
}

PLACE_AT_TABLE: Final = PlaceAtTable(cents={4: (50, 100, 150, 200), 3: (50, 100, 150)})
"""The best pays least; at three nobody is the fourth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargedEntrant:
    """Somebody who is charged."""

    number: int
    classes: frozenset[str] = frozenset()
    team: str | int | None = None
    paid: int = 0  # in cents
    expelled: bool = False  # forfeits what was paid (SkWO 4.3)

    def __post_init__(self) -> None:
        if self.number < 1:
            raise Impossible(MoneyFault.NOT_FROM_ONE, "number")
        refuse_negative(self.paid, "paid")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedSeat:
    """What somebody's column of a list came to; None is not known."""

    number: int
    total: int | None = None  # performance points (SkWO 5.2)
    won: int | None = None
    lost: int | None = None

    def __post_init__(self) -> None:
        if self.number < 1:
            raise Impossible(MoneyFault.NOT_FROM_ONE, "number")
        refuse_negative(self.won or 0, "won")
        refuse_negative(self.lost or 0, "lost")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedList:
    """One list of a table: its seats from the first on, None an empty chair."""

    seats: Sequence[PlayedSeat | None]
    passed: int = 0
    series: int | None = None

    def __post_init__(self) -> None:
        refuse_negative(self.passed, "passed")
        if self.series is not None and self.series < 1:
            raise Impossible(MoneyFault.NOT_FROM_ONE, "series")
        seen = set()
        for index, seat in enumerate(self.seats):
            if seat is not None and seat.number in seen:
                raise Impossible(MoneyFault.NUMBER_TWICE, "seats", index, "number")
            seen.add(seat.number if seat else None)

    @property
    def present(self) -> tuple[PlayedSeat, ...]:
        """Those at the table, by their seats."""
        return tuple(seat for seat in self.seats if seat is not None)


def by_place(played: PlayedList) -> tuple[PlayedSeat, ...]:
    """Return those at the table, the best first: total, won, fewer lost, seat.

    Won and lost games separate equal totals only where all of these have both.

    :raises Impossible: if somebody's total is not known.
    """
    for index, seat in enumerate(played.seats):
        if seat is not None and seat.total is None:
            raise Impossible(MoneyFault.NO_TOTAL, "seats", index, "total")
    values = {seat.total: True for seat in played.present}
    for seat in played.present:
        values[seat.total] &= seat.won is not None and seat.lost is not None
    won = {seat.number: (-(seat.won or 0), seat.lost or 0) if values[seat.total] else () for seat in played.present}
    return tuple(sorted(played.present, key=lambda seat: (-(seat.total or 0), won[seat.number])))


def best_table(lists: Iterable[PlayedList]) -> PlayedList | None:
    """Return the list with the most points a player; of equal ones that with more games won, fewer lost, the first.

    Of a table of three a third plays each deal, of one of four a quarter: so it is the mean that is compared. Lists on
    which somebody's total is not known, or nobody sat, are none.
    """
    played_lists = [
        played_list
        for played_list in lists
        if played_list.present and all(seat.total is not None for seat in played_list.present)
    ]
    return max(played_lists, key=_a_player, default=None)


def _a_player(played: PlayedList) -> tuple[Fraction, ...]:
    seats = played.present
    sums = (
        sum(seat.total or 0 for seat in seats),
        sum(seat.won or 0 for seat in seats),
        -sum(seat.lost or 0 for seat in seats),
    )
    return tuple(Fraction(number, len(seats)) for number in sums)


def in_equal_parts(cents: int, parts: int) -> Iterator[int]:
    """Yield an amount in equal parts, odd cents one each from the first on.

    >>> list(in_equal_parts(20000, 3))
    [6667, 6667, 6666]
    """
    each, odd = divmod(cents, parts)
    yield from (each + (index < odd) for index in range(parts))


class Word(StrEnum):
    """What an amount is charged for; the sentence about it has ``count`` in it."""

    ENTRY = "entry"
    TEAM = "team"
    LIST = "list"
    LOST_GAMES = "lost-games"
    PLACE_AT_TABLE = "place-at-table"
    PASSED_IN = "passed-in"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an amount is charged: "3 lost games", "place 2 of 4", "2 deals passed in"."""

    word: Word
    count: int = 1  # lost games of the list, the place at the table, or deals the table passed in
    of: int | None = None  # seats of the table, where a place or a part of it is charged

    @property
    def code(self) -> str:
        """How the reason is kept: its word and its numbers.

        >>> Reason(Word.LOST_GAMES, 3).code
        'lost-games 3'
        """
        return " ".join(str(part) for part in (self.word.value, self.count, self.of) if part is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """What one entrant owes by one tariff, for entering or for one list."""

    number: int
    tariff: str
    cents: int
    reason: Reason
    of_list: Any = None  # the key of the list it comes from, or its place among them from 0 on


def charges(
    tariffs: Sequence[Tariff],
    entrants: Sequence[ChargedEntrant],
    lists: Mapping[Any, PlayedList] | Sequence[PlayedList],
) -> tuple[Charge, ...]:
    """Return every charge, by tariff; one of nothing too, where a tariff applies.

    Who is not among the entrants plays and has a place, but is not charged.

    :raises Impossible: if a place at a table is charged and somebody's total there is not known.
    """
    everybody = {entrant.number: entrant for entrant in entrants}
    by_key = lists if isinstance(lists, Mapping) else dict(enumerate(lists))
    all_charges: list[Charge] = []
    for tariff in tariffs:
        all_charges += _for_entering(tariff, entrants)
        for key, played in by_key.items():
            for seat, cents, reason in _of_list(tariff.kind, played, key):
                if entrant := everybody.get(seat.number):
                    all_charges.append(_charge(tariff, entrant, cents, reason, of_list=key))
    return tuple(all_charges)


def charged(
    tariffs: Sequence[Tariff], entrants: Iterable[ChargedEntrant], found_charges: Iterable[Charge]
) -> dict[int, dict[str, int]]:
    """Return for each entrant what each tariff comes to, in cents, nothing included."""
    sums = {entrant.number: {tariff.code: 0 for tariff in tariffs} for entrant in entrants}
    for charge in found_charges:
        sums[charge.number][charge.tariff] += charge.cents
    return sums


def _charge(tariff: Tariff, entrant: ChargedEntrant, cents: int, reason: Reason, *, of_list: Any = None) -> Charge:
    if entrant.classes & tariff.free:
        cents, reason = 0, Reason(Word.FREE)
    return Charge(number=entrant.number, tariff=tariff.code, cents=cents, reason=reason, of_list=of_list)


def _for_entering(tariff: Tariff, entrants: Sequence[ChargedEntrant]) -> Iterator[Charge]:
    if isinstance(tariff.kind, PerEntrant):
        for entrant in entrants:
            yield _charge(tariff, entrant, tariff.kind.cents_for(entrant.classes), Reason(Word.ENTRY))
    elif isinstance(tariff.kind, PerTeam):
        teams = set()
        for entrant in entrants:
            if entrant.team is not None and entrant.team not in teams:
                teams.add(entrant.team)
                yield _charge(tariff, entrant, tariff.kind.cents, Reason(Word.TEAM))


def _of_list(kind: Kind, played: PlayedList, key: Any) -> Iterator[tuple[PlayedSeat, int, Reason]]:
    present = played.present
    if isinstance(kind, PerList):
        yield from ((seat, kind.cents, Reason(Word.LIST)) for seat in present)
    elif isinstance(kind, LostGames):
        for seat in present:
            lost = seat.lost or 0
            yield seat, kind.cents_for(lost), Reason(Word.LOST_GAMES, lost)
    elif isinstance(kind, PlaceAtTable):
        yield from _of_places(kind, played, key)
    elif isinstance(kind, PassedIn) and present:
        reason = Reason(Word.PASSED_IN, played.passed, len(present))
        for seat, cents in zip(present, in_equal_parts(played.passed * kind.cents, len(present)), strict=True):
            yield seat, cents, reason


def _of_places(kind: PlaceAtTable, played: PlayedList, key: Any) -> Iterator[tuple[PlayedSeat, int, Reason]]:
    size = len(played.present)
    if size not in kind.cents:
        return
    try:
        placed = by_place(played)
    except Impossible as impossible:
        raise Impossible(impossible.fault, "lists", key, *impossible.at) from None
    for place, (seat, cents) in enumerate(zip(placed, kind.cents[size], strict=True), start=1):
        yield seat, cents, Reason(Word.PLACE_AT_TABLE, place, size)
