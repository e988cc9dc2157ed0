"""Disputes from everyday play, each with the ruling the rules demand (ISkO 3 to 5)."""

from dataclasses import dataclass

from scoring.rules.judging import judge
from scoring.rules.rulings import decided
from scoring.rules.valuation import Played
from tests.support.strategies import contract_of, line, lost

STAYS = "the list stays as it is"
HEARTS, CLUBS = contract_of("hearts"), contract_of("clubs")
LOST = [30, -98, 30, 30]
"""Clubs with 1, lost at the simple level: -48 and -50 for seat 2, 30 for each of the others."""

WON = [0, 74, 0, 0]
"""The same, won: 24 and 50."""


@dataclass(frozen=True, kw_only=True)
class Dispute:
    kind: str
    facts: str
    clauses: tuple[str, ...]
    written: Played | None
    """What the table wrote; None while the deal was still in hand."""

    ruling: Played | str
    result: list[int]
    declarer: int = 2
    """Who plays by the ruling."""


CASES = {
    "an opponent's revoke, found two tricks later": Dispute(
        kind="revoke",
        facts="Seat 3 discarded on hearts in the fifth trick and held one. Nobody had won by then.",
        clauses=("ISkO 4.2.3", "ISkO 4.2.4", "ISkO 4.1.4"),
        written=lost("clubs", 1),
        ruling=decided(CLUBS, matadors=1, bid=18, won_by_declarer=True),
        result=WON,
    ),
    "the declarer's revoke in a game he had not won": Dispute(
        kind="revoke",
        facts="The declarer did not follow in the sixth trick; he had 48 card points.",
        clauses=("ISkO 4.2.3", "ISkO 4.1.4"),
        written=line("clubs", 1, schneider=True),
        ruling=decided(CLUBS, matadors=1, bid=18, won_by_declarer=False),
        result=LOST,
    ),
    "the declarer's revoke in a game he had won already": Dispute(
        kind="revoke",
        facts="With 64 card points taken in, the declarer did not follow in the ninth trick.",
        clauses=("ISkO 4.2.3", "ISkO 4.1.3"),
        written=line("clubs", 1, schneider=True),
        ruling=judge(CLUBS, matadors=1, bid=18, card_points=64, tricks=6),
        result=WON,
    ),
    "a revoke claimed when all cards lay together": Dispute(
        kind="revoke",
        facts="The next dealer was shuffling when seat 4 remembered the revoke.",
        clauses=("ISkO 4.2.5",),
        written=line("clubs", 1),
        ruling=STAYS,
        result=WON,
    ),
    "an opponent leads out of turn and the declarer needed Schneider": Dispute(
        kind="lead",
        facts="Hearts Hand with 1, bid 40. Seat 4 led out of turn; the opponents had 14 card points.",
        clauses=("ISkO 4.1.4", "ISkO 4.1.5"),
        written=lost("hearts", 1, "hand", bid=40, overbid=True),
        ruling=decided(
            contract_of("hearts", "hand"),
            matadors=1,
            bid=40,
            won_by_declarer=True,
            opponents_points=14,
            opponents_tricks=2,
        ),
        result=[0, 90, 0, 0],
    ),
    "the same when they had 31 card points": Dispute(
        kind="lead",
        facts="Hearts Hand with 1, bid 40. Schneider was out of reach before seat 4 led out of turn.",
        clauses=("ISkO 4.1.5", "ISkO 5.4.2"),
        written=line("hearts", 1, "hand", schneider=True, bid=40),
        ruling=decided(contract_of("hearts", "hand"), matadors=1, bid=40, won_by_declarer=True, opponents_points=31),
        result=[30, -130, 30, 30],
    ),
    "a wrong lead noticed after the trick": Dispute(
        kind="lead",
        facts="All three had played to it and the trick was taken in.",
        clauses=("ISkO 4.1.7", "ISkO 4.4.1"),
        written=lost("clubs", 1),
        ruling=STAYS,
        result=LOST,
    ),
    "the declarer lays his cards open and does not make every trick": Dispute(
        kind="claim",
        facts="He said nothing; the ace of spades was still out. He had 52 card points.",
        clauses=("ISkO 4.3.4", "ISkO 4.1.4"),
        written=line("clubs", 1),
        ruling=decided(CLUBS, matadors=1, bid=18, won_by_declarer=False),
        result=LOST,
    ),
    "an opponent lays his cards open and does not make every trick": Dispute(
        kind="claim",
        facts="Seat 3 claimed the last four tricks; the declarer held the highest trump.",
        clauses=("ISkO 4.3.5", "ISkO 4.1.4"),
        written=lost("clubs", 1),
        ruling=decided(CLUBS, matadors=1, bid=18, won_by_declarer=True),
        result=WON,
    ),
    "an opponent gives the game up and his partner does not agree": Dispute(
        kind="claim",
        facts="Seat 4 threw his cards together in the third trick; seat 3 could have won.",
        clauses=("ISkO 4.3.3", "ISkO 3.5.2", "ISkO 4.1.4"),
        written=None,
        ruling=decided(CLUBS, matadors=1, bid=18, won_by_declarer=True),
        result=WON,
    ),
    "the declarer gives the game up with ten cards in hand": Dispute(
        kind="claim",
        facts="He took the skat up, announced clubs and gave it up before the first trick.",
        clauses=("ISkO 4.3.1",),
        written=lost("clubs", 1, schneider=True),
        ruling=lost("clubs", 1),
        result=LOST,
    ),
    "Hand was not announced": Dispute(
        kind="announcement",
        facts="The declarer left the skat where it was and only said “clubs”.",
        clauses=("ISkO 3.4.1",),
        written=line("clubs", 1, "hand"),
        ruling=line("clubs", 1),
        result=WON,
    ),
    "Schneider announced after the skat was taken up": Dispute(
        kind="announcement",
        facts="All noticed at once. He made 78 card points.",
        clauses=("ISkO 3.4.4", "ISkO 3.4.5", "ISkO 5.2.5"),
        written=lost("clubs", 1),
        ruling=judge(CLUBS, matadors=1, bid=18, card_points=78, tricks=7),
        result=WON,
    ),
    "an announced Schneider was missed": Dispute(
        kind="announcement",
        facts="Diamonds Hand, Schneider announced, with 3; 71 card points. The table left out what was announced.",
        clauses=("ISkO 5.2.5", "ISkO 5.3.4"),
        written=lost("diamonds", 3, "hand"),
        ruling=judge(contract_of("diamonds", "schneider"), matadors=3, bid=18, card_points=71, tricks=7),
        result=[30, -176, 30, 30],
    ),
    "overbid and not noticed": Dispute(
        kind="bidding",
        facts="Hearts with 1, bid 50. The second matador lay in the skat.",
        clauses=("ISkO 5.4.1",),
        written=line("hearts", 1),
        ruling=judge(HEARTS, matadors=1, bid=50, card_points=70, tricks=6),
        result=[30, -150, 30, 30],
    ),
    "overbid, but a Schneider saved it": Dispute(
        kind="bidding",
        facts="Hearts with 1, bid 30. The opponents had 28 card points.",
        clauses=("ISkO 5.4.1", "ISkO 5.2.3"),
        written=lost("hearts", 1, bid=30, overbid=True),
        ruling=judge(HEARTS, matadors=1, bid=30, card_points=92, tricks=8),
        result=[0, 80, 0, 0],
    ),
    "an opponent's breach in a game that nobody could win": Dispute(
        kind="bidding",
        facts="Spades without 7, bid 99. Seat 3 showed the skat.",
        clauses=("ISkO 5.4.3", "ISkO 4.2.8"),
        written=None,
        ruling=decided(contract_of("spades"), matadors=-7, bid=99, won_by_declarer=True),
        result=[30, -248, 30, 30],
    ),
    "a Null below the bid": Dispute(
        kind="bidding",
        facts="Null announced at a bid of 24. He made no trick.",
        clauses=("ISkO 3.4.4",),
        written=None,
        ruling=lost("clubs", 1, bid=24),
        result=LOST,
    ),
    "the declarer put three cards away": Dispute(
        kind="dealing",
        facts="He played with nine cards; it was noticed in the last trick.",
        clauses=("ISkO 4.2.6",),
        written=line("clubs", 1),
        ruling=decided(CLUBS, matadors=1, bid=18, won_by_declarer=False),
        result=LOST,
    ),
    "an opponent counts the trumps aloud": Dispute(
        kind="conduct",
        facts="“That was the seventh.” The game was open.",
        clauses=("ISkO 4.5.8", "ISkO 4.2.9", "ISkO 4.1.4"),
        written=lost("clubs", 1),
        ruling=decided(CLUBS, matadors=1, bid=18, won_by_declarer=True),
        result=WON,
    ),
    "a false list: another was the declarer": Dispute(
        kind="list",
        facts="Seat 3 played; all of the table say so.",
        clauses=("ISkO 5.5.3", "SkWO 7.2.1"),
        written=line("clubs", 1),
        ruling=line("clubs", 1),
        declarer=3,
        result=[0, 0, 74, 0],
    ),
    "a false list: the matadors are wrong": Dispute(
        kind="list",
        facts="With 3, as the tricks show.",
        clauses=("ISkO 2.4.2", "ISkO 5.5.2"),
        written=line("clubs", 1),
        ruling=line("clubs", 3),
        result=[0, 98, 0, 0],
    ),
}
