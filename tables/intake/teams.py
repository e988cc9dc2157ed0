"""Teams from a list: of a league, a ranking, its results; numbers, match points and headings are no part of a name."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tables.intake.headings import NAMES, SEARCHED, Field, field_of, kind_of
from tables.intake.names import plain
from tables.intake.outcome import Kind, Line
from tables.intake.remarks import State, begins_like_a_person, has_letters, state_of
from tables.intake.splitting import BULLET, counted, has_club_word
from tables.intake.text import clean_text

SCORE: Final = r"[+-]?\d+\s?:\s?[+-]?\d+|[+-]?\d{1,3}\.\d{3}|[+-]\d+"
POINTS: Final = re.compile(rf"(?:\s+(?:{SCORE}|\d{{4,}}(?=\s*$)))+\s*$")
"""Match points and points behind a name; a year has no place in a table of results."""

YEAR_OF_A_CLUB: Final = re.compile(r"\s+(?:1[89]|20)\d\d$")
FREE: Final = frozenset({"spielfrei", "frei", "bye", "libre"})
UNSURE: Final = re.compile(r"[?!*+=<>|]|\s[-–—]\s|^(?:n\.? ?n\.?|mannschaft .+)$", re.IGNORECASE)
"""Two teams, or none: "Ulm - Gera", "N.N.", "2. Mannschaft"."""

NAMING: Final = frozenset({*NAMES, Field.TEAM, Field.CLUB})
SUBSTITUTE: Final = "substitute"
SUBSTITUTE_WORDS: Final = (
    "substitute substitutes reserve ersatz ersatzspieler ersatzspielerin auswechselspieler einwechselspieler suplente"
    " suplentes reemplazante запасной"
)
SUBSTITUTES: Final = frozenset(SUBSTITUTE_WORDS.split())
NOT_TICKED: Final = frozenset({"", "0", "-", "–", "no", "nein", "n", "false", "falsch", "нет"})
START_NUMBERS: Final = re.compile(r"\d{1,6}(?:[\s,;/+&]+\d{1,6})*", re.ASCII)
NUMBERS_BEHIND: Final = re.compile(r"(.*?[^\d\s,;/+&])[\s,;]+(\d{1,6}[\s,;/+&]+\d[\d\s,;/+&]*)", re.ASCII)
"""A name, then nothing but start numbers, two at least: "Buben 2" is a team."""

CLUB_BESIDE: Final = re.compile(
    r"^(.*\S)\s*(?:\(([^()]*[^\W\d][^()]*)\)|,\s+((?:\d\. ?)?(?:SC|SK|SkC|SV|TSV|Skat)\w*\s.*))$"
)
"""A team and its club: "Die Buben (SC Ulm)", "Asse, SC Bonn"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTeam:
    """A row of a list of teams; one that names none says why."""

    line: int
    name: str = ""
    club: str = ""
    players: tuple[str, ...] = ()
    substitutes: tuple[str, ...] = ()
    kind: Kind | None = None
    is_asked: bool = False
    cells: tuple[str, ...] = ()
    """What becomes of each cell: a field's name, "player", "substitute", "left-out"."""


def read_teams(lines: Sequence[Line], *, by_number: bool = False) -> list[ListedTeam]:
    """Return a team for each row of a list, or why it names none; what players are called stays.

    ``by_number`` says that figures may be the start numbers of players.
    """
    tops = ([_field(cell) for cell in line.cells if cell] for line in lines[:SEARCHED])
    alone = ([Field.TEAM], [Field.NAME])
    heads = next((at for at, top in enumerate(tops) if NAMING.intersection(top) and (top[1:] or top in alone)), None)
    columns = [*map(_field, lines[heads].cells)] if heads is not None else []
    if by_number:
        _settle_numbers(lines, heads, columns)
    teams = [*_teams(lines, heads, columns, by_number=by_number)]
    named = [counted(team.name) for team in teams if not team.kind]
    are_counted = [number for number, _ in named] == [*map(str, range(1, len(named) + 1))]
    if by_number and are_counted and len({name for _, name in named}) == len(named) > 1:
        # "1. Mannschaft" beside "2. Mannschaft" is called so.
        teams = [team if team.kind else replace(team, name=counted(team.name)[1]) for team in teams]
    first_of: dict[tuple[str, str], int] = {}
    for at, team in enumerate(teams):
        first = first_of.setdefault((team.name.casefold(), team.club.casefold()), at) if team.name else at
        if first != at and (team.players or team.substitutes) and (columns or not by_number):
            # Each row below headings names one player more.
            teams[first] = replace(
                teams[first],
                players=(*teams[first].players, *team.players),
                substitutes=(*teams[first].substitutes, *team.substitutes),
            )
            teams[at] = replace(team, name="", players=(), substitutes=(), kind=Kind.AGAIN)
    return teams


