"""Paying at the desk, boxes of cash, pots, prizes and paying them out (SkWO 1.5, 3.3, 4.1, 7.4, 9.13)."""

from datetime import date
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from scoring.disputes.models import DisputeKind
from scoring.disputes.services import objections
from scoring.history.selectors.verification import verified
from scoring.money.models import MovementRow, PrizeListRow
from scoring.money.reckon.faults import Fault
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.reckon.plans import Fixed, Good, Goods, Shares
from scoring.money.reckon.played import PlayedList, Seat, best_table, by_place
from scoring.money.selectors import accounts
from scoring.money.selectors.placing import placed
from scoring.money.selectors.played import lists_of
from scoring.money.selectors.pots import pots_of
from scoring.money.selectors.statement import Why, waits
from scoring.money.services import boxes, paying, payout, pots, prizes, tariffs
from scoring.money.services.boxes import Count
from scoring.money.services.paying import Payment, Way
from scoring.money.services.prizes import WantedPrizes
from scoring.money.services.tariffs import Terms
from scoring.office.services.end import release_unopposed
from scoring.results.selectors.standings import standings
from tables.acts.services import Refused
from tables.journal.wording import journal_line
from tests.scoring.money import desk
from tests.scoring.money.desk import balance, owed, told
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    """Three entrants who owe 10 euros each."""
    tournament = factories.tournament(entrants=3)
    desk.charge(tournament)
    return tournament


@pytest.mark.database
class TestPay:
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


@pytest.mark.database
class TestSeveral:
    def pay(self, made, *payments, key=None):
        return paying.pay_for_several(payments=payments, entry_key=key or uuid4(), **told(made))

    def test_one_pays_for_a_car(self, made):
        self.pay(made, *(Payment(number=number, cents=1000) for number in (1, 2, 3)))

        assert owed(made) == {}
        assert made.journal.filter(action="money.paid").count() == 1

    def test_all_or_none(self, made):
        for payments, code in (
            ((Payment(number=1, cents=1000), Payment(number=9, cents=1000)), "no-such-entrant"),
            ((), "nobody-ticked"),
            ([Payment(number=1, cents=1)] * 201, "too-many-at-once"),
        ):
            with pytest.raises(Refused, match=code):
                self.pay(made, *payments)
        assert owed(made) == {1: 1000, 2: 1000, 3: 1000}


@pytest.mark.database
class TestOnTheCuff:
    def put_off(self, made, number, key=None):
        return paying.put_off(number=number, entry_key=key or uuid4(), because="Bankautomat kaputt", **told(made))

    def test_who_pays_later_still_owes_it_and_sent_twice_counts_once(self, made):
        key = uuid4()
        deferral = self.put_off(made, 1, key)
        assert (deferral.cents, owed(made)[1]) == (1000, 1000)

        assert self.put_off(made, 1, key) == deferral
        with pytest.raises(Refused, match="sent-otherwise"):
            self.put_off(made, 2, key)
        desk.pay(made, 1, 1000)
        with pytest.raises(Refused, match="owes-nothing"):
            self.put_off(made, 1)


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

    def test_what_one_paid_for_several_goes_back_in_one_act_but_for_what_went_back_before(self, made):
        first, second, third = paying.pay_for_several(
            payments=[Payment(number=number, cents=1000) for number in (1, 2, 3)], entry_key=uuid4(), **told(made)
        )
        self.take_back(made, second.number)
        sent = {"movement": third.number, "because": "Falscher Tisch", "entry_key": uuid4(), "whole": True}

        moved = paying.take_back(**sent, **told(made))

        assert [back.reverses for back in moved] == [first, third]
        assert owed(made) == {1: 1000, 2: 1000, 3: 1000}
        assert paying.take_back(**sent, **told(made)) == moved
        with pytest.raises(Refused, match="taken-back-before"):
            self.take_back(made, first.number, whole=True)
        line = made.journal.order_by("-number").first()
        assert "and 1 more of its act, 20.00" in journal_line(line).replace("\xa0", " ").replace("€", "")
        assert verified(made).discrepancies == ()


