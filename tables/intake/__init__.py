"""Entrants from pasted lines and from tables, as rows to register and rows to mend (SkWO 3.2).

Pure: bytes and text in, values and codes out. The sentences are ``tables.wording``'s.
"""

from tables.intake.carried import as_text, from_text
from tables.intake.files import MOST_BYTES, read_as_table, read_cells, read_table
from tables.intake.headings import NAMES, Field, fields
from tables.intake.lines import read_lines
from tables.intake.names import doubles, name_key
from tables.intake.outcome import BadRow, Intake, IntakeRefused, Refusal, Row
from tables.intake.plans import PlanCode, PlanProblem, ReadPlan, plan_as_text, read_plan, read_plan_file
from tables.intake.registration import LONGEST, Code, Problem, Registration, problems
from tables.intake.table import SEARCHED, Line, letters, read_columns, top_of
from tables.intake.text import clean_text

__all__ = [
    "LONGEST",
    "MOST_BYTES",
    "NAMES",
    "SEARCHED",
    "BadRow",
    "Code",
    "Field",
    "Intake",
    "IntakeRefused",
    "Line",
    "PlanCode",
    "PlanProblem",
    "Problem",
    "ReadPlan",
    "Refusal",
    "Registration",
    "Row",
    "as_text",
    "clean_text",
    "doubles",
    "fields",
    "from_text",
    "letters",
    "name_key",
    "plan_as_text",
    "problems",
    "read_as_table",
    "read_cells",
    "read_columns",
    "read_lines",
    "read_plan",
    "read_plan_file",
    "read_table",
    "top_of",
]
