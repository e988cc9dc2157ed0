"""Codes to sentences, in the language of the request: the only place where the hall finds words."""

from tables.wording.acts import journal_line
from tables.wording.draws import record_said
from tables.wording.entrants import called, who
from tables.wording.intake import intake_problem, intake_refused
from tables.wording.refusals import refusal
from tables.wording.seats import sizes_line, weak_spots

__all__ = [
    "called",
    "intake_problem",
    "intake_refused",
    "journal_line",
    "record_said",
    "refusal",
    "sizes_line",
    "weak_spots",
    "who",
]
