"""Codes to sentences, in the language of the request: the only place where the hall finds words."""

from tables.wording.acts import journal_line
from tables.wording.draws import findings_said, record_said
from tables.wording.entrants import called, who
from tables.wording.intake import intake_problem, intake_refused
from tables.wording.keys import key_of
from tables.wording.plans import breach, disturbances_said, plan_problem, plan_refused
from tables.wording.refusals import refusal
from tables.wording.seats import bounds, not_at_fixed_table, sizes_line, weak_spots
