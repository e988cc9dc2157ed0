"""Entrants from files, shown as columns, asked where doubtful, and out again as a workbook."""

import io
from html import unescape

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.translation import override

from tables.intake.headings import field_of
from tables.intake.sources.files import layout_in, read_cells
from tables.people.listings import entrants_sheet
from tables.people.models import Entrant
from tables.sheets import write_csv, write_xlsx
from tables.tournaments.selectors.tournaments import known_classes
from tests.support import factories
from tests.support.classes_of_every_event import BEGUN_WITH
from tests.support.lists_read_in_one_go import read_table
from tests.support.page_reader import Visitor
from tests.tables.desk.list_pages import checked, taken

pytestmark = pytest.mark.django_db


class TestHeadings:
    @pytest.mark.parametrize("language", ["de", "en", "es"])
    @pytest.mark.parametrize("write", [lambda sheet: write_xlsx([sheet]), write_csv], ids=["xlsx", "csv"])
    def test_of_our_own_files_are_understood_in_every_language(self, language, write):
        made = factories.tournament(entrants=2)
        said = {"member_number": "=4711", "birth_year": 1951, "district": "LV 8", "email": "e@example.org"}
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
        # Who had paid and was there belongs to that event: it is asked.
        assert (first.classes, first.paid, first.present) == ({"ladies", "seniors"}, False, False)
        assert intake.rows[0].number == 1
        assert sum(one is None for one in columns) == 2
        assert len(columns) == 10 + len(said)
        assert first.optional == said

    def test_as_clubs_write_them_are_understood(self):
        for headings, expected in (
            (["Lfd. Nr.", "Nachname", "Vorname", "Verein"], ["count", "last", "first", "club"]),
            (["Vor- und Nachname", "Skatclub", "Mannschaft", "Geschlecht"], ["name", "club", "team", "gender"]),
            (["Start-Nr.", "Spieler/in", "Verein/Club", "Startgeld bezahlt"], ["number", "name", "club", "paid"]),
            (["No.", "First name", "Surname", "Club", "Paid?"], ["count", "first", "last", "club", "paid"]),
            (["Player name", "Team name", "Checked in", "Ladies"], ["name", "team", "present", "ladies"]),
            (["Número", "Nombre y apellidos", "Asociación", "Pagado"], ["count", "name", "club", "paid"]),
            (["Apellidos", "Nombre de pila", "Club", "Categoría"], ["last", "first", "club", "marks"]),
            (["Dorsal", "Jugador/a", "Equipo", "Veteranos"], ["number", "name", "team", "seniors"]),
            (["Nombre", "Apellido", "Club", "Dama"], ["name", "last", "club", "ladies"]),
        ):
            assert [field_of(heading, BEGUN_WITH) for heading in headings] == expected, headings

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


FILE = "/t/cup/office/entrants/add/?at=file"
XLSX = "/t/cup/office/entrants.xlsx"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def take(preview):
    return preview.form("cells", "act=take").send("act=take")


def workbook(*rows) -> SimpleUploadedFile:
    book = openpyxl.Workbook()
    for one in rows:
        book.active.append(one)
    out = io.BytesIO()
    book.save(out)
    return SimpleUploadedFile("list.xlsx", out.getvalue())


