"""Everything a line can be refused for that only house rules know; words live elsewhere."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.rules.codes import Severity


class HouseCode(enum.StrEnum):
    """Everything that can be wrong with a line beside what the rule book refuses."""

    # Lines of another profile.
    OTHER_PROFILE = "other-profile"
    STAKES_NOT_PLAYED = "stakes-not-played"
    STAKES_TOO_HIGH = "stakes-too-high"
    RAMSCH_NOT_PLAYED = "ramsch-not-played"
    REVOLUTION_NOT_PLAYED = "revolution-not-played"
    SPITZE_NOT_PLAYED = "spitze-not-played"
    SCHENKEN_NOT_PLAYED = "schenken-not-played"
    KNOCKS_NOT_PLAYED = "knocks-not-played"
    NO_KINDS = "no-kinds"
    NOBODY_PASSES = "nobody-passes"
    NO_AUCTION = "no-auction"
    NO_HAND = "no-hand"
    NOTHING_ANNOUNCED = "nothing-announced"
    CONTRA_BY_WHO_MAY_NOT = "contra-by-who-may-not"
    SIXTY_NOT_LOST = "sixty-not-lost"
    # Schenken.
    NOTHING_TO_GIVE_UP = "nothing-to-give-up"
    GIVEN_UP_AND_LOST = "given-up-and-lost"
    GIVEN_UP_AND_PLAYED = "given-up-and-played"
    # Spitze.
    SPITZE_IN_NULL = "spitze-in-null"
    SPITZE_WITH_FOUR_JACKS = "spitze-with-four-jacks"
    # Ramsch.
    CARD_POINTS_MISSING = "card-points-missing"
    TRICKS_MISSING = "tricks-missing"
    NOT_THE_PLAYERS = "not-the-players"
    NEGATIVE_IN_RAMSCH = "negative-in-ramsch"
    CARD_POINTS_DO_NOT_SUM = "card-points-do-not-sum"
    TRICKS_DO_NOT_SUM = "tricks-do-not-sum"
    POINTS_WITHOUT_TRICK = "points-without-a-trick"
    LAST_TRICK_NOT_TAKEN = "last-trick-not-taken"
    LOSER_DID_NOT_PLAY = "loser-did-not-play"
    LOST_WITH_MISSING = "lost-with-missing"
    LOST_WITH_CANNOT_BE = "lost-with-cannot-be"
    VIRGINS = "too-many-virgins"
    PUSHES = "too-many-pushes"
    KNOCKS = "too-many-knocks"
    COMPULSORY_RAMSCH = "compulsory-ramsch"
    # Tournee.
    KIND_MISSING = "kind-missing"
    KIND_AND_GAME = "kind-and-game"
    OUVERT_NOT_PLAYED = "ouvert-not-played"
    # Who plays, and when it is over.
    SITS_OUT = "sits-out"
    NOT_IN_TURN = "not-in-turn"
    CONTRACT_PLAYED_BEFORE = "contract-played-before"
    TARGET_REACHED = "target-reached"


SECTION: Final[Mapping[HouseCode, str]] = {
    HouseCode.OTHER_PROFILE: "SkWO 9.4",
    HouseCode.STAKES_NOT_PLAYED: "Variants",
    HouseCode.STAKES_TOO_HIGH: "Variants",
    HouseCode.RAMSCH_NOT_PLAYED: "Ramsch",
    HouseCode.REVOLUTION_NOT_PLAYED: "Revolution",
    HouseCode.SPITZE_NOT_PLAYED: "Variants",
    HouseCode.SCHENKEN_NOT_PLAYED: "Variants",
    HouseCode.KNOCKS_NOT_PLAYED: "Ramsch",
    HouseCode.NO_KINDS: "North American Skat",
    HouseCode.NOBODY_PASSES: "Ramsch",
    HouseCode.NO_AUCTION: "Variants",
    HouseCode.NO_HAND: "Variants",
    HouseCode.NOTHING_ANNOUNCED: "Variants",
    HouseCode.CONTRA_BY_WHO_MAY_NOT: "Variants",
    HouseCode.SIXTY_NOT_LOST: "Variants",
    HouseCode.NOTHING_TO_GIVE_UP: "Variants",
    HouseCode.GIVEN_UP_AND_LOST: "Variants",
    HouseCode.GIVEN_UP_AND_PLAYED: "Variants",
    HouseCode.SPITZE_IN_NULL: "Variants",
    HouseCode.SPITZE_WITH_FOUR_JACKS: "Variants",
    HouseCode.CARD_POINTS_MISSING: "Ramsch",
    HouseCode.TRICKS_MISSING: "Ramsch",
    HouseCode.NOT_THE_PLAYERS: "Ramsch",
    HouseCode.NEGATIVE_IN_RAMSCH: "Ramsch",
    HouseCode.CARD_POINTS_DO_NOT_SUM: "Ramsch",
    HouseCode.TRICKS_DO_NOT_SUM: "Ramsch",
    HouseCode.POINTS_WITHOUT_TRICK: "Ramsch",
    HouseCode.LAST_TRICK_NOT_TAKEN: "Ramsch",
    HouseCode.LOSER_DID_NOT_PLAY: "Ramsch",
    HouseCode.LOST_WITH_MISSING: "Ramsch",
    HouseCode.LOST_WITH_CANNOT_BE: "Ramsch",
    HouseCode.VIRGINS: "Ramsch",
    HouseCode.PUSHES: "Ramsch",
    HouseCode.KNOCKS: "Ramsch",
    HouseCode.COMPULSORY_RAMSCH: "Variants",
    HouseCode.KIND_MISSING: "North American Skat",
    HouseCode.KIND_AND_GAME: "North American Skat",
    HouseCode.OUVERT_NOT_PLAYED: "North American Skat",
    HouseCode.SITS_OUT: "ISkO 3.2.7",
    HouseCode.NOT_IN_TURN: "Räuberskat",
    HouseCode.CONTRACT_PLAYED_BEFORE: "Räuberskat",
    HouseCode.TARGET_REACHED: "Bierskat",
}
"""Where the rule behind a code stands: a heading of the encyclopedia, or a clause in the numbers of 2002."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseProblem:
    """One thing to mend."""

    code: HouseCode
    section: str
    severity: Severity = "error"

    @property
    def clause(self) -> str:
        """Where the rule stands, as every problem says it."""
        return self.section


HOUSE_PROBLEM: Final = {code: HouseProblem(code=code, section=SECTION[code]) for code in HouseCode}
