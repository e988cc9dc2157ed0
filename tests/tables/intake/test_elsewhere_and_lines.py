"""Lists of other programs, by the columns that are known of them; what is not known is named and left out.

Entrants as pasted lines.
"""

import re
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import example, given
from hypothesis import strategies as st

from tables.intake.headings import Field, field_of
from tables.intake.outcome import IntakeRefused, Refusal
from tables.intake.registration import Code, Registration, RowProblem
from tables.intake.sources.files import layout_in, read_cells
from tables.intake.text import clean_text
from tests.support.classes_of_every_event import BEGUN_WITH
from tests.support.lists_read_in_one_go import read_lines, read_table

FEDERATION = """\
Mitgliedsnummer;Passnummer;Nachname;Vorname;Titel;Geburtsdatum;Geschlecht;Vereinsnummer;Verein;Verband;Ort;Telefon;E-Mail
12345;0815;Müller;Hans;Dr.;12.03.1955;m;08.80.012;SC Herz Dame;LV 8;Altenburg;03447 1;hans@example.org
12346;0816;Schulz;Erna;;01.05.1960;w;08.80.012;SC Herz Dame;LV 8;Altenburg;;
"""

SKATGURU = """\
Startnummer\tName\tVorname\tVerein\tPassnummer\tMannschaft\tGeschlecht\tAltersklasse
1\tMüller\tHans\tSC Herz Dame\t12345\tHerz 1\tm\tSenioren
2\tSchulz\tErna\tSC Herz Dame\t12346\tHerz 1\tw\t
"""

SWISS_MANAGER = """\
Preisskat Altenburg
Startrangliste

Nr.;Snr;;Name;Land;Elo;Verein/Ort;Typ;Gr;ID-Nr;Geburt;Geschl
1;1;;Müller,Hans;GER;0;SC Herz Dame;S60;;12345;1955/00/00;
2;2;;Schulz,Erna;GER;0;SC Herz Dame;;;12346;1960/05/01;w
"""

HANS = {"club": "SC Herz Dame", "optional": {"member_number": "12345", "birth_year": 1955}}
ERNA = {"club": "SC Herz Dame", "optional": {"member_number": "12346", "birth_year": 1960}}

CARDS = """\
BEGIN:VCARD\r
VERSION:3.0\r
N:Müller;Hans;;Dr.;\r
FN:Dr. Hans Müller\r
ORG:SC Herz\\, Dame;Jugend\r
item1.EMAIL;type=INTERNET:hans@example.org\r
TEL;TYPE="cell,voice":+49 170 123\r
BDAY:1955-03-12\r
NOTE:spielt\r
  gern\r
END:VCARD\r
BEGIN:VCARD\r
VERSION:2.1\r
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller-L=\r
=C3=BCdenscheidt;Erna\r
TEL;HOME;VOICE:123\r
END:VCARD\r
BEGIN:VCARD\r
VERSION:4.0\r
FN:Otto Groß\r
BDAY:--0501\r
EMAIL:otto@example.org\r
END:VCARD\r
"""


def read(text, name="list.csv", encoding="utf-8"):
    return read_table(text.encode(encoding), name, limit=100, classes=BEGUN_WITH)


def registrations(intake):
    assert intake.bad == ()
    return [row.registration for row in intake.rows]


def columns(text):
    layout = layout_in(read_cells(text.encode(), most_rows=20), text.encode(), "list.csv", BEGUN_WITH)
    return dict(zip(layout.headings, layout.columns, strict=True))


class TestTheFederationsMembers:
    def test_are_read_with_club_number_district_and_year_of_birth(self):
        first, second = registrations(read(FEDERATION, encoding="cp1252"))

        assert [first.optional.pop("district"), second.optional.pop("district")] == ["LV 8", "LV 8"]
        assert [first, second] == [
            Registration(name="Hans Müller", **HANS),
            Registration(name="Erna Schulz", classes=frozenset({"ladies"}), **ERNA),
        ]

    def test_the_first_of_two_numbers_counts_and_the_columns_left_out_are_named(self):
        found = columns(FEDERATION)

        assert found["Mitgliedsnummer"] == Field.MEMBER_NUMBER
        assert [heading for heading, one in found.items() if one is None] == [
            *("Passnummer", "Titel", "Vereinsnummer", "Ort", "E-Mail")
        ]


