"""Lists of entrants that come as files: shown as columns, asked where doubtful, nobody taken before."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tables.people.models import Entrant
from tests.support import factories
from tests.support.page_reader import Visitor
from tests.tables.desk.list_pages import ENTRANTS, checked, holds, mended, review, rows, sent, taken
from tests.tables.intake.opendocuments import LOCKED, cell, content, ods, packed, row, table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def office(director):
    return Visitor(director)


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
            (1, "looks like headings"),
            (2, "looks like headings"),
            (4, "looks like a total"),
        ]
        taken(page)
        assert [(one.name, one.paid) for one in made.entrants.all()] == [("Hans Müller", True)]

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

        assert holds(page) == ["count", "name", "ladies"] or holds(page) == ["count", "name", ""]
        taken(page, c2="ladies", **({"sure": True} if review(page).has("sure") else {}))

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

    def test_no_column_of_names_is_said_and_can_be_chosen(self, office):
        made = factories.tournament()
        page = sent(office, ["Wer", "Verein", "Bezahlt"], ["Erna Schulz", "SC Herz", "x"])

        assert page.status == 422
        assert "none for the names" in page.text
        taken(checked(page, c0="name"))

        assert made.entrants.get().paid

    def test_a_table_of_libreoffice_is_read_like_any_other(self, office):
        made = factories.tournament()
        data = ods(table(row(cell("Name"), cell("Verein")), row(cell("Erna Schulz"), cell("SC Herz"))))

        page = office.get(f"{ENTRANTS}file/").form("file").send(file=SimpleUploadedFile("l.ods", data))
        taken(page)

        assert [(one.name, one.club) for one in made.entrants.all()] == [("Erna Schulz", "SC Herz")]

    def test_our_own_export_for_libreoffice_comes_in_again(self, office, director):
        made = factories.tournament(entrants=3)
        made.entrants.filter(number=2).update(club="SC Herz", classes=["seniors"], paid=True)
        exported = director.get("/t/cup/office/entrants.ods").content
        made.entrants.all().delete()

        taken(office.get(f"{ENTRANTS}file/").form("file").send(file=SimpleUploadedFile("l.ods", exported)))

        second = made.entrants.get(number=2)
        assert (second.name, second.club, second.classes, second.paid) == ("Spieler 2", "SC Herz", ["seniors"], True)
        assert made.entrants.count() == 3

    @pytest.mark.parametrize(
        ("data", "sentence"),
        [
            (packed({"content.xml": b"x", "META-INF/manifest.xml": LOCKED}), "protected by a password"),
            (packed({"content.xml": content()}, kind="application/vnd.oasis.opendocument.text"), "LibreOffice (.ods)"),
            (packed({"content.xml": "<office/"}), "This file is damaged"),
            (ods(table(row(cell("a"), more='table:number-rows-repeated="1048576"'))), "more than"),
            (b"left over", "This file is damaged"),
        ],
        ids=["locked", "text", "damaged", "bomb", "cut"],
    )
    def test_what_cannot_be_read_of_libreoffice_is_said_in_a_sentence(self, office, data, sentence):
        factories.tournament()

        page = office.get(f"{ENTRANTS}file/").form("file").send(file=SimpleUploadedFile("l.ods", data))

        assert page.status == 422
        assert sentence in page.text

    def test_a_cell_never_becomes_two(self, office):
        """Rows stay rows: what stands in a cell is never parsed as a line of text."""
        made = factories.tournament()

        taken(sent(office, ["Name", "Verein"], ["Schulz; Erna", "SC; Herz, Ulm - bezahlt"], ["1. Otto", "a\tb"]))

        assert list(made.entrants.order_by("number").values_list("name", "club", "paid")) == [
            ("Schulz; Erna", "SC; Herz, Ulm - bezahlt", False),
            ("1. Otto", "a b", False),
        ]


@pytest.mark.parametrize("cells", ["", "x\ty", "1\t" * 300, "9" * 4_000_001])
def test_a_page_that_comes_back_changed_is_refused_in_words(director, cells):
    factories.tournament()

    answer = director.post(f"{ENTRANTS}list/", {"cells": cells, "act": "take", "entry_key": str(uuid4())})

    assert answer.status_code in (400, 422)


def test_a_form_without_its_key_takes_nobody(director):
    factories.tournament()

    answer = director.post(f"{ENTRANTS}list/", {"cells": "1\tErna Schulz", "act": "take", "entry_key": "x"})

    assert answer.status_code == 422
    assert "This form did not arrive completely." in answer.content.decode()