def _field(cell: str) -> str | None:
    return SUBSTITUTE if plain(cell) in SUBSTITUTES else field_of(cell)


def _settle_numbers(lines: Sequence[Line], heads: int | None, columns: list[str | None]) -> None:
    """Let "Nr." be the start numbers where nothing else says who plays and a team has several rows."""
    if heads is None or Field.NUMBER in columns or Field.COUNT not in columns or Field.TEAM not in columns:
        return
    names = [_cell(line, columns.index(Field.TEAM)) for line in lines[heads + 1 :]]
    is_behind = columns.index(Field.COUNT) > columns.index(Field.TEAM)
    if not NAMES.intersection(columns) and (is_behind or "" in names or len({*names}) < len(names)):
        columns[columns.index(Field.COUNT)] = Field.NUMBER


def _cell(line: Line, at: int) -> str:
    return line.cells[at] if at < len(line.cells) else ""


def _teams(
    lines: Sequence[Line], heads: int | None, columns: Sequence[str | None], *, by_number: bool
) -> Iterator[ListedTeam]:
    numbered = [bool(counted(line.cells[0])[0]) for line in lines]
    are_numbered = 2 * sum(numbered) > len(numbered)
    above = ""
    for at, line in enumerate(lines):
        kind: Kind | None = None
        team = _team(line, columns, above=above, is_numbered=are_numbered or bool(columns), by_number=by_number)
        if at == heads or (columns and [*map(_field, line.cells)] == [*columns]):
            kind = Kind.HEAD
        elif heads is not None and at < heads:
            kind = Kind.TITLE
        elif not by_number or not (team.players or team.substitutes):
            # Where players are named beside it, a team may be called as it likes.
            texts = [cell.rstrip(": ") if by_number else cell for cell in line.cells]
            kind = _nobody(texts, team, is_title=heads is None and are_numbered and not any(numbered[: at + 1]))
        above = team.name if by_number and columns and not kind else ""
        yield ListedTeam(line=line.number, kind=kind, cells=("left-out",) * len(line.cells)) if kind else team


def _nobody(texts: Sequence[str], team: ListedTeam, *, is_title: bool) -> Kind | None:
    """Return why a row names no team, if it does not; ``is_title`` says that the rows from it on are numbered."""
    kind = kind_of({Field.NAME: next(filter(has_letters, texts), "")}, texts)
    if is_title and len(texts) < 2:
        return Kind.TITLE
    if kind or plain(team.name) not in FREE:
        return kind or (Kind.CANCELLED if state_of(team.name) is State.CANCELLED else None)
    return Kind.BLANK


