"""An entrant entered by mistake is removed while nothing depends on them; the number is not used twice (SkWO 4.1)."""

from uuid import uuid4

import pytest

from scoring.history.selectors.verification import verified
from tables.acts.services.refusals import Refused
from tables.draw.services.wishes import keep_apart
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.services import registration
from tables.people.services.removing import remove
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db

DESK = "/t/cup/office/entrants/"


def registered(made, name="Erna Schulz", **more) -> Entrant:
    return registration.register(
        tournament_id=made.pk,
        registration=Registration(name=name),
        source=Entrant.Source.DESK,
        by=factories.user(),
        now=EVENING,
        **{"entry_key": uuid4(), **more},
    )


def removed(entrant) -> None:
    remove(entrant_id=entrant.pk, by=factories.user(), now=EVENING)


def test_they_are_gone_and_the_journal_says_so():
    made = factories.tournament(entrants=3)
    entrant = registered(made)

    removed(entrant)

    assert list(made.entrants.values_list("number", flat=True)) == [1, 2, 3]
    line = made.journal.order_by("-number").first()
    assert (line.action, line.data["entrant"]) == ("entrant.removed", 4)
    assert verified(made).discrepancies == ()


def test_the_number_is_given_to_nobody_else():
    made = factories.tournament(entrants=3)
    removed(registered(made))

    assert registered(made).number == 5
    with pytest.raises(Refused, match="number-given"):
        registration.register_many(
            tournament_id=made.pk,
            registrations=[Registration(name="Otto")],
            numbers=[4],
            source=Entrant.Source.FILE,
            entry_key=uuid4(),
            by=factories.user(),
            now=EVENING,
        )


def test_wishes_about_them_go_with_them():
    made = factories.tournament(entrants=3)
    entrant = registered(made)
    keep_apart(tournament_id=made.pk, numbers=(1, entrant.number), by=factories.user(), now=EVENING)

    removed(entrant)

    assert not made.entrants.get(number=1).apart_from.exists()


def test_whoever_has_a_seat_can_only_withdraw():
    series = factories.running_series(factories.tournament(entrants=4))

    with pytest.raises(Refused, match="has-a-seat"):
        removed(series.tournament.entrants.get(number=2))

    assert series.tournament.entrants.count() == 4


def test_and_whoever_judges_as_an_entrant():
    made = factories.tournament(entrants=3)
    factories.judge(made, plays_as=2)

    with pytest.raises(Refused, match="named-elsewhere"):
        removed(made.entrants.get(number=2))


def test_with_one_click_after_registering(director):
    made = factories.tournament()
    page = director.post(
        DESK, {"name": "Erna", "entry_key": str(uuid4()), "present": "on"}, follow=True
    ).content.decode()
    assert "Entered by mistake: remove" in page

    page = director.post(f"{DESK}1/", {"act": "remove"}, follow=True).content.decode()

    assert "No. 1 is removed." in page
    assert not made.entrants.exists()


def test_a_refusal_names_the_seat(director):
    factories.running_series(factories.tournament(entrants=4))

    response = director.post(f"{DESK}2/", {"act": "remove"})

    assert response.status_code == 422
    page = response.content.decode()
    assert "No. 2 has a seat: series 1, table 1." in page
    assert '<a href="/t/cup/office/series/1/">To series 1</a>' in page
