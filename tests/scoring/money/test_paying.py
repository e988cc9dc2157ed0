"""Paying at the desk, boxes of cash, pots, prizes and paying them out (SkWO 1.5, 3.3, 4.1, 7.4, 9.13)."""

from datetime import date
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from scoring.history.selectors.verification import verified
from scoring.money.models import MovementRow
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors import accounts
from scoring.money.services import booking, charging, ending, paying, prizes
from scoring.money.services.booking import Count
from scoring.money.services.charging import TransferTerms
from scoring.money.services.paying import DeskPayment, Way
from scoring.office.services.end import drop_unplayed
from tables.acts.services import Refused
from tables.journal.wording import journal_line
from tests.scoring.money import desk
from tests.scoring.money.desk import balance, owed, told
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered_step

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    tournament = factories.tournament(entrants=3)
    desk.charge(tournament)
    return tournament


@pytest.mark.database
class TestPay:
    @pytest.mark.slow
    def test_who_pays_owes_nothing_a_part_leaves_the_rest_and_the_box_has_what_is_cash(self, made):
        desk.pay(made, 1, 400)
        desk.pay(made, 2, 1500, way=Way.TRANSFER)
        desk.pay(made, 3, 1000, way=Way.VOUCHER)

        assert owed(made) == {1: 600, 2: -500}
        there = accounts.balances(made)
        purposes = (Account(Purpose.BOX, "1"), Account(Purpose.TRANSFER), Account(Purpose.VOUCHER))
        assert [there[account] for account in purposes] == [400, 1500, 1000]

    def test_sent_twice_counts_once_and_a_key_that_came_with_anything_else_is_refused(self, made):
        key, said = uuid4(), {"number": 1, "cents": 1000}
        assert desk.pay(made, **said, key=key) == desk.pay(made, **said, key=key)
        assert owed(made) == {2: 1000, 3: 1000}
        assert made.journal.filter(action="money.paid").count() == 1

        stands = accounts.balances(made)
        for other in ({"number": 2}, {"cents": 999}, {"way": Way.VOUCHER}, {"way": Way.TRANSFER}, {"box": "2"}):
            with pytest.raises(Refused, match="sent-otherwise"):
                desk.pay(made, **(said | other), key=key)
            assert accounts.balances(made) == stands, other
        assert made.movements.filter(entry_key=key).count() == 1

    def test_two_at_the_desk_do_not_both_take_it(self, made):
        desk.pay(made, 1, 1000, owed=1000)

        with pytest.raises(Refused, match="owes-otherwise") as refused:
            desk.pay(made, 1, 1000, owed=1000)

        assert refused.value.facts == {"number": 1, "owed": 0, "seen": 1000}

    def test_what_cannot_be_paid_is_refused_and_nothing_moves(self, made):
        before = made.movements.count()
        for number, cents, code in (
            (1, 0, "amount-missing"),
            (1, -5, "amount-missing"),
            (1, 10**12, "amount-too-large"),
            (9, 1, "no-such-entrant"),
        ):
            with pytest.raises(Refused, match=code):
                desk.pay(made, number, cents)
        assert made.movements.count() == before


def pay_for(made, *numbers, cents=1000):
    payments = [DeskPayment(number=number, cents=cents) for number in numbers]
    return paying.pay_for_several(payments=payments, entry_key=uuid4(), **told(made))


@pytest.mark.database
def test_of_several_all_are_paid_or_none(made):
    for numbers, code in (((1, 9), "no-such-entrant"), ((), "nobody-ticked"), ([1] * 201, "too-many-at-once")):
        with pytest.raises(Refused, match=code):
            pay_for(made, *numbers)
    assert owed(made) == {1: 1000, 2: 1000, 3: 1000}

    pay_for(made, 1, 2, 3)
    assert owed(made) == {}
    assert made.journal.filter(action="money.paid").count() == 1


@pytest.mark.database
def test_who_pays_later_still_owes_it_and_sent_twice_counts_once(made):
    def put_off(number, key):
        return paying.put_off(number=number, entry_key=key, because="Bankautomat kaputt", **told(made))

    key = uuid4()
    deferral = put_off(1, key)
    assert (deferral.cents, owed(made)[1]) == (1000, 1000)

    assert put_off(1, key) == deferral
    with pytest.raises(Refused, match="sent-otherwise"):
        put_off(2, key)
    desk.pay(made, 1, 1000)
    with pytest.raises(Refused, match="owes-nothing"):
        put_off(1, uuid4())


