"""Exports: typed cells, text that stays text, every name the way it came; how workbooks are dressed."""

import csv
import warnings
import zipfile
from datetime import UTC, date, datetime
from decimal import Decimal
from io import BytesIO, StringIO
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.forms.models import model_to_dict
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from scoring.lists.models import DealRow
from tables.draw.models import Table
from tables.intake.text import clean_text
from tables.journal.models import JournalEntry
from tables.prepared import Prepared, insert, new
from tables.sheets import CellKind, Column, Sheet, sheet_titles, write_csv, write_xlsx
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.lists_read_in_one_go import read_table
from tests.support.thorough import examples

NASTY = (
    *('=HYPERLINK("http://example.org","Erna")', "=1+1 Erna", "+49 Otto", "-Erna-", "@Erna", "＝Erna", "'Erna'"),
    *("'=Erna", "''Erna", '"Hanne" Meier', 'Otto "Ass', "Schulz, Erna", "Erna; Otto", "O'Brien", "Müller-Lüdenscheidt"),
    *("Groß", "Mu\u0308ller", "Ångström", "Łukasz Żółć", "Şükrü İnan", "Nguyễn Thị Ánh", "José Ñandú"),
    *("Борис Пастернак", "Παπαδόπουλος", "محمد علي", "علی\u200cرضا", "שָׁלוֹם כהן", "王小明", "田中 太郎"),
    *("김철수", "กมลชนก", "कमल क्\u200dष", "Erna 👩\u200d🌾", "Erna 🏳️\u200d🌈", "𝔈𝔯𝔫𝔞", "<b>Erna</b>"),
    *("<script>alert(1)</script>", "Erna & Otto", "]]>Erna", "%s %(name)s {0} Erna", "_x0041_ Erna"),
    *("Robert'); DROP TABLE entrants;--", "_x000D_Erna", "_x005F_ Erna", "NULL", "TRUE", "1E5", "NaN"),
    *("../../etc/passwd", "Z\u0351\u0346a\u030dl\u0363g\u034bo\u0300", "E" + "\u0301" * 79, "x" * 80),
)


def people(names):
    """Return a sheet of names and clubs."""
    columns = [Column(heading="Name", width=30), Column(heading="Verein", width=20)]
    return Sheet(title="Entrants", columns=columns, rows=[(name, name) for name in names])


def cells(data):
    """Return the values of the first sheet."""
    return [list(row) for row in load_workbook(BytesIO(data)).worksheets[0].iter_rows(values_only=True)]


@pytest.mark.parametrize("write", [lambda one: write_xlsx([one]), write_csv])
@pytest.mark.proof("names-survive")
def test_every_name_survives_the_way_out_and_in_again(write, prove):
    assert len(set(map(clean_text, NASTY))) >= 40
    intake = read_table(write(people(NASTY)), "list", limit=100)
    # What may be no name, or two people, is asked; all are called as they were.
    asked = {row.entry.name for row in intake.bad}
    (two,) = (row for row in intake.bad if row.people)
    assert [person.name for person in two.people] == ["Erna", "Otto"]
    assert all(any(not sign.isalpha() for sign in name) for name in asked)
    assert asked < {clean_text(name) for name in NASTY}
    one = [clean_text(name) for name in NASTY if clean_text(name) not in asked]
    assert [row.registration.name for row in intake.rows] == one
    assert [row.registration.club for row in intake.rows] == one
    assert {"O'Brien", "Müller-Lüdenscheidt", "علی\u200cرضا", "कमल क्\u200dष", "שָׁלוֹם כהן", "王小明"} <= set(one)
    prove(f"{len(NASTY)} nasty names out and in again: the same")


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
        Column(heading="No.", kind=CellKind.INTEGER, width=6),
        Column(heading="Fee", kind=CellKind.DECIMAL),
        Column(heading="Day", kind=CellKind.DATE),
        Column(heading="Lady", kind=CellKind.MARK),
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


