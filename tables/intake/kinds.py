"""Lines of a list that name nobody: titles, totals, numbers that nobody filled in."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from tables.intake.headings import NAMES, Field, field_of
from tables.intake.names import plain
from tables.intake.outcome import Kind

LONGEST_TOTAL: Final = 60
"""Characters of what stands beside a sum."""

TOTALS: Final = frozenset(
    [
        *("summe", "gesamt", "gesamtsumme", "insgesamt", "zwischensumme", "zusammen", "uebertrag", "anzahl"),
        *("teilnehmerzahl", "spielerzahl", "sum", "total", "totals", "subtotal", "count", "suma", "totales"),
    ]
)
PEOPLE: Final = frozenset(
    ["teilnehmer", "teilnehmerinnen", "spieler", "spielerinnen", "personen", "anmeldungen", "players", "entrants"]
)
TITLES: Final = re.compile(
    r"^(?:tisch|table|mesa|runde|round|serie|gruppe|block|seite|page)\s*(?:nr\.?\s*)?(?:\d{1,3}|[a-h])\W*$"
    r"|^(?:subject|betreff|datum|gesendet|sent|asunto|fecha|anmeldeschluss|meldeschluss|einlass|beginn|treffpunkt|startgeld|einsatz|nenngeld|preise?|uhrzeit|anfahrt|veranstalter|vorsitzende[r]?|kontakt|ort|wo|wann)\s*:"
    r"|^(?:bitte|danke|wir|hier|anbei|bis (?:dann|bald|\w+tag))\b(?!,).*"
    r"|turnier|preisskat|(?<!warte)liste\b|anmeldung|teilnehmer\b|tournament|\bstand:?\s|spielabend"
    r"|skat(?:abend|runde|treff|termin|nachmittag)|\bwer (?:kommt|ist|hat|spielt|macht|will)\b"
    r"|^\S+(?:\s+\S+){3,}\?+$"
    r"|^\W*(?:mo|di|mi|do|fr|sa|so)[a-z]*\.?,? (?:den )?\d{1,2}\.|^\W*\d{1,2}\.\s?\d{1,2}\.(?:\d{2,4})?\W*$"
    r"|^(?:hallo|hi|moin|liebe (?:skat\w*|leute|freunde|alle|spieler)|guten (?:tag|morgen|abend)"
    r"|(?:viele |liebe )?gr(?:u|ü|ue)(?:ß|ss)e?|lg|mfg)\b(?!,)",
    re.IGNORECASE,
)
"""Titles, questions to a group, dates, greetings."""

TABLE: Final = re.compile(
    r"(?:tisch|table|mesa|gruppe|group|grupo|runde|serie)\s*(?:nr\.?\s*)?(?:\d{1,3}|[a-h])\W*", re.IGNORECASE
)
"""What stands above those who sit side by side."""

SO_MANY_HEADINGS: Final = 3
"""Words of headings that are none of a name."""

FIGURES: Final = re.compile(r"[\d\s.,:/€$%()x×*=+-]+(?:eur|euro)?", re.IGNORECASE)


def kind_of(cells: Mapping[str, str], texts: Sequence[str]) -> Kind | None:
    """Return what a line is if it seems to name nobody: a total, a title, a number alone."""
    filled = [text for text in texts if text]
    if any(_is_total(text) for text in filled):
        return Kind.TOTAL
    if not any(cells.get(field) for field in NAMES):
        if len(filled) == 1 and filled[0] in (cells.get(Field.NUMBER), cells.get(Field.COUNT)):
            return Kind.BLANK
        if filled and all(FIGURES.fullmatch(text) for text in filled):
            return Kind.TOTAL
    words = filled[0].split() if len(filled) == 1 and len(filled[0]) <= LONGEST_TOTAL else []
    known = sum(field_of(word) is not None for word in words)
    if known > 1 and known >= min(len(words), SO_MANY_HEADINGS) and 2 * known > len(words):
        return Kind.HEAD
    return Kind.TITLE if is_title(texts) else None


def is_title(texts: Sequence[str]) -> bool:
    """Test whether a line says what the list is about, and names nobody.

    >>> is_title(["Freitag 27.11. Skatabend wer kommt?"]), is_title(["Hans Meier"])
    (True, False)
    """
    filled = [text for text in texts if text]
    if len(filled) > 1:
        return all(TABLE.fullmatch(text) for text in filled)
    return bool(filled) and (filled[0].endswith(":") or bool(TITLES.search(filled[0])))


@lru_cache(maxsize=4096)
def _is_total(text: str) -> bool:
    words = plain(text).split() if len(text) <= LONGEST_TOTAL else []
    if not words:
        return False
    if words[0] in TOTALS or (len(words) > 1 and words[-1] in TOTALS and any(map(str.isdigit, text))):
        return True
    return len(words) == 2 and words[0].isdigit() and words[1] in PEOPLE
