"""People's names: under which letters one looks for them, and the shortest forms that tell them apart."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from anyascii import anyascii

TITLES: Final = frozenset(
    [
        *("dr", "prof", "dipl", "ing", "mag", "lic", "med", "dent", "vet", "jur", "phil", "rer", "nat", "pol", "oec"),
        *("theol", "habil", "hc", "mult", "herr", "frau", "hr", "fr", "mr", "mrs", "ms", "don", "doña", "señor"),
        *("señora", "sr", "sra"),
    ]
)
"""Words before a name by which nobody looks for it, without their full stops."""

SUFFIXES: Final = frozenset(["jun", "jr", "jnr", "junior", "sen", "sr", "snr", "senior", "ii", "iii", "iv", "dä", "dj"])
"""Words behind a name that tell father and son apart, without their full stops."""

BEHIND: Final = frozenset(["von", "vom", "zu", "zum", "zur", "v"])
"""German words of nobility: they stand behind the first name in a list ("Au, Karl von der")."""

ARTICLES: Final = frozenset(["der", "den", "dem", "des", "d"])
"""What may follow one of those."""

BEFORE: Final = frozenset(
    [
        *("van", "vander", "de", "del", "della", "di", "da", "dos", "das", "du", "la", "le", "los", "las", "el", "al"),
        *("bin", "ibn", "ter", "ten", "te", "der", "den"),
    ]
)
"""Words that are part of the family name, and by which one looks for it ("van der Berg, Anna")."""

MOST: Final = 300


@dataclass(frozen=True, slots=True)
class Parts:
    """A name taken apart. What does not look like a person's name is all ``family``."""

    given: str
    family: str
    behind: str = ""
    """Titles and words of nobility are no part of the family name; these stand behind the first name in a list."""

    suffix: str = ""
    title: str = ""

    @property
    def is_person(self) -> bool:
        return bool(self.given and self.family)


@lru_cache(maxsize=16_384)
def parts(name: str) -> Parts:
    """Return the parts of a name, typed either way round; of "Skat 2000 e. V." all is the family name."""
    family, comma, given = (part.strip() for part in name[:MOST].partition(","))
    if comma and family and given and "," not in given:
        return _turned(family, given)
    words = name[:MOST].split()
    title, words = _titles(words)
    words, suffix = _suffixes(words)
    if not _is_plain(name) or not words or words[-1].endswith("."):
        return Parts(given="", family=name)
    if len(words) < 2:
        return Parts(given="", family=words[0], title=" ".join(title), suffix=" ".join(suffix))
    at = len(words) - 1
    while at > 1 and _key(words[at - 1]) in BEFORE | BEHIND | ARTICLES:
        at -= 1
    if at == 1 and _key(words[0]) in BEHIND | BEFORE:
        # "von Tann" is a family name alone.
        at = 0
    core = at + _particles(words[at:])
    return Parts(
        given=" ".join(words[:at]),
        family=" ".join(words[core:]),
        behind=" ".join(words[at:core]),
        suffix=" ".join(suffix),
        title=" ".join(title),
    )


def _turned(family: str, given: str) -> Parts:
    """Return the parts of "Müller jun., Dr. Karl von"."""
    behind_family, suffix = _suffixes(family.split())
    title, words = _titles(given.split())
    words, more = _suffixes(words)
    at = len(words)
    while at > 1 and _key(words[at - 1]) in BEHIND | ARTICLES:
        at -= 1
    core = _particles(behind_family) if len(behind_family) > 1 else 0
    return Parts(
        given=" ".join(words[:at]),
        family=" ".join(behind_family[core:]),
        behind=" ".join((*behind_family[:core], *words[at:])),
        suffix=" ".join((*suffix, *more)),
        title=" ".join(title),
    )


def _titles(words: Sequence[str]) -> tuple[list[str], list[str]]:
    at = 0
    while at < len(words) - 1 and _is_title(words[at]):
        at += 1
    return [*words[:at]], [*words[at:]]


def _is_title(word: str) -> bool:
    return all(_key(part) in TITLES for part in re.split("[.-]", word) if part) and any(map(str.isalpha, word))


def _suffixes(words: Sequence[str]) -> tuple[list[str], list[str]]:
    at = len(words)
    while at > 1 and _key(words[at - 1]) in SUFFIXES:
        at -= 1
    if at > 2 and _key("".join(words[at - 2 : at])) in SUFFIXES:
        at -= 2
    return [*words[:at]], [*words[at:]]


def _particles(words: Sequence[str]) -> int:
    if _key(words[0]) not in BEHIND:
        return 0
    at = 1
    while at < len(words) - 1 and _key(words[at]) in ARTICLES | BEHIND:
        at += 1
    return at


def _key(word: str) -> str:
    return word.replace(".", "").replace(" ", "").casefold()


def _is_plain(name: str) -> bool:
    letters = all(letter.isalpha() or letter in "-'’. " or unicodedata.combining(letter) for letter in name)
    return letters and all(unicodedata.bidirectional(letter) not in {"R", "AL"} for letter in name)


NO_LETTER: Final = re.compile("[^a-z0-9]+")


def family_name_first(name: str) -> str:
    """Return a name family name first ("Müller, Karl jun."); what does not look like a name stays."""
    read = parts(name)
    if not read.is_person or "," in name:
        return name
    others = filter(None, (read.title, read.given, read.behind, read.suffix))
    return f"{read.family}, {' '.join(others)}"


