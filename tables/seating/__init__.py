"""Tables and seats: the draw by lot and by standing, and the check anyone can make (SkWO 7.1)."""

from tables.seating.byhand import plan_by_hand
from tables.seating.checking import Doubt, Finding, verify
from tables.seating.commitment import Lots, commitment_of, seed_from
from tables.seating.disturbance import Change, Disturbance, disturbed
from tables.seating.drawing import draw
from tables.seating.inspection import Breach, Problem, check_seating, effect_of_swap, report_of
from tables.seating.lots import draw_by_standing_with_lots, draw_with_lots, inputs_of_draw, replan_with_lots
from tables.seating.model import Entrant, Meeting, Plan, Policy, Report, Wish
from tables.seating.reading import Unreadable
from tables.seating.record import inputs_hash, record_hash
from tables.seating.replanning import replan
from tables.seating.sealing import plan_of, sealed
from tables.seating.sizes import CannotSeat, Refusal, table_sizes
from tables.seating.standing import draw_by_standing
from tables.seating.taking_out import without_words
