"""The rows of ``scoring.lists``."""

from scoring.lists.models.entries import GAMES, DealRow, EntryRow, Proposal, SecondDealRow
from scoring.lists.models.lists import (
    AWARD,
    PENALTY,
    ZEROED,
    Call,
    Confirmation,
    DoneAct,
    GameListRow,
    Phone,
    SeatResult,
    TotalsRow,
)