SortKey = tuple[str, str, str, str]


@lru_cache(maxsize=16_384)
def sort_key(name: str) -> SortKey:
    """Return what people are sorted by: family name, first name, then the rest."""
    read = parts(name)
    return (in_order(read.family), in_order(read.given), in_order(f"{read.suffix} {read.behind}"), name)


@lru_cache(maxsize=16_384)
def in_order(text: str) -> str:
    """Return what a text is sorted by: letters without their marks, ß as ss, Ł as L (DIN 5007, variant 1)."""
    return NO_LETTER.sub(" ", anyascii(text[:MOST]).casefold()).strip()


def short_names(names: Sequence[str], *, numbers: Sequence[int] = ()) -> list[str]:
    """Return what players of one table call each other, no two alike.

    The first name; with as much of the family name as tells them apart; the whole name; that and the start number,
    which without ``numbers`` counts from 1.
    """
    return list(_short_names(tuple(names), tuple(numbers or range(1, len(names) + 1))))


# The same table asks with every deal.
@lru_cache(maxsize=4096)
def _short_names(names: tuple[str, ...], numbers: tuple[int, ...]) -> tuple[str, ...]:
    ladders = [_Ladder(name, number) for name, number in zip(names, numbers, strict=True)]
    while any(
        [
            _raised(ladders, lambda ladder: ladder.form.casefold()),
            _raised(ladders, lambda ladder: ladder.words),
            _raised_where_it_fits_another(ladders),
        ]
    ):
        pass
    return tuple(ladder.form for ladder in ladders)


def told_apart(names: Sequence[str], *, numbers: Sequence[int | str]) -> list[str]:
    """Return the names of a column, with the start number behind those that stand there more than once."""
    # Mostly no two are alike, and a thousand ladders would be built for nothing.
    if len({name.casefold() for name in names}) == len(names):
        return list(names)
    ladders = [_Ladder(name, number, steps=(name,)) for name, number in zip(names, numbers, strict=True)]
    while _raised(ladders, lambda ladder: ladder.form.casefold()):
        pass
    return [ladder.form for ladder in ladders]


class _Ladder:
    """The forms of a name, the shortest first; the last one has the start number and nobody else has it."""

    def __init__(self, name: str, number: int | str, *, steps: Iterable[str] = ()) -> None:
        plain = tuple(steps) or tuple(dict.fromkeys(_steps(name)))
        self.forms = (*plain, f"{name} ({number})".strip())
        self.at = 0
        self.name = name

    @cached_property
    def whole(self) -> str:
        """The name without what stands between the first and the family name."""
        return unicodedata.normalize("NFC", _whole(self.name)).casefold()

    @property
    def stem(self) -> str:
        """What is there of the name where it is cut."""
        return unicodedata.normalize("NFC", self.form[:-1]).casefold()

    @property
    def is_cut(self) -> bool:
        return self.at > 0 and self.left > 1 and self.form.endswith(".")

    @property
    def form(self) -> str:
        return self.forms[self.at]

    @property
    def words(self) -> Hashable:
        """What two spellings of one name have in common, as "Uwe Kurz" and "Kurz, Uwe"; a number stands alone."""
        return (
            self.form
            if self.at == len(self.forms) - 1
            else tuple(sorted(self.form.casefold().replace(",", " ").split()))
        )

    @property
    def left(self) -> int:
        """How many forms are left before the one with the number, then that one."""
        return len(self.forms) - 1 - self.at


def _raised(ladders: Sequence[_Ladder], key: Callable[[_Ladder], Hashable]) -> bool:
    """Take a longer form of all that are alike; return whether there are any. Whole names give way last."""
    alike: dict[Hashable, list[_Ladder]] = defaultdict(list)
    for ladder in ladders:
        alike[key(ladder)].append(ladder)
    is_any = False
    for group in alike.values():
        ways = [each_ladder for each_ladder in group if each_ladder.left > 1] or [
            each_ladder for each_ladder in group if each_ladder.left
        ]
        if len(group) > 1 and ways:
            is_any = True
            for way in ways:
                way.at += 1
    return is_any


def _raised_where_it_fits_another(ladders: Sequence[_Ladder]) -> bool:
    """Take a longer form where what is cut begins another's name too: "Hans Ma." beside Hans Mai."""
    wrong = [
        ladder
        for ladder in ladders
        if ladder.is_cut and sum(other.whole.startswith(ladder.stem) for other in ladders) > 1
    ]
    for each_ladder in wrong:
        each_ladder.at += 1
    return bool(wrong)


def _whole(name: str) -> str:
    found_parts = parts(name)
    return f"{found_parts.given.split()[0]} {found_parts.family}" if found_parts.is_person else name


def _steps(name: str) -> Iterable[str]:
    found_parts = parts(name)
    given = found_parts.given.split()[0] if found_parts.is_person else ""
    if not given or found_parts.title or given.endswith("."):
        return [name]
    family = found_parts.family
    # A form that is no shorter than the whole helps nobody.
    cuts = [at for at in range(1, len(family)) if not _joins(family[at]) and (at == 1 or at < len(family) - 1)]
    return [
        given,
        *(f"{given} {family[:at]}." for at in cuts if family[at - 1] not in " -'’."),
        f"{given} {family}",
        name,
    ]


def _joins(character: str) -> bool:
    """Test whether a character belongs to the one before it."""
    return unicodedata.category(character)[0] == "M" or character in "\u200c\u200d"
