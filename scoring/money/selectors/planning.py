"""What is planned, and what it comes to with so many entrants (SkWO 1.5)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.money import mapping
from scoring.money.models import MoneyTerms, PrizeListRow, TariffRow
from scoring.money.reckon.awards import Preview, expected, expected_charges, preview
from scoring.money.reckon.plans import Size
from scoring.money.reckon.pots import ALL, Charges, GoesTo, counted, filled
from scoring.money.reckon.tariffs import Tariff
from scoring.money.selectors.placing import size_of
from scoring.money.selectors.played import due_charges, tariff_rows
from scoring.money.selectors.pots import charged_and_counted, goes_to_of, pot_names, pots_of
from scoring.results.models import Ranking
from scoring.results.selectors.rankings import rankings_of
from tables.seating import CannotSeat, table_sizes
from tables.tournaments.models import Tournament


def terms_of(tournament: Tournament) -> MoneyTerms:
    """Return what an event says about transfers; where it says nothing, a row that is not stored."""
    return MoneyTerms.objects.filter(tournament=tournament).first() or MoneyTerms(tournament=tournament)


def new_code(rows: Collection[TariffRow], wanted: str) -> str:
    """Return a code that no tariff has: the one wanted, or with a number behind it."""
    taken, code, number = {row.code for row in rows}, wanted, 1
    while code in taken:
        number += 1
        code = f"{wanted}-{number}"
    return code


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """What previews of an event are reckoned from."""

    size: Size
    """The field as it is now."""

    tariffs: Sequence[Tariff]
    so_far: dict[str, int]
    charges: dict[str, Charges]
    """How many charges of each amount each tariff has so far."""

    goes_to: dict[str, tuple[GoesTo, ...]]
    besides: dict[str, int]
    """What each pot got besides what is charged, in cents."""

    def with_entrants(self, rows: Sequence[PrizeListRow], entrants: int) -> Preview:
        """Return pots and prizes with so many entrants; their tables are those of the rules."""
        size = self.size if entrants == self.size.entrants and self.size.tables else _size(entrants)
        comes = expected(self.tariffs, self.so_far, now=self._now, entrants=entrants)
        lists = [mapping.to_prize_list(row, []) for row in rows]
        goes_to = dict(self.goes_to)
        # What was given to a pot counts too; a pot that nothing goes to any more holds nothing.
        for pot in {*self.besides, *(one.plan.pot for one in lists if one.plan.pot is not None)}:
            comes[f" {pot}"] = self.besides.get(pot, 0)
            goes_to[f" {pot}"] = (GoesTo(pot=pot, share=ALL),)
        charges = expected_charges(self.tariffs, self.charges, now=self._now, entrants=entrants)
        return preview(comes, goes_to, lists, size, charges)

    @property
    def _now(self) -> int:
        return self.size.entrants if any(self.so_far.values()) else 0


def ahead_of(tournament: Tournament, wanted: Sequence[TariffRow] | None = None) -> Ahead:
    """Return what previews of an event are reckoned from, with its tariffs or those that are ``wanted`` instead."""
    rows = tariff_rows(tournament)
    sums, charges = charged_and_counted(tournament)
    of_charges = filled(sums, goes_to_of(rows), charges)
    if wanted is not None:
        rows = list(wanted)
        due = [(one.charge.tariff, one.charge.cents) for one in due_charges(tournament, rows).values()]
        charges = counted(due)
        sums = {code: sum(cents * count for cents, count in of.items()) for code, of in charges.items()}
    return Ahead(
        size=size_of(tournament),
        tariffs=[mapping.to_tariff(row) for row in rows],
        so_far=sums,
        charges=charges,
        goes_to=goes_to_of(rows),
        besides={pot.name: pot.taken - of_charges.get(pot.name, 0) for pot in pots_of(tournament).pots},
    )


def _size(entrants: int) -> Size:
    try:
        return Size(entrants=entrants, tables=len(table_sizes(entrants)))
    except CannotSeat:
        return Size(entrants=entrants)


@dataclass(frozen=True, slots=True, kw_only=True)
class Planning:
    """What a plan of prizes is made of."""

    pots: tuple[str, ...]
    rankings: tuple[Ranking, ...]
    series: tuple[int, ...]
    ahead: Ahead

    def missing(self, others: Sequence[PrizeListRow], columns: Mapping[str, Any]) -> int:
        """Return how much a list of prizes, beside the others, is above its pot in cents.

        With the entrants for whom it is announced, or those there are; before there is anybody nothing is known.
        """
        pot = columns["plan"].get("pot")
        entrants = max(self.ahead.size.entrants, columns["plan"].get("announced_for", 0))
        if pot is None or not entrants:
            return 0
        row = PrizeListRow(**{**columns, "ranking": None})
        return self.ahead.with_entrants([*others, row], entrants).over[pot]


def planning_of(tournament: Tournament) -> Planning:
    """Return what a plan of prizes of an event is made of."""
    return Planning(
        pots=tuple(pot_names(tariff_rows(tournament))),
        rankings=rankings_of(tournament),
        series=tuple(tournament.series.values_list("number", flat=True)),
        ahead=ahead_of(tournament),
    )
