"""From rows to what ``reckon`` reckons with, and back: nothing is decided here.

A plan of prizes is stored with its ``kind``: ``{"kind": "fixed", "cents": [...], "pot": ..., "announced_for": ...}``,
``{"kind": "share", "pot": ..., "shares": [...]}``, ``{"kind": "steps", "per": 4, "cents": [...], "of_tables": ...}``
or ``{"kind": "goods", "goods": [["ham", 2500], ...]}``; what is not said is left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from scoring.money.models import MovementRow, PrizeListRow, TariffRow
from scoring.money.reckon import tariffs as reckon
from scoring.money.reckon.ledger import Movement
from scoring.money.reckon.prizes import Fixed, Good, Goods, Plan, PrizeList, Shares, Sharing, Steps

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
    """Return what is charged, and where it goes.

    :raises Impossible: if no tariff can be so.
    """
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
