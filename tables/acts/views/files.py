"""A file handed out."""

from collections.abc import Sequence
from typing import Final

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import get_language

from tables.sheets import Sheet, write_csv, write_html, write_ods, write_xlsx

TABLES: Final = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "csv": "text/csv; charset=utf-8",
    "html": "text/html; charset=utf-8",
}
"""What tables are handed out as, by the ending of the file."""

WRITE: Final = {"xlsx": write_xlsx, "ods": write_ods}
"""Workbooks, by the ending of the file."""


def as_file(content: bytes, name: str, content_type: str, *, is_attached: bool = False) -> HttpResponse:
    """Answer with a file, shown by the browser or, if attached, kept."""
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = content_disposition_header(is_attached, name) or ""
    return response


def as_tables(content: bytes, name: str, ending: str) -> HttpResponse:
    """Answer with a file of tables to be kept."""
    return as_file(content, f"{name}.{ending}", TABLES[ending], is_attached=True)


def written(sheets: Sequence[Sheet], ending: str, *, above: Sequence[str]) -> bytes:
    """Return tables as a file: a workbook with some lines above each, a web page, or the first of them as CSV."""
    if ending == "html":
        return write_html(sheets, above=above, language=get_language() or "")
    return write_csv(sheets[0]) if ending == "csv" else WRITE[ending](sheets, above=above)
