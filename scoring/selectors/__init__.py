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
from scoring.selectors.archives import archive_made_at
from scoring.selectors.attendance import Attendance, Mismatch, attendance, mismatch, seatings_of
from scoring.selectors.boards import (
    BoardLine,
    State,
    board,
    board_version,
    calls_in,
    list_at,
    list_of,
    lists_of,
    proposals_of,
)
from scoring.selectors.cards import StartCard, start_cards
from scoring.selectors.classes import Class, of_class
from scoring.selectors.day import (
    Counts,
    Day,
    SeriesLine,
    Step,
    day,
    following,
    previews_together,
    series_line,
    waits_for,
)
from scoring.selectors.decisions import Change, Decision, decision
from scoring.selectors.differences import BothLists, Disagreement, both_lists
from scoring.selectors.freezing import list_hash
from scoring.selectors.genuine import Standing, Verdict, verdict
from scoring.selectors.handover import Handover, HandoverLine, handover
from scoring.selectors.lists import ListLine, lists_with_results
from scoring.selectors.my_seat import MySeat, SeatInSeries, my_seat
from scoring.selectors.phone import Book, Obstacle, book
from scoring.selectors.printing import Printable, printable
from scoring.selectors.seats import results_by_seat
from scoring.selectors.sheets import DealLine, Score, Sheet, Version, may_end, open_findings, sheet, sheets
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
    "Attendance",
    "BoardLine",
    "Book",
    "BothLists",
    "Change",
    "Class",
    "Counts",
    "Day",
    "Deadline",
    "DealLine",
    "Decision",
    "Disagreement",
    "Discrepancy",
    "Doubt",
    "Handover",
    "HandoverLine",
    "ListLine",
    "Mismatch",
    "MySeat",
    "Obstacle",
    "Printable",
    "Progress",
    "Score",
    "SeatInSeries",
    "SeriesLine",
    "Sheet",
    "Standing",
    "Standings",
    "StandingsLine",
    "StartCard",
    "State",
    "Step",
    "Verdict",
    "Verification",
    "Version",
    "appeal_of",
    "appeals_close_for",
    "appeals_of",
    "archive_made_at",
    "attendance",
    "board",
    "board_version",
    "book",
    "both_lists",
    "calls_in",
    "day",
    "deadlines",
    "decided_by_lot",
    "decision",
    "following",
    "handover",
    "latest_act",
    "list_at",
    "list_hash",
    "list_of",
    "lists_of",
    "lists_with_results",
    "may_end",
    "mismatch",
    "my_seat",
    "of_class",
    "open_appeals",
    "open_findings",
    "places_until",
    "plays_at_table_of",
    "previews_together",
    "printable",
    "progress_of",
    "proposals_of",
    "results_by_seat",
    "results_of_series",
    "results_until",
    "seatings_of",
    "series_line",
    "sheet",
    "sheets",
    "shown_series",
    "standings",
    "start_cards",
    "verdict",
    "verified",
    "waits_for",
]
