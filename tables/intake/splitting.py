"""Lists without headings: a line in which all stands one behind the other, and columns known by what is in them.

"3. Hans Müller, SC Karo As - bezahlt" is such a line.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Final

from tables.intake.classes import NO_CLASSES, Classes
from tables.intake.headings import LONGEST_HEADING, Field, are_marks_only, field_of, fields_of
from tables.intake.marks import TICKS, YES, are_marks, is_mark
from tables.intake.names import plain
from tables.intake.outcome import ColumnDoubt, Line
from tables.intake.remarks import (
    FIRST,
    GIVEN,
    IN_BRACKETS,
    IN_FRONT,
    OF_A_FAMILY,
    SALUTATION,
    SCORE,
    SUM,
    begins_like_a_person,
    has_letters,
    people_in,
    so_many_in,
    state_of,
)
from tables.names import parts

CANONICAL: Final = (Field.COUNT, Field.NAME, Field.CLUB, Field.TEAM, Field.MARKS, Field.CONTACT, Field.COMING)

LONGEST: Final = 300
"""Characters of a line; what is longer is no entrant."""

COUNTED: Final = re.compile(
    r"(?!\d+,\d+E[+-]?\d|\d{5} )(?:(?:nr|no|tisch|gruppe|table|mesa)\.?|[#•*(\[-])?\s*(\d{1,5})"
    r"(?:\.?\s?[-–]\s?\d{1,5}(?=[.)]))?(?:\ufe0f?\u20e3\s*|[.):°\]]+(?!\d)\s*|,\s+(?=[^\W\d])|\s+[-–/]\s+(?=[^\W\d])|\s+(?=[^\W\d]))",
    re.IGNORECASE,
)
"""The number before a name: "12.", "12)", "Nr. 12", "12 ", "12 - ", "1.-2."."""

STAMPED: Final = re.compile(
    r"(?:[(\[]?(?:\d{1,2}\.\d{1,2}\.(?:\d{4}|\d\d)?|\d{4}-\d\d-\d\d|(?:[01]?\d|2[0-3]):[0-5]\d|\d{6,10}"
    r"|\d\d(?:[./]\d{2,4}){2})[\s,;:)\]–-]+)+(?=[^\W\d])"
)
"""A day, a time, a member number before a name."""

BULLET: Final = re.compile(
    r"(?:[-–—+•*·►▪➤→»●◦○■▶]|[A-Za-z]\))\s+|[•·►▪➤→»●◦○■▶🔟]|[A-H]\s+(?=[^\W\d]{2}\S*\s+[^\W\d])|[-–—'‘’](?=[A-ZÄÖÜ][^\W\d]+[^'’]*$)"
)
BETWEEN: Final = re.compile(r"(\s*(?<!\d),\s*|\s*,(?![\d–—-])\s*|\s+[-–—|/]+\s+|\s+[-–—](?=[^\W\d])|\s*\|\s*|:\s+)")
TICKED: Final = re.compile(
    r"^(\[[xX✓ ]?\]|[☐☑✓✔✅]|[xX](?=\s+\S))\s*(.+)$|^(.+?)\s+(\[[xX✓ ]?\]|[xX]|[☐☑✓✔✅]\ufe0f?)$"
)
"""A tick before or behind everything else."""

TURNED: Final = re.compile(r"[^\W\d][^,(]*, [^\W\d][^,(.]*")
EMPTY: Final = frozenset({"[]", "[ ]", "☐"})
"""Boxes for a tick that have none."""

BRACKETS: Final = re.compile(r"^(.*\S)\s*[(\[]([^()\[\]]+)[)\]]$")

CONTACT: Final = re.compile(
    r"\S+@\w\S*|(?<![\d.])(?!\d{1,2}\.\d{1,2}\.\d{2,4}\b)(?:(?:tel|mobil|handy|fon|phone)\.?:?\s*\+?\d|\+\d|\(?0\d|\d(?=[\d-]{6}))[\d\s/().-]{4,}\d",
    re.IGNORECASE,
)
CLUB_BEGINS: Final = re.compile(
    r"^(\S+\s+[^\s(\[][^(\[]*?)(?:,?\s+|\s*[-–]\s*)(?:(?:vo[mn]|aus)\s+(?:de[mnr]\s+)?)?((?:\d\. ?)?"
    r"(?:sc|skc|skg|tsv|tus|vfl|vfb|spvgg|skat(?:club|klub|freunde|verein)\w*)\b.*)$",
    re.IGNORECASE,
)
"""A name of two words or more, and the club right behind it."""

APART: Final = r"\1 | \2"
TOLD: Final = re.compile(r"^(ja|[^:;,|]{3,30}?)(?: \(\d+\))?:\s+(\S.*)$", re.IGNORECASE)
WHO: Final = frozenset({"es spielen", "spieler", "teilnehmer", "wir sind", "dabei sind", "mitspieler", "players"})
"""What stands before people in a line, and what it says."""

FAMILY_FIRST: Final = re.compile(r"[^\W\d][^\s,]*, \S+ (?:\+|&|und|u\.) [^\s,]+")
"""Two of one name: "Kurz, Hans und Ute"."""

CLUB_WORDS: Final = frozenset(
    [
        *("sc", "sk", "skc", "sv", "tsv", "tus", "fc", "vfl", "vfb", "skg", "sg", "spvgg", "ev", "verein", "klub"),
        *("club", "skat", "skatclub", "skatklub", "skatfreunde", "skatverein", "freunde", "vereinslos", "as", "asse"),
        *("buben", "bube", "grand", "kreuz", "pik", "herz", "karo", "trumpf", "ouvert", "null", "contra", "gut"),
        *("blatt", "stammtisch"),
    ]
)
"""Words that stand in the names of clubs and in nobody's first name."""