@pytest.mark.database
@pytest.mark.parametrize(
    "bent",
    [{"cents": 0}, {"target": "tariff", "target_name": "entry"}, {"reason": ""}, {"series": 1}, {"number": 1}],
    ids=str,
)
def test_the_database_refuses_a_movement_that_cannot_be(made, bent):
    first = made.movements.first()
    fields = {
        field.attname: getattr(first, field.attname)
        for field in MovementRow._meta.concrete_fields
        if not field.primary_key
    }

    with pytest.raises(IntegrityError), transaction.atomic():
        MovementRow.objects.create(**fields | {"number": 99, "entry_key": uuid4()} | bent)


@pytest.fixture
def box():
    """A box with 50 euros of change and 10 of entry."""
    tournament = factories.tournament(entrants=2)
    desk.charge(tournament)
    boxes.put_in(cents=5000, entry_key=uuid4(), **told(tournament))
    desk.pay(tournament, 1, 1000)
    return tournament


def count(box, *, key=None, **fields):
    return boxes.count_box(count=Count(**fields), entry_key=key or uuid4(), **told(box))


@pytest.mark.parametrize(("pieces", "organiser"), [({5000: 1}, -4000), ({5000: 1, 2000: 1}, -6000)])
def test_a_difference_needs_its_reason_and_is_the_organisers(box, pieces, organiser):
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
        boxes.take_out(cents=6001, entry_key=uuid4(), **told(box))

    key = uuid4()
    for _ in range(2):
        boxes.take_out(cents=6000, entry_key=key, **told(box))

    assert balance(box, "box", "1") == 0


MAIN = WantedPrizes(name="Gesamt", group="main", plan=Shares(pot="prizes", shares=(60, 40)))

SERIES = WantedPrizes(name="Serie 1", group="series", series=1, plan=Fixed(cents=(500,), pot="prizes"))

HAM = WantedPrizes(name="Sachpreise", group="goods", plan=Goods(goods=(Good(name="Schinken", cents=2500),)))


def plan(made, *lists):
    return prizes.set_prize_lists(lists=lists, **told(made))


@pytest.fixture
def played():
    """Four who played a series that is closed, and paid; 32 euros are for prizes."""
    series = factories.close_series(factories.running_list().table.series)
    made = series.tournament
    desk.charge(made, desk.ENTRY)
    for number in range(1, 5):
        desk.pay(made, number, 1000)
    return made


def release(made):
    release_unopposed(tournament_id=made.pk, by=factories.user(), now=EVENING)
    made.refresh_from_db()


def pay_out(made, number, **fields):
    return payout.pay_out(number=number, entry_key=uuid4(), **told(made), **fields)


@pytest.mark.slow
class TestPots:
    def test_every_source_says_where_it_goes(self, played):
        found = pots_of(played)

        assert {pot.name: pot.taken for pot in found.pots} == {"prizes": 3200, "club": 800}
        assert (found.charged, found.paid_out) == (4000, 0)

    def test_a_jackpot_of_last_time_is_won_with_the_deal_and_its_witnesses(self, played):
        pots.give_to_pot(pot="jackpot", cents=5000, because="vom April", entry_key=uuid4(), **told(played))
        assert {pot.name: pot.holds for pot in pots_of(played).pots}["jackpot"] == 5000
        won = {"pot": "jackpot", "number": 2, "because": "Grand ouvert, Spiel 7; Zeugen 1 und 3", "of_list": (1, 1)}

        with pytest.raises(Refused, match="pot-has-less"):
            pots.give_jackpot(cents=5001, entry_key=uuid4(), **won, **told(played))
        pots.give_jackpot(cents=5000, entry_key=uuid4(), **won, **told(played))

        with pytest.raises(Refused, match="pot-missing"):
            pots.give_to_pot(pot=" ", cents=1, because="Spende", entry_key=uuid4(), **told(played))
        assert owed(played) == {2: -5000}
        assert {pot.name: pot.holds for pot in pots_of(played).pots}["jackpot"] == 0


