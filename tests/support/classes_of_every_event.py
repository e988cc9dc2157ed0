"""The classes that every event begins with, as lists know them."""

import json
from pathlib import Path

from tables.intake.classes import Classes, KnownClass

FIXTURE = Path(__file__).resolve().parents[2] / "fixtures" / "classes.json"


def _known(fields: dict) -> KnownClass:
    words = {name: frozenset(fields[name].split(", ")) for name in ("words", "headings")}
    ages = {name: fields.get(name) for name in ("youngest", "oldest")}
    return KnownClass(code=fields["code"], name=fields["name"], **words, **ages)


BEGUN_WITH: Classes = tuple(_known(row["fields"]) for row in json.loads(FIXTURE.read_text(encoding="utf-8")))

CODE_OF = {"lady": "ladies", "junior": "juniors", "senior": "seniors"}
"""The class that each column of the reference lists is about."""


def codes_in(row) -> list[str]:
    """Return the codes of the classes that are ticked in a row of a reference list."""
    return sorted(code for column, code in CODE_OF.items() if row.get(column) or row.get(column.capitalize()))
