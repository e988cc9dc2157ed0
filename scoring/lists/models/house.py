"""What must be true of house rules in an entry: a Ramsch has no declarer, and its card points and tricks add up.

A seat that does not play has null; JSON counts seats from 0.
"""

from functools import reduce
from operator import add, and_
from typing import Any, Final

from django.db import models
from django.db.models import IntegerField, Q, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce
from django.db.models.lookups import GreaterThanOrEqual, IsNull, LessThanOrEqual

from scoring.rules.judging import ALL_POINTS, ALL_TRICKS

SEATS: Final = range(5)
"""At most five sit at a table of house rules."""

FEWEST: Final = 0
"""Card points there are at least in a Ramsch: of a third hand that nobody plays for two, any may be missing."""


def house_constraints(*, prefix: str = "") -> list[models.CheckConstraint]:
    """Return what must be true of house rules in every entry; what else a profile refuses, the rules say."""
    is_by_the_book, says_its_profile = Q(house__isnull=True), IsNull(KT("house__profile"), False)
    is_no_ramsch = IsNull(KT("house__ramsch"), True)
    stakes = _number("house__stakes")
    return [
        models.CheckConstraint(condition=is_by_the_book | Q(says_its_profile), name=f"{prefix}house_rules_have_a_name"),
        models.CheckConstraint(
            condition=is_by_the_book | Q(is_no_ramsch) | Q(declarer__isnull=True, house__isnull=False),
            name=f"{prefix}ramsch_has_no_declarer",
        ),
        models.CheckConstraint(
            condition=is_by_the_book | Q(GreaterThanOrEqual(stakes, 0)) & Q(LessThanOrEqual(stakes, 4)),
            name=f"{prefix}stakes_at_most_resupra",
        ),
        _adds_up("card_points", least=FEWEST, most=ALL_POINTS, name=f"{prefix}ramsch_card_points_add_up"),
        _adds_up("tricks", least=ALL_TRICKS, most=ALL_TRICKS, name=f"{prefix}ramsch_tricks_add_up"),
    ]


def _adds_up(column: str, *, least: int, most: int, name: str) -> models.CheckConstraint:
    """Refuse a Ramsch whose seats have less than nothing, or not as much together as there is."""
    stated = f"house__ramsch__{column}"
    seats = [_number(f"{stated}__{seat}") for seat in SEATS]
    together = reduce(add, seats)
    holds = reduce(and_, (Q(GreaterThanOrEqual(seat, 0)) for seat in seats))
    holds &= Q(GreaterThanOrEqual(together, least)) & Q(LessThanOrEqual(together, most))
    return models.CheckConstraint(condition=Q(house__isnull=True) | Q(IsNull(KT(stated), True)) | holds, name=name)


def _number(path: str) -> Any:
    """Return what stands at a path of the JSON as a number; nothing counts as none."""
    return Coalesce(Cast(KT(path), IntegerField()), Value(0))
