"""Rows as what ``reckon`` reckons with; who entered, what is in each account, which charges stand (SkWO 3.3)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from django.db.models import BooleanField, Count, ExpressionWrapper, F, Q, QuerySet, Sum
from django.utils.translation import gettext

from scoring.lists.models import GameListRow, SeatResult
from scoring.money.models import Closing, MovementRow, PrizeListRow, TariffRow
from scoring.money.reckon import tariffs as reckon
from scoring.money.reckon.ledger import Account, Movement, Purpose
from scoring.money.reckon.prizes import Fixed, Good, Goods, Plan, PrizeList, Shares, Sharing, Steps
from scoring.money.reckon.tariffs import Charge, ChargedEntrant, PlayedList, PlayedSeat, charges
from tables.tournaments.models import Series, Tournament

KINDS: Final[Mapping[str, type[reckon.Kind]]] = {
    TariffRow.Kind.ENTRANT: reckon.PerEntrant,
    TariffRow.Kind.TEAM: reckon.PerTeam,
    TariffRow.Kind.LIST: reckon.PerList,
    TariffRow.Kind.LOST_GAMES: reckon.LostGames,
    TariffRow.Kind.PLACE_AT_TABLE: reckon.PlaceAtTable,
    TariffRow.Kind.PASSED_IN: reckon.PassedIn,
}

PLANS: Final[Mapping[str, type[Plan]]] = {"fixed": Fixed, "share": Shares, "steps": Steps, "goods": Goods}


def to_tariff(row: TariffRow) -> reckon.Tariff:
    """Return what is charged, and where it goes, or raise Impossible if no tariff can be so."""
    amounts: dict[str, Any] = {"cents": row.amounts}
    if row.kind == TariffRow.Kind.LOST_GAMES:
        amounts = {"tiers": tuple((reach, cents) for reach, cents in row.amounts)}
    elif row.kind == TariffRow.Kind.PLACE_AT_TABLE:
        amounts = {"cents": {int(size): tuple(cents) for size, cents in row.amounts.items()}}
    elif row.kind == TariffRow.Kind.ENTRANT:
        amounts["cheaper"] = row.cheaper
    goes_to = tuple(reckon.GoesTo(**entry) for entry in row.goes_to)
    kind = KINDS[row.kind](**amounts)
    return reckon.Tariff(code=row.code, name=row.name, kind=kind, free=frozenset(row.free), goes_to=goes_to)


def of_tariff(tariff: reckon.Tariff) -> dict[str, Any]:
    """Return the columns of the row of a tariff."""
    kind = tariff.kind
    amounts: Any = [list(tier) for tier in kind.tiers] if isinstance(kind, reckon.LostGames) else kind.cents
    if isinstance(kind, reckon.PlaceAtTable):
        amounts = {str(size): list(cents) for size, cents in kind.cents.items()}
    return {
        "code": tariff.code,
        "name": tariff.name.strip(),
        "free": sorted(tariff.free),
        "goes_to": [{k: v for k, v in asdict(entry).items() if v is not None} for entry in tariff.goes_to],
        "kind": next(word for word, made in KINDS.items() if isinstance(kind, made)),
        "amounts": amounts,
        "cheaper": dict(kind.cheaper) if isinstance(kind, reckon.PerEntrant) else {},
    }


def to_prize_list(row: PrizeListRow, ranking: Sequence[Sequence[int]]) -> PrizeList:
    """Return the prizes of a ranking, given by place, or raise Impossible if none can be so."""
    return PrizeList(
        group=row.group,
        ranking=ranking,
        plan=to_plan(row.plan),
        of_class=row.of_class or None,
        sharing=Sharing(row.sharing),
        round_to=row.round_to,
        floor=row.floor,
    )


def to_plan(stored: Mapping[str, Any]) -> Plan:
    """Return a plan of prizes, or raise Impossible if none can be so."""
    fields = {name: value for name, value in stored.items() if name != "kind"}
    if "goods" in fields:
        fields["goods"] = tuple(Good(name=name, cents=cents) for name, cents in fields["goods"])
    return PLANS[stored["kind"]](**fields)


def of_plan(plan: Plan) -> dict[str, Any]:
    """Return a plan as it is stored."""
    fields = asdict(plan)
    if isinstance(plan, Goods):
        fields["goods"] = [[good.name, good.cents] for good in plan.goods]
    stated = {name: value for name, value in fields.items() if value is not None and value is not False}
    kind = next(word for word, made in PLANS.items() if isinstance(plan, made))
    return {
        "kind": kind,
        **{name: list(value) if isinstance(value, tuple) else value for name, value in stated.items()},
    }


def to_movement(row: MovementRow) -> Movement:
    """Return a movement; its key is its number, which nobody else in the event has."""
    return Movement(
        key=str(row.number),
        at=row.at,
        source=row.from_account,
        target=row.to_account,
        cents=row.cents,
        reason=row.reason,
        reverses=None if row.reverses is None else str(row.reverses.number),
    )


ListKey = tuple[int, int]  # series and table
ENTRY: Final = "entry"  # the code of the tariff that the plan of an event has as its entry fee
CENTS: Final = 100
FOR_ENTERING: Final = frozenset({TariffRow.Kind.ENTRANT, TariffRow.Kind.TEAM})  # start money


def tariff_rows(tournament: Tournament) -> list[TariffRow]:
    """Return what an event charges, in order; where nothing is stored yet, the entry fee of its plan (SkWO 6.2)."""
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


def entrants_of(tournament: Tournament, *, paid: Mapping[int, int] | None = None) -> list[ChargedEntrant]:
    """Return everybody who is charged: who withdrew before having a seat or fills in is not, who is expelled is."""
    seated = Q(withdrawn_at=None) | Q(seats__isnull=False)
    rows = tournament.entrants.filter(seated, fills_in=False).distinct().order_by("number")
    return [
        ChargedEntrant(
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
    values = {
        pk: ((series, table), size, passed if kind == GameListRow.Kind.DEALS else value or 0, chairs)
        for pk, series, table, size, kind, passed, value, chairs in rows.annotate(passed_in=passed_in)
        .order_by("table__series__number", "table__number")
        .values_list(*of_row)
        if only is None or (series, table) in only
    }
    if signed_only and only is None:
        listed = {key for key, *_rest in values.values()}
        values = {
            pk: facts
            for pk, facts in values.items()
            if all((facts[0][0], table) in listed for _seat, _deal, table, *_there in facts[-1])
        }
    results = SeatResult.objects.filter(game_list__in=rows)
    seats: dict[int, dict[int, PlayedSeat]] = defaultdict(dict)
    columns = ("game_list_id", "seat__place", "seat__entrant__number", "performance", "won", "lost")
    for pk, place, number, total, won, lost in results.values_list(*columns):
        seats[pk][place] = PlayedSeat(number=number, total=total, won=won, lost=lost)
    return {
        key: PlayedList(seats=tuple(seats[pk].get(place) for place in range(1, size + 1)), passed=passed, series=key[0])
        for pk, (key, size, passed, _chairs) in values.items()
    }


def due_charges(
    tournament: Tournament,
    rows: Collection[TariffRow],
    *,
    numbers: Collection[int] | None = None,
    lists: Collection[ListKey] | None = None,
) -> dict[tuple[str, int, ListKey | None], Charge]:
    """Return what is to be charged as things stand, but amounts of nothing, by tariff, start number and list."""
    tariffs = [to_tariff(row) for row in rows]
    return {
        (due.tariff, due.number, due.of_list): due
        for due in charges(tariffs, entrants_of(tournament), lists_of(tournament, only=lists))
        if due.cents and (numbers is None or due.number in numbers) and (lists is None or due.of_list is not None)
    }


BETWEEN = ("source", "source_name", "target", "target_name")
OF_MONEY = frozenset({Purpose.BOX, Purpose.TRANSFER, Purpose.VOUCHER})  # accounts that hold what was paid


def balances(tournament: Tournament, *, moved_in: Q | None = None) -> dict[Account, int]:
    """Return what is in each account that was touched, in cents, in one query, as ``Ledger.balances`` does."""
    values: dict[Account, int] = defaultdict(int)
    moved = tournament.movements.filter(moved_in or Q()).order_by().values_list(*BETWEEN).annotate(cents=Sum("cents"))
    for source, source_name, target, target_name, cents in moved:
        values[Account(Purpose(source), source_name)] -= cents
        values[Account(Purpose(target), target_name)] += cents
    return dict(values)


def balance_of(tournament: Tournament, account: Account) -> int:
    """Return what is in one account, in cents."""
    came = Q(target=account.purpose, target_name=account.name)
    went = Q(source=account.purpose, source_name=account.name)
    return balances(tournament, moved_in=came | went).get(account, 0)


def of_entrant(number: int) -> Account:
    """Return the account of an entrant: what they owe; below nothing what is due to them."""
    return Account(Purpose.ENTRANT, str(number))


def owed(tournament: Tournament) -> dict[int, int]:
    """Return what everybody owes, in cents by start number, in one query; below nothing what is due to them."""
    return {number: debt.owes for number, debt in owed_by_kind(tournament).items() if debt.owes}


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """What an entrant owes, in cents; whatever they paid counts for the start money first."""

    entering: int = 0  # start money: what is charged for entering
    lists: int = 0  # what lists cost: lost games, list money and the like
    credit: int = 0
    paid: int = 0  # what they paid, less what was paid out to them
    is_entered: bool = field(default=False, compare=False)
    on_the_cuff: bool = False  # whether they pay later, and still owe; only ``lines.dues`` tells it

    @property
    def owes(self) -> int:
        """What they owe altogether; below nothing, what is due to them."""
        return self.entering + self.lists - self.credit


def owed_by_kind(tournament: Tournament) -> dict[int, Owed]:
    """Return what everybody owes and for what, and what they paid, by start number, in one query."""
    of_list = ExpressionWrapper(Q(series__isnull=False), output_field=BooleanField())
    rows = tournament.movements.filter(Q(source=Purpose.ENTRANT) | Q(target=Purpose.ENTRANT)).order_by()
    moved = rows.annotate(of_list=of_list).values_list(*BETWEEN, "of_list").annotate(cents=Sum("cents"))
    sums: dict[int, Counter[str]] = defaultdict(Counter)
    for source, source_name, target, target_name, is_of_list, cents in moved:
        ways = ((target, target_name, source, cents), (source, source_name, target, -cents))
        for number, other, more in (
            (int(name), other, more) for own, name, other, more in ways if own == Purpose.ENTRANT
        ):
            sums[number]["owes"] += more
            sums[number]["paid"] -= more if other in OF_MONEY else 0
            if other == Purpose.TARIFF:
                sums[number]["lists"] += more if is_of_list else 0
                sums[number]["is_entered"] |= not is_of_list
    return {
        number: Owed(
            entering=max(0, of["owes"] - of["lists"]),
            lists=max(0, min(of["owes"], of["lists"])),
            credit=max(0, -of["owes"]),
            paid=of["paid"],
            is_entered=bool(of["is_entered"]),
        )
        for number, of in sums.items()
    }


def open_with_entrants(tournament: Tournament) -> Owed | None:
    """Return what is open with entrants altogether; None while nothing was ever moved of one. In one query."""
    owed = owed_by_kind(tournament).values()
    names = ("entering", "lists", "credit")
    return Owed(**{name: sum(getattr(debt, name) for debt in owed) for name in names}) if owed else None


def owed_for_entering(tournament: Tournament) -> dict[int, int] | None:
    """Return who owes start money, in cents by start number; None in an event that charges nothing for entering."""
    owed = owed_by_kind(tournament)
    if not any(debt.is_entered for debt in owed.values()) and not charges_entering(tariff_rows(tournament)):
        return None
    return {number: debt.entering for number, debt in owed.items() if debt.entering}


def charged_by(tournament: Tournament, codes: Collection[str]) -> bool:
    """Test whether somebody was charged by one of these tariffs, so that it changes openly only."""
    return standing(tournament).filter(source=Purpose.TARIFF, source_name__in=codes).exists()


def standing(tournament: Tournament) -> "QuerySet[MovementRow]":
    """Return the movements that hold: neither taken back nor taking something back."""
    return tournament.movements.filter(reverses=None, reversed_by=None)


def standing_charges(
    tournament: Tournament, *, numbers: Collection[int] | None = None, lists: Collection[ListKey] | None = None
) -> dict[tuple[str, int, ListKey | None], MovementRow]:
    """Return the charges that stand, by tariff, start number and list; see ``due_charges``."""
    rows = standing(tournament).filter(source=Purpose.TARIFF, target=Purpose.ENTRANT)
    if numbers is not None:
        rows = rows.filter(entrant__in=numbers)
    if lists is not None:
        rows = rows.filter(series__in={series for series, _ in lists}, table__in={table for _, table in lists})
    return {
        (row.source_name, row.entrant or 0, list_of(row)): row
        for row in rows
        if lists is None or (row.series, row.table) in lists
    }


def list_of(row: MovementRow) -> ListKey | None:
    """Return which list a movement is about, if it is about one."""
    return (row.series, row.table) if row.series is not None and row.table is not None else None


def closing_of(tournament: Tournament) -> Closing | None:
    """Return the closing of the account that holds; None while it is open."""
    return tournament.closings.filter(reopened_at=None).select_related("closed_by").first()
