"""Everything that is read in the hall."""

from tables.selectors.announced import announced, announced_before, tables_known
from tables.selectors.clock import Clock, clock_of
from tables.selectors.draws import (
    discarded_before,
    drawn_together,
    is_drawn_by_hand_now,
    policy_of,
    public_part,
    record_hash_before,
    seating_entrants,
    to_seat,
)
from tables.selectors.hall import (
    clubs,
    doubles,
    entrants,
    entrants_shown,
    entrants_to_seat,
    journal_of,
    last_tournament,
    public_clubs,
    ranking_to_seat_by,
    registered_as,
    registered_themselves,
    roles_of,
    seating_of,
    seatings_before,
    seatings_in,
    seats_of,
    series_of,
    usernames,
)
from tables.selectors.journal import (
    Head,
    HeadStanding,
    deals_in,
    head_in,
    head_of,
    last_line,
    line_at,
    line_of,
    lines_of,
    lines_of_deal,
    lines_of_entrant,
    lines_of_numbered,
    lines_of_table,
    standing_of,
)
from tables.selectors.protocols import Protocol, draw_of, entrants_of, file_of, is_open, protocols_of
from tables.selectors.publishing import is_published, names_chosen
from tables.selectors.soundness import Told, as_far_as_readable, readable, standing_now, told
from tables.selectors.wishes import apart_numbers, apart_pairs, at_fixed_tables
