"""Teams from a list: of a league, a ranking, its results; numbers, match points and headings are no part of a name."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tables.intake.headings import NAMES, SEARCHED, Field, field_of
from tables.intake.kinds import kind_of
from tables.intake.names import plain
from tables.intake.outcome import Kind
from tables.intake.remarks import State, begins_like_a_person, has_letters, state_of
from tables.intake.rows import Line
from tables.intake.splitting import counted

POINTS: Final = re.compile(r"(?:\s+(?:[+-]?\d+\s?:\s?[+-]?\d+|[+-]?\d{1,3}\.\d{3}|[+-]\d+|\d{4,}(?=\s*$)))+\s*$")
"""Match points and points behind a name; a year has no place in a table of results."""

YEAR_OF_A_CLUB: Final = re.compile(r"\s+(?:1[89]|20)\d\d$")
FREE: Final = frozenset({"spielfrei", "frei", "bye", "libre"})
UNSURE: Final = re.compile(r"[?!*+=<>|]|\s[-–—]\s|^(?:n\.? ?n\.?|mannschaft .+)$", re.IGNORECASE)
"""Two teams, or none: "Ulm - Gera", "N.N.", "2. Mannschaft"."""

NAMING: Final = frozenset({*NAMES, Field.TEAM, Field.CLUB})


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTeam:
    """A row of a list of teams; one that names none says why."""

    line: int
    name: str = ""
    club: str = ""
    players: tuple[str, ...] = ()
    kind: Kind | None = None
    is_asked: bool = False
    """Whether somebody has to say that this is a team."""

    cells: tuple[str, ...] = ()
    """What becomes of each cell: a field's name, "player", "left-out"."""


def read_teams(lines: Sequence[Line]) -> list[ListedTeam]:
    """Return a team for each row of a list, or why it names none.

    >>> read_teams([Line(number=1, cells=("1. SC Herz Dame I", "28:17", "45.123"))])[0].name
    'SC Herz Dame I'
    """
    heads = next((at for at, line in enumerate(lines[:SEARCHED]) if _is_head(line)), None)
    columns = [field_of(cell) for cell in lines[heads].cells] if heads is not None else []
    return [*_once(_teams(lines, heads, columns))]


def _once(teams: Iterable[ListedTeam]) -> Iterator[ListedTeam]:
    """Yield each team once, with the players of all its rows."""
    found: dict[tuple[str, str], int] = {}
    read = [*teams]
    for at, team in enumerate(read):
        first = found.setdefault((team.name.casefold(), team.club.casefold()), at) if team.name else at
        if first != at and team.players:
            read[first] = replace(read[first], players=(*read[first].players, *team.players))
            read[at] = replace(team, name="", players=(), kind=Kind.AGAIN)
    return iter(read)


def _is_head(line: Line) -> bool:
    known = [field_of(cell) for cell in line.cells if cell]
    return not NAMING.isdisjoint(known) and (len(known) > 1 or known in ([Field.TEAM], [Field.NAME]))


def _teams(lines: Sequence[Line], heads: int | None, columns: Sequence[str | None]) -> Iterator[ListedTeam]:
    numbered = [bool(counted(line.cells[0])[0]) for line in lines]
    are_numbered = 2 * sum(numbered) > len(numbered)
    for at, line in enumerate(lines):
        kind = (
            Kind.TITLE
            if (
                at < heads
                if heads is not None
                else are_numbered and not any(numbered[: at + 1]) and len(line.cells) < 2
            )
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
        name, colon, players = _bare(name, is_numbered=are_numbered or bool(columns)).partition(": ")
        club = next((text for one, text in cells if one == "club"), "")
        if not club and not columns and (beside := CLUB_BESIDE.match(name)):
            name, club = beside[1], beside[2] or beside[3]
        if plain(name) in FREE or state_of(name) is State.CANCELLED:
            kind = Kind.CANCELLED if plain(name) not in FREE else Kind.BLANK
            yield ListedTeam(line=line.number, kind=kind, cells=("left-out",) * len(line.cells))
            continue
        yield ListedTeam(
            line=line.number,
            name=name,
            club=club,
            is_asked=bool(UNSURE.search(name)) or begins_like_a_person(name) or state_of(name) is State.OPEN,
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
        held[at] = "player" if one == "club" and begins_like_a_person(line.cells[at]) else one
    return held


CLUB_BESIDE: Final = re.compile(
    r"^(.*\S)\s*(?:\(([^()]*[^\W\d][^()]*)\)|,\s+((?:\d\. ?)?(?:SC|SK|SkC|SV|TSV|Skat)\w*\s.*))$"
)
"""A team and its club: "Die Buben (SC Ulm)", "Asse, SC Bonn"."""


def _bare(text: str, *, is_numbered: bool) -> str:
    """Return the name of a team without the number before it, where all have one, and the points behind."""
    number, name = counted(text)
    name = text if number and not is_numbered else name
    return name if YEAR_OF_A_CLUB.search(name) else POINTS.sub("", name)
