"""Places and plans: who would win what, and what a plan comes to with so many entrants (SkWO 1.5, 5.2)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

from scoring.money.models import MoneyTerms, PrizeListRow, TariffRow
from scoring.money.reckon import prizes as reckon
from scoring.money.reckon.tariffs import ALL, GoesTo, Tariff, best_table, by_place
from scoring.money.selectors import accounts
from scoring.money.selectors.accounts import due_charges, lists_of, tariff_rows
from scoring.money.selectors.statement import charged_and_counted, goes_to_of, pots_of
from scoring.results.selectors.rankings import lines_of, series_of
from scoring.results.selectors.standings import standings
from tables.draw.models import Table
from tables.people.selectors import participants
from tables.seating import CannotSeat, table_sizes
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors.tournaments import is_ranked, started


def prize_lists_of(tournament: Tournament) -> list[PrizeListRow]:
    """Return the lists of prizes, in their order."""
    return list(tournament.prize_lists.select_related("ranking"))


def placed(row: PrizeListRow) -> list[list[int]]:
    """Return who comes where for a list of prizes, by start number, whoever wins the first one first.

    A team is known by whoever leads it. For the last place comes only who had a seat in every series.
    """
    if row.winners == PrizeListRow.Winners.TABLE:
        out = set(row.tournament.entrants.exclude(is_ranked()).values_list("number", flat=True))
        lists = lists_of(row.tournament).items()
        best = best_table(played for (series, _table), played in lists if row.series in (None, series))
        return [[seat.number] for seat in by_place(best) if seat.number not in out] if best else []
    places = _ranked(row)
    return places[::-1] if row.winners == PrizeListRow.Winners.LAST else places


def _ranked(row: PrizeListRow) -> list[list[int]]:
    tournament = row.tournament
    if row.ranking:
        lines = lines_of(row.ranking, series_of(row.ranking))
        return _by_place((line.rank, line.members[0].entrant.number) for line in lines if line.members)
    only = None
    if row.series:
        only = Series.objects.filter(tournament=tournament, number=row.series).first()
        if only is None:
            return []
    lines_all = standings(tournament, only=only, with_hidden=True).lines
    is_last = row.winners == PrizeListRow.Winners.LAST
    return _by_place(
        (line.rank, line.entrant.number)
        for line in lines_all
        if (not row.of_class or row.of_class in line.entrant.classes) and not (is_last and None in line.by_series)
    )


def is_final(row: PrizeListRow) -> bool:
    """Test whether nothing can change the places a list of prizes is for any more.

    A series that is closed is final enough for prizes that no later charge changes: a correction gives them anew.
    """
    if row.tournament.released_at:
        return True
    if not row.series or row.plan["kind"] == "share":
        return False
    return row.tournament.series.filter(number=row.series, status=Series.Status.CLOSED).exists()


def size_of(tournament: Tournament) -> reckon.Size:
    """Return how large a field is: who started (SkWO 4.3), and the tables of the first series.

    Until the first series is closed some tables may not have begun: then whoever takes part is counted. Whoever fills
    in never is.
    """
    is_told = tournament.series.filter(status=Series.Status.CLOSED).exists()
    counted = tournament.entrants.filter(started()) if is_told else participants(tournament).filter(fills_in=False)
    return reckon.Size(
        entrants=counted.distinct().count(),
        tables=Table.objects.filter(series__tournament=tournament, series__number=1).count(),
    )


def won_now(tournament: Tournament, rows: Sequence[PrizeListRow]) -> tuple[reckon.Award, ...]:
    """Return who would win what of these lists if it ended now, by list and place."""
    lists = [accounts.to_prize_list(row, placed(row)) for row in rows]
    pots = {pot.name: pot.taken for pot in pots_of(tournament).pots}
    # A pot that nothing goes to any more gives nothing.
    named = {prize_list.plan.pot: 0 for prize_list in lists if prize_list.plan.pot is not None}
    return reckon.awards(lists, pots=named | pots, size=size_of(tournament))


def _by_place(ranked: Iterable[tuple[int, int]]) -> list[list[int]]:
    places: dict[int, list[int]] = {}
    for rank, number in ranked:
        places.setdefault(rank, []).append(number)
    return [places[rank] for rank in sorted(places)]


def terms_of(tournament: Tournament) -> MoneyTerms:
    """Return what an event says about transfers; where it says nothing, a row that is not stored."""
    return MoneyTerms.objects.filter(tournament=tournament).first() or MoneyTerms(tournament=tournament)


def new_code(rows: Collection[TariffRow], wanted: str) -> str:
    """Return a code that no tariff has: the one wanted, or with a number behind it."""
    taken = {row.code for row in rows}
    return next(code for code in chain([wanted], (f"{wanted}-{n}" for n in count(2))) if code not in taken)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """What previews of an event are reckoned from."""

    size: reckon.Size  # the field as it is now
    tariffs: Sequence[Tariff]
    so_far: dict[str, int]
    charges: dict[str, reckon.Charges]  # how many charges of each amount each tariff has so far
    goes_to: dict[str, Sequence[GoesTo]]
    besides: dict[str, int]  # what each pot got besides what is charged, in cents

    def with_entrants(self, rows: Sequence[PrizeListRow], entrants: int) -> reckon.Preview:
        """Return pots and prizes with so many entrants; their tables are those of the rules."""
        size = self.size if entrants == self.size.entrants and self.size.tables else _size(entrants)
        comes = reckon.expected(self.tariffs, self.so_far, now=self._now, entrants=entrants)
        lists = [accounts.to_prize_list(row, []) for row in rows]
        goes_to = dict(self.goes_to)
        # What was given to a pot counts too; a pot that nothing goes to any more holds nothing.
        for pot in {*self.besides, *(prize_list.plan.pot for prize_list in lists if prize_list.plan.pot is not None)}:
            comes[f" {pot}"] = self.besides.get(pot, 0)
            goes_to[f" {pot}"] = (GoesTo(pot=pot, share=ALL),)
        charges = reckon.expected_charges(self.tariffs, self.charges, now=self._now, entrants=entrants)
        return reckon.preview(comes, goes_to, lists, size, charges)

    @property
    def _now(self) -> int:
        return self.size.entrants if any(self.so_far.values()) else 0


def ahead_of(tournament: Tournament, wanted: Sequence[TariffRow] | None = None) -> Ahead:
    """Return what previews of an event are reckoned from, with its tariffs or those that are ``wanted`` instead."""
    rows = tariff_rows(tournament)
    sums, charges = charged_and_counted(tournament)
    of_charges = reckon.filled(sums, goes_to_of(rows), charges)
    if wanted is not None:
        rows = list(wanted)
        due = [(charge.tariff, charge.cents) for charge in due_charges(tournament, rows).values()]
        charges = reckon.counted(due)
        sums = {code: sum(cents * count for cents, count in of.items()) for code, of in charges.items()}
    return Ahead(
        size=size_of(tournament),
        tariffs=[accounts.to_tariff(row) for row in rows],
        so_far=sums,
        charges=charges,
        goes_to=goes_to_of(rows),
        besides={pot.name: pot.taken - of_charges.get(pot.name, 0) for pot in pots_of(tournament).pots},
    )


def _size(entrants: int) -> reckon.Size:
    with suppress(CannotSeat):
        return reckon.Size(entrants=entrants, tables=len(table_sizes(entrants)))
    return reckon.Size(entrants=entrants)


def missing(ahead: Ahead, others: Sequence[PrizeListRow], columns: Mapping[str, Any]) -> int:
    """Return how much a list of prizes, beside the others, is above its pot in cents."""
    pot = columns["plan"].get("pot")
    entrants = max(ahead.size.entrants, columns["plan"].get("announced_for", 0))
    if pot is None or not entrants:
        return 0
    row = PrizeListRow(**{**columns, "ranking": None})
    return ahead.with_entrants([*others, row], entrants).over[pot]
