"""The tick "paid" is what the accounts say, and setting it is a payment: there is no second truth (SkWO 4.1)."""

from dataclasses import fields as dataclass_fields
from decimal import Decimal
from uuid import uuid4

import pytest

from scoring.history.selectors.verification import verified
from scoring.money.services.paying import Way
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Tournament
from tables.tournaments.services import tournaments
from tables.tournaments.services.tournaments import Details
from tests.scoring.money import desk
from tests.scoring.money.desk import balance, owed
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db


def register(made, **fields):
    return registration.register(
        registration=Registration(**fields), source=Entrant.Source.DESK, entry_key=uuid4(), **desk.told(made)
    )


def mark(made, *numbers, **marks):
    registration.mark_entrants(numbers=numbers, **marks, **desk.told(made))


def change_plan(made, **fields):
    stated = {
        field.name: getattr(Tournament.objects.get(pk=made.pk), field.name) for field in dataclass_fields(Details)
    }
    tournaments.change_tournament(
        details=Details(**stated | fields), seatings=[one.seating for one in made.series.all()], **desk.told(made)
    )


def ticks(made):
    return dict(made.entrants.order_by("number").values_list("number", "paid"))


@pytest.fixture
def made():
    tournament = factories.tournament()
    desk.charge(tournament)
    return tournament


class TestTicks:
    def test_registered_as_paid_is_charged_and_paid(self, made):
        register(made, name="Anna", paid=True)
        register(made, name="Ben")

        assert (owed(made), ticks(made)) == ({2: 1000}, {1: True, 2: False})
        assert balance(made, "box", "1") == 1000

    def test_setting_it_takes_in_what_is_owed_and_taking_it_off_gives_it_back(self, made):
        register(made, name="Anna")
        desk.pay(made, 1, 400)

        mark(made, 1, paid=True)
        assert (owed(made), ticks(made), balance(made, "box", "1")) == ({}, {1: True}, 1000)

        mark(made, 1, paid=False)
        assert (owed(made), ticks(made), balance(made, "box", "1")) == ({1: 600}, {1: False}, 400)

    def test_a_change_of_what_is_known_of_somebody_sets_it_too(self, made):
        entrant = register(made, name="Anna")

        registration.change_entrant(
            entrant_id=entrant.pk, registration=Registration(name="Anna", paid=True), by=factories.user(), now=EVENING
        )

        assert (owed(made), ticks(made)) == ({}, {1: True})

    def test_whoever_pays_at_the_desk_is_ticked(self, made):
        register(made, name="Anna")

        desk.pay(made, 1, 1000)

        assert ticks(made) == {1: True}

    def test_what_was_paid_otherwise_stays_and_the_tick_with_it(self, made):
        register(made, name="Anna")
        desk.pay(made, 1, 1000, way=Way.TRANSFER)

        mark(made, 1, paid=False)

        assert (owed(made), ticks(made)) == ({}, {1: True})

    def test_who_pays_nothing_owes_nothing(self, made):
        register(made, name="Jan", classes=frozenset({"juniors"}))

        assert ticks(made) == {1: True}

    def test_lost_games_are_owed_until_they_are_paid(self):
        row = factories.running_list()
        made = row.table.series.tournament
        desk.charge(made, desk.LOSS)
        assert set(ticks(made).values()) == {True}
        factories.enter(row, (2, factories.GRAND_LOST))
        factories.fill(row)

        factories.confirm_and_sign(row)

        assert ticks(made) == {1: True, 2: False, 3: True, 4: True}

    def test_presence_moves_nothing(self, made):
        register(made, name="Anna")
        before = made.journal.count()

        mark(made, 1, present=True)

        assert made.journal.count() == before + 1

    def test_without_tariffs_a_tick_is_a_tick(self):
        made = factories.tournament(entrants=1)

        mark(made, 1, paid=True)

        assert (ticks(made), made.movements.count()) == ({1: True}, 0)


class TestBeginning:
    def test_the_entry_fee_of_a_plan_becomes_a_tariff_and_the_ticks_payments(self):
        made = factories.tournament(entrants=3, entry_fee=10)
        made.entrants.filter(number__in=(1, 2)).update(paid=True)

        mark(made, 3, present=False)

        assert [(row.code, row.amounts) for row in made.tariffs.all()] == [("entry", 1000)]
        assert (owed(made), ticks(made)) == ({3: 1000}, {1: True, 2: True, 3: False})
        assert balance(made, "box", "1") == 2000

    def test_it_does_so_once_and_everything_verifies(self):
        made = factories.tournament(entry_fee=10)

        for name in ("Anna", "Ben"):
            register(made, name=name, paid=True)

        assert made.journal.filter(action="money.tariffs-set").count() == 1
        assert made.journal.filter(action="money.ticked").count() == 2
        assert not verified(made).discrepancies

    def test_a_tick_taken_off_as_the_first_act_is_not_paid_back(self):
        made = factories.tournament(entrants=1, entry_fee=10)
        made.entrants.update(paid=True)

        mark(made, 1, paid=False)

        assert (owed(made), ticks(made)) == ({1: 1000}, {1: False})
        assert not made.journal.filter(action="money.unticked").exists()

    def test_who_was_ticked_before_the_first_tariffs_has_paid_them(self):
        made = factories.tournament(entrants=2)
        made.entrants.filter(number=1).update(paid=True)

        desk.charge(made)

        assert (owed(made), ticks(made)) == ({2: 1000}, {1: True, 2: False})

    def test_the_fee_in_the_plan_and_the_tariff_are_one(self):
        made = factories.tournament(entrants=1)
        desk.charge(made)
        made.refresh_from_db()
        assert made.entry_fee == 10

        change_plan(made, entry_fee=Decimal("12.50"))
        assert (owed(made), made.tariffs.get(code="entry").amounts) == ({1: 1250}, 1250)

        change_plan(made, entry_fee=Decimal(0))
        assert (owed(made), ticks(made)) == ({}, {1: True})

        change_plan(made, entry_fee=Decimal(3))
        assert owed(made) == {1: 300}
