"""The rows of ``scoring.results``."""

from scoring.results.models.lots import Lot
from scoring.results.models.rankings import Ranking, RankingLot, Substitution, Team, TeamMember
