"""Lists of entrants on their way in: what was recognised is shown, what is doubtful asked, every row reached.

A list that comes once more: names for numbers, who is new, changed, gone; and how few acts a list takes.
"""

import io

import openpyxl
import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile

from tables.acts.forms import LONGEST_TEXT, Paragraphs
from tables.intake import letters
from tables.people import listings
from tables.people.models import Entrant
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Page, Visitor

ENTRANTS = "/t/cup/office/entrants/"


def pasted(office, text):
    return office.get(f"{ENTRANTS}add/").form("lines").send(lines=text)


def sent(office, *rows, name="list.xlsx"):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return office.get(f"{ENTRANTS}add/?at=file").form("file").send(file=SimpleUploadedFile(name, out.getvalue()))


def review(page):
    return page.form("cells", "mended")


def taken(page, **more):
    return review(page).send("act=take", **more)


def checked(page, **more):
    return review(page).send("act=check", **more)


def mended(page, **more):
    return review(page).send("act=mend", **more)


def rows(page):
    """Return the names and clubs of the rows in order."""
    return [(row.registration.name, row.registration.club) for row in page.response.context["preview"].rows]


def holds(page):
    """Return what each column is said to hold."""
    return [
        next((value for value, _word, is_chosen in column.options if is_chosen), "")
        for column in page.response.context["preview"].columns
    ]


pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def office(director):
    return Visitor(director)