MOST_GIVEN: Final = 2


@dataclass(frozen=True, slots=True)
class Pieces:
    """A line taken apart, and whether it could have been meant otherwise."""

    cells: tuple[str, ...]
    is_doubtful: bool = False


def has_club(name: str) -> bool:
    """Test whether a name has a club right behind it: "Erna Schulz SC Ulm", "Erna Schulz, SC Ulm"."""
    return len(name) <= LONGEST and bool(CLUB_BEGINS.match(name))


def has_club_word(text: str) -> bool:
    """Test whether a word of a text stands in the names of clubs."""
    return not CLUB_WORDS.isdisjoint(plain(text).split())


def is_turned(text: str) -> bool | None:
    """Test whether a line begins with "Müller, Hans"; None for a line that says nothing about it."""
    _count, rest = counted(text)
    if behind := SUM.match(rest) or SCORE.match(rest):
        rest = behind[1]
    pieces = BETWEEN.split(CLUB_BEGINS.sub(APART, BRACKETS.sub(r"\1", rest)))
    if len(pieces) < 3 or pieces[1].strip() != ",":
        return None
    is_family = parts(pieces[0]).given == ""
    return is_family and _may_be_given(pieces[2])


def pieces_of(text: str, *, turned_in_list: bool, classes: Classes = NO_CLASSES) -> Pieces:
    """Return the pieces of a line; ``turned_in_list`` says that its list mostly has the family name first."""
    count, rest = counted(text)
    if len(text) > LONGEST or (FIRST.match(text) and so_many_in(text)):
        return Pieces(("", text, "", "", "", "", ""))
    rest = SALUTATION.sub("", rest)
    before = TOLD.match(rest)
    members = _members(before[2], of_club=has_club_word(before[1])) if before else ""
    if before and not begins_like_a_person(before[1]) and (plain(before[1]) in WHO or state_of(before[1])):
        # "Absage: Karl Lang", "Es spielen: Hans Meier und Ute Kurz", "Ja: Hans Meier, Ute Kurz".
        if plain(before[1]) not in WHO and members:
            return Pieces((count, members, "", "", "", "", before[1]))
        rest = before[2] if plain(before[1]) in WHO else f"{before[2]} ({before[1]})"
    elif before and members:
        return Pieces((count, members, before[1], "", "", "", ""), is_doubtful=True)
    rest = IN_FRONT.sub(r"\2 (\1)", rest)
    if so_many_in(rest) or OF_A_FAMILY.match(rest) or FAMILY_FIRST.fullmatch(rest) or IN_BRACKETS.search(rest):
        return Pieces((count, rest, "", "", "", "", ""))
    texts, marks, contacts, betweens, remarks = _sorted_out(rest, classes)
    name, texts, is_doubtful = _name(texts, betweens, turned_in_list=turned_in_list)
    club, team, *more = *texts, "", ""
    left = [piece for piece in more if piece]
    if club and not is_doubtful and (begins_like_a_person(club) or (people_in(club) and not has_club_word(club))):
        # "Hans Meier / Ute Kurz", "Hans Meier, Ute Kurz, Karl Lang".
        name, club, team, left = " / ".join((name, club, *filter(None, (team, *left)))), "", "", []
    word = ", ".join([*filter(None, [team]), *left])
    return Pieces(
        (count, name, club, word, ", ".join(marks), ", ".join(contacts), ", ".join(remarks)),
        # "Meier - Kurz"
        is_doubtful=is_doubtful or bool(team) or ":" in betweens or (" " not in name + club and "-" in betweens),
    )


