"""Entrants from tables: headings, encodings, delimiters and sheets.

Plans of seats from text and files: what is read, and what is said about what cannot be.
"""

from datetime import date, datetime
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from tables.draw import wording
from tables.intake.headings import Field
from tables.intake.outcome import IntakeRefused, Kind, Refusal
from tables.intake.plans import MOST_CHARACTERS, PlanCode, plan_as_text, read_plan, read_plan_file
from tables.intake.registration import Code, Registration, RowProblem
from tables.intake.sources.files import layout_in, read_cells
from tests.support.classes_of_every_event import BEGUN_WITH
from tests.support.lists_read_in_one_go import read_table

PEOPLE = "Name;Verein\nSchulz, Erna;Skatfreunde Köln\nOtto Groß;\n"
ERNA = Registration(name="Schulz, Erna", club="Skatfreunde Köln")
OTTO = Registration(name="Otto Groß")


def registrations(data, name="list.csv"):
    """Return the registrations of a table without bad rows."""
    intake = read_table(data, name, limit=1_000, classes=BEGUN_WITH)
    assert intake.bad == ()
    return [row.registration for row in intake.rows]


def columns(data, name="list.csv"):
    """Return what the columns of a table hold, None for what is not read."""
    return layout_in(read_cells(data, most_rows=20), data, name, BEGUN_WITH).columns


def refusal(data, name="list.csv", *, limit=1_000):
    with pytest.raises(IntakeRefused) as refused:
        read_table(data, name, limit=limit, classes=BEGUN_WITH)
    return refused.value.code


def book(*sheets):
    workbook = Workbook()
    workbook.remove(workbook.active)
    for rows in sheets:
        sheet = workbook.create_sheet()
        for row in rows:
            sheet.append(row)
    out = BytesIO()
    workbook.save(out)
    return out.getvalue()


def test_encodings_delimiters_and_order_do_not_matter():
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        for ending in ("\n", "\r\n", "\r"):
            data = PEOPLE.replace("\n", ending).encode(encoding)
            assert registrations(data) == [ERNA, OTTO], (encoding, ending)
    for text in (
        PEOPLE.replace(";", "\t"),
        'Name,Verein\n"Schulz, Erna",Skatfreunde Köln\nOtto Groß,\n',
        'Name, Verein\n"Schulz, Erna", Skatfreunde Köln\nOtto Groß,\n',
        '"Name";"Verein"\n"Schulz, Erna";"Skatfreunde Köln"\n"Otto Groß";""\n',
        "sep=;\n" + PEOPLE,
        "\n;;\n" + PEOPLE + "\n;\n",
        "Ort;Name;Verein\nKöln;Schulz, Erna;Skatfreunde Köln\nUlm;Otto Groß;\n",
    ):
        assert registrations(text.encode()) == [ERNA, OTTO], text


def test_headings_are_known_in_three_languages_and_names_are_joined():
    erna = Registration(name="Erna Schulz", club="SC Ulm", team="Die Asse", classes=frozenset({"ladies"}), paid=True)
    for headings in (
        *("Nachname;Vorname;Verein;Mannschaft;Dame;Bezahlt", "Name;Vorname;Verein;Mannschaft;Damen;Startgeld"),
        *("SURNAME;First name;Club;Team;Lady;Paid", "Apellidos;Nombre;Club;Equipo;Dama;Pagado"),
        "Last Name;Given name;Skat-Club;Team name;Ladies;paid?",
    ):
        assert registrations(f"{headings}\nSchulz;Erna;SC Ulm;Die Asse;x;ja\n".encode()) == [erna], headings


def test_what_was_read_and_what_was_not_is_reported():
    data = b"Startnummer;Name;Ort;Anwesend\n7;Erna;Ulm;nein\n"
    intake = read_table(data, "list.csv", limit=10, classes=BEGUN_WITH)
    assert columns(data) == (Field.NUMBER, Field.NAME, None, Field.PRESENT)
    assert [(row.number, row.registration) for row in intake.rows] == [(7, Registration(name="Erna"))]

    # A second column of the same kind is not read.
    intake = read_table(data := b"Name;Verein;Club\nErna;A;B\n", "list.csv", limit=10, classes=BEGUN_WITH)
    assert columns(data) == (Field.NAME, Field.CLUB, None)
    assert intake.rows[0].registration.club == "A"


