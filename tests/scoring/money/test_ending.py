"""Refunds, what the organiser carries, the account's closing (SkWO 3.3, 3.4, 4.3); how all is put, what it costs."""

from datetime import date
from decimal import Decimal
from uuid import uuid4

import pytest

from scoring.money.reckon.tariffs import MoneyFault, PerEntrant, Reason, Word
from scoring.money.reckon.tariffs import Tariff as Wanted
from scoring.money.selectors import accounts
from scoring.money.selectors.lines import account_of, costs_of
from scoring.money.selectors.statement import Lack, Missing, Why, charged, lacking, refunds_of
from scoring.money.services import booking, charging, ending, prizes
from scoring.money.services.booking import Count
from scoring.money.services.charging import TransferTerms
from scoring.money.views.account import RefundForm
from scoring.money.wording import MOVED, WAITS, euros, lack, reason, waits_for
from scoring.signing import services as signing
from tables.acts.services import Refused
from tables.acts.wording.refusals import refusal
from tables.journal.listings import journal_lines
from tables.journal.selectors import DIRECTION
from tables.people.services import registration
from tests.scoring.money import desk
from tests.scoring.money import test_charging as people
from tests.scoring.money.desk import balance, owed, told
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.direction_measures import Kind
from tests.support.factories import EVENING, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def made():
    tournament = factories.tournament(entrants=4, series=3)
    desk.charge(tournament, desk.ENTRY)
    for number in (1, 2, 3):
        desk.pay(tournament, number, 1000)
    return tournament


def refund(made, played, **fields):
    said = {"because": "Strom ausgefallen", "entry_key": uuid4(), **fields}
    return ending.refund(series_played=played, **said, **told(made))


def carry(made, number, because="Kommt nicht mehr"):
    return ending.let_organiser_carry(number=number, because=because, entry_key=uuid4(), **told(made))


class TestRefund:
    def test_two_series_of_three_give_a_third_back_once_and_with_a_reason_but_nothing_to_who_is_expelled(self, made):
        for bent, code in (
            ({"because": ""}, "reason-missing"),
            ({"played": 4}, "series-not-planned"),
            ({"played": 3}, "nothing-to-refund"),
        ):
            with pytest.raises(Refused, match=code):
                refund(made, **{"played": 2, **bent})
        directing.ordered(made, directing.order(Kind.EXPULSION, entrant=1, series=None))
        key = uuid4()
        assert refund(made, 2, entry_key=key) == refund(made, 2, entry_key=key)

        assert owed(made) == {2: -333, 3: -333, 4: 667}  # who is expelled forfeits it
        assert charged(made) == {"entry": 1000 + 3 * 667}
        with pytest.raises(Refused, match="refunded-before"):
            refund(made, 2)

    def test_loss_fees_of_what_was_played_stay(self):
        row = factories.running_list(series=2)
        made = row.table.series.tournament
        desk.charge(made)
        factories.enter(row, (2, factories.GRAND_LOST), (4, factories.GRAND_LOST))
        factories.fill(row)
        factories.confirm_and_sign(row)
        assert owed(made)[2] == 1050

        assert {due.number: (due.counted, due.cents) for due in ending.refunds_due(made, 1)} == dict.fromkeys(
            range(1, 5), (1000, 500)
        )

    def test_a_fee_that_changes_afterwards_is_given_back_as_it_was_and_not_twice_nor_is_what_was_paid_too_much(
        self, made
    ):
        desk.pay(made, 3, 500)
        refund(made, 0)
        back = {1: -1000, 2: -1000, 3: -1500}
        registration.remove(entrant_id=made.entrants.get(number=1).pk, by=factories.user(), now=EVENING)
        assert (owed(made), charged(made)) == (back, {"entry": 0})
        for cents, owes, refunds in ((1200, {1: -1000, 2: -800, 3: -1300, 4: 200}, None), (800, back, 800)):
            changed = Wanted(code="entry", name="Startgeld", kind=PerEntrant(cents=cents))
            desk.charge(made, changed, openly=True, because="Beschluss")
            assert owed(made) == owes
            assert refunds is None or refunds_of(made) == [(number, refunds) for number in (2, 3, 4)]

        desk.charge(made, desk.LOSS, openly=True, because="Beschluss")
        assert (owed(made), refunds_of(made)) == (back, [])


