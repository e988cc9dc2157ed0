"""Decisions by the key they came with, and those about the deals of one list (SkWO 7.3.2)."""

from uuid import UUID

from scoring.disputes.models import Appeal, Ruling
from scoring.lists.models import GameListRow


def was_ruled(key: UUID) -> bool:
    """Test whether a decision was made by a form with this key."""
    return Ruling.objects.filter(entry_key=key).exists()


def rulings_by_deal(row: GameListRow) -> dict[int, list[Ruling]]:
    """Return the decisions about the deals of a list, by deal, in their order."""
    found: dict[int, list[Ruling]] = {}
    for ruling in row.rulings.filter(deal__isnull=False).order_by("number"):
        found.setdefault(ruling.deal or 0, []).append(ruling)
    return found


def appeals_against(ruling: Ruling) -> list[Appeal]:
    """Return the appeals against a decision, in their order."""
    return list(ruling.appeals.select_related("appellant", "decision").order_by("number"))
