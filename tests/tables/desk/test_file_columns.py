"""The headings of files that clubs and this office itself write."""

import io

import openpyxl
import pytest
from django.utils.translation import override

from tables.intake.headings import field_of
from tables.intake.sources.files import layout_in, read_cells, read_table
from tables.people.models import Entrant
from tables.people.workbooks import entrants_sheet
from tables.sheets import write_csv, write_xlsx
from tables.tournaments.selectors.classes import known_classes
from tests import factories
from tests.classes import BEGUN_WITH

pytestmark = pytest.mark.django_db


class TestHeadings:
    @pytest.mark.parametrize("language", ["de", "en", "es"])
    @pytest.mark.parametrize("write", [lambda sheet: write_xlsx([sheet]), write_csv], ids=["xlsx", "csv"])
    def test_of_our_own_files_are_understood_in_every_language(self, language, write):
        made = factories.tournament(entrants=2)
        said = {"member_number": "=4711", "birth_year": 1951}
        Entrant.objects.filter(number=1).update(
            name="Erna Schulz", club="SC Herz", team="Die Buben", classes=["ladies", "seniors"], paid=True, **said
        )
        with override(language):
            classes = known_classes(made)
            data = write(entrants_sheet(made.entrants.order_by("number"), classes))
        intake = read_table(data, "x", limit=9, classes=classes)
        columns = layout_in(read_cells(data, most_rows=9), data, "x", classes).columns

        first = intake.rows[0].registration
        assert (first.name, first.club, first.team) == ("Erna Schulz", "SC Herz", "Die Buben")
        assert (first.classes, first.paid, first.present) == ({"ladies", "seniors"}, True, True)
        assert intake.rows[0].number == 1
        assert sum(one is None for one in columns) == 1
        assert len(columns) == 10 + len(said)
        assert first.optional == said

    @pytest.mark.parametrize(
        ("headings", "expected"),
        [
            (["Lfd. Nr.", "Nachname", "Vorname", "Verein"], ["count", "last", "first", "club"]),
            (["Vor- und Nachname", "Skatclub", "Mannschaft", "Geschlecht"], ["name", "club", "team", "gender"]),
            (["Start-Nr.", "Spieler/in", "Verein/Club", "Startgeld bezahlt"], ["number", "name", "club", "paid"]),
            (["No.", "First name", "Surname", "Club", "Paid?"], ["count", "first", "last", "club", "paid"]),
            (["Player name", "Team name", "Checked in", "Ladies"], ["name", "team", "present", "ladies"]),
            (["Número", "Nombre y apellidos", "Asociación", "Pagado"], ["count", "name", "club", "paid"]),
            (["Apellidos", "Nombre de pila", "Club", "Categoría"], ["last", "first", "club", "marks"]),
            (["Dorsal", "Jugador/a", "Equipo", "Veteranos"], ["number", "name", "team", "seniors"]),
            (["Nombre", "Apellido", "Club", "Dama"], ["name", "last", "club", "ladies"]),
        ],
    )
    def test_as_clubs_write_them_are_understood(self, headings, expected):
        assert [field_of(heading, BEGUN_WITH) for heading in headings] == expected

    def test_every_field_has_headings_in_three_languages(self):
        for german, english, spanish in (("Verein", "Club", "Asociación"), ("Bezahlt", "Paid", "Pagado")):
            assert len({field_of(german), field_of(english), field_of(spanish)}) == 1
        assert {field_of(heading, BEGUN_WITH) for heading in ("Dame", "Lady", "Dama")} == {"ladies"}


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
        assert sheet["B6"].data_type == "s"
        assert sheet.freeze_panes == "A5"
