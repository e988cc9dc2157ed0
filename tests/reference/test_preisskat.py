"""The money of a Preisskat of 93 from the first euro to the signed account, against figures worked out by hand."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from uuid import uuid4

import pytest

from scoring.lists.models import GameListRow
from scoring.money.reckon.ledger import Purpose
from scoring.money.reckon.plans import Fixed, Good, Goods
from scoring.money.reckon.pots import GoesTo
from scoring.money.reckon.presets import LOST_GAMES
from scoring.money.reckon.tariffs import PerEntrant
from scoring.money.selectors import accounts
from scoring.money.selectors.jackpots import refunds_of
from scoring.money.selectors.pots import pots_of
from scoring.money.selectors.statement import statement_of
from scoring.money.services import boxes, ending, paying, payout, pots, prizes, tariffs
from scoring.money.services.boxes import Count
from scoring.money.services.paying import Payment, Way
from scoring.money.services.prizes import WantedPrizes
from scoring.money.services.tariffs import Terms, Wanted
from scoring.office.services import release_unopposed
from scoring.paper_desk.services import take_results
from scoring.results.services import series as lists_series
from scoring.rules.game_list.totals import Totals
from tables.tournaments.models import Series, Tournament
from tests.scoring.money import desk
from tests.scoring.money.desk import told
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.direction_measures import Kind
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.database]

TARIFFS = (
    Wanted(code="entry", name="Startgeld", kind=PerEntrant(cents=6000), goes_to=(GoesTo(pot="Preise", share=100),)),
    Wanted(code="cards", name="Kartengeld", kind=PerEntrant(cents=200), goes_to=(GoesTo(pot="Verein", share=100),)),
    Wanted(
        code="lost",
        name="Verlustspielgeld",
        kind=LOST_GAMES["usual"],
        goes_to=(GoesTo(pot="Jackpot", cents=500), GoesTo(pot="Preise", share=100)),
    ),
)
AMOUNTS = (1000, 500, 300, 250, 200, 150, *[100] * 3, *[70] * 5, *[45] * 10)
WINNERS = (1, 5, 9, 13, 17, 21, 25, 2, 29, 6, 33, 3, 10, 37, 7, 14, 41, 11, 18, 45, 22, 15, 49, 26)
LOST = {4: (0, 3, 4, 6), 3: (0, 3, 4)}
"""Games that are lost at each seat, by the size of the table."""


def plan(made: Tournament) -> None:
    series = [
        WantedPrizes(
            name=f"Serie {number}",
            group=f"s{number}",
            series=number,
            plan=Fixed(cents=(8500, 6000, 3000), pot="Preise"),
        )
        for number in (1, 2)
    ]
    main = WantedPrizes(name="Gesamt", group="main", plan=Fixed(cents=[100 * euros for euros in AMOUNTS], pot="Preise"))
    last = WantedPrizes(name="Sachpreis", group="goods", plan=Goods(goods=(Good(name="Schinken", cents=2500),)))
    desk.plan_prizes(made, main, *series, last)


def pay_in_five_ways(made: Tournament) -> None:
    for number in range(1, 61):
        desk.pay(made, number, 7000 if number == 53 else 6200)
    for number in range(61, 81):
        desk.pay(made, number, 6200, way=Way.TRANSFER)
    for number in (81, 82):
        desk.pay(made, number, 6200, way=Way.VOUCHER)
    car = [Payment(number=number, cents=6200) for number in range(83, 91)]
    paying.pay_for_several(payments=car, entry_key=uuid4(), **told(made))
    for number in (91, 92):
        paying.put_off(number=number, entry_key=uuid4(), **told(made))
    desk.pay(made, 93, 3000)


def totals(numbers: Sequence[int], *, more: int = 0) -> list[Totals]:
    """Return the results of a list by the start numbers at its seats; ``more`` games are lost at seat 2."""
    base = 1300 if len(numbers) == 4 else 1295
    return [
        Totals(game_points=base - 10 * number, won=8, lost=lost + (more if seat == 1 else 0))
        for seat, (number, lost) in enumerate(zip(numbers, LOST[len(numbers)], strict=True))
    ]


def play(made: Tournament, number: int) -> None:
    """Take every list of a series from its paper, put those of tables 1 to 3 of the second right, and close it."""
    series = factories.running_series(made, number)
    for row in GameListRow.objects.filter(table__series=series).select_related("table"):
        seats = list(row.table.seats.order_by("place").values_list("entrant__number", flat=True))
        acts = {"list_id": row.pk, "by": factories.user(), "now": EVENING}
        assert take_results(totals=totals(seats), seen=None, **acts).is_closed
        if number == 2 and row.table.number <= 3:
            assert take_results(totals=totals(seats, more=1), seen=None, because="verzählt", **acts).is_closed
    assert Series.objects.get(pk=series.pk).status == Series.Status.RUNNING
    lists_series.close_series(series_id=series.pk, lot_seed="lots", by=factories.user(), now=EVENING)


def cash(made: Tournament) -> int:
    return desk.balance(made, "box", "1")


def settle(made: Tournament, *, but: int | None = None) -> None:
    """Let everybody pay what they owe and fetch what is due to them, but for one who fetches nothing."""
    for number, cents in sorted(accounts.owed(made).items()):
        if cents > 0:
            desk.pay(made, number, cents)
        elif number != but:
            payout.pay_out(number=number, entry_key=uuid4(), **told(made))


def count(made: Tournament, pieces: Mapping[int, int], **told: object) -> None:
    """Count the box, with somebody who signs too."""
    counted = Count(pieces=pieces, witness="Erna Schulz", because="1 Euro fehlt")
    boxes.count_box(count=counted, entry_key=uuid4(), **told)


def close(made: Tournament, **told: object) -> None:
    """Close the account: all that is left is the organiser's, and everything together is nothing."""
    ending.close_account(second="Erna Schulz", entry_key=uuid4(), **told)
    there = accounts.balances(made)
    assert {cents for account, cents in there.items() if account.purpose != Purpose.ORGANISER} == {0}
    assert sum(there.values()) == 0


