"""Entrants as pasted lines: name; club; team; marks."""

import re
from typing import Final

from tables.intake.marks import read_marks
from tables.intake.outcome import MOST_SHOWN, BadRow, Intake, IntakeRefused, Refusal, Row, sorted_out
from tables.intake.registration import Code, Problem, Registration, problems
from tables.intake.text import clean_text

LIST_NUMBER: Final = re.compile(r"\s*\d{1,5}(?:[.)]+(?!\d)\s*[;\t]?|\s*[;\t])")
"""The number of a line in somebody's list: "12.", "12)", or a first column with nothing but "12"."""

MOST_CHARACTERS: Final = 1_000_000
"""Far more than any list has, and little enough to be read at once."""

BETWEEN: Final = str.maketrans(";\t", "  ")


def read_lines(text: str, *, limit: int) -> Intake:
    """Return the entrants of a pasted text, one a line: name, club, team, marks, between semicolons or tabs.

    A comma does not separate: it belongs to "Schulz, Erna". Lines without any text are skipped.

    :raises IntakeRefused: if more than ``limit`` lines have text, or the text is too big.
    """
    if len(text) > MOST_CHARACTERS:
        raise IntakeRefused(Refusal.TOO_BIG)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if not _blank(line)]
    if len(lines) > limit:
        raise IntakeRefused(Refusal.TOO_MANY_LINES)
    return sorted_out(_read_line(number, line) for number, line in lines)


def _blank(line: str) -> bool:
    return not clean_text(line.translate(BETWEEN))


def _read_line(number: int, line: str) -> Row | BadRow:
    counted = LIST_NUMBER.match(line)
    begins = counted.end() if counted else 0
    fields = [clean_text(field) for field in re.split("[;\t]", line[begins:])]
    name, club, team, *rest = *fields, "", "", ""
    # Who goes on with semicolons after the third field goes on with marks.
    marks, found = read_marks(" ".join(rest))
    registration = Registration(name=name, club=club, team=team, **dict.fromkeys(marks, True))
    found = (*_name_problems(name), *problems(registration), *found)
    if found:
        return BadRow(line=number, text=clean_text(line)[:MOST_SHOWN], problems=found)
    return Row(line=number, registration=registration)


def _name_problems(name: str) -> tuple[Problem, ...]:
    if not name:
        return (Problem(Code.NO_NAME),)
    # One comma is "Schulz, Erna"; more are a list with commas between its columns.
    return (Problem(Code.COMMAS),) if name.count(",") > 1 else ()
