"""Exports: typed cells, text that stays text, and every name the way it came."""

import csv
import warnings
import zipfile
from datetime import UTC, date, datetime
from decimal import Decimal
from io import BytesIO, StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from tables.intake.sources.files import read_table
from tables.intake.text import clean_text
from tables.sheets import Column, Kind, Sheet, sheet_titles, write_csv, write_ods, write_xlsx

NASTY = (
    '=HYPERLINK("http://example.org","Erna")',
    "=1+1 Erna",
    "+49 Otto",
    "-Erna-",
    "@Erna",
    "＝Erna",
    "'Erna'",
    "'=Erna",
    "''Erna",
    '"Hanne" Meier',
    'Otto "Ass',
    "Schulz, Erna",
    "Erna; Otto",
    "O'Brien",
    "Müller-Lüdenscheidt",
    "Groß",
    "Mu\u0308ller",
    "Ångström",
    "Łukasz Żółć",
    "Şükrü İnan",
    "Nguyễn Thị Ánh",
    "José Ñandú",
    "Борис Пастернак",
    "Παπαδόπουλος",
    "محمد علي",
    "علی\u200cرضا",
    "שָׁלוֹם כהן",
    "王小明",
    "田中 太郎",
    "김철수",
    "กมลชนก",
    "कमल क्\u200dष",
    "Erna 👩\u200d🌾",
    "Erna 🏳️\u200d🌈",
    "𝔈𝔯𝔫𝔞",
    "<b>Erna</b>",
    "<script>alert(1)</script>",
    "Erna & Otto",
    "]]>Erna",
    "%s %(name)s {0} Erna",
    "Robert'); DROP TABLE entrants;--",
    "_x0041_ Erna",
    "_x000D_Erna",
    "_x005F_ Erna",
    "NULL",
    "TRUE",
    "1E5",
    "NaN",
    "../../etc/passwd",
    "Z\u0351\u0346a\u030dl\u0363g\u034bo\u0300",
    "E" + "\u0301" * 79,
    "x" * 80,
)


def people(names):
    """Return a sheet of names and clubs."""
    columns = [Column(heading="Name", width=30), Column(heading="Verein", width=20)]
    return Sheet(title="Entrants", columns=columns, rows=[(name, name) for name in names])


def cells(data):
    """Return the values of the first sheet."""
    return [list(row) for row in load_workbook(BytesIO(data)).worksheets[0].iter_rows(values_only=True)]


def test_there_are_forty_nasty_names():
    assert len(set(map(clean_text, NASTY))) >= 40


@pytest.mark.parametrize("write", [lambda one: write_xlsx([one]), lambda one: write_ods([one]), write_csv])
@pytest.mark.proof("names-survive")
def test_every_name_survives_the_way_out_and_in_again(write, prove):
    intake = read_table(write(people(NASTY)), "list", limit=100)
    assert intake.bad == ()
    assert [row.registration.name for row in intake.rows] == [clean_text(name) for name in NASTY]
    assert [row.registration.club for row in intake.rows] == [clean_text(name) for name in NASTY]
    prove(f"{len(NASTY)} nasty names out and in again: the same")


@pytest.mark.thorough
@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(max_size=30).map(lambda text: clean_text("E" + text)), min_size=1, max_size=9))
def test_any_name_survives(names):
    for written in (write_xlsx([people(names)]), write_ods([people(names)]), write_csv(people(names))):
        intake = read_table(written, "list", limit=100)
        assert [row.registration.name for row in intake.rows] == names


STARTS = ("=", "+", "-", "@", "\t=", "\r=", "＝", "=cmd|' /C calc'!A0", "#N/A", "#REF!", "=\x00")


@pytest.mark.proof("formulas")
def test_no_text_becomes_a_formula_in_a_workbook():
    sheet = Sheet(title="x", columns=[Column(heading="=1+1")], rows=[[start + "1+1"] for start in STARTS] + [["#N/A"]])
    worksheet = load_workbook(BytesIO(write_xlsx([sheet]))).worksheets[0]
    written = [cell for (cell,) in worksheet.iter_rows()]
    assert {cell.data_type for cell in written[:-1]} == {"s"}
    assert all(cell.quotePrefix for cell in written if cell.value[0] in "=+-@＝\t")
    with zipfile.ZipFile(BytesIO(write_xlsx([sheet]))) as archive:
        assert b"<f>" not in archive.read("xl/worksheets/sheet1.xml")
        assert b't="e"' not in archive.read("xl/worksheets/sheet1.xml")


