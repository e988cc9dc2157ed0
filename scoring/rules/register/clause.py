"""One clause of the rule text, where the program holds it, and those of ISkO 4.4 that say something else since 2018."""

from dataclasses import dataclass
from typing import Final

from scoring.rules.clauses import Edition

CARDS: Final = "Happens with the cards: the table and the judge see it, a list does not."
CONDUCT: Final = "How people behave: the direction sees it, a list does not."
AIM: Final = "Says what the game or a tournament is for: nothing is computed from it."
HALL: Final = "An act of the organiser or the direction; nothing is computed from it."


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A line of the register."""

    number: str
    """Number with its order: "ISkO 5.2.1"."""

    says: str
    held_by: tuple[str, ...]
    """Names under ``scoring.rules``."""

    shown_by: tuple[str, ...]
    """Tests under ``tests.rules``."""

    beyond: str
    """What of it these functions cannot hold, and who does."""

    edition: Edition = Edition.NOVEMBER_2002


def clause(
    number: str,
    says: str,
    *,
    held: str = "",
    shown: str = "",
    beyond: str = "",
    edition: Edition = Edition.NOVEMBER_2002,
) -> Clause:
    """Return a line of the register; names are separated by blanks."""
    return Clause(
        number=number,
        says=says,
        held_by=tuple(held.split()),
        shown_by=tuple(shown.split()),
        beyond=beyond,
        edition=edition,
    )


SINCE: Final = Edition.SINCE_2018

CLAIMS: Final[tuple[Clause, ...]] = (
    clause(
        "ISkO 4.4.1",
        "What it says since 2018 is not known here: look it up before you cite it.",
        beyond=CARDS,
        edition=SINCE,
    ),
    clause(
        "ISkO 4.4.2",
        "What it says since 2018 is not known here: look it up before you cite it.",
        beyond=CARDS,
        edition=SINCE,
    ),
    clause(
        "ISkO 4.4.3",
        "What it says since 2018 is not known here: look it up before you cite it.",
        beyond=CARDS,
        edition=SINCE,
    ),
    clause(
        "ISkO 4.4.4",
        "Since 24 November 2018: a declarer who lays or shows the cards of an undecided game claims. If all opponents "
        "agree, what was announced is won, a higher level only if it was claimed with it; if one disagrees, play goes "
        "on with the declarer's cards open, and the game counts as it ends.",
        beyond=CARDS,
        edition=SINCE,
    ),
    clause(
        "ISkO 4.4.5",
        "Since 2022: an opponent may play open only if the declarer can get no further trick, whatever that one and "
        "the other opponent play; otherwise the remaining tricks are the declarer's.",
        beyond=CARDS,
        edition=SINCE,
    ),
    clause(
        "ISkO 4.4.6",
        "Since 2018: throwing the cards down ends the game with the tricks and points made so far; a level counts "
        "against whoever did it only if it is not out of reach in theory.",
        beyond=CARDS,
        edition=SINCE,
    ),
)
"""The clauses that took the place of ISkO 4.3.1 to 4.3.6 of 2002."""
