"""Lists as people write them, each with what is right beside it (``lists/*.txt``), and workbooks as they make them.

A list begins with ``###`` and what it is about, with ``name=value`` behind a bar where it is read otherwise than as a
text in UTF-8. Below it stands what comes of its rows: ``3: Hans Meier | club=Ulm`` is taken, ``3?`` is asked, ``3-`` is
left out because of that. What is not said is empty, and rows of which nothing is said are left out.
"""

import io
import json
import re
import zipfile
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


def written(path):
    """Yield each list of a file: what it is about, how it is read, its text, what is right."""
    for block in re.split(r"^### ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        head, *lines = block.splitlines()
        about, *options = head.split(" | ")
        text = "\n".join(line for line in lines if not line.startswith("=> ")).replace("⇥", "\t")
        right = [line.removeprefix("=> ") for line in lines if line.startswith("=> ")]
        yield about, dict(one.split("=") for one in options), text + "\n", right


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


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(LISTS.glob("*.txt")), ids=lambda path: path.stem)
def test_a_list_is_read_as_it_is_meant(path):
    wrong = []
    for about, how, text, right in written(path):
        data = text.encode(how.get("encoding", "utf-8"))
        told = answer(data, f"list.{how.get('as', 'txt')}", fee=int(how.get("fee", 0)), year=2026)
        rows = told["rows"]
        if looked_at(told, right) != right or not all(row["cells"] for row in rows):
            wrong.append((about, looked_at(told, right), right))
        wrong += [(about, row) for row in rows if row["state"] == "taken" and row["why"]]
    assert wrong == []


def test_there_are_many_lists():
    assert sum(len([*written(path)]) for path in LISTS.glob("*.txt")) >= 500


def saved(book):
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def workbook(*rows, title="Teilnehmer", dress=None):
    """Return a workbook of one sheet, whose looks ``dress`` may change."""
    book = openpyxl.Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    if dress:
        dress(book.active)
    return saved(book)


def formats(**of_cells):
    """Return what gives cells a format of their own."""

    def dress(sheet):
        for cell, number_format in of_cells.items():
            sheet[cell].number_format = number_format

    return dress


def hidden_and_struck(sheet):
    sheet.row_dimensions[3].hidden = True
    sheet["A4"].font = Font(strike=True)


def titled_and_linked(sheet):
    sheet.merge_cells("A1:C1")
    sheet["B3"].hyperlink = "mailto:hans@example.org"


def below_one_another(sheet):
    sheet.merge_cells("A2:A4")


def told_of(data, right, **how):
    return looked_at(answer(data, "list.xlsx", fee=how.get("fee", 0), year=2026), right)


