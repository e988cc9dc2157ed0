"""Lines for every code of a line, each beside the nearest line that does not get it."""

from dataclasses import replace

from scoring.rules.codes import Code
from scoring.rules.valuation import Played
from tests.support.strategies import contract_of, line, lost


def schwarz_alone(game, matadors):
    return Played(contract=contract_of(game), matadors=matadors, won=True, schwarz=True)


def null(**ticks):
    return Played(**{"contract": contract_of("null"), "matadors": None, "won": True} | ticks)


SAYS_BY_CODE = {
    Code.MATADORS_MISSING: {
        "no-matadors": (line("clubs", 0), line("clubs", 1)),
        "matadors-not-stated": (line("grand"), line("grand", -1)),
    },
    Code.TOO_MANY_MATADORS: {
        "grand-with-5": (line("grand", 5), line("grand", 4)),
        "grand-without-5": (line("grand", -5), line("grand", -4)),
        "suit-with-12": (line("hearts", 12), line("hearts", 11)),
        "suit-without-12": (line("hearts", -12), line("hearts", -11)),
    },
    Code.MATADORS_IN_NULL: {
        "matadors": (null(matadors=1), null()),
        "no-matadors": (null(matadors=0), null()),
    },
    Code.LEVEL_IN_NULL: {
        "schneider": (null(schneider=True), null()),
        "schwarz": (null(won=False, schwarz=True), null(won=False)),
    },
    Code.ANNOUNCED_LEVEL_MISSED: {
        "schneider-missed": (line("clubs", 1, "schneider"), line("clubs", 1, "schneider", schneider=True)),
        "schwarz-missed": (line("clubs", 1, "schwarz", schneider=True), line("clubs", 1, "schwarz", schwarz=True)),
        "ouvert-missed": (line("clubs", 1, "ouvert", schneider=True), lost("clubs", 1, "ouvert")),
    },
    Code.SCHWARZ_WITHOUT_SCHNEIDER: {
        "schwarz-but-not-schneider": (schwarz_alone("clubs", 1), line("clubs", 1, schwarz=True)),
        "lost-schwarz-but-not-schneider": (
            replace(schwarz_alone("clubs", 1), won=False),
            lost("clubs", 1, schwarz=True),
        ),
    },
    Code.WON_SCHWARZ_WITHOUT_CLUB_JACK: {
        "without": (line("clubs", -1, schwarz=True), line("clubs", 1, schwarz=True)),
        "announced-without": (line("grand", -1, "schwarz"), lost("grand", -1, "schwarz")),
        "not-stated": (line("clubs", -11, schwarz=True), line("clubs", 0, schwarz=True)),
    },
    Code.WON_SCHNEIDER_WITHOUT_SEVEN: {
        "schneider-without-7": (line("hearts", -7, schneider=True), line("hearts", -6, schneider=True)),
        "schneider-announced-without-7": (line("hearts", -7, "schneider"), lost("hearts", -7, "schneider")),
        "schwarz-without-7": (schwarz_alone("hearts", -7), line("hearts", -7)),
        "schneider-without-7-needs-a-suit": (line("hearts", -11, schneider=True), line("grand", -7, schneider=True)),
    },
    Code.LOST_SCHNEIDER_WITH_SEVEN: {
        "7": (lost("hearts", 7, schneider=True), lost("hearts", 6, schneider=True)),
        "7-or-announced": (lost("hearts", 7, "hand", schneider=True), lost("hearts", 7, "schneider", schneider=True)),
        "7-or-overbid": (
            lost("hearts", 7, schneider=True, bid=80),
            lost("hearts", 7, schneider=True, bid=81, overbid=True),
        ),
        "7-or-ticked": (lost("hearts", 7, schwarz=True), lost("hearts", 7, schwarz=True, overbid=True)),
        "7-without": (lost("hearts", 8, schneider=True), lost("hearts", -7, schneider=True)),
        "7-needs-a-suit": (lost("hearts", 11, schneider=True), lost("grand", 7, schneider=True)),
    },
    Code.LOST_SCHWARZ_WITH_THREE: {
        "3": (lost("grand", 3, schwarz=True), lost("grand", 2, schwarz=True)),
        "3-or-announced": (lost("clubs", 3, "schneider", schwarz=True), lost("clubs", 3, "schwarz", schwarz=True)),
        "3-or-overbid": (lost("clubs", 3, schwarz=True, bid=48), lost("clubs", 3, schwarz=True, bid=50, overbid=True)),
        "3-without": (lost("clubs", 4, schwarz=True), lost("clubs", -3, schwarz=True)),
    },
    Code.WON_BELOW_BID: {
        "below-the-bid": (line("hearts", 1, bid=22), line("hearts", 1, bid=20)),
        "below-the-bid-or-saved": (
            line("hearts", 1, "hand", bid=33),
            line("hearts", 1, "hand", schneider=True, bid=33),
        ),
        "and-ticked": (line("hearts", 1, overbid=True), lost("hearts", 1, overbid=True)),
    },
    Code.OVERBID_THOUGH_COVERED: {
        "covered": (lost("hearts", 1, bid=20, overbid=True), lost("hearts", 1, bid=22, overbid=True)),
        "covered-by-announcement": (
            lost("hearts", 1, "schneider", bid=50, overbid=True),
            lost("hearts", 1, "hand", schneider=True, bid=40, overbid=True),
        ),
        "null-covers": (lost("null", bid=23, overbid=True), lost("null", bid=24, overbid=True)),
    },
    Code.OVERBID_WITHOUT_BID: {
        "tick-without-bid": (lost("hearts", 1, overbid=True), lost("hearts", 1, overbid=True, bid=22)),
    },
    Code.UNKNOWN_BID: {
        "bid-of-19": (line("clubs", 1, bid=19), line("clubs", 1, bid=18)),
        "bid-of-0": (line("clubs", 1, bid=0), line("clubs", 1)),
        "bid-of-265": (lost("clubs", 1, bid=265), lost("clubs", 1, bid=264)),
        "null-bid-of-25": (line("null", bid=25), line("null", bid=22)),
    },
    Code.NULL_BELOW_BID: {
        "won-above": (line("null", bid=24), line("null", bid=23)),
        "lost-above": (lost("null", bid=24), lost("null", bid=23)),
        "hand-above": (line("null", announced="hand", bid=36), line("null", announced="hand", bid=35)),
        "ticked": (lost("null", overbid=True), lost("null")),
    },
    Code.MANY_MATADORS: {
        "five": (line("clubs", 5), line("clubs", 4)),
        "without-five": (lost("clubs", -5), lost("clubs", -4)),
    },
    Code.SCHWARZ_ANNOUNCED: {
        "schwarz-announced": (line("clubs", 1, "schwarz", schwarz=True), line("clubs", 1, "schneider", schwarz=True)),
        "ouvert": (lost("clubs", 1, "ouvert"), line("null", announced="ouvert")),
    },
    Code.SCHWARZ_ANNOUNCED_WITHOUT_CLUB_JACK: {
        "schwarz-announced-without": (lost("clubs", -1, "schwarz"), lost("clubs", 1, "schwarz")),
        "schwarz-announced-not-stated": (lost("clubs", -2, "schwarz"), lost("clubs", 0, "schwarz")),
        "schneider-announced-without": (lost("clubs", -1, "ouvert"), lost("clubs", -1, "schneider")),
    },
    Code.SIMPLE_LOSS_WITH_ELEVEN: {
        "eleven": (lost("clubs", 11), lost("clubs", 10)),
        "eleven-won": (lost("clubs", 11, "hand"), line("clubs", 11)),
        "eleven-announced": (lost("clubs", 11, bid=144), lost("clubs", 11, "schneider")),
        "eleven-overbid": (lost("clubs", 11), lost("clubs", 11, bid=150, overbid=True)),
        "eleven-schneider": (lost("clubs", 11), lost("clubs", 11, schneider=True)),
        "eleven-missing": (lost("clubs", 11), lost("clubs", -11)),
        "eleven-not-four": (lost("clubs", 11), lost("grand", 4)),
    },
    Code.LOST_SCHWARZ_WITH_ONE_OR_TWO: {
        "schwarz-with-1": (lost("clubs", 1, schwarz=True), lost("clubs", -1, schwarz=True)),
        "schwarz-not-stated": (lost("clubs", 2, schwarz=True), lost("clubs", 0, schwarz=True)),
        "schwarz-with-2": (lost("grand", 2, schwarz=True), lost("grand", 3, schwarz=True)),
        "schwarz-with-2-announced": (lost("clubs", 2, schwarz=True), lost("clubs", 2, "ouvert", schwarz=True)),
        "schwarz-with-2-overbid": (
            lost("clubs", 2, schwarz=True),
            lost("clubs", 2, schwarz=True, bid=40, overbid=True),
        ),
        "schneider-with-2": (lost("clubs", 2, schwarz=True), lost("clubs", 2, schneider=True)),
    },
    Code.BELOW_BID_NOT_TICKED: {
        "ticked": (lost("hearts", 1, bid=22), lost("hearts", 1, bid=22, overbid=True)),
        "ticked-but-covered": (lost("hearts", 1, schneider=True, bid=33), lost("hearts", 1, schneider=True, bid=30)),
        "ticked-but-won": (lost("hearts", 2, bid=33), line("hearts", 1, bid=22)),
    },
}
"""By code, name: a line that gets it, and the nearest line that does not."""

SAYS = {f"{code}: {name}": (code, *pair) for code, said in SAYS_BY_CODE.items() for name, pair in said.items()}
"""Name: the code, a line that gets it, and the nearest line that does not."""
