"""A file of entrants that is sent, looked through and taken."""

import io
from uuid import uuid4

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tables.people.models import Entrant
from tests.scoring.money.desk import balance, owed
from tests.support import factories
from tests.support.page_reader import Visitor
from tests.tables.desk.test_list_pages import ENTRANTS, checked, holds, mended, pasted, review, rows, sent, taken
from tests.tables.intake.test_opendocuments_and_text import LOCKED, cell, content, ods, packed, row, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(director):
    return Visitor(director)


@pytest.mark.slow
class TestSent:
    def test_two_rows_of_headings_are_both_headings(self, office):
        made = factories.tournament()

        page = sent(
            office,
            ["Teilnehmer", None, "Verein", "Startgeld"],
            ["Nachname", "Vorname", None, "bezahlt"],
            ["Müller", "Hans", "SC Karo As", "x"],
            ["Gesamt", None, None, 10],
        )

        assert holds(page) == ["last", "first", "club", "paid"]
        assert [(row.line, row.because) for row in page.response.context["preview"].marked] == [
            (1, "headings of the columns"),
            (2, "headings of the columns"),
            (4, "a sum"),
        ]
        taken(page)
        assert [(one.name, one.paid) for one in made.entrants.all()] == [("Hans Müller", True)]

    def test_the_preview_says_what_becomes_of_every_column_and_line(self, office):
        factories.tournament(entry_fee=10)

        page = sent(
            office,
            ["Herbstturnier"],
            ["Nr.", "Name", "Startgeld", "bezahlt", "T-Shirt", "Telefon"],
            [1, "Hans Meier", 10, 5, "L", "0171 123456"],
            [2, "Karl Lang (kommt später)", 10, 20, "M", None],
            [3, None, None, None, None, None],
            ["Summe", None, 20, 25, None, None],
        )

        preview = page.response.context["preview"]
        assert {column.heading: column.left_out for column in preview.columns if column.left_out} == {
            "Startgeld": "Left out: another column says this, or the cells do not fit the heading.",
            "T-Shirt": "Left out: nothing says what this is.",
            "Telefon": "Left out: this is not kept here.",
        }
        assert [(row.line, row.because) for row in preview.marked] == [
            (1, "does not look like a person"),
            (2, "headings of the columns"),
            (5, "a number without a name"),
            (6, "a sum"),
        ]
        assert "Paid: 5,00 €" in page.text
        assert "“kommt später” stands beside the name" in page.text

    def test_two_tables_side_by_side_are_read_one_after_the_other(self, office):
        made = factories.tournament()

        heads = ["Nr", "Name", "Verein", None, "Nr", "Name", "Verein"]
        first = [1, "Anna Berg", "SC Ulm", None, 3, "Ida Lang", "SC Gera"]
        taken(sent(office, heads, first, [2, "Otto Kurz", None, None, 4, "Uwe Ohm", None]))

        named = list(made.entrants.order_by("number").values_list("name", "club"))
        assert named == [("Anna Berg", "SC Ulm"), ("Otto Kurz", ""), ("Ida Lang", "SC Gera"), ("Uwe Ohm", "")]

    @pytest.mark.thorough
    def test_start_numbers_are_taken_over_and_asked_about_where_they_cannot_be(self, office):
        made = factories.tournament(entrants=7)
        lines = ([101, "Erna Schulz"], [7, "Otto Kurz"], [101, "Ida Lang"], ["x", "Uwe Ohm"], [None, "Pit Maus"])

        page = sent(office, ["Startnummer", "Name"], *lines)

        asked = {row.line: row.sentences for row in page.response.context["preview"].bad}
        assert asked == {
            3: ("Start number 7 is given already.",),
            4: ("Start number 101 stands in the list more than once.",),
            5: ("“x” is not a start number. Possible are 1 to 5000.",),
        }
        page = taken(mended(page, values={"3.number": "77", "4.number": "", "5.number": "9"}))
        assert "5 entrants registered with the start numbers of the list." in page.text
        found = dict(made.entrants.filter(number__gt=7).values_list("number", "name"))
        assert found == {101: "Erna Schulz", 77: "Otto Kurz", 9: "Uwe Ohm", 102: "Ida Lang", 103: "Pit Maus"}

    def test_a_column_nr_is_left_out_until_somebody_says_it_holds_the_start_numbers(self, office):
        made = factories.tournament()

        page = sent(office, ["Nr.", "Name"], [12, "Erna Schulz"], [40, "Otto Kurz"])
        assert "choose “Start number”" in page.text
        taken(checked(page, c0="number"))

        assert list(made.entrants.order_by("number").values_list("number", flat=True)) == [12, 40]

    def test_a_line_left_out_as_a_total_or_cancelled_is_taken_when_it_is_ticked(self, office):
        made = factories.tournament()
        total, cancelled = ["Total", "SC Gera"], ["Hans Meier - abgesagt"]
        page = sent(office, ["Name", "Verein"], ["Erna Schulz", "SC Ulm"], total, cancelled)

        assert rows(page) == [("Erna Schulz", "SC Ulm")]
        left_out = {row.line: row.because for row in page.response.context["preview"].marked}
        assert left_out[4] == "has cancelled"
        taken(checked(page, take=["3", "4"]))

        assert {*made.entrants.values_list("name", flat=True)} == {"Erna Schulz", "Total", "Hans Meier"}

    def test_first_and_last_names_without_headings_are_asked_about_before_anybody_is_taken(self, office):
        made = factories.tournament()
        page = sent(office, ["Müller", "Hans", "SC Karo As"], ["Schulz", "Erna", "SC Ulm"])

        assert holds(page) == ["last", "first", "club"]
        refused = taken(page)
        assert refused.status == 422
        assert "Please look at the columns that are asked about, then tick here." in refused.text
        taken(refused, c0="first", c1="last", sure=True)

        assert [one.name for one in made.entrants.order_by("number")] == ["Müller Hans", "Schulz Erna"]

    def test_what_two_columns_are_to_hold_is_said_beside_them_and_a_cell_never_becomes_two(self, office):
        factories.tournament()
        page = checked(sent(office, ["Name", "Ort", "Land"], ["Erna Kurz", "Gera", "DE"]), c1="club", c2="club")

        assert "Another column is to hold this already." in page.text
        assert taken(page).status == 422
        assert not Entrant.objects.exists()

        page = sent(office, ["Name", "Verein"], ["Schulz; Erna", "SC; Herz, Ulm"], ["1. Otto", "a\tb"])

        asked = page.response.context["preview"].bad
        told = [(row.entry.name, row.entry.club) for row in asked]
        assert told == [("Schulz; Erna", "SC; Herz, Ulm"), ("1. Otto", "a b")]

    def test_columns_nobody_knows_are_read_by_what_stands_in_them_and_asked(self, office):
        made = factories.tournament()
        erna, otto = [7, "Erna Schulz", "x", "x"], [8, "Otto Kurz", None, None]
        page = sent(office, ["Weg", "Wer", "Frau?", "Bezahlt"], erna, otto)

        assert holds(page) == ["", "name", "ladies", "paid"]
        assert "This heading is not known. Are these the names?" in page.text
        assert taken(page).status == 422
        assert not made.entrants.exists()
        taken(page, sure=True)

        told = [*made.entrants.order_by("number").values_list("name", "classes", "paid")]
        assert told == [("Erna Schulz", ["ladies"], True), ("Otto Kurz", [], False)]

    def test_no_column_of_names_is_said_and_can_be_chosen(self, office):
        made = factories.tournament()
        page = sent(office, ["Verein", "Mannschaft"], ["Erna Schulz", "Asse"])

        assert page.status == 422
        assert "none for the names" in page.text
        taken(checked(page, c0="name"))

        assert made.entrants.get().name == "Erna Schulz"

    def test_a_table_of_libreoffice_is_read_like_any_other_or_it_is_said_why_not(self, office):
        made = factories.tournament()

        def sent_as_ods(data: bytes):
            return office.get(f"{ENTRANTS}add/?at=file").form("file").send(file=SimpleUploadedFile("l.ods", data))

        for data, sentence in (
            (packed({"content.xml": b"x", "META-INF/manifest.xml": LOCKED}), "protected by a password"),
            (packed({"content.xml": content()}, kind="application/vnd.oasis.opendocument.text"), "LibreOffice (.ods)"),
            (packed({"content.xml": "<office/"}), "This file is damaged"),
            (ods(table(row(cell("a"), more='table:number-rows-repeated="1048576"'))), "more than"),
            (b"left over", "This file is damaged"),
        ):
            page = sent_as_ods(data)
            assert page.status == 422, sentence
            assert sentence in page.text

        taken(sent_as_ods(ods(table(row(cell("Name"), cell("Verein")), row(cell("Erna Schulz"), cell("SC Herz"))))))
        assert [(one.name, one.club) for one in made.entrants.all()] == [("Erna Schulz", "SC Herz")]


