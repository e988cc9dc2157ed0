"""Tables for others: workbooks of Excel (XLSX) and of LibreOffice (ODS), CSV for programs, HTML for web pages.

Whatever somebody typed stays text: nothing is ever written as a formula.
"""

from tables.sheets.delimited import write_csv
from tables.sheets.html import table_html, write_html
from tables.sheets.ods import write_ods
from tables.sheets.table import (
    FORMULA_STARTS,
    UNPRINTABLE,
    Column,
    Kind,
    Sheet,
    Value,
    sheet_titles,
)
from tables.sheets.xlsx import write_xlsx
