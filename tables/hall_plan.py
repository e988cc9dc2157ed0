"""The plan of a hall, typed as it looks: a line for each row of tables, numbers are tables, words what stands there."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Something in the plan: a table, or words for a stage, a door."""

    row: int
    column: int
    table: int | None = None
    words: str = ""


def spots_of(plan: str) -> tuple[Spot, ...]:
    """Return what stands where, from the first row on."""
    raise NotImplementedError
