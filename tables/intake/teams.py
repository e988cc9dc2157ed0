"""Teams from a list: of a league, a ranking, its results; numbers, match points and headings are no part of a name."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tables.intake.headings import NAMES, SEARCHED, Field, field_of
from tables.intake.kinds import kind_of
from tables.intake.outcome import Kind
from tables.intake.remarks import has_letters
from tables.intake.rows import Line
from tables.intake.splitting import counted

POINTS: Final = re.compile(r"(?:\s+(?:[+-]?\d+:[+-]?\d+|\d{1,3}\.\d{3}|[+-]\d+|\d{4,}(?=\s*$)))+\s*$")
"""Match points and points behind a name; a year has no place in a table of results."""

YEAR_OF_A_CLUB: Final = re.compile(r"\s+(?:1[89]|20)\d\d$")
NAMING: Final = frozenset({*NAMES, Field.TEAM, Field.CLUB})


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTeam:
    """A row of a list of teams; one that names none says why."""

    line: int
    name: str = ""
    club: str = ""
    players: tuple[str, ...] = ()
    kind: Kind | None = None
    cells: tuple[str, ...] = ()
    """What becomes of each cell: a field's name, "player", "left-out"."""


def read_teams(lines: Sequence[Line]) -> list[ListedTeam]:
    """Return a team for each row of a list, or why it names none.

    >>> read_teams([Line(number=1, cells=("1. SC Herz Dame I", "28:17", "45.123"))])[0].name
    'SC Herz Dame I'
    """
    heads = next((at for at, line in enumerate(lines[:SEARCHED]) if _is_head(line)), None)
    columns = [field_of(cell) for cell in lines[heads].cells] if heads is not None else []
    return [*_teams(lines, heads, columns)]


def _is_head(line: Line) -> bool:
    known = [field_of(cell) for cell in line.cells if cell]
    return not NAMING.isdisjoint(known) and (len(known) > 1 or known == [Field.TEAM])


def _teams(lines: Sequence[Line], heads: int | None, columns: Sequence[str | None]) -> Iterator[ListedTeam]:
    for at, line in enumerate(lines):
        kind = (
            Kind.TITLE
            if heads is not None and at < heads
            else kind_of({Field.NAME: next(filter(has_letters, line.cells), "")}, line.cells)
        )
        if at == heads or (columns and [field_of(cell) for cell in line.cells] == [*columns]):
            kind = Kind.HEAD
        if kind:
            yield ListedTeam(line=line.number, kind=kind, cells=("left-out",) * len(line.cells))
            continue
        held = _held(line, columns)
        cells = [*zip(held, line.cells, strict=True)]
        name = next((text for one, text in cells if one == "name"), "")
        name, colon, players = _bare(name).partition(": ")
        yield ListedTeam(
            line=line.number,
            name=name,
            club=next((text for one, text in cells if one == "club"), ""),
            players=(
                *(text for one, text in cells if one == "player" and text),
                *(one.strip() for one in re.split("[,;]", players if colon else "") if one.strip()),
            ),
            cells=tuple(held),
        )


def _held(line: Line, columns: Sequence[str | None]) -> list[str]:
    """Return what each cell of a row is: by the headings, or else the first with letters, its club, the players."""
    if columns:
        wide = [*columns, *[None] * len(line.cells)][: len(line.cells)]
        naming = next(one for one in (Field.TEAM, Field.NAME, Field.CLUB) if one in columns)
        fields: dict[str | None, str] = {Field.NAME: "player", Field.WITH: "player", Field.CLUB: "club", naming: "name"}
        return [fields.get(one, "left-out") for one in wide]
    words = [at for at, cell in enumerate(line.cells) if has_letters(cell)]
    held = ["left-out"] * len(line.cells)
    for at, one in zip(words, ("name", "club", *["player"] * len(words)), strict=False):
        held[at] = one
    return held


def _bare(text: str) -> str:
    """Return the name of a team without the number before it and the points behind."""
    _number, name = counted(text)
    return name if YEAR_OF_A_CLUB.search(name) else POINTS.sub("", name)
