"""Lists of entrants on their way in: what was recognised is shown, what is doubtful asked, nobody taken before."""

import pytest

from tables.people.models import Entrant
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor
from tests.tables.desk.list_pages import ENTRANTS, checked, mended, pasted, review, rows, taken

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
            *("Erna Schulz", "SC Herz", "Die Buben"),
            *(["ladies"], True, "paste"),
        )

    @pytest.mark.parametrize("head", ["Name\tVerein\tOrt\r\n", ""])
    def test_cells_copied_from_a_spreadsheet_or_a_page_keep_their_columns(self, office, head):
        made = factories.tournament()

        page = pasted(office, f'{head}"Müller,\nHans"\t"SC ""Ass"""\tUlm\r\nErna Schulz\tSC Herz;\xa0Gera\t\r\n')

        assert [name for name, _club in rows(page)] == ["Müller, Hans", "Erna Schulz"]
        assert [club for _name, club in rows(page)] == ['SC "Ass"', "SC Herz; Gera"]
        if head:
            columns = [(one.heading, one.options[0][2]) for one in page.response.context["preview"].columns]
            assert columns == [("Name", False), ("Verein", False), ("Ort", True)]
        taken(page)
        assert made.entrants.count() == 2

    def test_a_row_that_is_wrong_is_asked_about_and_mended_where_it_stands(self, office):
        factories.tournament()

        page = pasted(office, "Erna Schulz; SC Ulm\n\n###; SC Herz\nOtto Kurz;;;king")

        asked = [(row.line, *row.sentences) for row in page.response.context["preview"].bad]
        assert asked == [
            (3, "“###” is not a name: it contains no letter."),
            (4, "“king” is not known as a mark. Known are the classes of the event, paid, present."),
        ]
        page = mended(page, values={"3.name": "Ida Lang", "4.seniors": True})
        assert rows(page) == [("Erna Schulz", "SC Ulm"), ("Ida Lang", "SC Herz"), ("Otto Kurz", "")]
        taken(page)
        assert list(Entrant.objects.order_by("number").values_list("name", "classes")) == [
            ("Erna Schulz", []),
            ("Ida Lang", []),
            ("Otto Kurz", ["seniors"]),
        ]

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

    def test_rows_still_wrong_stay_when_the_good_ones_are_taken(self, office):
        made = factories.tournament()

        page = taken(pasted(office, "Erna Schulz\nOtto Kurz;;;king"))

        assert "Rows left to look at" in page.text
        assert "1 entrant registered as no. 1." in page.text
        page = taken(mended(page, values={"2.ladies": True}))
        assert page.url == ENTRANTS
        assert [one.name for one in made.entrants.order_by("number")] == ["Erna Schulz", "Otto Kurz"]

    def test_what_was_asked_stays_asked_until_it_is_answered(self, office):
        made = factories.tournament()
        page = pasted(office, "Erna Schulz\nOtto Kurz;;;king\nIda Lang;;;queen")

        page = checked(page)
        assert [row.line for row in page.response.context["preview"].bad] == [2, 3]
        page = taken(page, values={"3.club": "SC Ulm"})

        assert "Rows left to look at" in page.text
        assert list(made.entrants.order_by("number").values_list("name", "club")) == [
            ("Erna Schulz", ""),
            ("Ida Lang", "SC Ulm"),
        ]

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

    def test_the_same_list_sent_twice_registers_once(self, office):
        made = factories.tournament()
        page = pasted(office, "Erna Schulz\nOtto Kurz")

        taken(page)
        again = taken(page)

        assert again.status == 422
        assert "This list has been registered already." in again.text
        assert made.entrants.count() == 2

    def test_who_is_there_already_is_pointed_out_and_left_out_unless_told_otherwise(self, office):
        made = factories.tournament()
        taken(pasted(office, "Erna Schulz\nOtto Kurz"))

        page = pasted(office, "schulz, erna\nLang, Ida")
        assert "there already: Erna Schulz (1)" in page.text
        assert "1 was registered already and left out." in taken(page).text
        assert made.entrants.count() == 3

        taken(pasted(office, "Erna Schulz"), leave_out=False)
        assert made.entrants.filter(name="Erna Schulz").count() == 2

    def test_when_everybody_is_registered_already_it_says_so(self, office):
        made = factories.tournament()
        taken(pasted(office, "Erna Schulz"))

        page = taken(pasted(office, "Erna Schulz"))

        assert page.status == 422
        assert "Nobody in this list is left to register." in page.text
        assert made.entrants.count() == 1

    def test_doubles_within_the_list_are_pointed_out(self, office):
        factories.tournament()

        page = pasted(office, "Erna Schulz\nOtto Kurz\nSchulz, Erna")

        assert "stands in the list 2 times." in page.text
        assert page.text.count("stands above already") == 1

    def test_ten_thousand_lines_end_in_a_sentence_and_the_text_is_kept(self, office):
        made = factories.tournament()

        page = pasted(office, "\n".join(f"Spieler {n}" for n in range(10_000)))

        assert page.status == 422
        assert "The list has more than 5000 lines" in page.text
        assert "Spieler 9999" in page.text
        assert not made.entrants.exists()

    @pytest.mark.thorough
    def test_as_many_as_fit_are_previewed_and_taken(self, office):
        made = factories.tournament()
        page = pasted(office, "\n".join(f"Spieler Nr{n} {'abcdefghij'[n % 10]}" for n in range(3_000)))
        assert len(rows(page)) == 3_000
        assert "1 to 100 of 3000" in page.text

        taken(page)

        assert made.entrants.count() == 3_000

    @pytest.mark.parametrize("text", ["", "  \n\t\n ", "\u200b", "Name;Verein"])
    def test_an_empty_list_is_refused_in_words(self, office, text):
        factories.tournament()

        page = pasted(office, text)

        assert page.status == 422
        assert "There is nobody in this list." in page.text

    def test_a_released_event_takes_nobody_and_the_list_is_kept(self, office):
        factories.tournament(ended_at=EVENING, released_at=EVENING)

        page = taken(pasted(office, "Erna Schulz"))

        assert page.status == 422
        assert "The final ranking has been released" in page.text
        assert rows(page) == [("Erna Schulz", "")]

    def test_markup_in_a_name_is_text(self, office):
        factories.tournament()

        page = pasted(office, "<b>Erna</b> Kurz\n<b>###</b>;;;x y")

        assert "<b>Erna</b>" not in page.response.content.decode()
