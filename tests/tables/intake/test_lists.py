"""Lists as people write them, each with what is right beside it (``lists/*.txt``), and workbooks as they make them.

A list begins with ``###`` and what it is about, with ``name=value`` behind a bar where it is read otherwise than as a
text in UTF-8. Below it stands what comes of its rows: ``3: Hans Meier | club=Ulm`` is taken, ``3?`` is asked, ``3-`` is
left out because of that. What is not said is empty, and rows of which nothing is said are left out.
"""

import io
import json
import re
import zipfile
from collections import Counter
from datetime import date
from pathlib import Path

import openpyxl
import pytest
from django.utils import translation
from hypothesis import example, given, settings
from hypothesis import strategies as st
from openpyxl.styles import Font
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from tables.intake.__main__ import CLASSES, answer, answer_teams, fates, main
from tables.intake.headings import Field
from tables.intake.layout import layout_of
from tables.intake.outcome import IntakeRefused, Line, Refusal
from tables.intake.table import read
from tables.intake.text import clean_text
from tables.people.listings import entrants_sheet
from tables.people.models import Entrant
from tables.sheets import write_csv, write_xlsx
from tests.support.factories import EVENING
from tests.support.thorough import examples

LISTS = Path(__file__).parent / "lists"
FIELDS = ("number", "club", "team", "class", "paid", "birth_year", "member_number", "why", "propose")
STATES = {":": "taken", "?": "asked", "-": "left-out"}


