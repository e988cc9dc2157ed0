"""What is done with a club's address book: people added, taken over from events, merged, registered."""

from uuid import uuid4

import pytest

from tables.acts.services.refusals import Refused
from tables.clubs.models import Person
from tables.clubs.services import book_entrants, books, clubs
from tables.clubs.services.books import PersonDetails
from tables.clubs.services.clubs import ClubDetails
from tables.journal import chain as journal
from tests import factories
from tests.factories import EVENING
from tests.tables.clubs.club_books import club, event, person

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def take_over(of, made) -> book_entrants.TakenOver:
    return book_entrants.take_over(club_id=of.pk, tournament_id=made.pk, by=factories.user(), now=EVENING)


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

        changed = clubs.change_club(club_id=made.pk, details=ClubDetails(name="SC Karo"))

        assert (changed.name, changed.place, changed.slug) == ("SC Karo", "", "sc-herz-dame")

    def test_the_last_keeper_stays(self):
        made = club()
        keeper = made.keepers.get()

        with pytest.raises(Refused) as refused:
            clubs.remove_keeper(club_id=made.pk, keeper_id=keeper.pk)
        assert refused.value.code == "last-keeper"

    def test_a_keeper_added_twice_keeps_it_once_and_removed_twice_is_gone(self):
        made, other = club(), factories.user("anderer")
        keeper = clubs.add_keeper(club_id=made.pk, username="ANDERER")
        assert clubs.add_keeper(club_id=made.pk, username="anderer") == keeper
        assert keeper.user == other

        clubs.remove_keeper(club_id=made.pk, keeper_id=keeper.pk)
        clubs.remove_keeper(club_id=made.pk, keeper_id=keeper.pk)

        assert made.keepers.count() == 1


class TestPeople:
    def test_the_same_form_sent_twice_adds_one(self):
        made, key = club(), uuid4()
        for _ in range(2):
            books.add_person(club_id=made.pk, details=PersonDetails(name="Erna"), entry_key=key, now=EVENING)

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

        assert books.add_people(club_id=made.pk, people=wanted, now=EVENING) == 2
        assert books.add_people(club_id=made.pk, people=wanted, now=EVENING) == 0

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
            books.change_person(person_id=other.pk, details=PersonDetails(name="Bernd"))

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
