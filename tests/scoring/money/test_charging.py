"""Charges arise from acts and are never typed; what an act undoes is taken back by a counter-movement (SkWO 9.2)."""

from uuid import uuid4

import pytest

from scoring.money.models import MovementRow, TariffRow
from scoring.money.reckon.tariffs import PassedIn, PerEntrant, PerList, PerTeam
from scoring.money.selectors import accounts
from scoring.money.services.tariffs import Terms, Wanted, as_seen, set_terms
from scoring.signing import services as signing
from tables.acts.services.refusals import Refused
from tables.acts.services.seen import Overtaken
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.services import registration, removing
from tests.scoring.money import desk
from tests.scoring.money.desk import owed
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = pytest.mark.django_db


def register(made, **fields):
    return registration.register(
        tournament_id=made.pk,
        registration=Registration(**fields),
        source=Entrant.Source.DESK,
        entry_key=uuid4(),
        by=factories.user(),
        now=EVENING,
    )


def change(entrant, **fields):
    registration.change_entrant(
        entrant_id=entrant.pk, registration=Registration(**fields), by=factories.user(), now=EVENING
    )


def nothing_is_lost(made):
    return sum(accounts.balances(made).values()) == 0


class TestEntering:
    def test_whoever_registers_owes_the_entry(self):
        made = factories.tournament()
        desk.charge(made)

        register(made, name="Anna")

        assert owed(made) == {1: 1000}
        assert nothing_is_lost(made)

    def test_who_was_there_before_the_tariffs_owes_it_too(self):
        made = factories.tournament(entrants=3)

        desk.charge(made)

        assert owed(made) == {1: 1000, 2: 1000, 3: 1000}

    def test_a_class_pays_less_or_nothing(self):
        made = factories.tournament()
        desk.charge(made)

        register(made, name="Anna", classes=frozenset({"ladies"}))
        register(made, name="Jan", classes=frozenset({"juniors"}))

        assert owed(made) == {1: 800}

    def test_a_class_ticked_later_changes_what_is_owed_by_a_counter_movement(self):
        made = factories.tournament()
        desk.charge(made)
        entrant = register(made, name="Anna")

        change(entrant, name="Anna", classes=frozenset({"ladies"}))

        assert owed(made) == {1: 800}
        assert [row.cents for row in made.movements.all()] == [1000, 1000, 800]
        assert made.movements.get(number=2).reverses.number == 1

    def test_a_name_that_changes_moves_nothing(self):
        made = factories.tournament()
        desk.charge(made)
        entrant = register(made, name="Ana")

        change(entrant, name="Anna")

        assert made.movements.count() == 1

    def test_who_is_removed_owes_nothing_and_is_due_what_was_paid(self):
        made = factories.tournament()
        desk.charge(made)
        entrant = register(made, name="Anna")
        desk.pay(made, 1, 1000)

        removing.remove(entrant_id=entrant.pk, by=factories.user(), now=EVENING)

        assert owed(made) == {1: -1000}

    def test_who_withdraws_before_having_a_seat_owes_nothing_until_reinstated(self):
        made = factories.tournament()
        desk.charge(made)
        entrant = register(made, name="Anna")

        registration.withdraw(entrant_id=entrant.pk, by=factories.user(), now=EVENING)
        assert owed(made) == {}

        registration.reinstate(entrant_id=entrant.pk, by=factories.user(), now=EVENING)
        assert owed(made) == {1: 1000}

    def test_the_first_of_a_team_pays_for_it_and_the_next_when_the_first_leaves(self):
        made = factories.tournament()
        desk.charge(made, Wanted(code="team", name="Mannschaft", kind=PerTeam(cents=4000)))
        first = register(made, name="Anna", team="Asse")
        register(made, name="Ben", team="Asse")
        assert owed(made) == {1: 4000}

        removing.remove(entrant_id=first.pk, by=factories.user(), now=EVENING)

        assert owed(made) == {2: 4000}

    def test_without_tariffs_nothing_is_moved(self):
        made = factories.tournament()

        register(made, name="Anna")

        assert not MovementRow.objects.exists()