def test_a_list_of_skatguru_brings_teams_and_classes_and_one_of_swiss_manager_has_lines_above():
    first, second = registrations(read(SKATGURU))
    assert (first.name, first.team, first.classes) == ("Hans Müller", "Herz 1", {"seniors"})
    assert (second.name, second.team, second.classes) == ("Erna Schulz", "Herz 1", {"ladies"})
    assert [row.number for row in read(SKATGURU).rows] == [1, 2]

    assert registrations(read(SWISS_MANAGER, encoding="cp1252")) == [
        Registration(name="Müller, Hans", **HANS),
        Registration(name="Schulz, Erna", classes=frozenset({"ladies"}), **ERNA),
    ]


def test_what_is_pasted_keeps_cells_with_several_lines_and_where_every_line_has_a_tab_nothing_else_parts_them():
    pasted = 'Name\tVerein\tbezahlt\r\n"Müller,\nHans"\tSC Herz Dame\tx\r\nErna Schulz\t"SC ""Ass"""\t\r\n'
    assert registrations(read_lines(pasted, limit=10, classes=BEGUN_WITH)) == [
        Registration(name="Müller, Hans", club="SC Herz Dame", paid=True),
        Registration(name="Erna Schulz", club='SC "Ass"'),
    ]

    pasted = "Name\tVerein\nErna Schulz\tSC Herz; Ulm\n\nOtto Groß\tKaro | Ass\n"
    assert [row.registration.club for row in read_lines(pasted, limit=10).rows] == ["SC Herz; Ulm", "Karo | Ass"]


def test_the_columns_that_are_told_to_be_known_are_known_and_no_others():
    told = (Path(settings.BASE_DIR) / "docs/open-data.md").read_text()
    lists = ("members of the federation", "SkatGuru", "Swiss-Manager")
    rows = [line.split("|")[2:4] for line in told.splitlines() if line.startswith(tuple(f"| {one} |" for one in lists))]
    read, left_out = (re.findall("`(.+?)`", " ".join(cells)) for cells in zip(*rows, strict=True))

    assert len(rows) == len(lists)
    assert [heading for heading in read if field_of(heading, BEGUN_WITH) is None] == []
    assert [heading for heading in left_out if field_of(heading, BEGUN_WITH)] == []


class TestCards:
    def test_of_all_versions_are_people(self):
        for intake in (read(CARDS), read_lines(CARDS, limit=10, classes=BEGUN_WITH)):
            assert registrations(intake) == [
                Registration(name="Hans Müller", club="SC Herz, Dame", optional={"birth_year": 1955}),
                Registration(name="Erna Müller-Lüdenscheidt"),
                Registration(name="Otto Groß"),
            ]
            contacts = [row.entry.contact for row in intake.rows]
            assert contacts == ["+49 170 123, hans@example.org", "123", "otto@example.org"]
            assert [row.line for row in intake.rows] == [1, 12, 18]
        # In the letters of Windows too.
        assert read(CARDS, "cards.vcf", encoding="cp1252").rows[0].registration.name == "Hans Müller"
        (bad,) = read("BEGIN:VCARD\nORG:Nur ein Verein\nEND:VCARD\n").bad
        assert [problem.code for problem in bad.problems] == [Code.NO_NAME]

    def test_however_they_begin_and_end_none_is_lost(self):
        for cards in (
            "BEGIN:VCARD\nFN:Erna Schulz\nBEGIN:VCARD\nFN:Otto Groß\nEND:VCARD\n",
            "BEGIN:VCARD\nFN:Erna Schulz\nEND:VCARD\nBEGIN:VCARD\nFN:Otto Groß\nEND",
            "\ufeffBEGIN:VCARD\nFN:Erna Schulz\nEND:VCARD\n\ufeffBEGIN:VCARD\nFN:Otto Groß\nEND:VCARD\n",
            "cards of the club\n\nbegin:vcard\rfn:Erna Schulz\rend:vcard\rBEGIN:VCARD\rFN:Otto Groß\rEND:VCARD\r",
        ):
            for intake in (read(cards), read_lines(cards, limit=10, classes=BEGUN_WITH)):
                assert [one.name for one in registrations(intake)] == ["Erna Schulz", "Otto Groß"], cards

        # A picture does not swallow what stands below it.
        picture = "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ\r\n SkZJRg==\r\n"
        (row,) = read(f"BEGIN:VCARD\r\n{picture}N:Schulz;Erna;;;\r\nORG:SC Ulm\r\nEND:VCARD\r\n").rows
        assert row.registration == Registration(name="Erna Schulz", club="SC Ulm")

    def test_signs_that_cards_use_themselves_are_kept(self):
        for entry, name, club in (
            ("FN:Schulz\\; Erna", "Schulz; Erna", ""),
            ("FN:Erna Schulz; Ulm", "Erna Schulz; Ulm", ""),
            ("FN:Erna Schulz\nORG;ENCODING=QUOTED-PRINTABLE:Ass=3B=20Ulm;Jugend", "Erna Schulz", "Ass; Ulm"),
            ("FN:Erna Schulz\nORG;QUOTED-PRINTABLE:Herz=\n Dame=20=C3=\n=84", "Erna Schulz", "Herz Dame Ä"),
            ("FN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Erna M=FCller", "Erna Müller", ""),
            ("FN:Erna Schulz\nORG:\nORG:SC Ulm", "Erna Schulz", "SC Ulm"),
        ):
            intake = read(f"BEGIN:VCARD\n{entry}\nEND:VCARD\n", "cards.vcf")
            (understood,) = [row.entry for row in (*intake.rows, *intake.bad)]

            assert (understood.name, understood.club) == (name, club), entry


