"""Lines of teams as people write them: numbers, names, substitutes, and everything that can be wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.results.forms.team_files import teams_in
from scoring.results.forms.team_lines import TeamReader, registered_as_text
from scoring.results.models import Ranking
from tables.intake.rows import Line
from tables.people.models import Entrant

pytestmark = pytest.mark.database

PEOPLE = {
    1: "Anna Berg",
    2: "Otto Kurz",
    3: "Erna Schulz",
    4: "Udo Öhler",
    5: "Otto Kurz",
    6: "",
}


def entrants(**fields):
    return [
        Entrant(number=number, name=name, classes=["ladies"] if number in (1, 3) else [], **fields)
        for number, name in PEOPLE.items()
    ]


def reader(*, size=4, kind="team"):
    return TeamReader(Ranking(kind=kind, size=size), entrants())


def read(text, **terms):
    """Return each line as its name, its players, its substitutes and the codes of what is wrong."""
    return [
        (
            line.name,
            [one.number for one in line.members],
            [one.number for one in line.substitutes],
            [slip.code for slip in line.slips],
        )
        for line in reader(**terms).read(text, unnamed="Team %(number)s")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Herz Buben: 1, 3, 4; 6",
        "Herz Buben:1,3,4;6",
        "  Herz Buben : 1 3 4 ; 6 ",
        "Herz Buben: no. 1, Nr. 3, #4; 6",
        "Herz Buben: Anna Berg, Erna Schulz, Öhler Udo; 6",
        "Herz Buben: Berg, Anna, Schulz, Erna, Oehler, Udo; No. 6",
        "Herz Buben: 1 Anna Berg / 3 Erna Schulz + 4; 6",
        "Herz Buben\t1\t3\t4; 6",
    ],
)
def test_a_line_is_read_however_it_is_written(text):
    assert read(text) == [("Herz Buben", [1, 3, 4], [6], [])]


def test_without_a_colon_the_numbers_behind_the_name_are_its_players():
    assert read("SC 08 Buben 1 3, 4") == [("SC 08 Buben", [1, 3, 4], [], [])]


def test_a_team_without_a_name_gets_one():
    assert [line[0] for line in read("1, 3\n4 6")] == ["Team 1", "Team 2"]


def test_empty_lines_are_no_teams_and_count_as_lines():
    found = reader().read("\n  \nA: 1\n", unnamed="%(number)s")

    assert [line.line for line in found] == [3]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Buben", ["team-nobody"]),
        ("Buben:", ["team-nobody"]),
        ("Buben: 99", ["member-unknown"]),
        ("Buben: Hans Wurst", ["member-unknown"]),
        ("Buben: Otto Kurz", ["member-several"]),
        ("Buben: 1, 1", ["member-again"]),
        ("Buben: 1; 1", ["member-again"]),
        ("Buben: 1, 2, 3, 4, 5", ["team-too-many"]),
        (f"{'B' * 81}: 1", ["team-name-long"]),
    ],
)
def test_what_is_wrong_is_said(text, codes):
    assert read(text)[0][3] == codes


def test_nobody_plays_for_two_teams_and_the_line_says_for_which_he_does():
    first, second = reader().read("A: 1\nB: 1", unnamed="")

    assert not first.slips
    assert dict(second.slips[0].facts) == {"number": 1, "line": 1}


def test_two_teams_are_not_called_alike():
    assert read("Buben: 1\nBUBEN: 2")[1][3] == ["team-name-again"]


def test_a_mixed_pair_is_a_lady_and_a_man():
    assert read("A: 1, 2\nB: 3, 4", size=2, kind="mixed") == [("A", [1, 2], [], []), ("B", [3, 4], [], [])]
    assert read("A: 1, 3", size=2, kind="mixed")[0][3] == ["team-not-mixed"]


def test_the_teams_of_the_desk_are_found_in_any_spelling_and_those_too_many_are_substitutes():
    named = entrants()
    for one, team in zip(named, ["Die Buben", "die  buben", "", "Asse", "DIE BUBEN", ""], strict=True):
        one.team = team

    assert registered_as_text(named, size=2) == "Die Buben: 1, 2; 5\nAsse: 4"


@given(st.text(max_size=200))
def test_whatever_is_typed_is_read_without_an_error(text):
    for line in reader().read(text, unnamed="Team %(number)s"):
        assert line.slips or line.members


def said(table):
    """Return name, members and substitutes of each team."""
    return [(one.name, one.members, one.substitutes) for one in teams_in(table)]


def lines(*rows):
    return [Line(number=at, cells=cells) for at, cells in enumerate(rows, start=1)]


class TestTables:
    def test_with_headings_have_a_player_a_row(self):
        table = lines(
            ("Mannschaften 2026", "", ""),
            ("Mannschaft", "Startnummer", "Ersatz"),
            ("Buben", "1", ""),
            ("", "2", "x"),
            ("Asse", "3", "nein"),
        )

        assert said(table) == [("Buben", ["1"], ["2"]), ("Asse", ["3"], [])]

    def test_may_name_the_players_in_two_columns(self):
        table = lines(("Vorname", "Nachname", "Team"), ("Anna", "Berg", "Buben"), ("Erna", "Schulz", "Buben"))

        assert said(table) == [("Buben", ["Anna Berg", "Erna Schulz"], [])]

    def test_without_headings_have_a_team_a_row(self):
        assert said(lines(("Buben", "1", "2", ""), ("Asse", "3"))) == [("Buben", ["1", "2"], []), ("Asse", ["3"], [])]

    def test_that_are_empty_have_no_team(self):
        assert teams_in([]) == []
