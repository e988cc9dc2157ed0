"""The hall: people, series, tables, seats, the draw, the journal."""

import os

# Where lxml is installed openpyxl would read with it, past defusedxml: pyHanko brings it along.
os.environ["OPENPYXL_LXML"] = "False"
