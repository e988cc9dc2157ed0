"""Tariffs, pots and prize plans that clubs publish, and what they come to (design page on money, 1.1 to 1.3)."""

from scoring.money.reckon.prizes import (
    Fixed,
    Good,
    Goods,
    PrizeList,
    Shares,
    Sharing,
    Size,
    Steps,
    amounts,
    awards,
    carried,
    divided,
    expected,
    filled,
    over,
    paid_out,
    preview,
    shared,
)
from scoring.money.reckon.tariffs import (
    LOST_GAMES,
    PLACE_AT_TABLE,
    ChargedEntrant,
    GoesTo,
    LostGames,
    PassedIn,
    PerEntrant,
    PerList,
    PerTeam,
    PlaceAtTable,
    PlayedList,
    PlayedSeat,
    Reason,
    Tariff,
    Word,
    charged,
    charges,
)

TIED = [[1, 2, 3]]


def test_three_in_one_place_share_as_printed():
    """Show 1.3: none, the average, and half and half."""
    for sharing, prizes in (
        (Sharing.NONE, (10000, 6000, 4000)),
        (Sharing.AVERAGE, (6667, 6667, 6666)),
        (Sharing.HORT, (8334, 6333, 5333)),
    ):
        assert shared((10000, 6000, 4000), TIED, sharing) == prizes


def test_there_are_as_many_prizes_as_tables_or_every_fourth_wins():
    """Show 1.2: 93 players at 24 tables, and every fourth of them, 23 full fours; practice: 78 and 98 players."""
    plan = Steps(per=1, cents=(100000, 50000, 10000), of_tables=True)
    for players, tables in ((93, 24), (78, 20), (98, 25)):
        assert len(amounts(plan, pots={}, size=Size(entrants=players, tables=tables))) == tables

    found = amounts(Steps(per=4, cents=(500, 300)), pots={}, size=Size(entrants=93))
    assert (len(found), found[:3], found[-1]) == (23, (500, 300, 300), 300)


def test_a_plan_announced_for_100_is_scaled_in_proportion():
    """Show 1.2: 1300/900/600/300 at 100 players."""
    plan = Fixed(cents=(130000, 90000, 60000, 30000), announced_for=100)

    assert amounts(plan, pots={}, size=Size(entrants=100)) == (130000, 90000, 60000, 30000)
    assert amounts(plan, pots={}, size=Size(entrants=60)) == (78000, 54000, 36000, 18000)
    assert amounts(plan, pots={}, size=Size(entrants=33)) == (42900, 29700, 19800, 9900)


def test_the_series_prizes_of_93_players_come_to_what_was_printed():
    """Show 1.2: 85/60/30 in ten series are 1,750."""
    lists = [
        PrizeList(group=f"series-{n}", ranking=[[1], [2], [3]], plan=Fixed(cents=(8500, 6000, 3000)))
        for n in range(1, 11)
    ]

    given = awards(lists, pots={}, size=Size(entrants=93))

    assert sum(award.prize.cents for award in given) == 175000


def test_a_table_played_for_a_stake_pays_70_and_30():
    """Show 1.3: 70 % and 30 % of the table's stake."""
    plan = Shares(pot="table", shares=(70, 30))

    assert amounts(plan, pots={"table": 4000}, size=Size(entrants=4)) == (2800, 1200)


def test_the_highest_prize_goes_first_and_frees_the_lower_one_for_the_next():
    """Show 1.3: one prize a group; who is promoted leaves the lower prize to the next."""
    lists = [
        PrizeList(group="main", ranking=[[1], [2], [3], [4]], plan=Fixed(cents=(10000, 6000, 1000))),
        PrizeList(group="main", of_class="ladies", ranking=[[3], [4]], plan=Fixed(cents=(5000,))),
        PrizeList(group="luck", ranking=[[3]], plan=Fixed(cents=(500,))),
    ]

    given = awards(lists, pots={}, size=Size(entrants=4))

    assert [(a.number, a.prize.of_list, a.prize.cents) for a in given] == [
        (1, 0, 10000),
        (2, 0, 6000),
        (4, 0, 1000),
        (3, 1, 5000),
        (3, 2, 500),
    ]


class TestGoods:
    HAM, SAUSAGE = Good(name="ham", cents=3000), Good(name="sausage")

    def test_with_a_value_come_before_less_money(self):
        """Show 1.3: goods with a value stand beside money."""
        lists = [
            PrizeList(group="main", ranking=[[1], [2]], plan=Fixed(cents=(2000, 1000))),
            PrizeList(group="main", ranking=[[1], [2], [3]], plan=Goods(goods=(self.HAM, self.SAUSAGE), pot="goods")),
        ]

        given = awards(lists, pots={"goods": 2500}, size=Size(entrants=3))

        assert [(a.number, a.prize.good or a.prize.cents) for a in given] == [
            (2, 2000),
            (1, self.HAM),
            (3, self.SAUSAGE),
        ]
        assert over(lists, (a.prize for a in given), {"goods": 2500}) == {"goods": 500}


