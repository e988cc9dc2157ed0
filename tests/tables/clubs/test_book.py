"""An address book at the desk of an event: who of it comes, who is known.
The page of an address book where two entries become one person.
Between a club's address book and an event: entrants taken over, people registered, names typed at the desk.
"""

from uuid import uuid4

import pytest
from django.core.management import call_command

from tables.acts.services import Refused
from tables.clubs.models import Person
from tables.clubs.services import books
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.tournaments.models import Shown
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import seen_in
from tests.tables.clubs.club_books import club, event, person
from tests.tables.clubs.test_club_pages import sent, signed_in
from tests.tables.tournaments.test_home_pages import text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


COMING = "/t/cup/office/entrants/add/?at=book"


@pytest.fixture
def book(director):
    """The book of the club that the director keeps."""
    return club()


class TestComing:
    def test_those_ticked_are_registered(self, director, book):
        event(None)
        assert director.get(COMING).status_code == 200
        erna, otto = person(book, plays_for="SC Herz"), person(book, "Otto Kurz")
        person(book, "Anton Berg")
        person(club("Die Maurer"), "Uwe Ohm")
        for typed in ({}, {"person": "x"}, {"person": "999"}):
            assert director.post(COMING, {"entry_key": str(uuid4()), **typed}).status_code == 422, typed

        form = {"entry_key": str(uuid4()), "person": [otto.pk, erna.pk]}
        answer = director.post(COMING, form, follow=True)

        assert "2 entrants registered as no. 1 to 2." in text(answer)
        body = text(director.get(f"{COMING}&club=sc-herz-dame"))
        assert "is no. 1" in body
        assert "Uwe Ohm" not in body
        assert director.post(COMING, form).status_code == 422
        # One of several books can be chosen, and somebody of the same name is pointed out.
        person(book, "Kurz, Otto")
        assert "same name as no. " in text(director.get(f"{COMING}&club=sc-herz-dame"))
        body = text(director.get(f"{COMING}&club=die-maurer"))
        assert "Uwe Ohm" in body
        assert "Erna Schulz" not in body

    def test_without_a_book_the_way_to_one_is_shown(self, director):
        event(None)

        assert "You keep no address book" in text(director.get(COMING))

    def test_the_queries_do_not_grow_with_the_book(self, director, book, django_assert_num_queries):
        event(None)
        Person.objects.bulk_create(Person(club=book, name=f"Spieler {n}", added_at=EVENING) for n in range(20))

        with django_assert_num_queries(11):
            director.get(COMING)


def test_names_of_the_book_are_offered_to_its_keepers_and_bring_what_the_book_knows(director, book):
    made = event(None, director="anderer")
    made.roles.create(user=factories.user(), kind="director")
    erna = person(book, plays_for="SC Herz")

    assert '<option value="Erna Schulz">SC Herz</option>' in text(director.get("/t/cup/office/entrants/"))
    assert "Erna" not in text(signed_in("anderer").get("/t/cup/office/entrants/"))
    director.post("/t/cup/office/entrants/", {"entry_key": str(uuid4()), "name": "Erna Schulz", "present": "on"})
    entrant = made.entrants.get()
    assert (entrant.club, entrant.person, entrant.present) == ("SC Herz", erna, True)


BOOK = "/clubs/sc-herz-dame/book/"
DOUBLES = f"{BOOK}doubles/"


