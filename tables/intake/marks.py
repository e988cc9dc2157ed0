"""The marks of an entrant, a class's code, paid or present, as people write them: words in a line, ticks."""

import re
from functools import lru_cache
from typing import Final

from tables.intake.classes import NO_CLASSES, Classes, code_of_word, sure_words
from tables.intake.names import plain
from tables.intake.registration import Code, RowProblem
from tables.intake.text import NoAmount, read_cents

WORDS: Final[dict[str, tuple[str, ...]]] = {
    "paid": ("bezahlt", "gezahlt", "bez", "gez", "paid", "pagado", "pagada"),
    "present": ("anwesend", "anw", "da", "present", "here", "presente"),
}
"""The words for each mark that every event has, in German, English and Spanish, as ``plain`` writes them."""

MARK_OF: Final = {word: mark for mark, words in WORDS.items() for word in words}

UNPAID: Final = frozenset({"offen", "unbezahlt", "ausstehend", "unpaid", "pendiente", "impagado", "impagada"})
"""Words for a stake that is still to come."""

NOT_YET: Final = re.compile(r"\b(?:noch )?(?:nicht|not|no) (?:bezahlt|gezahlt|bez|paid|pagado|pagada)\b", re.IGNORECASE)
"""Words that say the opposite of what the last of them says."""

MONEY: Final = re.compile(
    r"(?:(?:€|eur) ?\d+(?:[.,]\d+)*(?:,-+)?|\d+(?:[.,]\d+)*(?:,-+)? ?(?:€|euro?\b)|\d+,-+)", re.IGNORECASE
)
"""A sum that says of what: so clubs note in a line that somebody has paid."""

YES: Final = frozenset({"x", "ja", "j", "yes", "y", "si", "1", "true", "wahr", "verdadero", "ok"})
SAYS_NO: Final = frozenset({"nein", "n", "no", "0", "false", "falsch", "falso"})
NO: Final = (
    SAYS_NO
    | UNPAID
    | {"noch nicht", "nicht", "steht aus", "steht noch aus", "fehlt", "fehlt noch", "not yet", "todavia no"}
)
BOOKED: Final = frozenset({"ueberwiesen", "erledigt", "erl", "erhalten", "eingegangen", "bar"})
"""What stands below "bezahlt" for yes; "bar" only beside one of those: it may be still to come."""

TICKS: Final = frozenset({"✓", "✔", "☑", "✅", "√"})
NOTHING: Final = frozenset({"", "-", "–", "—", "☐"})
WOMEN: Final = frozenset({"w", "f", "weiblich", "female", "mujer", "femenino", "frau", "dame"})
NOT_WOMEN: Final = frozenset({"m", "d", "x", "h", "maennlich", "male", "divers", "hombre", "masculino", "mann", "herr"})
UNMARKED: Final = (
    frozenset({"schon", "bereits", "already", "herren", "maenner", "mr", "senor", "caballero"})
    | UNPAID
    | NOT_WOMEN - {"d", "x"}
)
"""Words of lists that say nothing the office keeps."""

AMOUNT: Final = re.compile(r"(?:€|eur)? ?\d+(?:[.,:/ T-]+\d+)*(?:,-+)? ?(?:€|eur|euro)?", re.IGNORECASE)
"""A sum or a date: so clubs note that somebody has paid."""

HALF: Final = re.compile(r"\d+/\d+")

SHOWN: Final = 40
"""Characters of an unknown word that are shown again."""

MOST_UNKNOWN: Final = 5

LONGEST: Final = 200
"""Characters that marks can take; what is longer is something else."""


def mark_of(word: str, classes: Classes) -> str | None:
    """Return which mark a word means, if any."""
    return MARK_OF.get(word) or code_of_word(classes).get(word)


def read_marks(text: str, classes: Classes = NO_CLASSES) -> tuple[frozenset[str], tuple[RowProblem, ...]]:
    """Return the marks named by words between spaces, commas or slashes, and a problem for each other word."""
    if len(text) > LONGEST:
        return frozenset(), (RowProblem(Code.UNKNOWN_MARK, text[:SHOWN]),)
    words = _words(text)
    unknown = [word for word, key in words if not mark_of(key, classes) and key not in UNMARKED]
    return (
        frozenset(mark for _, key in words if (mark := mark_of(key, classes))),
        tuple(RowProblem(Code.UNKNOWN_MARK, word[:SHOWN]) for word in unknown[:MOST_UNKNOWN]),
    )


def _words(text: str) -> list[tuple[str, str]]:
    """Return each word of marks as it stands there and in plain letters; a sum of money is the word for paid."""
    replaced = MONEY.sub(lambda sum_: " paid " if any(digit in sum_[0] for digit in "123456789") else " unpaid ", text)
    return [
        (word, plain(word)) for word in re.split(r"[\s,/+&]+", NOT_YET.sub("unpaid", replaced)) if word not in NOTHING
    ]


@lru_cache(maxsize=4096)
def are_marks(text: str, classes: Classes = NO_CLASSES) -> bool:
    """Test whether every word of a cell is one of those that stand in a column of marks."""
    words = _words(text) if len(text) <= LONGEST else []
    return bool(words) and all(mark_of(key, classes) or key in UNMARKED for _, key in words)


def read_tick(text: str, *, mark: str, classes: Classes = NO_CLASSES) -> bool | None:
    """Test whether a cell in the column of a mark is ticked, as by "ja" or "10,00 €"; None for "vielleicht"."""
    if len(text) > LONGEST:
        return None
    key = plain(NOT_YET.sub("unpaid", text))
    if text.rstrip("\ufe0f") in TICKS or key in YES or mark_of(key, classes) == mark:
        return True
    if mark == "paid" and key not in ("", "bar") and BOOKED.union(YES).issuperset(key.split()):
        return True
    if text in NOTHING or key in NO:
        return False
    if mark in ("paid", "present") and AMOUNT.fullmatch(text) and not HALF.fullmatch(text):
        return any(digit in text for digit in "123456789")
    return None


def cents_of(text: str) -> int | None:
    """Return a sum of money in cents, the larger one where it can be read as two ("1.250"); None for a date."""
    try:
        return read_cents(text)
    except NoAmount as none:
        return max(none.readings, default=None)


def read_gender(text: str) -> bool | None:
    """Test whether a cell in a column for the gender says lady; None for what is not understood."""
    key = plain(text)
    if key in WOMEN:
        return True
    return False if text in NOTHING or key in NOT_WOMEN else None


SURE: Final = frozenset(MARK_OF) - {"anw", "da", "here"} | UNPAID
"""Words that are marks wherever they stand, as are those of a class; others may be the name of a team or a place."""


@lru_cache(maxsize=4096)
def is_mark(text: str, classes: Classes = NO_CLASSES) -> bool:
    """Test whether a piece of a line says nothing but marks ("10 €"), whatever column it stands in."""
    sure = SURE | sure_words(classes)
    return are_marks(text, classes) and any(key in sure for _, key in _words(text))
