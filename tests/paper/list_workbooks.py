"""A list as a workbook, filled in the way a person would."""

import io
from collections.abc import Mapping, Sequence
from typing import Any

import openpyxl
from django.core.files.uploadedfile import SimpleUploadedFile

OFFICE = "/t/cup/office/series/1/table/1/"
LIST = f"{OFFICE}list.xlsx"
FILE = f"{OFFICE}file/"
FIRST = 10
"""The row of the first deal."""

COLUMNS = dict(
    zip(
        ("deal", "dealer", "declarer", "game", "matadors", "announced", "result", "level", "bid"),
        "ABCDEFGHI",
        strict=True,
    )
)

GRAND = {"game": "Grand", "matadors": 2, "result": "won"}


def filled(content: bytes, deals: Mapping[int, Mapping[str, Any]]) -> bytes:
    """Return a list's workbook with some deals filled in."""
    book = openpyxl.load_workbook(io.BytesIO(content))
    for number, cells in deals.items():
        for column, value in cells.items():
            book.worksheets[0][f"{COLUMNS[column]}{FIRST - 1 + number}"] = value
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def upload(content: bytes, name: str = "list.xlsx") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def sent(answer: Any) -> dict[str, str]:
    """Return what the preview sends back, as a browser would."""
    form = answer.context["form"]
    return {name: str(form[name].value()) for name in ("cells", "entry_key")}


def as_csv(rows: Sequence[Sequence[object]]) -> bytes:
    return "\r\n".join(";".join(map(str, row)) for row in rows).encode("utf-8-sig")
