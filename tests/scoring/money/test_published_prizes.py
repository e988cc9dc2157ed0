"""Prize plans that were announced, and how equal places share (design page on money, 1.2 and 1.3)."""

import pytest

from scoring.money.reckon.awards import PrizeList, awards, order_of_choice, over
from scoring.money.reckon.plans import Fixed, Good, Goods, Shares, Size, Steps, amounts, carried
from scoring.money.reckon.pots import GoesTo
from scoring.money.reckon.previews import expected, preview
from scoring.money.reckon.sharing import Sharing, shared
from scoring.money.reckon.tariffs import LostGames, PerEntrant, Tariff

TIED = [[1, 2, 3]]


@pytest.mark.parametrize(
    ("sharing", "prizes"),
    [
        pytest.param(Sharing.NONE, (10000, 6000, 4000), id="1.3-none"),
        pytest.param(Sharing.AVERAGE, (6667, 6667, 6666), id="1.3-average"),
        pytest.param(Sharing.HORT, (8334, 6333, 5333), id="1.3-hort"),
    ],
)
def test_three_in_one_place_share_as_printed(sharing, prizes):
    assert shared((10000, 6000, 4000), TIED, sharing) == prizes


@pytest.mark.parametrize(
    ("players", "tables", "prizes"),
    [(93, 24, 24), (78, 20, 20), (98, 25, 25)],
    ids=["1.2-93-players", "practice-78-players", "practice-98-players"],
)
def test_there_are_as_many_prizes_as_tables(players, tables, prizes):
    plan = Steps(per=1, cents=(100000, 50000, 10000), of_tables=True)

    assert len(amounts(plan, pots={}, size=Size(entrants=players, tables=tables))) == prizes


def test_every_fourth_wins():
    """Show 1.2: every fourth player: 93 are 23 full fours."""
    found = amounts(Steps(per=4, cents=(500, 300)), pots={}, size=Size(entrants=93))

    assert (len(found), found[:3], found[-1]) == (23, (500, 300, 300), 300)


@pytest.mark.parametrize(
    ("entrants", "prizes"),
    [(100, (130000, 90000, 60000, 30000)), (60, (78000, 54000, 36000, 18000)), (33, (42900, 29700, 19800, 9900))],
)
def test_a_plan_announced_for_100_is_scaled_in_proportion(entrants, prizes):
    """Show 1.2: 1300/900/600/300 at 100 players."""
    plan = Fixed(cents=(130000, 90000, 60000, 30000), announced_for=100)

    assert amounts(plan, pots={}, size=Size(entrants=entrants)) == prizes


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
    HAM, WINE, SAUSAGE = Good(name="ham", cents=3000), Good(name="wine", cents=1200), Good(name="sausage")

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

    def test_are_chosen_by_the_winner_first_and_the_turn_of_who_is_absent_goes_on(self):
        """Show 1.2: the winner chooses first; an absent winner's thing goes to the next."""
        one = PrizeList(group="main", ranking=[[4], [1, 2], [3]], plan=Goods(goods=(self.HAM, self.WINE, self.SAUSAGE)))

        assert order_of_choice(one, 3) == (4, 1, 2)
        assert order_of_choice(one, 3, absent={1}) == (4, 2, 3)


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
        return preview(sums, self.GOES_TO, lists, size)

    @pytest.mark.parametrize(("entrants", "over"), [(60, 5000), (80, -15000), (100, -35000)])
    def test_says_whether_the_pot_carries_the_plan(self, entrants, over):
        found = self.at(entrants)

        assert (found.over, found.is_carried) == ({"prizes": over}, over <= 0)
        assert found.prizes == ((40000, 25000),)

    def test_follows_what_was_charged_so_far(self):
        found = self.at(80, entry=38000, loss=2001)

        assert found.pots == {"prizes": 76000, "club": 4002}
        assert found.paid_out == 65000 * 100 // 80002

    def test_knows_what_the_pot_can_carry(self):
        assert carried((40000, 25000), 60000) == (36924, 23076)
        assert carried((40000, 25000), 65000) == (40000, 25000)
        assert carried((), 100) == ()
