"""Tables for others: workbooks (XLSX, which LibreOffice opens as well), CSV for programs, HTML for web pages.

Whatever somebody typed stays text: nothing is ever written as a formula.
"""

from tables.sheets.table import (
    FORMULA_STARTS,
    UNPRINTABLE,
    CellKind,
    Column,
    Sheet,
    Value,
    sheet_titles,
    table_html,
    write_csv,
    write_html,
)
from tables.sheets.xlsx import write_xlsx
