"""What was done with prizes, cards and refunds by mistake, taken back by those who give out (SkWO 3.4, 7.4.3, 9.13)."""

from datetime import date
from uuid import uuid4

import pytest

from scoring.history.selectors.verification import verified
from scoring.money.reckon.prizes import Fixed, Good, Goods
from scoring.money.services import charging, ending, prizes
from scoring.money.services.charging import TransferTerms
from scoring.money.services.prizes import WantedPrizes
from scoring.office.services.end import drop_unplayed, release_unopposed
from tables.acts.services import Refused
from tests.scoring.money import desk
from tests.scoring.money.desk import balance, owed, told
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor

pytestmark = pytest.mark.django_db

PAYOUT = "/t/cup/office/money/"
REFUNDS = "/t/cup/office/money/account/"
SLIP = "verklickt"


@pytest.fixture
def won():
    """Four who played and paid; the best one won 15 euros and a ham."""
    made = factories.close_series(factories.running_list().table.series).tournament
    desk.charge(made, desk.ENTRY)
    for number in range(1, 5):
        desk.pay(made, number, 1000)
    desk.plan_prizes(
        made,
        WantedPrizes(name="Gesamt", group="main", plan=Fixed(cents=(1500, 900), pot="prizes")),
        WantedPrizes(name="Sachpreise", group="goods", plan=Goods(goods=(Good(name="Schinken", cents=2500),))),
    )
    release_unopposed(tournament_id=made.pk, by=factories.user(), now=EVENING)
    made.refresh_from_db()
    return made


@pytest.fixture
def visit(director):
    visitor = Visitor()
    visitor.client = director
    return visitor.get


def ham(made):
    return made.awards.get(good="Schinken")


class TestAThingHandedOver:
    def test_is_taken_back_on_the_page_and_can_be_handed_over_again(self, won, visit):
        award = ham(won)
        ending.hand_over(award=award.number, **told(won))

        page = visit(PAYOUT, who=str(award.entrant))
        page.form("act=not-handed-over").send("act=not-handed-over")

        assert ham(won).handed_over_at is None
        assert verified(won).discrepancies == ()
        ending.hand_over(award=award.number, **told(won))

    def test_counts_once_and_wants_a_reason(self, won):
        award = ham(won)
        ending.hand_over(award=award.number, **told(won))
        with pytest.raises(Refused, match="reason-missing"):
            ending.take_hand_over_back(award=award.number, because=" ", **told(won))

        for _twice in range(2):
            ending.take_hand_over_back(award=award.number, because=SLIP, **told(won))

        assert won.journal.filter(action="prize.hand-over-withdrawn").count() == 1


class TestAStartCard:
    def test_is_with_its_player_again(self, won, visit):
        charging.set_terms(terms=TransferTerms(wants_start_card=True), **told(won))
        number = ham(won).entrant
        ending.give_card_back(number=number, **told(won))

        visit(PAYOUT, who=str(number)).form("act=card-kept").send("act=card-kept")
        ending.take_card_back(number=number, because=SLIP, **told(won))

        assert not won.card_returns.exists()
        assert won.journal.filter(action="card.return-withdrawn").count() == 1
        with pytest.raises(Refused, match="prize-waits"):
            ending.hand_over(award=ham(won).number, **told(won))
        assert verified(won).discrepancies == ()

    def test_stays_where_a_prize_was_given_for_it(self, won, visit):
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
        ending.take_card_back(number=award.entrant, because=SLIP, **told(won))


def test_a_button_that_names_no_prize_does_nothing(won, director):
    for act in ("hand-over", "not-handed-over", "card-kept"):
        assert director.post(PAYOUT, {"act": act, "because": SLIP}).status_code == 422, act


class TestAPrizeThatFellBack:
    @pytest.fixture
    def fallen(self, won):
        charging.set_terms(terms=TransferTerms(fetched_until=date(2026, 5, 15), unclaimed_to="club"), **told(won))
        award = won.awards.order_by("number").first()
        ending.let_fall_back(award=award.number, **told(won))
        return award

    def test_is_theirs_again_and_may_fall_back_again(self, won, fallen, visit):
        due = -1500

        visit(PAYOUT).form("act=not-fallen-back").send("act=not-fallen-back")
        ending.take_fall_back_back(award=fallen.number, because=SLIP, **told(won))

        assert owed(won)[fallen.entrant] == due
        assert won.journal.filter(action="prize.fall-back-withdrawn").count() == 1
        assert balance(won, "pot", "club") == -800
        assert not visit(PAYOUT).offers("act=not-fallen-back")
        assert verified(won).discrepancies == ()
        ending.let_fall_back(award=fallen.number, **told(won))
        assert fallen.entrant not in owed(won)
        ending.take_fall_back_back(award=fallen.number, because=SLIP, **told(won))
        assert verified(won).discrepancies == ()

    def test_stays_where_the_pot_has_given_it_out(self, won, fallen):
        prizes.give_jackpot(pot="club", number=2, cents=2300, because="Grand ouvert", entry_key=uuid4(), **told(won))

        with pytest.raises(Refused, match="pot-has-less"):
            ending.take_fall_back_back(award=fallen.number, because=SLIP, **told(won))

    def test_wants_a_reason_and_a_prize_that_did(self, won, fallen):
        with pytest.raises(Refused, match="reason-missing"):
            ending.take_fall_back_back(award=fallen.number, because=" ", **told(won))
        with pytest.raises(Refused, match="no-such-prize"):
            ending.take_fall_back_back(award=99, because=SLIP, **told(won))


class TestARefund:
    @pytest.fixture
    def refunded(self):
        made = factories.tournament(entrants=4, series=2)
        desk.charge(made, desk.ENTRY)
        for number in range(1, 5):
            desk.pay(made, number, 1000)
        factories.close_series(factories.running_series(made))
        drop_unplayed(tournament_id=made.pk, because="Strom weg", by=factories.user(), now=EVENING)
        ending.refund(series_played=1, because="Strom weg", entry_key=uuid4(), **told(made))
        return made

    def test_is_taken_back_and_can_be_given_again(self, refunded, visit):
        assert owed(refunded) == dict.fromkeys(range(1, 5), -500)
        (form,) = (one for one in visit(REFUNDS).forms("because") if one.holds()["act"] == ["refund-back"])
        assert form.send(because=" ").status == 422

        form.send(because=SLIP)

        assert owed(refunded) == {}
        assert verified(refunded).discrepancies == ()
        ending.refund(series_played=1, because="doch", entry_key=uuid4(), **told(refunded))
        assert owed(refunded) == dict.fromkeys(range(1, 5), -500)

    def test_counts_once(self, refunded):
        key = uuid4()

        for _twice in range(2):
            ending.take_refund_back(because=SLIP, entry_key=key, **told(refunded))

        with pytest.raises(Refused, match="nothing-refunded"):
            ending.take_refund_back(because=SLIP, entry_key=uuid4(), **told(refunded))
        assert refunded.journal.filter(action="money.refund-withdrawn").count() == 1
