"""Who entered and what their signed lists came to, as far as money asks."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, F, Q
from django.utils.translation import gettext

from scoring.lists.models import GameListRow, SeatResult
from scoring.money import mapping
from scoring.money.models import TariffRow
from scoring.money.reckon.charges import Charge, charges
from scoring.money.reckon.played import Entrant, PlayedList, Seat
from scoring.money.reckon.tariffs import Tariff
from tables.tournaments.models import Series, Tournament

ListKey = tuple[int, int]
"""Series and table."""

ENTRY: Final = "entry"
"""The code of the tariff that the plan of an event has as its entry fee."""

CENTS: Final = 100
"""So many are one euro."""

FOR_ENTERING: Final = frozenset({TariffRow.Kind.ENTRANT, TariffRow.Kind.TEAM})
"""Tariffs that no list charges: start money."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DueCharge:
    """What somebody is to be charged, and for which list."""

    charge: Charge
    of_list: ListKey | None

    @property
    def what(self) -> tuple[str, int, ListKey | None]:
        """By what it is known: tariff, start number, list."""
        return self.charge.tariff, self.charge.number, self.of_list


def tariff_rows(tournament: Tournament) -> list[TariffRow]:
    """Return what an event charges, in its order.

    Where nothing is stored, the entry fee of its plan is its one tariff, which is not stored yet (SkWO 6.2).
    """
    rows = list(tournament.tariffs.all())
    if not rows and tournament.entry_fee:
        rows.append(entry_row(tournament, int(tournament.entry_fee * CENTS), number=1))
    return rows


def entry_row(tournament: Tournament, cents: int, *, number: int) -> TariffRow:
    """Return the tariff of an entry fee, not stored yet."""
    kind = TariffRow.Kind.ENTRANT
    return TariffRow(
        tournament=tournament, number=number, code=ENTRY, name=gettext("Entry fee"), kind=kind, amounts=cents
    )


def charges_entering(rows: Collection[TariffRow]) -> bool:
    """Test whether something is charged for entering, and not only for lists."""
    return any(row.kind in FOR_ENTERING for row in rows)


def entrants_of(tournament: Tournament, *, paid: Mapping[int, int] | None = None) -> list[Entrant]:
    """Return everybody who is charged: who withdrew before having a seat or fills in is not, who is expelled is.

    ``paid`` says what each has paid, in cents by start number.
    """
    seated = Q(withdrawn_at=None) | Q(seats__isnull=False)
    rows = tournament.entrants.filter(seated, fills_in=False).distinct().order_by("number")
    return [
        Entrant(
            number=number,
            classes=frozenset(classes),
            team=team or None,
            paid=max(0, (paid or {}).get(number, 0)),
            expelled=excluded_at is not None,
        )
        for number, classes, team, excluded_at in rows.values_list("number", "classes", "team", "excluded_at")
    ]


def series_played(tournament: Tournament) -> int:
    """Return how many series were really played: closed, with a list that counts."""
    closed = tournament.series.filter(status=Series.Status.CLOSED)
    return closed.filter(tables__game_list__in=GameListRow.objects.filter(void_at=None)).distinct().count()


def lists_of(
    tournament: Tournament, *, signed_only: bool = True, only: Collection[ListKey] | None = None
) -> dict[ListKey, PlayedList]:
    """Return what lists came to, by series and table, in two queries; what counts in the ranking is what is charged.

    A list that is void (SkWO 7.2.4) costs nothing. Where a player sat on a chair of another table from some deal on,
    nothing is charged for either list before both are signed.
    """
    rows = GameListRow.objects.filter(table__series__tournament=tournament, void_at=None)
    if signed_only:
        rows = rows.exclude(signed_at=None)
    if only is not None:
        rows = rows.filter(table__series__number__in={series for series, _ in only})
        rows = rows.filter(table__number__in={table for _, table in only})
    # Deals after the last one that had begun in time are struck.
    in_time = Q(struck_after=None) | Q(deals__number__lte=F("struck_after"))
    passed_in = Count("deals", filter=Q(deals__voided_at=None, deals__declarer=None) & in_time)
    of_row = ("pk", "table__series__number", "table__number", "table__size", "kind", "passed_in", "passed", "chairs")
    found = {
        pk: ((series, table), size, passed if kind == GameListRow.Kind.DEALS else said or 0, chairs)
        for pk, series, table, size, kind, passed, said, chairs in rows.annotate(passed_in=passed_in)
        .order_by("table__series__number", "table__number")
        .values_list(*of_row)
        if only is None or (series, table) in only
    }
    if signed_only and only is None:
        listed = {key for key, *_rest in found.values()}
        found = {
            pk: facts
            for pk, facts in found.items()
            if all((facts[0][0], table) in listed for _seat, _deal, table, *_there in facts[-1])
        }
    results = SeatResult.objects.filter(game_list__in=rows)
    seats: dict[int, dict[int, Seat]] = defaultdict(dict)
    columns = ("game_list_id", "seat__place", "seat__entrant__number", "performance", "won", "lost")
    for pk, place, number, total, won, lost in results.values_list(*columns):
        seats[pk][place] = Seat(number=number, total=total, won=won, lost=lost)
    return {
        key: PlayedList(seats=tuple(seats[pk].get(place) for place in range(1, size + 1)), passed=passed, series=key[0])
        for pk, (key, size, passed, _chairs) in found.items()
    }


def due_charges(
    tournament: Tournament,
    rows: Collection[TariffRow],
    *,
    numbers: Collection[int] | None = None,
    lists: Collection[ListKey] | None = None,
) -> dict[tuple[str, int, ListKey | None], DueCharge]:
    """Return what is to be charged as things stand, nothing left out but amounts of nothing; see ``all_charges``.

    With ``numbers`` only what these are charged, with ``lists`` only what comes of these lists.
    """
    tariffs = [mapping.to_tariff(row) for row in rows]
    found = all_charges(tariffs, entrants_of(tournament), lists_of(tournament, only=lists))
    return {
        due.what: due
        for due in found
        if due.charge.cents
        and (numbers is None or due.charge.number in numbers)
        and (lists is None or due.of_list is not None)
    }


def all_charges(
    tariffs: Collection[Tariff], entrants: Collection[Entrant], lists: Mapping[ListKey, PlayedList]
) -> list[DueCharge]:
    """Return every charge with the list it comes from; of one of nothing too."""
    keys = list(lists)
    return [
        DueCharge(charge=charge, of_list=None if charge.of_list is None else keys[charge.of_list])
        for charge in charges(list(tariffs), list(entrants), list(lists.values()))
    ]
