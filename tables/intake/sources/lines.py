"""The rows of a text: pasted lines, a table between delimiters, cards of an address book; what a cell says."""

import codecs
import csv
import html
import io
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, time
from functools import lru_cache
from itertools import islice
from quopri import decodestring
from typing import Any, Final

from tables.intake.headings import SEARCHED, are_headings, field_of, is_title
from tables.intake.outcome import MOST_IN_A_CELL, IntakeRefused, Line, Refusal
from tables.intake.registration import Code
from tables.intake.remarks import ADDRESS, LONGEST_LINE
from tables.intake.splitting import CLUB_WORDS, COUNTED, counted, has_club_word
from tables.intake.text import clean_text

MEANT_AS_TEXT: Final = re.compile(r"'(?=\d)")
"""What people put before a number so that it stays text."""

AS_FORMULA: Final = re.compile(r'^="([^"]*)"$')
UNDERSCORE: Final = re.compile(r"(?<=[^\W_])_(?=[^\W_])")
NO_FLAWS: Final[Mapping[int, Code]] = {}


def lines_in(
    rows: Iterable[tuple[int, Sequence[Any]]],
    *,
    most_rows: int,
    flaws: Mapping[int, Code] = NO_FLAWS,
    text_of: Callable[[Any], str] | None = None,
) -> list[Line]:
    """Return those of numbered rows that are not blank; ``flaws`` says by their numbers which somebody has to look at.

    ``text_of`` says what a cell says, else it is one of a workbook.

    :raises IntakeRefused: if it has more than ``most_rows`` of them.
    """
    lines: list[Line] = []
    text_of = text_of or lru_cache(maxsize=None, typed=True)(_text)
    for number, cells in rows:
        if all(cell is None or cell == "" for cell in cells):
            continue
        line = Line(number=number, cells=tuple(map(text_of, cells)), flaw=flaws.get(number))
        if any(line.cells):
            lines.append(line)
        if len(lines) > most_rows:
            raise IntakeRefused(Refusal.TOO_MANY_LINES)
    return lines


def _text(value: object) -> str:
    match value:
        case None | False:
            return ""
        case True:
            return "x"
        case float() if value.is_integer():
            return str(int(value))
        case date() | time():
            return value.isoformat()
        case str():
            return cell_of(value)
        case _:
            return clean_text(str(value))


def cell_of(text: str) -> str:
    """Return what a cell says, on one line; names below one another in it stay apart ("Hans Meier / Ute Kurz")."""
    if "\n" in text and len(lines := [line for word in text.splitlines() if (line := clean_text(word))]) > 1:
        words = [line.split() for line in lines]
        are_names = all(len(line) > 1 and line[-1][-1].isalpha() for line in words)
        if are_names and not CLUB_WORDS.intersection(word.casefold() for line in words for word in line):
            text = " / ".join(lines)
    cleaned = AS_FORMULA.sub(r"\1", clean_text(text)[:MOST_IN_A_CELL])
    if "_" in cleaned and not cleaned.startswith("_") and "@" not in cleaned and "/" not in cleaned:
        cleaned = UNDERSCORE.sub(" ", cleaned)
    return cleaned[1:] if MEANT_AS_TEXT.match(cleaned) else cleaned


DELIMITERS: Final = (";", "\t", "|", ",")

SAMPLED: Final = 2_000
"""Characters of a line that are looked at to find the delimiter."""

MOST_OF_A_FILE: Final = 2_000_000

MOST_CELLS: Final = 200
"""Cells of a line, far more than any list of entrants has."""

CODE_PAGES: Final = ("cp1252", "mac_roman", "cp850", "cp437")
"""Those of Windows, of old Macs, of DOS in Europe and elsewhere; the first that gives the fewest strange letters."""

USUAL: Final = frozenset("äöüßÄÖÜéèáàâêîôûçñëïíóúãõåæøÉÁÑÇ€–—„“”‚’‘…´§°•·«»\xa0¿¡½✓")
"""What is not of the ASCII set in lists of people of Europe."""

MOST_WEIGHED: Final = 100_000
SHARP: Final = re.compile("[aeouäöü]$|[aei][ei]$", re.IGNORECASE)
"""What stands before a sharp s."""

DITTO: Final = re.compile(r'(?<=[;\t|])[ ]*"[ ]*(?=[;\t|\r\n]|$)')
"""A cell that says the same as the one above: its sign would open a quotation."""

NOT_IN_TEXT: Final = re.compile("[\x00-\x08\x0e-\x19\x1b-\x1f]")
"""Controls that text does not have; the one between them ends the files of old programs."""