@pytest.fixture
def made() -> Tournament:
    return factories.tournament(entrants=93, series=2, rounds=12)


def test_from_the_first_euro_to_the_signed_account(made):
    desk.charge(made, *TARIFFS)
    plan(made)
    boxes.put_in(cents=20000, entry_key=uuid4(), **told(made))
    pay_in_five_ways(made)
    assert cash(made) == 20000 + 425400
    assert accounts.owed(made) == {53: -800, 91: 6200, 92: 6200, 93: 3200}

    for number in (1, 2):
        play(made, number)
    pots.give_to_pot(pot="Jackpot", cents=15000, because="vom April", entry_key=uuid4(), **told(made))
    said = {"because": "Grand ouvert, Spiel 30; Zeugen 18 und 19", "of_list": (2, 5)}
    pots.give_jackpot(pot="Jackpot", number=17, cents=15500, entry_key=uuid4(), **said, **told(made))
    release_unopposed(tournament_id=made.pk, by=factories.user(), now=EVENING)
    made.refresh_from_db()

    given = made.awards.filter(off_at=None)
    main = given.filter(prize_list__name="Gesamt").order_by("place")
    assert tuple(main.values_list("entrant", flat=True)) == WINNERS
    for number in (1, 2):
        best = given.filter(prize_list__name=f"Serie {number}").order_by("place")
        assert list(best.values_list("entrant", "cents")) == [(1, 8500), (5, 6000), (9, 3000)]
    owed = accounts.owed(made)
    assert {number: -owed[number] for number in (1, 5, 9, 17, 2, 26)} == {
        1: 117000,
        5: 62000,
        9: 36000,
        17: 35500,
        2: 9600,
        26: 4200,
    }

    settle(made, but=26)
    ham = given.exclude(good="").get()
    payout.hand_over(award=ham.number, **told(made))
    late = Terms(fetched_until=date(2026, 6, 30), unclaimed_to="Verein")
    tariffs.set_terms(terms=late, **told(made))
    after = told(made) | {"now": EVENING + timedelta(days=60)}
    payout.let_fall_back(award=main.get(entrant=26).number, **after)
    assert accounts.owed(made) == {}
    assert cash(made) == 102300

    count(made, {10000: 10, 2000: 1, 200: 1}, **after)
    found = statement_of(made)
    assert found.lacks == ()
    assert dict(found.tariffs) == {"Startgeld": 558000, "Kartengeld": 18600, "Verlustspielgeld": 38400}
    assert (found.pots.charged, found.pots.given, found.pots.paid_out) == (615000, 400500, 65)
    assert {pot.name: pot.holds for pot in pots_of(made).pots} == {"Preise": 210900, "Verein": 22800, "Jackpot": 0}
    assert (found.transfers, found.vouchers) == (124000, 12400)
    (box,) = found.boxes
    assert (box.box.put_in, box.box.takings, box.box.paid, box.found) == (20000, 475000, 392700, 102200)
    assert (box.differences, box.backwards) == (-100, 474900)

    close(made, **after)


@pytest.mark.thorough
def test_cut_short_after_the_first_of_three_series_everybody_gets_two_thirds_back():
    made = factories.tournament(entrants=93, series=3, rounds=12)
    desk.charge(made, *TARIFFS)
    first = WantedPrizes(name="Serie 1", group="s1", series=1, plan=Fixed(cents=(8500, 6000, 3000), pot="Preise"))
    desk.plan_prizes(made, first)
    boxes.put_in(cents=20000, entry_key=uuid4(), **told(made))
    pay_in_five_ways(made)
    play(made, 1)
    directing.ordered(made, directing.order(Kind.EXPULSION, entrant=40, series=None))

    ending.refund(series_played=1, because="Strom weg", entry_key=uuid4(), **told(made))
    prizes.award_prizes(**told(made))

    refunds = dict(refunds_of(made))
    assert refunds == {
        number: cents
        for numbers, cents in (
            ((*range(1, 85, 4), 85, 88, 91), 4133),
            ((*range(2, 85, 4), 86, 89, 92), 4233),
            ((*range(3, 85, 4), 87, 90, 93), 4300),
            (range(4, 85, 4), 4433),
        )
        for number in numbers
        if number != 40
    }
    assert sum(refunds.values()) == 392644
    owed = accounts.owed(made)
    # With a prize; less the fee; 8.00 too much besides; a third of what was put off; the rest of a part.
    assert (owed[1], owed[2], owed[53], owed[91], owed[92], owed[93]) == (-12633, -4083, -4933, 2067, 2117, -850)
    assert owed[40] == 450

    settle(made)
    assert cash(made) == 20000 + 430034 - 380928 == 69106
    count(made, {10000: 6, 5000: 1, 2000: 2, 100: 1, 5: 1, 1: 1}, **told(made))
    found = statement_of(made)
    assert found.lacks == ()
    assert dict(found.tariffs) == {"Startgeld": 558000 - 392644, "Kartengeld": 18600, "Verlustspielgeld": 19050}
    assert (found.pots.charged, found.pots.given, found.kept) == (203006, 17500, 185506)
    (box,) = found.boxes
    assert (box.box.takings, box.box.paid, box.differences) == (430034, 380928, 0)
    # Cash without the change, transfers and vouchers are what stays.
    assert found.kept == 69106 - 20000 + 124000 + 12400
    close(made, **told(made))
