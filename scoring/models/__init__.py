"""The rows of the lists and what must always be true of them (ISkO 5, SkWO 5, 7.2, 9)."""

from scoring.models.appeals import Appeal
from scoring.models.entries import GAMES, DealRow, EntryRow, Proposal, SecondDealRow
from scoring.models.lists import Confirmation, GameListRow, SeatResult, TotalsRow
from scoring.models.lots import Lot
from scoring.models.phones import Call, Phone

__all__ = [
    "GAMES",
    "Appeal",
    "Call",
    "Confirmation",
    "DealRow",
    "EntryRow",
    "GameListRow",
    "Lot",
    "Phone",
    "Proposal",
    "SeatResult",
    "SecondDealRow",
    "TotalsRow",
]
