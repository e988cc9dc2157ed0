"""The plan of the hall as a drawing: what stands where, in the units of the picture."""

from dataclasses import dataclass

from tables.hall import plan as hall_plan

CELL = 60
"""How wide and high a place is."""

LARGEST, SMALLEST = 26, 11
"""Sizes of letters."""

GAP = 8
"""How much of it stays free around a table, on both sides together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A table, or words that stand in the hall."""

    x: int
    y: int
    width: int
    height: int
    middle: int
    baseline: int
    size: int
    """How large its letters are, so that they fit in."""

    text: str
    is_table: bool
    is_marked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A plan, ready to be drawn."""

    width: int
    height: int
    shapes: tuple[Shape, ...]
    where: hall_plan.Whereabouts | None
    """Where the marked table stands; None if none is marked, or it is not in the plan."""


def drawing_of(plan: str, *, marked: int | None = None) -> Drawing | None:
    """Return the drawing of a plan, one table marked in it; None where nothing is planned."""
    read = hall_plan.read(plan)
    if not read.spots:
        return None
    top = min(spot.row for spot in read.spots)
    return Drawing(
        width=read.columns * CELL,
        height=(read.rows - top) * CELL,
        shapes=tuple(_shape(spot, top=top, marked=marked) for spot in read.spots),
        where=hall_plan.whereabouts(read, marked) if marked is not None else None,
    )


def not_drawn(plan: str, tables: frozenset[int]) -> tuple[int, ...]:
    """Return the tables that are played at and missing in a plan; none where nothing is planned."""
    return tuple(sorted(tables - hall_plan.read(plan).tables)) if plan else ()


def _shape(spot: hall_plan.Spot, *, top: int, marked: int | None) -> Shape:
    x, y, width = spot.column * CELL, (spot.row - top) * CELL, spot.width * CELL
    text = spot.words if spot.table is None else str(spot.table)
    size = max(SMALLEST, min(LARGEST, int(1.6 * (width - GAP) / max(1, len(text)))))
    return Shape(
        x=x + GAP // 2,
        y=y + GAP // 2,
        width=width - GAP,
        height=CELL - GAP,
        middle=x + width // 2,
        baseline=y + CELL // 2 + round(size * 0.36),
        size=size,
        text=text,
        is_table=spot.table is not None,
        is_marked=spot.table is not None and spot.table == marked,
    )
