"""What each entrant owes, line by line, what lists cost, and the journal of all movements (SkWO 3.3, 4.1)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext

from scoring.money import mapping
from scoring.money.models import Deferral, MovementRow
from scoring.money.reckon.ledger import Purpose
from scoring.money.selectors.accounts import Owed, owed_by_kind
from scoring.money.selectors.played import FOR_ENTERING, ListKey, all_charges, entrants_of, lists_of, tariff_rows
from tables.people.models import Entrant
from tables.tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountLine:
    """One line of an entrant's account."""

    number: int
    """Of the movement."""

    at: datetime
    cents: int
    """What it adds to what they owe; below nothing, what it takes off."""

    reason: str
    """A code, see ``wording.amounts``."""

    tariff: str
    """The name of the tariff, where it is a charge."""

    because: str
    of_list: ListKey | None
    way: str
    """Where the money went or came from: one of ``Purpose``."""

    holds: bool
    """Whether it was neither taken back nor takes something back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantAccount:
    """What an entrant owes and why."""

    number: int
    lines: tuple[AccountLine, ...]
    on_the_cuff: bool
    """Whether they said that they pay later, and still owe something."""

    @property
    def owes(self) -> int:
        """What they owe, in cents; below nothing, what is due to them."""
        return sum(line.cents for line in self.lines)

    @property
    def standing(self) -> tuple[AccountLine, ...]:
        """The lines that hold."""
        return tuple(line for line in self.lines if line.holds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """What is between an entrant and the desk, for a list of all."""

    owed: Owed
    on_the_cuff: bool

    @property
    def owes(self) -> int:
        """What they owe altogether, in cents; below nothing, what is due to them."""
        return self.owed.owes


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a list costs somebody by one tariff."""

    tariff: str
    """The name of the tariff."""

    cents: int
    reason: str


Costs = Mapping[ListKey, Mapping[int, Sequence[Cost]]]
"""By list and start number; a list that costs nobody anything is left out."""


def account_of(tournament: Tournament, number: int) -> EntrantAccount:
    """Return the account of an entrant, in three queries."""
    name = str(number)
    rows = [
        row
        for row in tournament.movements.filter(entrant=number).select_related("reversed_by")
        if (row.source, row.source_name) == (Purpose.ENTRANT, name)
        or (row.target, row.target_name) == (Purpose.ENTRANT, name)
    ]
    names = {row.code: row.name for row in tariff_rows(tournament)}
    lines = tuple(_line(row, names) for row in rows)
    owes = sum(line.cents for line in lines) > 0
    return EntrantAccount(
        number=number,
        lines=lines,
        on_the_cuff=owes and Deferral.objects.filter(tournament=tournament, entrant=number).exists(),
    )


def dues(tournament: Tournament) -> dict[int, Due]:
    """Return what is between each entrant and the desk who is not quit, by start number, in two queries."""
    later = set(tournament.deferrals.values_list("entrant", flat=True))
    return {
        number: Due(owed=one, on_the_cuff=one.owes > 0 and number in later)
        for number, one in owed_by_kind(tournament).items()
    }


def with_removed(tournament: Tournament, entrants: Iterable[Entrant], numbers: Iterable[int]) -> list[Entrant]:
    """Return entrants, and behind them whoever of some start numbers was removed: their account may not be settled."""
    there = list(entrants)
    gone = sorted(set(numbers) - {one.number for one in there})
    return there + [Entrant(tournament=tournament, number=number, name=gettext("removed")) for number in gone]


def costs_of(tournament: Tournament, lists: Collection[ListKey]) -> Costs:
    """Return what lists cost as they stand, signed or not: "3 lost games: 1.50"; one query where nothing does."""
    there = [row for row in tariff_rows(tournament) if row.kind not in FOR_ENTERING]
    if not there or not lists:
        return {}
    names = {row.code: row.name for row in there}
    played = lists_of(tournament, signed_only=False, only=lists)
    found: dict[ListKey, dict[int, list[Cost]]] = defaultdict(lambda: defaultdict(list))
    for due in all_charges([mapping.to_tariff(row) for row in there], entrants_of(tournament), played):
        charge = due.charge
        if due.of_list is not None:
            cost = Cost(tariff=names[charge.tariff], cents=charge.cents, reason=charge.reason.code)
            found[due.of_list][charge.number].append(cost)
    return found


def _line(row: MovementRow, names: Mapping[str, str]) -> AccountLine:
    adds = row.target == Purpose.ENTRANT
    other, other_name = (row.source, row.source_name) if adds else (row.target, row.target_name)
    of_list = (row.series, row.table) if row.series is not None and row.table is not None else None
    return AccountLine(
        number=row.number,
        at=row.at,
        cents=row.cents if adds else -row.cents,
        reason=row.reason,
        tariff=names.get(other_name, other_name) if other == Purpose.TARIFF else "",
        because=row.because,
        of_list=of_list,
        way=other,
        holds=row.reverses_id is None and not hasattr(row, "reversed_by"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What the accounts of an event are called."""

    tariffs: Mapping[str, str]
    """By code."""

    entrants: Mapping[int, str]
    """By start number; names that were taken out are missing."""


def movements(tournament: Tournament) -> "QuerySet[MovementRow]":
    """Return every movement, the newest first, with who moved it and what takes it back."""
    rows = tournament.movements.select_related("by", "reverses", "reversed_by")
    return rows.order_by("-number")


def names(tournament: Tournament) -> Names:
    """Return what accounts are called, in two queries."""
    entrants: Iterable[tuple[int, str]] = Entrant.objects.filter(tournament=tournament).values_list("number", "name")
    return Names(
        tariffs={row.code: row.name for row in tariff_rows(tournament)},
        entrants={number: name for number, name in entrants if name},
    )
