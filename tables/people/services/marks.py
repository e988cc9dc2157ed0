"""The marks of all entrants, as the form that sets them carries what was seen of them."""

from collections.abc import Iterable, Sequence

from tables.people.models import Entrant


def as_marked(entrants: Iterable[Entrant]) -> dict[str, str]:
    """Return of entrants in their order the start numbers of those marked, by the mark, and of all: "1-40, 42"."""
    found = list(entrants)
    marked = {
        "present": [entrant for entrant in found if entrant.present],
        "paid": [entrant for entrant in found if entrant.paid],
    }
    return {name: as_ranges([entrant.number for entrant in ones]) for name, ones in {**marked, "all": found}.items()}


def as_ranges(numbers: Sequence[int]) -> str:
    """Return rising numbers in few words.

    >>> as_ranges([1, 2, 3, 5, 8, 9])
    '1-3, 5, 8-9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)