@pytest.mark.database
class TestTakeBack:
    def take_back(self, made, movement, because="Falsche Person", key=None, **how):
        (back,) = paying.take_back(movement=movement, because=because, entry_key=key or uuid4(), **how, **told(made))
        return back

    def test_a_payment_goes_back_once_by_a_counter_movement_with_a_reason(self, made):
        row, key = desk.pay(made, 1, 1000), uuid4()
        with pytest.raises(Refused, match="reason-missing"):
            self.take_back(made, row.number, because=" ")

        back = self.take_back(made, row.number, key=key)

        assert (back.reverses, back.cents) == (row, 1000)
        assert owed(made)[1] == 1000
        assert self.take_back(made, row.number, key=key) == back
        with pytest.raises(Refused, match="taken-back-before"):
            self.take_back(made, row.number)
        with pytest.raises(Refused, match="sent-otherwise"):
            self.take_back(made, desk.pay(made, 2, 1000).number, key=key)
        with pytest.raises(Refused, match="no-such-payment"):  # a charge is none
            self.take_back(made, made.movements.first().number)

    @pytest.mark.slow
    def test_what_one_paid_for_several_goes_back_in_one_act_but_for_what_went_back_before(self, made):
        first, second, third = pay_for(made, 1, 2, 3)
        self.take_back(made, second.number)
        sent = {"movement": third.number, "because": "Falscher Tisch", "entry_key": uuid4(), "whole": True}

        moved = paying.take_back(**sent, **told(made))

        assert [back.reverses for back in moved] == [first, third]
        assert owed(made) == {1: 1000, 2: 1000, 3: 1000}
        assert paying.take_back(**sent, **told(made)) == moved
        with pytest.raises(Refused, match="taken-back-before"):
            self.take_back(made, first.number, whole=True)
        line = made.journal.order_by("-number").first()
        assert "(+1) of 20.00" in journal_line(line).replace("\xa0", " ").replace("€", "")
        assert verified(made).discrepancies == ()


@pytest.mark.database
def test_the_database_refuses_a_movement_that_cannot_be(made):
    first = made.movements.first()
    fields = {
        field.attname: getattr(first, field.attname)
        for field in MovementRow._meta.concrete_fields
        if not field.primary_key
    }
    to_itself = {"target": "tariff", "target_name": "entry"}
    for bent in ({"cents": 0}, to_itself, {"reason": ""}, {"series": 1}, {"number": 1}):
        with pytest.raises(IntegrityError), transaction.atomic():
            MovementRow.objects.create(**fields | {"number": 99, "entry_key": uuid4()} | bent)


@pytest.fixture
@remembered_step
def box():
    tournament = factories.tournament(entrants=2)
    desk.charge(tournament)
    booking.put_in(cents=5000, entry_key=uuid4(), **told(tournament))
    desk.pay(tournament, 1, 1000)
    return tournament


def count(box, *, key=None, **fields):
    return booking.count_box(count=Count(**fields), entry_key=key or uuid4(), **told(box))


@pytest.mark.slow
def test_a_difference_needs_its_reason_and_is_the_organisers(box):
    for pieces, organiser in (({5000: 1}, -4000), ({5000: 1, 2000: 1}, -6000)):
        with pytest.raises(Refused, match="difference-unexplained"):
            count(box, pieces=pieces)

        row = count(box, pieces=pieces, because="Wechselgeld falsch", witness="Anna")

        assert row.movement.because == "Wechselgeld falsch"
        assert balance(box, "box", "1") == row.found
        assert balance(box, "organiser") == organiser


def test_a_box_goes_into_other_hands_with_a_count_which_moves_nothing_where_it_is_right(box):
    other, key = factories.user("kassiererin"), uuid4()

    row = count(box, key=key, pieces={2000: 3}, to="kassiererin", witness="direktor")

    assert (row.found, row.expected, row.movement, row.to) == (6000, 6000, None, other)
    assert box.journal.last().data["user"] == other.pk
    assert count(box, key=key, pieces={2000: 3}, to="kassiererin", witness="direktor") == row
    with pytest.raises(Refused, match="sent-otherwise"):
        count(box, key=key, pieces={2000: 2})


def test_what_cannot_be_counted_is_refused(box):
    for fields, code in (
        ({"pieces": {3: 1}}, "pieces-impossible"),
        ({"pieces": {5000: -1}}, "pieces-impossible"),
        ({"to": "niemand"}, "no-such-user"),
    ):
        with pytest.raises(Refused, match=code):
            count(box, **{"pieces": {2000: 3}, **fields})


def test_money_is_taken_out_as_far_as_there_is_some(box):
    with pytest.raises(Refused, match="box-has-less"):
        booking.take_out(cents=6001, entry_key=uuid4(), **told(box))

    key = uuid4()
    for _ in range(2):
        booking.take_out(cents=6000, entry_key=key, **told(box))

    assert balance(box, "box", "1") == 0


PAYOUT = "/t/cup/office/money/"
SLIP = "verklickt"


@pytest.fixture
def won():
    return desk.won()


def ham(made):
    return made.awards.get(good="Schinken")


