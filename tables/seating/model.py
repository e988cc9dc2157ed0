"""The words of the draw: who is seated, what is wished, what comes out (SkWO 7.1)."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Series: TypeAlias = tuple[tuple[int, ...], ...]
"""One series: its tables in order, each the entrant numbers from seat 1 on."""

History: TypeAlias = Sequence[Sequence[Sequence[int]]]
"""Series already played, in the form of ``Plan.series``."""

MAX_SERIES = 50

MAX_STEPS = 200_000
"""Largest step budget: a record must not be able to keep its checker busy for hours."""


class Wish(enum.StrEnum):
    """How much something is wanted."""

    HARD = "hard"
    """Refuse the draw when it cannot be had."""

    WISHED = "wished"
    """Come as near as possible, and report what is missing."""

    IGNORED = "ignored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """One who is to be seated, known by number."""

    number: int
    club: str | None = None
    """Club mates are kept apart where possible; None and "" stand for no club."""

    apart: frozenset[str] = frozenset()
    """Groups whose members must not meet: a family, a team."""

    table: int | None = None
    """The table, counted from 1, that must be this entrant's in every series."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What is hard, what is wished, and how long to search."""

    apart: Wish = Wish.WISHED
    """Members of an ``Entrant.apart`` group do not meet."""

    repeats: Wish = Wish.WISHED
    """Nobody meets twice."""

    clubs: Wish = Wish.WISHED
    """Club mates do not meet."""

    threes: Wish = Wish.WISHED
    """Nobody sits at a table of three again before all others did."""

    clubs_by_standing: Wish = Wish.IGNORED
    """The same as ``clubs`` where seats are set by standing."""

    vary_tables: bool = True
    """Lead everyone to different tables of the hall."""

    steps: int = 60_000
    """Swaps tried per series before the best plan found is taken."""

    together_by_standing: bool = False
    """By standing, let club mates, where they count, meet as early as possible instead of keeping them apart: then
    they cannot help each other when it is close. Apart groups stay apart."""

    def __post_init__(self) -> None:
        if self.together_by_standing and self.clubs_by_standing is Wish.HARD:
            raise ValueError("together-and-apart")
        if not 0 <= self.steps <= MAX_STEPS:
            raise ValueError("steps-out-of-range")


STANDARD = Policy()
"""Everything wished, nothing hard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Two entrants, the lower number first, and how often."""

    first: int
    second: int
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a plan achieves and where it falls short, history included."""

    repeats: tuple[Meeting, ...]
    """Pairs who meet in this plan and, counting the history, more than once; all meetings."""

    repeated_meetings: int
    """Meetings in this plan of two who had met before."""

    lower_bound: int
    """No plan can have fewer ``repeated_meetings``; the best may still have more."""

    club_pairs: tuple[Meeting, ...]
    """Club mates who meet in this plan, and how often in it."""

    club_lower_bound: int
    """No plan can have fewer meetings of club mates."""

    apart_pairs: tuple[Meeting, ...]
    """Members of an apart group who meet in this plan, and how often in it."""

    twice_at_three: tuple[int, ...]
    """Who sits at a table of three in this plan and, counting the history, not for the first time."""

    unfair_at_three: tuple[int, ...]
    """Those of them who sat there at least two times more often than someone else playing."""

    three_share: int
    """Visits to tables of three that someone must reach when they are shared evenly."""

    seat_gap: int
    """Largest difference between an entrant's most and least frequent seat, history included."""

    table_repeats: int
    """Times someone without a fixed table comes to a table of the hall again."""

    rank_spread: int | None = None
    """By standing: places from best to last at a table, summed over the tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Seats for one or more series, what they achieve, and the record to check them by."""

    series: tuple[Series, ...]
    """Each series a tuple of tables, each the entrant numbers from seat 1 on."""

    report: Report
    record: dict[str, Any] = field(repr=False, hash=False)
    """All that went in and came out, ready for JSON; see ``verify``."""
