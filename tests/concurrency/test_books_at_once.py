"""Address books and events: whoever takes both takes them in one order, and nobody is tied to somebody who is gone."""

from dataclasses import replace
from functools import partial
from uuid import uuid4

import pytest
from django.db import connection

from tables.acts.services.refusals import Refused
from tables.clubs.models import Person
from tables.clubs.services import book_entrants, books
from tables.clubs.services.books import PersonDetails
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.tournaments.services import tournaments
from tests import factories
from tests.factories import EVENING
from tests.tables.clubs import club_books

pytestmark = pytest.mark.database

ROUNDS = 10


def by():
    return {"by": factories.user(), "now": EVENING}


def unexpected(outcomes):
    return [one for one in outcomes if isinstance(one, Exception) and not isinstance(one, Refused)]


def test_somebody_removed_from_his_book_while_he_is_registered(at_once):
    club = club_books.club()
    for number in range(ROUNDS):
        person = club_books.person(club, f"Erna Schulz {number}")
        made = club_books.event(club, slug=f"cup-{number}")
        register = partial(
            book_entrants.register_people, tournament_id=made.pk, people=[person.pk], entry_key=uuid4(), **by()
        )

        outcomes = at_once(register, partial(books.remove_person, club_id=club.pk, person_id=person.pk, **by()))

        assert unexpected(outcomes) == []
        connection.check_constraints()
        assert not Person.objects.filter(pk=person.pk).exists()
        # Either he came too late, or the event tells that he was taken out of the book.
        came, told = made.entrants.count(), JournalEntry.objects.filter(tournament=made, action="book.removed").count()
        assert came == told
        assert journal.first_broken_line(made) is None


@pytest.mark.thorough
def test_two_made_one_while_one_of_them_is_registered(at_once):
    club = club_books.club()
    for number in range(ROUNDS):
        stays, goes = (club_books.person(club, f"Erna Schulz {number}") for _ in range(2))
        made = club_books.event(club, slug=f"cup-{number}")
        register = partial(
            book_entrants.register_people, tournament_id=made.pk, people=[goes.pk], entry_key=uuid4(), **by()
        )

        outcomes = at_once(register, partial(books.merge, club_id=club.pk, stays=stays.pk, goes=[goes.pk], **by()))

        assert unexpected(outcomes) == []
        assert list(made.entrants.values_list("person", flat=True)) in ([], [stays.pk])
        told = JournalEntry.objects.filter(tournament=made, action="book.merged").count()
        assert made.entrants.count() == told


def test_an_event_given_to_another_club_while_its_entrants_come_into_the_book(at_once):
    clubs = [club_books.club("SC Herz Dame"), club_books.club("SC Karo")]
    made = club_books.event(clubs[0], *(f"Spieler {n}" for n in range(30)))
    plan = tournaments.Details(
        **{name: getattr(made, name) for name in ("name", "place", "starts_on", "ends_on", "organiser", "rounds")}
    )
    for number in range(ROUNDS):
        give = replace(plan, club_id=clubs[number % 2].pk)
        change = partial(tournaments.change_tournament, tournament_id=made.pk, details=give, seatings=["drawn"], **by())
        take = [partial(book_entrants.take_over, club_id=one.pk, tournament_id=made.pk, **by()) for one in clubs]

        outcomes = at_once(change, *take)

        assert unexpected(outcomes) == []
    assert Entrant.objects.exclude(person=None).count() == 30
    assert journal.first_broken_line(made) is None


@pytest.mark.thorough
def test_people_of_the_same_events_removed_merged_and_changed_at_once(at_once):
    club, other = club_books.club("SC Herz Dame"), club_books.club("SC Karo")
    first, second = (club_books.event(club, slug=slug) for slug in ("first", "second"))
    for number in range(ROUNDS):
        mine = [club_books.person(club, f"Erna {number}-{n}") for n in range(3)]
        theirs = club_books.person(other, f"Karl {number}")
        for made, group in ((first, [mine[0], theirs]), (second, [mine[1], theirs])):
            book_entrants.register_people(
                tournament_id=made.pk, people=[one.pk for one in group], entry_key=uuid4(), **by()
            )

        outcomes = at_once(
            partial(books.merge, club_id=club.pk, stays=mine[2].pk, goes=[mine[0].pk, mine[1].pk], **by()),
            partial(books.remove_person, club_id=other.pk, person_id=theirs.pk, **by()),
            partial(books.change_person, person_id=mine[2].pk, details=PersonDetails(name="Erna", team="Erste")),
            partial(books.change_person, person_id=theirs.pk, details=PersonDetails(name="Karl")),
        )

        assert unexpected(outcomes) == []
        assert not Person.objects.filter(pk=theirs.pk).exists()
        # Nobody overwrote what the other had just written.
        assert Person.objects.get(pk=mine[2].pk).team == "Erste"
    assert journal.first_broken_line(first) is None
    assert journal.first_broken_line(second) is None
