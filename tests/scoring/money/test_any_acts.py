"""Whatever is done with money, all accounts together hold nothing, and everything recomputes (SkWO 3.3)."""

from collections.abc import Callable
from random import Random
from uuid import uuid4

import pytest

from scoring.history.selectors.verification import of_money, verified
from scoring.lists.services import entry
from scoring.money.models import MovementRow
from scoring.money.reckon.tariffs import PassedIn, PerEntrant, PerList
from scoring.money.reckon.tariffs import Tariff as Wanted
from scoring.money.selectors import accounts
from scoring.money.selectors.lines import account_of
from scoring.money.selectors.statement import pots_of, statement_of
from scoring.money.services import booking, ending, paying, prizes
from scoring.money.services.booking import Count
from scoring.money.services.paying import DeskPayment, Way
from scoring.money.wording import account_lines, pot_lines
from scoring.signing import services as signing
from tables.acts.services import Refused
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.services import registration, unranked
from tables.tournaments.models import Tournament
from tests.scoring.money import desk
from tests.scoring.money.desk import told
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.thorough import thorough

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]

CARDS = Wanted(
    code="cards",
    name="Kartengeld",
    kind=PerList(cents=100),
    free=frozenset({"ladies"}),
    goes_to=(desk.GoesTo(pot="jackpot", each=30), desk.GoesTo(pot="club", share=100)),
)
PASSED = Wanted(code="passed", name="Eingepasst", kind=PassedIn(cents=10))
AN_EVENT = 1000
"""Acts that are tried in one event, where so many are asked for that several events are made."""


