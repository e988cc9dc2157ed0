"""Names short enough for a column of a list."""

from collections import Counter
from collections.abc import Sequence


def short_names(names: Sequence[str]) -> list[str]:
    """Return what players of one table call each other: the first name, told apart by an initial where two share it.

    >>> short_names(["Erna Schulz", "Berg, Erna", "No. 7"])
    ['Erna S.', 'Erna B.', 'No. 7']
    """
    split = [_first_and_rest(name) for name in names]
    shared = Counter(first for first, _rest in split)
    return [f"{first} {rest[0]}." if rest and shared[first] > 1 else first for first, rest in split]


def _first_and_rest(name: str) -> tuple[str, str]:
    last, comma, first = (part.strip() for part in name.partition(","))
    if comma and first:
        return first, last
    words = name.split()
    if len(words) < 2 or words[0].endswith("."):
        return name, ""
    return words[0], words[-1]
