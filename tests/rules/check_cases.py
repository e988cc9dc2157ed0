"""Lines for every code of a line, each beside the nearest line that does not get it."""

from dataclasses import replace

from scoring.rules.codes import Code
from scoring.rules.valuation import Played
from tests.support.strategies import contract_of, line, lost


def schwarz_alone(game, matadors):
    return Played(contract=contract_of(game), matadors=matadors, won=True, schwarz=True)


def null(**ticks):
    return Played(**{"contract": contract_of("null"), "matadors": None, "won": True} | ticks)


SAYS = {
    "no-matadors": (Code.MATADORS_MISSING, line("clubs", 0), line("clubs", 1)),
    "matadors-not-stated": (Code.MATADORS_MISSING, line("grand"), line("grand", -1)),
    "grand-with-5": (Code.TOO_MANY_MATADORS, line("grand", 5), line("grand", 4)),
    "grand-without-5": (Code.TOO_MANY_MATADORS, line("grand", -5), line("grand", -4)),
    "suit-with-12": (Code.TOO_MANY_MATADORS, line("hearts", 12), line("hearts", 11)),
    "suit-without-12": (Code.TOO_MANY_MATADORS, line("hearts", -12), line("hearts", -11)),
    "null-with-matadors": (Code.MATADORS_IN_NULL, null(matadors=1), null()),
    "null-with-no-matadors": (Code.MATADORS_IN_NULL, null(matadors=0), null()),
    "null-schneider": (Code.LEVEL_IN_NULL, null(schneider=True), null()),
    "null-schwarz": (Code.LEVEL_IN_NULL, null(won=False, schwarz=True), null(won=False)),
    "schneider-missed": (
        Code.ANNOUNCED_LEVEL_MISSED,
        line("clubs", 1, "schneider"),
        line("clubs", 1, "schneider", schneider=True),
    ),
    "schwarz-missed": (
        Code.ANNOUNCED_LEVEL_MISSED,
        line("clubs", 1, "schwarz", schneider=True),
        line("clubs", 1, "schwarz", schwarz=True),
    ),
    "ouvert-missed": (
        Code.ANNOUNCED_LEVEL_MISSED,
        line("clubs", 1, "ouvert", schneider=True),
        lost("clubs", 1, "ouvert"),
    ),
    "schwarz-but-not-schneider": (
        Code.SCHWARZ_WITHOUT_SCHNEIDER,
        schwarz_alone("clubs", 1),
        line("clubs", 1, schwarz=True),
    ),
    "lost-schwarz-but-not-schneider": (
        Code.SCHWARZ_WITHOUT_SCHNEIDER,
        replace(schwarz_alone("clubs", 1), won=False),
        lost("clubs", 1, schwarz=True),
    ),
    "won-schwarz-without": (
        Code.WON_SCHWARZ_WITHOUT_CLUB_JACK,
        line("clubs", -1, schwarz=True),
        line("clubs", 1, schwarz=True),
    ),
    "won-schwarz-announced-without": (
        Code.WON_SCHWARZ_WITHOUT_CLUB_JACK,
        line("grand", -1, "schwarz"),
        lost("grand", -1, "schwarz"),
    ),
    "won-schwarz-not-stated": (
        Code.WON_SCHWARZ_WITHOUT_CLUB_JACK,
        line("clubs", -11, schwarz=True),
        line("clubs", 0, schwarz=True),
    ),
    "won-schneider-without-7": (
        Code.WON_SCHNEIDER_WITHOUT_SEVEN,
        line("hearts", -7, schneider=True),
        line("hearts", -6, schneider=True),
    ),
    "won-schneider-announced-without-7": (
        Code.WON_SCHNEIDER_WITHOUT_SEVEN,
        line("hearts", -7, "schneider"),
        lost("hearts", -7, "schneider"),
    ),
    "won-schwarz-without-7": (Code.WON_SCHNEIDER_WITHOUT_SEVEN, schwarz_alone("hearts", -7), line("hearts", -7)),
    "won-schneider-without-7-needs-a-suit": (
        Code.WON_SCHNEIDER_WITHOUT_SEVEN,
        line("hearts", -11, schneider=True),
        line("grand", -7, schneider=True),
    ),
    "own-schneider-with-7": (
        Code.LOST_SCHNEIDER_WITH_SEVEN,
        lost("hearts", 7, schneider=True),
        lost("hearts", 6, schneider=True),
    ),
    "own-schneider-with-7-or-announced": (
        Code.LOST_SCHNEIDER_WITH_SEVEN,
        lost("hearts", 7, "hand", schneider=True),
        lost("hearts", 7, "schneider", schneider=True),
    ),
    "own-schneider-with-7-or-overbid": (
        Code.LOST_SCHNEIDER_WITH_SEVEN,
        lost("hearts", 7, schneider=True, bid=80),
        lost("hearts", 7, schneider=True, bid=81, overbid=True),
    ),
    "own-schneider-with-7-or-ticked": (
        Code.LOST_SCHNEIDER_WITH_SEVEN,
        lost("hearts", 7, schwarz=True),
        lost("hearts", 7, schwarz=True, overbid=True),
    ),
    "own-schneider-with-7-without": (
        Code.LOST_SCHNEIDER_WITH_SEVEN,
        lost("hearts", 8, schneider=True),
        lost("hearts", -7, schneider=True),
    ),
    "own-schneider-with-7-needs-a-suit": (
        Code.LOST_SCHNEIDER_WITH_SEVEN,
        lost("hearts", 11, schneider=True),
        lost("grand", 7, schneider=True),
    ),
    "own-schwarz-with-3": (
        Code.LOST_SCHWARZ_WITH_THREE,
        lost("grand", 3, schwarz=True),
        lost("grand", 2, schwarz=True),
    ),
    "own-schwarz-with-3-or-announced": (
        Code.LOST_SCHWARZ_WITH_THREE,
        lost("clubs", 3, "schneider", schwarz=True),
        lost("clubs", 3, "schwarz", schwarz=True),
    ),
    "own-schwarz-with-3-or-overbid": (
        Code.LOST_SCHWARZ_WITH_THREE,
        lost("clubs", 3, schwarz=True, bid=48),
        lost("clubs", 3, schwarz=True, bid=50, overbid=True),
    ),
    "own-schwarz-with-3-without": (
        Code.LOST_SCHWARZ_WITH_THREE,
        lost("clubs", 4, schwarz=True),
        lost("clubs", -3, schwarz=True),
    ),
    "won-below-the-bid": (Code.WON_BELOW_BID, line("hearts", 1, bid=22), line("hearts", 1, bid=20)),
    "won-below-the-bid-or-saved": (
        Code.WON_BELOW_BID,
        line("hearts", 1, "hand", bid=33),
        line("hearts", 1, "hand", schneider=True, bid=33),
    ),
    "won-and-ticked": (Code.WON_BELOW_BID, line("hearts", 1, overbid=True), lost("hearts", 1, overbid=True)),
    "tick-though-covered": (
        Code.OVERBID_THOUGH_COVERED,
        lost("hearts", 1, bid=20, overbid=True),
        lost("hearts", 1, bid=22, overbid=True),
    ),
    "tick-though-covered-by-announcement": (
        Code.OVERBID_THOUGH_COVERED,
        lost("hearts", 1, "schneider", bid=50, overbid=True),
        lost("hearts", 1, "hand", schneider=True, bid=40, overbid=True),
    ),
    "tick-though-null-covers": (
        Code.OVERBID_THOUGH_COVERED,
        lost("null", bid=23, overbid=True),
        lost("null", bid=24, overbid=True),
    ),
    "tick-without-bid": (
        Code.OVERBID_WITHOUT_BID,
        lost("hearts", 1, overbid=True),
        lost("hearts", 1, overbid=True, bid=22),
    ),
    "bid-of-19": (Code.UNKNOWN_BID, line("clubs", 1, bid=19), line("clubs", 1, bid=18)),
    "bid-of-0": (Code.UNKNOWN_BID, line("clubs", 1, bid=0), line("clubs", 1)),
    "bid-of-265": (Code.UNKNOWN_BID, lost("clubs", 1, bid=265), lost("clubs", 1, bid=264)),
    "null-bid-of-25": (Code.UNKNOWN_BID, line("null", bid=25), line("null", bid=22)),
    "null-won-above": (Code.NULL_BELOW_BID, line("null", bid=24), line("null", bid=23)),
    "null-lost-above": (Code.NULL_BELOW_BID, lost("null", bid=24), lost("null", bid=23)),
    "null-hand-above": (
        Code.NULL_BELOW_BID,
        line("null", announced="hand", bid=36),
        line("null", announced="hand", bid=35),
    ),
    "null-ticked": (Code.NULL_BELOW_BID, lost("null", overbid=True), lost("null")),
    "five": (Code.MANY_MATADORS, line("clubs", 5), line("clubs", 4)),
    "without-five": (Code.MANY_MATADORS, lost("clubs", -5), lost("clubs", -4)),
    "schwarz-announced": (
        Code.SCHWARZ_ANNOUNCED,
        line("clubs", 1, "schwarz", schwarz=True),
        line("clubs", 1, "schneider", schwarz=True),
    ),
    "ouvert": (Code.SCHWARZ_ANNOUNCED, lost("clubs", 1, "ouvert"), line("null", announced="ouvert")),
    "schwarz-announced-without": (
        Code.SCHWARZ_ANNOUNCED_WITHOUT_CLUB_JACK,
        lost("clubs", -1, "schwarz"),
        lost("clubs", 1, "schwarz"),
    ),
    "schwarz-announced-not-stated": (
        Code.SCHWARZ_ANNOUNCED_WITHOUT_CLUB_JACK,
        lost("clubs", -2, "schwarz"),
        lost("clubs", 0, "schwarz"),
    ),
    "schneider-announced-without": (
        Code.SCHWARZ_ANNOUNCED_WITHOUT_CLUB_JACK,
        lost("clubs", -1, "ouvert"),
        lost("clubs", -1, "schneider"),
    ),
    "eleven": (Code.SIMPLE_LOSS_WITH_ELEVEN, lost("clubs", 11), lost("clubs", 10)),
    "eleven-won": (Code.SIMPLE_LOSS_WITH_ELEVEN, lost("clubs", 11, "hand"), line("clubs", 11)),
    "eleven-announced": (Code.SIMPLE_LOSS_WITH_ELEVEN, lost("clubs", 11, bid=144), lost("clubs", 11, "schneider")),
    "eleven-overbid": (Code.SIMPLE_LOSS_WITH_ELEVEN, lost("clubs", 11), lost("clubs", 11, bid=150, overbid=True)),
    "eleven-schneider": (Code.SIMPLE_LOSS_WITH_ELEVEN, lost("clubs", 11), lost("clubs", 11, schneider=True)),
    "eleven-missing": (Code.SIMPLE_LOSS_WITH_ELEVEN, lost("clubs", 11), lost("clubs", -11)),
    "eleven-not-four": (Code.SIMPLE_LOSS_WITH_ELEVEN, lost("clubs", 11), lost("grand", 4)),
    "own-schwarz-with-1": (
        Code.LOST_SCHWARZ_WITH_ONE_OR_TWO,
        lost("clubs", 1, schwarz=True),
        lost("clubs", -1, schwarz=True),
    ),
    "own-schwarz-not-stated": (
        Code.LOST_SCHWARZ_WITH_ONE_OR_TWO,
        lost("clubs", 2, schwarz=True),
        lost("clubs", 0, schwarz=True),
    ),
    "own-schwarz-with-2": (
        Code.LOST_SCHWARZ_WITH_ONE_OR_TWO,
        lost("grand", 2, schwarz=True),
        lost("grand", 3, schwarz=True),
    ),
    "own-schwarz-with-2-announced": (
        Code.LOST_SCHWARZ_WITH_ONE_OR_TWO,
        lost("clubs", 2, schwarz=True),
        lost("clubs", 2, "ouvert", schwarz=True),
    ),
    "own-schwarz-with-2-overbid": (
        Code.LOST_SCHWARZ_WITH_ONE_OR_TWO,
        lost("clubs", 2, schwarz=True),
        lost("clubs", 2, schwarz=True, bid=40, overbid=True),
    ),
    "own-schneider-with-2": (
        Code.LOST_SCHWARZ_WITH_ONE_OR_TWO,
        lost("clubs", 2, schwarz=True),
        lost("clubs", 2, schneider=True),
    ),
    "not-ticked": (Code.BELOW_BID_NOT_TICKED, lost("hearts", 1, bid=22), lost("hearts", 1, bid=22, overbid=True)),
    "not-ticked-but-covered": (
        Code.BELOW_BID_NOT_TICKED,
        lost("hearts", 1, schneider=True, bid=33),
        lost("hearts", 1, schneider=True, bid=30),
    ),
    "not-ticked-but-won": (Code.BELOW_BID_NOT_TICKED, lost("hearts", 2, bid=33), line("hearts", 1, bid=22)),
}
"""Name: the code, a line that gets it, and the nearest line that does not."""
