"""The pages of an address book: for its keepers alone; adding, changing, merging.

What is done with a club's address book: people added, taken over from events, merged, registered.
"""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tables.acts.services import Refused
from tables.clubs.models import Person
from tables.clubs.services import books, clubs
from tables.clubs.services.books import PersonDetails
from tables.clubs.services.clubs import ClubDetails
from tables.journal import chain as journal
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen, seen_at
from tests.support.page_reader import Visitor
from tests.support.thorough import thorough
from tests.tables.clubs.club_books import club, event, person
from tests.tables.clubs.test_club_pages import sent, signed_in
from tests.tables.tournaments.test_home_pages import text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
BOOK = "/clubs/sc-herz-dame/book/"
DOUBLES = f"{BOOK}doubles/"
COMING = "/t/cup/office/entrants/add/?at=book"


@pytest.fixture
def book(director):
    """The book of the club that the director keeps."""
    return club()


class TestWhoMay:
    def test_a_director_of_the_clubs_event_sees_no_contacts(self, book):
        event(book, director="anderer")
        person(book, contact="0341 12345")

        assert signed_in("anderer").get(COMING).status_code == 200
        assert "0341" not in text(signed_in("anderer").get(COMING))
        assert signed_in("anderer").get(BOOK).status_code == 403


class TestBook:
    def test_an_empty_one_asks_for_the_first(self, director, book):
        assert "Only those who keep the book see it." in text(director.get(BOOK))

    def test_somebody_is_added(self, director, book):
        form = sent(
            "person", name=" Erna  Schulz ", plays_for="SC Herz", classes=["ladies"], contact="0341", shown_as="number"
        )

        assert director.post(BOOK, form).status_code == 302
        assert director.post(BOOK, form).status_code == 302

        erna = book.people.get()
        assert (erna.name, erna.plays_for, erna.classes, erna.contact, erna.shown_as) == (
            "Erna Schulz",
            "SC Herz",
            ["ladies"],
            "0341",
            "number",
        )

    def test_what_cannot_be_is_said_and_what_was_typed_stays(self, director, book):
        for typed, said in (
            ({"name": ""}, "Please say who it is."),
            ({"name": "###"}, "letter"),
            ({"name": "x" * 81}, "80"),
            ({"plays_for": "x" * 81}, "80"),
            ({"contact": "x" * 201}, "at most 200"),
            ({"classes": ["juniors", "seniors"]}, "classes"),
            ({"shown_as": "pseudonym"}, "Please say by which other name you are to be shown."),
            ({"shown_as": "pseudonym", "pseudonym": "x" * 41}, "at most 40"),
            ({"shown_as": "nonsense"}, "valid choice"),
            ({"entry_key": ""}, "did not arrive completely"),
        ):
            answer = director.post(BOOK, sent("person", name="Erna", team="Die Buben") | typed)

            assert answer.status_code == 422, typed
            assert said in text(answer)
            assert "Die Buben" in text(answer)
            assert not book.people.exists()

    def test_a_list_is_pasted(self, director, book):
        person(book, "Otto Kurz")
        lines = "Erna Schulz; SC Herz; Buben; lady\nOtto Kurz\n\nBerg, Anton"

        page = Visitor(director).get(BOOK).form("act=paste", "lines").send(lines=lines)
        assert not book.people.filter(name="Erna Schulz").exists()
        page = page.form("cells", "act=take").send("act=take")

        assert "2 people are new in the book. 1 was in it already." in page.text
        assert book.people.get(name="Erna Schulz").classes == ["ladies"]

    def test_a_list_brings_how_to_reach_people_and_asks_about_what_is_doubtful(self, director, book):
        page = (
            Visitor(director)
            .get(BOOK)
            .form("act=paste", "lines")
            .send(lines="Hans Müller, SC Karo As, 0171 1234567\nErna Schulz, SC Ulm, Herz, erna@example.org")
        )
        page = page.form("cells", "act=take").send("act=take")
        assert "Rows left to look at" in page.text
        page = page.form("cells", "act=mend").send("act=mend", values={"2.club": "SC Ulm, Herz", "2.team": ""})
        page.form("cells", "act=take").send("act=take")

        assert list(book.people.order_by("pk").values_list("name", "plays_for", "contact")) == [
            ("Hans Müller", "SC Karo As", "0171 1234567"),
            ("Erna Schulz", "SC Ulm, Herz", "erna@example.org"),
        ]

    def test_a_file_goes_through_the_same_preview(self, director, book):
        person(book, "Otto Kurz")
        rows = "Name;Verein;Kontakt;bezahlt\nErna Schulz;SC Herz;erna@example.org;x\nKurz, Otto;;;\nGesamt;;;10\n"
        upload = SimpleUploadedFile("list.csv", rows.encode())

        page = Visitor(director).get(BOOK).form("act=file", "file").send(file=upload)
        assert not book.people.filter(name="Erna Schulz").exists()
        assert "a sum" in page.text
        page = page.form("cells", "act=take").send("act=take")

        assert "1 person is new in the book. 1 was in it already." in page.text
        erna = book.people.get(name="Erna Schulz")
        assert (erna.plays_for, erna.contact) == ("SC Herz", "erna@example.org")

    def test_cards_come_in_with_all_ways_to_reach_somebody(self, director, book):
        cards = "BEGIN:VCARD\nFN:Erna Schulz\nORG:SC Herz\nTEL:0171 1\nEMAIL:erna@example.org\nEND:VCARD\n"

        page = (
            Visitor(director).get(BOOK).form("act=file", "file").send(file=SimpleUploadedFile("a.vcf", cards.encode()))
        )
        page.form("cells", "act=take").send("act=take")

        erna = book.people.get()
        assert (erna.name, erna.plays_for, erna.contact) == ("Erna Schulz", "SC Herz", "0171 1, erna@example.org")

    def test_a_file_that_cannot_be_read_is_refused_in_words(self, director, book):
        for sent_file in ({}, {"file": SimpleUploadedFile("list.pdf", b"%PDF-1.7")}):
            answer = director.post(BOOK, {**sent("file"), **sent_file})

            assert answer.status_code == 422
            assert answer.context["file"].errors["file"][0].endswith(".")
        assert not book.people.exists()

    def test_a_list_adds_nobody_before_it_was_looked_through(self, director, book):
        for lines in ("Erna; SC; T; wizard\nOtto", "", ";;;", "x" * 90, "\x00"):
            answer = director.post(BOOK, sent("paste", lines=lines))

            assert answer.status_code in {200, 422}, lines
            assert not book.people.exists()

    def test_the_entrants_of_an_event_are_taken_over(self, director, book):
        made = event(book, "Erna Schulz", "Otto Kurz")

        answer = director.post(BOOK, sent("take-over", event=made.pk), follow=True)

        assert "2 people are new in the book." in text(answer)
        assert "Take over the entrants of an event" not in text(director.get(BOOK))

    @pytest.mark.thorough
    def test_people_are_found_without_accents_and_in_pages(self, director, book):
        for n in range(120):
            Person.objects.create(club=book, name=f"Spieler {n:03}", added_at=EVENING)
        person(book, "Müller, André", plays_for="SC Öhring")

        assert "Müller" in text(director.get(f"{BOOK}?q=andre+mueller+oehring"))
        assert "Page 1 of 2" in text(director.get(BOOK))
        assert "Spieler 100" in text(director.get(f"{BOOK}?page=2"))
        assert "Nobody fits that" in text(director.get(f"{BOOK}?q=nobody"))

    @pytest.mark.parametrize("many", [90, *thorough(2)])
    def test_the_queries_do_not_grow_with_the_people(self, director, book, many, django_assert_num_queries):
        Person.objects.bulk_create(Person(club=book, name=f"Spieler {n}", added_at=EVENING) for n in range(many))

        # The session and its user, the club, who keeps it, events to take over, the people, their events, guests.
        with django_assert_num_queries(9):
            director.get(BOOK)


