"""The marks of an entrant as people write them: words in a line, a tick in a column."""

import re
from typing import Final

from tables.intake.names import plain
from tables.intake.registration import Code, Problem

WORDS: Final[dict[str, tuple[str, ...]]] = {
    "lady": ("dame", "damen", "lady", "ladies", "frau", "dama", "damas", "d"),
    "junior": (
        "junior",
        "juniorin",
        "junioren",
        "jun",
        "jugend",
        "jugendlicher",
        "jugendliche",
        "juvenil",
        "youth",
        "j",
    ),
    "senior": ("senior", "seniorin", "senioren", "seniors", "sen", "veterano", "veterana", "s"),
    "paid": ("bezahlt", "gezahlt", "bez", "paid", "pagado", "pagada"),
    "present": ("anwesend", "anw", "da", "present", "here", "presente"),
}
"""The words for each mark in German, English and Spanish, as ``plain`` writes them."""

MARK_OF: Final = {word: mark for mark, words in WORDS.items() for word in words}

UNMARKED: Final = frozenset({"herr", "herren", "mr", "senor", "caballero"})
"""Words of lists that say nothing the office keeps."""

YES: Final = frozenset({"x", "ja", "j", "yes", "y", "si", "1", "true", "wahr", "verdadero", "ok"})
NO: Final = frozenset({"nein", "n", "no", "0", "false", "falsch", "falso", "offen"})
TICKS: Final = frozenset({"✓", "✔", "☑", "✅"})
NOTHING: Final = frozenset({"", "-", "–", "—"})

WOMEN: Final = frozenset({"w", "f", "weiblich", "female", "mujer", "femenino", "frau", "dame"})
NOT_WOMEN: Final = frozenset({"m", "d", "x", "h", "maennlich", "male", "divers", "hombre", "masculino", "mann", "herr"})

AMOUNT: Final = re.compile(r"(?:€|eur)? ?\d+(?:[.,:/ T-]+\d+)*(?:,-+)? ?(?:€|eur|euro)?", re.IGNORECASE)
"""A sum or a date: so clubs note that somebody has paid."""

SHOWN: Final = 40
"""Characters of an unknown word that are shown again."""

MOST_UNKNOWN: Final = 5
"""Unknown words of one row that are named."""

LONGEST: Final = 200
"""Characters that marks can take; what is longer is something else."""


def read_marks(text: str) -> tuple[frozenset[str], tuple[Problem, ...]]:
    """Return the marks named by words between spaces, commas or slashes, and a problem for each unknown word.

    >>> marks, problems = read_marks("Dame, bezahlt")
    >>> sorted(marks), problems
    (['lady', 'paid'], ())
    """
    if len(text) > LONGEST:
        return frozenset(), (Problem(Code.UNKNOWN_MARK, text[:SHOWN]),)
    words = [(word, plain(word)) for word in re.split(r"[\s,/+&]+", text) if word not in NOTHING]
    unknown = [word for word, key in words if key not in MARK_OF and key not in UNMARKED]
    return (
        frozenset(MARK_OF[key] for _, key in words if key in MARK_OF),
        tuple(Problem(Code.UNKNOWN_MARK, word[:SHOWN]) for word in unknown[:MOST_UNKNOWN]),
    )


def read_tick(text: str, *, mark: str) -> bool | None:
    """Test whether a cell in the column of a mark is ticked; None for what says neither yes nor no.

    >>> read_tick("ja", mark="paid"), read_tick("10,00 €", mark="paid"), read_tick("vielleicht", mark="paid")
    (True, True, None)
    """
    if len(text) > LONGEST:
        return None
    key = plain(text)
    if text in TICKS or key in YES or MARK_OF.get(key) == mark:
        return True
    if text in NOTHING or key in NO:
        return False
    if mark in ("paid", "present") and AMOUNT.fullmatch(text):
        return any(digit in text for digit in "123456789")
    return None


def read_gender(text: str) -> bool | None:
    """Test whether a cell in a column for the gender says lady; None for what is not understood."""
    key = plain(text)
    if key in WOMEN:
        return True
    return False if text in NOTHING or key in NOT_WOMEN else None
