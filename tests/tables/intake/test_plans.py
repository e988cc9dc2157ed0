"""Plans of seats from text and files: what is read, and what is said about what cannot be."""

import io

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.draw import wording
from tables.intake.outcome import IntakeRefused
from tables.intake.plans import MOST_CHARACTERS, PlanCode, plan_as_text, read_plan, read_plan_file

ONE = (((1, 2, 3, 4), (5, 6, 7)),)


def workbook(*rows) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def codes(read) -> list[tuple[str, int, str]]:
    return [(problem.code.value, problem.line, problem.detail) for problem in read.problems]


class TestText:
    def test_one_series_however_it_is_typed(self):
        for text in (
            "1 2 3 4\n5 6 7",
            "1,2,3,4\n5, 6, 7",
            "1; 2; 3; 4\n5;6;7",
            "1\t2\t3\t4\n5\t6\t7",
            "1: 1 2 3 4\n2: 5 6 7",
            "2: 5 6 7\n1: 1 2 3 4",
            "Table 1: 1 2 3 4\nTable 2: 5 6 7",
            "Tisch 1 1 2 3 4\nTISCH 2; 5 6 7",
            "1. 1 2 3 4\n2) 5 6 7",
            "Series 1\n1 2 3 4\n5 6 7\n",
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

    def test_a_table_left_out_is_empty(self):
        assert read_plan("1: 1 2 3\n3: 4 5 6", first=1).series == (((1, 2, 3), (), (4, 5, 6)),)

    def test_what_cannot_be_read_is_named_with_its_line(self):
        for text, found in (
            ("1 2 x 4", ("no-number", 1, "x")),
            ("1 2 3\nErna Schulz", ("no-number", 2, "Erna Schulz")),
            ("1 2 0", ("no-number", 1, "0")),
            ("1 2 3.5", ("no-number", 1, "3.5")),
            ("1 2 1234567", ("no-number", 1, "1234567")),
            ("1 2 ٣", ("no-number", 1, "٣")),
            ("2: 1 2 3\n2: 4 5 6", ("table-twice", 2, "2")),
            ("0: 1 2 3", ("no-such-table", 1, "0")),
            ("99999: 1 2 3", ("no-such-table", 1, "99999")),
            ("Series 2\n1 2 3", ("other-series", 1, "2")),
            ("1 2 3\n\nSeries 5\n3 2 1", ("other-series", 3, "5")),
        ):
            assert codes(read_plan(text, first=1)) == [found], text

    def test_the_rest_of_a_bad_line_is_kept(self):
        assert read_plan("1 2 x 4", first=1).series == (((1, 2, 4),),)

    def test_nothing_and_far_too_much_are_refused(self):
        for text, code in (("", "empty"), (" \n \u200b ", "empty"), ("1" * (MOST_CHARACTERS + 1), "too-big")):
            with pytest.raises(IntakeRefused) as refused:
                read_plan(text, first=1)

            assert refused.value.code == code, text

    @given(
        st.lists(
            st.lists(st.lists(st.integers(1, 9999), min_size=1, max_size=5), min_size=1, max_size=4),
            min_size=1,
            max_size=3,
        )
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
    ROWS = (
        [1, 1, 2, 2],
        [1, 1, 1, 1],
        [1, 1, 3, 3],
        [1, 1, 4, 4],
        [1, 2, 1, 5],
        [1, 2, 2, 6],
        [1, 2, 3, 7],
    )

    def test_columns_in_a_workbook(self):
        for headings in (
            ["Series", "Table", "Seat", "Number"],
            ["Serie", "Tisch", "Platz", "Startnummer"],
            ["serie", "TISCH", "Sitz", "Nr."],
        ):
            assert read_plan_file(workbook(headings, *self.ROWS), first=1).series == ONE, headings

    def test_columns_in_any_order_with_others_between_and_a_title_above(self):
        rows = [["Plan"], ["Nr", "Name", "Startnr", "Tisch"]]
        rows += [
            [at, f"Name {number}", number, f"Tisch {table}"] for at, (_s, table, _p, number) in enumerate(self.ROWS)
        ]

        assert read_plan_file(workbook(*rows), first=1).series == (((2, 1, 3, 4), (5, 6, 7)),)

    def test_columns_in_a_text_with_several_series(self):
        lines = ["Serie;Tisch;Platz;Nummer", "3;1;1;9", "3;1;2;8", "3;1;3;7", "2;1;3;9", "2;1;2;8", "2;1;1;7"]

        assert read_plan_file("\n".join(lines).encode(), first=2).series == (((7, 8, 9),), ((9, 8, 7),))

    def test_a_file_without_headings_has_a_table_a_line(self):
        for data in (b"1;2;3;4\n5;6;7\n", b"1,2,3,4\n5,6,7\n", workbook([1, 2, 3, 4], [5, 6, 7])):
            assert read_plan_file(data, first=1).series == ONE, data

    def test_a_blank_row_begins_the_next_series_there(self):
        assert read_plan_file(workbook([1, 2, 3], [], [3, 2, 1]), first=1).series == (((1, 2, 3),), ((3, 2, 1),))

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
            (b"", "empty"),
            (b"%PDF-1.4 " + b"x" * 50, "is-pdf"),
            (b"PK\x03\x04 broken", "broken"),
            (workbook(), "empty"),
            (workbook(["Tisch", "Nummer"]), "empty"),
            (b"\x00\x01\x02\x03", "wrong-type"),
            (b"1" * 5_000_001, "too-big"),
        ):
            with pytest.raises(IntakeRefused) as refused:
                read_plan_file(data, first=1)

            assert refused.value.code == code, code
            assert "entrants" not in wording.plan_refused(refused.value)


def test_every_code_has_a_sentence():
    assert set(wording.UNREADABLE) == set(PlanCode)
