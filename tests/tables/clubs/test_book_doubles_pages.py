"""The page of an address book where two entries become one person."""

import pytest

from tables.clubs.models import Person
from tests.factories import EVENING
from tests.seen import seen_in
from tests.tables.clubs.club_books import club, event, person
from tests.tables.clubs.test_club_pages import sent
from tests.tables.tournaments.test_home_pages import text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BOOK = "/clubs/sc-herz-dame/book/"
DOUBLES = f"{BOOK}doubles/"


@pytest.fixture
def book(director):
    """The book of the club that the director keeps."""
    return club()


class TestDoubles:
    def test_the_same_name_is_suggested(self, director, book):
        person(book, "Erna Schulz")
        person(book, "schulz, erna")
        person(book, "Otto Kurz")

        body = text(director.get(DOUBLES))
        assert "schulz, erna" in body
        assert "Otto" not in body
        assert "1 name is there more than once" in text(director.get(BOOK))

    def test_other_spellings_are_ticked_in_the_book(self, director, book):
        one, other = person(book, "Erna Schulz"), person(book, "E. Schulz")

        assert "E. Schulz" in text(director.get(f"{DOUBLES}?person={one.pk}&person={other.pk}&person=x"))
        assert "Nobody is there twice" in text(director.get(f"{DOUBLES}?person={one.pk}"))

    def test_first_comes_what_merging_makes(self, director, book):
        one, other = person(book, contact="0341"), person(book, "schulz, erna", plays_for="SC Herz")
        form = sent("preview", stays=one.pk, person=[one.pk, other.pk])

        answer = director.post(DOUBLES, form)
        body, form = text(answer), form | {"act": "merge"}
        form |= seen_in(answer, form)

        assert "Nothing has been merged yet" in body
        assert "SC Herz" in body
        assert Person.objects.filter(merged_into=None).count() == 2

        assert director.post(DOUBLES, form)["Location"] == f"{BOOK}{one.pk}/"
        assert director.post(DOUBLES, form).status_code == 422
        other.refresh_from_db()
        assert other.merged_into == one

    def test_two_of_one_event_are_not_offered_to_be_merged(self, director, book):
        one, other = person(book), person(book)
        made = event(book, "Erna Schulz", "Erna Schulz")
        made.entrants.filter(number=1).update(person=one)
        made.entrants.filter(number=2).update(person=other)

        body = text(director.post(DOUBLES, sent("preview", stays=one.pk, person=[one.pk, other.pk])))

        assert "they are two people and stay apart" in body
        assert "Merge them" not in body
        assert director.post(DOUBLES, sent("merge", stays=one.pk, person=[one.pk, other.pk])).status_code == 422

    @pytest.mark.parametrize(
        "typed",
        [
            {},
            {"stays": "x", "person": "y"},
            {"stays": "999", "person": ["998", "999"]},
            {"act": "dance", "stays": "1", "person": "1"},
        ],
    )
    def test_nonsense_is_refused(self, director, book, typed):
        person(book)
        person(book)

        assert director.post(DOUBLES, sent("preview") | typed).status_code == 422

    def test_one_alone_is_not_merged(self, director, book):
        one = person(book)

        answer = director.post(DOUBLES, sent("preview", stays=one.pk, person=[one.pk]))

        assert answer.status_code == 422
        assert "Tick at least two" in text(answer)

    @pytest.mark.parametrize("many", [2, 40])
    def test_the_queries_do_not_grow_with_the_doubles(self, director, book, many, django_assert_num_queries):
        for n in range(many):
            Person.objects.create(club=book, name=f"Spieler {n // 2}", added_at=EVENING)

        with django_assert_num_queries(7):
            director.get(DOUBLES)
