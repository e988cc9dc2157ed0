"""Charges arise from acts and are never typed, and the tick "paid" is what the accounts say (SkWO 4.1, 9.2)."""

from dataclasses import fields as dataclass_fields
from decimal import Decimal
from typing import ClassVar
from uuid import uuid4

import pytest

from scoring.history.selectors.verification import verified
from scoring.money.models import MovementRow, TariffRow
from scoring.money.reckon.prizes import Fixed
from scoring.money.reckon.tariffs import PassedIn, PerEntrant
from scoring.money.reckon.tariffs import Tariff as Wanted
from scoring.money.selectors import accounts
from scoring.money.selectors.accounts import Owed, tariff_rows
from scoring.money.services.charging import TransferTerms, as_seen, set_terms
from scoring.money.services.paying import Way
from scoring.money.services.prizes import WantedPrizes
from scoring.paper_desk.services import take_results
from scoring.signing import services as signing
from tables.acts.services import Overtaken, Refused
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Tournament
from tables.tournaments.services import tournaments
from tables.tournaments.services.tournaments import Details
from tests.scoring.money import desk
from tests.scoring.money.desk import balance, owed
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.thorough import thorough

pytestmark = pytest.mark.django_db


def register(made, **fields):
    return registration.register(
        registration=Registration(**fields), source=Entrant.Source.DESK, entry_key=uuid4(), **desk.told(made)
    )


def change(entrant, **fields):
    registration.change_entrant(
        entrant_id=entrant.pk, registration=Registration(**fields), by=factories.user(), now=EVENING
    )


@pytest.mark.slow
def test_whoever_registers_owes_the_entry_a_class_less_or_nothing_until_they_leave():
    made = factories.tournament(entrants=2)
    register(made, name="Zoe")
    assert not MovementRow.objects.exists()
    desk.charge(made)

    anna = register(made, name="Ana")
    register(made, name="Jan", classes=frozenset({"juniors"}))
    assert owed(made) == dict.fromkeys((1, 2, 3, 4), 1000)
    before = made.movements.count()
    change(anna, name="Anna")
    assert made.movements.count() == before

    change(anna, name="Anna", classes=frozenset({"ladies"}))
    assert owed(made)[4] == 800
    back, anew = made.movements.order_by("-number")[:2][::-1]
    assert (back.cents, back.reverses.entrant, anew.cents) == (1000, 4, 800)
    registration.withdraw(entrant_id=anna.pk, by=factories.user(), now=EVENING)
    assert 4 not in owed(made)
    registration.reinstate(entrant_id=anna.pk, by=factories.user(), now=EVENING)
    assert owed(made)[4] == 800
    desk.pay(made, 4, 1000)
    registration.remove(entrant_id=anna.pk, by=factories.user(), now=EVENING)
    assert owed(made)[4] == -1000
    assert sum(accounts.balances(made).values()) == 0


class TestLists:
    def listed(self, *wanted):
        row = factories.running_list()
        made = row.table.series.tournament
        desk.charge(made, *wanted or (desk.LOSS,))
        # At four the dealer sits out: seat 1 deals the first.
        factories.enter(row, (2, GRAND_LOST), None, (1, GRAND_LOST), (1, GRAND))
        return made, row

    @pytest.mark.slow
    def test_deals_passed_in_of_a_list_of_results_are_charged_as_they_were_said(self):
        made = factories.tournament(entrants=3, rounds=1)
        desk.charge(made, Wanted(code="passed", name="Eingepasst", kind=PassedIn(cents=10)))
        row = factories.list_of(factories.running_series(made))
        typed = {"list_id": row.pk, "seen": None, "by": factories.user(), "now": EVENING}

        take_results(totals=factories.totals((48, 1, 0), (0, 0, 0), (0, 0, 0)), passed=2, **typed)
        charged = owed(made)
        all_played = factories.totals((48, 1, 0), (48, 1, 0), (48, 1, 0))
        take_results(totals=all_played, because="Zwei Spiele fehlten", **typed)

        assert (sum(charged.values()), owed(made)) == (20, {})

    @pytest.mark.slow
    def test_who_signs_owes_for_their_lost_games_and_a_correction_charges_what_is_right(self):
        made, row = self.listed()
        assert owed(made) == {}
        factories.confirm_and_sign(row)
        assert owed(made) == {1: 50, 2: 50}
        signing.reopen(list_id=row.pk, because="Seite 2 fehlt", by=factories.user(), now=EVENING)
        assert owed(made) == {}
        factories.confirm_and_sign(row)
        before = made.movements.count()

        directing.corrected(row, directing.mend(1, 3, GRAND_LOST, witnesses=(1, 2, 3, 4)))

        assert owed(made) == {1: 50, 3: 50}
        last = made.movements.order_by("number")[before:]
        assert [(row.entrant, row.reverses_id is not None) for row in last] == [(2, True), (3, False)]


