"""Registering, marking, withdrawing, removing by mistake (SkWO 4.1): what the services of the desk promise."""

from uuid import uuid4

import pytest

from scoring.history.selectors.verification import verified
from tables.acts.services import Refused
from tables.draw import selectors as seats
from tables.draw.services.wishes import keep_apart
from tables.intake.registration import Registration
from tables.journal import sealing
from tables.journal import selectors as reading
from tables.journal.models import JournalEntry
from tables.people import selectors
from tables.people.models import Entrant
from tables.people.services import registration
from tables.people.services.registration import remove
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db
DESK, SELF, PASTE = Entrant.Source.DESK, Entrant.Source.SELF, Entrant.Source.PASTE


def register(made, name="Erna Schulz", *, source=DESK, entry_key=None, **more):
    facts = {"entry_key": entry_key, "by": None if source == SELF else factories.user(), "now": EVENING}
    wanted = Registration(name=name, **more)
    return registration.register(tournament_id=made.pk, registration=wanted, source=source, **facts)


def acts() -> list[str]:
    return list(JournalEntry.objects.order_by("number").values_list("action", flat=True))


def test_start_numbers_go_up_from_one_the_name_may_follow_and_the_same_form_sent_twice_registers_once():
    made = factories.tournament()

    assert [register(made, "").number, register(made).number] == [1, 2]
    key = uuid4()
    assert register(made, entry_key=key) == register(made, entry_key=key)
    assert made.entrants.count() == 3
    assert acts() == ["entrants.registered"] * 3


def test_the_public_registers_only_while_the_form_is_open_and_nobody_after_the_final_ranking():
    made = factories.tournament()
    opening = {"tournament_id": made.pk, "is_open": True, "by": factories.user(), "now": EVENING}

    with pytest.raises(Refused, match="registration-closed"):
        register(made, source=SELF)
    registration.open_registration(**opening)
    assert register(made, source=SELF).source == "self"

    type(made).objects.update(registration_open=False, ended_at=EVENING)
    with pytest.raises(Refused, match="event-ended"):
        registration.open_registration(**opening)
    type(made).objects.update(released_at=EVENING)
    with pytest.raises(Refused, match="event-released"):
        register(made)


def test_a_tournament_is_full_one_day(monkeypatch):
    monkeypatch.setattr(registration, "MOST_ENTRANTS", 2)
    made = factories.tournament(entrants=2)

    with pytest.raises(Refused, match="tournament-full"):
        register(made)


def test_the_journal_names_numbers_that_do_not_follow_each_other_and_no_others():
    made = factories.tournament()
    for numbers in ((None, None), (7, 4), (None, 3)):
        factories.registered_list(made, f"A {numbers[0]}", f"C {numbers[1]}", numbers=numbers)

    told = [line.data for line in made.journal.filter(action="entrants.registered").order_by("number")]
    assert [(one["first"], one.get("numbers")) for one in told] == [(1, None), (7, [7, 4]), (8, [8, 3])]


def test_a_list_is_registered_whole_in_its_order_and_once():
    made = factories.tournament(entrants=1)
    wanted = {"registrations": [Registration(name="A B"), Registration(name="C D")], "source": PASTE}
    wanted |= {"tournament_id": made.pk, "entry_key": uuid4(), "by": factories.user(), "now": EVENING}

    # A number that somebody has is not given to another, and nobody is registered then.
    for numbers in ([7, 1], [7, 7]):
        with pytest.raises(Refused, match="number-given"):
            registration.register_many(numbers=numbers, **wanted)
    assert made.entrants.count() == 1
    assert [entrant.number for entrant in registration.register_many(**wanted)] == [2, 3]
    with pytest.raises(Refused, match="sent-before"):
        registration.register_many(**wanted)
    with pytest.raises(Refused, match="nothing-to-register"):
        registration.register_many(**{**wanted, "registrations": [], "entry_key": uuid4()})


def test_the_line_of_a_list_with_numbers_of_its_own_names_and_seals_these_alone():
    cup = factories.tournament()
    factories.registered_list(cup, "Anna", "Bert", "Cleo", numbers=[105, 101, 103], source=Entrant.Source.FILE)

    line = cup.journal.get(action="entrants.registered")
    assert {number for (number,) in sealing.keys_in(line.data["seals"])["entrant"]} == {101, 103, 105}
    assert [reading.lines_of_entrant(cup, number=number) for number in (101, 104)] == [[line], []]


def test_a_change_names_what_changed_and_nothing_changed_is_no_act():
    made = factories.tournament(entrants=1)
    entrant = made.entrants.get()
    wanted = Registration(name="Spieler 1", club="SC Herz", present=True)

    for _ in range(2):
        registration.change_entrant(entrant_id=entrant.pk, registration=wanted, by=factories.user(), now=EVENING)

    assert [line.data["changed"] for line in JournalEntry.objects.all()] == [["club"]]


