"""The classes of an event as lists and forms know them (SkWO 1.5): what they are called, which ages they hold.

Juniors have not completed their 21st year of life when the calendar year begins, seniors have completed their 60th;
from 2023 on the seniors' age rises by a year each year, up to 65 (sports rules of the Deutscher Skatverband 1.2, as of
the congress of 2022).
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tables.intake.names import plain

LADIES: Final = "ladies"
"""The class that a column for the gender is about, and of which a mixed pair has one."""

SENIORS: Final = "seniors"
SENIOR_FROM: Final = 60
SENIOR_FROM_AT_LAST: Final = 65
ROSE_AFTER: Final = 2022


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownClass:
    """A class of players."""

    code: str
    name: str
    words: frozenset[str] = frozenset()
    """What lists call somebody who is in it, as ``plain`` writes it: it means the class wherever it stands."""

    headings: frozenset[str] = frozenset()
    """What stands above its column, and short words: elsewhere they may be the name of a team or a place."""

    youngest: int | None = None
    """How old in years somebody has to be when the calendar year begins."""

    oldest: int | None = None

    @property
    def is_by_age(self) -> bool:
        """Test whether it holds people of an age: nobody is in two of those."""
        return self.youngest is not None or self.oldest is not None

    def holds(self, age: int) -> bool:
        return self.is_by_age and (self.youngest or 0) <= age and (self.oldest is None or age <= self.oldest)

    @property
    def spelled(self) -> frozenset[str]:
        return self.words | self.headings | {plain(self.name)}


Classes = tuple[KnownClass, ...]

NO_CLASSES: Final[Classes] = ()


@lru_cache(maxsize=256)
def code_of_word(classes: Classes) -> dict[str, str]:
    """Return which class each word means; where two have the same word, the first."""
    return {word: player_class.code for player_class in reversed(classes) for word in player_class.spelled if word}


@lru_cache(maxsize=256)
def sure_words(classes: Classes) -> frozenset[str]:
    """Return the words that mean a class wherever they stand."""
    return frozenset(word for player_class in classes for word in player_class.words)


def of_ages(codes: Collection[str], classes: Classes) -> list[KnownClass]:
    """Return those of some classes that hold people of an age."""
    return [player_class for player_class in classes if player_class.is_by_age and player_class.code in codes]


def senior_from(year: int) -> int:
    """Return the age from which on somebody is a senior: 60 until 2022, then a year more each year, up to 65."""
    return min(SENIOR_FROM_AT_LAST, SENIOR_FROM + max(0, year - ROSE_AFTER))


def with_proposed_class(codes: Collection[str], *, born: object, year: int, classes: Classes) -> frozenset[str]:
    """Return classes with the one proposed by a year of birth, unless one of an age is stated already."""
    if not isinstance(born, int) or of_ages(codes, classes):
        return frozenset(codes)
    # Nobody but those born on New Year's Day has a birthday on the first day of the year.
    age = year - born - 1
    return frozenset(codes) | {player_class.code for player_class in classes if player_class.holds(age)}