def test_a_tick_is_what_people_write_and_a_column_for_the_gender_says_who_is_a_lady():
    for cells, paid in (
        (("x", "X", "ja", "✓", "1", "10,00 €", "3.5.2026", "bez."), True),
        (("", "-", "nein", "0", "0,00 €", "offen"), False),
    ):
        for cell in cells:
            read = registrations(f"Name;Bezahlt\nErna;{cell}\n".encode())
            assert read == [Registration(name="Erna", paid=paid)], cell
    for cell, classes in (("w", {"ladies"}), ("m", ()), ("weiblich", {"ladies"}), ("d", ()), ("F", {"ladies"})):
        read = registrations(f"Name;Geschlecht\nErna;{cell}\n".encode())
        assert read == [Registration(name="Erna", classes=frozenset(classes))], cell


def test_bad_rows_say_why_and_take_no_good_one_with_them():
    text = (
        "Name;Verein;Junior;Senior\nErna;A;;\n;B;;\n##;C;;\nOtto;D;x;x\nIda;E;vielleicht;\nUwe;F;;;Ulm\nEva;#REF!;;\n"
    )
    intake = read_table(text.encode(), "list.csv", limit=10, classes=BEGUN_WITH)
    assert [row.registration.name for row in intake.rows] == ["Erna"]
    assert [(row.line, row.problems) for row in intake.bad] == [
        (3, (RowProblem(Code.NO_NAME),)),
        (4, (RowProblem(Code.NAME_WITHOUT_LETTERS, "##"),)),
        (5, (RowProblem(Code.TWO_AGES, "Juniors, Seniors"),)),
        (6, (RowProblem(Code.UNKNOWN_MARK, "vielleicht"),)),
        (7, (RowProblem(Code.EXTRA_CELLS),)),
        (8, (RowProblem(Code.FORMULA_ERROR, "#REF!"),)),
    ]
    assert intake.bad[4].text == "Uwe | F | Ulm"


def test_a_title_above_the_headings_is_marked():
    intake = read_table(b"Teilnehmer\nUlm;3. Mai\n\nName;Verein\nErna;SC\n", "list.csv", limit=10, classes=BEGUN_WITH)
    assert [row.line for row in intake.rows] == [5]
    assert [(row.line, row.kind) for row in intake.marked] == [(1, Kind.TITLE), (2, Kind.TITLE), (4, Kind.HEAD)]


def test_without_headings_a_table_is_name_club_team_marks():
    erna = Registration(name="Erna Schulz", club="SC Ulm", team="Asse", classes=frozenset({"ladies"}))
    assert registrations(b"Erna Schulz;SC Ulm;Asse;Dame\nOtto Kurz;;;\n") == [erna, Registration(name="Otto Kurz")]
    assert registrations(b"1;Erna Schulz;SC Ulm;Asse;Dame\n") == [erna]
    assert registrations(b"Schulz, Erna\nKurz, Otto\n")[1].name == "Kurz, Otto"
    assert registrations(b"Erna Schulz,SC Ulm,Asse,Dame\n") == [erna]


def test_a_stray_quotation_mark_swallows_no_line_and_a_line_break_inside_a_cell_belongs_to_it():
    text = 'Name;Verein\n"Hanne" Meier;SC Ulm\nOtto "Ass;"SC Köln"\n"Ida;SC\n'
    assert [read.name for read in registrations(text.encode())] == ['"Hanne" Meier', 'Otto "Ass', '"Ida']
    assert registrations(b'Name;Verein\n"Erna\nSchulz";SC\nOtto;\n')[0].name == "Erna Schulz"


