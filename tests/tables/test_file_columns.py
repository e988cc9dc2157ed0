"""A file whose headings say nothing: the direction says what its columns hold."""

import io
from html import unescape

import openpyxl
import pytest
from django.test import Client
from django.utils.translation import override

from tables.intake import Field, fields, read_table
from tables.models import Entrant
from tables.sheets import write_csv, write_xlsx
from tables.workbooks import entrants_sheet
from tests import factories
from tests.tables.test_file_pages import FILE, carried, take, workbook

pytestmark = pytest.mark.django_db
COLUMNS = "/t/cup/office/entrants/file/columns/"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def columns(director, preview, **named):
    """Say what the columns hold."""
    form = preview.context["form"]
    sent = {"cells": form["cells"].value(), "first": str(form["first"].value()), "act": "read"}
    return director.post(COLUMNS, sent | named)


class TestUnknownHeadings:
    def test_are_asked_for_instead_of_refused(self, director):
        made = factories.tournament()

        asked = director.post(
            FILE,
            {
                "file": workbook(
                    ["Weg", "Wer", "Frau?"], ["7", "Erna Schulz", "x"], ["8", "Otto Kurz", None], ["9", "A", ""]
                )
            },
        )
        assert asked.status_code == 422
        assert "there is no column of names" in text(asked)
        assert "Erna Schulz · Otto Kurz" in text(asked)
        preview = columns(director, asked, first="2", c1="name", c2="lady")
        take(director, preview)

        assert list(made.entrants.values_list("name", "lady")) == [
            ("Erna Schulz", True),
            ("Otto Kurz", False),
            ("A", False),
        ]

    def test_no_column_of_names_says_so_beside_the_choice(self, director):
        factories.tournament()

        asked = director.post(FILE, {"file": workbook(["Verein", "Bezahlt"], ["SC Herz", "x"])})

        assert asked.status_code == 422
        assert "none for the names" in text(asked)
        assert asked.context["form"].initial["c0"] == "club"

    def test_bad_rows_are_named_as_always(self, director):
        factories.tournament()
        asked = director.post(FILE, {"file": workbook(["1", "Wer"], ["2", "Erna"], ["3", None], ["4", "###"])})

        preview = columns(director, asked, first="2", c1="name")

        assert [(row.line, row.text) for row in preview.context["preview"].bad] == [(3, "3"), (4, "4 | ###")]
        assert "Columns left out: A" in text(preview)


class TestChosen:
    @pytest.fixture
    def asked(self, director):
        factories.tournament()
        preview = director.post(FILE, {"file": workbook(["Name", "Ort"], ["Erna", "Gera"], ["Otto", "Jena"])})
        assert preview.status_code == 200
        return director.post(COLUMNS, {"cells": preview.context["cells"]})

    def test_what_was_understood_can_be_changed_too(self, director, asked):
        assert asked.status_code == 200
        assert asked.context["form"].initial["c0"] == "name"

        take(director, columns(director, asked, c0="name", c1="club"))

        assert list(Entrant.objects.values_list("name", "club")) == [("Erna", "Gera"), ("Otto", "Jena")]

    def test_nothing_is_registered_before_the_second_word(self, director, asked):
        preview = columns(director, asked, c0="name", c1="club")

        assert Entrant.objects.count() == 0
        assert carried(preview)["good"] == "Erna; Gera\nOtto; Jena"

    @pytest.mark.parametrize(
        ("named", "sentence"),
        [
            ({"c0": "name", "c1": "name"}, "Another column is to hold this already."),
            ({"c0": "club"}, "none for the names"),
            ({"c0": "name", "first": "99"}, "There is nobody in this list."),
            ({"c0": "name", "first": "x"}, "Enter a whole number."),
            ({"c0": "nonsense"}, "Select a valid choice"),
        ],
    )
    def test_a_choice_that_cannot_be_is_said_in_words(self, director, asked, named, sentence):
        answer = columns(director, asked, **named)

        assert answer.status_code == 422
        assert sentence in text(answer)

    @pytest.mark.parametrize("cells", ["", "x\ty", "1\t" * 300, "9" * 4_000_001])
    def test_a_page_that_comes_back_changed(self, director, cells):
        factories.tournament()

        answer = director.post(COLUMNS, {"cells": cells, "act": "read", "c0": "name", "first": "1"})

        assert answer.status_code in (400, 422)

    def test_belongs_to_the_direction(self, client, asked):
        assert client.post(COLUMNS)["Location"].startswith("/sign-in/")
        factories.judge(asked.context["tournament"])
        judge = Client()
        judge.force_login(factories.user("richterin"))
        assert judge.post(COLUMNS).status_code == 403


