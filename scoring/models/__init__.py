"""The rows of the lists and what must always be true of them (ISkO 5, SkWO 5, 7.2, 9)."""

from scoring.models.appeals import Appeal
from scoring.models.corrections import Correction
from scoring.models.entries import GAMES, DealRow, EntryRow, Proposal, SecondDealRow
from scoring.models.lists import Confirmation, GameListRow, SeatResult, TotalsRow
from scoring.models.lots import Lot
from scoring.models.measures import Measure
from scoring.models.objections import DisputeKind, Objection, Statement
from scoring.models.phones import Call, Phone
from scoring.models.queries import ResultQuery
from scoring.models.rankings import Ranking, RankingLot, Substitution, Team, TeamMember
from scoring.models.rulings import Ruling
from scoring.models.tribunal import Panel, TribunalMember
