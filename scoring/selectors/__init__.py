"""Everything that is read in the lists, by topic, in a fixed number of queries."""

from scoring.selectors.appealed import AppealDocument, appeal_document, appeal_documents
from scoring.selectors.appeals import (
    Deadline,
    appeal_of,
    appeals_close_against,
    appeals_close_for,
    appeals_of,
    deadline_for,
    deadlines,
    deadlines_against,
    open_appeals,
)
from scoring.selectors.archives import archive_made_at
from scoring.selectors.as_of import sheet_after
from scoring.selectors.attendance import Attendance, attendance, mismatch, seatings_of
from scoring.selectors.bench import (
    OpenAppeal,
    bench,
    entrants_of,
    judges_for,
    players_at,
    plays_at,
)
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
from scoring.selectors.counting import Counted, counting_of
from scoring.selectors.day import (
    Day,
    SeriesLine,
    Step,
    day,
    following,
    previews_together,
    series_line,
    waits_for,
)
from scoring.selectors.differences import BothLists, Disagreement, both_lists
from scoring.selectors.doubts import Discrepancy, Doubt
from scoring.selectors.effects import Effect, Move, SeatEffect
from scoring.selectors.freezing import entry_hash, list_hash
from scoring.selectors.genuine import Standing, verdict
from scoring.selectors.handover import Handover, handover
from scoring.selectors.lists import ListLine, lists_with_results
from scoring.selectors.measures import (
    USUAL_CLAUSES,
    correction_of,
    corrections_of,
    measure_of,
    measures_about,
    measures_of,
    was_done,
)
from scoring.selectors.my_seat import SeatInSeries, my_seat
from scoring.selectors.objections import (
    Case,
    case_of,
    objection_of,
    objections_by,
    objections_of,
)
from scoring.selectors.officials import known_name
from scoring.selectors.phone import Book, Obstacle, book
from scoring.selectors.playing import Open, Playing, seated_series, still_open
from scoring.selectors.printing import Printable, printable
from scoring.selectors.queries import (
    Window,
    closes_of,
    open_queries,
    posted_windows,
    queries_of,
    query_of,
    window_of,
    windows,
)
from scoring.selectors.ranking_as_of import standings_after
from scoring.selectors.rankings import rankings_of
from scoring.selectors.ranks import RankLine, Ranks, ranks
from scoring.selectors.ruled import appeals_against, rulings_by_deal, was_ruled
from scoring.selectors.rulings import (
    RulingDocument,
    appealable,
    entry_key_of,
    preview_ruling,
    preview_wrong_dealer,
    ruling_document,
    ruling_of,
    rulings_found,
    rulings_of,
)
from scoring.selectors.seats import results_by_seat
from scoring.selectors.sheets import DealLine, Score, Sheet, Version, may_end, open_findings, sheet, sheets
from scoring.selectors.shown import LastLine, is_open, last_line, latest_act, open_results, progress_of, shown_series
from scoring.selectors.standings import (
    ExcludedLine,
    Standings,
    StandingsLine,
    decided_by_lot,
    only_or_shown,
    places_until,
    results_of_series,
    results_until,
    standings,
)
from scoring.selectors.tribunal import (
    Conflict,
    Eligible,
    bar_to_deciding,
    eligible,
    eligible_for,
    panel_of,
    panels_of,
    tribunal_of,
)
from scoring.selectors.verification import Verification, verified
from scoring.selectors.waiting import (
    bench_version,
    judge_called,
    objection_behind,
    raised_about,
    ruling_on,
    seat_of,
    series_to_object_in,
)
