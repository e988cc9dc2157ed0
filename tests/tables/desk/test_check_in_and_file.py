"""Checking in by one field (SkWO 4.1), and the public form: a start number at once, a question about doubles.

Entrants from files, shown as columns, asked where doubtful, and out again as a workbook.
"""

import io
from html import unescape
from uuid import uuid4

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
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
from tests.tables.tournaments.test_home_pages import text

pytestmark = pytest.mark.django_db


DESK = "/t/cup/office/entrants/"
CHECK_IN = f"{DESK}check-in/"


@pytest.fixture
def made():
    made = factories.tournament(entrants=3)
    made.entrants.update(present=False)
    for number, name, club in ((1, "Anna Berg", "SC Herz"), (2, "Anna Berg", "SC Pik"), (3, "Otto Klein", "")):
        made.entrants.filter(number=number).update(name=name, club=club)
    return made


def here(made) -> list[int]:
    return list(made.entrants.filter(present=True).order_by("number").values_list("number", flat=True))


def sent(director, who):
    return director.post(CHECK_IN, {"who": who}, follow=True).content.decode()


@pytest.mark.slow
def test_a_number_a_card_that_is_scanned_and_a_name_that_means_one_check_in_with_one_act(director, made):
    key = made.entrants.get(number=3).key
    for typed in ("3", " #3 ", "03", "klein", f"http://127.0.0.1:8000/p/{key}/", f"https://skat.example/p/{key}/"):
        made.entrants.update(present=False)
        page = sent(director, typed)

        assert "No. 3, Otto Klein: present." in " ".join(page.split()), typed
        assert here(made) == [3], typed
    # The hand stays where it is.
    assert page.count("autofocus") == 1
    assert 'name="who" maxlength="300" autocomplete="off" enterkeyhint="done" value="" autofocus' in page


@pytest.mark.slow
def test_which_of_two_is_asked_beside_the_field_and_answered_with_one_click(director, made):
    page = sent(director, "Anna")

    assert "Who is “Anna”?" in page
    assert [number for number in (1, 2, 3) if f'name="who" value="{number}"' in page] == [1, 2]
    assert page.index("Who is “Anna”?") < page.index('id="id_name"')
    page = sent(director, "Anna Berg")
    assert here(made) == []
    assert "SC Herz" in page
    assert "SC Pik" in page
    assert "Otto Klein" not in page
    sent(director, "2")
    assert "No. 2, Anna Berg, SC Pik: is here already" in " ".join(sent(director, "Anna").split())


def test_paid_stays_for_the_next_to_register_while_others_are_checked_in(director, made):
    answer = director.post(CHECK_IN, {"who": "2", "stays": "given=3&paid=True&classes=ladies&evil=1"})

    assert answer["Location"] == f"{DESK}?checking=2&paid=True"


def test_two_of_one_name_from_two_clubs_are_two_and_nothing_is_to_be_settled(director, made):
    made.entrants.update(present=True)
    assert "Not paid" not in director.get("/t/cup/office/series/1/draw/").content.decode()  # without money
    made.entrants.update(paid=True)

    page = director.get(DESK).content.decode()

    assert "same name as no. 1 (SC Herz)" in page
    assert "Perhaps twice" not in page
    assert "registered twice" not in director.get("/t/cup/office/series/1/draw/").content.decode()


def test_nobody_is_said_in_words_and_nothing_typed_does_nothing(director, made):
    for typed in ("99", "Niemand", "/p/unbekannt/", "9" * 200, "\x00", "<b>", " "):
        assert director.post(CHECK_IN, {"who": typed}).status_code in {302, 400}, typed
        assert here(made) == []


@pytest.mark.slow
def test_whoever_was_here_or_has_withdrawn_is_said(director, made):
    made.entrants.filter(number=1).update(present=True)
    made.entrants.filter(number=2).update(withdrawn_at=timezone.now())

    assert ": present." in sent(director, "1")
    assert ": withdrawn." in sent(director, "2")
    assert here(made) == [1]


def test_what_is_missing_before_the_draw_is_one_list(director, made):
    made.entrants.filter(number=3).update(present=True, paid=True)
    made.entrants.filter(number=2).update(club="")
    draw = director.get("/t/cup/office/series/1/draw/").content.decode()
    page = director.get(f"{DESK}?only=missing").content.decode()

    assert f"{DESK}?only=missing" in draw
    assert "Not paid: 2" in draw
    assert "Perhaps twice: 1" in draw
    assert "Otto Klein" not in page
    for act in ("1 present on", "1 paid on", f'formaction="{DESK}1/" name="act" value="remove"'):
        assert act in page


