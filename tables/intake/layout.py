"""What the columns of a list hold: by their headings, or else by what stands in them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tables.intake.classes import NO_CLASSES, Classes
from tables.intake.headings import (
    AROUND,
    COUNTS_ONLY,
    DUE,
    FAREWELL,
    FIELD_OF,
    NAMES,
    NEUTRAL,
    ON_A_DAY,
    SEARCHED,
    STILL_DUE,
    TICKED,
    Field,
    are_headings,
    field_of,
    fields_of,
    is_section,
    is_title,
    is_total,
)
from tables.intake.marks import UNPAID, is_mark
from tables.intake.names import plain
from tables.intake.outcome import ColumnDoubt, Kind, Line
from tables.intake.remarks import ABBREVIATED_CLUBS, DAYS, GIVEN, State, begins_like_a_person, has_letters, state_of
from tables.intake.splitting import (
    CANONICAL,
    TOLD,
    by_content,
    cells_of,
    column_of_names,
    counted,
    has_club_word,
    is_turned,
    pieces_of,
    stands_above,
    without_letters,
)

RARELY: Final = 0.2
"""Of the lines fill a column that nothing stands above: then something may have moved there."""

RULER: Final = re.compile("[-=_:+]{3,}")
LONGEST_TITLE: Final = 40
OURS: Final = frozenset({Field.NUMBER, Field.NAME, *TICKED, Field.WITHDRAWN})
"""Columns that only the files of this site have all: what was paid there was paid for another event."""

OUR_WHO: Final = ("startnummer name verein", "start number name club", "numero de inscripcion nombre club")
OUR_PLACES: Final = frozenset({"rang", "platz", "rank", "seat", "puesto", "asiento"})
"""Headings of the rankings and the seats of this site, side by side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The rows of a list, and what their columns hold."""

    lines: tuple[Line, ...]
    columns: tuple[str | None, ...]
    headings: tuple[str, ...] = ()
    kinds: Mapping[int, Kind] = field(default_factory=dict)
    """The lines, by their numbers, that name nobody whatever the columns hold."""

    doubts: Mapping[int, ColumnDoubt] = field(default_factory=dict)
    doubtful: frozenset[str] = frozenset()
    """The keys of lines that were taken apart and might mean something else."""

    clubs: Mapping[str, str] = field(default_factory=dict)
    """The club above lines that have none, by their keys: it may count for them."""

    teams: Mapping[str, str] = field(default_factory=dict)
    states: Mapping[str, State] = field(default_factory=dict)
    """What a title above them says of lines, by their keys: "Absagen:"."""

    moved: frozenset[int] = frozenset()
    """The numbers of lines with text in a column that hardly any other line fills and nothing stands above."""

    lines_before: tuple[Line, ...] = ()
    held_before: tuple[str | None, ...] | None = None
    """The rows and what their columns held before they were taken apart; nothing where they were not."""

    has_headings: bool = False
    is_ours: bool = False
    """Whether this site wrote it: there a name is what somebody is called, whatever it looks like."""

    classes: Classes = NO_CLASSES


def layout_of(lines: Sequence[Line], classes: Classes = NO_CLASSES) -> Layout:
    """Return the rows of a list, taken apart if all stands in one column, with what their columns seem to hold."""
    wide = [line for line in lines if any(line.cells[1:])]
    if wide and all(TOLD.match(line.cells[0]) for line in wide):
        # "Pik 7: Fritz Walter; Uwe Seeler" has no columns.
        lines = [
            replace(line, cells=(", ".join(filter(None, line.cells)), *[""] * len(line.cells[1:]))) for line in lines
        ]
    lines = without_letters(lines)
    width = max((len(line.cells) for line in lines), default=0)
    heads = _heads(lines, classes)
    headings = _headings([lines[at] for at in heads], width, classes)
    columns = fields_of(headings, classes)
    _take_dues_from(columns, headings, lines[heads[-1] + 1 :] if heads else ())
    kinds = {line.number: Kind.TITLE for line in lines[: heads[0] if heads else 0]}
    kinds |= {lines[at].number: Kind.HEAD for at in heads}
    if heads:
        columns = [text for block in blocks(columns) for text in block]
    body = lines[heads[-1] + 1 if heads else 0 :]
    titles, states = _sections([*lines[: heads[0] if heads else 0], *body])
    for line in body:
        cells = [cell for cell in line.cells if cell]
        texts = [text for text in fields_of(cells, classes) if text]
        is_again = bool(cells) and all(text in headings or RULER.fullmatch(text) for text in cells)
        if is_again or (len(texts) == len(cells) and (len(texts) > 1 or not NAMES.isdisjoint(texts))):
            kinds[line.number] = Kind.HEAD
    kinds |= {line.number: Kind.TITLE for line in body if line.number in titles or is_title(line.cells)}
    body = [line for line in body if line.number not in kinds]
    groups, clubs, unsure = _groups(body)
    kinds |= {line.number: Kind.TITLE for line in body if line.key in groups}
    body = [line for line in body if line.number not in kinds]
    doubts: dict[int, ColumnDoubt] = {}
    if heads:
        doubts = _settled(columns, headings, body)
    else:
        columns, doubts = by_content(body, width, classes)
    lines, doubtful = _turned(lines, body, headings)
    if not heads:
        # Where some of those that are guessed to be clubs seem to be people, all are asked.
        clubs_at = columns.index(Field.CLUB) if Field.CLUB in columns else len(columns)
        people = sum(map(begins_like_a_person, cells_of(body, clubs_at)))
        filled = {line.key for line in body if any(line.cells[clubs_at : clubs_at + 1])}
        doubtful |= _maybe_headings(body, columns) | (filled if 3 * people > len(filled) else set())
    if len(sides := blocks(columns)) > 1:
        states |= _beside(lines[: heads[0] if heads else 0], body, [len(side) for side in sides])
    words = [*map(plain, headings)]
    triples = (" ".join(words[at : at + 3]) for at in range(1, len(words) - 2) if words[at - 1] in OUR_PLACES)
    layout = Layout(
        lines=tuple(lines),
        doubtful=doubtful | unsure,
        columns=tuple(columns),
        headings=tuple(headings),
        kinds=kinds,
        doubts=doubts | _start_numbers(columns, headings),
        clubs=clubs | _above(body, columns, Field.CLUB),
        teams=_above(body, columns, Field.TEAM),
        states=states,
        moved=_moved(body, columns, headings) if heads else frozenset(),
        has_headings=bool(heads),
        is_ours=ColumnDoubt.EARLIER in doubts.values() or any(triple in OUR_WHO for triple in triples),
        classes=classes,
    )
    return _taken_apart(_with_marks_joined(layout))


def _sections(lines: Sequence[Line]) -> tuple[set[int], dict[str, State]]:
    """Return the titles between the lines, and what they say of those below: "Absagen:", "Warteliste:"."""
    titles: set[int] = set()
    states: dict[str, State] = {}
    state = None
    is_signed = is_below_people = False
    for line in lines:
        filled = [cell for cell in line.cells if cell]
        title = filled[0].rstrip(": ()0123456789") if len(filled) == 1 else ""
        is_signed |= filled == ["--"]
        if is_signed:
            titles.add(line.number)
        elif len(filled) == 1 and FAREWELL.match(filled[0]):
            # Whoever signs the letter may come or not.
            titles.add(line.number)
            state = State.OPEN
        elif title and (is_section(title) or (filled[0].endswith(":") and len(title) <= LONGEST_TITLE)):
            titles.add(line.number)
            state = _of_a_title(title, is_below_people=is_below_people)
        elif state:
            states[line.key] = state
        else:
            is_below_people |= bool(filled) and not is_title(filled)
    return titles, states


def _beside(titles: Sequence[Line], body: Sequence[Line], widths: Sequence[int]) -> dict[str, State]:
    """Return what titles over tables side by side say of the people of each: "Zusagen", "Absagen"."""
    cells = [(at, state) for line in titles for at, cell in enumerate(line.cells) if (state := state_of(cell))]
    if not {State.CANCELLED, State.OPEN}.intersection(state for _at, state in cells):
        return {}
    states: dict[str, State] = {}
    for number, width in enumerate(widths, start=1):
        begins = sum(widths[: number - 1])
        state = next((state for at, state in cells if begins <= at < begins + width), State.COMING)
        states |= {f"{line.key}-{number}" if number > 1 else line.key: state for line in body}
    return states


def _of_a_title(title: str, *, is_below_people: bool) -> State | None:
    """Return what a title says of those below it; "Küche:" further down is asked."""
    if (state := state_of(title)) and state is not State.NOTE:
        return state
    words = {*plain(title).split()}
    is_neutral = is_section(title) or has_club_word(title) or is_title([title]) or not DAYS.isdisjoint(words)
    is_neutral |= not (NEUTRAL | {*FIELD_OF}).isdisjoint(words) or any(map(str.isdecimal, words))
    return State.OPEN if "offen" in words or (is_below_people and not is_neutral) else None


def _groups(body: Sequence[Line]) -> tuple[frozenset[str], dict[str, str], frozenset[str]]:
    """Return the lines alone above people that are their club, that club by the keys of the people below.

    And of lines alone those that may be a title, or somebody. Without numbers only where the list begins with a club.
    """
    numbers = [counted(f"{line.cells[0]} x")[0].lstrip("0") for line in body]
    texts = ["".join(line.cells) if sum(map(bool, line.cells)) == 1 else "" for line in body]
    begins = [has_letters(text) and ABBREVIATED_CLUBS.issuperset(plain(text).split()[:1]) for text in texts]
    heads = {
        at: text
        for at, text in enumerate(texts[:-1])
        if has_letters(text) and not numbers[at] and not begins_like_a_person(text) and not are_headings(text.split())
        if numbers[at + 1] == "1" or (has_club_word(text) and not has_club_word(texts[at + 1]))
        if numbers[at + 1] or (begins[0] and begins[at])
    }
    keys = frozenset(body[at].key for at in heads)
    if len(heads) == 1 and not any(map(has_club_word, heads.values())):
        return frozenset(), {}, keys
    clubs = _carried((line.key, heads.get(at, "")) for at, line in enumerate(body)) if [*heads] != [0] else {}
    return keys, clubs, frozenset()


def _above(body: Sequence[Line], columns: Sequence[str | None], holds: Field) -> dict[str, str]:
    """Return the club above each line without one, by its key, in a column before the names that has none twice."""
    at = columns.index(holds) if holds in columns else len(columns)
    clubs = cells_of(body, at)
    is_before = NAMES.intersection(columns[at:]) and not NAMES.intersection(columns[:at])
    if not is_before or len({*clubs}) < len(clubs):
        return {}
    return _carried((line.key, line.cells[at] if at < len(line.cells) else "") for line in body)


def _carried(clubs: Iterable[tuple[str, str]]) -> dict[str, str]:
    above, values = "", {}
    for key, here in clubs:
        above = here or above
        if above and not here:
            values[key] = above
    return values


def _settled(columns: list[str | None], headings: Sequence[str], body: Sequence[Line]) -> dict[int, ColumnDoubt]:
    """Take what cannot be from the columns, let one hold the names, and return what is to be asked about them."""
    doubts: dict[int, ColumnDoubt] = {}
    for at, holds in enumerate(columns):
        cells = cells_of(body, at)
        if holds in (Field.CLUB, Field.TEAM) and len(cells) > 1 and not any(map(has_letters, cells)):
            columns[at] = None
        elif holds is None and OF_PAYING.search(plain(headings[at])) and Field.MARKS not in columns:
            # "Status": "bezahlt", "abgesagt", "10 €".
            are_known = any(is_mark(cell) and plain(cell) not in UNPAID for cell in cells) and all(
                is_mark(cell) or state_of(cell) not in (None, State.NOTE) for cell in cells
            )
            columns[at] = Field.MARKS if are_known else None
    doubts |= _first_and_last_turned(columns, body)
    if not NAMES.intersection(columns) and (names := column_of_names(body, columns)) is not None:
        columns[names] = Field.NAME
        doubts[names] = ColumnDoubt.NAMES
    doubts |= _start_numbers_counted(columns, headings, body)
    if {*columns} >= OURS:
        for at, holds in enumerate(columns):
            if holds in TICKED:
                columns[at] = None
                doubts[at] = ColumnDoubt.EARLIER
    return doubts


OF_PAYING: Final = re.compile("status|stand|zahl|bemerk|notiz|paym|remark|estado|pago")
"""Headings below which "bezahlt" is said of the stake, and not of a meal."""


def _first_and_last_turned(columns: list[str | None], body: Sequence[Line]) -> dict[int, ColumnDoubt]:
    """Turn round "Vorname" and "Nachname" where what stands below them says so; that is asked."""
    places = [columns.index(holds) for holds in (Field.FIRST, Field.LAST, Field.NAME) if holds in columns][:2]
    if Field.FIRST not in columns or len(places) < 2:
        return {}
    given, family = (sum(plain(cell) in GIVEN for cell in cells_of(body, at)) for at in places)
    if not given < family or 2 * family <= len(cells_of(body, places[1])):
        return {}
    columns[places[0]], columns[places[1]] = columns[places[1]], columns[places[0]]
    return dict.fromkeys(places, ColumnDoubt.FIRST_OR_LAST)


FAMILY_FIRST: Final = frozenset(
    {"nachname vorname", "name vorname", "familienname vorname", "zuname vorname", "apellidos nombre"}
)


def _turned(
    lines: Sequence[Line], body: Sequence[Line], headings: Sequence[str]
) -> tuple[Sequence[Line], frozenset[str]]:
    """Return the rows with a comma in "Meier Hans" below "Nachname Vorname", and the keys of those with more words."""
    at = next((at for at, heading in enumerate(headings) if plain(heading) in FAMILY_FIRST), None)
    bare = {line.key: line for line in body if at is not None and at < len(line.cells) and "," not in line.cells[at]}
    if at is None or not bare:
        return lines, frozenset()
    words = {key: line.cells[at].split() for key, line in bare.items()}
    two = {
        key: replace(line, cells=(*line.cells[:at], ", ".join(words[key]), *line.cells[at + 1 :]))
        for key, line in bare.items()
        if len(words[key]) == 2
    }
    return [two.get(line.key, line) for line in lines], frozenset(key for key in bare if len(words[key]) > 2)


def _maybe_headings(body: Sequence[Line], columns: Sequence[str | None]) -> frozenset[str]:
    """Return the key of a first row of single words above names of several: those may be headings that nobody knows."""
    at = next((at for at, holds in enumerate(columns) if holds is Field.NAME), None)
    if at is None or not body or sum(map(bool, body[0].cells)) < 2 or any(" " in cell for cell in body[0].cells):
        return frozenset()
    names = cells_of(body[1:], at)
    return frozenset({body[0].key} if names and all(" " in name or "," in name for name in names) else ())


def _take_dues_from(columns: list[str | None], headings: Sequence[str], body: Sequence[Line]) -> None:
    """Let "Startgeld" say nothing of what was paid where "bezahlt" does, or "Rest" says what was not."""
    words = [plain(heading) for heading in headings]
    paid = [at for at, holds in enumerate(columns) if holds is Field.PAID]
    due = [at for at in paid if AROUND.sub("", words[at]).replace(" ", "") in DUE]
    days = [at for at in paid if ON_A_DAY.search(words[at])]
    if len(due) == 1 and {*due, *days} == {*paid} and len({*cells_of(body, due[0])}) > 1:
        # "Bezahlt am" beside different sums: these are what was paid.
        due = days
    is_said = len(due) < len(paid) or any(word.replace(" ", "") in STILL_DUE for word in words)
    for at in paid if len(blocks(columns)) == 1 else ():
        if (at in due and is_said) or words[at].startswith("soll"):
            columns[at] = None


def _start_numbers_counted(
    columns: list[str | None], headings: Sequence[str], body: Sequence[Line]
) -> dict[int, ColumnDoubt]:
    """Let "Nr." be the start numbers where it counts the lines: whether it is or not, it is the same."""
    counting = [*_start_numbers(columns, headings)]
    cells = [cell.rstrip(".)") for cell in cells_of(body, counting[0])] if len(counting) == 1 else []
    if not cells or cells != [*map(str, range(1, sum(not any(map(is_total, line.cells)) for line in body) + 1))]:
        return {}
    columns[counting[0]] = Field.NUMBER
    return {counting[0]: ColumnDoubt.START_NUMBERS}


def blocks(columns: Sequence[str | None]) -> list[list[str | None]]:
    """Return the columns of each table side by side; a second column for the club of one table begins none."""
    rows: list[list[str | None]] = [[]]
    for column in columns:
        if column not in (None, Field.WITH) and column in rows[-1]:
            rows.append([])
        rows[-1].append(column)
    joined: list[list[str | None]] = []
    for block in rows:
        if joined and not (NAMES.intersection(block) and NAMES.intersection(joined[-1])):
            joined[-1] += [None if text in joined[-1] and text != Field.WITH else text for text in block]
        else:
            joined.append(block)
    both = {Field.FIRST, Field.LAST, Field.NAME}
    return [[None if text is Field.NAME and both <= {*block} else text for text in block] for block in joined]


def _with_marks_joined(layout: Layout) -> Layout:
    """Return the list with the marks of each line in one column: "Erna;;;Dame;bezahlt"."""
    places = [at for at, text in enumerate(layout.columns) if text is Field.MARKS]
    if layout.has_headings or len(places) < 2:
        return layout
    lines = []
    for line in layout.lines:
        cells = [*line.cells, *[""] * (len(layout.columns) - len(line.cells))]
        cells[places[0]] = " ".join(cells[at] for at in places if cells[at])
        lines.append(replace(line, cells=tuple("" if at in places[1:] else cell for at, cell in enumerate(cells))))
    columns = tuple(None if at in places[1:] else text for at, text in enumerate(layout.columns))
    return replace(layout, lines=tuple(lines), columns=columns)


def _heads(lines: Sequence[Line], classes: Classes) -> list[int]:
    """Return where the headings stand: the row with the most of them, and those right above and below it."""
    tops = [
        at
        for at, line in enumerate(lines[:SEARCHED])
        if are_headings(line.cells, classes) or stands_above(lines, at, classes)
    ]
    if not tops:
        return []
    best = max(tops, key=lambda at: sum(field_of(cell, classes) is not None for cell in lines[at].cells))
    wide = {at for at in tops if sum(map(bool, lines[at].cells)) > 1}
    if best not in wide:
        # One word alone is a title, unless all below stands in its column.
        column = next(at for at, cell in enumerate(lines[best].cells) if cell)
        below = {at for line in lines[best + 1 :] for at, cell in enumerate(line.cells) if cell}
        return [best] if below <= {column} else []
    run = [best]
    while run[0] - 1 in wide:
        run.insert(0, run[0] - 1)
    while run[-1] + 1 in wide:
        run.append(run[-1] + 1)
    return run


def _headings(heads: Sequence[Line], width: int, classes: Classes) -> list[str]:
    """Return one heading for each column: the lowest that is understood, else the lowest there is; names stay names."""
    texts = [""] * width
    for line in heads:
        for at, text in enumerate(line.cells):
            above, below = field_of(texts[at], classes), field_of(text, classes)
            if text and (below or not above) and (below in NAMES or above not in NAMES):
                texts[at] = text
    return texts


def _moved(body: Sequence[Line], columns: Sequence[str | None], headings: Sequence[str]) -> frozenset[int]:
    numbers: set[int] = set()
    for at, (word, text) in enumerate(zip(columns, headings, strict=True)):
        filled = [line.number for line in body if at < len(line.cells) and line.cells[at]]
        if word is None and not text and 0 < len(filled) <= RARELY * len(body):
            numbers.update(filled)
    return frozenset(numbers)


def _start_numbers(columns: Sequence[str | None], headings: Sequence[str]) -> dict[int, ColumnDoubt]:
    if Field.NUMBER in columns:
        return {}
    return {
        at: ColumnDoubt.START_NUMBERS
        for at, text in enumerate(columns)
        if text is Field.COUNT and plain(headings[at]).replace(" ", "") not in COUNTS_ONLY
    }


# Lines in which all stands one behind the other ---------------------------------------------------------------------


def _taken_apart(layout: Layout) -> Layout:
    """Return the list with those lines taken apart that have only names, or where all text is in that column."""
    body = [line for line in layout.lines if line.number not in layout.kinds]
    at = {text: place for place, text in enumerate(layout.columns) if text}
    filled = {place for line in body for place, cell in enumerate(line.cells) if cell}
    others = {place for place in filled if layout.columns[place] not in (Field.NAME, Field.COUNT, Field.NUMBER)}
    possible = (
        Field.NAME in at and len(at) == sum(column is not None for column in layout.columns) and not layout.doubts
    )
    if (
        not possible
        or any(layout.columns[place] not in CANONICAL for place in others)
        or (layout.has_headings and others)
    ):
        return layout
    placed = {line.key: _placed(line, at) for line in body}
    alone = {key: cells[1] for key, cells in placed.items() if not any(cells[2:])}
    turned = [is_turned(text) for text in alone.values()]
    turned_in_list = turned.count(True) >= turned.count(False)
    is_rare = 2 * turned.count(True) < len(turned)
    doubtful = set()
    for key, cells in placed.items():
        pieces = pieces_of(cells[1], turned_in_list=turned_in_list, classes=layout.classes)
        if key in alone:
            placed[key] = (cells[0] or pieces.cells[0], *pieces.cells[1:])
            # Where hardly a line has a comma, what stands behind it may be the name of a place.
            if pieces.is_doubtful or (is_rare and "," in pieces.cells[1] and pieces.cells[2]):
                doubtful.add(key)
        elif not layout.has_headings:
            count, name = counted(cells[1])
            placed[key] = (cells[0] or count, name, *cells[2:])
    if placed == {line.key: _placed(line, at) for line in body}:
        return replace(layout, doubtful=layout.doubtful | doubtful)
    return replace(
        layout,
        lines=tuple(replace(line, cells=placed.get(line.key, line.cells)) for line in layout.lines),
        columns=(Field.NUMBER if Field.NUMBER in at else Field.COUNT, *CANONICAL[1:]),
        lines_before=layout.lines,
        held_before=layout.columns,
        headings=(),
        doubtful=layout.doubtful | doubtful,
    )


def _placed(line: Line, at: Mapping[str, int]) -> tuple[str, ...]:
    number = Field.NUMBER if Field.NUMBER in at else Field.COUNT
    places = [at.get(each_field) for each_field in (number, *CANONICAL[1:])]
    cells = [line.cells[place] if place is not None and place < len(line.cells) else "" for place in places]
    return (*cells, *(cell for place, cell in enumerate(line.cells) if cell and place not in places))
