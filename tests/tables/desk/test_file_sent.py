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

        taken(
            sent(
                office,
                ["Nr", "Name", "Verein", None, "Nr", "Name", "Verein"],
                [1, "Anna Berg", "SC Ulm", None, 3, "Ida Lang", "SC Gera"],
                [2, "Otto Kurz", None, None, 4, "Uwe Ohm", None],
            )
        )

        named = list(made.entrants.order_by("number").values_list("name", "club"))
        assert named == [("Anna Berg", "SC Ulm"), ("Otto Kurz", ""), ("Ida Lang", "SC Gera"), ("Uwe Ohm", "")]

    @pytest.mark.thorough
    def test_start_numbers_are_taken_over_and_asked_about_where_they_cannot_be(self, office):
        made = factories.tournament(entrants=7)

        page = sent(
            office,
            ["Startnummer", "Name"],
            [101, "Erna Schulz"],
            [7, "Otto Kurz"],
            [101, "Ida Lang"],
            ["x", "Uwe Ohm"],
            [None, "Pit Maus"],
        )

        asked = {row.line: row.sentences for row in page.response.context["preview"].bad}
        assert asked == {
            3: ("Start number 7 is given already.",),
            4: ("Start number 101 stands in the list more than once.",),
            5: ("“x” is not a start number. Possible are 1 to 5000.",),
        }
        page = mended(page, values={"3.number": "77", "4.number": "", "5.number": "9"})
        page = taken(page)
        assert "5 entrants registered with the start numbers of the list." in page.text
        assert dict(made.entrants.filter(number__gt=7).values_list("name", "number")) == {
            "Erna Schulz": 101,
            "Otto Kurz": 77,
            "Uwe Ohm": 9,
            "Ida Lang": 102,
            "Pit Maus": 103,
        }

    def test_a_column_nr_is_left_out_until_somebody_says_it_holds_the_start_numbers(self, office):
        made = factories.tournament()

        page = sent(office, ["Nr.", "Name"], [12, "Erna Schulz"], [40, "Otto Kurz"])
        assert "choose “Start number”" in page.text
        taken(checked(page, c0="number"))

        assert list(made.entrants.order_by("number").values_list("number", flat=True)) == [12, 40]

    def test_a_line_that_looks_like_a_total_is_taken_when_it_is_ticked(self, office):
        made = factories.tournament()
        page = sent(office, ["Name", "Verein"], ["Erna Schulz", "SC Ulm"], ["Total", "SC Gera"])

        assert rows(page) == [("Erna Schulz", "SC Ulm")]
        taken(checked(page, take=["3"]))

        assert made.entrants.filter(name="Total").exists()

    def test_first_and_last_names_without_headings_are_asked_about_before_anybody_is_taken(self, office):
        made = factories.tournament()
        page = sent(office, ["Müller", "Hans", "SC Karo As"], ["Schulz", "Erna", "SC Ulm"])

        assert holds(page) == ["last", "first", "club"]
        refused = taken(page)
        assert refused.status == 422
        assert "Please look at the columns that are asked about, then tick here." in refused.text
        taken(refused, c0="first", c1="last", sure=True)

        assert [one.name for one in made.entrants.order_by("number")] == ["Müller Hans", "Schulz Erna"]

    def test_columns_nobody_knows_are_read_by_what_stands_in_them_and_can_be_changed(self, office):
        made = factories.tournament()
        page = sent(office, ["Weg", "Wer", "Frau?"], [7, "Erna Schulz", "x"], [8, "Otto Kurz", None])

        assert holds(page) == ["", "name", "ladies"]
        assert "This heading is not known. Are these the names?" in page.text
        taken(page, sure=True)

        assert list(made.entrants.order_by("number").values_list("name", "classes")) == [
            ("Erna Schulz", ["ladies"]),
            ("Otto Kurz", []),
        ]

    def test_what_two_columns_are_to_hold_is_said_beside_them(self, office):
        factories.tournament()
        page = checked(sent(office, ["Name", "Ort", "Land"], ["Erna Kurz", "Gera", "DE"]), c1="club", c2="club")

        assert "Another column is to hold this already." in page.text
        assert taken(page).status == 422
        assert not Entrant.objects.exists()

    def test_a_column_under_a_heading_nobody_knows_may_hold_the_names_and_is_asked(self, office):
        made = factories.tournament()
        page = sent(office, ["Wer", "Verein", "Bezahlt"], ["Erna Schulz", "SC Herz", "x"])

        assert holds(page) == ["name", "club", "paid"]
        assert taken(page).status == 422
        assert not made.entrants.exists()
        taken(page, sure=True)

        assert (made.entrants.get().club, made.entrants.get().paid) == ("SC Herz", True)

    def test_no_column_of_names_is_said_and_can_be_chosen(self, office):
        made = factories.tournament()
        page = sent(office, ["Verein", "Mannschaft"], ["Erna Schulz", "Asse"])

        assert page.status == 422
        assert "none for the names" in page.text
        taken(checked(page, c0="name"))

        assert made.entrants.get().name == "Erna Schulz"

    def test_a_table_of_libreoffice_is_read_like_any_other(self, office):
        made = factories.tournament()
        data = ods(table(row(cell("Name"), cell("Verein")), row(cell("Erna Schulz"), cell("SC Herz"))))

        page = office.get(f"{ENTRANTS}add/?at=file").form("file").send(file=SimpleUploadedFile("l.ods", data))
        taken(page)

        assert [(one.name, one.club) for one in made.entrants.all()] == [("Erna Schulz", "SC Herz")]

    @pytest.mark.thorough
    def test_our_own_export_comes_in_again(self, office, director):
        made = factories.tournament(entrants=3)
        made.entrants.filter(number=2).update(club="SC Herz", classes=["seniors"], paid=True)
        exported = director.get("/t/cup/office/entrants.xlsx").content
        made.entrants.all().delete()

        page = office.get(f"{ENTRANTS}add/?at=file").form("file").send(file=SimpleUploadedFile("l.xlsx", exported))
        assert "This is how it was when the file was written" in page.text
        taken(checked(page, c7="paid"))

        second = made.entrants.get(number=2)
        assert (second.name, second.club, second.classes, second.paid) == ("Spieler 2", "SC Herz", ["seniors"], True)
        assert made.entrants.count() == 3

    def test_what_cannot_be_read_of_libreoffice_is_said_in_a_sentence(self, office):
        factories.tournament()

        for data, sentence in (
            (packed({"content.xml": b"x", "META-INF/manifest.xml": LOCKED}), "protected by a password"),
            (packed({"content.xml": content()}, kind="application/vnd.oasis.opendocument.text"), "LibreOffice (.ods)"),
            (packed({"content.xml": "<office/"}), "This file is damaged"),
            (ods(table(row(cell("a"), more='table:number-rows-repeated="1048576"'))), "more than"),
            (b"left over", "This file is damaged"),
        ):
            page = office.get(f"{ENTRANTS}add/?at=file").form("file").send(file=SimpleUploadedFile("l.ods", data))

            assert page.status == 422, sentence
            assert sentence in page.text

    def test_a_cell_never_becomes_two(self, office):
        """Rows stay rows: what stands in a cell is never parsed as a line of text."""
        factories.tournament()

        page = sent(office, ["Name", "Verein"], ["Schulz; Erna", "SC; Herz, Ulm"], ["1. Otto", "a\tb"])

        asked = page.response.context["preview"].bad
        assert [(row.entry.name, row.entry.club) for row in asked] == [
            ("Schulz; Erna", "SC; Herz, Ulm"),
            ("1. Otto", "a b"),
        ]