class TestFile:
    def send(self, director, upload):
        return Visitor(director).get(FILE).form("file").send(file=upload)

    def test_a_workbook_goes_through_the_same_preview(self, director):
        made = factories.tournament()

        preview = self.send(
            director,
            workbook(
                ["Nr", "Name", "Verein", "Dame", "Ort"],
                [7, "Schulz, Erna", "SC Herz", "x", "Gera"],
                [8, None, "SC Karo", None, "Jena"],
            ),
        )

        assert preview.status == 200
        assert [row.line for row in preview.response.context["preview"].bad] == [3]
        assert "The name is missing." in preview.text

        answer = take(preview)
        entrant = made.entrants.get()
        assert (entrant.number, entrant.club, entrant.classes, entrant.source) == (1, "SC Herz", ["ladies"], "file")
        assert answer.form("cells", "act=mend").holds()["3.club"] == ["SC Karo"]

    def test_a_table_as_text_is_read(self, director):
        made = factories.tournament()

        take(self.send(director, SimpleUploadedFile("l.csv", "Name;Verein\nMüller;Gera\n".encode("cp1252"))))

        assert made.entrants.get().name == "Müller"

    def test_cards_are_read_whatever_the_file_is_called(self, director):
        made = factories.tournament()
        cards = (
            "BEGIN:VCARD\nN:Schulz;Erna\nORG:SC Herz\nBDAY:19600501\nTEL:1\nEND:VCARD\nBEGIN:VCARD\nORG:SC\nEND:VCARD"
        )

        preview = self.send(director, SimpleUploadedFile("contacts", cards.encode()))
        assert [row.line for row in preview.response.context["preview"].bad] == [7]
        take(preview)

        entrant = made.entrants.get()
        assert (entrant.name, entrant.club, entrant.birth_year) == ("Erna Schulz", "SC Herz", 1960)

    def test_a_file_that_cannot_be_read_is_refused_in_words(self, director):
        made = factories.tournament()

        for data, name in (
            (b"", "empty.xlsx"),
            (b"PK\x03\x04broken", "broken.xlsx"),
            (b"%PDF-1.7 ...", "list.pdf"),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "old.xls"),
            (b"\x00\x01\x02", "noise.csv"),
            (b"BEGIN:VCARD\nFN:\x00\nEND:VCARD\n", "noise.vcf"),
            (b"BEGIN:VCARD\nFN:Spieler Nr\nEND:VCARD\n" * 10_000, "long.vcf"),
            (b"a" * 5_000_001, "huge.csv"),
            (b"\n".join([b"Name"] + [b"Spieler Nr%d" % n for n in range(10_000)]), "long.csv"),
        ):
            answer = self.send(director, SimpleUploadedFile(name, data))

            assert answer.status == 422, name
            assert answer.response.context["form"].errors["file"][0].endswith(".")
            assert not made.entrants.exists()

    def test_no_file_is_refused_in_words(self, director):
        factories.tournament()

        answer = director.post(FILE, {})

        assert answer.status_code == 422
        assert "Please choose a file." in text(answer)

    def test_our_own_export_is_read_again(self, director):
        made = factories.tournament(entrants=3)
        made.entrants.filter(number=2).update(club="SC Herz", classes=["seniors"], paid=True)
        exported = director.get(XLSX)
        made.entrants.all().delete()

        page = self.send(director, SimpleUploadedFile("entrants.xlsx", exported.content))
        taken(checked(page, c7="paid", c8="present"))

        second = made.entrants.get(number=2)
        assert (second.name, second.club, second.classes, second.paid, second.present) == (
            "Spieler 2",
            "SC Herz",
            ["seniors"],
            True,
            True,
        )
        assert made.entrants.count() == 3


class TestWorkbook:
    def test_it_holds_everybody_with_typed_cells_and_no_formula(self, director):
        made = factories.tournament(entrants=3)
        made.entrants.filter(number=2).update(name="=1+1", paid=True)

        answer = director.get(XLSX)

        assert answer["Content-Disposition"] == 'attachment; filename="cup-entrants.xlsx"'
        sheet = openpyxl.load_workbook(io.BytesIO(answer.content)).active
        above, rows = list(sheet.iter_rows(max_row=3)), list(sheet.iter_rows(min_row=4))
        assert [row[0].value for row in above][::2] == ["Herz-Dame-Cup", "Entrants"]
        assert [cell.value for cell in rows[0]][:4] == ["Start number", "Name", "Club", "Team"]
        assert (rows[2][0].value, rows[2][1].value, rows[2][1].data_type) == (2, "=1+1", "s")
        assert len(rows) == 4
