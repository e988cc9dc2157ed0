"""Pots, prizes given at the release, what they wait for, and paying them out (SkWO 1.5, 7.4.1, 7.4.3, 9.13)."""

from datetime import date
from uuid import uuid4

import pytest

from scoring.disputes.models import DisputeKind
from scoring.disputes.services import objections
from scoring.money.reckon.faults import Fault
from scoring.money.reckon.plans import Fixed, Good, Goods, Shares
from scoring.money.selectors.pots import pots_of
from scoring.money.selectors.waiting import Why, waits
from scoring.money.services import payout, pots, prizes, tariffs
from scoring.money.services.prizes import WantedPrizes
from scoring.money.services.tariffs import Terms
from scoring.office.services import release_unopposed
from tables.acts.services.refusals import Refused
from tests.scoring.money import desk
from tests.scoring.money.desk import balance, owed, told
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

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


class TestPots:
    def test_every_source_says_where_it_goes(self, played):
        found = pots_of(played)

        assert {pot.name: pot.taken for pot in found.pots} == {"prizes": 3200, "club": 800}
        assert (found.charged, found.paid_out) == (4000, 0)

    def test_a_jackpot_of_last_time_is_given_to_the_pot(self, played):
        pots.give_to_pot(pot="jackpot", cents=5000, because="vom April", entry_key=uuid4(), **told(played))

        assert {pot.name: pot.holds for pot in pots_of(played).pots}["jackpot"] == 5000

    def test_a_jackpot_is_won_with_the_deal_and_its_witnesses(self, played):
        pots.give_to_pot(pot="jackpot", cents=5000, because="vom April", entry_key=uuid4(), **told(played))
        won = {"pot": "jackpot", "number": 2, "because": "Grand ouvert, Spiel 7; Zeugen 1 und 3", "of_list": (1, 1)}

        with pytest.raises(Refused, match="pot-has-less"):
            pots.give_jackpot(cents=5001, entry_key=uuid4(), **won, **told(played))
        pots.give_jackpot(cents=5000, entry_key=uuid4(), **won, **told(played))

        with pytest.raises(Refused, match="pot-missing"):
            pots.give_to_pot(pot=" ", cents=1, because="Spende", entry_key=uuid4(), **told(played))
        assert owed(played) == {2: -5000}
        assert {pot.name: pot.holds for pot in pots_of(played).pots}["jackpot"] == 0


class TestAwarding:
    def test_the_release_gives_the_prizes(self, played):
        plan(played, MAIN, HAM)

        release(played)

        given = [(row.entrant, row.cents, row.good) for row in played.awards.all()]
        assert [(cents, good) for _, cents, good in given] == [(1920, ""), (1280, ""), (2500, "Schinken")]
        assert sum(owed(played).values()) == -3200
        assert balance(played, "pot", "prizes") == 0
        assert balance(played, "tariff", "entry") == 0
        assert pots_of(played).paid_out == 80

    def test_before_it_nothing_is_given(self, played):
        plan(played, MAIN)

        with pytest.raises(Refused, match="no-prizes-yet"):
            prizes.award_prizes(**told(played))

    def test_fixed_prizes_of_a_closed_series_are_given_at_once_and_once(self, played):
        plan(played, MAIN, SERIES)

        for _ in range(2):
            prizes.award_prizes(**told(played))

        assert [row.cents for row in played.awards.all()] == [500]
        assert played.journal.filter(action="prizes.given").count() == 1

    def test_a_plan_that_was_given_stays(self, played):
        plan(played, MAIN)
        release(played)

        with pytest.raises(Refused, match="prizes-given"):
            plan(played, HAM)

    @pytest.mark.thorough(after=2)
    @pytest.mark.parametrize(
        ("bent", "code"),
        [
            ({"name": ""}, "prizes-nameless"),
            ({"series": 9}, "no-such-ranking"),
            ({"ranking": 1}, "no-such-ranking"),
            ({"plan": Fixed(cents=(100,), pot="nowhere")}, "prizes-impossible"),
            ({"round_to": 0}, "prizes-impossible"),
        ],
    )
    def test_what_cannot_be_planned_is_refused(self, played, bent, code):
        said = {"name": "Gesamt", "group": "main", "plan": MAIN.plan}

        with pytest.raises(Refused, match=code):
            plan(played, WantedPrizes(**said | bent))

    def test_an_unknown_pot_is_said_in_words(self, played):
        with pytest.raises(Refused) as refused:
            plan(played, WantedPrizes(name="Gesamt", group="main", plan=Shares(pot="nowhere", shares=(50,))))

        assert refused.value.facts == {"name": "Gesamt", "fault": Fault.UNKNOWN_POT}


class TestPayingOut:
    @pytest.fixture
    def won(self, played):
        plan(played, MAIN, HAM)
        release(played)
        return played

    def best(self, made):
        return made.awards.order_by("number").first().entrant

    def test_what_is_due_is_paid_out_of_the_box(self, won):
        pay_out(won, self.best(won))

        assert balance(won, "box", "1") == 4000 - 1920
        with pytest.raises(Refused, match="nothing-due"):
            pay_out(won, self.best(won))

    def test_sent_twice_counts_once(self, won):
        key, number = uuid4(), self.best(won)

        rows = [payout.pay_out(number=number, entry_key=key, **told(won)) for _ in range(2)]

        assert rows[0] == rows[1]

    def test_no_more_than_is_due(self, won):
        with pytest.raises(Refused, match="more-than-due"):
            pay_out(won, self.best(won), cents=1921)

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
        number = self.best(played)

        objections.raise_objection(
            series_id=played.series.get(number=1).pk,
            list_id=factories.list_of(played.series.get(number=1)).pk,
            kind=DisputeKind.LIST,
            text="Spiel 3 war gewonnen",
            entry_key=uuid4(),
            by=factories.user(),
            now=EVENING,
        )

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

    def test_what_was_fetched_does_not_fall_back(self, won):
        award = won.awards.order_by("number").first()
        pay_out(won, award.entrant)
        tariffs.set_terms(terms=Terms(fetched_until=date(2026, 5, 15)), **told(won))

        with pytest.raises(Refused, match="fetched-before"):
            payout.let_fall_back(award=award.number, **told(won))