class TestTariffs:
    def test_as_long_as_nobody_was_charged_they_just_change_but_what_another_changed_is_not_overwritten(self):
        made = factories.tournament()
        seen = as_seen(made)
        desk.charge(made)
        desk.charge(made)
        assert made.journal.filter(action="money.tariffs-set").count() == 1
        with pytest.raises(Overtaken):
            desk.charge(made, desk.ENTRY, seen=seen)

        desk.charge(made, desk.ENTRY)
        assert [row.code for row in TariffRow.objects.all()] == ["entry"]

    def test_once_somebody_was_charged_they_change_only_openly(self):
        made = factories.tournament(entrants=1)
        desk.charge(made)
        dearer = Wanted(code="entry", name="Startgeld", kind=PerEntrant(cents=1200))

        with pytest.raises(Refused, match="charged-already"):
            desk.charge(made, dearer)
        with pytest.raises(Refused, match="reason-missing"):
            desk.charge(made, dearer, openly=True)
        desk.charge(made, dearer, openly=True, because="Saalmiete")

        assert owed(made) == {1: 1200}
        assert made.journal.filter(action="money.tariffs-set").last().data["because"] == "Saalmiete"

    def test_what_cannot_be_is_refused(self):
        made = factories.tournament()
        too_much = (desk.GoesTo(pot="a", share=60), desk.GoesTo(pot="b", share=41))
        said = {"code": "entry", "name": "Startgeld", "kind": PerEntrant(cents=1000)}
        for wanted, code in (
            ([Wanted(**said | {"name": " "})], "tariff-nameless"),
            ([Wanted(**said | {"goes_to": too_much})], "tariff-impossible"),
            ([desk.ENTRY, desk.ENTRY], "tariff-code-twice"),
        ):
            with pytest.raises(Refused, match=code):
                desk.charge(made, *wanted)
        for terms, code in (
            (TransferTerms(holder="SC Herz Dame", iban="DE89 3704 0044 0532 0130 01"), "iban-wrong"),
            (TransferTerms(iban="DE89 3704 0044 0532 0130 00"), "holder-missing"),
        ):
            with pytest.raises(Refused, match=code):
                set_terms(terms=terms, **desk.told(made))


def mark(made, *numbers, **marks):
    registration.mark_entrants(numbers=numbers, **marks, **desk.told(made))


def change_plan(made, **fields):
    stated = {
        field.name: getattr(Tournament.objects.get(pk=made.pk), field.name) for field in dataclass_fields(Details)
    }
    tournaments.change_tournament(
        details=Details(**stated | fields), seatings=[one.seating for one in made.series.all()], **desk.told(made)
    )


def reread(made):
    return Tournament.objects.get(pk=made.pk)


def ticks(made):
    return dict(made.entrants.order_by("number").values_list("number", "paid"))


@pytest.fixture
def made():
    tournament = factories.tournament()
    desk.charge(tournament)
    return tournament


class TestTicks:
    @pytest.mark.slow
    def test_registered_as_paid_is_charged_and_paid_and_who_pays_nothing_owes_nothing(self, made):
        anna = register(made, name="Anna", paid=True)
        ben = register(made, name="Ben")
        register(made, name="Jan", classes=frozenset({"juniors"}))

        assert (owed(made), ticks(made)) == ({2: 1000}, {1: True, 2: False, 3: True})
        assert balance(made, "box", "1") == 1000

        before = made.journal.count()
        mark(made, 2, present=True)
        assert (made.journal.count(), owed(made)) == (before + 1, {2: 1000})
        # A change of what is known of somebody sets it too, and who was a mistake leaves nothing in the box.
        change(ben, name="Ben", paid=True)
        assert (owed(made), ticks(made)[2], balance(made, "box", "1")) == ({}, True, 2000)
        registration.remove(entrant_id=anna.pk, by=factories.user(), now=EVENING)
        assert (owed(made), balance(made, "box", "1")) == ({}, 1000)

    def test_setting_it_takes_in_what_is_owed_and_taking_it_off_gives_it_back(self, made):
        register(made, name="Anna")
        register(made, name="Ben")
        desk.pay(made, 1, 400)

        mark(made, 1, paid=True)
        assert (owed(made), ticks(made), balance(made, "box", "1")) == ({2: 1000}, {1: True, 2: False}, 1000)
        mark(made, 1, paid=False)
        assert (owed(made)[1], ticks(made)[1], balance(made, "box", "1")) == (600, False, 400)

        desk.pay(made, 2, 1000, way=Way.TRANSFER)
        assert ticks(made)[2]
        mark(made, 2, paid=False)  # what was paid otherwise stays, and the tick with it
        assert (owed(made), ticks(made)[2]) == ({1: 600}, True)

    @pytest.mark.thorough
    def test_it_means_the_start_money_and_lost_games_are_another_figure(self):
        row = factories.running_list()
        made = row.table.series.tournament
        desk.charge(made)
        for number in (1, 2, 3):
            desk.pay(made, number, 1000)
        factories.enter(row, (2, factories.GRAND_LOST), (4, factories.GRAND_LOST))
        factories.fill(row)

        factories.confirm_and_sign(row)

        assert ticks(made) == {1: True, 2: True, 3: True, 4: False}
        assert accounts.owed_by_kind(made) == {
            1: Owed(paid=1000),
            2: Owed(lists=50, paid=1000),
            3: Owed(paid=1000),
            4: Owed(entering=1000, lists=50),
        }
        # What they pay is start money first, and a tick takes in no more than that.
        desk.pay(made, 4, 200)
        mark(made, 4, paid=True)
        assert (ticks(made)[4], accounts.owed_by_kind(made)[4]) == (True, Owed(lists=50, paid=1000))
        desk.pay(made, 2, 300)
        assert accounts.owed_by_kind(made)[2] == Owed(credit=250, paid=1300)