class TestClosing:
    def close(self, made, *, key=None, second="Anna Kern"):
        return ending.close_account(second=second, entry_key=key or uuid4(), **told(made))

    def test_what_is_missing_is_said_until_the_organiser_carries_it(self, made):
        found = lacking(made)

        assert [one.what for one in found] == [Missing.ENTRANTS_OPEN, Missing.BOX_UNCOUNTED]
        assert [lack(one) for one in found] == [
            "Not settled with no. 4: altogether they owe 10.00 €.",
            "Box 1 was not counted since money last went in or out.",
        ]
        desk.pay(made, 1, 300)
        assert [lack(one) for one in lacking(made)][:2] == [
            "Not settled with no. 4: altogether they owe 10.00 €.",
            "Not settled with no. 1: altogether 3.00 € are due to them.",
        ]
        with pytest.raises(Refused, match="account-lacks"):
            self.close(made)

        carry(made, 4)
        assert (owed(made), balance(made, "organiser")) == ({1: -300}, 1000)
        desk.pay(made, 1, 200)
        carry(made, 1)  # so is what somebody forfeits
        assert balance(made, "organiser") == 500
        with pytest.raises(Refused, match="nothing-open"):
            carry(made, 1)
        assert [one.what for one in lacking(made)] == [Missing.BOX_UNCOUNTED]

    def test_at_the_end_every_account_is_at_nothing_and_nothing_moves_by_hand_until_it_is_opened_again(self, made):
        desk.pay(made, 4, 1000)
        desk.pay(made, 1, 50)
        ending.pay_out(number=1, entry_key=uuid4(), **told(made))  # what was paid too much goes back before
        assert owed(made) == {}
        booking.count_box(count=Count(pieces={2000: 2}), entry_key=uuid4(), **told(made))

        key = uuid4()
        with pytest.raises(Refused, match="second-missing"):
            self.close(made, second=" ")
        assert self.close(made, key=key) == self.close(made, key=key)
        assert lacking(made) == []
        assert set(accounts.balances(made).values()) == {0}

        for act in (lambda: desk.pay(made, 1, 100), lambda: carry(made, 1), lambda: desk.charge(made)):
            with pytest.raises(Refused, match="account-closed"):
                act()
        ending.reopen_account(because="Beleg fehlt", **told(made))

        assert balance(made, "box", "1") == 4000
        with pytest.raises(Refused, match="not-closed"):
            ending.reopen_account(because="Beleg fehlt", **told(made))


def test_the_journal_tells_every_act_with_money_in_words():
    made = factories.close_series(factories.running_list(series=2).table.series).tournament
    desk.everything(made, "Wie besprochen")
    for act, said in (
        (booking.put_in, {"cents": 5000}),
        (booking.take_out, {"cents": 100, "because": "Porto"}),
        (prizes.give_to_pot, {"pot": "jackpot", "cents": 5000, "because": "Spende"}),
        (prizes.give_jackpot, {"pot": "jackpot", "number": 2, "cents": 4000, "because": "Grand ouvert"}),
        (ending.refund, {"series_played": 1, "because": "Strom weg"}),
    ):
        act(entry_key=uuid4(), **said, **told(made))
    ending.move_over(number=2, to=3, cents=100, entry_key=uuid4(), **told(made))
    charging.set_terms(terms=TransferTerms(fetched_until=date(2026, 5, 1)), **told(made))
    ending.let_fall_back(award=made.awards.filter(off_at=None, good="").first().number, **told(made))

    entries = made.journal.filter(action__regex="^(money|prizes?|card)[.]").order_by("number")
    lines = journal_lines(entries, reader=DIRECTION)
    told_of = {entry.action: line.sentence for entry, line in zip(entries, lines, strict=True)}

    assert told_of.keys() == {
        *("card.given-back", "money.carried", "money.charged", "money.closed", "money.counted", "money.given-to-pot"),
        *("money.jackpot", "money.moved-over", "money.paid", "money.paid-out", "money.pots-filled", "money.put-in"),
        "money.put-off",
        *("money.refunded", "money.reopened", "money.taken-back", "money.taken-out", "money.tariffs-set"),
        *("money.terms-set", "prize.fell-back", "prize.handed-over", "prizes.given", "prizes.planned"),
    }
    assert [f"{action}: {said}" for action, said in told_of.items() if action in said] == []
    assert told_of["money.moved-over"] == "Of no. 2 to no. 3: 1.00 €"
    assert told_of["money.paid"] == "No. 4 paid 10.00 € (Cash)"
    assert told_of["money.taken-out"] == "Box 1: 1.00 € taken out for the organiser, because: Porto"


def test_what_a_list_would_cost_is_known_before_it_is_signed():
    row = factories.running_list()
    made = row.table.series.tournament
    desk.charge(made)
    factories.enter(row, (2, GRAND_LOST), None, (1, GRAND_LOST))

    costs = costs_of(made, [(1, 1)])[1, 1]

    assert {
        number: [(cost.tariff, cost.cents, reason(cost.reason)) for cost in mine] for number, mine in costs.items()
    } == {
        number: [("Verlustspielgeld", 50 * lost, f"{lost} lost game{'' if lost else 's'}")]
        for number, lost in ((1, 1), (2, 1), (3, 0), (4, 0))
    }