class TestAPreview:
    TARIFFS = (
        Tariff(code="entry", kind=PerEntrant(cents=1000)),
        Tariff(code="loss", kind=LostGames(tiers=((None, 50),))),
    )

    GOES_TO = {"entry": [GoesTo(pot="prizes", share=100)], "loss": [GoesTo(pot="club", share=100)]}

    def at(self, entrants, **so_far):
        lists = [PrizeList(group="main", ranking=[], plan=Fixed(cents=(40000, 25000), pot="prizes"))]
        size = Size(entrants=entrants, tables=-(-entrants // 4))
        sums = expected(self.TARIFFS, so_far, now=40 if so_far else 0, entrants=entrants)
        return preview(sums, self.GOES_TO, lists, size, {})

    def test_says_whether_the_pot_carries_the_plan_and_follows_what_was_charged_so_far(self):
        for entrants, over_all in ((60, 5000), (80, -15000), (100, -35000)):
            found = self.at(entrants)
            assert found.over == {"prizes": over_all}
            assert found.prizes == ((40000, 25000),)

        found = self.at(80, entry=38000, loss=2001)
        assert found.pots == {"prizes": 76000, "club": 4002}
        assert found.paid_out == 65000 * 100 // 80002
        assert carried((40000, 25000), 60000) == (36924, 23076)
        assert carried((40000, 25000), 65000) == (40000, 25000)
        assert carried((), 100) == ()


def shares(*of):
    return [GoesTo(pot=f"pot-{index}", share=share) for index, share in enumerate(of)]


def test_entries_and_lost_games_go_where_clubs_say():
    # Show 1.2: 80 % month, 10 % year, 10 % year by series.
    assert divided(4405, shares(80, 10, 10)) == (3524, 440, 441)
    # 40 % month, 10 % table points, 10 % year, 10 % by series, EUR 5 to the jackpot; the rest stays.
    to_four = [GoesTo(pot="jackpot", cents=500), *shares(40, 10, 10, 10), GoesTo(pot="club", share=0)]
    assert divided(2500, to_four) == (500, 800, 200, 200, 200, 600)
    # Online: 60 % organiser, 15 % special event, 10 % bonus, 15 % month, without a rest.
    assert divided(999, shares(60, 15, 10, 15)) == (599, 149, 99, 152)

    goes_to = {"entry": shares(100), "loss": shares(50, 50)}
    assert filled({"entry": 1000, "loss": 301, "cards": 99}, goes_to) == {"pot-0": 1150, "pot-1": 151}


def test_a_serious_event_pays_out_everything():
    """Show 1.2: the rate on the page is reckoned, and rounded down."""
    assert [paid_out(given, 10000) for given in (10000, 9999, 8000, 0)] == [100, 99, 80, 0]
    assert paid_out(0, 0) == 0


def test_lost_games_cost_what_is_printed():
    """Show 1.1: what each preset comes to."""
    for preset, printed in (
        ("usual", {0: 0, 3: 150, 4: 250, 6: 450, 8: 650, 12: 1050}),
        ("three tiers", {6: 650, 8: 1250, 12: 2450}),
        ("dear", {4: 500, 8: 1300}),
        ("cheap", {4: 190, 8: 590}),
        ("half a euro", {7: 350}),
        ("one euro", {7: 700}),
    ):
        assert {lost: LOST_GAMES[preset].cents_for(lost) for lost in printed} == printed, preset
    assert LostGames(tiers=()).cents_for(9) == 0


def test_lost_games_count_per_list_and_never_over_series():
    """Show 1.1: twice three lost games are twice 1.50, six in one list 4.50."""
    one = ChargedEntrant(number=1)
    lists = [PlayedList(series=series, seats=[PlayedSeat(number=1, lost=3)]) for series in (1, 2)]

    assert owed(one, LOST_GAMES["usual"], lists) == 300
    assert owed(one, LOST_GAMES["usual"], [PlayedList(seats=[PlayedSeat(number=1, lost=6)])]) == 450


def test_the_lost_games_of_an_evening_come_to_what_is_expected():
    """Show 1.1: of 48 deals 15 per cent are lost, 1.8 a player; with two for most it is EUR 0.90 to 1.00 each."""
    entrants = [ChargedEntrant(number=number) for number in range(1, 101)]
    lists = [
        PlayedList(seats=[PlayedSeat(number=4 * table + seat + 1, lost=lost) for seat, lost in enumerate((1, 2, 2, 2))])
        for table in range(25)
    ] * 3
    tariff = Tariff(code="loss", kind=LOST_GAMES["usual"])

    total = sum(charge.cents for charge in charges([tariff], entrants, lists))

    assert total == 100 * 3 * 7 * 50 // 4 == 26250


def test_the_place_at_the_table_costs_what_is_printed():
    """Show 1.1: at four the best pays 0.50, the second 1.00, the third 1.50, the fourth 2.00."""
    four = PlayedList(seats=[PlayedSeat(number=number, total=1000 - 100 * number) for number in (1, 2, 3, 4)])
    assert [owed(ChargedEntrant(number=n), PLACE_AT_TABLE, [four]) for n in (1, 2, 3, 4)] == [50, 100, 150, 200]

    five = PlayedList(seats=[PlayedSeat(number=number) for number in (1, 2, 3, 4, 5)])
    assert owed(ChargedEntrant(number=1), PlaceAtTable(cents={4: (1, 2, 3, 4)}), [five]) == 0


def test_passed_in_deals_may_cost_a_fee_too():
    table = PlayedList(passed=3, seats=[PlayedSeat(number=number) for number in (1, 2, 3, 4)])

    assert [owed(ChargedEntrant(number=n), PassedIn(cents=10), [table]) for n in (1, 2, 3, 4)] == [8, 8, 7, 7]


def test_an_entry_of_several_parts_adds_up():
    """Show 1.1: 23.50 is 15 for the whole, 7.50 for the series, 1 for cards."""
    tariffs = [
        Tariff(code="whole", kind=PerEntrant(cents=1500)),
        Tariff(code="series", kind=PerEntrant(cents=750)),
        Tariff(code="cards", kind=PerEntrant(cents=100)),
    ]
    one = [ChargedEntrant(number=1)]

    assert charged(tariffs, one, charges(tariffs, one, []))[1] == {"whole": 1500, "series": 750, "cards": 100}


def test_juniors_pay_nothing_and_who_opts_out_only_list_and_lost_games():
    """Show 1.1: juniors pay nothing; opting out of the prizes leaves list money and loss fees."""
    tariffs = [
        Tariff(code="entry", kind=PerEntrant(cents=500), free=frozenset({"juniors", "without prizes"})),
        Tariff(code="list", kind=PerList(cents=200), free=frozenset({"juniors"})),
        Tariff(code="loss", kind=LOST_GAMES["usual"], free=frozenset({"juniors"})),
    ]
    entrants = [
        ChargedEntrant(number=1, classes=frozenset({"juniors"})),
        ChargedEntrant(number=2, classes=frozenset({"without prizes"})),
        ChargedEntrant(number=3),
    ]
    table = PlayedList(seats=[PlayedSeat(number=number, lost=4) for number in (1, 2, 3)])

    assert charged(tariffs, entrants, charges(tariffs, entrants, [table])) == {
        1: {"entry": 0, "list": 0, "loss": 0},
        2: {"entry": 0, "list": 200, "loss": 250},
        3: {"entry": 500, "list": 200, "loss": 250},
    }


def owed(entrant, kind, lists):
    return sum(charge.cents for charge in charges([Tariff(code="t", kind=kind)], [entrant], lists))


def test_every_charge_says_why_in_a_word_and_its_numbers():
    kinds = {
        "entry": PerEntrant(cents=1000),
        "team": PerTeam(cents=2000),
        "list": PerList(cents=200),
        "loss": LostGames(tiers=((None, 50),)),
        "place": PlaceAtTable(cents={3: (10, 20, 30)}),
        "passed": PassedIn(cents=30),
    }
    tariffs = [Tariff(code=code, kind=kind) for code, kind in kinds.items()]
    table = PlayedList(passed=2, seats=[PlayedSeat(number=n, total=n, lost=3) for n in (1, 2, 3)])

    found = charges(tariffs, [ChargedEntrant(number=2, team="A")], [table])

    assert {charge.tariff: (charge.cents, charge.reason.code, charge.of_list) for charge in found} == {
        "entry": (1000, "entry 1", None),
        "team": (2000, "team 1", None),
        "list": (200, "list 1", 0),
        "loss": (150, "lost-games 3", 0),
        "place": (20, "place-at-table 2 3", 0),
        "passed": (20, "passed-in 2 3", 0),
    }


def test_who_is_free_is_told_so():
    tariff = Tariff(code="entry", kind=PerEntrant(cents=1000), free=frozenset({"juniors"}))

    (found,) = charges([tariff], [ChargedEntrant(number=1, classes=frozenset({"juniors"}))], [])

    assert (found.cents, found.reason) == (0, Reason(Word.FREE))


def test_a_class_may_pay_less_and_of_several_the_least():
    kind = PerEntrant(cents=1000, cheaper={"members": 800, "ladies": 700})
    entrants = [
        ChargedEntrant(number=n, classes=frozenset(of))
        for n, of in enumerate([(), ("members",), ("members", "ladies")], 1)
    ]

    assert [charge.cents for charge in charges([Tariff(code="t", kind=kind)], entrants, [])] == [1000, 800, 700]


def test_a_team_pays_once():
    entrants = [ChargedEntrant(number=n, team=team) for n, team in enumerate(["A", "A", "B", None], 1)]

    found = charges([Tariff(code="t", kind=PerTeam(cents=500))], entrants, [])

    assert [(charge.number, charge.cents) for charge in found] == [(1, 500), (3, 500)]
