"""An event as far as money goes, what follows from it, and what is paid back (SkWO 3.4, 4.3)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.money.reckon.awards import Award, PrizeList, awards, over
from scoring.money.reckon.charges import by_tariff, charged, charges
from scoring.money.reckon.faults import Fault, Impossible, refuse_negative
from scoring.money.reckon.plans import Size
from scoring.money.reckon.played import Entrant, PlayedList
from scoring.money.reckon.pots import GoesTo, check_shares, counted, filled
from scoring.money.reckon.tariffs import Tariff


@dataclass(frozen=True, slots=True, kw_only=True)
class CutShort:
    """An event that ended before its time."""

    series_played: int
    series_planned: int
    rounds: tuple[int, ...] = ()
    """How many rounds each series was planned with, so that it goes by deals; empty: all had as many."""

    def __post_init__(self) -> None:
        refuse_negative(self.series_played, "series_played")
        if self.series_planned < 1:
            raise Impossible(Fault.NOT_FROM_ONE, "series_planned")
        if self.series_played > self.series_planned:
            raise Impossible(Fault.MORE_PLAYED, "series_played")
        if self.rounds and len(self.rounds) != self.series_planned:
            raise Impossible(Fault.ROUNDS_MISSING, "rounds")
        if any(rounds < 1 for rounds in self.rounds):
            raise Impossible(Fault.NOT_FROM_ONE, "rounds")


def refund(entrant: Entrant, cut_short: CutShort) -> int:
    """Return what an entrant gets back, in cents, rounded down: by the planned deals that were not played (SkWO 3.4).

    Who is expelled forfeits it (SkWO 4.3).
    """
    if entrant.expelled:
        return 0
    rounds = cut_short.rounds or (1,) * cut_short.series_planned
    return entrant.paid * sum(rounds[cut_short.series_played :]) // sum(rounds)


def forfeited(entrants: Iterable[Entrant]) -> dict[int, int]:
    """Return what the expelled have paid and lose, in cents, by number (SkWO 4.3)."""
    return {entrant.number: entrant.paid for entrant in entrants if entrant.expelled}


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Tariffs and where they go, who entered and played, and what there is to win."""

    tariffs: Sequence[Tariff] = ()
    goes_to: Mapping[str, Sequence[GoesTo]] = field(default_factory=dict)
    entrants: Sequence[Entrant] = ()
    lists: Sequence[PlayedList] = ()
    prizes: Sequence[PrizeList] = ()
    cut_short: CutShort | None = None

    def __post_init__(self) -> None:
        _check_once((tariff.code for tariff in self.tariffs), Fault.CODE_TWICE, "tariffs", "code")
        _check_once((entrant.number for entrant in self.entrants), Fault.NUMBER_TWICE, "entrants", "number")
        codes = {tariff.code for tariff in self.tariffs}
        for code, entries in self.goes_to.items():
            if code not in codes:
                raise Impossible(Fault.UNKNOWN_TARIFF, "goes_to", code)
            check_shares([entry.share or 0 for entry in entries], "goes_to", code)
        pots = {entry.pot for entries in self.goes_to.values() for entry in entries}
        for index, one in enumerate(self.prizes):
            if one.plan.pot is not None and one.plan.pot not in pots:
                raise Impossible(Fault.UNKNOWN_POT, "prizes", index, "plan", "pot")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckoning:
    """What an event comes to, all in cents."""

    charges: Mapping[int, Mapping[str, int]]
    """By number and tariff."""

    owed: Mapping[int, int]
    """By number; below nothing, what was paid too much."""

    pots: Mapping[str, int]
    awards: Sequence[Award]
    over: Mapping[str, int]
    """For each pot that a plan names, how much more is given than it holds."""

    refunds: Mapping[int, int] | None
    """By number; None unless the event was cut short."""


def reckoned(event: Event) -> Reckoning:
    """Return what an event comes to.

    :raises Impossible: if a place at a table is charged and somebody's total there is not known.
    """
    all_charges = charges(event.tariffs, event.entrants, event.lists)
    sums = charged(event.tariffs, event.entrants, all_charges)
    pots = filled(by_tariff(sums), event.goes_to, counted((one.tariff, one.cents) for one in all_charges))
    given = awards(event.prizes, pots=pots, size=Size(entrants=len(event.entrants)))
    return Reckoning(
        charges=sums,
        owed={entrant.number: sum(sums[entrant.number].values()) - entrant.paid for entrant in event.entrants},
        pots=pots,
        awards=given,
        over=over(event.prizes, (award.prize for award in given), pots),
        refunds={entrant.number: refund(entrant, event.cut_short) for entrant in event.entrants}
        if event.cut_short
        else None,
    )


def _check_once(names: Iterable[str | int], fault: Fault, *at: str) -> None:
    whole, part = at
    seen = set()
    for index, name in enumerate(names):
        if name in seen:
            raise Impossible(fault, whole, index, part)
        seen.add(name)
