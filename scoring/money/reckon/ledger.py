"""Accounts, cash counted piece by piece, and what an event comes to (SkWO 3.3, 3.4, 4.3).

Every amount is moved by an act, never changed, only reversed.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from scoring.money.reckon.prizes import Award, PrizeList, Size, awards, filled, over
from scoring.money.reckon.prizes import counted as counted_charges
from scoring.money.reckon.tariffs import (
    ChargedEntrant,
    GoesTo,
    Impossible,
    MoneyFault,
    PlayedList,
    Tariff,
    charged,
    charges,
    check_shares,
    refuse_negative,
)


class Purpose(StrEnum):
    """What an account is for."""

    ENTRANT = "entrant"  # what an entrant owes; below nothing what is due to them
    TARIFF = "tariff"  # what was charged by a tariff and is in no pot yet
    POT = "pot"
    BOX = "box"  # cash in somebody's hands
    TRANSFER = "transfer"  # what came to the bank
    VOUCHER = "voucher"
    ORGANISER = "organiser"


class Account(NamedTuple):
    """A place money is at: what for, and which one of these."""

    purpose: Purpose
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """An amount that goes from one account to another."""

    key: str  # given by whoever asks for it, so that asking twice moves once
    at: datetime
    source: Account
    target: Account
    cents: int
    reason: str
    reverses: str | None = None  # the key of the movement it takes back

    def __post_init__(self) -> None:
        if self.cents < 1:
            raise Impossible(MoneyFault.NO_AMOUNT, "cents")
        if self.source == self.target:
            raise Impossible(MoneyFault.SAME_ACCOUNT, "target")
        if self.at.utcoffset() is None:
            raise Impossible(MoneyFault.NO_TIME_ZONE, "at")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """All movements so far, in order. What is in an account follows from them."""

    movements: Mapping[str, Movement] = field(default_factory=dict)
    reversed_by: Mapping[str, str] = field(default_factory=dict)

    def moved(self, movement: Movement) -> "Ledger":
        """Return the ledger with a movement more, or raise Impossible if it cannot be, or its key is another's."""
        before = self.movements.get(movement.key)
        if before is not None:
            if replace(before, at=movement.at) != movement:
                raise Impossible(MoneyFault.KEY_TAKEN, "key")
            return self
        back = self.reversed_by
        if movement.reverses is not None:
            self._check_reversal(movement, movement.reverses)
            back = {**back, movement.reverses: movement.key}
        return Ledger(movements={**self.movements, movement.key: movement}, reversed_by=back)

    def reversed(self, key: str, *, by_key: str, at: datetime, reason: str) -> "Ledger":
        """Return the ledger with the counter-movement to ``key``, or raise Impossible if that cannot be reversed."""
        if key not in self.movements:
            raise Impossible(MoneyFault.NOT_MOVED, "reverses")
        old = self.movements[key]
        return self.moved(
            Movement(
                key=by_key, at=at, source=old.target, target=old.source, cents=old.cents, reason=reason, reverses=key
            )
        )

    def balances(self) -> dict[Account, int]:
        """Return what is in each account, in cents: claims and cash positive, pots negative, together nothing."""
        values: dict[Account, int] = {}
        for movement in self.movements.values():
            values[movement.source] = values.get(movement.source, 0) - movement.cents
            values[movement.target] = values.get(movement.target, 0) + movement.cents
        return values

    def _check_reversal(self, movement: Movement, key: str) -> None:
        old = self.movements.get(key)
        if old is None:
            raise Impossible(MoneyFault.NOT_MOVED, "reverses")
        if old.reverses is not None:
            raise Impossible(MoneyFault.IS_REVERSAL, "reverses")
        if key in self.reversed_by:
            raise Impossible(MoneyFault.REVERSED_BEFORE, "reverses")
        if (movement.source, movement.target, movement.cents) != (old.target, old.source, old.cents):
            raise Impossible(MoneyFault.NOT_MOVED, "reverses")


PIECES: Final = (50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1)
"""Notes and coins in cents, from 500 euros down to one cent."""


