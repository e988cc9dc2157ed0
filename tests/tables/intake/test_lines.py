"""Entrants as pasted lines."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.intake.outcome import IntakeRefused, Refusal
from tables.intake.registration import Code, Problem, Registration
from tables.intake.sources.lines import read_lines
from tables.intake.text import clean_text
from tests.classes import BEGUN_WITH


def only(text):
    """Return the one registration of a text."""
    intake = read_lines(text, limit=10, classes=BEGUN_WITH)
    assert intake.bad == ()
    (row,) = intake.rows
    return row.registration


def found_in(text):
    """Return the problems of the one bad row of a text."""
    intake = read_lines(text, limit=10, classes=BEGUN_WITH)
    assert intake.rows == ()
    (row,) = intake.bad
    return row.problems


@pytest.mark.parametrize(
    ("line", "registration"),
    [
        ("Erna Schulz", Registration(name="Erna Schulz")),
        ("Schulz, Erna", Registration(name="Schulz, Erna")),
        ("Schulz, Erna; SC Ulm; Die Asse", Registration(name="Schulz, Erna", club="SC Ulm", team="Die Asse")),
        (
            "Erna Schulz\tSC Ulm\tDie Asse\tDame",
            Registration(name="Erna Schulz", club="SC Ulm", team="Die Asse", classes=frozenset({"ladies"})),
        ),
        ("Erna Schulz;;;", Registration(name="Erna Schulz")),
        ("12. Erna Schulz", Registration(name="Erna Schulz")),
        ("12) Erna Schulz; SC Ulm", Registration(name="Erna Schulz", club="SC Ulm")),
        ("12.\tErna Schulz", Registration(name="Erna Schulz")),
        ("12;Erna Schulz;SC Ulm", Registration(name="Erna Schulz", club="SC Ulm")),
        ("  3.Erna Schulz", Registration(name="Erna Schulz")),
        ("Erna Schulz; 1. SC 88. Ulm; 2. Asse", Registration(name="Erna Schulz", club="1. SC 88. Ulm", team="2. Asse")),
        ("=1+1 Erna", Registration(name="=1+1 Erna")),
        ("Erna Schulz; SC Ulm; offen", Registration(name="Erna Schulz", club="SC Ulm")),
        ("Erna Schulz, noch nicht bezahlt", Registration(name="Erna Schulz")),
        ("Erna Schulz|SC Ulm|10 €", Registration(name="Erna Schulz", club="SC Ulm", paid=True)),
        ("Erna Schulz, SC Ulm, 10 EUR bez.", Registration(name="Erna Schulz", club="SC Ulm", paid=True)),
        ("Erna Schulz, SC Ulm, 0 €", Registration(name="Erna Schulz", club="SC Ulm")),
        ("4 Erna Schulz SC Ulm", Registration(name="Erna Schulz", club="SC Ulm")),
        ("Schulz, Erna Skatfreunde Ulm", Registration(name="Schulz, Erna", club="Skatfreunde Ulm")),
        ("Erna Schulz: SC Ulm", Registration(name="Erna Schulz", club="SC Ulm")),
        ("[ ] Erna Schulz", Registration(name="Erna Schulz")),
    ],
)
def test_a_line_is_name_club_team_and_marks(line, registration):
    assert only(line) == registration


def test_a_name_with_its_club_in_one_cell_of_a_table_is_asked_about():
    intake = read_lines("Name;Verein\nAnna Berg;SC Ulm\nErna Schulz, SC Gera;", limit=10, classes=BEGUN_WITH)

    assert [row.registration.name for row in intake.rows] == ["Anna Berg"]
    assert [[problem.code for problem in row.problems] for row in intake.bad] == [[Code.DOUBTFUL]]


@pytest.mark.parametrize("line", ["[x] Erna Schulz", "Erna Schulz x", "✓ Erna Schulz", "Erna Schulz: Ulm"])
def test_what_a_tick_or_a_colon_means_is_asked_and_the_name_stays_clean(line):
    (row,) = read_lines(line, limit=10, classes=BEGUN_WITH).bad

    assert row.said.name == "Erna Schulz"


@pytest.mark.parametrize(
    ("marks", "set_marks"),
    [
        ("Dame", {"ladies"}),
        ("LADY", {"ladies"}),
        ("d", {"ladies"}),
        ("Junior", {"juniors"}),
        ("jugend", {"juniors"}),
        ("J", {"juniors"}),
        ("Senior", {"seniors"}),
        ("S", {"seniors"}),
        ("bezahlt", {"paid"}),
        ("paid", {"paid"}),
        ("anwesend", {"present"}),
        ("Present", {"present"}),
        ("Dame, Senior bezahlt/anwesend", {"ladies", "seniors", "paid", "present"}),
        ("Dame; bezahlt", {"ladies", "paid"}),
        ("pagado, presente", {"paid", "present"}),
        ("-", set()),
        ("Herr", set()),
    ],
)
def test_marks_are_words(marks, set_marks):
    registration = only(f"Erna;;;{marks}")
    assert {
        *registration.classes,
        *(mark for mark in ("paid", "present") if getattr(registration, mark)),
    } == set_marks


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("###", (Problem(Code.NAME_WITHOUT_LETTERS, "###"),)),
        ("12", (Problem(Code.NAME_WITHOUT_LETTERS, "12"),)),
        (";SC Ulm", (Problem(Code.NO_NAME),)),
        ("Erna;;;Dama, Königin", (Problem(Code.UNKNOWN_MARK, "Königin"),)),
        ("Erna;;;Junior Senior", (Problem(Code.TWO_AGES, "Juniors, Seniors"),)),
        ("Erna Schulz, SC Ulm, Die Asse", (Problem(Code.DOUBTFUL),)),
        ("x" * 81, (Problem(Code.NAME_TOO_LONG, "81"),)),
        (
            "##;;;foo bar",
            (Problem(Code.NAME_WITHOUT_LETTERS, "##"), *(Problem(Code.UNKNOWN_MARK, w) for w in ("foo", "bar"))),
        ),
    ],
)
def test_a_bad_line_says_everything_that_is_wrong(line, found):
    assert found_in(line) == found


def test_lines_keep_their_numbers():
    intake = read_lines("\nErna\n\n ; ;\n###\r\nOtto\n\u200b\n", limit=3)
    assert [row.line for row in intake.rows] == [2, 6]
    assert [(row.line, row.text) for row in intake.bad] == [(5, "###")]


def test_nothing_pasted_is_an_empty_intake():
    assert read_lines(" \n\n;\t;", limit=10, classes=BEGUN_WITH) == read_lines("", limit=1)


@pytest.mark.thorough
def test_too_many_lines_are_refused_as_a_whole():
    text = "Erna Schulz; SC Ulm; Die Asse; Dame\n" * 10_000
    with pytest.raises(IntakeRefused) as refused:
        read_lines(text, limit=9_999, classes=BEGUN_WITH)
    assert refused.value.code is Refusal.TOO_MANY_LINES
    assert len(read_lines(text, limit=10_000, classes=BEGUN_WITH).rows) == 10_000


def test_a_book_is_refused():
    with pytest.raises(IntakeRefused) as refused:
        read_lines("Erna" * 1_000_000, limit=10, classes=BEGUN_WITH)
    assert refused.value.code is Refusal.TOO_BIG


LINES = st.lists(
    st.text(st.sampled_from("Erna Sch,;\t12.)#\u200d\u200b\xa0\u0301ß=@DJ") | st.characters(), max_size=30), max_size=8
)


def read_or_refused(text):
    """Return what is read of a text, or nothing where it names nobody or has headings without a name."""
    try:
        return read_lines(text, limit=1_000, classes=BEGUN_WITH)
    except IntakeRefused as refused:
        if refused.code not in (Refusal.EMPTY, Refusal.NO_NAME_COLUMN):
            raise
        return None


@given(LINES)
def test_no_line_is_lost(lines):
    text = "\n".join(["Erna Schulz; SC Ulm", *lines])
    intake = read_or_refused(text)
    if intake is None:
        return
    numbers = sorted({row.line for row in (*intake.rows, *intake.bad, *intake.marked)})
    with_text = [
        number for number, line in enumerate(text.splitlines(), start=1) if clean_text(re.sub("[;\t|]", " ", line))
    ]
    assert numbers == with_text
    assert all(row.problems for row in intake.bad)


@given(LINES)
def test_what_is_accepted_can_be_stored(lines):
    intake = read_or_refused("\n".join(lines))
    for row in intake.rows if intake else ():
        stored = row.registration
        assert stored.name
        assert max(map(len, (stored.name, stored.club, stored.team))) <= 80
        assert stored.name == clean_text(stored.name)
        assert not {"juniors", "seniors"} <= stored.classes