@pytest.mark.slow
def test_a_page_that_comes_back_changed_or_without_its_key_takes_nobody(director):
    factories.tournament()
    for cells in ("", "x\ty", "1\n2", "1\t" * 300, "9" * 4_000_001):
        answer = director.post(f"{ENTRANTS}add/", {"cells": cells, "act": "take", "entry_key": str(uuid4())})
        assert answer.status_code in (400, 422), cells[:9]

    answer = director.post(f"{ENTRANTS}add/", {"cells": "1\tErna Schulz", "act": "take", "entry_key": "x"})

    assert answer.status_code == 422
    assert "This form did not arrive completely." in answer.content.decode()


class TestAsked:
    @pytest.mark.slow
    def test_several_people_of_a_row_get_a_chair_each_by_one_button_or_are_one_after_all(self, office):
        made = factories.tournament()
        page = pasted(office, "Hans und Ute Kurz\nKarl Lang mit Frau")

        assert "This seems to be 2 people." in page.text
        page = review(page).send("split=2")
        page = review(page).send("right=1", out=["2+2"])
        assert rows(page) == [("Hans und Ute Kurz", ""), ("Karl Lang", "")]
        taken(page)
        page = review(pasted(office, "Eva und Uwe Ohm, SC Ulm")).send("split=1")
        assert rows(page) == [("Eva Ohm", "SC Ulm"), ("Uwe Ohm", "SC Ulm")]
        taken(page)

        named = [one.name for one in made.entrants.order_by("number")]
        assert named == ["Hans und Ute Kurz", "Karl Lang", "Eva Ohm", "Uwe Ohm"]

    @pytest.mark.slow
    def test_another_sheet_is_read_by_a_button(self, office):
        made = factories.tournament()
        book = openpyxl.Workbook()
        book.active.title = "Absagen"
        book.active.append(["Name"])
        book.active.append(["Karl Lang"])
        book.create_sheet("Zusagen").append(["Name", "Verein"])
        book["Zusagen"].append(["Hans Meier", "Ulm"])
        out = io.BytesIO()
        book.save(out)

        file = SimpleUploadedFile("l.xlsx", out.getvalue())
        page = office.get(f"{ENTRANTS}add/?at=file").form("file").send(file=file)
        assert rows(page) == [("Hans Meier", "Ulm")]
        page = review(page).send("sheet.to=0")
        assert rows(page) == [("Karl Lang", "")]
        page = review(page).send("sheet.to=0")
        assert rows(page) == [("Hans Meier", "Ulm")]
        taken(page)

        assert made.entrants.get().name == "Hans Meier"

    def test_a_row_that_is_struck_through_is_asked_on_every_look_and_a_year_of_birth_after_the_event(self, office):
        factories.tournament()
        page = checked(pasted(office, "~Hans Meier~\nUte Kurz"))

        (asked,) = page.response.context["preview"].bad
        assert asked.sentences == ("This row is hidden or struck through in the list.",)

        page = sent(office, ["Name", "Geburtsjahr"], ["Hans Meier", 2061], ["Ute Kurz", 1961])

        assert [row.line for row in page.response.context["preview"].bad] == [2]

    @pytest.mark.slow
    def test_a_part_of_the_fee_is_booked_as_it_is(self, office):
        made = factories.tournament(entry_fee=10)
        paid = (["Hans Meier", 10], ["Ute Kurz", 5.0], ["Karl Lang", 0], ["Eva Maus", 20])
        page = sent(office, ["Name", "Startgeld"], *paid)

        assert "“20” is more than the entry fee." in page.text
        taken(page)

        assert owed(made) == {2: 500, 3: 1000}
        assert balance(made, "box", "1") == 1500
        assert list(made.entrants.order_by("number").values_list("paid", flat=True)) == [True, False, False]