class TestWorkbooks:
    def test_are_read_by_their_values_and_their_looks(self):
        born, hans, ute, karl = ["Name", "Geburtsdatum"], "Hans Meier", "Ute Kurz", "Karl Lang"
        merged = [["Verein", "Name"], ["SC Ulm", hans], [None, ute], [None, karl], ["SC Bonn", "Eva Maus"]]
        coming = [["Zusagen", None, "Absagen", None], ["Name", "Verein"] * 2, [hans, "SC Ulm", ute, "Gera"]]
        clubs = ["Name", "Verein"]
        for rows, dress, right in (
            # A date is the year of birth whatever its format, and a number below its heading is asked.
            (
                [born, [hans, date(1961, 5, 12)], [ute, date(1958, 1, 2)], [karl, 1970], ["Eva Maus", 22413]],
                formats(B2="m/d/yy", B3="dd.mm.yyyy"),
                [
                    *(f"2: {hans} | birth_year=1961", f"3: {ute} | birth_year=1958", f"4: {karl} | birth_year=1970"),
                    "5? Eva Maus | birth_year=22413 | why=not-possible",
                ],
            ),
            # Noughts of a format are kept.
            ([["Name", "Mitgliedsnummer"], [hans, 4711]], formats(B2="0" * 8), [f"2: {hans} | member_number=00004711"]),
            (
                [["Name", "Startgeld"], [hans, 10], [ute, 7.5], [karl, 0]],
                formats(B2='#,##0.00 "€"'),
                [f"2: {hans} | paid=1000", f"3: {ute} | paid=750", f"4: {karl} | paid=0"],
            ),
            (
                [clubs, [hans, "Ulm"], [ute, "Bonn"], [karl, "Ulm"]],
                hidden_and_struck,
                [
                    f"2: {hans} | club=Ulm",
                    f"3? {ute} | club=Bonn | why=hidden",
                    f"4? {karl} | club=Ulm | why=struck-through",
                ],
            ),
            # A merged club counts for all its rows.
            (
                merged,
                below_one_another,
                [
                    *(f"{row}: {name} | club=SC Ulm" for row, name in enumerate((hans, ute, karl), start=2)),
                    "5: Eva Maus | club=SC Bonn",
                ],
            ),
            (
                [clubs, [f"{hans}\n{ute}", "SC Ulm"], [karl, "SC Bonn"]],
                None,
                [
                    f"2? {hans} / {ute} | club=SC Ulm | why=several-people | propose={hans} + {ute}",
                    f"3: {karl} | club=SC Bonn",
                ],
            ),
            (
                [["Teilnehmer"], ["Start-Nr.", *clubs], [7, hans, "Ulm"]],
                titled_and_linked,
                [f"3: {hans} | number=7 | club=Ulm"],
            ),
            (coming, None, [f"3: {hans} | club=SC Ulm", "3- cancelled"]),
        ):
            assert told_of(workbook(*rows, dress=dress), right, fee=1000) == right

    def test_dates_of_books_that_count_from_1904(self):
        book = openpyxl.Workbook()
        book.epoch = CALENDAR_MAC_1904
        book.active.append(["Name", "Geburtsdatum"])
        book.active.append(["Hans Meier", date(1961, 5, 12)])
        right = ["2: Hans Meier | birth_year=1961"]
        assert told_of(saved(book), right) == right

    def test_the_sheet_with_people_who_come_is_read_and_the_others_are_named(self):
        event, members = [["Herbstturnier"], ["im Gasthof Linde"]], [["Name", "Verein"], ["Karl Lang", "Ulm"]]
        for title, other, rows in (
            ("Zusagen", "Deckblatt", event),
            ("Zusagen", "Absagen", members),
            ("Anmeldungen 27.11.", "Mitglieder", members),
        ):
            book = openpyxl.Workbook()
            book.active.title = other
            book.create_sheet(title)
            for name, lines in ((other, rows), (title, [["Name", "Verein"], ["Hans Meier", "Ulm"]])):
                for line in lines:
                    book[name].append(line)

            told = answer(saved(book), "list.xlsx", year=2026)

            assert (told["sheet"], told["other_sheets"]) == (title, [other])
            assert [row["name"] for row in told["rows"] if row["state"] == "taken"] == ["Hans Meier"]

    def test_cells_merged_into_a_bomb_are_refused(self):
        data = workbook(["Name"], ["Hans Meier"], dress=lambda sheet: sheet.merge_cells("A5:B5"))
        for merged in ("A1:XFD1048576", "A1:CV9000", "A1:A1048576"):
            packed = io.BytesIO()
            with zipfile.ZipFile(io.BytesIO(data)) as book, zipfile.ZipFile(packed, "w") as bomb:
                for name in book.namelist():
                    bomb.writestr(name, book.read(name).replace(b"A5:B5", merged.encode()))
            with pytest.raises(IntakeRefused) as refused:
                answer(packed.getvalue(), "list.xlsx", year=2026)
            assert refused.value.code is Refusal.BOMB, merged


WORDS = st.sampled_from(
    [
        *("Name", "Verein", "Nr.", "Startgeld", "Runde 1", "Bemerkung", "Hans Meier", "Ute Kurz", "Meier, Hans"),
        *("SC Ulm", "Hans und Ute Kurz", "abgesagt", "10,00", "-35", "820", "x", "", "bezahlt", "Dame", "Absagen:"),
        *("Hans Meier <h@example.org>", "Summe", "1.", "Spieler 1", "Spieler 2", "#NV", "vielleicht", "?"),
        "Hans Meier, SC Ulm, bezahlt",
    ]
)


@pytest.mark.slow
@settings(max_examples=examples(80), deadline=None)
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
            ["Hans Meier", "Karl von der Au", "Eva Müller-Lüdenscheidt", "José Lima", "Erna & Otto", "Manni 2000"]
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


