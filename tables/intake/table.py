"""From the rows of a list to registrations, whatever it came from: pasted lines, a workbook, a table as text."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from tables.intake.classes import LADIES, Classes
from tables.intake.headings import IN_BRACKETS, NAMES, ON, TICKED, Field, field_of, kind_of
from tables.intake.layout import Layout, blocks
from tables.intake.marks import (
    MARK_OF,
    MONEY,
    NOTHING,
    SAYS_NO,
    SHOWN,
    YES,
    are_marks,
    cents_of,
    is_mark,
    read_gender,
    read_marks,
    read_tick,
)
from tables.intake.names import name_key, plain
from tables.intake.optional import LATEST, OPTIONAL, read_optional
from tables.intake.outcome import MOST_ENTRANTS, MOST_SHOWN, Entry, Intake, IntakeRefused, Kind, Line, Refusal, Row
from tables.intake.registration import Code, Registration, RowProblem, problems
from tables.intake.remarks import (
    ADDRESS,
    COMPANIONS,
    GIVEN,
    NO_NAME,
    SALUTATION,
    Beside,
    State,
    begins_like_a_person,
    brings_somebody,
    has_letters,
    may_be_none,
    people_in,
    so_many_in,
    state_of,
    without_remarks,
)
from tables.intake.splitting import BRACKETS, COUNTED, cells_of, has_club, has_club_word
from tables.intake.text import clean_text

ERROR: Final = re.compile(r"#[¡¿]?(?=[^#]*[A-ZÄÖÜ])[A-ZÄÖÜ/0-9]{2,10}[!?]?|#DIV/0!|#{4,}")
"""What a spreadsheet shows where a formula fails, in its language, or where a column is too narrow."""

SHORTENED: Final = re.compile(r"(?!N\. ?N\.)(?:[^\W\d]\.[ -]?){2,3}|(?:Nr|No|N)\.[oº]? \d+")
"""What this site and others show where names are hidden."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How a list is read: what its columns hold where somebody named them, and what was said of its lines, by key."""

    layout: Layout
    columns: Sequence[str | None] | None = None
    mended: Mapping[str, Entry] = field(default_factory=dict)
    taken: Collection[str] = ()
    """Those that are read though they seem to name nobody."""

    left_out: Collection[str] = ()
    done: Collection[str] = ()
    """Those of which nothing is to be said any more."""

    split: Collection[str] = ()
    """Those that are the people they seem to be."""

    fee: int = 0
    year: int = LATEST
    """The one in which nobody is born yet."""

    def read(self, *, limit: int) -> Intake:
        """Return the entrants. Raise IntakeRefused if there are none, over ``limit``, or no column of names."""
        texts = list(self.layout.columns if self.columns is None else self.columns)
        if not self.layout.lines:
            raise IntakeRefused(Refusal.EMPTY)
        if not NAMES.intersection(texts):
            raise IntakeRefused(Refusal.NO_NAME_COLUMN)
        rows: list[Row] = []
        for key, line, known_here in _entries(self.layout, texts):
            if key in self.left_out and key not in self.done:
                rows.append(Row(line=line.number, key=key, text=_text(line), kind=Kind.LEFT_OUT))
            elif key not in self.done:
                rows += self._each(self._line(line, known_here, key))
        people = sum(not row.kind for row in rows)
        if people > limit:
            raise IntakeRefused(Refusal.TOO_MANY_LINES)
        if not people and not self.done and all(row.kind in (Kind.HEAD, Kind.BLANK, Kind.TITLE) for row in rows):
            raise IntakeRefused(Refusal.EMPTY)
        rows = _numbered_once(rows if self.layout.is_ours else _cancelled_later(rows))
        return Intake(
            rows=tuple(row for row in rows if not row.kind and not row.problems),
            bad=tuple(row for row in rows if not row.kind and row.problems),
            marked=tuple(row for row in rows if row.kind),
        )

    def _line(self, line: Line, texts: Sequence[str | None], key: str) -> Row:
        layout, is_ours = self.layout, self.layout.is_ours
        cell = by_field(texts, line.cells)
        row = Row(line=line.number, key=key, text=_text(line), entry=self.mended.get(key, Entry()))
        kind = layout.kinds.get(line.number) or kind_of(cell, line.cells)
        if kind and key not in self.taken and key not in self.mended:
            return replace(row, kind=kind)
        if key in self.mended:
            return self._row(row)
        read = _entry(cell, layout)
        # The club and the team above it, where it has none: that is asked.
        club, team = (read.entry.club or layout.clubs.get(key, "")), (read.entry.team or layout.teams.get(key, ""))
        carried = [Field.CLUB] * (club != read.entry.club) + [Field.TEAM] * (team != read.entry.team)
        read = replace(read, entry=replace(read.entry, club=club, team=team))
        beside = [*self._beside(texts, line)]
        above = layout.states.get(key, layout.states.get(line.key))
        states = [*read.states, *filter(None, (*(state for _text, state in beside), above))]
        if self._lacks_tick(texts, line):
            states.append(State.OPEN)
        if State.CANCELLED in states and key not in self.taken:
            return replace(row, kind=Kind.CANCELLED)
        name = read.entry.name
        doubts = (
            *([RowProblem(Code.SHORTENED, field=Field.NAME)] if SHORTENED.fullmatch(name) else []),
            *(RowProblem(Code.FORMULA_ERROR, text) for text in sorted({*filter(ERROR.fullmatch, cell.values())})),
            *read.problems,
            *(RowProblem(Code.DOUBTFUL, field=holds) for holds in carried),
            *(
                RowProblem(Code.REMARK, text[:SHOWN], Field.NAME)
                for holds, text in zip(texts, line.cells, strict=False)
                if holds in BESIDE
                if brings_somebody(text) or not (holds or is_ours or plain(text) not in MARK_OF)
            ),
            *([RowProblem(Code.PERHAPS, field=Field.NAME)] if State.OPEN in states else []),
            *([RowProblem(line.flaw)] if line.flaw else []),
            *_doubts(line, texts, layout, name=name),
        )
        row = self._row(replace(row, entry=read.entry), doubts)
        if len(read.people) > 1:
            several = RowProblem(Code.SEVERAL_PEOPLE, str(len(read.people)), Field.NAME)
            people = tuple(replace(read.entry, name=name, number="", amount="") for name in read.people)
            return replace(row, text=_text(line), problems=(several, *row.problems), people=people)
        # "Mark" is a name and a heading, nobody is called as the others are.
        is_heading = field_of(name, layout.classes) not in (None, Field.MARKS)
        if not row.problems and not is_ours and (may_be_none(name) or is_heading):
            return replace(row, problems=(RowProblem(Code.DOUBTFUL),))
        return row

    def _beside(self, texts: Sequence[str | None], line: Line) -> Iterator[tuple[str, State | None]]:
        """Yield the cells in which people note who does not come or brings somebody, and what they say of that."""
        headings = self.layout.headings if len(self.layout.headings) == len(texts) else [""] * len(texts)
        for holds, text, head in zip(texts, line.cells, headings, strict=False):
            if text and holds in BESIDE:
                state = None if OF_A_SERIES.search(head) else surely(text)
                is_open = holds is None and plain(text) in UNDECIDED
                yield text, State.OPEN if is_open and not state else state or _below(head, text)

    def _lacks_tick(self, texts: Sequence[str | None], line: Line) -> bool:
        """Test whether the column that says who comes is empty here, and elsewhere has ticks and no "no"."""
        at = texts.index(Field.COMING) if self.layout.has_headings and Field.COMING in texts else None
        if at is None or self.layout.lines_before or any(line.cells[at : at + 1]):
            return False
        cells = cells_of([other for other in self.layout.lines if other.number not in self.layout.kinds], at)
        return "x" in map(str.casefold, cells) and all(state_of(cell) is not State.CANCELLED for cell in cells)

    def _row(self, row: Row, doubts: tuple[RowProblem, ...] = ()) -> Row:
        entry, classes, fee = row.entry, self.layout.classes, self.fee
        optional, impossible = read_optional(entry.optional, year=self.year)
        cents = cents_of(entry.amount)
        registration = Registration(
            name=entry.name,
            club=entry.club,
            team=entry.team,
            classes=frozenset(player_class.code for player_class in classes if player_class.code in entry.marks),
            optional=optional,
            cents=cents if 0 < (cents or 0) < fee else None,
            paid=Field.PAID in entry.marks and (cents is None or cents >= fee),
            present=Field.PRESENT in entry.marks,
        )
        start = int(entry.number) if re.fullmatch("[0-9]{1,5}", entry.number) else None
        is_possible = start is not None and 1 <= start <= MOST_ENTRANTS
        wrong = (
            *([RowProblem(Code.NO_NAME)] if not entry.name else []),
            *([RowProblem(Code.NO_NUMBER, entry.number[:SHOWN])] if entry.number and not is_possible else []),
            *([RowProblem(Code.NOT_THE_FEE, entry.amount[:SHOWN], Field.PAID)] if fee and (cents or 0) > fee else []),
            *problems(registration, classes),
            *impossible,
            *doubts,
        )
        if wrong:
            return replace(row, problems=wrong)
        marks = registration.classes | {str(mark) for mark in TICKED if getattr(registration, mark)}
        entry = replace(
            entry,
            number=str(start or ""),
            marks=marks,
            amount="" if cents is None else f"{cents // 100},{cents % 100:02}",
            optional={name: str(value) for name, value in optional.items()},
        )
        text = " | ".join(filter(None, (entry.number, entry.name, entry.club, entry.team)))[:MOST_SHOWN]
        return replace(row, text=text, entry=entry, registration=registration, number=start, cents=cents)

    def _each(self, row: Row) -> Iterator[Row]:
        """Yield a row for each of the people that one is split into; the row where it is not."""
        if row.key not in self.split or not row.people:
            yield row
            return
        doubts = tuple(problem for problem in row.problems if problem.code is Code.PERHAPS)
        for at, entry in enumerate(row.people, start=1):
            key = f"{row.key}+{at}"
            if key not in self.left_out and key not in self.done:
                each = Row(line=row.line, key=key, text=entry.name, entry=self.mended.get(key, entry))
                yield self._row(each, () if key in self.mended else doubts)


