"""Tables and seats: the draw by lot and by standing, and the check anyone can make (SkWO 7.1)."""

from tables.seating.checking import Doubt, Finding, verify
from tables.seating.drawing import draw
from tables.seating.model import Entrant, Meeting, Plan, Policy, Report, Wish
from tables.seating.sizes import CannotSeat, Refusal, table_sizes
from tables.seating.standing import draw_by_standing

__all__ = [
    "CannotSeat",
    "Doubt",
    "Entrant",
    "Finding",
    "Meeting",
    "Plan",
    "Policy",
    "Refusal",
    "Report",
    "Wish",
    "draw",
    "draw_by_standing",
    "table_sizes",
    "verify",
]
