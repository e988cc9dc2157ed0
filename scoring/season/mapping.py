"""A stored competition as the rule it counts by, and by which group an event counts."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from datetime import date
from typing import Any

from scoring.rules.fields import Part
from scoring.season.models import Competition
from scoring.season.reading.years import year_of
from scoring.season.rules.lists import Count, Rule, Tie, half_year, month

GROUPS: dict[str, Callable[[date, str], str]] = {
    Competition.Grouping.NONE: lambda day, kind: "",
    Competition.Grouping.HALF_YEAR: lambda day, kind: half_year(day),
    Competition.Grouping.MONTH: lambda day, kind: month(day),
    Competition.Grouping.KIND: lambda day, kind: kind.casefold(),
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
        quotas=tuple((kind.casefold(), most) for kind, most in competition.quotas),
        points=tuple(competition.points) if count is Count.PLACES else (),
        last_points=tuple(competition.last_points) if count is Count.PLACES else (),
        whole_evenings=competition.whole_evenings,
        by_rounds=competition.by_rounds,
        parts=frozenset(competition.parts) or None,
        absent=competition.absent if count is Count.AVERAGE else None,
        minimum=competition.minimum,
        minimum_evenings=competition.minimum_evenings,
        bonus=tuple((lists, points) for lists, points in competition.bonus),
        guests=competition.guests,
        ties=tuple(map(Tie, competition.ties)),
    )


def group_of(competition: Competition) -> Callable[[date, str], str]:
    """Return by which group of its season a competition counts an event, by day and kind."""
    return GROUPS[competition.grouping]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a competition is called and how it counts. Names are those of the model's fields."""

    name: str
    count: str
    together: str = ""
    of_each: int | None = None
    best: int | None = None
    grouping: str = ""
    best_of_group: int | None = None
    quotas: list[list[Any]] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    last_points: list[int] = field(default_factory=list)
    whole_evenings: bool = False
    by_rounds: bool = False
    parts: list[int] = field(default_factory=list)
    absent: int | None = None
    minimum: int = 0
    minimum_evenings: int = 0
    bonus: list[list[int]] = field(default_factory=list)
    guests: bool = False
    ties: list[str] = field(default_factory=list)
    only_class: str = ""


RULE_FIELDS = tuple(field.name for field in fields(Terms) if field.name != "name")
"""The fields of a competition that decide its table."""


def rule_told(competition: Competition) -> dict[str, Any]:
    """Return the rule of a competition as a release keeps it."""
    values = {name: getattr(competition, name) for name in RULE_FIELDS}
    # Releases of before know nothing of it.
    return {name: value for name, value in values.items() if name != "by_rounds" or value}


def plain_rule(competition: Competition) -> dict[str, Any] | None:
    """Return a rule as ``scoring.season.table`` takes it; None where it is more than that can say."""
    rule = to_rule(competition)
    values = {
        "count": competition.count,
        "n": rule.best,
        "absent": rule.absent,
        "minimum": rule.minimum,
        "bonus": [list(step) for step in rule.bonus],
        "guests": rule.guests,
        **({"by_rounds": True} if rule.by_rounds else {}),
        "points": list(rule.points) or None,
    }
    if competition.together or competition.only_class or competition.grouping:
        return None
    return values if year_of(Part({"rule": values, "evenings": []})).rule == rule else None