def read(layout: Layout, *, limit: int, **more: Any) -> Intake:
    """Return the entrants of a list; ``more`` as in ``Reading``. Raise IntakeRefused as ``Reading.read`` does."""
    return Reading(layout=layout, **more).read(limit=limit)


def _entries(layout: Layout, texts: list[str | None]) -> Iterator[tuple[str, Line, list[str | None]]]:
    """Yield key, line and fields of each line; of tables side by side the left one comes first as a whole."""
    tables = blocks(texts)
    begins = 0
    for at, block in enumerate(tables):
        ends = begins + len(block)
        for line in layout.lines:
            cells = line.cells[begins : ends if at + 1 < len(tables) else None]
            if at and (not any(cells) or line.number in layout.kinds):
                continue
            if len(tables) > 1 and not any(cells) and any(line.cells):
                continue
            yield f"{line.key}-{at + 1}" if at else line.key, replace(line, cells=cells), block
        begins = ends


UNDECIDED: Final = frozenset({"offen", "ausstehend", "pending", "pendiente", "refunded", "erstattet", "rueckerstattet"})
"""Where nobody knows what a column is about, whether somebody comes may be meant."""

BESIDE: Final = (None, Field.CLUB, Field.TEAM, Field.MARKS)
"""Columns in which people note as well who does not come."""

