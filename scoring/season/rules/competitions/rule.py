"""How a competition counts: one frozen value, legal by construction (practice of clubs)."""

import enum
from dataclasses import dataclass


class Count(enum.StrEnum):
    """What the lists of a player come to."""

    SUM = "sum"
    AVERAGE = "average"
    BEST = "best"
    PLACES = "places"
    """Points by the place of each evening."""


class Tie(enum.StrEnum):
    """What decides, as the club says, between players whom points, games won and games lost leave equal."""

    MORE_LISTS = "more-lists"
    MORE_EVENINGS = "more-evenings"
    BEST_LISTS = "best-lists"
    """The better best list, then the better second one, and so on."""

    LAST_EVENINGS = "last-evenings"
    """The better result of the last evening, then of the one before, and so on; being away is less than anything."""


class Flaw(enum.StrEnum):
    """Why there can be no such rule."""

    NO_NUMBER = "best-needs-a-number"
    NO_POINTS = "places-need-points"
    LESS_THAN_ONE = "less-than-one-counts"
    NEGATIVE = "less-than-nothing-demanded"
    GROUP_TWICE = "a-group-twice"
    STEP_TWICE = "a-step-twice"


class ImpossibleRule(ValueError):
    """Nothing can be counted like this. ``code`` names the reason, ``field`` the field it lies in."""

    def __init__(self, code: Flaw, field: str) -> None:
        super().__init__(str(code))
        self.code = code
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """How a competition counts."""

    count: Count

    best: int | None = None
    """Lists that count at most, the highest first; None: all."""

    best_of_group: int | None = None
    """Lists of one group that count at most."""

    quotas: tuple[tuple[str, int], ...] = ()
    """The same for groups by name ("best 3 of type A and best 2 of type B"); none of a group is 0."""

    points: tuple[int, ...] = ()
    """With ``PLACES`` the points of the first, second ... place of an evening; 0 beyond."""

    last_points: tuple[int, ...] = ()
    """With ``PLACES`` points of the last, last but one ... place, besides those from the front."""

    whole_evenings: bool = False
    """Whether an evening counts as one, not list by list; ``PLACES`` always does."""

    by_rounds: bool = False
    """Whether in an average a short series counts by its rounds; else as one list like any other."""

    parts: frozenset[int] | None = None
    """Which series of an evening count: a cup of the first series alone has {1}; None: all."""

    absent: int | None = None
    """What an evening missed with leave counts, and a list missing to the minimum of an average."""

    minimum: int = 0
    """Lists to be played before anybody is ranked."""

    minimum_evenings: int = 0
    """Evenings to be there before anybody is ranked."""

    minimum_groups: tuple[int, int] = (0, 0)
    """So many lists in each of so many groups: "six series a month, nine months"."""

    bonus: tuple[tuple[int, int], ...] = ()
    """Lists to be played, and points for them; the highest step reached counts alone."""

    guests: bool = False
    """Whether those who are no members are ranked with the rest."""

    ties: tuple[Tie, ...] = ()
    """What decides after points, games won and games lost (SkWO 5.2), as the club says."""

    def __post_init__(self) -> None:
        for code, field, flawed in (
            (Flaw.NO_NUMBER, "best", self.count is Count.BEST and not self.picks),
            (Flaw.NO_POINTS, "points", self.count is Count.PLACES and not (self.points or self.last_points)),
            (Flaw.LESS_THAN_ONE, "best", self.best is not None and self.best < 1),
            (Flaw.LESS_THAN_ONE, "best_of_group", self.best_of_group is not None and self.best_of_group < 1),
            (Flaw.NEGATIVE, "quotas", any(most < 0 for _, most in self.quotas)),
            (Flaw.GROUP_TWICE, "quotas", _twice([group for group, _ in self.quotas])),
            (Flaw.NEGATIVE, "minimum", min(self.minimum, self.minimum_evenings, *self.minimum_groups) < 0),
            (Flaw.STEP_TWICE, "bonus", _twice([played for played, _ in self.bonus])),
        ):
            if flawed:
                raise ImpossibleRule(code, field)

    @property
    def by_evening(self) -> bool:
        """Whether an evening counts as one."""
        return self.whole_evenings or self.count is Count.PLACES

    def most_of(self, group: str) -> int | None:
        """Return how many lists of a group count at most; None: all."""
        return dict(self.quotas).get(group, self.best_of_group)

    def bonus_for(self, lists: int) -> int:
        """Return the points for so many lists played."""
        reached = [step for step in self.bonus if step[0] <= lists]
        return max(reached)[1] if reached else 0

    @property
    def picks(self) -> bool:
        """Whether not all lists count, but the best of them."""
        return self.best is not None or self.best_of_group is not None or bool(self.quotas)


def _twice(names: list[str] | list[int]) -> bool:
    return len(set(names)) < len(names)