def address(name: str, **more: object) -> str:
    return reverse(f"tables:{name}", kwargs={"slug": "cup", **more})


class TestSelfRegistration:
    @pytest.fixture
    def cup(self):
        return factories.tournament(registration_open=True)

    def post(self, client, name="Erna Schulz", **more):
        return client.post(address("self-registration"), {"name": name, "entry_key": str(uuid4()), **more})

    @pytest.mark.slow
    def test_a_start_number_is_given_at_once_and_shown_large_and_sent_twice_it_stays(self, client, cup):
        key = str(uuid4())
        answer, again = (self.post(client, club="SC Herz", classes=["ladies"], entry_key=key) for _twice in range(2))

        assert answer.status_code == 302
        assert answer["Location"] == again["Location"]
        body = text(client.get(answer["Location"]))
        assert "You are registered" in body
        assert "Erna Schulz, SC Herz" in body
        entrant = cup.entrants.get()
        told = (entrant.number, entrant.source, entrant.classes, entrant.present, entrant.paid)
        assert told == (1, "self", ["ladies"], False, False)
        for number in ("", "99", "x", "9" * 50, "²", "-1"):
            answer = client.get(address("self-registration"), {"number": number})
            assert answer.status_code == 200, number
            assert "You are registered" not in text(answer)
        # A name is stored as it is meant.
        self.post(client, "  Zoe\u0308  =HYPERLINK(1)\u202e  ")
        assert cup.entrants.get(number=2).name == "Zoë =HYPERLINK(1)"

    def test_somebody_of_the_same_name_is_asked_and_may_insist(self, client, cup):
        self.post(client)
        key = str(uuid4())

        asked = self.post(client, "schulz, ERNA", entry_key=key)
        assert asked.status_code == 422
        assert "registered already as no. 1" in text(asked)
        assert "schulz, ERNA" in text(asked)
        assert cup.entrants.count() == 1

        assert self.post(client, "schulz, ERNA", entry_key=key, sure="on").status_code == 302
        assert self.post(client, "schulz, ERNA", entry_key=key, sure="on")["Location"].endswith("number=2")
        assert cup.entrants.count() == 2

    @pytest.mark.slow
    def test_what_is_absurd_is_refused_in_words_and_kept(self, client, cup):
        for sent, said in (
            ({"name": "", "entry_key": ""}, "This form did not arrive completely."),
            ({"name": " \u200b "}, "This field is required."),
            ({"name": "###"}, "it contains no letter"),
            ({"name": "A" * 300}, "At most 80 characters; these are 300."),
            ({"classes": ["juniors", "seniors"]}, "Nobody is of two ages at once: Juniors, Seniors."),
            ({"entry_key": "nonsense"}, "This form did not arrive completely."),
        ):
            answer = self.post(client, **{"club": "SC Herz", **sent})

            assert answer.status_code == 422, sent
            assert said in text(answer)
            assert "SC Herz" in text(answer)
            assert not cup.entrants.exists()

    def test_a_closed_form_is_a_friendly_sentence_and_keeps_what_was_typed(self, client):
        made = factories.tournament()
        closed = "Registration is closed. Please go to the desk in the hall."
        assert closed in text(client.get(address("self-registration")))

        answer = self.post(client, "Erna Schulz")

        assert answer.status_code == 422
        assert closed in text(answer)
        assert 'value="Erna Schulz"' in text(answer)
        assert not made.entrants.exists()


class TestHeadings:
    @pytest.mark.slow
    def test_of_our_own_files_are_understood_in_every_language(self):
        made = factories.tournament(entrants=2)
        optional = {"member_number": "=4711", "birth_year": 1951, "district": "LV 8", "email": "e@example.org"}
        Entrant.objects.filter(number=1).update(
            name="Erna Schulz", club="SC Herz", team="Die Buben", classes=["ladies", "seniors"], paid=True, **optional
        )
        for language in ("de", "en", "es"):
            with override(language):
                classes = known_classes(made)
                sheets = [entrants_sheet(made.entrants.order_by("number"), classes) for _each in range(2)]
                files = [write_xlsx(sheets[:1]), write_csv(sheets[1])]
            for data in files:
                intake = read_table(data, "x", limit=9, classes=classes)
                columns = layout_in(read_cells(data, most_rows=9), data, "x", classes).columns

                first = intake.rows[0].registration
                assert (first.name, first.club, first.team) == ("Erna Schulz", "SC Herz", "Die Buben"), language
                # Who had paid and was there belongs to that event: it is asked.
                assert (first.classes, first.paid, first.present) == ({"ladies", "seniors"}, False, False), language
                assert intake.rows[0].number == 1
                assert sum(one is None for one in columns) == 2
                assert len(columns) == 10 + len(optional)
                assert first.optional == optional, language

    def test_as_clubs_write_them_are_understood_in_three_languages(self):
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
            (["Dame", "Lady", "Dama"], ["ladies", "ladies", "ladies"]),
        ):
            assert [field_of(heading, BEGUN_WITH) for heading in headings] == expected, headings


