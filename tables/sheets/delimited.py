"""Tables as text, for everything that reads no workbook."""

import csv
import io

from tables.sheets.table import FORMULA_STARTS, Column, Sheet, Value, plain, printable


def write_csv(sheet: Sheet, *, decimal_mark: str = ".") -> bytes:
    """Return the table as UTF-8 with a byte order mark and semicolons, as Excel in Europe opens it.

    A spreadsheet takes decimals for numbers only with the mark of its own language: 216,29 in German.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow([_inert(printable(column.heading)) for column in sheet.columns])
    for row in sheet.rows:
        writer.writerow([_field(value, column, decimal_mark) for value, column in zip(row, sheet.columns, strict=True)])
    return out.getvalue().encode("utf-8-sig")


def _field(value: Value, column: Column, decimal_mark: str) -> str:
    text = plain(value, column, decimal_mark=decimal_mark)
    return _inert(text) if isinstance(value, str | bool) else text


def _inert(text: str) -> str:
    # An apostrophe of the text's own gets company too, so that one can always be taken off again.
    return "'" + text if text.lstrip("'").startswith(FORMULA_STARTS) else text
