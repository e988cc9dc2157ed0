"""The rows of the lists and what must always be true of them (ISkO 5, SkWO 5, 7.2, 9)."""

from scoring.models.appeals import Appeal
from scoring.models.lists import Confirmation, DealRow, GameListRow, SeatResult, TotalsRow
from scoring.models.lots import Lot

__all__ = ["Appeal", "Confirmation", "DealRow", "GameListRow", "Lot", "SeatResult", "TotalsRow"]