def test_everybody_registered_goes_out_again_with_typed_cells_and_no_formula(director):
    factories.tournament(entrants=3)
    Entrant.objects.filter(number=2).update(name='=HYPERLINK("http://x","y")', paid=True)

    as_text, as_book = (director.get(f"/t/cup/office/entrants.{ending}") for ending in ("csv", "xlsx"))

    for answer, ending in ((as_text, "csv"), (as_book, "xlsx")):
        assert answer["Content-Disposition"] == f'attachment; filename="cup-entrants.{ending}"'
    assert as_text.content.startswith(b"\xef\xbb\xbf")
    assert b"\"'=HYPERLINK" in as_text.content
    sheet = openpyxl.load_workbook(io.BytesIO(as_book.content)).active
    assert sheet.freeze_panes == "A5"
    above, rows = list(sheet.iter_rows(max_row=3)), list(sheet.iter_rows(min_row=4))
    assert [row[0].value for row in above][::2] == ["Herz-Dame-Cup", "Entrants"]
    assert [cell.value for cell in rows[0]][:4] == ["Start number", "Name", "Club", "Team"]
    assert (rows[2][0].value, rows[2][1].value[0], rows[2][1].data_type) == (2, "=", "s")
    assert len(rows) == 4


FILE = "/t/cup/office/entrants/add/?at=file"


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

    @pytest.mark.slow
    def test_a_workbook_goes_through_the_same_preview(self, director):
        made = factories.tournament()

        good, bad = [7, "Schulz, Erna", "SC Herz", "x", "Gera"], [8, None, "SC Karo", None, "Jena"]
        preview = self.send(director, workbook(["Nr", "Name", "Verein", "Dame", "Ort"], good, bad))

        assert preview.status == 200
        assert [row.line for row in preview.response.context["preview"].bad] == [3]
        assert "The name is missing." in preview.text

        answer = take(preview)
        entrant = made.entrants.get()
        assert (entrant.number, entrant.club, entrant.classes, entrant.source) == (1, "SC Herz", ["ladies"], "file")
        assert answer.form("cells", "act=mend").holds()["3.club"] == ["SC Karo"]

    @pytest.mark.slow
    def test_cards_are_read_whatever_the_file_is_called_and_a_table_as_text(self, director):
        made = factories.tournament()
        cards = "BEGIN:VCARD\nN:Schulz;Erna\nORG:SC Herz\nBDAY:19600501\nEND:VCARD\nBEGIN:VCARD\nORG:SC\nEND:VCARD"

        preview = self.send(director, SimpleUploadedFile("contacts", cards.encode()))
        assert [row.line for row in preview.response.context["preview"].bad] == [6]
        take(preview)
        entrant = made.entrants.get()
        assert (entrant.name, entrant.club, entrant.birth_year) == ("Erna Schulz", "SC Herz", 1960)

        take(self.send(director, SimpleUploadedFile("l.csv", "Name;Verein\nMüller;Gera\n".encode("cp1252"))))
        assert made.entrants.get(number=2).name == "Müller"

    @pytest.mark.slow
    def test_a_file_that_cannot_be_read_is_refused_in_words(self, director):
        made = factories.tournament()

        for data, name in (
            *((b"PK\x03\x04broken", "broken.xlsx"), (b"%PDF-1.7 ...", "list.pdf")),
            *((b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "old.xls"), (b"\x00\x01\x02", "noise.csv")),
            (b"a" * 5_000_001, "huge.csv"),
        ):
            answer = self.send(director, SimpleUploadedFile(name, data))

            assert answer.status == 422, name
            assert answer.response.context["form"].errors["file"][0].endswith(".")
        answer = director.post(FILE, {})
        assert answer.status_code == 422
        assert "Please choose a file." in unescape(" ".join(answer.content.decode().split()))
        assert not made.entrants.exists()
