"""The rules of Skat and of its tournaments as pure functions (ISkO 2 to 5, SkWO 4 to 9)."""

from scoring.rules.breaches import decided
from scoring.rules.checks import problems
from scoring.rules.clauses import Citation, Edition, cite
from scoring.rules.codes import PROBLEM, Code, Problem
from scoring.rules.comparison import Cell, Comparison, Difference, compared, difference
from scoring.rules.contract import CONTRACTS, MAX_MATADORS, Contract, Game, IllegalContract, contradictions
from scoring.rules.deadlines import (
    AFTER_POSTING,
    AFTER_THE_EVENT,
    appeals_close_at,
    may_appeal,
    may_query,
    queries_close_at,
)
from scoring.rules.game_list.course import running_performance
from scoring.rules.game_list.deals import Deal, GameList, Ruling, booked, booking
from scoring.rules.game_list.decisions import after_correction, voided, zeroed
from scoring.rules.game_list.findings import Finding, findings
from scoring.rules.game_list.presence import Presence
from scoring.rules.game_list.redealing import Redealing, void_deals
from scoring.rules.game_list.sums import ControlSums, Tally, control_sums, rating, running, tallied, tallies
from scoring.rules.game_list.totals import (
    Totals,
    TotalsList,
    possible_points,
    totals_control_sums,
    totals_findings,
    totals_tallies,
)
from scoring.rules.games import different_games
from scoring.rules.judging import against_bid, judge
from scoring.rules.matadors import matadors_by_game
from scoring.rules.notation.line_table import BROUGHT_ALONG, IN_NULL, line_table
from scoring.rules.notation.messages import Unreadable, read_line, written
from scoring.rules.notation.packed import PackedList, packed_text, read_packed
from scoring.rules.results.performance import performance
from scoring.rules.results.ranking import Place, Result, placed, ranked, tied
from scoring.rules.results.rankings import (
    Competitor,
    TeamPlayer,
    blind_teams,
    by_lot,
    is_mixed,
    mixed_pairs,
    of_club,
    of_player,
    of_team,
)
from scoring.rules.results.series import SeriesResult, added, counting
from scoring.rules.results.settlement import cross_sum, paid_per_game, settle
from scoring.rules.results.teams import TeamResult, ranked_teams, shown_points, team_result
from scoring.rules.valuation import Booking, Played, Step, StepKind, book
from scoring.rules.values import BASE_VALUE, BIDS, NULL_VALUE, forfeit
from scoring.rules.worth import Worth, clause_of, readings, worth

__all__ = [
    "AFTER_POSTING",
    "AFTER_THE_EVENT",
    "BASE_VALUE",
    "BIDS",
    "BROUGHT_ALONG",
    "CONTRACTS",
    "IN_NULL",
    "MAX_MATADORS",
    "NULL_VALUE",
    "PROBLEM",
    "Booking",
    "Cell",
    "Citation",
    "Code",
    "Comparison",
    "Competitor",
    "Contract",
    "ControlSums",
    "Deal",
    "Difference",
    "Edition",
    "Finding",
    "Game",
    "GameList",
    "IllegalContract",
    "PackedList",
    "Place",
    "Played",
    "Presence",
    "Problem",
    "Redealing",
    "Result",
    "Ruling",
    "SeriesResult",
    "Step",
    "StepKind",
    "Tally",
    "TeamPlayer",
    "TeamResult",
    "Totals",
    "TotalsList",
    "Unreadable",
    "Worth",
    "added",
    "after_correction",
    "against_bid",
    "appeals_close_at",
    "blind_teams",
    "book",
    "booked",
    "booking",
    "by_lot",
    "cite",
    "clause_of",
    "compared",
    "contradictions",
    "control_sums",
    "counting",
    "cross_sum",
    "decided",
    "difference",
    "different_games",
    "findings",
    "forfeit",
    "is_mixed",
    "judge",
    "line_table",
    "matadors_by_game",
    "may_appeal",
    "may_query",
    "mixed_pairs",
    "of_club",
    "of_player",
    "of_team",
    "packed_text",
    "paid_per_game",
    "performance",
    "placed",
    "possible_points",
    "problems",
    "queries_close_at",
    "ranked",
    "ranked_teams",
    "rating",
    "read_line",
    "read_packed",
    "readings",
    "running",
    "running_performance",
    "settle",
    "shown_points",
    "tallied",
    "tallies",
    "team_result",
    "tied",
    "totals_control_sums",
    "totals_findings",
    "totals_tallies",
    "void_deals",
    "voided",
    "worth",
    "written",
    "zeroed",
]