ENTITY: Final = re.compile(r"&(?:[A-Za-z]{2,8}|#\d{1,5});")
TAG: Final = re.compile(
    r"(?P<cell></t[dh]>)|</?(?:(?P<line>br|p|div|li|tr|h\d)|t[dh]|a|b|i|u|em|font|ol|span|strong|table|tbody|thead|ul)"
    r"(?:\s[^<>]{0,300})?/?>",
    re.IGNORECASE,
)
"""A tag of a mail: most stand between letters, some between cells or lines."""

SEPARATOR_LINE: Final = re.compile(r'"?sep=([;,|\t])"?(?=[\r\n])', re.IGNORECASE)
"""A first line that tells Excel the delimiter."""

HIDDEN_FORMULA: Final = re.compile("'+[=+@＝＋－＠-]")
"""What exports hide behind one more apostrophe so that it stays text."""


def decode(data: bytes) -> str:
    """Return text in UTF-8, UTF-16 or a western code page. Raise IntakeRefused if it is no text, or too much."""
    try:
        text = data.decode(_encoding(data))
    except UnicodeDecodeError as error:
        raise IntakeRefused(Refusal.WRONG_TYPE) from error
    text = without_tags(text)
    if NOT_IN_TEXT.search(text):
        raise IntakeRefused(Refusal.WRONG_TYPE)
    if len(text) > MOST_OF_A_FILE:
        raise IntakeRefused(Refusal.TOO_BIG)
    return text


def without_tags(text: str) -> str:
    """Return a text without the tags and entities of a web page; what they part stays apart."""

    def apart(tag: re.Match[str]) -> str:
        around = (text[tag.start() - 1 : tag.start()], text[tag.end() : tag.end() + 1])
        return "\t" if tag["cell"] else "\n" if tag["line"] and not {"", "\n", "\r"}.intersection(around) else ""

    # Where no tag parts lines or cells it is no page: a name may look like a tag.
    is_page = any(tag["cell"] or tag["line"] for tag in TAG.finditer(text))
    return ENTITY.sub(lambda entity: html.unescape(entity[0]), TAG.sub(apart, text) if is_page else text)