@pytest.mark.proof("formulas")
def test_no_text_becomes_a_formula_in_a_csv():
    sheet = Sheet(title="x", columns=[Column(heading="=1+1")], rows=[[start + "1+1"] for start in STARTS])
    text = write_csv(sheet).decode("utf-8-sig")
    assert not any(
        row[0].startswith(("=", "+", "-", "@", "\t", "\r", "＝"))
        for row in csv.reader(StringIO(text, newline=""), delimiter=";")
    )


def test_values_keep_their_types():
    columns = [
        Column(heading="No.", kind=Kind.INTEGER, width=6),
        Column(heading="Fee", kind=Kind.DECIMAL),
        Column(heading="Day", kind=Kind.DATE),
        Column(heading="Lady", kind=Kind.MARK),
        Column(heading="Paid", words=("yes", "no")),
        Column(heading="Name"),
    ]
    rows = [
        (7, Decimal("10.50"), date(2026, 5, 3), True, True, "12"),
        (-3, Decimal("NaN"), date(1850, 1, 1), False, False, None),
    ]
    sheet = Sheet(title="x", columns=columns, rows=iter(rows))
    worksheet = load_workbook(BytesIO(write_xlsx([sheet]))).worksheets[0]
    _, first, second = worksheet.iter_rows()
    assert [cell.value for cell in first] == [7, 10.5, datetime(2026, 5, 3), "x", "yes", "12"]
    assert [cell.data_type for cell in first] == ["n", "n", "d", "s", "s", "s"]
    assert first[1].number_format == "#,##0.00"
    assert first[2].number_format == "yyyy-mm-dd"
    assert [cell.value for cell in second] == [-3, "NaN", "1850-01-01", None, "no", None]
    assert write_csv(Sheet(title="x", columns=columns, rows=rows)).decode("utf-8-sig").splitlines() == [
        "No.;Fee;Day;Lady;Paid;Name",
        "7;10.50;2026-05-03;x;yes;12",
        "-3;NaN;1850-01-01;;no;",
    ]


def test_a_moment_is_written_as_the_clock_showed_it():
    sheet = Sheet(title="x", columns=[Column(heading="At")], rows=[[datetime(2026, 5, 3, 14, 5, tzinfo=UTC)]])
    assert cells(write_xlsx([sheet]))[1] == [datetime(2026, 5, 3, 14, 5)]
    assert write_csv(sheet).decode("utf-8-sig").splitlines()[1] == "2026-05-03 14:05"


def test_the_heading_row_is_bold_frozen_and_filtered():
    worksheet = load_workbook(BytesIO(write_xlsx([people(["Erna", "Otto"])]))).worksheets[0]
    assert worksheet.freeze_panes == "A2"
    assert worksheet.auto_filter.ref == "A1:B3"
    assert worksheet["A1"].font.bold
    assert worksheet.column_dimensions["A"].width < 10


def test_a_sheet_without_rows_has_its_headings():
    assert cells(write_xlsx([people([])])) == [["Name", "Verein"]]
    assert write_csv(people([])) == b"\xef\xbb\xbfName;Verein\r\n"


def test_a_row_has_one_value_for_each_column():
    sheet = Sheet(title="x", columns=[Column(heading="Name")], rows=[("Erna", "SC Ulm")])
    with pytest.raises(ValueError, match="zip"):
        write_xlsx([sheet])
    with pytest.raises(ValueError, match="at least one sheet"):
        write_xlsx([])


def test_what_xml_cannot_hold_is_dropped():
    assert cells(write_xlsx([people(["Er\x00na\x0b\ud800\uffff"])]))[1][0] == "Erna"


def test_no_program_signs_the_workbook():
    assert not load_workbook(BytesIO(write_xlsx([people([])]))).properties.creator


@given(st.lists(st.text(st.sampled_from("aA[]:*?/\\' 👩") | st.characters(), max_size=40), min_size=1, max_size=12))
def test_titles_are_legal_and_differ(titles):
    legal = sheet_titles(titles)
    assert len({title.casefold() for title in legal}) == len(titles)
    for title in legal:
        assert 0 < len(title.encode("utf-16-le")) <= 62
        assert not set(title) & set("[]:*?/\\")
        assert title == title.strip("'")


@settings(max_examples=30, deadline=None)
@given(st.lists(st.text(max_size=40), min_size=1, max_size=3))
def test_a_workbook_takes_any_titles(titles):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = write_xlsx([Sheet(title=title, columns=[], rows=[]) for title in titles])
    assert load_workbook(BytesIO(data)).sheetnames == sheet_titles(titles)