def test_the_heading_row_is_bold_frozen_and_filtered_and_no_program_signs_the_workbook():
    worksheet = load_workbook(BytesIO(write_xlsx([people(["Erna", "Otto"])]))).worksheets[0]
    assert worksheet.freeze_panes == "A2"
    assert worksheet.auto_filter.ref == "A1:B3"
    assert worksheet["A1"].font.bold
    assert worksheet.column_dimensions["A"].width < 10
    # Without rows there are its headings.
    empty = write_xlsx([people([])])
    assert cells(empty) == [["Name", "Verein"]]
    assert write_csv(people([])) == b"\xef\xbb\xbfName;Verein\r\n"
    assert not load_workbook(BytesIO(empty)).properties.creator


def test_what_xml_cannot_hold_is_dropped():
    assert cells(write_xlsx([people(["Er\x00na\x0b\ud800\uffff"])]))[1][0] == "Erna"


def test_a_row_has_one_value_for_each_column():
    sheet = Sheet(title="x", columns=[Column(heading="Name")], rows=[("Erna", "SC Ulm")])
    with pytest.raises(ValueError, match="zip"):
        write_xlsx([sheet])
    with pytest.raises(ValueError, match="at least one sheet"):
        write_xlsx([])


@pytest.mark.slow
@settings(max_examples=examples(30), deadline=None)
@given(st.lists(st.text(st.sampled_from("aA[]:*?/\\' 👩") | st.characters(), max_size=40), min_size=1, max_size=6))
def test_a_workbook_takes_any_titles_which_are_legal_and_differ(titles):
    legal = sheet_titles(titles)
    assert len({title.casefold() for title in legal}) == len(titles)
    for title in legal:
        assert 0 < len(title.encode("utf-16-le")) <= 62
        assert not set(title) & set("[]:*?/\\")
        assert title == title.strip("'")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = write_xlsx([Sheet(title=title, columns=[], rows=[]) for title in titles])
    assert load_workbook(BytesIO(data)).sheetnames == legal


ABOVE = ("Cup & Pokal", "16.05.2026 · Gera")


def sheet(*columns, rows=()):
    return Sheet(title="Ranking", columns=columns, rows=rows)


NARROW = sheet(
    Column(heading="Name", width=28), Column(heading="Total", kind=CellKind.POINTS), rows=[("Erna", Decimal(7))]
)
WIDE = sheet(*(Column(heading=f"Heading {n}", width=28) for n in range(9)), rows=[["x" * 26] * 9])


def worksheet(one):
    return load_workbook(BytesIO(write_xlsx([one], above=ABOVE))).worksheets[0]


def test_the_event_its_days_and_the_table_stand_above_and_at_the_foot():
    found = worksheet(NARROW)
    assert [found[f"A{row}"].value for row in range(1, 5)] == [*ABOVE, "Ranking", "Name"]
    assert found["A1"].font.bold
    assert found["A1"].font.size > found["A2"].font.size
    # The heads are repeated, stay in sight and are filtered.
    assert (found.print_title_rows, found.freeze_panes, found.auto_filter.ref) == ("$4:$4", "A5", "A4:B5")
    foot = found.oddFooter
    assert (foot.left.text, foot.center.text, foot.right.text) == ("Cup && Pokal", "Ranking", "&P / &N")
    # A table without an event begins with its heads.
    assert load_workbook(BytesIO(write_xlsx([NARROW]))).worksheets[0]["A1"].value == "Name"


def test_the_page_is_a4_upright_or_lying_as_the_table_fits_and_never_wider():
    for one, orientation in ((NARROW, "portrait"), (WIDE, "landscape")):
        setup = worksheet(one).page_setup
        assert (setup.paperSize, setup.orientation) == (9, orientation)
        assert (setup.fitToWidth, setup.fitToHeight) == (1, 0)
        assert worksheet(one).sheet_properties.pageSetUpPr.fitToPage


