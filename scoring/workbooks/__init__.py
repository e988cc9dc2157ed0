"""Tables for other programs (XLSX, CSV): results, seats, every deal; and lists that come back as workbooks."""

from scoring.workbooks.deals import corrections_sheet, deals_sheet
from scoring.workbooks.list_form import list_workbook
from scoring.workbooks.list_reading import ReadList, read_list
from scoring.workbooks.public import (
    public_entrants_sheet,
    public_ranking_sheet,
    public_seats_sheet,
    public_standings_sheet,
)
from scoring.workbooks.rankings import rankings_sheets
from scoring.workbooks.results import lists_sheet, ranking_sheet, results_sheets
from scoring.workbooks.seats import seats_sheet