OF_A_SERIES: Final = re.compile(r"\b(?:serie|runde|abend|spieltag|series|round|ronda)\b|^\W*\d", re.IGNORECASE)
"""Headings of series and evenings: who was ill at one of them plays all the same."""


def surely(text: str) -> State | None:
    """Return that somebody cancelled, or may come, if a cell of any column says that."""
    state = state_of(text)
    # "Nein" answers another question, where it stands in a column that nobody knows.
    if state is State.CANCELLED and plain(text) not in SAYS_NO | {"nicht"}:
        return state
    return state if state is State.OPEN and not has_club_word(text) and len(text.split()) < 5 else None


WAS_THERE: Final = re.compile(r"\b(?:teilgenommen|mitgespielt|gespielt|erschienen|gekommen|attended|played)\b")


def _below(head: str, text: str) -> State | None:
    """Return what a cell says that is filled below "Warteliste" or "gestrichen"."""
    if text and WAS_THERE.search(plain(head)) and plain(text) in SAYS_NO:
        return State.OPEN
    state = state_of(IN_BRACKETS.sub("", head)) if len(head.split()) < 4 else None
    return state if state in (State.OPEN, State.CANCELLED) and read_tick(text, mark="") is not False else None


def by_field(texts: Sequence[str | None], cells: Sequence[str]) -> dict[str, str]:
    """Return the filled cells of a row by what their columns hold; other people of it stand behind one another."""
    values: dict[str, str] = {}
    for word, text in zip(texts, cells, strict=False):
        if word and text:
            values[word] = f"{values[word]} / {text}" if word == Field.WITH and word in values else text
    return values