def test_whole_numbers_are_whole_and_money_is_not():
    kinds = [
        (CellKind.POINTS, Decimal(10697), "0"),
        (CellKind.POINTS, Decimal("10697.33"), "0.00"),
        (CellKind.POINTS, Decimal("0.00"), "0"),
        (CellKind.POINTS, -7, "0"),
        (CellKind.INTEGER, 1234567, "0"),
        (CellKind.DECIMAL, Decimal("12.00"), "#,##0.00"),
    ]
    one = sheet(*(Column(heading="x", kind=kind) for kind, *_ in kinds), rows=[[value for _, value, _ in kinds]])
    assert [cell.number_format for cell in worksheet(one)[5]] == [number_format for *_, number_format in kinds]


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


pytestmark = pytest.mark.django_db

BY_NUMBER = Prepared(
    lambda number, slug: (
        Table.objects.filter(series__tournament__slug=slug, number=number)
        .select_related("series")
        .only("key", "series")
    )
)
KEYS = Prepared(
    lambda row: DealRow.objects.filter(game_list=row).order_by("-number").values_list("number", "entry_key")
)
DEALS = Prepared(lambda row: DealRow.objects.filter(game_list=row).order_by("number"))


@pytest.fixture
def row():
    return factories.running_list(rounds=3)


def entries(row, numbers):
    facts = {"overruled": False, "entered_at": EVENING, "entry_key": None}
    whose = {"game_list": row, "entered_by": None}
    return [new(DealRow, belonging_to=whose, **facts | {"number": n, "entry_key": uuid4()}) for n in numbers]


def test_each_question_has_its_own_values_and_is_one_query(row, django_assert_num_queries):
    slug = row.table.series.tournament.slug
    for _again in range(2):
        with django_assert_num_queries(1):
            (table,) = BY_NUMBER(row.table.number, slug)
            assert (table.pk, table.key, table.series.pk) == (row.table_id, row.table.key, row.table.series_id)
        assert BY_NUMBER(row.table.number, "another") == []
    # No row has a number that no database has, and nothing at all is no statement.
    with django_assert_num_queries(0):
        assert [BY_NUMBER(number, slug) for number in (2**63, 10**30)] == [[], []]
        insert([])


def test_more_rows_than_one_statement_takes_are_written_as_they_are(row, django_assert_num_queries):
    fresh = entries(row, range(1, 91))
    insert(fresh)

    assert KEYS(row.pk) == [(deal.number, deal.entry_key) for deal in reversed(fresh)]
    stored = DEALS(row.pk, belonging_to={"game_list": row})
    with django_assert_num_queries(0):
        assert {deal.game_list for deal in stored} == {row}
    assert [model_to_dict(deal) for deal in stored] == [model_to_dict(deal) for deal in fresh]
    assert [deal.pk for deal in stored] == [deal.pk for deal in fresh]


def test_a_row_begins_as_its_model_does(row):
    facts, whose = {"number": 1, "entry_key": uuid4(), "entered_at": EVENING}, {"game_list": row, "entered_by": None}
    begun = new(DealRow, belonging_to=whose, **facts)

    assert model_to_dict(begun) == model_to_dict(DealRow(**whose, **facts))
    assert begun._state.adding
    begun.points = 24
    assert DealRow(number=2).points == 0
    assert new(DealRow, belonging_to={}, number=2).points == 0


def test_what_breaks_a_constraint_is_not_written(row):
    twice = entries(row, (1, 1))
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(twice)
    assert DEALS(row.pk) == []


def test_the_journal_keeps_what_json_has(row):
    tournament = row.table.series.tournament
    facts = {"at": EVENING, "action": "test", "data": {"text": "ä", "list": [1, None, True]}, "hash": "0" * 64}
    line = new(JournalEntry, belonging_to={"tournament": tournament, "by": None}, number=10_000, **facts)
    insert([line])
    stored = JournalEntry.objects.get(pk=line.pk)
    assert (stored.data, stored.at, stored.by, stored.tournament) == (facts["data"], EVENING, None, tournament)