def written():
    """Yield each list: what it is about, how it is read, its text, what is right."""
    for path in sorted(LISTS.glob("*.txt")):
        for block in re.split(r"^### ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            head, *lines = block.splitlines()
            about, *options = head.split(" | ")
            text = "\n".join(line for line in lines if not line.startswith("=> ")).replace("⇥", "\t")
            right = [line.removeprefix("=> ") for line in lines if line.startswith("=> ")]
            yield pytest.param(dict(one.split("=") for one in options), text + "\n", right, id=f"{path.stem}: {about}")


def as_written(row):
    """Return a row of an answer in the words of the lists."""
    sign = next(sign for sign, state in STATES.items() if state == row["state"])
    if sign == "-":
        return f"{row['row']}- {row['why'][0]}"
    row = {**row, "why": ",".join(row["why"]), "propose": " + ".join(one["name"] for one in row.get("propose", ()))}
    said = [f"{name}={row[name]}" for name in FIELDS if row[name] not in (None, "")]
    return " | ".join([f"{row['row']}{sign} {row['name']}".strip(), *said])


def looked_at(told, right):
    """Return what is told of the rows, those left out only where something is said of them."""
    said = {line.split(" ")[0] for line in right}
    lines = [(row, as_written(row)) for row in told["rows"]]
    return [line for row, line in lines if line.split(" ")[0] in said or row["state"] != "left-out"]


@pytest.mark.parametrize(("how", "text", "right"), [*written()])
def test_a_list_is_read_as_it_is_meant(how, text, right):
    data = text.encode(how.get("encoding", "utf-8"))

    told = answer(data, f"list.{how.get('as', 'txt')}", fee=int(how.get("fee", 0)), year=2026)

    assert looked_at(told, right) == right
    cells = [len(row["cells"]) for row in told["rows"]]
    assert all(cells)
    assert Counter(row["row"] for row in told["rows"] if row["state"] == "taken" and row["why"]) == {}


def test_there_are_many_lists():
    assert len([*written()]) >= 150


def workbook(*rows, title="Teilnehmer", dress=None):
    """Return a workbook of one sheet, whose looks ``dress`` may change."""
    book = openpyxl.Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    if dress:
        dress(book.active)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def told_of(data, right, **how):
    return looked_at(answer(data, "list.xlsx", fee=how.get("fee", 0), year=2026), right)


class TestWorkbooks:
    def test_a_date_is_the_year_of_birth_whatever_its_format(self):
        def dress(sheet):
            sheet["B2"].number_format = "m/d/yy"
            sheet["B3"].number_format = "dd.mm.yyyy"

        rows = [
            ["Name", "Geburtsdatum"],
            ["Hans Meier", date(1961, 5, 12)],
            ["Ute Kurz", date(1958, 1, 2)],
            ["Eva Maus", 1970],
        ]
        right = ["2: Hans Meier | birth_year=1961", "3: Ute Kurz | birth_year=1958", "4: Eva Maus | birth_year=1970"]
        assert told_of(workbook(*rows, dress=dress), right) == right

    def test_dates_of_books_that_count_from_1904(self):
        book = openpyxl.Workbook()
        book.epoch = CALENDAR_MAC_1904
        book.active.append(["Name", "Geburtsdatum"])
        book.active.append(["Hans Meier", date(1961, 5, 12)])
        out = io.BytesIO()
        book.save(out)
        right = ["2: Hans Meier | birth_year=1961"]
        assert told_of(out.getvalue(), right) == right

    def test_a_number_below_the_heading_of_dates_is_asked(self):
        right = ["2? Hans Meier | birth_year=22413 | why=not-possible"]
        assert told_of(workbook(["Name", "Geburtsdatum"], ["Hans Meier", 22413]), right) == right

    def test_noughts_of_a_format_are_kept(self):
        def dress(sheet):
            sheet["B2"].number_format = "00000000"

        right = ["2: Hans Meier | member_number=00004711"]
        assert told_of(workbook(["Name", "Mitgliedsnummer"], ["Hans Meier", 4711], dress=dress), right) == right

    def test_sums_of_a_workbook(self):
        def dress(sheet):
            sheet["B2"].number_format = '#,##0.00 "€"'

        rows = [["Name", "Startgeld"], ["Hans Meier", 10], ["Ute Kurz", 7.5], ["Karl Lang", 0]]
        right = ["2: Hans Meier | paid=1000", "3: Ute Kurz | paid=750", "4: Karl Lang | paid=0"]
        assert told_of(workbook(*rows, dress=dress), right, fee=1000) == right

    def test_hidden_and_struck_through_rows_are_asked(self):
        def dress(sheet):
            sheet.row_dimensions[3].hidden = True
            sheet["A4"].font = Font(strike=True)

        rows = [["Name", "Verein"], ["Hans Meier", "Ulm"], ["Ute Kurz", "Bonn"], ["Karl Lang", "Ulm"]]
        right = [
            "2: Hans Meier | club=Ulm",
            "3? Ute Kurz | club=Bonn | why=hidden",
            "4? Karl Lang | club=Ulm | why=struck-through",
        ]
        assert told_of(workbook(*rows, dress=dress), right) == right

    def test_a_merged_club_counts_for_all_its_rows(self):
        def dress(sheet):
            sheet.merge_cells("A2:A4")

        rows = [
            ["Verein", "Name"],
            ["SC Ulm", "Hans Meier"],
            [None, "Ute Kurz"],
            [None, "Karl Lang"],
            ["SC Bonn", "Eva Maus"],
        ]
        right = [
            *(
                f"{row}: {name} | club=SC Ulm"
                for row, name in enumerate(["Hans Meier", "Ute Kurz", "Karl Lang"], start=2)
            ),
            "5: Eva Maus | club=SC Bonn",
        ]
        assert told_of(workbook(*rows, dress=dress), right) == right

    def test_three_names_below_one_another_in_a_cell(self):
        right = [
            "2? Hans Meier / Ute Kurz | club=SC Ulm | why=several-people | propose=Hans Meier + Ute Kurz",
            "3: Karl Lang | club=SC Bonn",
        ]
        rows = [["Name", "Verein"], ["Hans Meier\nUte Kurz", "SC Ulm"], ["Karl Lang", "SC Bonn"]]
        assert told_of(workbook(*rows), right) == right

    def test_a_title_over_all_columns_and_links_beside_names(self):
        def dress(sheet):
            sheet.merge_cells("A1:C1")
            sheet["B3"].hyperlink = "mailto:hans@example.org"

        rows = [["Teilnehmer"], ["Start-Nr.", "Name", "Verein"], [7, "Hans Meier", "Ulm"]]
        right = ["3: Hans Meier | number=7 | club=Ulm"]
        assert told_of(workbook(*rows, dress=dress), right) == right

    @pytest.mark.parametrize("first", ["Deckblatt", "Absagen"])
    def test_the_sheet_with_people_is_read_and_the_others_are_named(self, first):
        book = openpyxl.Workbook()
        book.active.title = first
        for row in (
            [["Herbstturnier"], ["im Gasthof Linde"]]
            if first == "Deckblatt"
            else [["Name", "Verein"], ["Karl Lang", "Ulm"]]
        ):
            book.active.append(row)
        for row in [["Name", "Verein"], ["Hans Meier", "Ulm"]]:
            if row[0] == "Name":
                book.create_sheet("Zusagen")
            book["Zusagen"].append(row)
        out = io.BytesIO()
        book.save(out)

        told = answer(out.getvalue(), "list.xlsx", year=2026)

        assert (told["sheet"], told["other_sheets"]) == ("Zusagen", [first])
        assert [row["name"] for row in told["rows"] if row["state"] == "taken"] == ["Hans Meier"]

    def test_tables_side_by_side_of_those_who_come_and_who_do_not(self):
        rows = [
            ["Zusagen", None, "Absagen", None],
            ["Name", "Verein"] * 2,
            ["Hans Meier", "SC Ulm", "Ute Kurz", "Gera"],
        ]
        right = ["3: Hans Meier | club=SC Ulm", "3- cancelled"]
        assert told_of(workbook(*rows), right) == right

    def test_the_sheet_of_those_who_registered_comes_before_that_of_members(self):
        book = openpyxl.Workbook()
        for title, name in (("Mitglieder", "Karl Lang"), ("Anmeldungen 27.11.", "Hans Meier")):
            sheet = book.create_sheet(title)
            sheet.append(["Name", "Verein"])
            sheet.append([name, "Ulm"])
        out = io.BytesIO()
        book.save(out)

        told = answer(out.getvalue(), "list.xlsx", year=2026)

        assert (told["sheet"], told["other_sheets"]) == ("Anmeldungen 27.11.", ["Mitglieder"])

    @pytest.mark.parametrize("merged", ["A1:XFD1048576", "A1:CV9000", "A1:A1048576"])
    def test_cells_merged_into_a_bomb_are_refused(self, merged):
        data = workbook(["Name"], ["Hans Meier"], dress=lambda sheet: sheet.merge_cells("A5:B5"))
        packed = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as book, zipfile.ZipFile(packed, "w") as bomb:
            for name in book.namelist():
                bomb.writestr(name, book.read(name).replace(b"A5:B5", merged.encode()))

        with pytest.raises(IntakeRefused) as refused:
            answer(packed.getvalue(), "list.xlsx", year=2026)
        assert refused.value.code is Refusal.BOMB


WORDS = st.sampled_from(
    [
        *(
            "Name",
            "Verein",
            "Nr.",
            "Startgeld",
            "Runde 1",
            "Bemerkung",
            "Hans Meier",
            "Ute Kurz",
            "Meier, Hans",
            "SC Ulm",
        ),
        *(
            "Hans und Ute Kurz",
            "abgesagt",
            "10,00",
            "-35",
            "820",
            "x",
            "",
            "bezahlt",
            "Hans Meier <h@example.org>",
            "Dame",
        ),
        *("Absagen:", "Summe", "1.", "Spieler 1", "Spieler 2", "#NV", "vielleicht", "Hans Meier, SC Ulm, bezahlt", "?"),
    ]
)


@settings(max_examples=examples(150), deadline=None)
@given(st.lists(st.lists(WORDS | st.text(max_size=12), min_size=1, max_size=6), min_size=1, max_size=9))
@example(
    [["Name", "Verein", "", "Name", "Verein"], ["Hans Meier", "Ulm", "", "", ""], ["", "", "", "Ute Kurz", "Bonn"]]
)
@example([["Name", "Verein"], ["Hans Meier", "Ulm", "zu viel"]])
def test_every_cell_of_a_grid_has_one_of_three_fates(grid):
    cells = [[clean_text(cell) for cell in row] for row in grid]
    lines = [Line(number=at, cells=tuple(row)) for at, row in enumerate(cells, start=1) if any(row)]
    layout = layout_of(lines, CLASSES)
    try:
        intake = read(layout, limit=100)
    except IntakeRefused:
        return
    found = fates(layout, intake)

    assert {key: len(cells) for key, cells in found.items()} == {line.key: len(line.cells) for line in lines}
    known = {*map(str, Field), *(player_class.code for player_class in CLASSES), "asked", "left-out"}
    assert {fate for cells in found.values() for fate in cells} <= known
    taken = {row.key.partition("-")[0] for row in intake.rows}
    left_out = {key for key, cells in found.items() if set(cells) == {"left-out"}}
    assert not taken & left_out


PEOPLE = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "Hans Meier",
                "Ute Kurz",
                "Karl von der Au",
                "Eva Müller-Lüdenscheidt",
                "José Lima",
                "Erna & Otto",
                "Manni 2000",
            ]
        ),
        st.sampled_from(["", "SC Ulm", "Skatfreunde Köln 1893", "1. SC Gera", "Bad Nauheim"]),
        st.sampled_from(["", "Asse", "Herz 1", "Die Buben"]),
        st.sampled_from([None, 1961, 1990]),
        st.sampled_from(["", "00123", "4711", "08.80.012"]),
        st.frozensets(st.sampled_from(["ladies", "seniors"])),
        st.booleans(),
        st.booleans(),
    ),
    min_size=1,
    max_size=9,
)


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("way", ["xlsx", "csv", "clipboard"])
@settings(max_examples=examples(25), deadline=None)
@given(people=PEOPLE)
def test_our_own_file_of_entrants_comes_back_as_it_is(way, people):
    made = [
        Entrant(
            number=at,
            name=name,
            club=club,
            team=team,
            birth_year=born,
            member_number=member,
            classes=sorted(classes),
            paid=paid,
            present=paid,
            withdrawn_at=EVENING if is_out else None,
        )
        for at, (name, club, team, born, member, classes, paid, is_out) in enumerate(people, start=3)
    ]
    with translation.override("de"):
        sheet = entrants_sheet(made, CLASSES)
    data = write_xlsx([sheet], above=["Herz-Dame-Cup", "16. Mai 2026"]) if way == "xlsx" else write_csv(sheet)
    if way == "clipboard":
        data = data.decode("utf-8-sig").replace(";", "\t").replace('"', "").encode()
    rows = answer(data, f"entrants.{way}", year=2026)["rows"]

    told = {row["number"]: row for row in rows if row["state"] != "left-out"}
    assert {*told} == {entrant.number for entrant in made if not entrant.withdrawn_at}
    for entrant in made:
        if not entrant.withdrawn_at:
            row = told[entrant.number]
            assert row["state"] == "taken", row
            said = ("name", "club", "team", "birth_year", "member_number")
            assert [row[name] for name in said] == [getattr(entrant, name) for name in said]
            assert row["class"] == ", ".join(entrant.classes)
            # Who had paid, and was there, belongs to another event: it is asked about the column.
            assert row["paid"] is None
            assert "asked" in row["cells"]
    assert [row["why"] for row in rows if row["state"] == "left-out"].count(["cancelled"]) == len(made) - len(told)