def test_what_is_no_list_is_refused_with_its_code():
    for data, code in (
        *((b"", Refusal.EMPTY), (b"  \r\n\n", Refusal.EMPTY), (b";;;\n;\n", Refusal.EMPTY)),
        *((b"Name;Verein\n", Refusal.EMPTY), (b"Verein;Mannschaft\nUlm;Asse\n", Refusal.NO_NAME_COLUMN)),
        *((b'{"players": [1, 2, 3]}', Refusal.NOT_A_TABLE), (b"1;2;3\n4;5;6\n", Refusal.NOT_A_TABLE)),
        (b"https://example.org/list\n", Refusal.NOT_A_TABLE),
        (("Es war einmal ein Skatspieler, der wollte nie passen, was auch kam. " * 9).encode(), Refusal.NOT_A_TABLE),
        (b"<!DOCTYPE html><table><tr><td>Erna</td></tr></table>", Refusal.WRONG_TYPE),
        *((b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", Refusal.WRONG_TYPE), (b"\xff\xfeE\x00r", Refusal.WRONG_TYPE)),
        *((b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", Refusal.IS_PDF), (b"Erna;" + b"x" * 5_000_000, Refusal.TOO_BIG)),
        (b"Erna;" * 1_000, Refusal.NOT_A_TABLE),
    ):
        assert refusal(data) is code, code


def test_a_table_with_too_many_entrants_is_refused():
    data = b"Name\n" + b"Erna\n" * 11
    assert refusal(data, limit=10) is Refusal.TOO_MANY_LINES
    assert refusal(b"Erna Schulz\n" * 50, limit=10) is Refusal.TOO_MANY_LINES
    assert refusal(book([["Name"], *[["Erna"]] * 11]), limit=10) is Refusal.TOO_MANY_LINES
    assert len(read_table(data, "list.csv", limit=11, classes=BEGUN_WITH).rows) == 11


def test_the_content_decides_and_not_the_name():
    assert registrations(PEOPLE.encode(), "list.xlsx") == [ERNA, OTTO]
    assert registrations(book([["Name"], ["Erna"]]), "list.csv") == [Registration(name="Erna")]
    assert refusal(b"PK", "list.xlsx") is Refusal.BROKEN


def test_a_workbook_is_read_by_its_headings():
    data = book(
        [
            [],
            [None, "Nr.", "Name", "Vorname", "Verein", "Dame", "Bezahlt", "Anwesend"],
            [None, 1, "Schulz", "Erna", "SC Ulm", True, 10, "x"],
            [],
            [None, 2, "Kurz", "Otto", 1893, False, datetime(2026, 5, 3), None, "bar"],
            [None, 3.0, None, None, "SC Ulm"],
        ]
    )
    intake = read_table(data, "list.xlsx", limit=10, classes=BEGUN_WITH)
    assert [(row.line, row.registration) for row in intake.rows] == [
        (3, Registration(name="Erna Schulz", club="SC Ulm", classes=frozenset({"ladies"}), paid=True, present=True)),
        (5, Registration(name="Otto Kurz", club="1893", paid=True)),
    ]
    assert [(row.line, row.text, row.problems) for row in intake.bad] == [
        (6, "3 | SC Ulm", (RowProblem(Code.NO_NAME),))
    ]
    assert [at for at, one in enumerate(columns(data, "list.xlsx")) if one is None] == [0, 8]


def test_the_first_visible_sheet_with_text_is_read_and_an_error_in_it_is_named():
    assert registrations(book([], [["Name"], ["Erna"]], [["Name"], ["Otto"]]))[0].name == "Erna"
    workbook = Workbook()
    workbook.active.append(["Name"])
    workbook.active.append(["Otto"])
    workbook.create_sheet().append(["Erna Schulz", date(2026, 1, 1)])
    workbook.worksheets[0].sheet_state = "hidden"
    workbook.active = 1
    out = BytesIO()
    workbook.save(out)
    assert registrations(out.getvalue())[0].name == "Erna Schulz"
    # One without text is empty.
    assert refusal(book([])) is Refusal.EMPTY
    assert refusal(book([["Name", "Verein"]])) is Refusal.EMPTY
    data = book([["Name", "Verein"], ["Erna", "#N/A"]])
    intake = read_table(data, "list.xlsx", limit=10, classes=BEGUN_WITH)
    assert intake.bad[0].problems == (RowProblem(Code.FORMULA_ERROR, "#N/A"),)


@pytest.mark.slow
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_bytes_bring_any_other_error(data):
    try:
        read_table(data, "list.csv", limit=50, classes=BEGUN_WITH)
    except IntakeRefused as refused:
        code = refused.code
    else:
        code = None
    assert code is None or code in Refusal


ONE = (((1, 2, 3, 4), (5, 6, 7)),)


def workbook(*rows) -> bytes:
    return book(rows)


def codes(read) -> list[tuple[str, int, str]]:
    return [(problem.code.value, problem.line, problem.detail) for problem in read.problems]


class TestText:
    def test_one_series_however_it_is_typed(self):
        for text in (
            *("1 2 3 4\n5 6 7", "1,2,3,4\n5, 6, 7", "1; 2; 3; 4\n5;6;7", "1\t2\t3\t4\n5\t6\t7"),
            *("1: 1 2 3 4\n2: 5 6 7", "2: 5 6 7\n1: 1 2 3 4", "Table 1: 1 2 3 4\nTable 2: 5 6 7"),
            *("Tisch 1 1 2 3 4\nTISCH 2; 5 6 7", "1. 1 2 3 4\n2) 5 6 7", "Series 1\n1 2 3 4\n5 6 7\n"),
            "\n\nSerie 1:\n\n1 2 3 4\r\n  005 6 7  \n\n",
            "Tisch\tPlatz\tStartnummer\n1\t1\t1\n1\t2\t2\n1\t3\t3\n1\t4\t4\n2\t1\t5\n2\t2\t6\n2\t3\t7",
        ):
            read = read_plan(text, first=1)

            assert read.series == ONE, text
            assert read.problems == ()

    def test_a_blank_line_or_a_heading_begins_the_next_series(self):
        for text in (
            "1 2 3\n\n3 2 1",
            "Series 2\n1 2 3\nSeries 3\n3 2 1",
            "1 2 3\n\nSerie Nr. 3\n\n3 2 1",
            "1 2 3\n\n\n\n1: 3 2 1",
        ):
            read = read_plan(text, first=2)

            assert read.series == (((1, 2, 3),), ((3, 2, 1),)), text
            assert read.problems == ()

    def test_a_table_left_out_is_empty_and_the_rest_of_a_bad_line_is_kept(self):
        assert read_plan("1: 1 2 3\n3: 4 5 6", first=1).series == (((1, 2, 3), (), (4, 5, 6)),)
        assert read_plan("1 2 x 4", first=1).series == (((1, 2, 4),),)

    def test_what_cannot_be_read_is_named_with_its_line(self):
        for text, found in (
            *(("1 2 x 4", ("no-number", 1, "x")), ("1 2 3\nErna Schulz", ("no-number", 2, "Erna Schulz"))),
            *(("1 2 0", ("no-number", 1, "0")), ("1 2 3.5", ("no-number", 1, "3.5"))),
            *(("1 2 1234567", ("no-number", 1, "1234567")), ("1 2 ٣", ("no-number", 1, "٣"))),
            *(("2: 1 2 3\n2: 4 5 6", ("table-twice", 2, "2")), ("0: 1 2 3", ("no-such-table", 1, "0"))),
            *(("99999: 1 2 3", ("no-such-table", 1, "99999")), ("Series 2\n1 2 3", ("other-series", 1, "2"))),
            ("1 2 3\n\nSeries 5\n3 2 1", ("other-series", 3, "5")),
        ):
            assert codes(read_plan(text, first=1)) == [found], text

    def test_nothing_and_far_too_much_are_refused(self):
        for text, code in (("", "empty"), (" \n \u200b ", "empty"), ("1" * (MOST_CHARACTERS + 1), "too-big")):
            with pytest.raises(IntakeRefused) as refused:
                read_plan(text, first=1)

            assert refused.value.code == code, text

    @pytest.mark.slow
    @given(
        st.lists(st.lists(st.lists(st.integers(1, 9999), min_size=1, max_size=5), min_size=1), min_size=1, max_size=3)
    )
    def test_a_plan_as_text_is_read_as_it_was(self, plan):
        read = read_plan(plan_as_text(plan), first=1)

        assert read.series == tuple(tuple(map(tuple, tables)) for tables in plan)
        assert read.problems == ()

    @given(st.text(max_size=300))
    def test_whatever_is_typed_is_read_or_refused(self, text):
        try:
            read = read_plan(text, first=1)
        except IntakeRefused:
            return
        for problem in read.problems:
            assert wording.plan_problem(problem, first=1)


class TestFile:
    ROWS = ([1, 1, 2, 2], [1, 1, 1, 1], [1, 1, 3, 3], [1, 1, 4, 4], [1, 2, 1, 5], [1, 2, 2, 6], [1, 2, 3, 7])

    def test_columns_in_a_workbook_and_without_headings_a_table_a_line(self):
        for headings in (
            ["Series", "Table", "Seat", "Number"],
            ["Serie", "Tisch", "Platz", "Startnummer"],
            ["serie", "TISCH", "Sitz", "Nr."],
        ):
            assert read_plan_file(workbook(headings, *self.ROWS), first=1).series == ONE, headings
        for data in (b"1;2;3;4\n5;6;7\n", b"1,2,3,4\n5,6,7\n", workbook([1, 2, 3, 4], [5, 6, 7])):
            assert read_plan_file(data, first=1).series == ONE, data
        # A blank row begins the next series.
        assert read_plan_file(workbook([1, 2, 3], [], [3, 2, 1]), first=1).series == (((1, 2, 3),), ((3, 2, 1),))

    def test_columns_in_any_order_with_others_between_a_title_above_and_several_series(self):
        rows = [["Plan"], ["Nr", "Name", "Startnr", "Tisch"]]
        rows += [
            [at, f"Name {number}", number, f"Tisch {table}"] for at, (_s, table, _p, number) in enumerate(self.ROWS)
        ]
        assert read_plan_file(workbook(*rows), first=1).series == (((2, 1, 3, 4), (5, 6, 7)),)

        lines = ["Serie;Tisch;Platz;Nummer", "3;1;1;9", "3;1;2;8", "3;1;3;7", "2;1;3;9", "2;1;2;8", "2;1;1;7"]
        assert read_plan_file("\n".join(lines).encode(), first=2).series == (((7, 8, 9),), ((9, 8, 7),))

    def test_a_bad_row_is_named_with_its_line(self):
        for rows, found in (
            ([["1", "1", "x"]], ("no-number", 2, "x")),
            ([["1", "", "7"]], ("no-number", 2, "")),
            ([["1", "5000", "7"]], ("no-such-table", 2, "5000")),
            ([["7", "1", "7"]], ("other-series", 2, "7")),
        ):
            assert codes(read_plan_file(workbook(["Serie", "Tisch", "Nummer"], *rows), first=1)) == [found], rows

    def test_seats_twice_and_with_a_gap(self):
        rows = [[1, 1, 7], [1, 1, 8], [1, 3, 9], [2, 2, 1], [2, 3, 2], [2, 4, 3]]

        read = read_plan_file(workbook(["Tisch", "Platz", "Nummer"], *rows), first=1)

        assert codes(read) == [("seats-with-a-gap", 2, "1"), ("seat-twice", 3, "1/1"), ("seats-with-a-gap", 5, "2")]

    def test_what_is_no_plan_is_refused_with_a_sentence_of_its_own(self):
        for data, code in (
            *((b"", "empty"), (b"%PDF-1.4 " + b"x" * 50, "is-pdf"), (b"PK\x03\x04 broken", "broken")),
            *((workbook(), "empty"), (workbook(["Tisch", "Nummer"]), "empty"), (b"\x00\x01\x02\x03", "wrong-type")),
            (b"1" * 5_000_001, "too-big"),
        ):
            with pytest.raises(IntakeRefused) as refused:
                read_plan_file(data, first=1)

            assert refused.value.code == code, code
            assert "entrants" not in wording.plan_refused(refused.value)


def test_every_code_has_a_sentence():
    assert set(wording.UNREADABLE) == set(PlanCode)
