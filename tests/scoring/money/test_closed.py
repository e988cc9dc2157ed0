"""A closed account takes no charge, whatever follows from an act (SkWO 3.3)."""

from decimal import Decimal
from uuid import uuid4

import pytest

from scoring.money.services import booking, ending
from scoring.money.services.booking import Count
from scoring.signing import services as signing
from tables.acts.services import Refused
from tables.people.services import registration
from tests.scoring.money import desk
from tests.scoring.money import test_charging as charging
from tests.scoring.money.desk import balance, owed
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db


class TestClosed:
    """A closed account takes nothing: who wants to change it opens it again first, with a reason."""

    def closed(self, made):
        """Everybody pays what they owe, and the account is closed."""
        for number, cents in owed(made).items():
            desk.pay(made, number, cents)
        booking.count_box(count=Count(pieces={1: balance(made, "box", "1")}), entry_key=uuid4(), **desk.told(made))
        ending.close_account(second="Erna", entry_key=uuid4(), **desk.told(made))
        self.moved = made.movements.count()
        return made

    @pytest.fixture
    def made(self):
        """An event of one, who has paid; its account is closed."""
        made = factories.tournament()
        desk.charge(made, desk.ENTRY)
        charging.register(made, name="Anna")
        return self.closed(made)

    @pytest.mark.parametrize(
        "act",
        [
            lambda made: charging.change_plan(made, entry_fee=Decimal(12)),
            lambda made: charging.register(made, name="Berta"),
            lambda made: charging.change(made.entrants.get(), name="Anna", classes=frozenset({"ladies"})),
            lambda made: registration.remove(entrant_id=made.entrants.get().pk, by=factories.user(), now=EVENING),
        ],
        ids=["another fee in the plan", "somebody more", "another class", "somebody less"],
    )
    def test_a_closed_account_is_charged_nothing_whatever_is_done(self, made, act):
        with pytest.raises(Refused) as refused:
            act(made)

        assert refused.value.code == "account-closed"
        made.refresh_from_db()
        assert (made.entry_fee, made.movements.count(), owed(made)) == (10, self.moved, {})
        assert [entrant.name for entrant in made.entrants.all()] == ["Anna"]

    def test_what_costs_nothing_is_done_in_a_closed_account_and_the_rest_once_it_is_open_again(self, made):
        charging.change(made.entrants.get(), name="Anne")
        assert made.movements.count() == self.moved

        ending.reopen_account(because="Nachmeldung", **desk.told(made))
        charging.register(made, name="Berta")
        assert owed(made) == {2: 1000}

    def test_a_list_that_would_cost_otherwise_stays_as_it_was_rendered(self):
        made, row = charging.TestLists().listed()
        factories.confirm_and_sign(row)
        self.closed(made)

        with pytest.raises(Refused, match="account-closed"):
            signing.reopen(list_id=row.pk, because="Seite 2 fehlt", by=factories.user(), now=EVENING)

        row.refresh_from_db()
        assert (bool(row.signed_at), made.movements.count()) == (True, self.moved)