def _team(line: Line, columns: Sequence[str | None], *, above: str, is_numbered: bool, by_number: bool) -> ListedTeam:
    """Return the team that a row names; in merged cells only the first row does, and it is the one ``above``."""
    if by_number and not columns and (named := _named(line.cells[0])):
        name, playing = (
            clean_text(BULLET.sub("", named[0], count=1)),
            [";".join((named[1], *filter(None, line.cells[1:])))],
        )
        held = ["name", *(SUBSTITUTE if cell else "left-out" for cell in line.cells[1:])]
        club = colon = people = ""
    else:
        held = _held(line, columns, by_number=by_number)
        filled = [(word, text) for word, text in zip(held, line.cells, strict=True) if text]
        written = next((text for word, text in filled if word == "name"), above)
        name, colon, people = _bare(written, is_numbered=is_numbered).partition(": ")
        club = next((text for word, text in filled if word == "club"), "")
        if not club and not columns and (beside := CLUB_BESIDE.match(name)):
            name, club = beside[1], beside[2] or beside[3]
        playing = _playing(line, columns, held) if columns else [text for word, text in filled if word == "player"]
        if by_number and not playing and (behind := NUMBERS_BEHIND.fullmatch(name)):
            name, playing = behind[1].rstrip(" ,;-–"), [behind[2]]
    if not by_number:
        playing += re.split("[,;]", people if colon else "")
    is_ticked = SUBSTITUTE in columns and _cell(line, columns.index(SUBSTITUTE)).casefold() not in NOT_TICKED
    parted = [text.partition(";") for text in playing]
    first, second = ([text for triple in parted if (text := triple[at].strip(" ;"))] for at in (0, 2))
    return ListedTeam(
        line=line.number,
        name=name,
        club=club,
        players=() if is_ticked else (*first,),
        substitutes=(*first, *second) if is_ticked else (*second,),
        is_asked=bool(UNSURE.search(name)) or begins_like_a_person(name) or state_of(name) is State.OPEN,
        cells=(*held,),
    )


def _named(text: str) -> tuple[str, str] | None:
    """Return a team and those who are named behind a colon; one between figures is a score, unless more follow."""
    name, colon, people = text.partition(":")
    # "28:17" and "28 : 17", but not "Team 2: 17".
    are_figures = re.search(r"\d *$", name) and re.match(r" *\d+(?!\d|\s*[,;/+&])", people)
    is_score = are_figures and name[-1:].isspace() == people[:1].isspace()
    return (name, people) if colon and name.strip() and not is_score else None


def _held(line: Line, columns: Sequence[str | None], *, by_number: bool) -> list[str]:
    """Return what each cell of a row is: by the headings, or else the first with letters, its club, the players."""
    if columns:
        wide = [*columns, *[None] * len(line.cells)][: len(line.cells)]
        naming = next((field for field in (Field.TEAM, Field.NAME, Field.CLUB) if field in columns), Field.LAST)
        fields: dict[str | None, str] = {field: "player" for field in PERSON if by_number or field != Field.NUMBER}
        fields |= {Field.WITH: "player", Field.CLUB: "club", naming: "name"}
        fields |= {SUBSTITUTE: SUBSTITUTE} if by_number else {}
        return [fields.get(word, "left-out") for word in wide]
    words = [at for at, cell in enumerate(line.cells) if has_letters(cell)]
    held = ["left-out"] * len(line.cells)
    for at, text in zip(words, ("name", "club", *["player"] * len(words)), strict=False):
        is_player = begins_like_a_person(line.cells[at]) or (by_number and not has_club_word(line.cells[at]))
        held[at] = "player" if text == "club" and is_player else text
    if by_number and not any(re.fullmatch(SCORE, cell) for cell in line.cells):
        first = words[0] if words else -1
        held[first + 1 :] = [
            "player" if START_NUMBERS.fullmatch(cell) else word
            for word, cell in zip(held[first + 1 :], line.cells[first + 1 :], strict=True)
        ]
    return held


PERSON: Final = (Field.NUMBER, Field.FIRST, Field.NAME, Field.LAST)
"""What says who somebody is, in the order in which it is written."""


def _playing(line: Line, columns: Sequence[str | None], held: Sequence[str]) -> list[str]:
    """Return who plays by the headings: one in several cells, and others in one each."""
    at_field = {text: at for at, text in reversed([*enumerate(columns[: len(held)])]) if held[at] == "player"}
    word = " ".join(filter(None, (line.cells[at_field[field]] for field in PERSON if field in at_field)))
    others = [cell for cell, field in zip(line.cells, columns, strict=False) if field == Field.WITH]
    return [text for text in (word, *others) if text]


def _bare(text: str, *, is_numbered: bool) -> str:
    """Return the name of a team without the number before it, where all have one, and the points behind."""
    number, name = counted(text)
    name = text if number and not is_numbered else name
    return name if YEAR_OF_A_CLUB.search(name) else POINTS.sub("", name)