@pytest.mark.slow
def test_a_thing_handed_over_is_taken_back_once_and_with_a_reason_by_a_button_that_names_it(won, visit, director):
    for act in ("hand-over", "not-handed-over", "card-kept"):
        assert director.post(PAYOUT, {"act": act, "because": SLIP}).status_code == 422, act
    award = ham(won)
    ending.hand_over(award=award.number, **told(won))
    with pytest.raises(Refused, match="reason-missing"):
        ending.take_hand_over_back(award=award.number, because=" ", **told(won))

    visit(PAYOUT, who=str(award.entrant)).form("act=not-handed-over").send("act=not-handed-over")
    ending.take_hand_over_back(award=award.number, because=SLIP, **told(won))

    assert ham(won).handed_over_at is None
    assert won.journal.filter(action="prize.hand-over-withdrawn").count() == 1
    ending.hand_over(award=award.number, **told(won))


@pytest.mark.slow
def test_a_start_card_is_with_its_player_again_unless_a_prize_was_given_for_it(won, visit):
    charging.set_terms(terms=TransferTerms(wants_start_card=True), **told(won))
    award = ham(won)
    ending.give_card_back(number=award.entrant, **told(won))
    ending.hand_over(award=award.number, **told(won))

    refused = visit(PAYOUT, who=str(award.entrant)).form("act=card-kept").send("act=card-kept")

    assert refused.status == 422
    assert "Take back first what was given out." in refused.text
    ending.take_hand_over_back(award=award.number, because=SLIP, **told(won))
    with pytest.raises(Refused, match="reason-missing"):
        ending.take_card_back(number=award.entrant, because="", **told(won))
    visit(PAYOUT, who=str(award.entrant)).form("act=card-kept").send("act=card-kept")
    ending.take_card_back(number=award.entrant, because=SLIP, **told(won))
    assert not won.card_returns.exists()
    assert won.journal.filter(action="card.return-withdrawn").count() == 1
    with pytest.raises(Refused, match="prize-waits"):
        ending.hand_over(award=award.number, **told(won))
    assert verified(won).discrepancies == ()


@pytest.mark.slow
def test_a_prize_that_fell_back_is_theirs_again_unless_the_pot_has_given_it_out(won, visit):
    charging.set_terms(terms=TransferTerms(fetched_until=date(2026, 5, 15), unclaimed_to="club"), **told(won))
    fallen = won.awards.order_by("number").first()
    ending.let_fall_back(award=fallen.number, **told(won))
    for award, because, code in ((fallen.number, " ", "reason-missing"), (99, SLIP, "no-such-prize")):
        with pytest.raises(Refused, match=code):
            ending.take_fall_back_back(award=award, because=because, **told(won))

    visit(PAYOUT).form("act=not-fallen-back").send("act=not-fallen-back")
    ending.take_fall_back_back(award=fallen.number, because=SLIP, **told(won))

    assert owed(won)[fallen.entrant] == -1500
    assert won.journal.filter(action="prize.fall-back-withdrawn").count() == 1
    assert balance(won, "pot", "club") == -800
    assert not visit(PAYOUT).offers("act=not-fallen-back")
    ending.let_fall_back(award=fallen.number, **told(won))
    assert fallen.entrant not in owed(won)
    ending.take_fall_back_back(award=fallen.number, because=SLIP, **told(won))
    ending.let_fall_back(award=fallen.number, **told(won))
    assert verified(won).discrepancies == ()
    prizes.give_jackpot(pot="club", number=2, cents=2300, because="Grand ouvert", entry_key=uuid4(), **told(won))
    with pytest.raises(Refused, match="pot-has-less"):
        ending.take_fall_back_back(award=fallen.number, because=SLIP, **told(won))


@pytest.mark.slow
def test_a_refund_is_taken_back_once_and_can_be_given_again(visit):
    made = factories.close_series(factories.running_list(series=2).table.series).tournament
    desk.charge(made, desk.ENTRY)
    pay_for(made, 1, 2, 3, 4)
    drop_unplayed(tournament_id=made.pk, because="Strom weg", by=factories.user(), now=EVENING)
    ending.refund(series_played=1, because="Strom weg", entry_key=uuid4(), **told(made))
    (form,) = (one for one in visit(f"{PAYOUT}account/").forms("because") if one.holds()["act"] == ["refund-back"])
    assert form.send(because=" ").status == 422

    for _twice in range(2):
        form.send(because=SLIP)

    assert owed(made) == {}
    with pytest.raises(Refused, match="nothing-refunded"):
        ending.take_refund_back(because=SLIP, entry_key=uuid4(), **told(made))
    assert made.journal.filter(action="money.refund-withdrawn").count() == 1
    ending.refund(series_played=1, because="doch", entry_key=uuid4(), **told(made))
    assert owed(made) == dict.fromkeys(range(1, 5), -500)