def only(text):
    intake = read_lines(text, limit=10, classes=BEGUN_WITH)
    assert intake.bad == ()
    (row,) = intake.rows
    return row.registration


def found_in(text):
    intake = read_lines(text, limit=10, classes=BEGUN_WITH)
    assert intake.rows == ()
    (row,) = intake.bad
    return row.problems


def test_a_line_is_name_club_team_and_marks():
    ulm, of_ulm = {"club": "SC Ulm"}, {"club": "SC Ulm", "team": "Die Asse"}
    for line, more in (
        *(("Erna Schulz", {}), ("Schulz, Erna", {"name": "Schulz, Erna"})),
        ("Schulz, Erna; SC Ulm; Die Asse", of_ulm | {"name": "Schulz, Erna"}),
        ("Erna Schulz\tSC Ulm\tDie Asse\tDame", of_ulm | {"classes": frozenset({"ladies"})}),
        *(("Erna Schulz;;;", {}), ("12. Erna Schulz", {}), ("12) Erna Schulz; SC Ulm", ulm)),
        *(("12.\tErna Schulz", {}), ("12;Erna Schulz;SC Ulm", ulm), ("  3.Erna Schulz", {})),
        ("Erna Schulz; 1. SC 88. Ulm; 2. Asse", {"club": "1. SC 88. Ulm", "team": "2. Asse"}),
        *(("Erna Schulz; SC Ulm; offen", ulm), ("Erna Schulz, noch nicht bezahlt", {})),
        ("Erna Schulz|SC Ulm|10 €", ulm | {"paid": True}),
        *(("Erna Schulz, SC Ulm, 10 EUR bez.", ulm | {"paid": True}), ("Erna Schulz, SC Ulm, 0 €", ulm)),
        ("4 Erna Schulz SC Ulm", ulm),
        ("Schulz, Erna Skatfreunde Ulm", {"name": "Schulz, Erna", "club": "Skatfreunde Ulm"}),
        *(("Erna Schulz: SC Ulm", ulm), ("[ ] Erna Schulz", {})),
    ):
        assert only(line) == Registration(**{"name": "Erna Schulz"} | more), line


def test_a_name_with_its_club_in_one_cell_and_what_a_tick_or_a_colon_means_is_asked_about():
    intake = read_lines("Name;Verein\nAnna Berg;SC Ulm\nErna Schulz, SC Gera;", limit=10, classes=BEGUN_WITH)
    assert [row.registration.name for row in intake.rows] == ["Anna Berg"]
    assert [[problem.code for problem in row.problems] for row in intake.bad] == [[Code.DOUBTFUL]]

    for line in ("[x] Erna Schulz", "Erna Schulz x", "✓ Erna Schulz", "Erna Schulz: Ulm"):
        (row,) = read_lines(line, limit=10, classes=BEGUN_WITH).bad
        assert row.entry.name == "Erna Schulz", line