@pytest.mark.slow
def test_a_page_that_comes_back_changed_or_without_its_key_takes_nobody(director):
    factories.tournament()
    for cells in ("", "x\ty", "1\t" * 300, "9" * 4_000_001):
        answer = director.post(f"{ENTRANTS}add/", {"cells": cells, "act": "take", "entry_key": str(uuid4())})
        assert answer.status_code in (400, 422), cells[:9]

    answer = director.post(f"{ENTRANTS}add/", {"cells": "1\tErna Schulz", "act": "take", "entry_key": "x"})

    assert answer.status_code == 422
    assert "This form did not arrive completely." in answer.content.decode()


class TestAsked:
    def test_several_people_of_a_row_get_a_chair_each_by_one_button(self, office):
        made = factories.tournament()
        page = pasted(office, "Hans und Ute Kurz, SC Ulm\nKarl Lang")

        assert "This seems to be 2 people." in page.text
        page = review(page).send("split=1")
        assert rows(page) == [("Hans Kurz", "SC Ulm"), ("Ute Kurz", "SC Ulm"), ("Karl Lang", "")]
        taken(page)

        assert [one.name for one in made.entrants.order_by("number")] == ["Hans Kurz", "Ute Kurz", "Karl Lang"]

    def test_one_person_after_all_is_said_by_a_button_and_each_of_several_can_be_left_out(self, office):
        made = factories.tournament()
        page = pasted(office, "Hans und Ute Kurz\nKarl Lang mit Frau")

        page = review(page).send("split=2")
        page = review(page).send("right=1", out=["2+2"])
        assert rows(page) == [("Hans und Ute Kurz", ""), ("Karl Lang", "")]
        taken(page)

        assert made.entrants.count() == 2

    def test_who_cancelled_is_left_out_with_the_reason_and_can_be_taken(self, office):
        made = factories.tournament()
        page = pasted(office, "Hans Meier - abgesagt\nUte Kurz")

        assert [(row.line, row.because) for row in page.response.context["preview"].marked] == [(1, "has cancelled")]
        taken(checked(page, take=["1"]))

        assert made.entrants.count() == 2

    def test_a_column_left_out_says_why_and_the_sheet_says_its_name(self, office):
        factories.tournament()
        page = sent(office, ["Name", "T-Shirt"], ["Hans Meier", "XL"])

        assert "Left out: nothing says what this is." in page.text
        assert "Sheet “Sheet”" in page.text

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

        page = (
            office.get(f"{ENTRANTS}add/?at=file").form("file").send(file=SimpleUploadedFile("l.xlsx", out.getvalue()))
        )
        assert rows(page) == [("Hans Meier", "Ulm")]
        page = review(page).send("sheet.to=0")
        assert rows(page) == [("Karl Lang", "")]
        page = review(page).send("sheet.to=0")
        assert rows(page) == [("Hans Meier", "Ulm")]
        taken(page)

        assert made.entrants.get().name == "Hans Meier"

    def test_a_row_that_is_struck_through_is_asked_on_every_look(self, office):
        factories.tournament()
        page = checked(pasted(office, "~Hans Meier~\nUte Kurz"))

        (asked,) = page.response.context["preview"].bad
        assert asked.sentences == ("This row is hidden or struck through in the list.",)

    @pytest.mark.thorough
    def test_numbers_that_count_the_lines_are_start_numbers_only_where_nobody_has_one_of_them(self, office):
        made = factories.tournament()
        taken(sent(office, ["Nr.", "Name"], [1, "Hans Meier"], [2, "Ute Kurz"]))
        taken(sent(office, ["Nr.", "Name"], [1, "Karl Lang"], [2, "Eva Maus"]))

        assert [one.name for one in made.entrants.order_by("number")] == [
            "Hans Meier",
            "Ute Kurz",
            "Karl Lang",
            "Eva Maus",
        ]

    def test_a_year_of_birth_after_the_event_is_asked(self, office):
        factories.tournament()
        page = sent(office, ["Name", "Geburtsjahr"], ["Hans Meier", 2061], ["Ute Kurz", 1961])

        assert [row.line for row in page.response.context["preview"].bad] == [2]

    def test_a_part_of_the_fee_is_booked_as_it_is(self, office):
        made = factories.tournament(entry_fee=10)
        page = sent(
            office, ["Name", "Startgeld"], ["Hans Meier", 10], ["Ute Kurz", 5.0], ["Karl Lang", 0], ["Eva Maus", 20]
        )

        assert "“20” is more than the entry fee." in page.text
        taken(page)

        assert owed(made) == {2: 500, 3: 1000}
        assert balance(made, "box", "1") == 1500
        assert list(made.entrants.order_by("number").values_list("paid", flat=True)) == [True, False, False]
