"""How workbooks are dressed, in both formats: the event above, pages that fit, heads repeated, whole numbers whole."""

import re
import zipfile
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO

import pytest
from openpyxl import load_workbook

from tables.sheets import Column, Kind, Sheet, write_ods, write_xlsx

ABOVE = ("Cup & Pokal", "16.05.2026 · Gera")


def sheet(*columns, rows=()):
    return Sheet(title="Ranking", columns=columns, rows=rows)


NARROW = sheet(Column(heading="Name", width=28), Column(heading="Total", kind=Kind.POINTS), rows=[("Erna", Decimal(7))])
WIDE = sheet(*(Column(heading=f"Heading {n}", width=28) for n in range(9)), rows=[["x" * 26] * 9])


def worksheet(one):
    return load_workbook(BytesIO(write_xlsx([one], above=ABOVE))).worksheets[0]


def part(one, name):
    with zipfile.ZipFile(BytesIO(write_ods([one], above=ABOVE))) as parts:
        return parts.read(name).decode()


def page(one):
    """Return what a workbook of LibreOffice says of its page."""
    return re.search("<style:page-layout-properties[^>]*>", part(one, "styles.xml"))[0]


def test_the_event_its_days_and_the_table_stand_above():
    found = worksheet(NARROW)
    assert [found[f"A{row}"].value for row in range(1, 5)] == [*ABOVE, "Ranking", "Name"]
    assert found["A1"].font.bold
    assert found["A1"].font.size > found["A2"].font.size
    written = re.findall("<text:p>(.*?)</text:p>", part(NARROW, "content.xml"))
    assert written[:4] == ["Cup &amp; Pokal", ABOVE[1], "Ranking", "Name"]


def test_the_heads_are_repeated_stay_in_sight_and_are_filtered():
    found = worksheet(NARROW)
    assert (found.print_title_rows, found.freeze_panes, found.auto_filter.ref) == ("$4:$4", "A5", "A4:B5")
    content = part(NARROW, "content.xml")
    assert "Name" in re.search("<table:table-header-rows>(.*?)</table:table-header-rows>", content)[1]
    assert "'Ranking'.A4:'Ranking'.B5" in content
    assert '"VerticalSplitPosition" config:type="int">4<' in part(NARROW, "settings.xml")


@pytest.mark.parametrize(("one", "orientation"), [(NARROW, "portrait"), (WIDE, "landscape")], ids=["narrow", "wide"])
def test_the_page_is_a4_upright_or_lying_as_the_table_fits_and_never_wider(one, orientation):
    found = worksheet(one)
    assert found.page_setup.paperSize == 9
    assert found.page_setup.orientation == orientation
    assert (found.page_setup.fitToWidth, found.page_setup.fitToHeight) == (1, 0)
    assert found.sheet_properties.pageSetUpPr.fitToPage
    said = page(one)
    assert f'style:print-orientation="{orientation}"' in said
    assert f'fo:page-width="{210 if orientation == "portrait" else 297}mm"' in said
    assert 'style:scale-to-X="1" style:scale-to-Y="0"' in said


def test_at_the_foot_stand_the_event_the_table_and_the_page():
    foot = worksheet(NARROW).oddFooter
    assert (foot.left.text, foot.center.text, foot.right.text) == ("Cup && Pokal", "Ranking", "&P / &N")
    assert "<text:p>Cup &amp; Pokal</text:p>" in part(NARROW, "styles.xml")
    assert "<text:page-number>" in part(NARROW, "styles.xml")


@pytest.mark.parametrize(
    ("kind", "value", "number_format"),
    [
        (Kind.POINTS, Decimal(10697), "0"),
        (Kind.POINTS, Decimal("10697.33"), "0.00"),
        (Kind.POINTS, Decimal("0.00"), "0"),
        (Kind.POINTS, -7, "0"),
        (Kind.INTEGER, 1234567, "0"),
        (Kind.DECIMAL, Decimal("12.00"), "#,##0.00"),
    ],
)
def test_whole_numbers_are_whole_and_money_is_not(kind, value, number_format):
    assert worksheet(sheet(Column(heading="x", kind=kind), rows=[[value]]))["A5"].number_format == number_format


def test_a_column_is_as_wide_as_what_is_in_it_and_long_text_takes_lines():
    one = sheet(
        Column(heading="Name", width=20),
        Column(heading="Signed", width=5),
        Column(heading="Remarks", width=20),
        rows=[("Erna", datetime(2026, 5, 16, 14, 5), "late, " * 12), ("Otto", date(2026, 5, 16), None)],
    )
    found = worksheet(one)
    widths = [found.column_dimensions[letter].width for letter in "ABC"]
    assert widths[0] < 8
    assert widths[1] >= len("2026-05-16 14:05")
    assert widths[2] == 20
    assert found.row_dimensions[5].height == 60
    assert found.row_dimensions[6].height is None
    assert 'style:row-height="60pt"' in part(one, "content.xml")


def test_nothing_becomes_a_formula_or_a_link_for_libreoffice():
    nasty = sheet(Column(heading="=1+1"), rows=[["=1+1"], ["@SUM(A1)"], ["#N/A"], ["a\nb  c\td"], ["<b>&x;</b>"]])
    content = part(nasty, "content.xml")
    assert "formula" not in content
    assert "href" not in content
    assert '<text:p>a</text:p><text:p>b <text:s text:c="1"/>c<text:tab/>d</text:p>' in content


def test_a_table_without_an_event_begins_with_its_heads():
    found = load_workbook(BytesIO(write_xlsx([NARROW]))).worksheets[0]
    assert found["A1"].value == "Name"


def test_a_workbook_has_a_sheet_and_a_row_a_value_for_each_column():
    with pytest.raises(ValueError, match="at least one sheet"):
        write_ods([])
    with pytest.raises(ValueError, match="zip"):
        write_ods([sheet(Column(heading="Name"), rows=[("Erna", "SC Ulm")])])
