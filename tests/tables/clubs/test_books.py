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


class TestBook:
    def test_an_empty_one_asks_for_the_first_and_only_its_keepers_see_it(self, director, book):
        assert "Only those who keep the book see it." in text(director.get(BOOK))

        # The director of an event of the club sees no contacts.
        event(book, director="anderer")
        erna = person(book, contact="0341 12345")
        coming = signed_in("anderer").get(COMING)
        assert coming.status_code == 200
        assert "0341" not in text(coming)
        for page in ("", "doubles/", f"{erna.pk}/", f"{erna.pk}/data/"):
            answer = signed_in("anderer").get(f"{BOOK}{page}")
            assert answer.status_code == 403, page
            assert "opens for those who keep it" in text(answer)

    def test_somebody_is_added(self, director, book):
        form = sent(
            "person", name=" Erna  Schulz ", plays_for="SC Herz", classes=["ladies"], contact="0341", shown_as="number"
        )

        assert director.post(BOOK, form).status_code == 302
        assert director.post(BOOK, form).status_code == 302

        told = book.people.values_list("name", "plays_for", "classes", "contact", "shown_as").get()
        assert told == ("Erna Schulz", "SC Herz", ["ladies"], "0341", "number")

    def test_what_cannot_be_is_said_and_what_was_typed_stays(self, director, book):
        for typed, said in (
            ({"name": ""}, "Please say who it is."),
            ({"name": "###"}, "letter"),
            ({"name": "x" * 81}, "80"),
            ({"plays_for": "x" * 81}, "80"),
            ({"classes": ["juniors", "seniors"]}, "classes"),
            ({"shown_as": "pseudonym"}, "Please say by which other name you are to be shown."),
            ({"shown_as": "pseudonym", "pseudonym": "x" * 41}, "at most 40"),
            ({"contact": "x" * 201, "shown_as": "nonsense", "entry_key": ""}, "at most 200"),
        ):
            answer = director.post(BOOK, sent("person", name="Erna", team="Die Buben") | typed)

            assert answer.status_code == 422, typed
            assert said in text(answer)
            assert "Die Buben" in text(answer)
            assert not book.people.exists()
        assert "valid choice" in text(answer)
        assert "did not arrive completely" in text(answer)

    def test_a_list_is_pasted_and_asks_about_what_is_doubtful(self, director, book):
        person(book, "Otto Kurz")
        lines = "Otto Kurz\nHans Müller, SC Karo As, 0171 1234567\nErna Schulz, SC Ulm, Herz, erna@example.org"
        page = Visitor(director).get(BOOK).form("act=paste", "lines").send(lines=lines)
        page = page.form("cells", "act=take").send("act=take")
        assert "Rows left to look at" in page.text
        assert "1 person is new in the book. 1 was in it already." in page.text
        page = page.form("cells", "act=mend").send("act=mend", values={"3.club": "SC Ulm, Herz", "3.team": ""})
        page.form("cells", "act=take").send("act=take")

        new = book.people.exclude(name="Otto Kurz").order_by("pk").values_list("name", "plays_for", "contact")
        assert [*new] == [
            ("Hans Müller", "SC Karo As", "0171 1234567"),
            ("Erna Schulz", "SC Ulm, Herz", "erna@example.org"),
        ]

    def test_a_file_goes_through_the_same_preview_and_cards_come_in_with_all_ways_to_reach_somebody(
        self, director, book
    ):
        cards = "BEGIN:VCARD\nFN:Erna Schulz\nORG:SC Herz\nTEL:0171 1\nEMAIL:erna@example.org\nEND:VCARD\n"
        rows = (
            "Name;Verein;Kontakt;bezahlt\nOtto Kurz;SC Karo;otto@example.org;x\nSchulz, Erna;SC Herz;;\nGesamt;;;10\n"
        )

        for name, data, sees, said in (
            ("a.vcf", cards, "", "1 person is new in the book."),
            ("list.csv", rows, "a sum", "1 person is new in the book. 1 was in it already."),
        ):
            upload, before = SimpleUploadedFile(name, data.encode()), book.people.count()
            page = Visitor(director).get(BOOK).form("act=file", "file").send(file=upload)
            assert book.people.count() == before
            assert sees in page.text
            assert said in page.form("cells", "act=take").send("act=take").text, name

        assert [*book.people.order_by("name").values_list("name", "plays_for", "contact")] == [
            ("Erna Schulz", "SC Herz", "0171 1, erna@example.org"),
            ("Otto Kurz", "SC Karo", "otto@example.org"),
        ]

    def test_a_file_that_cannot_be_read_is_refused_in_words_and_a_list_adds_nobody_before_it_was_looked_through(
        self, director, book
    ):
        for sent_file in ({}, {"file": SimpleUploadedFile("list.pdf", b"%PDF-1.7")}):
            answer = director.post(BOOK, {**sent("file"), **sent_file})

            assert answer.status_code == 422
            assert answer.context["file"].errors["file"][0].endswith(".")
        assert not book.people.exists()

        for lines in ("Erna; SC; T; wizard\nOtto", "", ";;;", "x" * 90, "\x00"):
            answer = director.post(BOOK, sent("paste", lines=lines))

            assert answer.status_code in {200, 422}, lines
            assert not book.people.exists()

    def test_the_entrants_of_an_event_are_taken_over(self, director, book):
        made = event(book, "Erna Schulz", "Otto Kurz")

        answer = director.post(BOOK, sent("take-over", event=made.pk), follow=True)

        assert "2 people are new in the book." in text(answer)
        assert "Take over the entrants of an event" not in text(director.get(BOOK))

    def test_people_are_found_without_accents_and_in_pages_in_few_queries(
        self, director, book, django_assert_num_queries
    ):
        Person.objects.bulk_create(Person(club=book, name=f"Spieler {n:03}", added_at=EVENING) for n in range(101))
        person(book, "Müller, André", plays_for="SC Öhring")

        # The session and its user, the club, who keeps it, events to take over, the people, their events, guests.
        with django_assert_num_queries(9):
            first = text(director.get(BOOK))
        assert "Page 1 of 2" in first
        assert "Spieler 100" in text(director.get(f"{BOOK}?page=2"))
        assert "Müller" in text(director.get(f"{BOOK}?q=andre+mueller+oehring"))
        assert "Nobody fits that" in text(director.get(f"{BOOK}?q=nobody"))


