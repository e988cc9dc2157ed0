"""Prizes: planned, awarded, paid out, and who wins them."""

from datetime import date
from uuid import uuid4

import pytest
from django.db import IntegrityError

from scoring.disputes.models import DisputeKind
from scoring.disputes.services import objections
from scoring.money.models import PrizeListRow
from scoring.money.reckon.prizes import Fixed, Shares
from scoring.money.reckon.tariffs import MoneyFault, PlayedList, PlayedSeat, best_table, by_place
from scoring.money.selectors.accounts import lists_of
from scoring.money.selectors.statement import Why, pots_of, waits
from scoring.money.services import charging, ending, prizes
from scoring.money.services.charging import TransferTerms
from scoring.money.services.prizes import WantedPrizes
from scoring.office.services.end import release_unopposed
from scoring.results.selectors.standings import standings
from tables.acts.services import Refused
from tests.scoring.money import desk
from tests.scoring.money.desk import HAM, balance, owed, told
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db


MAIN = WantedPrizes(name="Gesamt", group="main", plan=Shares(pot="prizes", shares=(60, 40)))

SERIES = WantedPrizes(name="Serie 1", group="series", series=1, plan=Fixed(cents=(500,), pot="prizes"))


def plan(made, *lists):
    return prizes.set_prize_lists(lists=lists, **told(made))


@pytest.fixture
def played():
    return desk.played_and_paid()


def release(made):
    release_unopposed(tournament_id=made.pk, by=factories.user(), now=EVENING)
    made.refresh_from_db()


def pay_out(made, number, **fields):
    return ending.pay_out(number=number, entry_key=uuid4(), **told(made), **fields)


def test_a_jackpot_of_last_time_is_won_with_the_deal_and_its_witnesses(played):
    assert {pot.name: pot.taken for pot in pots_of(played).pots} == {"prizes": 3200, "club": 800}
    assert (pots_of(played).charged, pots_of(played).paid_out) == (4000, 0)
    prizes.give_to_pot(pot="jackpot", cents=5000, because="vom April", entry_key=uuid4(), **told(played))
    assert {pot.name: pot.holds for pot in pots_of(played).pots}["jackpot"] == 5000
    won = {"pot": "jackpot", "number": 2, "because": "Grand ouvert, Spiel 7; Zeugen 1 und 3", "of_list": (1, 1)}

    with pytest.raises(Refused, match="pot-has-less"):
        prizes.give_jackpot(cents=5001, entry_key=uuid4(), **won, **told(played))
    prizes.give_jackpot(cents=5000, entry_key=uuid4(), **won, **told(played))

    with pytest.raises(Refused, match="pot-missing"):
        prizes.give_to_pot(pot=" ", cents=1, because="Spende", entry_key=uuid4(), **told(played))
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
        assert refused.value.facts == {"name": "Gesamt", "fault": MoneyFault.UNKNOWN_POT}


@pytest.mark.slow
class TestPayingOut:
    @pytest.fixture
    def won(self, played):
        plan(played, MAIN, HAM)
        release(played)
        return played

    def best(self, made):
        return made.awards.order_by("number").first().entrant

    def test_what_is_due_waits_for_the_start_card_and_is_paid_out_of_the_box_once_and_no_more(self, won):
        key, number = uuid4(), self.best(won)
        charging.set_terms(terms=TransferTerms(wants_start_card=True), **told(won))
        assert waits(won, on=date(2026, 5, 16))[number] == (Why.START_CARD,)
        with pytest.raises(Refused, match="prize-waits"):
            pay_out(won, number)
        ending.give_card_back(number=number, **told(won))
        with pytest.raises(Refused, match="more-than-due"):
            pay_out(won, number, cents=1921)

        rows = [ending.pay_out(number=number, entry_key=key, **told(won)) for _ in range(2)]

        assert rows[0] == rows[1]
        assert balance(won, "box", "1") == 4000 - 1920
        assert number not in owed(won)
        with pytest.raises(Refused, match="nothing-due"):
            pay_out(won, number)
        charging.set_terms(terms=TransferTerms(fetched_until=date(2026, 5, 15)), **told(won))
        with pytest.raises(Refused, match="fetched-before"):
            ending.let_fall_back(award=won.awards.order_by("number").first().number, **told(won))

    def test_a_thing_is_handed_over_once_and_what_nobody_fetched_falls_back_after_its_day(self, won):
        for _ in range(2):
            ending.hand_over(award=won.awards.get(good="Schinken").number, **told(won))
        assert won.journal.filter(action="prize.handed-over").count() == 1
        with pytest.raises(Refused, match="no-such-prize"):
            ending.hand_over(award=99, **told(won))

        award = won.awards.order_by("number").first()
        with pytest.raises(Refused, match="still-time"):
            ending.let_fall_back(award=award.number, **told(won))
        late = TransferTerms(fetched_until=date(2026, 5, 15), unclaimed_to="club")
        charging.set_terms(terms=late, **told(won))

        for _ in range(2):
            ending.let_fall_back(award=award.number, **told(won))

        assert award.entrant not in owed(won)
        assert balance(won, "pot", "club") == -800 - 1920

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


LAST, TABLE = PrizeListRow.Winners.LAST, PrizeListRow.Winners.TABLE


def table(*totals, first=1, won=2, lost=1):
    seats = [
        PlayedSeat(number=number, total=total, won=won, lost=lost) for number, total in enumerate(totals, start=first)
    ]
    return PlayedList(seats=seats)


@pytest.mark.database
class TestTheBestTable:
    def test_has_the_most_points_a_player(self):
        four, three = table(500, 500, 500, 500), table(600, 600, 600, first=5)
        assert best_table([four, three]) is three
        assert best_table([]) is None
        assert best_table([PlayedList(seats=(None, None)), PlayedList(seats=(PlayedSeat(number=1),))]) is None

    def test_of_equal_points_has_more_games_won_then_fewer_lost_then_comes_first(self):
        plain, wins, safe = table(100, 300), table(200, 200, won=3), table(400, 0, won=3, lost=0)

        assert best_table([plain, wins]) is wins
        assert best_table([wins, safe]) is safe
        assert best_table([plain, table(300, 100)]) is plain


@pytest.mark.database
class TestWhoWins:
    @pytest.fixture
    def after_one(self):
        series = factories.running_series(factories.tournament(entrants=7, series=2))
        factories.play_series(series)
        factories.close_series(series)
        return series.tournament

    def given(self, made, **fields):
        prizes.set_prize_lists(lists=[WantedPrizes(name="Besonderes", group="g", **fields)], **told(made))

    def winners(self, made):
        prizes.award_prizes(**told(made))
        return list(made.awards.order_by("place").values_list("entrant", flat=True))

    @pytest.mark.slow
    def test_of_the_best_table_each_player_wins_one_and_of_the_last_place_the_last_of_the_ranking(self, after_one):
        best = best_table(lists_of(after_one).values())
        wanted = [
            WantedPrizes(name="Tisch", group="t", winners=TABLE, series=1, plan=Fixed(cents=(1000,) * 4)),
            WantedPrizes(name="Letzte", group="l", winners=LAST, series=1, plan=Fixed(cents=(500, 300))),
        ]
        prizes.set_prize_lists(lists=wanted, **told(after_one))
        prizes.award_prizes(**told(after_one))

        won = after_one.awards.order_by("prize_list__number", "place").values_list("prize_list__name", "entrant")
        lines = standings(after_one).lines
        assert [*won] == [
            *(("Tisch", seat.number) for seat in by_place(best)),
            *(("Letzte", lines[-at].entrant.number) for at in (1, 2)),
        ]

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
