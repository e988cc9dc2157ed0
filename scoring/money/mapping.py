"""From rows to what ``reckon`` reckons with, and back: nothing is decided here.

A plan of prizes is stored with its ``kind``: ``{"kind": "fixed", "cents": [...], "pot": ..., "announced_for": ...}``,
``{"kind": "share", "pot": ..., "shares": [...]}``, ``{"kind": "steps", "per": 4, "cents": [...], "of_tables": ...}``
or ``{"kind": "goods", "goods": [["ham", 2500], ...]}``; what is not said is left out.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.money.models import MovementRow, PrizeListRow, TariffRow
from scoring.money.reckon.awards import PrizeList, Sharing
from scoring.money.reckon.ledger import Movement
from scoring.money.reckon.plans import Fixed, Good, Goods, Plan, Shares, Steps
from scoring.money.reckon.pots import GoesTo, check_shares
from scoring.money.reckon.tariffs import (
    Kind,
    LostGames,
    PassedIn,
    PerEntrant,
    PerList,
    PerTeam,
    PlaceAtTable,
    Tariff,
)

Row = TariffRow.Kind


def to_tariff(row: TariffRow) -> Tariff:
    """Return what is charged.

    :raises Impossible: if no tariff can be so.
    """
    return Tariff(code=row.code, kind=_kind(row), free=frozenset(row.free))


def to_goes_to(row: TariffRow) -> tuple[GoesTo, ...]:
    """Return where it goes.

    :raises Impossible: if that cannot be.
    """
    entries = tuple(GoesTo(**entry) for entry in row.goes_to)
    check_shares([entry.share or 0 for entry in entries], "goes_to", row.code)
    return entries


def of_tariff(kind: Kind) -> dict[str, Any]:
    """Return the columns of a row that say how something is charged."""
    match kind:
        case PerEntrant():
            return {"kind": Row.ENTRANT, "amounts": kind.cents, "cheaper": dict(kind.cheaper)}
        case PerTeam():
            return {"kind": Row.TEAM, "amounts": kind.cents, "cheaper": {}}
        case PerList():
            return {"kind": Row.LIST, "amounts": kind.cents, "cheaper": {}}
        case LostGames():
            return {"kind": Row.LOST_GAMES, "amounts": [list(tier) for tier in kind.tiers], "cheaper": {}}
        case PlaceAtTable():
            by_size = {str(size): list(cents) for size, cents in kind.cents.items()}
            return {"kind": Row.PLACE_AT_TABLE, "amounts": by_size, "cheaper": {}}
        case PassedIn():
            return {"kind": Row.PASSED_IN, "amounts": kind.cents, "cheaper": {}}


def of_goes_to(entries: Iterable[GoesTo]) -> list[dict[str, Any]]:
    """Return as it is stored where something goes."""
    return [
        {"pot": entry.pot}
        | {name: value for name in ("share", "cents", "each") if (value := getattr(entry, name)) is not None}
        for entry in entries
    ]


def to_prize_list(row: PrizeListRow, ranking: Sequence[Sequence[int]]) -> PrizeList:
    """Return the prizes of a ranking, given by place.

    :raises Impossible: if none can be so.
    """
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
    """Return a plan of prizes.

    :raises Impossible: if none can be so.
    """
    said = {name: value for name, value in stored.items() if name != "kind"}
    match stored["kind"]:
        case "fixed":
            return Fixed(**said)
        case "share":
            return Shares(**said)
        case "steps":
            return Steps(**said)
        case _:
            goods = tuple(Good(name=name, cents=cents) for name, cents in said.pop("goods"))
            return Goods(goods=goods, **said)


def of_plan(plan: Plan) -> dict[str, Any]:
    """Return a plan as it is stored."""
    match plan:
        case Fixed():
            said: dict[str, Any] = {"kind": "fixed", "cents": list(plan.cents), "announced_for": plan.announced_for}
        case Shares():
            said = {"kind": "share", "shares": list(plan.shares)}
        case Steps():
            said = {"kind": "steps", "per": plan.per, "cents": list(plan.cents), "of_tables": plan.of_tables or None}
        case Goods():
            said = {"kind": "goods", "goods": [[good.name, good.cents] for good in plan.goods]}
    said["pot"] = plan.pot
    return {name: value for name, value in said.items() if value is not None}


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


def _kind(row: TariffRow) -> Kind:
    amounts = row.amounts
    match row.kind:
        case Row.ENTRANT:
            return PerEntrant(cents=amounts, cheaper=row.cheaper)
        case Row.TEAM:
            return PerTeam(cents=amounts)
        case Row.LIST:
            return PerList(cents=amounts)
        case Row.LOST_GAMES:
            return LostGames(tiers=tuple((reach, cents) for reach, cents in amounts))
        case Row.PLACE_AT_TABLE:
            return PlaceAtTable(cents={int(size): tuple(cents) for size, cents in amounts.items()})
        case _:
            return PassedIn(cents=amounts)