def _text(line: Line) -> str:
    return " | ".join(filter(None, line.cells))[:MOST_SHOWN]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    entry: Entry
    problems: tuple[RowProblem, ...]
    states: tuple[State, ...]
    people: tuple[str, ...]


def _entry(cell: Mapping[str, str], layout: Layout) -> _Read:
    classes, is_ours, is_told = layout.classes, layout.is_ours, layout.has_headings and not layout.lines_before
    whole = clean_text(" ".join(cell.get(field, "") for field in (Field.FIRST, Field.NAME, Field.LAST)))
    people = () if is_ours else so_many_in(whole)
    beside = Beside(whole) if people or is_ours else without_remarks(whole, classes)
    people = people or (() if is_ours else people_in(beside.name))
    # "Müller,Hans": so chess programs write it.
    name = re.sub(r",(?=[^\W\d])", ", ", beside.name)
    if not people and not is_ours:
        name = SALUTATION.sub("", name)
    is_small = name.islower()
    club = _place(cell.get(Field.CLUB, ""), classes, is_told=is_told, is_small=is_small)
    team = _place(cell.get(Field.TEAM, ""), classes, is_told=is_told, is_small=is_small, is_club=False)
    if (aside := BRACKETS.match(name)) and not people and not is_ours and not club.name and has_letters(aside[2]):
        name, club = aside[1], _place(aside[2], classes, is_told=False, is_small=is_small)
    others = cell.get(Field.WITH, "")
    if others.isdecimal():
        people = so_many_in(f"{name} +{others}")
    elif others not in NOTHING and plain(others) not in SAYS_NO:
        people = tuple(part for part in re.split(r"\s*(?: / |[,;])\s*", f"{name} / {others}") if part)
    if cell.get(Field.PEOPLE, "1") != "1":
        people = so_many_in(f"{name} {cell[Field.PEOPLE]}x")
    in_column = cell.get(Field.MARKS, "")
    in_column = in_column if is_mark(in_column, classes) or not state_of(in_column) else ""
    marked = " ".join((in_column, *beside.marks, *club.marks, *team.marks))
    words, unknown = read_marks(marked, classes)
    ticked, unclear = _ticks(cell, classes)
    money = MONEY.search(marked)
    amount = cell.get(Field.PAID, "") if cents_of(cell.get(Field.PAID, "")) is not None else money[0] if money else ""
    if plain(amount) in YES:
        amount = ""
    states = [*beside.states, *_coming(cell)]
    noted = [remark for remark, state in zip(beside.remarks, beside.states, strict=True) if state is State.NOTE]
    coming = cell.get(Field.COMING, "")
    if state_of(coming) in (None, State.NOTE) and plain(coming) not in YES | {""} and not ON.fullmatch(coming):
        noted.append(coming)
    entry = Entry(
        name=name,
        club=cell.get(Field.CLUB, "") if is_ours else club.name,
        team=cell.get(Field.TEAM, "") if is_ours else team.name,
        number=cell.get(Field.NUMBER, "").rstrip(".)"),
        marks=words | ticked,
        contact=", ".join(
            filter(None, (cell.get(Field.CONTACT, ""), *(match[1] for match in ADDRESS.finditer(whole))))
        ),
        amount=amount,
        optional={name: cell[Field(name)] for name in OPTIONAL if Field(name) in cell},
    )
    unsure = [
        RowProblem(Code.DOUBTFUL, field=field)
        for field, place in ((Field.CLUB, club), (Field.TEAM, team))
        if place.is_doubtful and not is_ours
    ]
    asked = (*unknown, *unclear, *unsure, *(RowProblem(Code.REMARK, text[:SHOWN], Field.NAME) for text in noted))
    return _Read(entry=entry, problems=asked, states=tuple(states), people=people)


