"""The plan of a hall, typed as it looks: a line for each row of tables, numbers are tables, words what stands there.

>>> [spot.table or spot.words for spot in read("Stage\\n1 2 . 3\\nDoor 4 5 6").spots]
['Stage', 1, 2, 3, 'Door', 4, 5, 6]

A point, or a stroke, is an empty place; an empty line is an aisle.
"""

import enum
from dataclasses import dataclass

MOST_ROWS = 60
MOST_COLUMNS = 60
LAST_TABLE = 2_000
"""No event has a table of a higher number."""

EMPTY = frozenset(".-_|·–")


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Something in the plan: a table, or words for a stage, a door."""

    row: int
    column: int
    width: int = 1
    """How many columns it is wide: words on a line of their own are as wide as the hall."""

    table: int | None = None
    words: str = ""


class PlanCode(enum.StrEnum):
    """What can be wrong with a plan."""

    TABLE_TWICE = "table-twice"
    NO_SUCH_TABLE = "no-such-table"
    TOO_MANY_ROWS = "too-many-rows"
    TOO_WIDE = "too-wide"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanProblem:
    """Something wrong with a plan, and where: ``line`` counts from 1, ``about`` is the number as it was typed."""

    code: PlanCode
    line: int
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HallPlan:
    """What stands where in a hall."""

    spots: tuple[Spot, ...]
    rows: int
    columns: int
    problems: tuple[PlanProblem, ...]

    @property
    def tables(self) -> frozenset[int]:
        return frozenset(spot.table for spot in self.spots if spot.table is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Whereabouts:
    """Where a table stands, as one says it: in the third row, second from the left."""

    row: int
    """Rows of tables count, from 1 at the top of the plan."""

    rows: int
    from_left: int
    from_right: int
    in_front: str
    """The words on the line before the first row of tables, such as "Stage"; "" if none."""

    at_the_end: str
    """The words on the line behind the last one."""


def read(plan: str) -> HallPlan:
    """Return a plan as it was typed, with everything that is wrong with it."""
    lines = plan.rstrip().splitlines()
    spotses = [_line(row, line.split()) for row, line in enumerate(lines[:MOST_ROWS])]
    columns = max((spot.column + spot.width for line in spotses for spot in line), default=0)
    spots = tuple(_wide(spot, line, columns) for line in spotses for spot in line)
    return HallPlan(
        spots=spots,
        rows=len(spotses),
        columns=columns,
        problems=(
            *(
                PlanProblem(code=PlanCode.TOO_WIDE, line=row + 1)
                for row, line in enumerate(lines[:MOST_ROWS])
                if len(line.split()) > MOST_COLUMNS
            ),
            *([PlanProblem(code=PlanCode.TOO_MANY_ROWS, line=MOST_ROWS + 1)] if len(lines) > MOST_ROWS else []),
            *_wrong_tables(spots),
        ),
    )


def whereabouts(plan: HallPlan, table: int) -> Whereabouts | None:
    """Return where a table stands; None where it is not in the plan."""
    spot = next((spot for spot in plan.spots if spot.table == table), None)
    if spot is None:
        return None
    rows = sorted({each_spot.row for each_spot in plan.spots if each_spot.table is not None})
    beside = sorted(
        each_spot.column for each_spot in plan.spots if each_spot.table is not None and each_spot.row == spot.row
    )
    return Whereabouts(
        row=rows.index(spot.row) + 1,
        rows=len(rows),
        from_left=beside.index(spot.column) + 1,
        from_right=len(beside) - beside.index(spot.column),
        in_front=_alone(plan, [each_spot for each_spot in plan.spots if each_spot.row < rows[0]][-1:]),
        at_the_end=_alone(plan, [each_spot for each_spot in plan.spots if each_spot.row > rows[-1]][:1]),
    )


def _alone(plan: HallPlan, spots: list[Spot]) -> str:
    return next((spot.words for spot in spots if spot.width == plan.columns), "")


def _line(row: int, words: list[str]) -> list[Spot]:
    spots: list[Spot] = []
    for column, word in enumerate(words[:MOST_COLUMNS]):
        before = spots[-1] if spots else None
        if _is_number(word):
            spots.append(Spot(row=row, column=column, table=int(word)))
        elif set(word) <= EMPTY:
            continue
        elif before and before.words and before.column + before.width == column:
            spots[-1] = Spot(row=row, column=before.column, width=before.width + 1, words=f"{before.words} {word}")
        else:
            spots.append(Spot(row=row, column=column, words=word))
    return spots


def _wide(spot: Spot, line: list[Spot], columns: int) -> Spot:
    """Return words that have a line to themselves as wide as the hall."""
    if spot.table is not None or len(line) > 1:
        return spot
    return Spot(row=spot.row, column=0, width=columns, words=spot.words)


def _wrong_tables(spots: tuple[Spot, ...]) -> list[PlanProblem]:
    problems = []
    seen: set[int] = set()
    for spot in spots:
        if spot.table is None:
            continue
        if not 1 <= spot.table <= LAST_TABLE:
            problems.append(PlanProblem(code=PlanCode.NO_SUCH_TABLE, line=spot.row + 1, about=str(spot.table)))
        elif spot.table in seen:
            problems.append(PlanProblem(code=PlanCode.TABLE_TWICE, line=spot.row + 1, about=str(spot.table)))
        seen.add(spot.table)
    return problems


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 7