class TestPerson:
    def test_his_events_lead_to_his_place_and_a_merged_double_to_whom_it_became(self, director, book):
        erna, other = person(book), person(book)
        made = event(book, "Erna Schulz", released_at=EVENING, ended_at=EVENING)
        made.entrants.update(person=erna)
        Person.objects.filter(pk=other.pk).update(merged_into=erna)

        assert "/t/cup/standings/?player=1" in text(director.get(f"{BOOK}{erna.pk}/"))
        assert director.get(f"{BOOK}{other.pk}/")["Location"] == f"{BOOK}{erna.pk}/"

    def test_he_is_changed_and_a_wrong_change_keeps_what_was_typed_and_taken_out_only_on_a_second_word(
        self, director, book
    ):
        erna = person(book, contact="0341")

        wrong = post_seen(director, f"{BOOK}{erna.pk}/", sent("person", name="", team="Buben"))
        assert wrong.status_code == 422
        assert 'value="Buben"' in text(wrong)

        post_seen(director, f"{BOOK}{erna.pk}/", sent("person", name="Erna Kurz", contact=""))

        erna.refresh_from_db()
        assert (erna.name, erna.contact) == ("Erna Kurz", "")

        assert post_seen(director, f"{BOOK}{erna.pk}/", sent("remove")).status_code == 422
        assert post_seen(director, f"{BOOK}{erna.pk}/", sent("remove", sure="on"))["Location"] == BOOK
        assert not book.people.exists()

    def test_what_another_form_said_was_seen_says_nothing_in_this_one(self, director, book):
        erna, other = person(book, "Erna Kurz"), person(book)
        two = {"stays": erna.pk, "person": [erna.pk, other.pk], "sure": "on"}
        of_the_club = seen_at(director, "/clubs/sc-herz-dame/", {"act": "change"})

        for act, address in (("remove", f"{BOOK}{erna.pk}/"), ("merge", DOUBLES)):
            assert director.post(address, sent(act, **two, **of_the_club)).status_code == 422, act
            assert book.people.filter(merged_into=None).count() == 2


def take_over(of, made) -> books.TakenOver:
    return books.take_over(club_id=of.pk, tournament_id=made.pk, by=factories.user(), now=EVENING)


def merge(of, stays: Person, *goes: Person) -> Person:
    numbers = [one.pk for one in goes]
    return books.merge(club_id=of.pk, stays=stays.pk, goes=numbers, by=factories.user(), now=EVENING)


def people_of(of) -> list[str]:
    return [one.name for one in of.people.filter(merged_into=None).order_by("pk")]