class TestPasted:
    def test_a_preview_shows_every_column_with_its_name_and_registers_nobody(self, office):
        factories.tournament()

        page = pasted(office, "1. Hans Müller, SC Karo As, bezahlt\n2. Erna Schulz - Herz Dame Gera")

        assert page.status == 200
        assert rows(page) == [("Hans Müller", "SC Karo As"), ("Erna Schulz", "Herz Dame Gera")]
        labels = [one.text for one in page.main.one("ul", "review-columns").all("label")]
        chosen = [one.text for one in page.main.one("ul", "review-columns").all("option") if "selected" in one.attrs]
        assert labels == ["A", "B", "C", "E"]
        assert chosen == ["Line number", "Name", "Club", "Marks"]
        assert not Entrant.objects.exists()

    def test_the_second_word_registers_them_in_their_order(self, office):
        made = factories.tournament(entrants=1)

        page = taken(pasted(office, "Erna Schulz; SC Herz; Die Buben; lady paid\nOtto Kurz"))

        assert page.url == ENTRANTS
        assert "2 entrants registered as no. 2 to 3." in page.text
        erna = made.entrants.get(number=2)
        assert (erna.name, erna.club, erna.team, erna.classes, erna.paid, erna.source) == (
            *("Erna Schulz", "SC Herz", "Die Buben", ["ladies"], True, "paste"),
        )

    def test_a_row_that_is_wrong_is_asked_about_and_mended_where_it_stands_when_the_good_ones_are_taken(self, office):
        factories.tournament()

        page = pasted(office, "Erna Schulz; SC Ulm\n\n###; SC Herz\nOtto Kurz;;;king")

        asked = [(row.line, *row.sentences) for row in page.response.context["preview"].bad]
        assert asked == [
            (3, "“###” is not a name: it contains no letter."),
            (4, "“king” is not known as a mark. Known are the classes of the event, paid, present."),
        ]
        page = taken(page)
        assert "Rows left to look at" in page.text
        assert "1 entrant registered as no. 1." in page.text
        page = taken(mended(page, values={"3.name": "Ida Lang", "4.seniors": True}))
        assert page.url == ENTRANTS
        classes = Entrant.objects.order_by("number").values_list("name", "classes")
        assert [*classes] == [("Erna Schulz", []), ("Ida Lang", []), ("Otto Kurz", ["seniors"])]

    def test_what_could_be_read_in_two_ways_is_asked_with_the_likelier_one_filled_in(self, office):
        factories.tournament()

        page = pasted(office, "Hans Müller, SC Karo As, Ulm e.V.\nUwe Kurz, Gera\nPit Ohm, Jena\nSchulz, Erna")

        assert rows(page) == [("Uwe Kurz", "Gera"), ("Pit Ohm", "Jena")]
        held = review(page).holds()
        assert (held["1.name"], held["1.club"], held["1.team"]) == (["Hans Müller"], ["SC Karo As"], ["Ulm e.V."])
        assert held["4.name"] == ["Schulz, Erna"]
        page = mended(page, values={"1.club": "SC Karo As, Ulm e.V.", "1.team": ""})
        assert ("Hans Müller", "SC Karo As, Ulm e.V.") in rows(page)
        assert ("Schulz, Erna", "") in rows(page)

    def test_what_was_asked_stays_asked_until_it_is_answered(self, office):
        made = factories.tournament()
        page = pasted(office, "Erna Schulz\nOtto Kurz;;;king\nIda Lang;;;queen")

        page = checked(page)
        assert [row.line for row in page.response.context["preview"].bad] == [2, 3]
        page = taken(page, values={"3.club": "SC Ulm"})

        assert "Rows left to look at" in page.text
        named = made.entrants.order_by("number").values_list("name", "club")
        assert [*named] == [("Erna Schulz", ""), ("Ida Lang", "SC Ulm")]

    def test_two_spaces_in_one_line_stay_asked_too_and_doubles_within_the_list_are_pointed_out(self, office):
        factories.tournament()

        page = checked(pasted(office, "Hans Meier\nHans Peter  Kurz\nKarl Lang\nEva Maus"))

        assert [row.line for row in page.response.context["preview"].bad] == [2]
        assert rows(page) == [("Hans Meier", ""), ("Karl Lang", ""), ("Eva Maus", "")]

        page = pasted(office, "Erna Schulz\nOtto Kurz\nSchulz, Erna")

        assert "stands in the list 2 times." in page.text
        assert page.text.count("stands above already") == 1

    def test_a_row_in_order_can_be_changed_and_another_left_out(self, office):
        made = factories.tournament()
        page = pasted(office, "Erna Schulz\nOtto Kurz\nIda Lang")

        page = checked(page, change=["1"], out=["3"])
        assert rows(page) == [("Otto Kurz", "")]
        page = mended(page, values={"1.club": "SC Ulm"})
        assert rows(page) == [("Erna Schulz", "SC Ulm"), ("Otto Kurz", "")]
        assert "left out by you" in page.text
        page = checked(page, take=["3"])
        taken(page)

        assert made.entrants.count() == 3

    def test_names_and_clubs_are_typed_over_in_the_table_itself_and_a_name_deleted_there_is_asked_about(self, office):
        made = factories.tournament()

        page = pasted(
            office, "Nr.;Name;Verein;Geburtsjahr\n1;Erna Schulz;SC Ulm;1961\n2;Oto Kurz;SC Gera;1970\n3;Ida;;\n"
        )
        page = taken(page, values={"3.name": "Otto Kurz", "3.club": "SC Jena", "2.team": "Asse", "4.name": ""})

        assert [row.sentences for row in page.response.context["preview"].bad] == [("The name is missing.",)]
        named = made.entrants.order_by("number").values_list("number", "name", "club", "team", "birth_year")
        assert [*named] == [(1, "Erna Schulz", "SC Ulm", "Asse", 1961), (2, "Otto Kurz", "SC Jena", "", 1970)]

    def test_the_same_list_sent_twice_registers_once_and_who_is_there_already_is_left_out(self, office):
        made = factories.tournament()
        page = pasted(office, "Erna Schulz\nOtto Kurz")

        taken(page)
        again = taken(page)

        assert again.status == 422
        assert "This list has been registered already." in again.text
        assert made.entrants.count() == 2

        page = pasted(office, "schulz, erna\nLang, Ida")
        assert "there already: Erna Schulz (1)" in page.text
        assert "1 was registered already and left out." in taken(page).text
        assert made.entrants.count() == 3
        taken(pasted(office, "Erna Schulz"), leave_out=False)
        assert made.entrants.filter(name="Erna Schulz").count() == 2

    def test_an_empty_list_or_one_that_is_too_long_is_refused_in_words(self, office):
        factories.tournament()

        for text in ("", "  \n\t\n ", "\u200b", "Name;Verein"):
            page = pasted(office, text)

            assert page.status == 422, text
            assert "There is nobody in this list." in page.text
        page = pasted(office, "\n".join(f"S {n}" for n in range(5_001)))
        assert page.status == 422
        assert "The list has more than 5000 lines" in page.text
        assert "S 5000" in page.text

    def test_a_released_event_takes_nobody_and_the_list_is_kept(self, office):
        factories.tournament(ended_at=EVENING, released_at=EVENING)

        page = taken(pasted(office, "Erna Schulz"))

        assert page.status == 422
        assert "The final ranking has been released" in page.text
        assert rows(page) == [("Erna Schulz", "")]


def people(count: int, *, first: int = 1) -> list[str]:
    return [
        f"Spieler {'abcdefghij'[n % 10]}{'klmnopqrst'[n // 10 % 10]} Nr{letters(n)}"
        for n in range(first, first + count)
    ]


def turned(page: Page, part: str, way: str = "Next", **ticked: object) -> Page:
    """Return the next page of a part, or another, with what was ticked or typed on this one."""
    (button,) = [one for one in page.main.all("button", name=f"{part}.to") if one.text == way]
    values = ticked.pop("values", None)
    return review(page).send(f"{part}.to={button.attrs['value']}", values, **ticked)