@pytest.mark.slow
@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("way", ["xlsx", "csv", "clipboard"])
@settings(max_examples=examples(25), deadline=None)
@given(people=PEOPLE)
def test_our_own_file_of_entrants_comes_back_as_it_is(way, people):
    fields = ("name", "club", "team", "birth_year", "member_number")
    made = [
        Entrant(
            **dict(zip(fields, said, strict=True)),
            number=at,
            classes=sorted(classes),
            paid=paid,
            present=paid,
            withdrawn_at=EVENING if is_out else None,
        )
        for at, (*said, classes, paid, is_out) in enumerate(people, start=3)
    ]
    with translation.override("de"):
        sheet = entrants_sheet(made, CLASSES)
    data = write_xlsx([sheet], above=["Herz-Dame-Cup", "16. Mai 2026"]) if way == "xlsx" else write_csv(sheet)
    if way == "clipboard":
        data = data.decode("utf-8-sig").replace(";", "\t").replace('"', "").encode()
    rows = answer(data, f"entrants.{way}", year=2026)["rows"]

    told = {row["number"]: row for row in rows if row["state"] != "left-out"}
    staying = {entrant.number: entrant for entrant in made if not entrant.withdrawn_at}
    assert told.keys() == staying.keys()
    for number, entrant in staying.items():
        row = told[number]
        assert row["state"] == "taken", row
        assert [row[name] for name in fields] == [getattr(entrant, name) for name in fields]
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


def test_teams_are_read_without_their_numbers_and_points():
    ulm = "1. SC Herz Dame I\t28:17\t45.123\n2. Skatfreunde Ulm II\t20:25\t41.003\n"
    four = "Herz Buben: Hans Meier, Ute Kurz, Karl Lang, Eva Maus"
    a_row_each = "Team;Spieler\nAsse;Hans Meier\nAsse;Ute Kurz\nBuben;Karl Lang\n"
    of_a_club = "Mannschaft;Verein;Spieler 1;Spieler 2\nAsse;SC Ulm;Hans Meier;Ute Kurz\n"
    for text, teams in (
        (ulm, ["SC Herz Dame I", "Skatfreunde Ulm II"]),
        ("1. SC Herz Dame I 28:17 45.123\n", ["SC Herz Dame I"]),
        ("Platz;Mannschaft;Spielpunkte\n1;Herz Dame 2;1.234\n", ["Herz Dame 2"]),
        ("Mannschaft\nHerz Dame 2\n", ["Herz Dame 2"]),
        ("- SC Herz Dame 1893\n- Die Buben\n", ["SC Herz Dame 1893", "Die Buben"]),
        ("Tabelle 2026\n1. Ulm 1893 20 : 25 -1.003\n2. 1. SC Gera 20:25\n", ["Ulm 1893", "1. SC Gera"]),
        ("Die Buben (SC Ulm)\nAsse, SC Bonn\nspielfrei\n", ["Die Buben (SC Ulm)", "Asse (SC Bonn)"]),
        ("Asse;Hans Meier;Ute Kurz\n", ["Asse: Hans Meier, Ute Kurz"]),
        (a_row_each, ["Asse: Hans Meier, Ute Kurz", "Buben: Karl Lang"]),
        ("1. SC Ulm\nHerz Dame 1\nDie Buben\n", ["1. SC Ulm", "Herz Dame 1", "Die Buben"]),
        ("Ulm I abgemeldet\nUlm II\nUlm - Gera 3:1\nHans Meier\nN.N.\n", ["Ulm II"]),
        ("Bezirksliga 2026:\n1) Herz Dame\n2) Die Buben\n", ["Herz Dame", "Die Buben"]),
        ("Herz Dame 2; SC Herz Dame\n", ["Herz Dame 2 (SC Herz Dame)"]),
        (of_a_club, ["Asse (SC Ulm): Hans Meier, Ute Kurz"]),
        (f"{four}\n", [four]),
    ):
        found = [row for row in answer_teams(text.encode())["rows"] if row["state"] == "taken"]
        told = [row["name"] + (f" ({row['club']})" if row["club"] else "") for row in found]
        players = [f": {', '.join(row['players'])}" if row["players"] else "" for row in found]
        assert [name + more for name, more in zip(told, players, strict=True)] == teams