class Somebody:
    """Does anything that can be done with money, by the dice of a seed."""

    def __init__(self, made: Tournament, seed: int) -> None:
        self.made = made
        self.dice = Random(seed)
        self.keys = [uuid4()]
        self.acts: list[Callable[[], object]] = [
            *(self.register, self.change, self.remove, self.withdraw, self.sign, self.reopen, self.tariffs),
            *(self.pay, self.pay, self.pay, self.pay_together, self.put_off, self.take_back, self.pay_out),
            *(self.put_in, self.take_out, self.count, self.to_pot, self.jackpot, self.carry, self.fill, self.refund),
            *(self.tick, self.move_over, self.fill_in),
        ]

    def do(self) -> None:
        """Do one act; what is refused leaves nothing behind."""
        before = MovementRow.objects.count()
        try:
            self.dice.choice(self.acts)()
        except Refused:
            assert MovementRow.objects.count() == before

    @property
    def key(self):
        """A new key, or one that was sent before."""
        if self.dice.random() < 0.1:
            return self.dice.choice(self.keys)
        self.keys.append(uuid4())
        return self.keys[-1]

    @property
    def number(self) -> int:
        return self.dice.randint(1, 12)

    @property
    def cents(self) -> int:
        return self.dice.choice([0, 1, 250, 1000, 1000, 1234, 10**9])

    @property
    def box(self) -> str:
        return self.dice.choice(["1", "1", "2"])

    def entrant(self) -> Entrant:
        there = list(self.made.entrants.order_by("number"))
        return self.dice.choice(there)

    def known(self) -> Registration:
        ladies = frozenset({"ladies"} if self.dice.random() < 0.5 else ())
        return Registration(name="Anna", team=self.dice.choice(["", "Asse", "Buben"]), classes=ladies)

    def register(self) -> None:
        registration.register(registration=self.known(), source=Entrant.Source.DESK, entry_key=None, **told(self.made))

    def change(self) -> None:
        registration.change_entrant(
            entrant_id=self.entrant().pk, registration=self.known(), by=factories.user(), now=EVENING
        )

    def remove(self) -> None:
        registration.remove(entrant_id=self.entrant().pk, by=factories.user(), now=EVENING)

    def withdraw(self) -> None:
        act = self.dice.choice([registration.withdraw, registration.reinstate])
        act(entrant_id=self.entrant().pk, by=factories.user(), now=EVENING)

    def fill_in(self) -> None:
        fills_in = self.dice.random() < 0.5
        unranked.fill_in(entrant_id=self.entrant().pk, fills_in=fills_in, by=factories.user(), now=EVENING)

    def row(self):
        return factories.list_of(self.made.series.get(number=1))

    def sign(self) -> None:
        row = self.row()
        if not row.signed_at:
            lost = [(0, self.dice.randint(0, 2), self.dice.randint(0, 2)) for _ in range(4)]
            points = [(100 * won - 200 * missed, won, missed) for _, won, missed in lost]
            entry.enter_totals(list_id=row.pk, totals=factories.totals(*points), by=factories.user(), now=EVENING)
            signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)

    def reopen(self) -> None:
        signing.reopen(list_id=self.row().pk, because="Zahlendreher", by=factories.user(), now=EVENING)

    def tariffs(self) -> None:
        dearer = Wanted(code="entry", name="Startgeld", kind=PerEntrant(cents=1200), goes_to=desk.ENTRY.goes_to)
        wanted = [one for one in (desk.ENTRY, desk.LOSS, CARDS, PASSED) if self.dice.random() < 0.7]
        if self.dice.random() < 0.3:
            wanted = [dearer if one is desk.ENTRY else one for one in wanted]
        desk.charge(self.made, *wanted, openly=self.dice.random() < 0.8, because="Beschluss")

    def payment(self) -> DeskPayment:
        return DeskPayment(number=self.number, cents=self.cents, way=self.dice.choice(list(Way)), box=self.box)

    def pay(self) -> None:
        paying.pay(payment=self.payment(), entry_key=self.key, **told(self.made))

    def pay_together(self) -> None:
        several = [self.payment() for _ in range(self.dice.randint(0, 4))]
        paying.pay_for_several(payments=several, entry_key=self.key, **told(self.made))

    def put_off(self) -> None:
        paying.put_off(number=self.number, entry_key=self.key, **told(self.made))

    def take_back(self) -> None:
        number = self.dice.randint(1, self.made.movements.count() + 1)
        paying.take_back(movement=number, because="Irrtum", entry_key=self.key, **told(self.made))

    def pay_out(self) -> None:
        ending.pay_out(number=self.number, box=self.box, entry_key=self.key, **told(self.made))

    def put_in(self) -> None:
        booking.put_in(cents=self.cents, box=self.box, entry_key=self.key, **told(self.made))

    def take_out(self) -> None:
        booking.take_out(cents=self.cents, box=self.box, entry_key=self.key, **told(self.made))

    def count(self) -> None:
        pieces = {1000: self.dice.randint(0, 20), 1: self.dice.randint(0, 3)}
        booking.count_box(
            count=Count(box=self.box, pieces=pieces, because="Gezählt"), entry_key=self.key, **told(self.made)
        )

    def to_pot(self) -> None:
        prizes.give_to_pot(pot="jackpot", cents=self.cents, because="Spende", entry_key=self.key, **told(self.made))

    def jackpot(self) -> None:
        won = {"pot": "jackpot", "number": self.number, "cents": self.cents, "because": "Grand ouvert"}
        prizes.give_jackpot(entry_key=self.key, **won, **told(self.made))

    def carry(self) -> None:
        ending.let_organiser_carry(number=self.number, because="Verfallen", entry_key=self.key, **told(self.made))

    def fill(self) -> None:
        prizes.fill_pots(self.made, by=factories.user(), at=EVENING)

    def tick(self) -> None:
        registration.mark_entrants(numbers=[self.number], paid=self.dice.random() < 0.7, **told(self.made))

    def move_over(self) -> None:
        ending.move_over(number=self.number, to=self.number, entry_key=self.key, **told(self.made))

    def refund(self) -> None:
        ending.refund(series_played=0, because="Strom weg", entry_key=self.key, **told(self.made))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Try some acts in every run, more with ``--thorough``, and as many as are asked for, in events of a thousand."""
    asked = range(5, 5 + -(-metafunc.config.option.money_acts // AN_EVENT))
    runs = [(1, 150), *thorough((2, 150), (3, 5000), (4, 5000)), *((seed, AN_EVENT) for seed in asked)]
    metafunc.parametrize(("seed", "acts"), runs)


def adds_up(made: Tournament) -> None:
    """Every figure of the account agrees with every other."""
    owed = accounts.owed(made)
    for number, cents in owed.items():
        assert account_of(made, number).owes == cents
    kinds = accounts.owed_by_kind(made)
    assert {number: one.owes for number, one in kinds.items() if one.owes} == owed
    if (entering := accounts.owed_for_entering(made)) is not None:
        ticks = dict(made.entrants.values_list("number", "paid"))
        assert ticks == {number: number not in entering for number in ticks}

    found = statement_of(made)
    there = found.cash + found.transfers + found.vouchers
    # Box and owed are income less what was paid out, but for what is between the organiser and the boxes.
    assert (
        there + found.owed - found.due + found.organiser == found.pots.income + found.pots.unclaimed - found.pots.given
    )
    change = sum(one.box.put_in - one.box.taken_out for one in found.boxes)
    assert there + found.owed - found.due == found.stays - found.pots.gifts + change
    # What stays is what lies in the pots and in none; lines and sums of sheet and page are the same.
    assert found.left == sum(pot.holds for pot in pots_of(made).pots) + found.pots.in_none
    lines = list(account_lines(found))
    assert sum(cents for _what, cents, is_sum in lines if not is_sum) == lines[-1][1] == found.stays
    *pots_there, (_name, *together) = pot_lines(found.pots)
    assert [sum(column) for column in zip(*(cents for _n, *cents in pots_there), strict=True)] in (together, [])
    assert sum(pot.taken for pot in found.pots.pots) >= 0


@pytest.mark.thorough
def test_after_any_act_all_accounts_together_hold_nothing(seed, acts):
    made = factories.running_list().table.series.tournament
    desk.charge(made)
    somebody = Somebody(made, seed)

    for done in range(acts):
        somebody.do()

        there = accounts.balances(made)
        assert sum(there.values()) == 0
        if done % 25 == 0:
            assert list(of_money(made)) == []
            adds_up(made)

    assert verified(made).discrepancies == ()
