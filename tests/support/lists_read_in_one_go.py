"""Lists read in one go, as the site reads them step by step: a file, a pasted text."""

from tables.intake.classes import NO_CLASSES, Classes
from tables.intake.headings import SEARCHED
from tables.intake.layout import layout_of
from tables.intake.outcome import Intake
from tables.intake.sources.files import layout_in, read_file
from tables.intake.sources.lines import rows_of
from tables.intake.table import read


def read_table(data: bytes, filename: str, *, limit: int, classes: Classes = NO_CLASSES) -> Intake:
    """Return the entrants of a file."""
    lines = read_file(data, most_rows=limit + SEARCHED).sheet.lines
    return read(layout_in(lines, data, filename, classes), limit=limit)


def read_lines(text: str, *, limit: int, classes: Classes = NO_CLASSES) -> Intake:
    """Return the entrants of a pasted text."""
    lines = rows_of(text, limit=limit)
    return read(layout_of(lines, classes), limit=limit) if lines else Intake()