class TestPerson:
    def test_his_events_lead_to_his_place(self, director, book):
        erna = person(book)
        made = event(book, "Erna Schulz", released_at=EVENING, ended_at=EVENING)
        made.entrants.update(person=erna)

        assert "/t/cup/standings/?player=1" in text(director.get(f"{BOOK}{erna.pk}/"))

    def test_he_is_changed_and_a_wrong_change_keeps_what_was_typed(self, director, book):
        erna = person(book, contact="0341")

        wrong = post_seen(director, f"{BOOK}{erna.pk}/", sent("person", name="", team="Buben"))
        assert wrong.status_code == 422
        assert 'value="Buben"' in text(wrong)

        post_seen(director, f"{BOOK}{erna.pk}/", sent("person", name="Erna Kurz", contact=""))

        erna.refresh_from_db()
        assert (erna.name, erna.contact) == ("Erna Kurz", "")

    @pytest.mark.parametrize("act", ["remove", "merge"])
    def test_what_another_form_said_was_seen_says_nothing_in_this_one(self, director, book, act):
        erna, other = person(book, "Erna Kurz"), person(book)
        two = {"stays": erna.pk, "person": [erna.pk, other.pk], "sure": "on"}
        of_the_club = seen_at(director, "/clubs/sc-herz-dame/", {"act": "change"})

        answer = director.post(DOUBLES if act == "merge" else f"{BOOK}{erna.pk}/", sent(act, **two, **of_the_club))

        assert answer.status_code == 422
        assert book.people.filter(merged_into=None).count() == 2

    def test_he_is_taken_out_only_on_a_second_word(self, director, book):
        erna = person(book)

        assert post_seen(director, f"{BOOK}{erna.pk}/", sent("remove")).status_code == 422
        assert post_seen(director, f"{BOOK}{erna.pk}/", sent("remove", sure="on"))["Location"] == BOOK
        assert not book.people.exists()

    def test_a_merged_double_leads_to_whom_it_became(self, director, book):
        one, other = person(book), person(book)
        other.merged_into = one
        other.save()

        assert director.get(f"{BOOK}{other.pk}/")["Location"] == f"{BOOK}{one.pk}/"


