"""Everything that is read in the lists, by topic, in a fixed number of queries."""

from scoring.selectors.appeals import (
    Deadline,
    appeal_of,
    appeals_close_for,
    appeals_of,
    deadlines,
    open_appeals,
    plays_at_table_of,
)
from scoring.selectors.boards import BoardLine, State, board, list_at, list_of, lists_of
from scoring.selectors.day import Counts, Day, SeriesLine, Step, day, following, series_line
from scoring.selectors.seats import results_by_seat
from scoring.selectors.sheets import DealLine, Score, Sheet, Version, open_findings, sheet, sheets
from scoring.selectors.shown import Progress, latest_act, progress_of, shown_series
from scoring.selectors.standings import (
    Standings,
    StandingsLine,
    decided_by_lot,
    places_until,
    results_of_series,
    results_until,
    standings,
)
from scoring.selectors.verification import Discrepancy, Doubt, Verification, verified

__all__ = [
    "BoardLine",
    "Counts",
    "Day",
    "Deadline",
    "DealLine",
    "Discrepancy",
    "Doubt",
    "Progress",
    "Score",
    "SeriesLine",
    "Sheet",
    "Standings",
    "StandingsLine",
    "State",
    "Step",
    "Verification",
    "Version",
    "appeal_of",
    "appeals_close_for",
    "appeals_of",
    "board",
    "day",
    "deadlines",
    "decided_by_lot",
    "following",
    "latest_act",
    "list_at",
    "list_of",
    "lists_of",
    "open_appeals",
    "open_findings",
    "places_until",
    "plays_at_table_of",
    "progress_of",
    "results_by_seat",
    "results_of_series",
    "results_until",
    "series_line",
    "sheet",
    "sheets",
    "shown_series",
    "standings",
    "verified",
]