@pytest.mark.slow
class TestAwarding:
    def test_the_release_gives_the_prizes_and_the_plan_stays(self, played):
        plan(played, MAIN, HAM)
        with pytest.raises(Refused, match="no-prizes-yet"):
            prizes.award_prizes(**told(played))

        release(played)

        given = [(row.cents, row.good) for row in played.awards.all()]
        assert given == [(1920, ""), (1280, ""), (2500, "Schinken")]
        assert sum(owed(played).values()) == -3200
        assert balance(played, "pot", "prizes") == 0
        assert balance(played, "tariff", "entry") == 0
        assert pots_of(played).paid_out == 80
        with pytest.raises(Refused, match="prizes-given"):
            plan(played, HAM)

    def test_fixed_prizes_of_a_closed_series_are_given_at_once_and_once(self, played):
        plan(played, MAIN, SERIES)

        for _ in range(2):
            prizes.award_prizes(**told(played))

        assert [row.cents for row in played.awards.all()] == [500]
        assert played.journal.filter(action="prizes.given").count() == 1

    def test_what_cannot_be_planned_is_refused(self, played):
        for bent, code in (
            ({"name": ""}, "prizes-nameless"),
            ({"series": 9}, "no-such-ranking"),
            ({"ranking": 1}, "no-such-ranking"),
            ({"plan": Fixed(cents=(100,), pot="nowhere")}, "prizes-impossible"),
            ({"round_to": 0}, "prizes-impossible"),
        ):
            with pytest.raises(Refused, match=code):
                plan(played, WantedPrizes(**{"name": "Gesamt", "group": "main", "plan": MAIN.plan} | bent))
        with pytest.raises(Refused) as refused:
            plan(played, WantedPrizes(name="Gesamt", group="main", plan=Shares(pot="nowhere", shares=(50,))))
        assert refused.value.facts == {"name": "Gesamt", "fault": Fault.UNKNOWN_POT}


@pytest.mark.slow
class TestPayingOut:
    @pytest.fixture
    def won(self, played):
        plan(played, MAIN, HAM)
        release(played)
        return played

    def best(self, made):
        return made.awards.order_by("number").first().entrant

    def test_what_is_due_is_paid_out_of_the_box_once_and_no_more(self, won):
        key, number = uuid4(), self.best(won)
        with pytest.raises(Refused, match="more-than-due"):
            pay_out(won, number, cents=1921)

        rows = [payout.pay_out(number=number, entry_key=key, **told(won)) for _ in range(2)]

        assert rows[0] == rows[1]
        assert balance(won, "box", "1") == 4000 - 1920
        with pytest.raises(Refused, match="nothing-due"):
            pay_out(won, number)
        tariffs.set_terms(terms=Terms(fetched_until=date(2026, 5, 15)), **told(won))
        with pytest.raises(Refused, match="fetched-before"):
            payout.let_fall_back(award=won.awards.order_by("number").first().number, **told(won))

    def test_it_waits_for_the_start_card_where_that_is_said(self, won):
        tariffs.set_terms(terms=Terms(wants_start_card=True), **told(won))
        number = self.best(won)

        assert waits(won, on=date(2026, 5, 16))[number] == (Why.START_CARD,)
        with pytest.raises(Refused, match="prize-waits"):
            pay_out(won, number)
        payout.give_card_back(number=number, **told(won))
        pay_out(won, number)

        assert number not in owed(won)

    def test_a_series_prize_waits_for_an_objection_at_the_table(self, played):
        plan(played, SERIES)
        prizes.award_prizes(**told(played))
        number, series = self.best(played), played.series.get(number=1)
        where = {"series_id": series.pk, "list_id": factories.list_of(series).pk}
        said = {"kind": DisputeKind.LIST, "text": "Spiel 3 war gewonnen", "by": factories.user(), "now": EVENING}

        objections.raise_objection(entry_key=uuid4(), **where, **said)

        assert waits(played, on=date(2026, 5, 16)) == {number: (Why.OBJECTION_OPEN,)}
        with pytest.raises(Refused, match="prize-waits"):
            pay_out(played, number)

    def test_a_thing_is_handed_over_once(self, won):
        award = won.awards.get(good="Schinken")

        for _ in range(2):
            payout.hand_over(award=award.number, **told(won))

        assert won.journal.filter(action="prize.handed-over").count() == 1
        with pytest.raises(Refused, match="no-such-prize"):
            payout.hand_over(award=99, **told(won))

    def test_what_nobody_fetched_falls_back_after_its_day(self, won):
        award = won.awards.order_by("number").first()
        late = Terms(fetched_until=date(2026, 5, 15), unclaimed_to="club")
        with pytest.raises(Refused, match="still-time"):
            payout.let_fall_back(award=award.number, **told(won))
        tariffs.set_terms(terms=late, **told(won))

        for _ in range(2):
            payout.let_fall_back(award=award.number, **told(won))

        assert award.entrant not in owed(won)
        assert balance(won, "pot", "club") == -800 - 1920


