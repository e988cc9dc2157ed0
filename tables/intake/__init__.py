"""Entrants from pasted lines and from tables, as rows to register and rows to mend (SkWO 3.2).

One way for all lists: rows of cells (``rows_of``, ``read_cells``), what their columns hold (``layout_of``), who they
name (``read``). Pure: bytes and text in, values and codes out. The sentences are ``tables.acts.wording.intake``'s.
"""

from tables.intake.headings import TICKED, Field
from tables.intake.names import doubles, name_key
from tables.intake.outcome import Entry, IntakeRefused, Refusal, letters
from tables.intake.plans import read_plan, read_plan_file
from tables.intake.registration import Code, Registration
from tables.intake.sources.files import mended_as_text, mended_from_text, read_cells
