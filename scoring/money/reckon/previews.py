"""What would be given with another number of entrants, and whether the pots carry it (practice)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.money.reckon.awards import PrizeList, over, prizes
from scoring.money.reckon.plans import Size
from scoring.money.reckon.pots import Charges, GoesTo, filled, paid_out
from scoring.money.reckon.tariffs import PerEntrant, Tariff


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Pots and prizes of a field that is not there yet, all in cents."""

    size: Size
    by_tariff: Mapping[str, int]
    """What each tariff comes to; of what a pot gets besides, by its name with a blank before it."""

    pots: Mapping[str, int]
    prizes: Sequence[Sequence[int]]
    """For each list its prizes, the first one first."""

    over: Mapping[str, int]
    """For each pot a plan names how much more is given than it holds."""

    paid_out: int
    """How much of what is charged is given out, in per cent."""

    @property
    def is_carried(self) -> bool:
        """Whether every pot holds what its plans give."""
        return all(cents <= 0 for cents in self.over.values())


def expected(tariffs: Sequence[Tariff], so_far: Mapping[str, int], *, now: int, entrants: int) -> dict[str, int]:
    """Return what each tariff would come to with ``entrants`` of them, in cents: as with the ``now`` so far.

    Without anybody yet each pays the full entry, and nothing is known of what the lists will cost.
    """
    if now:
        return {code: cents * entrants // now for code, cents in so_far.items()}
    return {
        tariff.code: tariff.kind.cents * entrants if isinstance(tariff.kind, PerEntrant) else 0 for tariff in tariffs
    }


def expected_charges(
    tariffs: Sequence[Tariff], so_far: Mapping[str, Charges], *, now: int, entrants: int
) -> dict[str, Charges]:
    """Return how many charges of each amount each tariff would have with ``entrants`` of them; see ``expected``."""
    if now:
        return {
            code: {cents: count * entrants // now for cents, count in charges.items()}
            for code, charges in so_far.items()
        }
    return {tariff.code: {tariff.kind.cents: entrants} for tariff in tariffs if isinstance(tariff.kind, PerEntrant)}


def preview(
    by_tariff: Mapping[str, int],
    goes_to: Mapping[str, Sequence[GoesTo]],
    lists: Sequence[PrizeList],
    size: Size,
    charges: Mapping[str, Charges],
) -> Preview:
    """Return pots and prizes of a field of this size in which the tariffs come to so many cents by their charges.

    Places are taken to be settled, and everybody there to take a prize.
    """
    pots = filled(by_tariff, goes_to, charges)
    there = prizes(lists, pots=pots, size=size)
    return Preview(
        size=size,
        by_tariff=by_tariff,
        pots=pots,
        prizes=tuple(tuple(prize.cents for prize in there if prize.of_list == index) for index in range(len(lists))),
        over=over(lists, there, pots),
        paid_out=paid_out(sum(prize.cents for prize in there), sum(by_tariff.values())),
    )
