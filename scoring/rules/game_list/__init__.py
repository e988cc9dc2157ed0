"""Game lists: deals, what is wrong with them, and what they add up to (ISkO 5.5, SkWO 5, 7.2)."""

from scoring.rules.game_list.chairs import Chair, credited
from scoring.rules.game_list.course import running_performance
from scoring.rules.game_list.deals import Deal, GameList, Ruling, booked, booking
from scoring.rules.game_list.decisions import after_correction, voided, zeroed
from scoring.rules.game_list.findings import Finding, findings
from scoring.rules.game_list.presence import Presence, Turn
from scoring.rules.game_list.redealing import Redealing, void_deals
from scoring.rules.game_list.sums import ControlSums, Rating, Tally, control_sums, rating, running, tallied, tallies
from scoring.rules.game_list.totals import (
    Totals,
    TotalsList,
    possible_points,
    totals_control_sums,
    totals_findings,
    totals_tallies,
)
