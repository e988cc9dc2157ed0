"""Whoever does not keep an address book is told who can open it: its keepers, not the direction of some event.

An address book at the desk of an event: who of it comes, who is known.
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
from tests.support.page_reader import Visitor
from tests.support.thorough import thorough
from tests.tables.clubs.club_books import club, event, person
from tests.tables.clubs.test_club_pages import sent, signed_in
from tests.tables.tournaments.test_home_pages import text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.thorough
def test_the_refusal_speaks_of_those_who_keep_the_book():
    made = club(keeper="andere")
    number = person(made).pk
    factories.user("fremd")

    for page in ("", "doubles/", "{number}/", "{number}/data/", "{number}/data.json"):
        answer = Visitor().sign_in("fremd").get(f"/clubs/{made.slug}/book/{page.format(number=number)}")

        assert answer.status == 403, page
        assert "opens for those who keep it" in answer.main.text
        assert "director" not in answer.main.text


COMING = "/t/cup/office/entrants/add/?at=book"


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

        assert "2 entrants registered as no. 1 to 2." in text(answer)
        body = text(director.get(COMING))
        assert "is no. 1" in body
        assert director.post(COMING, form).status_code == 422

    def test_somebody_of_the_same_name_is_pointed_out(self, director, book):
        event(None, "Schulz, Erna")
        person(book)

        assert "same name as no. 1" in text(director.get(COMING))

    def test_nobody_ticked_is_said(self, director, book):
        event(None)
        person(book)

        for typed in ({}, {"person": "x"}, {"person": "999"}):
            assert director.post(COMING, {"entry_key": str(uuid4()), **typed}).status_code == 422, typed

    def test_one_of_several_books_can_be_chosen(self, director, book):
        event(None)
        person(book)
        person(club("Die Maurer"), "Otto Kurz")

        body = text(director.get(f"{COMING}&club=die-maurer"))
        assert "Otto Kurz" in body
        assert "Erna Schulz" not in body

    def test_without_a_book_the_way_to_one_is_shown(self, director):
        event(None)

        assert "You keep no address book" in text(director.get(COMING))

    @pytest.mark.parametrize("many", [80, *thorough(2)])
    def test_the_queries_do_not_grow_with_the_book(self, director, book, many, django_assert_num_queries):
        event(None)
        Person.objects.bulk_create(Person(club=book, name=f"Spieler {n}", added_at=EVENING) for n in range(many))

        with django_assert_num_queries(11):
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

    def test_the_same_name_is_suggested(self, director, book):
        person(book, "Erna Schulz")
        person(book, "schulz, erna")
        person(book, "Otto Kurz")

        body = text(director.get(DOUBLES))
        assert "schulz, erna" in body
        assert "Otto" not in body
        assert "Doubles: 1" in text(director.get(BOOK))

    def test_other_spellings_are_ticked_in_the_book(self, director, book):
        one, other = person(book, "Erna Schulz"), person(book, "E. Schulz")

        assert "E. Schulz" in text(director.get(f"{DOUBLES}?person={one.pk}&person={other.pk}&person=x"))
        assert "None." in text(director.get(f"{DOUBLES}?person={one.pk}"))

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

    def test_two_of_one_event_are_not_offered_to_be_merged(self, director, book):
        one, other = person(book), person(book)
        made = event(book, "Erna Schulz", "Erna Schulz")
        made.entrants.filter(number=1).update(person=one)
        made.entrants.filter(number=2).update(person=other)

        body = text(director.post(DOUBLES, sent("preview", stays=one.pk, person=[one.pk, other.pk])))

        assert "they are two people and stay apart" in body
        assert "Merge them" not in body
        assert director.post(DOUBLES, sent("merge", stays=one.pk, person=[one.pk, other.pk])).status_code == 422

    def test_nonsense_is_refused(self, director, book):
        person(book)
        person(book)

        for typed in (
            {},
            {"stays": "x", "person": "y"},
            {"stays": "999", "person": ["998", "999"]},
            {"act": "dance", "stays": "1", "person": "1"},
        ):
            assert director.post(DOUBLES, sent("preview") | typed).status_code == 422, typed

    def test_one_alone_is_not_merged(self, director, book):
        one = person(book)

        answer = director.post(DOUBLES, sent("preview", stays=one.pk, person=[one.pk]))

        assert answer.status_code == 422
        assert "Tick at least two" in text(answer)

    @pytest.mark.parametrize("many", [40, *thorough(2)])
    def test_the_queries_do_not_grow_with_the_doubles(self, director, book, many, django_assert_num_queries):
        for n in range(many):
            Person.objects.create(club=book, name=f"Spieler {n // 2}", added_at=EVENING)

        with django_assert_num_queries(8):
            director.get(DOUBLES)


def take_over(of, made) -> books.TakenOver:
    return books.take_over(club_id=of.pk, tournament_id=made.pk, by=factories.user(), now=EVENING)


def register(made, *people: Person, key=None) -> list[Entrant]:
    return books.register_people(
        tournament_id=made.pk,
        people=[one.pk for one in people],
        entry_key=key or uuid4(),
        by=factories.user(),
        now=EVENING,
    )


def at_desk(made, name: str, **more) -> Entrant:
    return books.register_at_desk(
        tournament_id=made.pk,
        registration=Registration(name=name, **more),
        entry_key=uuid4(),
        by=factories.user(),
        now=EVENING,
    )


class TestTakingOver:
    def test_entrants_become_people_with_all_that_is_known(self):
        made = club()
        cup = event(made, "Erna Schulz", "")
        cup.entrants.filter(number=1).update(club="SC Herz", team="Buben", classes=["ladies", "seniors"])

        assert take_over(made, cup).added == 1

        erna = made.people.get()
        assert (erna.name, erna.plays_for, erna.team, erna.classes) == (
            "Erna Schulz",
            "SC Herz",
            "Buben",
            ["ladies", "seniors"],
        )
        assert cup.entrants.get(number=1).person == erna

    def test_done_twice_it_adds_nobody(self):
        made = club()
        cup = event(made, "Erna Schulz", "Otto Kurz")
        take_over(made, cup)

        again = take_over(made, cup)

        assert (again.added, again.in_book, made.people.count()) == (0, 0, 2)
        assert cup.journal.filter(action="book.taken").count() == 1

    def test_the_same_name_at_the_next_event_is_the_same_person(self):
        made = club()
        take_over(made, event(made, "Erna Schulz"))
        second = event(made, "Schulz, Erna", slug="second", clubs="SC Karo")

        found = take_over(made, second)

        assert (found.added, found.in_book) == (0, 1)
        assert second.entrants.get().person == made.people.get()

    def test_two_of_one_name_at_one_event_are_two_people(self):
        made = club()
        cup = event(made, "Erna Schulz", "Erna Schulz")

        assert take_over(made, cup).added == 2
        assert len({one.person_id for one in cup.entrants.all()}) == 2

    @pytest.mark.parametrize(("clubs", "swapped"), [(("SC Herz", "SC Karo"), True), (("SC Karo", "Die Maurer"), False)])
    def test_of_two_of_one_name_the_club_says_which_and_the_other_is_whoever_is_left(self, clubs, swapped):
        made = club()
        people = [person(made, plays_for="SC Karo"), person(made, plays_for="SC Herz")]
        cup = event(made, "Erna Schulz", "Erna Schulz")
        for number, name in enumerate(clubs, start=1):
            cup.entrants.filter(number=number).update(club=name)

        assert take_over(made, cup).in_book == 2
        assert [one.person for one in cup.entrants.order_by("number")] == people[:: -1 if swapped else 1]

    def test_whom_several_could_be_is_left_out_and_said(self):
        made = club()
        person(made, plays_for="SC Karo")
        person(made, plays_for="SC Herz")
        cup = event(made, "Erna Schulz", clubs="Die Maurer")

        found = take_over(made, cup)

        assert (found.added, found.in_book, found.unclear) == (0, 0, (1,))
        assert cup.entrants.get().person is None

    def test_what_somebody_chose_about_his_name_comes_along(self):
        made = club()
        cup = event(made, "Erna Schulz", "Otto Kurz")
        cup.entrants.filter(number=1).update(shown_as=Shown.PSEUDONYM, pseudonym="Grande Dame", chose_name=True)
        cup.entrants.filter(number=2).update(shown_as=Shown.INITIALS)

        take_over(made, cup)

        chosen = {one.name: (one.shown_as, one.pseudonym) for one in made.people.all()}
        assert chosen == {"Erna Schulz": ("pseudonym", "Grande Dame"), "Otto Kurz": ("", "")}

    def test_an_event_that_is_not_the_clubs_is_refused(self):
        made = club()
        cup = event(None, "Erna Schulz")

        with pytest.raises(Refused) as refused:
            take_over(made, cup)
        assert refused.value.code == "not-of-this-club"

    def test_no_name_stands_in_the_journal(self):
        made = club()
        cup = event(made, "Erna Schulz")
        take_over(made, cup)

        assert "Schulz" not in str(list(cup.journal.values_list("data", flat=True)))

    @pytest.mark.parametrize("many", [60, *thorough(2)])
    def test_the_queries_do_not_grow_with_the_entrants(self, many, django_assert_max_num_queries):
        made = club()
        cup = event(made, *(f"Spieler {'abcdefghij'[n % 10]}{'klmnopqrst'[n // 10]}" for n in range(many)))

        with django_assert_max_num_queries(22):
            take_over(made, cup)


class TestRegistering:
    def test_people_are_registered_by_name_with_what_the_book_knows(self):
        made = club()
        cup = event(None)
        otto = person(made, "Otto Kurz", team="Buben")
        erna = person(made, plays_for="SC Herz", classes=["ladies"])

        entrants = register(cup, otto, erna)

        assert [(one.number, one.name, one.club, one.team, one.classes) for one in entrants] == [
            (1, "Otto Kurz", "", "Buben", []),
            (2, "Erna Schulz", "SC Herz", "", ["ladies"]),
        ]
        assert {one.person for one in cup.entrants.all()} == {erna, otto}

    def test_the_choice_of_a_name_is_carried_over(self):
        made, cup = club(), event(None)
        person_ = person(made, shown_as="pseudonym", pseudonym="Grande Dame")
        plain = person(made, "Otto Kurz")

        register(cup, person_, plain)

        shown = [(one.public_name, one.chose_name) for one in cup.entrants.order_by("number")]
        assert shown == [("Otto Kurz", False), ("Grande Dame", True)]

    def test_another_name_that_is_taken_gives_way_to_the_number(self):
        made, cup = club(), event(None, "Grande Dame")

        (entrant,) = register(cup, person(made, shown_as="pseudonym", pseudonym="grande dame"))

        assert entrant.public_name == "No. 2"

    @pytest.mark.parametrize(("keys", "code"), [("ab", "nothing-to-register"), ("aa", "sent-before")])
    def test_who_takes_part_is_not_registered_again_and_by_the_same_form_neither(self, keys, code):
        made, cup, drawn = club(), event(None), {"a": uuid4(), "b": uuid4()}
        erna = person(made)
        register(cup, erna, key=drawn[keys[0]])

        with pytest.raises(Refused, match=code):
            register(cup, erna, key=drawn[keys[1]])

    def test_people_of_books_one_does_not_keep_are_not_registered(self):
        theirs, cup = club("Die Maurer", keeper="anderer"), event(None)

        with pytest.raises(Refused):
            register(cup, person(theirs))


class TestAtTheDesk:
    def test_whom_the_book_knows_is_filled_in_and_tied(self):
        made, cup = club(), event(None)
        erna = person(made, plays_for="SC Herz", classes=["seniors"], shown_as="initials")

        entrant = at_desk(cup, "schulz, erna", present=True)

        assert (entrant.name, entrant.club, entrant.classes, entrant.present) == (
            "Erna Schulz",
            "SC Herz",
            ["seniors"],
            True,
        )
        assert (entrant.person, entrant.public_name) == (erna, "E. S.")

    def test_what_was_typed_holds(self):
        made, cup = club(), event(None)
        person(made, plays_for="", team="Buben", classes=["seniors"])

        entrant = at_desk(cup, "Erna Schulz", team="Damen", classes=frozenset({"juniors"}))

        assert (entrant.team, entrant.classes) == ("Damen", ["juniors"])

    @pytest.mark.parametrize(
        ("name", "of"), [("Erna Schulz", ""), ("Otto", ""), ("", ""), ("Erna Schulz", "Die Maurer")]
    )
    def test_who_is_not_known_for_sure_is_registered_as_typed(self, name, of):
        made, cup = club(), event(None)
        person(made, plays_for="SC Herz")
        person(made, plays_for="SC Karo")

        entrant = at_desk(cup, name, club=of)

        assert (entrant.name, entrant.club, entrant.person) == (name, of, None)

    def test_a_second_one_of_the_name_is_not_the_same_person(self):
        made, cup = club(), event(None)
        erna = person(made)

        assert [at_desk(cup, "Erna Schulz").person for _ in range(2)] == [erna, None]
