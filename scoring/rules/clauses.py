"""Which clause stands where: the rule text of 2002 and the numbers known to have moved since."""

import enum
from dataclasses import dataclass
from typing import Final


class Edition(enum.StrEnum):
    """Editions of ISkO and SkWO; scoring is the same in all of them."""

    NOVEMBER_2002 = "2002"
    SINCE_2018 = "2018/2022"


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A clause with the edition its number belongs to."""

    edition: Edition
    clause: str

    def __str__(self) -> str:
        """Return the clause with its edition: "SkWO 4.4 (2002)"."""
        return f"{self.clause} ({self.edition})"


MOVED: Final = {
    "SkWO 4.4": "SkWO 5.4",
    "SkWO 7.1.2": "SkWO 6.1.2",
    "SkWO 7.1.3": "SkWO 6.1.3",
    "SkWO 7.2.2": "SkWO 6.2.1",
    "SkWO 9.6": "SkWO 6.2.1",
    "SkWO 8.11": "SkWO 6.2.3",
    "SkWO 7.2.3": "SkWO 6.2.5",
    "SkWO 9.11": "SkWO 6.2.5",
    "SkWO 7.2.4": "SkWO 6.2.6",
    "SkWO 7.4.4": "SkWO 6.4.3",
}
"""Numbers of 2002 and what they became in 2018/2022, as far as that is known and they say the same."""

REPLACED: Final = {f"ISkO 4.3.{n}": f"ISkO 4.4.{n}" for n in range(1, 7)}
"""Clauses of 2002 whose content changed too, and the number of what took their place: never cited for the old text."""


def cite(clause: str, *, edition: Edition = Edition.NOVEMBER_2002) -> Citation:
    """Return the clause under its number in an edition.

    ``clause`` is a number of 2002. Where its newer number is not known, or its content is another one since, the
    citation stays with 2002 and says so, rather than guess.

    >>> str(cite("SkWO 8.11", edition=Edition.SINCE_2018))
    'SkWO 6.2.3 (2018/2022)'
    >>> str(cite("ISkO 4.5.10", edition=Edition.SINCE_2018))
    'ISkO 4.5.10 (2002)'
    >>> str(cite("ISkO 4.3.4", edition=Edition.SINCE_2018))
    'ISkO 4.3.4 (2002)'
    """
    if edition is Edition.SINCE_2018 and clause in MOVED:
        return Citation(edition=edition, clause=MOVED[clause])
    return Citation(edition=Edition.NOVEMBER_2002, clause=clause)
