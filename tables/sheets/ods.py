"""Tables as workbooks of LibreOffice (OpenDocument, ISO/IEC 26300)."""

from collections.abc import Sequence

from tables.sheets.dress import LINE
from tables.sheets.frame import FramedSheet, framed
from tables.sheets.opendocument.cells import row_of
from tables.sheets.opendocument.document import Rows, as_opendocument
from tables.sheets.table import Sheet


def write_ods(sheets: Sequence[Sheet], *, above: Sequence[str] = ()) -> bytes:
    """Return the same workbook as ``write_xlsx`` in the format of LibreOffice.

    :raises ValueError: if there is no sheet, or a row has more or fewer values than columns.
    """
    book, parts = framed(sheets, above)
    return as_opendocument(book, [_rows(part) for part in parts])


def _rows(part: FramedSheet) -> Rows:
    written, heights = [], set()
    for lines, cells in part.cells():
        height = float(LINE * lines) if lines > 1 else None
        heights.add(height)
        written.append(row_of(cells, height=height))
    return Rows(written="".join(written), heights=frozenset(filter(None, heights)))