LAST, TABLE = PrizeListRow.Winners.LAST, PrizeListRow.Winners.TABLE


def table(*totals, first=1, won=2, lost=1):
    seats = [Seat(number=number, total=total, won=won, lost=lost) for number, total in enumerate(totals, start=first)]
    return PlayedList(seats=seats)


@pytest.mark.database
class TestTheBestTable:
    def test_has_the_most_points_a_player(self):
        four, three = table(500, 500, 500, 500), table(600, 600, 600, first=5)
        assert best_table([four, three]) is three
        assert best_table([]) is None
        assert best_table([PlayedList(seats=(None, None)), PlayedList(seats=(Seat(number=1),))]) is None

    def test_of_equal_points_has_more_games_won_then_fewer_lost_then_comes_first(self):
        plain, wins, safe = table(100, 300), table(200, 200, won=3), table(400, 0, won=3, lost=0)

        assert best_table([plain, wins]) is wins
        assert best_table([wins, safe]) is safe
        assert best_table([plain, table(300, 100)]) is plain


@pytest.mark.database
@pytest.mark.django_db
class TestWhoWins:
    @pytest.fixture
    def after_one(self):
        """Seven at a table of four and one of three, after the first of two series."""
        series = factories.running_series(factories.tournament(entrants=7, series=2))
        factories.play_series(series)
        factories.close_series(series)
        return series.tournament

    def given(self, made, **fields):
        lists = [WantedPrizes(name="Besonderes", group="g", **fields)]
        return prizes.set_prize_lists(lists=lists, **told(made))

    def winners(self, made):
        prizes.award_prizes(**told(made))
        return list(made.awards.order_by("place").values_list("entrant", flat=True))

    def test_of_the_last_place_it_is_the_last_of_the_ranking(self, after_one):
        self.given(after_one, winners=LAST, series=1, plan=Fixed(cents=(500, 300)))

        lines = standings(after_one).lines
        assert self.winners(after_one) == [lines[-1].entrant.number, lines[-2].entrant.number]

    def test_of_the_last_place_it_is_nobody_who_left_before_the_end(self, after_one):
        [row] = self.given(after_one, winners=LAST, plan=Fixed(cents=(500,)))
        everybody = {number for place in placed(row) for number in place}
        assert everybody == set(range(1, 8))
        after_one.entrants.filter(number=7).update(present=False)
        second = factories.running_series(after_one, 2)
        factories.play_series(second)
        factories.close_series(second)

        row = PrizeListRow.objects.get()
        assert {number for place in placed(row) for number in place} == everybody - {7}

    def test_of_the_best_table_each_player_wins_one_the_best_of_them_first(self, after_one):
        self.given(after_one, winners=TABLE, series=1, plan=Fixed(cents=(1000,) * 4))

        best = best_table(lists_of(after_one).values())
        assert self.winners(after_one) == [seat.number for seat in by_place(best)]

    def test_of_the_best_table_nobody_wins_who_is_excluded(self, after_one):
        self.given(after_one, winners=TABLE, series=1, plan=Fixed(cents=(1000,) * 4))
        out = best_table(lists_of(after_one).values()).present[0].number
        after_one.entrants.filter(number=out).update(excluded_at=factories.EVENING, present=False)

        assert out not in self.winners(after_one)

    def test_a_class_has_no_table_of_its_own(self, after_one):
        with pytest.raises(Refused, match="no-such-ranking"):
            self.given(after_one, winners=TABLE, of_class="ladies", plan=Fixed(cents=(1000,)))
        row = {"tournament": after_one, "number": 9, "name": "x", "group": "y", "plan": {}}
        with pytest.raises(IntegrityError, match="prizes_of_a_table_of_everybody"):
            PrizeListRow.objects.create(winners=TABLE, of_class="ladies", **row)