class _Belonging(NamedTuple):
    """What a cell for a club or a team says."""

    name: str
    marks: tuple[str, ...] = ()
    is_doubtful: bool = False


@lru_cache(maxsize=4096)
def _place(text: str, classes: Classes, *, is_told: bool, is_small: bool, is_club: bool = True) -> _Belonging:
    """Return a club without the marks behind it; a stroke is none, and what only points upwards is asked.

    ``is_told`` says that a heading calls it so, ``is_small`` that the name beside it has small letters only.
    """
    words, marks = text.split(), []
    # "Erna Schulz; SC Ulm; bezahlt": where the columns of a list are not kept, a mark is one all the same.
    while words and is_mark(words[-1]):
        marks.append(words.pop())
    if len(words) == 1 and is_mark(words[0], classes):
        marks.append(words.pop())
    name = " ".join(words).rstrip(" ,;")
    if plain(name) in WITHOUT_CLUB:
        return _Belonging(name="", marks=(*marks,))
    is_guess = not is_told and not is_small
    if is_guess and is_club and len(name) > 2 and are_marks(name, classes) and plain(name) not in COMPANIONS:
        return _Belonging(name="", marks=(*marks, name))
    # "Hans Meier; Ute Kurz": two people side by side, or a name and a club called so.
    is_person = OF_A_PERSON.search(name) or (not is_told and begins_like_a_person(COUNTED.sub("", name)))
    is_other = (
        ASIDE.search(name)
        or plain(name).partition(" ")[0] in COMPANIONS
        or plain(name) in YES | NO_NAME | GIVEN
        or are_marks(name, classes)
    )
    is_none = is_person or (is_guess and is_other) or any(map(is_mark, words))
    if is_none or (marks and words and is_mark(words[-1], classes)):
        return _Belonging(name=name, marks=(*marks,), is_doubtful=True)
    figures, has_some = sum(map(str.isdigit, name)), has_letters(name)
    is_stroke = not figures and (name in NOTHING or not name.strip("-–— "))
    is_doubtful = plain(name) in NO_CLUB if has_some else not is_stroke and not 0 < figures <= len("1893")
    return _Belonging(name=name if has_some or figures else "", marks=(*marks,), is_doubtful=is_doubtful)


OF_A_PERSON: Final = re.compile(
    r"^(?:geb|jg|jahrgang|born|nac)\b|^(?:vegetari|vegan|rolli)|\b(?:erstes|\d\.) mal$"
    r"|^(?:tisch|platz|table|mesa) ?\d|\b(?:pay ?pal|überw\w+|lastschrift)\b"
    r"|^[*+]|\s[-+]?(?!1[89]\d\d$|20\d\d$)\d{3,5}$|^[uü]\W?\d\d\W*$|^n[ro]\."
    r"|, ?\W?\d{4}$|^\d+ ?(?:[x×]|j(?:ahre)?\.?)$|^\d\. vors|[€$]|\d,-|\b(?:bez|eur|euro|startgeld)\b"
    r"|^(?:herrn?|frau|[hf]r\.) ",
    re.IGNORECASE,
)
"""A year of birth, an age, a companion, points, a sum, another person: no part of a club's name."""

ASIDE: Final = re.compile(
    r"^(?!vereinslos|ohne )[a-zäöü]|\(|, |str(?:\.|aße) \d|^\d{5} |\s[-–—]\s|^\W*[^\W\d]\W*$|^[^\W\d]{2,7}i$"
)
"""A remark, several things in a row, an address, a letter, a nickname: no club where nothing says that it is one."""