def test_the_command_reads_teams_where_it_is_told_to(tmp_path, monkeypatch, capsys):
    (tmp_path / "teams.txt").write_text("1. Herz Dame I 28:17\n2. Die Buben 20:25\n", encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["intake", str(tmp_path / "teams.txt"), "--teams"])

    assert main() == 0
    assert [row["name"] for row in json.loads(capsys.readouterr().out)["rows"]] == ["Herz Dame I", "Die Buben"]


@pytest.mark.parametrize(
    ("text", "teams"),
    [
        (
            "1. SC Herz Dame I\t28:17\t45.123\n2. Skatfreunde Ulm II\t20:25\t41.003\n",
            ["SC Herz Dame I", "Skatfreunde Ulm II"],
        ),
        ("1. SC Herz Dame I 28:17 45.123\n", ["SC Herz Dame I"]),
        ("Platz;Mannschaft;Spielpunkte\n1;Herz Dame 2;1.234\n", ["Herz Dame 2"]),
        ("Mannschaft\nHerz Dame 2\n", ["Herz Dame 2"]),
        ("- SC Herz Dame 1893\n- Die Buben\n", ["SC Herz Dame 1893", "Die Buben"]),
        ("Tabelle 2026\n1. Ulm 1893 20 : 25 -1.003\n2. 1. SC Gera 20:25\n", ["Ulm 1893", "1. SC Gera"]),
        ("Die Buben (SC Ulm)\nAsse, SC Bonn\nspielfrei\n", ["Die Buben (SC Ulm)", "Asse (SC Bonn)"]),
        ("Asse;Hans Meier;Ute Kurz\n", ["Asse: Hans Meier, Ute Kurz"]),
        (
            "Team;Spieler\nAsse;Hans Meier\nAsse;Ute Kurz\nBuben;Karl Lang\n",
            ["Asse: Hans Meier, Ute Kurz", "Buben: Karl Lang"],
        ),
        ("1. SC Ulm\nHerz Dame 1\nDie Buben\n", ["1. SC Ulm", "Herz Dame 1", "Die Buben"]),
        ("Ulm I abgemeldet\nUlm II\nUlm - Gera 3:1\nHans Meier\nN.N.\n", ["Ulm II"]),
        ("Bezirksliga 2026:\n1) Herz Dame\n2) Die Buben\n", ["Herz Dame", "Die Buben"]),
        ("Herz Dame 2; SC Herz Dame\n", ["Herz Dame 2 (SC Herz Dame)"]),
        (
            "Mannschaft;Verein;Spieler 1;Spieler 2\nAsse;SC Ulm;Hans Meier;Ute Kurz\n",
            ["Asse (SC Ulm): Hans Meier, Ute Kurz"],
        ),
        (
            "Herz Buben: Hans Meier, Ute Kurz, Karl Lang, Eva Maus\n",
            ["Herz Buben: Hans Meier, Ute Kurz, Karl Lang, Eva Maus"],
        ),
    ],
)
def test_teams_are_read_without_their_numbers_and_points(text, teams):
    rows = answer_teams(text.encode())["rows"]

    found = [row for row in rows if row["state"] == "taken"]
    told = [row["name"] + (f" ({row['club']})" if row["club"] else "") for row in found]
    players = [f": {', '.join(row['players'])}" if row["players"] else "" for row in found]
    assert [name + more for name, more in zip(told, players, strict=True)] == teams
