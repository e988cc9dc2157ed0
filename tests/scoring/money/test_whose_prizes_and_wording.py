"""Prizes for the best table together, and for the last place (practice).

Every act with money has its sentence, in the journal and for whoever is refused.
"""

from datetime import date
from uuid import uuid4

import pytest
from django.db import IntegrityError

from scoring.money.models import PrizeListRow
from scoring.money.reckon.charges import Reason, Word
from scoring.money.reckon.faults import Fault
from scoring.money.reckon.plans import Fixed
from scoring.money.reckon.played import PlayedList, Seat, best_table, by_place
from scoring.money.selectors.lines import account_of, costs_of
from scoring.money.selectors.placing import placed
from scoring.money.selectors.played import lists_of
from scoring.money.selectors.waiting import Lack, Missing, Why
from scoring.money.services import boxes, ending, payout, pots, prizes, tariffs
from scoring.money.services.prizes import WantedPrizes
from scoring.money.services.tariffs import Terms
from scoring.money.wording.amounts import MOVED, euros, reason
from scoring.money.wording.waiting import WAITS, lack, waits_for
from scoring.results.selectors.standings import standings
from tables.acts.services.refusals import Refused
from tables.acts.wording.refusals import refusal
from tables.journal.listings import journal_lines
from tests.scoring.money import desk
from tests.scoring.money.desk import told
from tests.support import factories
from tests.support.factories import GRAND_LOST

LAST, TABLE = PrizeListRow.Winners.LAST, PrizeListRow.Winners.TABLE


def table(*totals, first=1, won=2, lost=1):
    seats = [Seat(number=number, total=total, won=won, lost=lost) for number, total in enumerate(totals, start=first)]
    return PlayedList(seats=seats)


@pytest.mark.database
class TestTheBestTable:
    def test_has_the_most_points_a_player(self):
        four, three = table(500, 500, 500, 500), table(600, 600, 600, first=5)

        assert best_table([four, three]) is three

    def test_of_equal_points_has_more_games_won_then_fewer_lost_then_comes_first(self):
        plain, wins, safe = table(100, 300), table(200, 200, won=3), table(400, 0, won=3, lost=0)

        assert best_table([plain, wins]) is wins
        assert best_table([wins, safe]) is safe
        assert best_table([plain, table(300, 100)]) is plain

    def test_is_none_where_nobody_sat_or_a_total_is_not_known(self):
        assert best_table([]) is None
        assert best_table([PlayedList(seats=(None, None)), PlayedList(seats=(Seat(number=1),))]) is None


@pytest.mark.database
@pytest.mark.django_db
class TestWhoWins:
    @pytest.fixture
    def played(self):
        """Seven at a table of four and one of three, after the first of two series."""
        series = factories.running_series(factories.tournament(entrants=7, series=2))
        factories.play_series(series)
        factories.close_series(series)
        return series.tournament

    def plan(self, made, **fields):
        lists = [WantedPrizes(name="Besonderes", group="g", **fields)]
        return prizes.set_prize_lists(lists=lists, **told(made))

    def winners(self, made):
        prizes.award_prizes(**told(made))
        return list(made.awards.order_by("place").values_list("entrant", flat=True))

    def test_of_the_last_place_it_is_the_last_of_the_ranking(self, played):
        self.plan(played, winners=LAST, series=1, plan=Fixed(cents=(500, 300)))

        lines = standings(played).lines
        assert self.winners(played) == [lines[-1].entrant.number, lines[-2].entrant.number]

    def test_of_the_last_place_it_is_nobody_who_left_before_the_end(self, played):
        [row] = self.plan(played, winners=LAST, plan=Fixed(cents=(500,)))
        everybody = {number for place in placed(row) for number in place}
        assert everybody == set(range(1, 8))
        played.entrants.filter(number=7).update(present=False)
        second = factories.running_series(played, 2)
        factories.play_series(second)
        factories.close_series(second)

        row = PrizeListRow.objects.get()
        assert {number for place in placed(row) for number in place} == everybody - {7}

    def test_of_the_best_table_each_player_wins_one_the_best_of_them_first(self, played):
        self.plan(played, winners=TABLE, series=1, plan=Fixed(cents=(1000,) * 4))

        best = best_table(lists_of(played).values())
        assert self.winners(played) == [seat.number for seat in by_place(best)]

    def test_of_the_best_table_nobody_wins_who_is_excluded(self, played):
        self.plan(played, winners=TABLE, series=1, plan=Fixed(cents=(1000,) * 4))
        out = best_table(lists_of(played).values()).present[0].number
        played.entrants.filter(number=out).update(excluded_at=factories.EVENING, present=False)

        assert out not in self.winners(played)

    def test_a_class_has_no_table_of_its_own(self, played):
        with pytest.raises(Refused, match="no-such-ranking"):
            self.plan(played, winners=TABLE, of_class="ladies", plan=Fixed(cents=(1000,)))
        with pytest.raises(IntegrityError, match="prizes_of_a_table_of_everybody"):
            PrizeListRow.objects.create(
                tournament=played, number=9, name="x", group="y", winners=TABLE, of_class="ladies", plan={}
            )


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