class TestClubs:
    def test_every_name_gets_an_address_that_is_no_other_page_and_keeps_it(self):
        made = club()
        assert made.pk == club("sc herz dame").pk
        with pytest.raises(Refused, match="club-exists"):
            club(keeper="anderer")
        names = ("New", "Öhringer Kötter", "雀", "Herz!", "Herz?")
        assert [club(name).slug for name in names] == ["new-2", "oehringer-koetter", "club", "herz", "herz-2"]

        details = ClubDetails(name="SC Karo")
        changed = clubs.change_club(club_id=made.pk, details=details, by=factories.user(), now=EVENING)
        assert (changed.name, changed.place, changed.slug) == ("SC Karo", "", "sc-herz-dame")

    def test_a_keeper_added_twice_keeps_it_once_and_removed_twice_is_gone_but_the_last_stays(self):
        made, other = club(), factories.user("anderer")
        keeper = clubs.add_keeper(club_id=made.pk, username="ANDERER", by=factories.user(), now=EVENING)
        assert clubs.add_keeper(club_id=made.pk, username="anderer", by=factories.user(), now=EVENING) == keeper
        assert keeper.user == other

        clubs.remove_keeper(club_id=made.pk, keeper_id=keeper.pk, by=factories.user(), now=EVENING)
        clubs.remove_keeper(club_id=made.pk, keeper_id=keeper.pk, by=factories.user(), now=EVENING)

        last = made.keepers.get()
        with pytest.raises(Refused, match="last-keeper"):
            clubs.remove_keeper(club_id=made.pk, keeper_id=last.pk, by=factories.user(), now=EVENING)


class TestPeople:
    def test_a_form_adds_one_and_a_list_those_who_are_not_in_it_with_that_club_as_long_as_there_is_room(
        self, monkeypatch
    ):
        made = club()
        facts = {"club_id": made.pk, "now": EVENING, "by": factories.user()}
        one = {"details": PersonDetails(name="Erna Schulz", plays_for="SC Herz"), "entry_key": uuid4()}
        for _ in range(2):
            books.add_person(**one, **facts)
        assert people_of(made) == ["Erna Schulz"]

        wanted = [
            PersonDetails(name="Schulz, Erna", plays_for="sc  herz"),
            PersonDetails(name="Erna Schulz", plays_for="Die Maurer"),
            PersonDetails(name="Otto Kurz"),
            PersonDetails(name="otto kurz"),
        ]
        assert books.add_people(people=wanted, **facts) == 2
        assert books.add_people(people=wanted, **facts) == 0
        monkeypatch.setattr(books, "MOST_PEOPLE", 3)
        with pytest.raises(Refused, match="book-full"):
            person(made, "Uwe Ohm")

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
        one = person(made, plays_for="SC Herz")
        other = person(made, "Schulz, Erna", contact="0341 1", classes=["ladies"])
        first, second = event(made, "Erna Schulz"), event(made, "Erna Schulz", slug="second")
        first.entrants.update(person=one)
        second.entrants.update(person=other)

        kept = merge(made, one, other)

        assert [entrant.tournament for entrant in kept.entrants.order_by("pk")] == [first, second]
        told = (kept.name, kept.plays_for, kept.contact, kept.classes)
        assert told == ("Erna Schulz", "SC Herz", "0341 1", ["ladies"])
        assert people_of(made) == ["Erna Schulz"]
        assert not first.journal.filter(action="book.merged").exists()
        assert second.journal.get(action="book.merged").data["entrants"] == [1]
        assert journal.first_broken_line(second) is None

    def test_merged_twice_it_counts_once_and_whoever_was_merged_is_neither_changed_nor_merged_any_more(self):
        made, theirs = club(), club("Die Maurer", keeper="anderer")
        one, other = person(made, "Anna Berg"), person(made, "Anna Berg 2")
        for _twice in range(2):
            assert merge(made, one, other) == one

        facts = {"by": factories.user(), "now": EVENING}
        with pytest.raises(Refused, match="no-such-person"):
            books.change_person(person_id=other.pk, details=PersonDetails(name="Bernd"), **facts)
        assert Person.objects.get(pk=other.pk).name == "Anna Berg 2"
        third = person(made)
        for stays, goes, code in (
            (other, third, "no-such-person"),
            (third, other, "no-such-person"),
            (one, person(theirs), "nothing-to-merge"),
        ):
            with pytest.raises(Refused, match=code):
                merge(made, stays, goes)

    def test_a_chain_of_doubles_points_to_the_one_that_stays_and_nobody_is_junior_and_senior(self):
        made = club()
        a, b, c = person(made), person(made, classes=["seniors"]), person(made, classes=["juniors"])
        merge(made, b, a)

        assert merge(made, c, b).classes == ["juniors"]
        assert {one.merged_into for one in made.people.exclude(pk=c.pk)} == {c}

    def test_two_who_took_part_in_one_event_stay_two_unless_one_was_registered_twice_and_withdrawn_once(self):
        made = club()
        cup = event(made, "Erna Schulz", "Erna Schulz")
        take_over(made, cup)
        one, other = made.people.order_by("pk")

        with pytest.raises(Refused, match="both-took-part"):
            merge(made, one, other)
        assert len(people_of(made)) == 2
        cup.entrants.filter(number=2).update(withdrawn_at=EVENING)
        assert merge(made, one, other).entrants.count() == 2
