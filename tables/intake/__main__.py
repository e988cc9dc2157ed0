"""A list as somebody wrote it, answered as the preview of the site shows it: ``python -m tables.intake FILE``."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from tables.intake.classes import Classes, KnownClass
from tables.intake.headings import NAMES, Field
from tables.intake.layout import Layout, blocks
from tables.intake.marks import cents_of
from tables.intake.outcome import ASKED, MOST_ENTRANTS, ColumnDoubt, Intake, IntakeRefused, Row
from tables.intake.registration import Code
from tables.intake.sources.files import layout_in, read_file
from tables.intake.table import read
from tables.intake.teams import read_teams
from tables.names import parts

FIXTURE: Final = Path(__file__).resolve().parents[2] / "fixtures" / "classes.json"

CLASSES: Final[Classes] = tuple(
    KnownClass(
        code=row["fields"]["code"],
        name=row["fields"]["name"],
        words=frozenset(row["fields"]["words"].split(", ")),
        headings=frozenset(row["fields"]["headings"].split(", ")),
        youngest=row["fields"].get("youngest"),
        oldest=row["fields"].get("oldest"),
    )
    for row in json.loads(FIXTURE.read_text(encoding="utf-8"))
)
"""Those with which every event begins."""

FIELDS: Final = {Field.CLUB, Field.TEAM, Field.PAID, Field.NUMBER, Field("member_number"), Field("birth_year")}
TOLD: Final = NAMES | FIELDS | {known_class.code for known_class in CLASSES}
"""What an answer says of a column; marks and the gender are words for classes, another person has a name."""

AS: Final[Mapping[str, str]] = {
    Field.WITH: "name",
    **dict.fromkeys((Field.GENDER, Field.MARKS, *(known_class.code for known_class in CLASSES)), "class"),
}


def answer(data: bytes, filename: str, *, fee: int = 0, year: int) -> dict[str, Any]:
    """Return what a file says, ready for JSON. Raise IntakeRefused if it is no list of people."""
    file = read_file(data, most_rows=MOST_ENTRANTS)
    layout = layout_in(file.sheet.lines, data, filename, CLASSES)
    intake = read(layout, limit=MOST_ENTRANTS, fee=fee, year=year)
    cells = fates(layout, intake)
    rows = sorted(intake.everything, key=lambda row: (row.line, row.key))
    held = layout.columns if layout.held_before is None else layout.held_before
    headings = [*layout.headings, *[""] * (len(held) - len(layout.headings))]
    asked = sorted({layout.doubts[at].value for at in layout.doubts if layout.doubts[at] in ASKED})
    return {
        "sheet": file.sheet.name,
        "other_sheets": [sheet.name for sheet in file.others],
        "columns": [{"heading": heading, "is": _is(text)} for heading, text in zip(headings, held, strict=False)],
        "rows": [_row(row, cells.get(row.key.partition("-")[0].partition("+")[0], ()), asked, fee=fee) for row in rows],
    }


def _is(field: str | None) -> str | None:
    return AS.get(field) or (str(field) if field in TOLD else None) if field else None


def _row(row: Row, cells: Sequence[str], asked: Sequence[str], *, fee: int) -> dict[str, Any]:
    texts = [cell if cell in ("asked", "left-out") else _is(cell) or "left-out" for cell in cells]
    if row.kind:
        return {"row": row.line, "state": "left-out", "why": [row.kind.value], "cells": texts}
    entry = row.entry
    cents = cents_of(entry.amount)
    born = entry.optional.get("birth_year", "")
    why = [*dict.fromkeys(problem.code.value for problem in row.problems), *asked]
    told_of = {
        "row": row.line,
        "state": "asked" if why else "taken",
        "number": int(entry.number) if entry.number.isdecimal() else None,
        "name": _turned(entry.name),
        "club": entry.club,
        "team": entry.team,
        "class": ", ".join(known_class.code for known_class in CLASSES if known_class.code in entry.marks),
        "paid": cents if cents is not None else (fee or True) if Field.PAID in entry.marks else None,
        "birth_year": int(born) if born.isdecimal() else born or None,
        "member_number": entry.optional.get("member_number", ""),
        "why": why,
        "cells": texts,
    }
    people = [{"name": _turned(person.name), "club": person.club, "team": person.team} for person in row.people]
    return told_of | ({"propose": people} if people else {})


def answer_teams(data: bytes) -> dict[str, Any]:
    """Return the teams that a file names, ready for JSON. Raise IntakeRefused if it cannot be read."""
    file = read_file(data, most_rows=MOST_ENTRANTS)
    rows = [
        {
            "row": team.line,
            "state": "left-out" if team.kind else "taken" if team.name and not team.is_asked else "asked",
            "name": team.name,
            "club": team.club,
            "players": list(team.players),
            "why": [team.kind.value]
            if team.kind
            else [*([] if team.name else ["no-name"]), *(["doubtful"] if team.is_asked else [])],
            "cells": list(team.cells),
        }
        for team in read_teams(file.sheet.lines)
    ]
    return {"sheet": file.sheet.name, "other_sheets": [sheet.name for sheet in file.others], "rows": rows}


def _turned(name: str) -> str:
    """Return a name with the first name in front, as the site shows it."""
    this_parts = parts(name)
    if "," not in name or not this_parts.is_person:
        return name
    return " ".join(
        filter(None, (this_parts.title, this_parts.given, this_parts.behind, this_parts.family, this_parts.suffix))
    )


ASKED_CELL: Final = "asked"
LEFT_OUT: Final = "left-out"
ABOUT: Final[Mapping[Code, tuple[str, ...]]] = {
    Code.NO_NUMBER: (Field.NUMBER,),
    Code.NUMBER_TWICE: (Field.NUMBER,),
    Code.NUMBER_GIVEN: (Field.NUMBER,),
    Code.CLUB_TOO_LONG: (Field.CLUB,),
    Code.TEAM_TOO_LONG: (Field.TEAM,),
    Code.SEVERAL_PEOPLE: (*NAMES, Field.WITH, Field.PEOPLE),
    Code.REMARK: (*NAMES, Field.COMING),
    Code.PERHAPS: (*NAMES, Field.COMING, Field.WITHDRAWN),
    Code.NOT_THE_FEE: (Field.PAID, Field.MARKS),
    Code.NAME_TOO_LONG: (*NAMES,),
    Code.NAME_WITHOUT_LETTERS: (*NAMES,),
}
"""The fields that a problem is about; of others the whole row is asked."""


def fates(layout: Layout, intake: Intake) -> dict[str, tuple[str, ...]]:
    """Return by the key of each row the field each of its cells is taken as, or ``LEFT_OUT`` or ``ASKED_CELL``."""
    held = layout.columns if layout.held_before is None else layout.held_before
    rows: dict[str, list[Row]] = {}
    for row in intake.everything:
        rows.setdefault(row.key.partition("-")[0].partition("+")[0], []).append(row)
    asked = [at for at, doubt in layout.doubts.items() if doubt in ASKED or doubt is ColumnDoubt.EARLIER]
    begins = [0]
    for block in blocks(held):
        begins.append(begins[-1] + len(block))
    values = {}
    for line in layout.lines_before or layout.lines:
        here = rows.get(line.key, [])
        values[line.key] = tuple(
            _fate(
                held[at] if at < len(held) else None,
                [row for row in here if _block_of(row.key) == sum(at >= begin for begin in begins[1:-1])],
                is_asked=at in asked,
                is_surplus=at >= len(held),
            )
            for at in range(len(line.cells))
        )
    return values


def _block_of(key: str) -> int:
    behind = key.partition("+")[0].partition("-")[2]
    return int(behind) - 1 if behind else 0


def _fate(holds: str | None, rows: Sequence[Row], *, is_asked: bool, is_surplus: bool) -> str:
    if all(row.kind for row in rows):
        return LEFT_OUT
    wrong = [problem for row in rows for problem in row.problems]
    if is_asked or any(holds in ABOUT.get(problem.code, (problem.field or holds,)) or is_surplus for problem in wrong):
        return ASKED_CELL if holds or is_asked or is_surplus else LEFT_OUT
    return holds if holds and holds not in (Field.COUNT, Field.CONTACT, Field.COMING, Field.WITHDRAWN) else LEFT_OUT


def main() -> int:
    """Print what a file says; return 2 for one that is no list."""
    parser = argparse.ArgumentParser(prog="python -m tables.intake", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--fee", type=int, default=0, help="what everybody owes, in cents")
    parser.add_argument("--teams", action="store_true", help="the rows are teams")
    options = parser.parse_args()
    try:
        data, year = options.file.read_bytes(), datetime.now().astimezone().year
        values = answer_teams(data) if options.teams else answer(data, options.file.name, fee=options.fee, year=year)
    except IntakeRefused as unreadable:
        sys.stdout.write(json.dumps({"error": unreadable.code.value}) + "\n")
        return 2
    sys.stdout.write(json.dumps(values, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
