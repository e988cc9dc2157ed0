"""An address book at the desk of an event: who of it comes, who is known."""

from uuid import uuid4

import pytest

from tables.clubs.models import Person
from tests.factories import EVENING
from tests.tables.clubs.club_books import club, event, person
from tests.tables.clubs.test_club_pages import signed_in
from tests.tables.tournaments.test_home_pages import text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

COMING = "/t/cup/office/entrants/book/"


@pytest.fixture
def book(director):
    """The book of the club that the director keeps."""
    return club()


class TestComing:
    def test_those_ticked_are_registered(self, director, book):
        event(None)
        erna, otto = person(book, plays_for="SC Herz"), person(book, "Otto Kurz")
        person(book, "Anton Berg")
        form = {"entry_key": str(uuid4()), "person": [otto.pk, erna.pk]}

        answer = director.post(COMING, form, follow=True)

        assert "2 entrants of the book are registered, from no. 1 on." in text(answer)
        body = text(director.get(COMING))
        assert "takes part as no. 1" in body
        assert director.post(COMING, form).status_code == 422

    def test_somebody_of_the_same_name_is_pointed_out(self, director, book):
        event(None, "Schulz, Erna")
        person(book)

        assert "somebody of this name is no. 1" in text(director.get(COMING))

    @pytest.mark.parametrize("typed", [{}, {"person": "x"}, {"person": "999"}])
    def test_nobody_ticked_is_said(self, director, book, typed):
        event(None)
        person(book)

        assert director.post(COMING, {"entry_key": str(uuid4()), **typed}).status_code == 422

    def test_people_of_others_are_not_registered(self, director, book):
        event(None)
        theirs = person(club("Die Maurer", keeper="anderer"))

        assert director.post(COMING, {"entry_key": str(uuid4()), "person": theirs.pk}).status_code == 422

    def test_one_of_several_books_can_be_chosen(self, director, book):
        event(None)
        person(book)
        person(club("Die Maurer"), "Otto Kurz")

        body = text(director.get(f"{COMING}?club=die-maurer"))
        assert "Otto Kurz" in body
        assert "Erna Schulz" not in body

    def test_without_a_book_the_way_to_one_is_shown(self, director):
        event(None)

        assert "You keep no address book" in text(director.get(COMING))

    @pytest.mark.parametrize("many", [2, 80])
    def test_the_queries_do_not_grow_with_the_book(self, director, book, many, django_assert_num_queries):
        event(None)
        Person.objects.bulk_create(Person(club=book, name=f"Spieler {n}", added_at=EVENING) for n in range(many))

        with django_assert_num_queries(10):
            director.get(COMING)


class TestDesk:
    def test_names_of_the_book_are_offered(self, director, book):
        event(None)
        person(book, plays_for="SC Herz")

        assert '<option value="Erna Schulz">SC Herz</option>' in text(director.get("/t/cup/office/entrants/"))

    def test_a_name_of_the_book_brings_what_the_book_knows(self, director, book):
        made = event(None)
        erna = person(book, plays_for="SC Herz")

        director.post("/t/cup/office/entrants/", {"entry_key": str(uuid4()), "name": "Erna Schulz", "present": "on"})

        entrant = made.entrants.get()
        assert (entrant.club, entrant.person, entrant.present) == ("SC Herz", erna, True)

    def test_other_directors_are_offered_nobody(self, book):
        event(None, director="anderer")
        person(book)

        assert "Erna" not in text(signed_in("anderer").get("/t/cup/office/entrants/"))