class TestDoubles:
    def test_father_and_son_of_one_name_can_be_told_apart(self, director, book):
        father, son = (person(book, "Erna Schulz") for _one in range(2))
        values = {"entry_key": str(uuid4()), "stays": father.pk, "person": [father.pk, son.pk]}

        told = director.post(DOUBLES, {**values, "act": "apart"}, follow=True)
        director.post(DOUBLES, {**values, "act": "apart"})

        assert "Saved." in text(told)
        assert told.context["groups"] == []
        book.refresh_from_db()
        assert book.told_apart == [[father.pk, son.pk]]
        call_command("verify", club=book.slug)
        alone = director.post(DOUBLES, {**values, "person": [father.pk], "act": "apart"})
        assert alone.status_code == 422
        third = person(book, "Erna Schulz")
        (group,) = director.get(DOUBLES).context["groups"]
        assert third in [line["person"] for line in group]

    def test_the_same_name_or_whom_the_book_ticks_is_suggested_but_not_two_of_one_event(self, director, book):
        one = person(book, "Erna Schulz")
        person(book, "schulz, erna")
        person(book, "Otto Kurz")

        body = text(director.get(DOUBLES))
        assert "schulz, erna" in body
        assert "Otto" not in body
        assert "Doubles: 1" in text(director.get(BOOK))

        short, other = person(book, "E. Schulz"), person(book)
        page = text(director.get(f"{DOUBLES}?person={one.pk}&person={short.pk}&person=x"))
        assert "E. Schulz" in page
        made = event(book, "Erna Schulz", "Erna Schulz")
        made.entrants.filter(number=1).update(person=one)
        made.entrants.filter(number=2).update(person=other)

        body = text(director.post(DOUBLES, sent("preview", stays=one.pk, person=[one.pk, other.pk])))

        assert "they are two people and stay apart" in body
        assert "Merge them" not in body
        assert director.post(DOUBLES, sent("merge", stays=one.pk, person=[one.pk, other.pk])).status_code == 422

    def test_first_comes_what_merging_makes(self, director, book):
        one, other = person(book, contact="0341"), person(book, "schulz, erna", plays_for="SC Herz")
        form = sent("preview", stays=one.pk, person=[one.pk, other.pk])

        answer = director.post(DOUBLES, form)
        body, form = text(answer), form | {"act": "merge"}
        form |= seen_in(answer, form)

        assert "This cannot be taken back." in body
        assert "SC Herz" in body
        assert Person.objects.filter(merged_into=None).count() == 2

        assert director.post(DOUBLES, form)["Location"] == f"{BOOK}{one.pk}/"
        assert director.post(DOUBLES, form).status_code == 422
        other.refresh_from_db()
        assert other.merged_into == one

    def test_one_alone_and_nonsense_are_not_merged(self, director, book):
        one = person(book)
        person(book)

        for typed, said in (
            *(({}, ""), ({"stays": "x", "person": "y"}, ""), ({"stays": "999", "person": ["998", "999"]}, "")),
            ({"act": "dance", "stays": "1", "person": "1"}, ""),
            ({"stays": one.pk, "person": [one.pk]}, "Tick at least two"),
        ):
            answer = director.post(DOUBLES, sent("preview") | typed)
            assert answer.status_code == 422, typed
            assert said in text(answer)

    def test_the_queries_do_not_grow_with_the_doubles(self, director, book, django_assert_num_queries):
        for n in range(12):
            Person.objects.create(club=book, name=f"Spieler {n // 2}", added_at=EVENING)

        with django_assert_num_queries(8):
            director.get(DOUBLES)


def take_over(of, made) -> books.TakenOver:
    return books.take_over(club_id=of.pk, tournament_id=made.pk, by=factories.user(), now=EVENING)


def register(made, *people: Person, key=None) -> list[Entrant]:
    facts = {"tournament_id": made.pk, "entry_key": key or uuid4(), "by": factories.user(), "now": EVENING}
    return books.register_people(people=[one.pk for one in people], **facts)


def at_desk(made, name: str, **more) -> Entrant:
    facts = {"tournament_id": made.pk, "entry_key": uuid4(), "by": factories.user(), "now": EVENING}
    return books.register_at_desk(registration=Registration(name=name, **more), **facts)