def _encoding(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return min(CODE_PAGES, key=lambda page: _strangeness(data[:MOST_WEIGHED], page))
    return "utf-8-sig"


def _strangeness(data: bytes, encoding: str) -> float:
    """Return how far the letters of a text in a code page are from those of lists; infinity for what is none."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return math.inf
    return sum(
        0.0
        if (sign in "äöüÄÖÜ" and re.search(r"[^\W\d_]", text[max(0, at - 1) : at] + text[at + 1 : at + 2]))
        or (sign == "ß" and SHARP.search(text[max(0, at - 2) : at]))
        else 2.0 - 1.5 * (sign in USUAL and (sign.isalpha() or not text[at - 1 : at].isalpha()))
        for at, sign in enumerate(text)
        if ord(sign) > 127
    )


def split(text: str, *, most_rows: int) -> list[Line]:
    """Return the rows that are not blank, by number. Raise IntakeRefused for too many rows, or cells in a row."""
    match = SEPARATOR_LINE.match(text)
    delimiter = match[1] if match else _delimiter(text)
    table = DITTO.sub("″", text[match.end() :] if match else text)
    try:
        return lines_in(_quoted(table, delimiter), most_rows=most_rows, text_of=_cell)
    except csv.Error:
        # A quotation mark that opens nothing must not swallow the lines behind it.
        numbered = enumerate(io.StringIO(table, newline=""), start=1)
        rows = ((number, _narrow(line.rstrip("\r\n").split(delimiter))) for number, line in numbered)
        bare = ((number, [re.sub(r'^\s*"(.*)"\s*$', r"\1", cell) for cell in cells]) for number, cells in rows)
        return lines_in(bare, most_rows=most_rows, text_of=_cell)


def _quoted(text: str, delimiter: str) -> Iterator[tuple[int, Sequence[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
    begins = 1
    for cells in reader:
        yield begins, _narrow(cells)
        begins = reader.line_num + 1


def _narrow(cells: list[str]) -> list[str]:
    if len(cells) > MOST_CELLS and any(cells):
        raise IntakeRefused(Refusal.NOT_A_TABLE)
    return cells


def _cell(text: str) -> str:
    cell = cell_of(text)
    return cell[1:] if HIDDEN_FORMULA.match(cell) else cell


def _delimiter(text: str) -> str:
    """Return the delimiter that gives the most headings, or else divides the most lines."""
    lines = (line[:SAMPLED] for line in io.StringIO(text[: 2 * SEARCHED * SAMPLED], newline="") if line.strip())
    sample = [*islice(lines, 2 * SEARCHED)] or [""]
    headings = {
        delimiter: max(
            (sum(field_of(text) is not None for text in line.split(delimiter)[:MOST_CELLS])) for line in sample
        )
        for delimiter in DELIMITERS
    }
    # One heading can be had with any delimiter.
    if max(headings.values()) > 1:
        return max(DELIMITERS, key=headings.__getitem__)
    # "Schulz, Erna" is one cell, "10,00" one sum: a comma that divides has no space behind it and no figures around.
    bare = [re.sub(r", |(?<=\d),(?=[\d–—-])", "", line) for line in sample]
    divided = {delimiter: sum(delimiter in line for line in bare) for delimiter in DELIMITERS}
    return max(DELIMITERS, key=divided.__getitem__)


BEGINS: Final = re.compile(r"^[ \t\ufeff]*BEGIN:VCARD\s", re.IGNORECASE | re.MULTILINE)

HEADINGS: Final = ("FN", "ORG", "BDAY", "TEL")
"""What is read of a card, by the names that it has there: whole name, club, birthday, how somebody is reached."""

READ: Final = frozenset({*HEADINGS, "N", "EMAIL"})

FOLDED: Final = re.compile(r"(?<!=)\n[ \t]")
"""Where a long line goes on; behind a broken line of quoted letters the space is one of its letters."""

ENTRY: Final = re.compile(r'(?:[\w-]+\.)?([A-Za-z-]+)((?:;(?:"[^"]*"|[^":;])*)*):(.*)', re.DOTALL)
"""A line of a card: what it is, with what said of it, and its value; a group may stand before it."""

Entries = Mapping[str, Sequence[Sequence[str]]]
"""The values of a card by what they are, each in the parts between its semicolons."""


def are_cards(text: str) -> bool:
    """Test whether a text is made of cards."""
    return bool(BEGINS.search(text))


def read_cards(text: str, *, most_rows: int) -> list[Line]:
    """Return a row of headings and one for each card. Raise IntakeRefused for more than ``most_rows``."""
    lines = [Line(number=0, cells=HEADINGS)]
    for number, entries in _cards(text):
        lines.append(
            Line(number=number, cells=tuple(clean_text(cell)[:MOST_IN_A_CELL] for cell in _cells_of_card(entries)))
        )
        if len(lines) > most_rows:
            raise IntakeRefused(Refusal.TOO_MANY_LINES)
    return lines


def _cards(text: str) -> Iterator[tuple[int, Entries]]:
    """Yield where each card begins, and what is in it; one whose end is missing ends where the next begins."""
    begins, inside = 0, list[str]()
    for number, line in enumerate(text.splitlines(), start=1):
        word = line.strip("\ufeff").strip().upper()
        if word in {"BEGIN:VCARD", "END:VCARD"}:
            if begins:
                yield begins, _entries(inside)
            begins, inside = number if word == "BEGIN:VCARD" else 0, []
        else:
            inside.append(line)
    if begins:
        yield begins, _entries(inside)


def _entries(card: Sequence[str]) -> Entries:
    # Large, and nothing that a start of the site needs.
    from icalendar.parser import split_on_unescaped_semicolon

    values: dict[str, list[list[str]]] = {}
    lines = iter(FOLDED.sub("", "\n".join(card)).split("\n"))
    for line in lines:
        entry = ENTRY.fullmatch(line.strip())
        if not entry or (name := entry[1].upper()) not in READ:
            continue
        value, is_quoted = entry[3], "QUOTED-PRINTABLE" in entry[2].upper()
        while is_quoted and value.endswith("="):
            value = value[:-1] + next(lines, "")
        parts = split_on_unescaped_semicolon(value)
        values.setdefault(name, []).append([_without_quotes(part) if is_quoted else part for part in parts])
    return values


def _without_quotes(value: str) -> str:
    raw = decodestring(value.encode("ascii", "replace"))
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def _cells_of_card(entries: Entries) -> tuple[str, str, str, str]:
    def first(name: str) -> list[str]:
        parts = next((parts for parts in entries.get(name, ()) if any(map(str.strip, parts))), [""])
        return [part.replace("\n", " ").strip() for part in parts]

    family, given = [*first("N"), ""][:2]
    whole = " ".join(filter(None, (given, family))) or "; ".join(first("FN"))
    # Cards write 19550312 and, without the year, --0312.
    packed = re.match(r"(\d{4})-?(\d\d)-?(\d\d)", first("BDAY")[0])
    reached = (first("TEL")[0].removeprefix("tel:"), first("EMAIL")[0].removeprefix("mailto:"))
    return whole, first("ORG")[0], "-".join(packed.groups()) if packed else "", ", ".join(filter(None, reached))


# Addresses as mail programs write them -------------------------------------------------------------------------------

FIELDS: Final = re.compile(r"^\s*(?:an|cc|bcc|von|to|from|para|de|kopie):\s*", re.IGNORECASE)


def addresses_in(text: str) -> list[tuple[str, str]]:
    """Return name and address of each in a line like ``"Kurz, Ute" <u@example.org>; …``; nothing for others."""
    if "@" not in text or ("<" not in text and "[mailto:" not in text.casefold()):
        return []
    pairs = []
    begins = 0
    rest = FIELDS.sub("", text)
    for address in re.finditer(r"[<\[](?:mailto:)?([^\s<>\[\]]+@[^\s<>\[\]]+)[>\]]", rest, re.IGNORECASE):
        pairs += _named(rest[begins : address.start()], address[1])
        begins = address.end()
    behind = rest[begins:].strip(" ,;")
    if behind and pairs and not ADDRESS.fullmatch(behind):
        # "Hans Meier <h@example.org>, SC Ulm - bezahlt": a line about one person.
        return []
    return [*pairs, *([("", behind)] if behind else [])]


def _named(text: str, address: str) -> list[tuple[str, str]]:
    """Return whom the text before an address names; bare addresses may stand before the name."""
    *bare, name = re.split(r"(?<=\.\w\w)[,;]\s*|(?<=\.\w\w\w)[,;]\s*", text.strip(" ,;")) if "@" in text else [text]
    name = name.strip(" ,;").strip("\"'").strip()
    name = re.sub(r"\s*\([^()]*\)$", "", name)
    return [*(("", part.strip(" ,;")) for part in bare if "@" in part), (name if "@" not in name else "", address)]


# Pasted lines --------------------------------------------------------------------------------------------------------

MOST_CHARACTERS: Final = 1_000_000
TAB: Final = re.compile("\t")
STRONG: Final = re.compile("[;\t|]")
PIECE: Final = re.compile(r"\S+(?: \S+)*")
WIDE_GAP: Final = re.compile(r"(?<=\S) {3,}(?=\S)|\s*(?:\.{4,}|_{3,}|…{2,})\s*")
"""Columns that somebody aligned with spaces, or with dots."""

TWO_SPACES: Final = re.compile(r"^([^\w\n]*(?:\d+[^\w\n]+)?[^\W\d]\S*(?: \S+)+)  (?=[^\W\d])", re.MULTILINE)
"""Two words, and behind two spaces something else: a club, or the end of the name."""

SENT: Final = re.compile(
    r"^\W*(?:\d{1,2}[./]\d{1,2}[./](?:\d{2,4})?,? \d{1,2}:\d{2}(?::\d{2})?"
    r"|\d{1,2}:\d{2}(?::\d{2})?, \d{1,2}[./]\d{1,2}[./](?:\d{2,4})?)"
    r"(?:\] | - |\]? (?=[^:]{2,60}: ))"
)
"""When a message was sent, as telephones write it before who sent it."""

SENT_BY: Final = re.compile(r"^([^\n,]{2,60}), \[\d[^\]\n]*\d:\d\d[^\]\n]*\]:?\n(.*)$", re.MULTILINE)
"""Who sent a message, and when, on a line above it."""

EDITED: Final = re.compile(r"(?<=[^:\s])\s*<[^<>@]*>$")
ONE_MORE: Final = re.compile(r": (?:\+1|[👍✅✔☑🙋✋])\W*$")
"""How somebody says in a group that they come too."""

MENTIONED: Final = re.compile(r"^\s*@(?=[^\W\d])")
QUOTING: Final = re.compile(r"^\s*(?:>\s?)+")
EMPHASISED: Final = re.compile(r"^([\s\d.)•-]*)([*_]{1,2})(\w[^*_]*[\w.!?:)])\2\s*$")
STRUCK: Final = re.compile(r"([\s\d.)•*-]*)~+([^~]+)~+\s*")
QUOTED: Final = re.compile(r"""^\s*["'„‚»](.*)["'“”‘’«]\s*$""")


def rows_of(text: str, *, limit: int) -> list[Line]:
    """Return the lines of a pasted text as rows; lines without any text are skipped.

    Semicolons and tabs stand between columns, tabs alone where every line has one, as spreadsheets copy them; a comma
    only below a row of headings that has some. Cards are rows too.

    :raises IntakeRefused: if more than ``limit`` lines have text, or the text is too big.
    """
    if len(text) > MOST_CHARACTERS:
        raise IntakeRefused(Refusal.TOO_BIG)
    if are_cards(text):
        return read_cards(text, most_rows=limit)
    text = without_tags(text)
    text = SENT_BY.sub(r"\1: \2\n", text)
    first = next((line for line in text.splitlines() if line.strip()), "")
    if (
        "\t" in text
        and any(line.count('"') % 2 and (line.startswith('"') or '\t"' in line) for line in text.splitlines())
    ) or ("," in first and not STRONG.search(first) and are_headings([clean_text(cell) for cell in first.split(",")])):
        # One way to count lines, whichever of the separators that Unicode knows somebody's program put between them.
        return split("\n".join(text.splitlines()), most_rows=limit)
    numbered = [*enumerate(text.splitlines(), start=1)]
    if starts := _starts(text):
        lines = [_by_place(number, line, starts) for number, line in numbered if line.strip()]
    else:
        filled = [line for _number, line in numbered if line.strip(" \t;|")]
        is_mail = not all(is_title([line]) or addresses_in(line) for line in filled)
        strong = TAB if filled and all("\t" in line for line in filled) else STRONG
        # Where most lines have them, two spaces stand between columns.
        doubt = None if 2 * len([*filter(TWO_SPACES.match, filled)]) > len(filled) else Code.DOUBTFUL
        lines = [row for number, line in numbered for row in _rows(number, line, strong, doubt, is_mail=is_mail)]
    if len(lines) > limit:
        raise IntakeRefused(Refusal.TOO_MANY_LINES)
    return lines


def _starts(text: str) -> list[int]:
    """Return where the columns begin of a table that somebody aligned with spaces below headings; else nothing."""
    if STRONG.search(text):
        return []
    for line in text.splitlines()[:SEARCHED]:
        pieces = [*PIECE.finditer(line)]
        if len(pieces) > 1 and are_headings([clean_text(piece[0]) for piece in pieces]):
            return [piece.start() for piece in pieces]
    return []


def _by_place(number: int, line: str, starts: Sequence[int]) -> Line:
    """Return a line with each of its pieces in the column above whose next one it begins."""
    cells = [""] * len(starts)
    for piece in PIECE.finditer(line):
        at = max((at for at, start in enumerate(starts) if start <= piece.start() + 1), default=0)
        cells[at] = f"{cells[at]} {piece[0]}".strip()
    return Line(number=number, cells=tuple(map(cell_of, cells)))


def _rows(number: int, written: str, strong: re.Pattern[str], doubt: Code | None, *, is_mail: bool) -> Iterator[Line]:
    line, flaw = QUOTING.sub("", written), None
    if sent := SENT.match(line):
        line = ONE_MORE.sub(": dabei", EDITED.sub("", line[sent.end() :].lstrip("~\u202f\u00a0 ")))
    line = MENTIONED.sub("", line)
    line = EMPHASISED.sub(r"\1\3", line)
    if struck := STRUCK.fullmatch(line):
        line, flaw = struck[1] + struck[2], Code.STRUCK_THROUGH
    if TWO_SPACES.match(line) and not strong.search(line) and not is_title([line]):
        line, flaw = TWO_SPACES.sub(r"\1   ", line), flaw or doubt
    # To whom a letter goes is its list only where there is nothing else.
    is_head = is_mail and FIELDS.match(line)
    people: Sequence[tuple[str, ...]] = (
        [(cell_of(line),)] if is_head else addresses_in(line) or _many(line) or [_cells(line, strong)]
    )
    for part, cells in enumerate(people):
        if any(cells):
            yield Line(number=number, cells=tuple(map(cell_of, cells)), part=part, flaw=flaw)


def _many(line: str) -> list[tuple[str]]:
    people = re.split(r"\s*[,;]\s*|\s+und\s+", line.strip()) if len(line) > LONGEST_LINE else []
    return [(name,) for name in people] if people and all(1 < len(name.split()) < 4 for name in people) else []


def _cells(line: str, strong: re.Pattern[str]) -> tuple[str, ...]:
    parts = strong.split(line) if strong.search(line) else WIDE_GAP.split(line)
    if len(parts) > 1 and all(map(COUNTED.match, parts)) and not any(map(has_club_word, parts)):
        # "1. Hans Meier    11. Karl Lang"
        parts = [cell for part in parts for cell in counted(part)]
    return tuple(cell_of(QUOTED.sub(r"\1", cell)) for cell in parts)
