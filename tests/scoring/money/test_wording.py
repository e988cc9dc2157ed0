"""Every act with money has its sentence, in the journal and for whoever is refused."""

from datetime import date
from uuid import uuid4

import pytest

from scoring.money.reckon.charges import Reason, Word
from scoring.money.reckon.faults import Fault
from scoring.money.selectors.lines import account_of, costs_of
from scoring.money.selectors.waiting import Lack, Missing, Why
from scoring.money.services import boxes, ending, payout, pots, tariffs
from scoring.money.services.tariffs import Terms
from scoring.money.wording.amounts import MOVED, euros, reason
from scoring.money.wording.waiting import WAITS, lack, waits_for
from tables.acts.services.refusals import Refused
from tables.acts.wording.refusals import refusal
from tables.journal.listings import journal_lines
from tests import factories
from tests.factories import GRAND_LOST
from tests.scoring.money import desk
from tests.scoring.money.desk import told


@pytest.mark.django_db
def test_the_journal_tells_every_act_with_money_in_words():
    made = factories.close_series(factories.running_list(series=2).table.series).tournament
    desk.everything(made, "Wie besprochen")
    acts = {"entry_key": uuid4(), **told(made)}
    boxes.put_in(cents=5000, **acts)
    boxes.take_out(cents=100, because="Porto", **{**acts, "entry_key": uuid4()})
    pots.give_to_pot(pot="jackpot", cents=5000, because="Spende", **{**acts, "entry_key": uuid4()})
    pots.give_jackpot(pot="jackpot", number=2, cents=4000, because="Grand ouvert", **{**acts, "entry_key": uuid4()})
    ending.refund(series_played=1, because="Strom weg", **{**acts, "entry_key": uuid4()})
    tariffs.set_terms(terms=Terms(fetched_until=date(2026, 5, 1)), **told(made))
    payout.let_fall_back(award=made.awards.filter(off_at=None, good="").first().number, **told(made))

    entries = made.journal.filter(action__regex="^(money|prizes?|card)[.]").order_by("number")
    told_of = {entry.action: line.sentence for entry, line in zip(entries, journal_lines(entries), strict=True)}

    assert told_of.keys() == {
        *("card.given-back", "money.carried", "money.charged", "money.closed", "money.counted", "money.given-to-pot"),
        *("money.jackpot", "money.paid", "money.paid-out", "money.pots-filled", "money.put-in", "money.put-off"),
        *("money.refunded", "money.reopened", "money.taken-back", "money.taken-out", "money.tariffs-set"),
        *("money.terms-set", "prize.fell-back", "prize.handed-over", "prizes.given", "prizes.planned"),
    }
    assert [f"{action}: {said}" for action, said in told_of.items() if action in said] == []
    assert told_of["money.paid"] == "No. 4 paid 10.00 € in cash"
    assert told_of["money.taken-out"] == "Box 1: 1.00 € taken out for the organiser, because: Porto"


@pytest.mark.django_db
def test_what_a_list_would_cost_is_known_before_it_is_signed():
    row = factories.running_list()
    made = row.table.series.tournament
    desk.charge(made)
    factories.enter(row, (2, GRAND_LOST), None, (1, GRAND_LOST))

    costs = costs_of(made, [(1, 1)])[1, 1]

    assert {
        number: [(cost.tariff, cost.cents, reason(cost.reason)) for cost in mine] for number, mine in costs.items()
    } == {
        1: [("Verlustspielgeld", 50, "1 lost game")],
        2: [("Verlustspielgeld", 50, "1 lost game")],
        3: [("Verlustspielgeld", 0, "0 lost games")],
        4: [("Verlustspielgeld", 0, "0 lost games")],
    }


@pytest.mark.django_db
def test_everybody_reads_what_they_owe_and_why():
    made = factories.tournament(entrants=1)
    desk.charge(made)
    desk.pay(made, 1, 400)

    account = account_of(made, 1)

    assert account.owes == 600
    assert [(line.tariff, reason(line.reason), euros(line.cents)) for line in account.standing] == [
        ("Startgeld", "for entering", "10.00 €"),
        ("", "paid", "-4.00 €"),
    ]


@pytest.mark.parametrize("word", Word)
def test_every_reason_of_a_charge_is_said(word):
    assert reason(Reason(word, 2, 4).code) != word.value or word.value == "free"


def test_so_is_every_other_reason_and_all_that_is_waited_for():
    assert all(reason(code) for code in MOVED)
    assert reason("prize 2 3") == "prize 3"
    assert set(WAITS) == set(Why)
    assert waits_for([Why.START_CARD, Why.ABSENT]).count("; ") == 1
    assert all(lack(Lack(what=what, numbers=(1,), boxes=("1",), cents=-50)) for what in Missing)


@pytest.mark.parametrize(
    ("refused", "said"),
    [
        (Refused("owes-otherwise", number=7, owed=0, seen=1000), "No. 7 owes 0.00 € now, not 10.00 € as the page"),
        (Refused("tariff-impossible", name="Startgeld", fault=Fault.ABOVE_ALL), "100 % together at most"),
        (Refused("difference-unexplained", found=100, expected=150), "There are 1.00 € in the box, and 1.50 €"),
        (Refused("prize-waits", number=7, why=[Why.ABSENT]), "Nothing is given to no. 7 yet: they are not present."),
        (Refused("account-lacks", lacks=[Lack(what=Missing.LISTS_OPEN)]), "Lists are still at play"),
        (Refused("still-time", until=date(2026, 5, 16)), "until then none falls back"),
        (Refused("still-time", until=None), "does not say until when"),
        (Refused("more-than-due", number=7, due=1920), "19.20 € are due to no. 7"),
        (Refused("box-has-less", has=50), "only 0.50 €"),
        (Refused("pot-has-less", pot="jackpot", has=50), "only 0.50 € in the pot “jackpot”"),
    ],
    ids=lambda value: value.code if isinstance(value, Refused) else "",
)
def test_a_refusal_says_what_to_do(refused, said):
    assert said in refusal(refused)