def test_every_row_asked_about_or_left_out_is_reached_and_what_is_ticked_on_any_page_counts(office, monkeypatch):
    cup = factories.tournament()
    monkeypatch.setattr(listings, "A_PART", 10)
    asked, heads, good = [f"{name};;;king" for name in people(11)], ["Name;Verein"] * 11, people(12, first=200)
    page = pasted(office, "\n".join([*asked, *heads, *good]))
    assert "1 to 10 of 12" in page.text

    page = turned(page, "bad", values={"2.name": "Ida Lang"})
    page = turned(page, "marked")
    page = turned(page, "good", out=["23", "24"], change=["27"])
    assert "34" in review(page).options("out")
    page = review(page).send("act=check", take=["22"], out=["34"], values={"11.name": "Uwe Ohm"})

    assert "22" not in review(page).options("take")
    # A place that nobody offered is another one.
    for at in ("x", "-1", "99999999999", "1-0"):
        shown = page.visitor.post(f"{ENTRANTS}add/", review(page).holds() | {"good.to": at})
        assert shown.status == 200, at
        assert review(shown).options("out"), at

    taken(page)
    names = {*cup.entrants.values_list("name", flat=True)}
    assert {"Ida Lang", "Uwe Ohm"} <= names
    assert names & {*good} == {*good} - {good[at] for at in (0, 1, 4, 11)}


def test_a_text_that_is_too_long_is_refused_but_taken_where_only_its_white_space_is_too_much():
    for length in (LONGEST_TEXT + 1, 11 * LONGEST_TEXT):
        with pytest.raises(ValidationError, match=str(LONGEST_TEXT)):
            Paragraphs().clean("x" * length)
    assert Paragraphs().clean("a" + " " * LONGEST_TEXT + "b\n\n\n\nc") == "a b\n\nc"


def test_numbers_without_names_get_them_from_a_list(office):
    made = factories.tournament(entrants=3)
    made.entrants.update(name="", club="")

    page = pasted(office, "Startnummer;Name;Verein\n2;Ute Kurz;SC Bonn\n1;Hans Meier;\n")
    assert [one.number for one in page.response.context["updates"]] == [2, 1]
    taken(page)

    named = made.entrants.order_by("number").values_list("number", "name", "club")
    assert [*named] == [(1, "Hans Meier", ""), (2, "Ute Kurz", "SC Bonn"), (3, "", "")]


def test_a_newer_list_shows_who_is_new_changed_and_gone_each_with_a_tick(office):
    made = factories.tournament()
    taken(sent(office, ["Name", "Verein"], ["Hans Meier", "Ulm"], ["Ute Kurz", "Bonn"], ["Karl Lang", "Ulm"]))

    page = sent(office, ["Name", "Verein"], ["Meier, Hans", "Gera"], ["Ute Kurz", "Bonn"], ["Eva Maus", "Jena"])

    context = page.response.context
    assert [(one.number, one.says) for one in context["updates"]] == [(1, ("Club: Ulm → Gera",))]
    assert [one.name for one in context["gone"]] == ["Karl Lang"]
    taken(page, leaves=["3"])
    told = made.entrants.order_by("number").values_list("name", "club")
    assert [*told] == [("Hans Meier", "Gera"), ("Ute Kurz", "Bonn"), ("Karl Lang", "Ulm"), ("Eva Maus", "Jena")]
    assert made.entrants.exclude(withdrawn_at=None).get().name == "Karl Lang"


@pytest.mark.thorough
def test_nobody_is_changed_or_removed_without_a_tick(office):
    made = factories.tournament()
    taken(sent(office, ["Name", "Verein"], ["Hans Meier", "Ulm"], ["Ute Kurz", "Bonn"], ["Karl Lang", "Ulm"]))

    page = sent(office, ["Name", "Verein"], ["Hans Meier", "Gera"], ["Ute Kurz", "Bonn"], ["Eva Maus", "Jena"])
    taken(page, update=[])

    told = made.entrants.order_by("number").values_list("name", "club", "withdrawn_at")
    assert [one for one in told if one[2] or one[1] == "Gera"] == []
    assert made.entrants.count() == 4


def test_an_evening_from_a_workbook_with_odd_headings_takes_three_acts_at_most(office):
    made = factories.tournament()
    people = ["Hans Meier", "Ute Kurz", "Karl Lang", "Eva Lang", "Otto Groß", "Rolf Blau", "Max Weiß", "Hein Grün"]

    page = sent(
        office,
        ["Skatabend im November"],
        ["Lfd. Nr.", "Skatfreundinnen und -freunde", "Ort", "T-Shirt", "Startgeld"],
        *([at, name, "Ulm", "L", 10] for at, name in enumerate(people, start=1)),
        ["", "Summe", "", "", 80],
    )
    taken(page, sure="on")

    assert [*made.entrants.order_by("number").values_list("name", flat=True)] == people
