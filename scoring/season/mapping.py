"""A stored competition as the rule it counts by, and by which group a day of play counts."""

from collections.abc import Callable
from datetime import date
from typing import Any

from scoring.season.models import Competition
from scoring.season.rules.competitions.lists import half_year, month
from scoring.season.rules.competitions.rule import Count, Rule, Tie

GROUPS: dict[str, Callable[[date], str]] = {
    Competition.Grouping.NONE: lambda day: "",
    Competition.Grouping.HALF_YEAR: half_year,
    Competition.Grouping.MONTH: month,
}


def to_rule(competition: Competition) -> Rule:
    """Return the rule of a competition.

    :raises ImpossibleRule: if nothing can be counted like this.
    """
    count = Count(competition.count)
    return Rule(
        count=count,
        best=competition.best,
        best_of_group=competition.best_of_group if competition.grouping else None,
        points=tuple(competition.points) if count is Count.PLACES else (),
        whole_evenings=competition.whole_evenings,
        parts=frozenset(competition.parts) or None,
        absent=competition.absent if count is Count.AVERAGE else None,
        minimum=competition.minimum,
        minimum_evenings=competition.minimum_evenings,
        bonus=tuple((lists, points) for lists, points in competition.bonus),
        guests=competition.guests,
        ties=tuple(map(Tie, competition.ties)),
    )


def group_of(competition: Competition) -> Callable[[date], str]:
    """Return by which group of its season a competition counts a day."""
    return GROUPS[competition.grouping]


RULE_FIELDS = (
    "count",
    "best",
    "grouping",
    "best_of_group",
    "points",
    "whole_evenings",
    "parts",
    "absent",
    "minimum",
    "minimum_evenings",
    "bonus",
    "guests",
    "ties",
    "only_class",
)
"""The fields of a competition that decide its table."""


def rule_told(competition: Competition) -> dict[str, Any]:
    """Return the rule of a competition as a release keeps it."""
    return {name: getattr(competition, name) for name in RULE_FIELDS}
