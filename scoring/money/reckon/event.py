"""An event as far as money goes, what follows from it, and what is paid back (SkWO 3.4, 4.3)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.money.reckon import tariffs as charging
from scoring.money.reckon.prizes import Award, PrizeList, Size, awards, counted, filled, over


@dataclass(frozen=True, slots=True, kw_only=True)
class CutShort:
    """An event that ended before its time."""

    series_played: int
    series_planned: int
    rounds: tuple[int, ...] = ()
    """How many rounds each series was planned with, so that it goes by deals; empty: all had as many."""

    def __post_init__(self) -> None:
        charging.refuse_negative(self.series_played, "series_played")
        if self.series_planned < 1:
            raise charging.Impossible(charging.MoneyFault.NOT_FROM_ONE, "series_planned")
        if self.series_played > self.series_planned:
            raise charging.Impossible(charging.MoneyFault.MORE_PLAYED, "series_played")
        if self.rounds and len(self.rounds) != self.series_planned:
            raise charging.Impossible(charging.MoneyFault.ROUNDS_MISSING, "rounds")
        if any(rounds < 1 for rounds in self.rounds):
            raise charging.Impossible(charging.MoneyFault.NOT_FROM_ONE, "rounds")


def refund(entrant: charging.ChargedEntrant, cut_short: CutShort) -> int:
    """Return what an entrant gets back, in cents, rounded down: by the planned deals that were not played (SkWO 3.4).

    Who is expelled forfeits it (SkWO 4.3).
    """
    if entrant.expelled:
        return 0
    rounds = cut_short.rounds or (1,) * cut_short.series_planned
    return entrant.paid * sum(rounds[cut_short.series_played :]) // sum(rounds)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyEvent:
    """Tariffs and where they go, who entered and played, and what there is to win."""

    tariffs: Sequence[charging.Tariff] = ()
    goes_to: Mapping[str, Sequence[charging.GoesTo]] = field(default_factory=dict)
    entrants: Sequence[charging.ChargedEntrant] = ()
    lists: Sequence[charging.PlayedList] = ()
    prizes: Sequence[PrizeList] = ()
    cut_short: CutShort | None = None

    def __post_init__(self) -> None:
        _check_once((tariff.code for tariff in self.tariffs), charging.MoneyFault.CODE_TWICE, "tariffs", "code")
        _check_once(
            (entrant.number for entrant in self.entrants), charging.MoneyFault.NUMBER_TWICE, "entrants", "number"
        )
        codes = {tariff.code for tariff in self.tariffs}
        for code, entries in self.goes_to.items():
            if code not in codes:
                raise charging.Impossible(charging.MoneyFault.UNKNOWN_TARIFF, "goes_to", code)
            charging.check_shares([entry.share or 0 for entry in entries], "goes_to", code)
        pots = {entry.pot for entries in self.goes_to.values() for entry in entries}
        for index, prize_list in enumerate(self.prizes):
            if prize_list.plan.pot is not None and prize_list.plan.pot not in pots:
                raise charging.Impossible(charging.MoneyFault.UNKNOWN_POT, "prizes", index, "plan", "pot")


def reckoned(event: MoneyEvent) -> dict[str, Any]:
    """Return what an event comes to, all in cents; refunds only if it was cut short.

    Charges are by number and tariff; owed is below nothing what was paid too much; over is how much more a pot that a
    plan names gives than it holds.

    :raises Impossible: if a place at a table is charged and somebody's total there is not known.
    """
    all_charges = charging.charges(event.tariffs, event.entrants, event.lists)
    sums = charging.charged(event.tariffs, event.entrants, all_charges)
    together: Counter[str] = Counter()
    for of_entrant in sums.values():
        together.update(of_entrant)
    pots = filled(together, event.goes_to, counted((charge.tariff, charge.cents) for charge in all_charges))
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


def _check_once(names: Iterable[str | int], fault: charging.MoneyFault, *at: str) -> None:
    whole, part = at
    seen = set()
    for index, name in enumerate(names):
        if name in seen:
            raise charging.Impossible(fault, whole, index, part)
        seen.add(name)