def _members(text: str, *, of_club: bool) -> str:
    """Return the people behind a colon with a stroke between them; nothing where they are none."""
    pieces = [piece for piece in re.split(r"\s*[,;]\s*", text) if piece]
    are_whole = all(len(piece.split()) > 1 for piece in pieces)
    if len(pieces) > 1 and are_whole and (of_club or any(map(begins_like_a_person, pieces))):
        return " / ".join(pieces)
    return text if of_club and not state_of(text) else ""


LETTERED: Final = re.compile(r"([A-Z]|[IVX]+)\. (?=[^\W\d]{2}\S*,? +[^\W\d])")
ROMAN: Final = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX"
FEWEST_LETTERS: Final = 3
LETTERS: Final = ([*ascii_uppercase], ROMAN.split())


def without_letters(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the rows without the letters that count them: "A. Hans Meier", "B. Ute Kurz", "C. Karl Lang"."""
    counting = [match[1] for line in lines if (match := LETTERED.match(line.cells[0]))]
    if len(counting) < FEWEST_LETTERS or counting not in [letters[: len(counting)] for letters in LETTERS]:
        return lines
    return [replace(line, cells=(LETTERED.sub("", line.cells[0], count=1), *line.cells[1:])) for line in lines]


def counted(text: str) -> tuple[str, str]:
    """Return the number before a name, or nothing, and what is left."""
    match = COUNTED.match(text := STAMPED.sub("", text, count=1) if STAMPED.match(text) else text)
    if match:
        return match[1], STAMPED.sub("", text[match.end() :].strip(), count=1)
    return "", BULLET.sub("", text, count=1) if BULLET.match(text) else text


def _sorted_out(text: str, classes: Classes) -> tuple[list[str], list[str], list[str], list[str], list[str]]:
    """Return what is none of the others, the marks, ways to reach somebody, what stands between, and the remarks."""
    text, *marks = _without_tick(text if SUM.match(text) else text.rstrip(" -–,;"))
    paid, score = SUM.match(text), SCORE.match(text)
    is_score = score and not paid and TURNED.fullmatch(score[1]) and not CONTACT.search(text)
    remarks = [text[score.end(1) :].strip()] if score and is_score else []
    marks += [paid[2]] if paid else []
    text = paid[1] if paid else score[1] if score and is_score else text
    text = CLUB_BEGINS.sub(APART, text)
    contacts = [value.strip() for value in CONTACT.findall(text)]
    for contact in contacts:
        text = text.replace(contact, " ").strip(" ,-–—|/")
        text = text if text.count("(") == text.count(")") else text.strip(" ()")
    in_brackets = BRACKETS.match(text)
    aside = in_brackets[2].strip() if in_brackets and not in_brackets[2].strip().isdecimal() else ""
    # What stands in brackets behind a name is one piece, whatever commas it has.
    pieces = BETWEEN.split(in_brackets[1] if in_brackets and aside else text)
    if aside:
        pieces += [" | ", aside]
    texts: list[str] = []
    betweens: list[str] = []
    for at, piece in enumerate(pieces[::2]):
        if is_mark(piece, classes) and at:
            marks.append(piece)
        elif at and piece and (not has_letters(piece) or (state_of(piece) and not has_club_word(piece))):
            remarks.append(piece)
        elif piece or not at:
            texts.append(piece)
            betweens.append(pieces[2 * at - 1].strip() if at else "")
    return texts, marks, contacts, betweens, remarks


def _without_tick(text: str) -> list[str]:
    """Return a line without its tick, and the tick if there is one: what it says of somebody is asked."""
    match = TICKED.match(text)
    if not match:
        return [text]
    tick, rest = match[1] or match[4], match[2] or match[3]
    return [rest] if tick in EMPTY else [rest, "x"]


def _name(texts: list[str], betweens: Sequence[str], *, turned_in_list: bool) -> tuple[str, list[str], bool]:
    first, *rest = texts
    if not rest or betweens[1] != "," or not _may_be_given(rest[0]):
        return first, rest, False
    name = f"{first}, {rest[0]}"
    if parts(first).given == "":
        # "Müller, Hans": in a list of "Hans Müller, Gera" somebody should look.
        is_list = len(rest) > 1 and set(betweens[1:]) == {","} and plain(rest[0]).split()[0] not in GIVEN
        return name, rest[1:], not turned_in_list or is_list or plain(first) in GIVEN
    return (name, rest[1:], True) if turned_in_list else (first, rest, False)


def _may_be_given(text: str) -> bool:
    words = text.replace(".", " ").split()
    if not 0 < len(words) <= MOST_GIVEN + 1 or any(word.casefold() in CLUB_WORDS for word in words):
        return False
    is_plain = all(letter.isalpha() or letter in "-'’. " for letter in text)
    return is_plain and not any(len(word) > 1 and word.isupper() and len(word) < 4 for word in words)


# What the columns of a list without headings hold --------------------------------------------------------------------

SAMPLED: Final = 400
"""Rows that are looked at to guess what a column without a heading holds."""

BARE: Final = (Field.NAME, Field.CLUB, Field.TEAM, Field.MARKS)
MOSTLY: Final = 0.8
FIGURES: Final = "figures"
"""A column without a letter: it is no name, no club and no team."""
NUMBER: Final = re.compile(r"\d{1,6}[.)]*|\d{1,4}\.?\s?[-–]\s?\d{1,4}[.)]")


def by_content(
    lines: Sequence[Line], width: int, classes: Classes = NO_CLASSES
) -> tuple[list[str | None], dict[int, ColumnDoubt]]:
    """Return what the columns of a list without headings hold, and what is doubtful."""
    sample = lines[:SAMPLED]
    texts = [_told(cells_of(sample, at), classes) for at in range(width)]
    columns: list[str | None] = [text if isinstance(text, Field) else None for text in texts]
    doubts: dict[int, ColumnDoubt] = {
        at: ColumnDoubt.TICKS for at, text in enumerate(texts) if text is ColumnDoubt.TICKS
    }
    if columns and not any(text is None and cells_of(sample, at) for at, text in enumerate(texts)):
        # Nothing but numbers or marks: whoever it is, the first of them is all there is of a name.
        first = next((at for at in range(width) if cells_of(sample, at)), 0)
        texts[first], columns[first] = None, None
        doubts.pop(first, None)
    for free in _side_by_side(texts):
        fields, asked = _in_one_table(sample, free, columns)
        doubts |= asked
        for at, field in fields.items():
            columns[at] = field
    return [None if column == FIGURES else column for column in columns], doubts


def column_of_names(lines: Sequence[Line], columns: Sequence[str | None]) -> int | None:
    """Return which of the columns that nobody knows holds what looks like names, if one does."""
    best, most = None, 0.0
    for at, holds in enumerate(columns):
        cells = [] if holds else cells_of(lines[:SAMPLED], at)
        names = [cell for cell in cells if has_letters(cell) and not CONTACT.search(cell)]
        whole = sum(len(cell.replace(",", " ").split()) > 1 for cell in names)
        if (
            2 * len(names) > len(cells)
            and (worth := len(names) + whole - 2.0 * _is_club(lines, at) * len(names)) > most
        ):
            best, most = at, worth
    return best


def stands_above(lines: Sequence[Line], at: int, classes: Classes = NO_CLASSES) -> bool:
    """Test for headings of which not all are known. "Hans Meier;Ulm;offen" above "Ute Kurz;Bonn;10" is somebody."""
    head, below = lines[at].cells, lines[at + 1 : at + 1 + SAMPLED]
    filled = [cell for cell in head if cell]
    if len(filled) < 2 or not below or not all(map(_may_be_heading, filled)):
        return False
    texts = [field for field in fields_of(filled, classes) if field and not are_marks_only([field], classes)]
    if any(field not in (Field.COMING, Field.WITHDRAWN, Field.COUNT) for field in texts):
        return True
    if texts or any(field_of(cell, classes) for cell in filled):
        return any(_is_over_figures(cell, cells_of(below, column)) for column, cell in enumerate(head) if cell)
    return len(below) > 1 and any(
        _is_over_figures(cell, cells_of(below, column)) and not are_marks(cell, classes) and not state_of(cell)
        for column, cell in enumerate(head)
        if cell
    )


def _may_be_heading(cell: str) -> bool:
    return (
        len(cell) <= LONGEST_HEADING
        and has_letters(cell)
        and not CONTACT.search(cell)
        and not begins_like_a_person(cell)
    )


def _is_over_figures(head: str, cells: Sequence[str]) -> bool:
    return bool(cells) and has_letters(head) and not any(map(has_letters, cells))


def _side_by_side(texts: Sequence[str | None]) -> list[list[int]]:
    """Return the columns of text of each table: a column of numbers behind text begins the next one."""
    rows: list[list[int]] = [[]]
    for at, text in enumerate(texts):
        if text is Field.COUNT and rows[-1]:
            rows.append([])
        elif text is None:
            rows[-1].append(at)
    return [free for free in rows if free]


def _in_one_table(
    sample: Sequence[Line], free: list[int], columns: Sequence[str | None]
) -> tuple[dict[int, Field], dict[int, ColumnDoubt]]:
    """Return what the columns of text hold: name, club, team, marks, if nothing speaks against it."""
    while len(sample) > 1 and len(free) > 1 and not cells_of(sample, free[0]):
        free = free[1:]
    bare = [field for field in BARE if field is not Field.MARKS or field not in columns]
    pairs = [cell for at in free[:2] for cell in cells_of(sample, at)]
    single = sum(cell.replace("-", "").isalpha() and plain(cell) not in CLUB_WORDS for cell in pairs)
    if len(free) > 1 and len(pairs) > len(sample) and single >= MOSTLY * len(pairs):
        bare[:1] = [Field.LAST, Field.FIRST]
        asked = dict.fromkeys(free[:2], ColumnDoubt.FIRST_OR_LAST)
        return dict(zip(free, bare, strict=False)), asked
    if len(free) > 1 and cells_of(sample, free[1]) and _is_club(sample, free[0]) and not _is_club(sample, free[1]):
        bare[:2] = [Field.CLUB, Field.NAME]
    return dict(zip(free, bare, strict=False)), {}


def cells_of(lines: Sequence[Line], at: int) -> list[str]:
    """Return the cells of a column that are filled."""
    return [line.cells[at] for line in lines if at < len(line.cells) and line.cells[at]]


def _told(cells: Sequence[str], classes: Classes) -> str | None:
    """Return what a column holds where its cells can mean only one thing."""
    if not cells:
        return None
    if all(NUMBER.fullmatch(cell) for cell in cells):
        return Field.COUNT
    if all(CONTACT.fullmatch(cell) for cell in cells):
        return Field.CONTACT
    if all(state_of(cell) for cell in cells):
        return Field.COMING
    if all(are_marks(cell, classes) for cell in cells):
        return Field.MARKS
    if all(cell in TICKS or plain(cell) in YES for cell in cells):
        return ColumnDoubt.TICKS
    return FIGURES if not any(map(has_letters, cells)) and any(map(str.isdecimal, "".join(cells))) else None


def _is_club(lines: Sequence[Line], at: int) -> bool:
    cells = cells_of(lines, at)
    return 2 * sum(map(has_club_word, cells)) > len(cells)
