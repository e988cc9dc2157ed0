"""One clause of the rule text, and where the program holds it."""

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
    """What it demands, in our words."""

    held_by: tuple[str, ...]
    """Names under ``scoring.rules``."""

    shown_by: tuple[str, ...]
    """Tests under ``tests.rules``."""

    beyond: str
    """What of it these functions cannot hold, and who does."""

    edition: Edition = Edition.NOVEMBER_2002
    """Whose number it is."""


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
