"""Places and the waiting list: who comes when all are taken waits in order, owes nothing, and moves up."""

from html import unescape
from uuid import uuid4

import pytest

from scoring.history.selectors.verification import verified
from tables.acts.services import Refused
from tables.draw.services.seats import taking_part
from tables.intake.registration import Registration
from tables.journal.models import JournalEntry
from tables.people import selectors
from tables.people.models import Entrant
from tables.people.services import registration
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db
DESK = "/t/cup/office/entrants/"


def full(*, waiting=0, **fields):
    """Return an event of four places, all of them taken; who comes later waits."""
    made = factories.tournament(entrants=4, most_entrants=4, **fields)
    for at in range(waiting):
        register(made, f"Wartet {chr(65 + at)}")
    return made


def register(made, name, *, paid=False):
    return registration.register(
        tournament_id=made.pk,
        registration=Registration(name=name, paid=paid, present=True),
        source=Entrant.Source.DESK,
        entry_key=None,
        by=factories.user(),
        now=EVENING,
    )


def waiting(made) -> list[int]:
    return [entrant.number for entrant in selectors.waiting(made)]


def cancel(made, number):
    registration.withdraw(entrant_id=made.entrants.get(number=number).pk, by=factories.user(), now=EVENING)


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def test_whoever_comes_when_all_places_are_taken_waits_in_order_and_is_neither_here_nor_has_paid():
    made = full()

    first, second = register(made, "Uwe Sieben", paid=True), register(made, "Rita Acht")

    assert waiting(made) == [5, 6]
    assert [selectors.waits_as(one) for one in (first, second)] == [1, 2]
    assert (first.paid, first.present, selectors.places_left(made)) == (False, False, 0)
    assert [one.number for one in selectors.participants(made)] == [1, 2, 3, 4]
    assert verified(made).discrepancies == ()


def test_the_last_place_is_not_on_the_waiting_list():
    made = factories.tournament(entrants=3, most_entrants=4)

    assert register(made, "Vierte").waiting_since is None
    assert register(made, "Fünfte").waiting_since is not None


def test_the_next_moves_up_by_themselves_when_somebody_cancels_is_removed_or_there_are_more_places():
    made = full(waiting=3)

    cancel(made, 2)
    assert waiting(made) == [6, 7]

    registration.remove(entrant_id=made.entrants.get(number=3).pk, by=factories.user(), now=EVENING)
    assert waiting(made) == [7]
    assert [one.number for one in selectors.participants(made)] == [1, 4, 5, 6]
    assert verified(made).discrepancies == ()


def test_nobody_moves_up_by_themselves_where_the_plan_does_not_say_so():
    by_hand = full(waiting=1, moves_up=False)
    cancel(by_hand, 2)
    assert waiting(by_hand) == [5]


def test_nobody_moves_up_by_themselves_once_seats_are_drawn():
    made = factories.tournament(entrants=9, most_entrants=9)
    factories.running_series(made, published_only=True)
    register(made, "Wartet A")
    gone = made.entrants.get(number=9)
    gone.seats.all().delete()

    cancel(made, gone.number)

    assert waiting(made) == [10]


def test_whoever_waits_and_cancels_is_gone_and_the_others_stand_one_place_further_up():
    made = full(waiting=2)

    cancel(made, 5)

    assert waiting(made) == [6]
    assert made.entrants.get(number=5).is_gone
    cancel(made, 5)
    assert JournalEntry.objects.filter(action="entrant.withdrawn").count() == 1


def test_a_seat_is_refused_to_whoever_waits():
    made = full(waiting=1)

    with pytest.raises(Refused, match="waiting"):
        taking_part(made, [5])


def test_a_list_longer_than_the_places_is_taken_whole_and_its_last_ones_wait():
    made = factories.tournament(entrants=2, most_entrants=4)

    registration.register_many(
        tournament_id=made.pk,
        registrations=[Registration(name=f"Liste {letter}") for letter in "ABC"],
        source=Entrant.Source.PASTE,
        entry_key=uuid4(),
        by=factories.user(),
        now=EVENING,
    )

    assert waiting(made) == [5]
    assert verified(made).discrepancies == ()


def test_at_the_desk_one_button_lets_in_whoever_waits_also_beyond_the_places(director):
    made = full(waiting=1)

    listed = text(director.get(DESK))
    answer = director.post(f"{DESK}5/", {"act": "reinstate"}, follow=True)

    assert "Registered / 4" in listed
    assert '<span class="stat-number">1</span><span class="stat-label">waiting</span>' in listed
    assert answer.status_code == 200
    assert waiting(made) == []
    assert selectors.participants(made).count() == 5
    line = JournalEntry.objects.get(action="entrant.reinstated")
    assert line.data["waited"] is True


def test_who_is_registered_at_the_desk_when_all_is_taken_is_said_to_wait_and_no_money_is_asked(director):
    full()

    sent = director.post(DESK, {"name": "Uwe Sieben", "entry_key": str(uuid4()), "paid": "on", "present": "on"})
    answer = text(director.get(sent["Location"]))

    assert "on the waiting list" in answer
    assert "Take money" not in answer


def test_whoever_waits_is_checked_in_with_a_sentence(director):
    full(waiting=1)

    answer = director.post(f"{DESK}check-in/", {"who": "5"}, follow=True)

    assert ": waiting." in text(answer)


def test_the_public_form_says_that_all_is_taken_and_afterwards_how_one_waits_and_when_one_is_in(client):
    made = full(registration_open=True)
    address = "/t/cup/register/"

    before = text(client.get(address))
    sent = client.post(address, {"name": "Uwe Sieben", "entry_key": str(uuid4())})
    waits = text(client.get(sent["Location"]))
    cancel(made, 1)
    is_in = text(client.get(sent["Location"]))

    assert "All 4 places are taken" in before
    assert "You are on the waiting list" in waits
    assert "You wait as number 1." in waits
    assert "You are registered" in is_in


def test_the_same_person_is_asked_about_also_while_they_wait(client):
    full(waiting=1, registration_open=True)

    answer = client.post("/t/cup/register/", {"name": "Wartet A", "entry_key": str(uuid4())})

    assert answer.status_code == 422


def test_the_plan_says_how_many_places_there_are_and_what_becomes_of_the_others(client):
    full()

    assert "4 places. Whoever registers later stands on the waiting list and moves up in its order" in text(
        client.get("/t/cup/plan/")
    )


def test_more_places_in_the_plan_let_those_in_who_wait(director):
    made = full(waiting=3)
    form = director.get("/t/cup/office/settings/?at=plan").context["form"]
    sent = {field.html_name: field.value() if field.value() is not None else "" for field in form}
    sent = {name: value for name, value in sent.items() if value is not False}

    answer = director.post(
        "/t/cup/office/settings/?at=plan", {**sent, "seen": form["seen"].value(), "most_entrants": "6"}
    )

    assert answer.status_code == 302, text(answer)
    assert waiting(made) == [7]
    assert verified(made).discrepancies == ()
