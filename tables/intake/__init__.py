"""Entrants from pasted lines and from tables, as rows to register and rows to mend (SkWO 3.2).

One way for all lists: rows of cells (``rows_of``, ``read_cells``), what their columns hold (``layout_of``), who they
name (``read``). Pure: bytes and text in, values and codes out. The sentences are ``tables.acts.wording.intake``'s.
"""

from tables.intake.classes import NO_CLASSES, Classes, KnownClass
from tables.intake.headings import NAMES, SEARCHED, TICKED, Field, field_of
from tables.intake.layout import Layout, blocks, layout_of
from tables.intake.names import doubles, name_key
from tables.intake.outcome import BadRow, Intake, IntakeRefused, Kind, MarkedRow, Refusal, Row, Said
from tables.intake.plans import PlanCode, PlanProblem, ReadPlan, plan_as_text, read_plan, read_plan_file
from tables.intake.questions import ASKED, Doubt
from tables.intake.registration import LONGEST, Code, Problem, Registration, problems
from tables.intake.rows import Line, letters
from tables.intake.sources.files import MOST_BYTES, layout_in, read_cells, read_table
from tables.intake.sources.form_cells import PARTS, as_text, from_text, mended_as_text, mended_from_text
from tables.intake.sources.lines import read_lines, rows_of
from tables.intake.table import as_bad, read
from tables.intake.text import NoAmount, clean_text, read_cents