def counted(pieces: Mapping[int, int]) -> int:
    """Return what so many of each piece come to, in cents.

    :raises Impossible: if there is no such piece, or less than none of it.

    >>> counted({2000: 3, 50: 1})
    6050
    """
    for piece, number in pieces.items():
        if piece not in PIECES:
            raise Impossible(MoneyFault.NO_SUCH_PIECE, piece)
        refuse_negative(number, piece)
    return sum(piece * number for piece, number in pieces.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """What went through a box of money, all in cents."""

    opening: int = 0
    put_in: int = 0  # by the organiser, as change
    takings: int = 0  # from entrants
    paid: int = 0  # to entrants: prizes, refunds, what was spent
    taken_out: int = 0  # by the organiser: brought to the bank, handed over

    @property
    def expected(self) -> int:
        """What should be in it."""
        return self.opening + self.put_in + self.takings - self.paid - self.taken_out

    def difference(self, number: int) -> int:
        """Return how much more (positive) or less is in it than should be, in cents."""
        return number - self.expected

    def takings_by(self, number: int) -> int:
        """Return the takings reckoned backwards from what was counted, in cents, whatever was booked as such."""
        return number - self.opening - self.put_in + self.paid + self.taken_out


_FORM: Final = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")


def iban(typed: str) -> str | None:
    """Return an IBAN without its blanks, or None if its form or its check digits are wrong.

    >>> iban("de89 3704 0044 0532 0130 00")
    'DE89370400440532013000'
    """
    text = "".join(typed.split()).upper()
    if not _FORM.fullmatch(text):
        return None
    digits = "".join(str(int(letter, 36)) for letter in text[4:] + text[:4])
    return text if int(digits) % 97 == 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CutShort:
    """An event that ended before its time."""

    series_played: int
    series_planned: int
    rounds: tuple[int, ...] = ()  # how many each series was planned with; empty: all had as many

    def __post_init__(self) -> None:
        refuse_negative(self.series_played, "series_played")
        if self.series_planned < 1:
            raise Impossible(MoneyFault.NOT_FROM_ONE, "series_planned")
        if self.series_played > self.series_planned:
            raise Impossible(MoneyFault.MORE_PLAYED, "series_played")
        if self.rounds and len(self.rounds) != self.series_planned:
            raise Impossible(MoneyFault.ROUNDS_MISSING, "rounds")
        if any(rounds < 1 for rounds in self.rounds):
            raise Impossible(MoneyFault.NOT_FROM_ONE, "rounds")


def refund(entrant: ChargedEntrant, cut_short: CutShort) -> int:
    """Return what an entrant gets back, in cents, rounded down (SkWO 3.4); who is expelled forfeits it (SkWO 4.3)."""
    if entrant.expelled:
        return 0
    rounds = cut_short.rounds or (1,) * cut_short.series_planned
    return entrant.paid * sum(rounds[cut_short.series_played :]) // sum(rounds)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyEvent:
    """Tariffs and where they go, who entered and played, and what there is to win."""

    tariffs: Sequence[Tariff] = ()
    goes_to: Mapping[str, Sequence[GoesTo]] = field(default_factory=dict)
    entrants: Sequence[ChargedEntrant] = ()
    lists: Sequence[PlayedList] = ()
    prizes: Sequence[PrizeList] = ()
    cut_short: CutShort | None = None

    def __post_init__(self) -> None:
        _check_once((tariff.code for tariff in self.tariffs), MoneyFault.CODE_TWICE, "tariffs", "code")
        _check_once((entrant.number for entrant in self.entrants), MoneyFault.NUMBER_TWICE, "entrants", "number")
        codes = {tariff.code for tariff in self.tariffs}
        for code, entries in self.goes_to.items():
            if code not in codes:
                raise Impossible(MoneyFault.UNKNOWN_TARIFF, "goes_to", code)
            check_shares([entry.share or 0 for entry in entries], "goes_to", code)
        pots = {entry.pot for entries in self.goes_to.values() for entry in entries}
        for index, prize_list in enumerate(self.prizes):
            if prize_list.plan.pot is not None and prize_list.plan.pot not in pots:
                raise Impossible(MoneyFault.UNKNOWN_POT, "prizes", index, "plan", "pot")


def reckoned(event: MoneyEvent) -> dict[str, Any]:
    """Return what an event comes to, in cents, or raise Impossible if a place is charged and a total unknown."""
    all_charges = charges(event.tariffs, event.entrants, event.lists)
    sums = charged(event.tariffs, event.entrants, all_charges)
    together: Counter[str] = Counter()
    for of_entrant in sums.values():
        together.update(of_entrant)
    pots = filled(together, event.goes_to, counted_charges((charge.tariff, charge.cents) for charge in all_charges))
    given = awards(event.prizes, pots=pots, size=Size(entrants=len(event.entrants)))
    values: dict[str, Any] = {
        "charges": sums,
        "owed": {entrant.number: sum(sums[entrant.number].values()) - entrant.paid for entrant in event.entrants},
        "pots": pots,
        "over": over(event.prizes, (award.prize for award in given), pots),
        "prizes": [_won(event.prizes[award.prize.of_list], award) for award in given],
    }
    if event.cut_short:
        values["refunds"] = {entrant.number: refund(entrant, event.cut_short) for entrant in event.entrants}
    return values


def _won(of: PrizeList, award: Award) -> dict[str, Any]:
    prize = {"place": award.prize.place, "cents": award.prize.cents}
    return {"number": award.number, "group": of.group, "class": of.of_class, **prize}


def _check_once(names: Iterable[str | int], fault: MoneyFault, *at: str) -> None:
    whole, part = at
    seen = set()
    for index, name in enumerate(names):
        if name in seen:
            raise Impossible(fault, whole, index, part)
        seen.add(name)
