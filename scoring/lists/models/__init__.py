"""The rows of ``scoring.lists``."""

from scoring.lists.models.entries import GAMES, DealRow, EntryRow, Proposal, SecondDealRow
from scoring.lists.models.lists import AWARD, PENALTY, ZEROED, Confirmation, GameListRow, SeatResult, TotalsRow
from scoring.lists.models.phones import Call, DoneAct, Phone