def take_over(of, made) -> books.TakenOver:
    return books.take_over(club_id=of.pk, tournament_id=made.pk, by=factories.user(), now=EVENING)


def merge(of, stays: Person, *goes: Person) -> Person:
    numbers = [one.pk for one in goes]
    return books.merge(club_id=of.pk, stays=stays.pk, goes=numbers, by=factories.user(), now=EVENING)


def people_of(of) -> list[str]:
    return [one.name for one in of.people.filter(merged_into=None).order_by("pk")]


class TestClubs:
    def test_the_same_club_founded_twice_is_one(self):
        assert club().pk == club("sc herz dame").pk

    def test_somebody_elses_name_is_refused(self):
        club()

        with pytest.raises(Refused) as refused:
            club(keeper="anderer")
        assert refused.value.code == "club-exists"

    @pytest.mark.parametrize(
        ("name", "slug"), [("New", "new-2"), ("Öhringer Kötter", "oehringer-koetter"), ("雀", "club")]
    )
    def test_every_name_gets_an_address_that_is_no_other_page(self, name, slug):
        assert club(name).slug == slug

    def test_two_names_of_one_address_get_two(self):
        assert {club("Herz!").slug, club("Herz?").slug} == {"herz", "herz-2"}

    def test_a_changed_club_keeps_its_address(self):
        made = club()

        changed = clubs.change_club(
            club_id=made.pk, details=ClubDetails(name="SC Karo"), by=factories.user(), now=EVENING
        )

        assert (changed.name, changed.place, changed.slug) == ("SC Karo", "", "sc-herz-dame")

    def test_the_last_keeper_stays(self):
        made = club()
        keeper = made.keepers.get()

        with pytest.raises(Refused) as refused:
            clubs.remove_keeper(club_id=made.pk, keeper_id=keeper.pk, by=factories.user(), now=EVENING)
        assert refused.value.code == "last-keeper"

    def test_a_keeper_added_twice_keeps_it_once_and_removed_twice_is_gone(self):
        made, other = club(), factories.user("anderer")
        keeper = clubs.add_keeper(club_id=made.pk, username="ANDERER", by=factories.user(), now=EVENING)
        assert clubs.add_keeper(club_id=made.pk, username="anderer", by=factories.user(), now=EVENING) == keeper
        assert keeper.user == other

        clubs.remove_keeper(club_id=made.pk, keeper_id=keeper.pk, by=factories.user(), now=EVENING)
        clubs.remove_keeper(club_id=made.pk, keeper_id=keeper.pk, by=factories.user(), now=EVENING)

        assert made.keepers.count() == 1


