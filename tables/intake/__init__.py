"""Entrants from pasted lines and from tables, as rows to register and rows to mend (SkWO 3.2).

Pure: bytes and text in, values and codes out. The sentences are ``tables.wording``'s.
"""

from tables.intake.files import MOST_BYTES, read_table
from tables.intake.lines import read_lines
from tables.intake.names import doubles, name_key
from tables.intake.outcome import BadRow, Intake, IntakeRefused, Refusal, Row
from tables.intake.plans import PlanCode, PlanProblem, ReadPlan, plan_as_text, read_plan, read_plan_file
from tables.intake.registration import LONGEST, Code, Problem, Registration, problems
from tables.intake.text import clean_text

__all__ = [
    "LONGEST",
    "MOST_BYTES",
    "BadRow",
    "Code",
    "Intake",
    "IntakeRefused",
    "PlanCode",
    "PlanProblem",
    "Problem",
    "ReadPlan",
    "Refusal",
    "Registration",
    "Row",
    "clean_text",
    "doubles",
    "name_key",
    "plan_as_text",
    "problems",
    "read_lines",
    "read_plan",
    "read_plan_file",
    "read_table",
]