def test_marks_are_words():
    for marks, set_marks in (
        *((word, "ladies") for word in ("Dame", "LADY", "d")),
        *((word, "juniors") for word in ("Junior", "jugend", "J")),
        *((word, "seniors") for word in ("Senior", "S")),
        *(("bezahlt", "paid"), ("paid", "paid"), ("anwesend", "present"), ("Present", "present")),
        ("Dame, Senior bezahlt/anwesend", "ladies seniors paid present"),
        ("Dame; bezahlt", "ladies paid"),
        ("pagado, presente", "paid present"),
        *(("-", ""), ("Herr", "")),
    ):
        registration = only(f"Erna;;;{marks}")
        ticked = [mark for mark in ("paid", "present") if getattr(registration, mark)]
        assert {*registration.classes, *ticked} == set(set_marks.split()), marks


def test_a_bad_line_says_everything_that_is_wrong():
    for line, found in (
        ("###", (RowProblem(Code.NAME_WITHOUT_LETTERS, "###"),)),
        ("12", (RowProblem(Code.NAME_WITHOUT_LETTERS, "12"),)),
        (";SC Ulm", (RowProblem(Code.NO_NAME),)),
        ("Erna;;;Dama, Königin", (RowProblem(Code.UNKNOWN_MARK, "Königin"),)),
        ("Erna;;;Junior Senior", (RowProblem(Code.TWO_AGES, "Juniors, Seniors"),)),
        ("Erna Schulz, SC Ulm, Die Asse", (RowProblem(Code.DOUBTFUL),)),
        ("=1+1 Erna", (RowProblem(Code.DOUBTFUL),)),
        ("x" * 81, (RowProblem(Code.NAME_TOO_LONG, "81"),)),
        (
            "##;;;foo bar",
            (RowProblem(Code.NAME_WITHOUT_LETTERS, "##"), *(RowProblem(Code.UNKNOWN_MARK, w) for w in ("foo", "bar"))),
        ),
    ):
        assert found_in(line) == found, line


def test_lines_keep_their_numbers_nothing_is_an_empty_intake_and_a_book_or_too_many_cards_are_refused():
    intake = read_lines("\nErna\n\n ; ;\n###\r\nOtto\n\u200b\n", limit=3)
    assert [row.line for row in intake.rows] == [2, 6]
    assert [(row.line, row.text) for row in intake.bad] == [(5, "###")]
    assert read_lines(" \n\n;\t;", limit=10, classes=BEGUN_WITH) == read_lines("", limit=1)
    with pytest.raises(IntakeRefused) as refused:
        read_lines("Erna" * 1_000_000, limit=10, classes=BEGUN_WITH)
    assert refused.value.code is Refusal.TOO_BIG
    with pytest.raises(IntakeRefused) as refused:
        read_lines("BEGIN:VCARD\nFN:Erna Schulz\nEND:VCARD\n" * 11, limit=10)
    assert refused.value.code is Refusal.TOO_MANY_LINES


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


@pytest.mark.thorough
@given(LINES)
@example(["\t", '\x1e"'])
@example(['\t"', "\u2028Hans Meier", "\x0c", "\x85x"])
def test_no_line_is_lost(lines):
    text = "\n".join(["Erna Schulz; SC Ulm", *lines])
    intake = read_or_refused(text)
    if intake is None:
        return
    told = sorted({row.line for row in (*intake.rows, *intake.bad, *intake.marked)})
    plain = [clean_text(re.sub("[;\t|]", " ", line)) for line in text.splitlines()]
    assert told == [number for number, line in enumerate(plain, start=1) if line]
    assert all(row.problems for row in intake.bad)


@pytest.mark.slow
@given(LINES)
def test_what_is_accepted_can_be_stored(lines):
    intake = read_or_refused("\n".join(lines))
    for row in intake.rows if intake else ():
        stored = row.registration
        assert stored.name
        assert max(map(len, (stored.name, stored.club, stored.team))) <= 80
        assert stored.name == clean_text(stored.name)
        assert not {"juniors", "seniors"} <= stored.classes