def test_a_withdrawn_entrant_is_withdrawn_once_not_present_and_keeps_the_number():
    made = factories.tournament(entrants=2)
    entrant, facts = made.entrants.get(number=2), {"by": factories.user(), "now": EVENING}
    for _ in range(2):
        registration.withdraw(entrant_id=entrant.pk, **facts)
    assert acts() == ["entrant.withdrawn"]
    assert register(made).number == 3

    with pytest.raises(Refused, match="withdrawn"):
        registration.change_entrant(entrant_id=entrant.pk, registration=Registration(present=True), **facts)
    marking = {"tournament_id": made.pk, "numbers": [1, 2], "present": True, **facts}
    assert registration.mark_entrants(**marking) == 0
    registration.reinstate(entrant_id=entrant.pk, **facts)
    assert registration.mark_entrants(**marking) == 1


@pytest.mark.slow
def test_nobody_withdraws_from_a_table_that_plays():
    made = factories.tournament(entrants=4)
    series = factories.running_series(made)
    entrant = made.entrants.get(number=1)

    with pytest.raises(Refused, match="seated-now") as refused:
        registration.withdraw(entrant_id=entrant.pk, by=factories.user(), now=EVENING)
    assert refused.value.facts == {"number": 1, "series": 1, "table": 1}

    factories.close_series(series)
    assert registration.withdraw(entrant_id=entrant.pk, by=factories.user(), now=EVENING).withdrawn_at


class TestSelectors:
    def test_the_same_name_is_known_in_other_spellings_but_not_by_its_own_form(self):
        made, key = factories.tournament(entrants=1), uuid4()
        register(made, "Müller, Ännchen", entry_key=key)

        assert selectors.registered_as(made, name="aennchen MUELLER") == 2
        assert selectors.registered_as(made, name="aennchen MUELLER", but=key) is None
        assert selectors.registered_as(made, name="Anna Müller") is None
        assert selectors.registered_as(made, name="") is None

        assert selectors.registered_as(made, name="1 Spieler", but=uuid4()) == 1

    def test_clubs_are_named_once_in_order(self):
        made = factories.tournament()
        for club in ("B", "A", "B", ""):
            register(made, club=club)

        assert selectors.clubs(made) == ["A", "B"]

    def test_seats_are_told_only_when_they_are_published(self):
        made = factories.tournament(entrants=4, series=2)
        factories.running_series(made)

        assert [seat.place for seat in seats.seats_of(made.entrants.get(number=3))] == [3]


DESK = "/t/cup/office/entrants/"


def removed(entrant) -> None:
    remove(entrant_id=entrant.pk, by=factories.user(), now=EVENING)


@pytest.mark.slow
def test_they_are_gone_with_the_wishes_about_them_and_the_number_is_given_to_nobody_else():
    made = factories.tournament(entrants=3)
    removed(register(made))
    assert list(made.entrants.values_list("number", flat=True)) == [1, 2, 3]
    line = made.journal.order_by("-number").first()
    assert (line.action, line.data["entrant"]) == ("entrant.removed", 4)

    entrant = register(made)
    assert entrant.number == 5
    with pytest.raises(Refused, match="number-given"):
        factories.registered_list(made, "Otto", numbers=[4], source=Entrant.Source.FILE)
    keep_apart(tournament_id=made.pk, numbers=(1, entrant.number), by=factories.user(), now=EVENING)
    removed(entrant)
    assert not made.entrants.get(number=1).apart_from.exists()
    assert verified(made).discrepancies == ()


def test_whoever_has_a_seat_or_judges_as_an_entrant_can_only_withdraw():
    made = factories.tournament(entrants=5)
    factories.judge(made, plays_as=5)
    made.entrants.filter(number=5).update(present=False)
    factories.running_series(made)

    for number, code in ((2, "has-a-seat"), (5, "named-elsewhere")):
        with pytest.raises(Refused, match=code):
            removed(made.entrants.get(number=number))
    assert made.entrants.count() == 5


@pytest.mark.slow
def test_with_one_click_after_registering_they_are_gone_and_a_refusal_names_the_seat(director):
    made = factories.tournament()
    sent = {"name": "Erna", "entry_key": str(uuid4()), "present": "on"}
    assert "Entered by mistake: remove" in director.post(DESK, sent, follow=True).content.decode()

    page = director.post(f"{DESK}1/", {"act": "remove"}, follow=True).content.decode()

    assert "No. 1 is removed." in page
    assert not made.entrants.exists()

    factories.registered_list(made, *"ABCD")
    made.entrants.update(present=True)
    factories.running_series(made)

    response = director.post(f"{DESK}2/", {"act": "remove"})

    assert response.status_code == 422
    page = response.content.decode()
    assert "No. 2 has a seat or is named in a team" in page
    assert '<a href="/t/cup/office/series/1/">To series 1</a>' in page