class TestBeginning:
    def test_the_entry_fee_of_a_plan_becomes_a_tariff_once_and_the_ticks_payments(self):
        made = factories.tournament(entrants=3, entry_fee=10)
        made.entrants.filter(number__in=(1, 2)).update(paid=True)

        mark(made, 3, present=False)

        assert [(row.code, row.amounts) for row in made.tariffs.all()] == [("entry", 1000)]
        assert (owed(made), ticks(made)) == ({3: 1000}, {1: True, 2: True, 3: False})
        assert balance(made, "box", "1") == 2000
        register(made, name="Ben", paid=True)
        assert made.journal.filter(action="money.tariffs-set").count() == 1
        assert not verified(made).discrepancies

    def test_a_tick_from_before_the_first_tariffs_is_paid_unless_it_is_taken_off_as_the_first_act(self):
        made = factories.tournament(entrants=2, entry_fee=10)
        made.entrants.update(paid=True)
        mark(made, 1, paid=False)
        assert (owed(made), ticks(made)) == ({1: 1000}, {1: False, 2: True})
        assert not made.journal.filter(action="money.unticked").exists()

        free = factories.tournament(entrants=2, slug="free", director="other")
        mark(free, 1, paid=True)
        assert (ticks(free), free.movements.count()) == ({1: True, 2: False}, 0)
        desk.charge(free)
        assert (owed(free), ticks(free)) == ({2: 1000}, {1: True, 2: False})

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

    def test_a_fee_that_the_plan_has_first_or_later_is_charged_at_once_whatever_else_is_charged(self):
        planned = factories.tournament(entry_fee=10, slug="planned", director="third")
        (entry,) = as_wanted(planned)
        desk.charge(planned, entry, desk.LOSS, seen=as_seen(planned))
        register(planned, name="Anna")
        planned.refresh_from_db()
        assert (planned.entry_fee, owed(planned)) == (10, {1: 1000})

        made = factories.tournament(entrants=2)
        mark(made, 1, paid=True)
        change_plan(made, entry_fee=Decimal(10))
        assert (owed(made), ticks(made)) == ({2: 1000}, {1: True, 2: False})

        other = factories.tournament(entrants=1, slug="other", director="other")
        desk.charge(other, CARDS)
        change_plan(other, entry_fee=Decimal(10))
        assert {row.code: row.amounts for row in other.tariffs.all()} == {"cards": 100, "entry": 1000}
        assert owed(other) == {1: 1100}


CARDS = Wanted(code="cards", name="Kartengeld", kind=PerEntrant(cents=100))


def as_wanted(made):
    return [accounts.to_tariff(row) for row in tariff_rows(made)]


class TestWrongOrders:
    """However a club comes to its evening: Anna paid at the door, Ben has not; both lose a game."""

    STEPS: ClassVar = {
        "fee": lambda made: change_plan(made, entry_fee=Decimal(10)),
        "loss": lambda made: desk.charge(made, *as_wanted(reread(made)), desk.LOSS),
        "cards": lambda made: desk.charge(made, *as_wanted(reread(made)), CARDS),
        "Anna": lambda made: register(made, name="Anna", paid=True),
        "Ben": lambda made: register(made, name="Ben"),
        "prizes": lambda made: desk.plan_prizes(
            made, WantedPrizes(name="Gesamt", group="main", plan=Fixed(cents=(900,)))
        ),
    }

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "order",
        [
            *("fee loss cards Anna Ben prizes", "prizes Anna Ben cards loss fee"),
            *thorough("Ben fee cards loss Anna prizes"),
        ],
    )
    def test_they_end_in_the_same_account(self, order):
        made = factories.tournament()
        for step in order.split():
            self.STEPS[step](made)

        numbers = dict(made.entrants.values_list("name", "number"))
        # Who was ticked has paid what there was to pay then; whatever came later is owed.
        entering = sum(cents for cents in accounts.owed(made).values()) + balance(made, "box", "1")
        made.refresh_from_db()
        assert (made.entry_fee, entering) == (10, 2200)
        assert accounts.owed(made)[numbers["Ben"]] == 1100
        assert accounts.owed(made).get(numbers["Anna"], 0) in (0, 100, 1000)
        assert {row.code for row in made.tariffs.all()} == {"entry", "loss", "cards"}
        assert not verified(made).discrepancies
