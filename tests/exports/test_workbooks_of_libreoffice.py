"""What goes out for LibreOffice has the very cells that go out for Excel."""

import io

import openpyxl
import pytest
from django.urls import reverse
from python_calamine import CalamineWorkbook

from tests.exports.reading import ods_tables, xlsx_tables

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("scoring:results-{ending}", {}),
        ("scoring:seats-{ending}", {}),
        ("scoring:deals-{ending}", {}),
        ("tables:entrants-{ending}", {}),
        ("scoring:standings-{ending}", {}),
        ("scoring:series-seats-{ending}", {"series": 3}),
        ("scoring:public-entrants-{ending}", {}),
    ],
)
def test_it_is_the_same(director, made, name, more):
    for_excel, for_office = (
        director.get(reverse(name.format(ending=ending), kwargs={"slug": "cup", **more})) for ending in ("xlsx", "ods")
    )

    assert for_office["Content-Disposition"].endswith('.ods"')
    assert for_office["Content-Type"] == "application/vnd.oasis.opendocument.spreadsheet"
    assert ods_tables(for_office) == xlsx_tables(for_excel)


def test_so_is_the_workbook_of_a_list(director, made):
    about = {"slug": "cup", "series": 4, "table": 1}
    for_excel, for_office = (
        director.get(reverse(f"scoring:list-{ending}", kwargs=about)).content for ending in ("xlsx", "ods")
    )
    sheet = openpyxl.load_workbook(io.BytesIO(for_excel)).worksheets[0]
    written = [[cell.value if cell.data_type != "f" else None for cell in row] for row in sheet.iter_rows()]
    found = CalamineWorkbook.from_filelike(io.BytesIO(for_office)).get_sheet_by_index(0)

    rows = [[None if cell == "" else cell for cell in row] for row in found.to_python(skip_empty_area=False)]
    assert [row[:14] for row in rows[:13]] == [row[:14] for row in written[:13]]