class TestLists:
    def listed(self, *wanted):
        row = factories.running_list()
        made = row.table.series.tournament
        desk.charge(made, *wanted or (desk.LOSS,))
        # At four the dealer sits out: seat 1 deals the first.
        factories.enter(row, (2, GRAND_LOST), None, (1, GRAND_LOST), (1, GRAND))
        return made, row

    def test_a_list_costs_nothing_until_it_is_signed(self):
        made, _row = self.listed()

        assert owed(made) == {}

    def test_who_signs_owes_for_their_lost_games(self):
        made, row = self.listed()

        factories.confirm_and_sign(row)

        assert owed(made) == {1: 50, 2: 50}
        assert {(one.entrant, one.series, one.table, one.reason) for one in made.movements.all()} == {
            (1, 1, 1, "lost-games 1"),
            (2, 1, 1, "lost-games 1"),
        }

    def test_deals_passed_in_and_the_list_itself_are_charged_too(self):
        made, row = self.listed(
            Wanted(code="cards", name="Kartengeld", kind=PerList(cents=100)),
            Wanted(code="passed", name="Eingepasst", kind=PassedIn(cents=10)),
        )

        factories.confirm_and_sign(row)

        assert owed(made) == {1: 103, 2: 103, 3: 102, 4: 102}

    def test_a_list_opened_again_costs_nothing_until_it_is_signed_anew(self):
        made, row = self.listed()
        factories.confirm_and_sign(row)

        signing.reopen(list_id=row.pk, because="Seite 2 fehlt", by=factories.user(), now=EVENING)
        assert owed(made) == {}

        factories.confirm_and_sign(row)
        assert owed(made) == {1: 50, 2: 50}
        assert nothing_is_lost(made)

    def test_a_correction_takes_back_what_it_changes_and_charges_what_is_right(self):
        made, row = self.listed()
        factories.confirm_and_sign(row)

        directing.corrected(row, directing.mend(1, 3, GRAND_LOST, witnesses=(1, 2, 3, 4)))

        assert owed(made) == {1: 50, 3: 50}
        assert [(row.entrant, row.reverses_id is not None) for row in made.movements.all()] == [
            (1, False),
            (2, False),
            (2, True),
            (3, False),
        ]


class TestTariffs:
    def test_set_once_more_as_they_are_is_no_act(self):
        made = factories.tournament()
        desk.charge(made)

        desk.charge(made)

        assert made.journal.filter(action="money.tariffs-set").count() == 1

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

    def test_as_long_as_nobody_was_charged_they_just_change(self):
        made = factories.tournament()
        desk.charge(made)

        desk.charge(made, desk.ENTRY)

        assert [row.code for row in TariffRow.objects.all()] == ["entry"]

    @pytest.mark.parametrize(
        ("bent", "code"),
        [
            ({"name": " "}, "tariff-nameless"),
            ({"goes_to": (desk.GoesTo(pot="a", share=60), desk.GoesTo(pot="b", share=41))}, "tariff-impossible"),
        ],
    )
    def test_what_cannot_be_is_refused(self, bent, code):
        said = {"code": "entry", "name": "Startgeld", "kind": PerEntrant(cents=1000)}

        with pytest.raises(Refused, match=code):
            desk.charge(factories.tournament(), Wanted(**said | bent))

    def test_a_code_is_given_once(self):
        with pytest.raises(Refused, match="tariff-code-twice"):
            desk.charge(factories.tournament(), desk.ENTRY, desk.ENTRY)

    def test_what_another_changed_meanwhile_is_not_overwritten(self):
        made = factories.tournament()
        seen = as_seen(made)
        desk.charge(made)

        with pytest.raises(Overtaken):
            desk.charge(made, desk.ENTRY, seen=seen)

    @pytest.mark.parametrize(
        ("terms", "code"),
        [
            (Terms(holder="SC Herz Dame", iban="DE89 3704 0044 0532 0130 01"), "iban-wrong"),
            (Terms(iban="DE89 3704 0044 0532 0130 00"), "holder-missing"),
        ],
    )
    def test_an_account_at_the_bank_has_a_name_and_a_number_that_can_be(self, terms, code):
        with pytest.raises(Refused, match=code):
            set_terms(terms=terms, **desk.told(factories.tournament()))