class TestPeople:
    def test_the_same_form_sent_twice_adds_one(self):
        made, key = club(), uuid4()
        for _ in range(2):
            books.add_person(
                club_id=made.pk, details=PersonDetails(name="Erna"), entry_key=key, now=EVENING, by=factories.user()
            )

        assert people_of(made) == ["Erna"]

    def test_a_list_adds_those_who_are_not_in_it_with_that_club(self):
        made = club()
        person(made, "Erna Schulz", plays_for="SC Herz")
        wanted = [
            PersonDetails(name="Schulz, Erna", plays_for="sc  herz"),
            PersonDetails(name="Erna Schulz", plays_for="Die Maurer"),
            PersonDetails(name="Otto Kurz"),
            PersonDetails(name="otto kurz"),
        ]

        assert books.add_people(club_id=made.pk, people=wanted, now=EVENING, by=factories.user()) == 2
        assert books.add_people(club_id=made.pk, people=wanted, now=EVENING, by=factories.user()) == 0

    def test_a_full_book_takes_nobody(self, monkeypatch):
        monkeypatch.setattr(books, "MOST_PEOPLE", 1)
        made = club()
        person(made)

        with pytest.raises(Refused) as refused:
            person(made, "Otto")
        assert refused.value.code == "book-full"

    def test_who_is_taken_out_leaves_his_results(self):
        made = club()
        cup = event(made, "Erna Schulz")
        take_over(made, cup)
        erna = made.people.get()

        for _ in range(2):
            books.remove_person(club_id=made.pk, person_id=erna.pk, by=factories.user(), now=EVENING)

        assert people_of(made) == []
        assert cup.entrants.get().person is None
        assert cup.journal.filter(action="book.removed").count() == 1
        assert journal.first_broken_line(cup) is None


class TestMerging:
    def test_entrants_move_along_and_gaps_are_filled(self):
        made = club()
        one, other = (
            person(made, plays_for="SC Herz"),
            person(made, "Schulz, Erna", contact="0341 1", classes=["ladies"]),
        )
        first, second = event(made, "Erna Schulz"), event(made, "Erna Schulz", slug="second")
        first.entrants.update(person=one)
        second.entrants.update(person=other)

        kept = merge(made, one, other)

        assert [entrant.tournament for entrant in kept.entrants.order_by("pk")] == [first, second]
        assert (kept.name, kept.plays_for, kept.contact, kept.classes) == (
            "Erna Schulz",
            "SC Herz",
            "0341 1",
            ["ladies"],
        )
        assert people_of(made) == ["Erna Schulz"]
        assert not first.journal.filter(action="book.merged").exists()
        assert second.journal.get(action="book.merged").data["entrants"] == [1]
        assert journal.first_broken_line(second) is None

    def test_whoever_was_merged_is_not_changed_any_more(self):
        made = club()
        one, other = person(made, "Anna Berg"), person(made, "Anna Berg 2")
        merge(made, one, other)

        with pytest.raises(Refused, match="no-such-person"):
            books.change_person(
                person_id=other.pk, details=PersonDetails(name="Bernd"), by=factories.user(), now=EVENING
            )

        assert Person.objects.get(pk=other.pk).name == "Anna Berg 2"

    def test_merged_twice_it_counts_once(self):
        made = club()
        one, other = person(made), person(made)
        merge(made, one, other)

        assert merge(made, one, other) == one

    def test_a_chain_of_doubles_points_to_the_one_that_stays(self):
        made = club()
        a, b, c = person(made), person(made), person(made)
        merge(made, b, a)
        merge(made, c, b)

        assert {one.merged_into for one in made.people.exclude(pk=c.pk)} == {c}

    def test_two_who_took_part_in_one_event_stay_two(self):
        made = club()
        cup = event(made, "Erna Schulz", "Erna Schulz")
        take_over(made, cup)
        one, other = made.people.all()

        with pytest.raises(Refused) as refused:
            merge(made, one, other)
        assert refused.value.code == "both-took-part"
        assert len(people_of(made)) == 2

    def test_who_was_registered_twice_and_withdrawn_once_is_one(self):
        made = club()
        cup = event(made, "Erna Schulz", "Erna Schulz")
        take_over(made, cup)
        cup.entrants.filter(number=2).update(withdrawn_at=EVENING)
        one, other = made.people.order_by("pk")

        assert merge(made, one, other).entrants.count() == 2

    def test_people_of_two_clubs_are_never_merged(self):
        made, theirs = club(), club("Die Maurer", keeper="anderer")

        with pytest.raises(Refused) as refused:
            merge(made, person(made), person(theirs))
        assert refused.value.code == "nothing-to-merge"

    @pytest.mark.parametrize("gone", ["stays", "goes"])
    def test_who_was_merged_meanwhile_is_not_merged_again(self, gone):
        made = club()
        one, other, third = person(made), person(made), person(made)
        merge(made, third, one if gone == "stays" else other)

        with pytest.raises(Refused) as refused:
            merge(made, one, other)
        assert refused.value.code == "no-such-person"

    def test_nobody_is_junior_and_senior(self):
        made = club()

        kept = merge(made, person(made, classes=["juniors"]), person(made, classes=["seniors"]))

        assert kept.classes == ["juniors"]