def test_everybody_reads_what_they_owe_and_why_in_words_for_every_reason_and_all_that_is_waited_for():
    made = factories.tournament(entrants=1)
    desk.charge(made)
    desk.pay(made, 1, 400)
    account = account_of(made, 1)
    told_of = [(line.tariff, reason(line.reason), euros(line.cents)) for line in account.standing]
    assert (account.owes, told_of) == (600, [("Startgeld", "for entering", "10.00 €"), ("", "Paid", "-4.00 €")])

    assert all(reason(Reason(word, 2, 4).code) != word.value or word.value == "free" for word in Word)
    assert all(reason(code) for code in MOVED)
    assert reason("prize 2 3") == "prize 3"
    assert set(WAITS) == set(Why)
    assert waits_for([Why.START_CARD, Why.ABSENT]).count("; ") == 1
    assert all(lack(Lack(what=what, numbers=(1,), boxes=("1",), cents=-50)) for what in Missing)


def test_a_refusal_says_what_to_do_and_none_of_the_series_is_an_event_that_was_called_off():
    shown = [str(label) for _played, label in RefundForm(promised=3, played=2).fields["series_played"].choices]
    assert shown == ["0 of 3 (called off)", "1 of 3", "2 of 3"]
    for refused, said in (
        (Refused("owes-otherwise", number=7, owed=0, seen=1000), "No. 7 owes 0.00 € now, not 10.00 € as the page"),
        (Refused("tariff-impossible", name="Startgeld", fault=MoneyFault.ABOVE_ALL), "100 % together at most"),
        (Refused("difference-unexplained", found=100, expected=150), "There are 1.00 € in the box, and 1.50 €"),
        (Refused("prize-waits", number=7, why=[Why.ABSENT]), "Nothing is given to no. 7 yet: they are not present."),
        (Refused("account-lacks", lacks=[Lack(what=Missing.LISTS_OPEN)]), "Lists are still at play"),
        (Refused("still-time", until=date(2026, 5, 16)), "until then none falls back"),
        (Refused("still-time", until=None), "does not say until when"),
        (Refused("more-than-due", number=7, due=1920), "19.20 € are due to no. 7"),
        (Refused("box-has-less", has=50), "only 0.50 €"),
        (Refused("pot-has-less", pot="jackpot", has=50), "only 0.50 € in the pot “jackpot”"),
    ):
        assert said in refusal(refused), refused.code


class TestClosed:
    """A closed account takes nothing: who wants to change it opens it again first, with a reason."""

    def closed(self, made):
        for number, cents in owed(made).items():
            desk.pay(made, number, cents)
        booking.count_box(count=Count(pieces={1: balance(made, "box", "1")}), entry_key=uuid4(), **desk.told(made))
        ending.close_account(second="Erna", entry_key=uuid4(), **desk.told(made))
        self.moved = made.movements.count()
        return made

    def test_a_closed_account_is_charged_nothing_whatever_is_done_until_it_is_open_again(self):
        made = factories.tournament()
        desk.charge(made, desk.ENTRY)
        anna = people.register(made, name="Anna")
        self.closed(made)
        for act in (
            lambda: people.change_plan(made, entry_fee=Decimal(12)),
            lambda: people.register(made, name="Berta"),
            lambda: people.change(anna, name="Anna", classes=frozenset({"ladies"})),
            lambda: registration.remove(entrant_id=anna.pk, by=factories.user(), now=EVENING),
        ):
            with pytest.raises(Refused, match="account-closed"):
                act()
        made.refresh_from_db()
        assert (made.entry_fee, made.movements.count(), owed(made)) == (10, self.moved, {})
        assert [entrant.name for entrant in made.entrants.all()] == ["Anna"]

        people.change(anna, name="Anne")
        assert made.movements.count() == self.moved
        ending.reopen_account(because="Nachmeldung", **desk.told(made))
        people.register(made, name="Berta")
        assert owed(made) == {2: 1000}

    def test_a_list_that_would_cost_otherwise_stays_as_it_was_rendered(self):
        made, row = people.TestLists().listed()
        factories.confirm_and_sign(row)
        self.closed(made)

        with pytest.raises(Refused, match="account-closed"):
            signing.reopen(list_id=row.pk, because="Seite 2 fehlt", by=factories.user(), now=EVENING)

        row.refresh_from_db()
        assert (bool(row.signed_at), made.movements.count()) == (True, self.moved)
