"""Game lists: deals, what is wrong with them, and what they add up to (ISkO 5.5, SkWO 5, 7.2)."""

from scoring.rules.game_list.deals import Deal, GameList, Redealing, Ruling, booked, booking, void_deals
from scoring.rules.game_list.findings import Finding, findings
from scoring.rules.game_list.presence import Presence, Turn
from scoring.rules.game_list.sums import (
    Chair,
    ControlSums,
    Rating,
    Tally,
    after_correction,
    control_sums,
    credited,
    rating,
    running,
    running_performance,
    tallied,
    tallies,
    voided,
    zeroed,
)
from scoring.rules.game_list.totals import (
    Totals,
    TotalsList,
    possible_points,
    totals_control_sums,
    totals_findings,
    totals_tallies,
)
