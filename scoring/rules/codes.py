"""Everything an entry can be refused or asked for, each with its clause; words live elsewhere."""

import enum
from dataclasses import dataclass
from typing import Final, Literal

Severity = Literal["error", "warning"]
"""An error is refused (a judge may override it); a warning is asked: legal, but rare."""


class Code(enum.StrEnum):
    """Everything that can be wrong with, or odd about, an entry or a list."""

    # Announcements that contradict themselves.
    SCHNEIDER_ANNOUNCED_WITHOUT_HAND = "schneider-announced-without-hand"
    SCHWARZ_ANNOUNCED_WITHOUT_SCHNEIDER = "schwarz-announced-without-schneider-announced"
    OUVERT_WITHOUT_ANNOUNCEMENTS = "ouvert-without-announcements"
    LEVEL_ANNOUNCED_IN_NULL = "level-announced-in-null"
    # Lines that cannot be true.
    MATADORS_MISSING = "matadors-missing"
    TOO_MANY_MATADORS = "too-many-matadors"
    MATADORS_IN_NULL = "matadors-in-null"
    LEVEL_IN_NULL = "level-in-null"
    ANNOUNCED_LEVEL_MISSED = "won-though-announced-level-missed"
    SCHWARZ_WITHOUT_SCHNEIDER = "schwarz-without-schneider"
    WON_SCHWARZ_WITHOUT_CLUB_JACK = "won-schwarz-without-club-jack"
    WON_SCHNEIDER_WITHOUT_SEVEN = "won-schneider-without-seven"
    LOST_SCHNEIDER_WITH_SEVEN = "lost-schneider-with-seven"
    LOST_SCHWARZ_WITH_THREE = "lost-schwarz-with-three"
    WON_BELOW_BID = "won-below-bid"
    OVERBID_THOUGH_COVERED = "overbid-though-covered"
    OVERBID_WITHOUT_BID = "overbid-without-bid"
    UNKNOWN_BID = "unknown-bid"
    NULL_BELOW_BID = "null-below-bid"
    # Lines that are rare enough to ask.
    MANY_MATADORS = "many-matadors"
    SCHWARZ_ANNOUNCED = "schwarz-announced"
    SCHWARZ_ANNOUNCED_WITHOUT_CLUB_JACK = "schwarz-announced-without-club-jack"
    SIMPLE_LOSS_WITH_ELEVEN = "simple-loss-with-eleven"
    LOST_SCHWARZ_WITH_ONE_OR_TWO = "lost-schwarz-with-one-or-two"
    BELOW_BID_NOT_TICKED = "below-bid-not-ticked"
    # Deals that do not fit their list.
    HALF_ENTRY = "half-entry"
    UNKNOWN_SEAT = "unknown-seat"
    DEALER_PLAYED = "dealer-played"
    ABSENT_DECLARER = "absent-declarer"
    WRONG_NUMBER = "wrong-number"
    TOO_MANY_DEALS = "too-many-deals"
    TOO_FEW_PLAYERS = "too-few-players"
    INCOMPLETE = "incomplete"
    # Totals copied from a paper list.
    NEGATIVE_COUNT = "negative-count"
    TOO_MANY_GAMES = "too-many-games"
    TOO_MANY_OWN_GAMES = "too-many-own-games"
    IMPOSSIBLE_POINTS = "impossible-points"


CLAUSE: Final = {
    Code.SCHNEIDER_ANNOUNCED_WITHOUT_HAND: "ISkO 5.2.5",
    Code.SCHWARZ_ANNOUNCED_WITHOUT_SCHNEIDER: "ISkO 5.2.1",
    Code.OUVERT_WITHOUT_ANNOUNCEMENTS: "ISkO 5.2.6",
    Code.LEVEL_ANNOUNCED_IN_NULL: "ISkO 5.1.2",
    Code.MATADORS_MISSING: "ISkO 2.4.2",
    Code.TOO_MANY_MATADORS: "ISkO 2.4.3",
    Code.MATADORS_IN_NULL: "ISkO 5.3.1",
    Code.LEVEL_IN_NULL: "ISkO 5.1.2",
    Code.ANNOUNCED_LEVEL_MISSED: "ISkO 5.2.5",
    Code.SCHWARZ_WITHOUT_SCHNEIDER: "ISkO 5.2.4",
    Code.WON_SCHWARZ_WITHOUT_CLUB_JACK: "ISkO 5.2.4",
    Code.WON_SCHNEIDER_WITHOUT_SEVEN: "ISkO 5.2.3",
    Code.LOST_SCHNEIDER_WITH_SEVEN: "ISkO 5.2.3",
    Code.LOST_SCHWARZ_WITH_THREE: "ISkO 5.2.4",
    Code.WON_BELOW_BID: "ISkO 5.4.1",
    Code.OVERBID_THOUGH_COVERED: "ISkO 5.4.1",
    Code.OVERBID_WITHOUT_BID: "ISkO 5.4.1",
    Code.UNKNOWN_BID: "ISkO 3.3.1",
    Code.NULL_BELOW_BID: "ISkO 3.4.4",
    Code.MANY_MATADORS: "ISkO 2.4.3",
    Code.SCHWARZ_ANNOUNCED: "ISkO 5.2.5",
    Code.SCHWARZ_ANNOUNCED_WITHOUT_CLUB_JACK: "ISkO 5.4.3",
    Code.SIMPLE_LOSS_WITH_ELEVEN: "ISkO 5.2.2",
    Code.LOST_SCHWARZ_WITH_ONE_OR_TWO: "ISkO 5.2.4",
    Code.BELOW_BID_NOT_TICKED: "ISkO 5.4.1",
    Code.HALF_ENTRY: "SkWO 7.2.1",
    Code.UNKNOWN_SEAT: "SkWO 7.1.1",
    Code.DEALER_PLAYED: "ISkO 3.2.7",
    Code.ABSENT_DECLARER: "ISkO 4.5.9",
    Code.WRONG_NUMBER: "ISkO 5.5.1",
    Code.TOO_MANY_DEALS: "SkWO 6.2",
    Code.TOO_FEW_PLAYERS: "ISkO 1.1.1",
    Code.INCOMPLETE: "SkWO 4.4",
    Code.NEGATIVE_COUNT: "SkWO 7.2.1",
    Code.TOO_MANY_GAMES: "SkWO 6.2",
    Code.TOO_MANY_OWN_GAMES: "ISkO 3.2.7",
    Code.IMPOSSIBLE_POINTS: "ISkO 5.6",
}
"""The clause behind every code, in the numbers of 2002."""

ASKED: Final = frozenset(
    {
        Code.MANY_MATADORS,
        Code.SCHWARZ_ANNOUNCED,
        Code.SCHWARZ_ANNOUNCED_WITHOUT_CLUB_JACK,
        Code.SIMPLE_LOSS_WITH_ELEVEN,
        Code.LOST_SCHWARZ_WITH_ONE_OR_TWO,
        Code.BELOW_BID_NOT_TICKED,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing to mend or to confirm."""

    code: Code
    severity: Severity
    clause: str
    """Clause in the numbers of 2002; :func:`scoring.rules.clauses.cite` knows other editions."""


PROBLEM: Final = {
    code: Problem(code=code, severity="warning" if code in ASKED else "error", clause=CLAUSE[code]) for code in Code
}
