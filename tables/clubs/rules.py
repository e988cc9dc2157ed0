"""Names that are probably one person's although one of them has a slip of typing; pure, and cautious."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from tables.intake.names import plain
from tables.names import parts

SHORTEST = 4
"""Letters below which a word with one of them changed is another word."""


class _Named(NamedTuple):
    family: str
    given: str
    suffix: str


def slips(names: Mapping[int, str]) -> list[tuple[int, int]]:
    """Return the pairs of numbers whose names are probably one person's, the lower first; those alike are no slips.

    In a family name a letter is missing, another one, or swapped with the next. First names differ by as little between
    brothers, or father and daughter: of them only a consonant is missing, or letters are swapped, before the last; or
    all is missing but the first, and nobody else is meant by that. Who has a suffix or a first name more is another
    person, and so is who begins with another letter.
    """
    people: dict[int, _Named] = {}
    alike: dict[tuple[str, ...], list[int]] = defaultdict(list)
    families: dict[str, set[_Named]] = defaultdict(set)
    for number, name in sorted(names.items()):
        of = parts(name)
        if of.is_person:
            triple = people[number] = _Named(plain(f"{of.behind} {of.family}"), plain(of.given), plain(of.suffix))
            alike["family", triple.family, triple.suffix].append(number)
            alike["given", triple.given, triple.suffix].append(number)
            families[triple.family].add(triple)
    pairs = set()
    for (same, *_word), numbers in alike.items():
        for first, second in combinations(numbers, 2):
            triple, other = people[first], people[second]
            if same == "given":
                is_slip = len(triple.given) > 1 and _is_slip(triple.family, other.family)
            else:
                is_slip = _is_slip(triple.given, other.given, is_given=True) or _is_initial(triple, other, families)
            if is_slip:
                pairs.add((first, second))
    return sorted(pairs)


def _is_slip(text: str, other: str, *, is_given: bool = False) -> bool:
    short, long = sorted((text, other), key=len)
    at = next((at for at, letters in enumerate(zip(short, long, strict=False)) if len({*letters}) > 1), len(short))
    if short == long or not at or len(short) < SHORTEST:
        return False
    missing = len(short) < len(long) and short[at:] == long[at + 1 :]
    swapped = short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]
    if is_given:
        return (missing and at < len(short) and long[at] not in "aeiouy") or (swapped and at + 2 < len(long))
    return missing or swapped or (len(short) == len(long) and short[at + 1 :] == long[at + 1 :])


def _is_initial(triple: _Named, other: _Named, families: Mapping[str, set[_Named]]) -> bool:
    """Test whether one first name is the initial of the other, and of nobody else of that family."""
    short, long = sorted((triple, other), key=lambda named: len(named.given))
    meant = [named for named in families[triple.family] if named != short and named.given[0] == short.given]
    return len(short.given) == 1 and meant == [long]