NO_CLUB_WORDS: Final = (
    "gast neu guest ditto dito dto idem same fahrer rollstuhl nichtraucher raucher vegetarier mitglied nichtmitglied"
    " ehrenmitglied zuschauer schiedsrichter helfer kassenwart vorstand barzahler vorsitzender vorsitzende"
    " kassierer kassiererin schriftfuehrer spielleiter spielwart turnierleiter"
)
NO_CLUB: Final = frozenset({*NO_CLUB_WORDS.split(), "s o", "siehe oben", "w o", "wie oben"})
WITHOUT_CLUB: Final = frozenset(
    {"keiner", "kein", "keine", "kein verein", "ohne", "n a", "none", "no club", "ninguno", "sin club"}
)


def _coming(cell: Mapping[str, str]) -> Iterator[State]:
    if text := cell.get(Field.COMING, ""):
        is_no = plain(text) in SAYS_NO
        state = State.OPEN if text in NOTHING else State.CANCELLED if is_no else state_of(text)
        yield from filter(None, [state])
    if text := cell.get(Field.WITHDRAWN, ""):
        tick = read_tick(text, mark=Field.WITHDRAWN)
        if tick is not False:
            yield State.CANCELLED if tick else state_of(text) or State.CANCELLED


def _doubts(line: Line, texts: Sequence[str | None], layout: Layout, *, name: str) -> Iterator[RowProblem]:
    last = plain(name).rpartition(" ")[2]
    has_place = has_club(name) or ('"' in name and has_club_word(name))
    # "Mann" is a family name as well.
    has_place |= len(last) > len("Mann") and are_marks(last, layout.classes) and not is_mark(last, layout.classes)
    if line.key in layout.doubtful or (has_place and not layout.is_ours):
        yield RowProblem(Code.DOUBTFUL)
    if any(line.cells[len(texts) :]) or line.number in layout.moved:
        yield RowProblem(Code.EXTRA_CELLS)


def _ticks(cell: Mapping[str, str], classes: Classes) -> tuple[frozenset[str], tuple[RowProblem, ...]]:
    codes = [player_class.code for player_class in classes]
    values = {text: read_tick(cell[text], mark=text, classes=classes) for text in (*codes, *TICKED) if text in cell}
    if Field.GENDER in cell and LADIES in codes:
        values[Field.GENDER] = read_gender(cell[Field.GENDER])
    ticked = (LADIES if text is Field.GENDER else text for text, tick in values.items() if tick)
    unclear = (RowProblem(Code.UNKNOWN_MARK, cell[text][:SHOWN]) for text, tick in values.items() if tick is None)
    return frozenset(map(str, ticked)), tuple(unclear)


def _cancelled_later(rows: Sequence[Row]) -> list[Row]:
    """Return the rows; whoever says further down that they do not come is asked about."""
    values: dict[str, list[set[str]]] = {}
    checked = []
    for row in reversed(rows):
        words = plain(row.entry.name or row.text).split()
        if row.kind is Kind.CANCELLED:
            for word in words:
                values.setdefault(word, []).append({*words})
        elif not row.kind and not row.problems and any(map({*words}.issubset, values.get(words[0], ()))):
            row = replace(row, problems=(RowProblem(Code.PERHAPS, field=Field.NAME),))
        checked.append(row)
    return checked[::-1]


def _numbered_once(rows: Sequence[Row]) -> list[Row]:
    """Return the rows; whoever has the start number of another is asked about, the same person is left out."""
    given: dict[int, str] = {}
    once = []
    for row in rows:
        name, is_there = name_key(row.registration.name), row.number in given
        if not row.problems and row.number:
            if given.setdefault(row.number, name) != name:
                row = replace(row, problems=(RowProblem(Code.NUMBER_TWICE, str(row.number)),))
            elif is_there:
                text = " | ".join(filter(None, (str(row.number), row.registration.name, row.registration.club)))
                row = replace(row, text=text[:MOST_SHOWN], kind=Kind.AGAIN)
        once.append(row)
    return once