class TestHeadings:
    @pytest.mark.parametrize("language", ["de", "en", "es"])
    @pytest.mark.parametrize("write", [lambda sheet: write_xlsx([sheet]), write_csv], ids=["xlsx", "csv"])
    def test_of_our_own_files_are_understood_in_every_language(self, language, write):
        made = factories.tournament(entrants=2)
        Entrant.objects.filter(number=1).update(
            name="Erna Schulz", club="SC Herz", team="Die Buben", lady=True, senior=True, paid=True
        )
        with override(language):
            intake = read_table(write(entrants_sheet(made.entrants.order_by("number"))), "x", limit=9)

        first = intake.rows[0].registration
        assert (first.name, first.club, first.team) == ("Erna Schulz", "SC Herz", "Die Buben")
        assert (first.lady, first.junior, first.senior, first.paid, first.present) == (True, False, True, True, True)
        assert len(intake.columns) == 8
        assert len(intake.ignored) == 2

    @pytest.mark.parametrize(
        ("headings", "expected"),
        [
            (["Lfd. Nr.", "Nachname", "Vorname", "Verein"], ["number", "last", "first", "club"]),
            (["Vor- und Nachname", "Skatclub", "Mannschaft", "Geschlecht"], ["name", "club", "team", "gender"]),
            (["Start-Nr.", "Spieler/in", "Verein/Club", "Startgeld bezahlt"], ["number", "name", "club", "paid"]),
            (["No.", "First name", "Surname", "Club", "Paid?"], ["number", "first", "last", "club", "paid"]),
            (["Player name", "Team name", "Checked in", "Ladies"], ["name", "team", "present", "lady"]),
            (["Número", "Nombre y apellidos", "Asociación", "Pagado"], ["number", "name", "club", "paid"]),
            (["Apellidos", "Nombre de pila", "Club", "Categoría"], ["last", "first", "club", "marks"]),
            (["Dorsal", "Jugador/a", "Equipo", "Veteranos"], ["number", "name", "team", "senior"]),
            (["Nombre", "Apellido", "Club", "Dama"], ["name", "last", "club", "lady"]),
        ],
    )
    def test_as_clubs_write_them_are_understood(self, headings, expected):
        assert [field.value if field else None for field in fields(headings)] == expected

    def test_every_field_has_headings_in_three_languages(self):
        for german, english, spanish in (("Verein", "Club", "Asociación"), ("Bezahlt", "Paid", "Pagado")):
            assert len(set(fields([german])) | set(fields([english])) | set(fields([spanish]))) == 1
        assert fields(["Dame"]) == fields(["Lady"]) == fields(["Dama"]) == (Field.LADY,)


@pytest.mark.parametrize("ending", ["xlsx", "csv"])
def test_everybody_registered_goes_out_again(director, ending):
    factories.tournament(entrants=3)
    Entrant.objects.filter(number=2).update(name='=HYPERLINK("http://x","y")')

    answer = director.get(f"/t/cup/office/entrants.{ending}")

    assert answer["Content-Disposition"] == f'attachment; filename="cup-entrants.{ending}"'
    if ending == "csv":
        assert answer.content.startswith(b"\xef\xbb\xbf")
        assert b"\"'=HYPERLINK" in answer.content
    else:
        sheet = openpyxl.load_workbook(io.BytesIO(answer.content)).active
        assert sheet["B3"].data_type == "s"
        assert sheet.freeze_panes == "A2"
