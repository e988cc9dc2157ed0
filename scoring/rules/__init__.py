"""The rules of Skat and of its tournaments as pure functions (ISkO 2 to 5, SkWO 4 to 9)."""

from scoring.rules.checks import Code, Problem, Severity, problems
from scoring.rules.clauses import Citation, Edition, cite
from scoring.rules.codes import PROBLEM
from scoring.rules.contract import CONTRACTS, MAX_MATADORS, Contract, Game, IllegalContract, contradictions
from scoring.rules.deadlines import (
    AFTER_POSTING,
    AFTER_THE_EVENT,
    appeals_close_at,
    may_appeal,
    may_query,
    queries_close_at,
)
from scoring.rules.game_list import (
    ControlSums,
    Deal,
    Finding,
    GameList,
    Tally,
    Totals,
    TotalsList,
    booked,
    booking,
    control_sums,
    findings,
    possible_points,
    running,
    tallies,
    totals_control_sums,
    totals_findings,
    totals_tallies,
)
from scoring.rules.games import different_games
from scoring.rules.judging import judge
from scoring.rules.performance import performance
from scoring.rules.ranking import Place, Result, ranked, tied
from scoring.rules.settlement import CrossSum, Stake, cross_sum, paid_per_game, settle
from scoring.rules.valuation import Booking, Played, Step, StepKind, book
from scoring.rules.values import BASE_VALUE, BIDS, Cover, cheapest_cover

__all__ = [
    "AFTER_POSTING",
    "AFTER_THE_EVENT",
    "BASE_VALUE",
    "BIDS",
    "CONTRACTS",
    "MAX_MATADORS",
    "PROBLEM",
    "Booking",
    "Citation",
    "Code",
    "Contract",
    "ControlSums",
    "Cover",
    "CrossSum",
    "Deal",
    "Edition",
    "Finding",
    "Game",
    "GameList",
    "IllegalContract",
    "Place",
    "Played",
    "Problem",
    "Result",
    "Severity",
    "Stake",
    "Step",
    "StepKind",
    "Tally",
    "Totals",
    "TotalsList",
    "appeals_close_at",
    "book",
    "booked",
    "booking",
    "cheapest_cover",
    "cite",
    "contradictions",
    "control_sums",
    "cross_sum",
    "different_games",
    "findings",
    "judge",
    "may_appeal",
    "may_query",
    "paid_per_game",
    "performance",
    "possible_points",
    "problems",
    "queries_close_at",
    "ranked",
    "running",
    "settle",
    "tallies",
    "tied",
    "totals_control_sums",
    "totals_findings",
    "totals_tallies",
]
