"""Tables and seats: the draw by lot and by standing, and the check anyone can make (SkWO 7.1).

``drawing`` draws by lot, by standing and by hand, with help of ``designs`` in which nobody meets twice;
``replanning`` keeps a published plan when people leave or come; ``reports`` says what a seating achieves and what
breaks the law; ``records`` writes down and reads back all that went in and came out; ``verification`` makes a draw
again from its record. The same arguments give the same plan for ever: what changes one raises ``VERSION``. Asks nobody.
"""

from tables.seating.chance import Chance
from tables.seating.checks import Doubt, Finding, findings_said, printable, record_said, verify
from tables.seating.drawing.by_hand import plan_by_hand
from tables.seating.drawing.by_lot import draw
from tables.seating.drawing.by_standing import draw_by_standing
from tables.seating.model import Entrant, History, Meeting, Plan, Policy, Report, Wish
from tables.seating.records.inputs import Unreadable
from tables.seating.records.record import inputs_hash, record_hash
from tables.seating.records.seals import (
    Lots,
    commitment_of,
    draw_by_standing_with_lots,
    draw_with_lots,
    inputs_of_draw,
    plan_of,
    replan_with_lots,
    sealed,
    seed_from,
    without_words,
)
from tables.seating.replanning.replan import replan
from tables.seating.report import (
    Breach,
    Change,
    Disturbance,
    SeatingProblem,
    check_seating,
    disturbed,
    effect_of_swap,
    report_of,
)
from tables.seating.sizes import CannotSeat, Refusal, table_sizes