class TestTakingOver:
    def test_entrants_become_people_with_all_that_is_known_and_done_twice_it_adds_nobody(self):
        made = club()
        with pytest.raises(Refused, match="not-of-this-club"):
            take_over(made, event(None, "Erna Schulz", slug="other"))
        cup = event(made, "Erna Schulz", "", "Otto Kurz")
        cup.entrants.filter(number=3).update(shown_as=Shown.PSEUDONYM, pseudonym="Grand", chose_name=True)
        cup.entrants.filter(number=1).update(club="SC Herz", team="Buben", classes=["ladies", "seniors"])

        assert take_over(made, cup).added == 2

        erna, otto = made.people.order_by("name")
        told = (erna.name, erna.plays_for, erna.team, erna.classes)
        assert told == ("Erna Schulz", "SC Herz", "Buben", ["ladies", "seniors"])
        assert cup.entrants.get(number=1).person == erna
        # What somebody chose about his name comes along, and no name stands in the journal.
        assert [(one.shown_as, one.pseudonym) for one in (erna, otto)] == [("", ""), ("pseudonym", "Grand")]
        assert "Schulz" not in str(list(cup.journal.values_list("data", flat=True)))

        again = take_over(made, cup)
        assert (again.added, again.in_book, made.people.count()) == (0, 0, 2)
        assert cup.journal.filter(action="book.taken").count() == 1
        # The same name at the next event is the same person.
        second = event(made, "Schulz, Erna", slug="second", clubs="SC Karo")
        found = take_over(made, second)
        assert (found.added, found.in_book) == (0, 1)
        assert second.entrants.get().person == erna

    def test_two_of_one_name_at_one_event_are_two_people(self):
        made = club()
        cup = event(made, "Erna Schulz", "Erna Schulz")

        assert take_over(made, cup).added == 2
        assert len({one.person_id for one in cup.entrants.all()}) == 2

    def test_of_two_of_one_name_the_club_says_which_and_the_other_is_whoever_is_left(self):
        made = club()
        karo, herz = person(made, plays_for="SC Karo"), person(made, plays_for="SC Herz")
        for slug, clubs, expected in (
            ("a", ("SC Herz", "SC Karo"), [herz, karo]),
            ("b", ("SC Karo", "Die Maurer"), [karo, herz]),
        ):
            cup = event(made, "Erna Schulz", "Erna Schulz", slug=slug)
            for number, name in enumerate(clubs, start=1):
                cup.entrants.filter(number=number).update(club=name)

            assert take_over(made, cup).in_book == 2
            assert [one.person for one in cup.entrants.order_by("number")] == expected

        # Whom several could be is left out and said.
        unclear = event(made, "Erna Schulz", slug="c", clubs="Die Maurer")
        found = take_over(made, unclear)
        assert (found.added, found.in_book, found.unclear) == (0, 0, (1,))
        assert unclear.entrants.get().person is None

    def test_the_queries_do_not_grow_with_the_entrants(self, django_assert_max_num_queries):
        made = club()
        cup = event(made, *(f"Spieler {'abcdefghij'[n % 10]}{'klmnopqrst'[n // 10]}" for n in range(30)))

        with django_assert_max_num_queries(22):
            take_over(made, cup)


def test_people_are_registered_by_name_with_what_the_book_knows_once():
    made = club()
    cup = event(None, "Grande Dame")
    otto = person(made, "Otto Kurz", team="Buben")
    erna = person(made, plays_for="SC Herz", classes=["ladies"], shown_as="initials")
    taken = person(made, "Uwe Ohm", shown_as="pseudonym", pseudonym="grande dame")
    key = uuid4()

    entrants = register(cup, otto, erna, taken, key=key)

    told = {one.name: (one.club, one.team, one.classes, one.person) for one in entrants}
    assert told == {
        "Otto Kurz": ("", "Buben", [], otto),
        "Erna Schulz": ("SC Herz", "", ["ladies"], erna),
        "Uwe Ohm": ("", "", [], taken),
    }
    # The choice of a name is carried over; another name that is taken gives way to the number.
    shown = [(one.public_name, one.chose_name) for one in entrants]
    assert shown == [("Otto Kurz", False), ("No. 3", True), ("E. S.", True)]
    for again, code in ((uuid4(), "nothing-to-register"), (key, "sent-before")):
        with pytest.raises(Refused, match=code):
            register(cup, erna, key=again)
    with pytest.raises(Refused):
        register(cup, person(club("Die Maurer", keeper="anderer")))


class TestAtTheDesk:
    def test_whom_the_book_knows_is_filled_in_and_tied_once_and_what_was_typed_holds(self):
        made, cup = club(), event(None)
        erna = person(made, plays_for="SC Herz", classes=["seniors"], shown_as="initials")
        person(made, "Otto Kurz", team="Buben", classes=["seniors"])

        entrant = at_desk(cup, "schulz, erna", present=True)
        told = (entrant.name, entrant.club, entrant.classes, entrant.present, entrant.person, entrant.public_name)
        assert told == ("Erna Schulz", "SC Herz", ["seniors"], True, erna, "E. S.")

        typed = at_desk(cup, "Otto Kurz", team="Damen", classes=frozenset({"juniors"}))
        assert (typed.team, typed.classes) == ("Damen", ["juniors"])
        # A second one of the name is not the same person.
        assert at_desk(cup, "Erna Schulz").person is None

    def test_who_is_not_known_for_sure_is_registered_as_typed(self):
        made, cup = club(), event(None)
        person(made, plays_for="SC Herz")
        person(made, plays_for="SC Karo")

        for name, of in (("Erna Schulz", ""), ("Otto", ""), ("", ""), ("Erna Schulz", "Die Maurer")):
            entrant = at_desk(cup, name, club=of)
            assert (entrant.name, entrant.club, entrant.person) == (name, of, None)
