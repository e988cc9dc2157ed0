"""The same once more, with other numbers: what `make test` leaves to ``pytest --thorough``, which `make proof` runs."""

import time
from functools import cache

import pytest
from hypothesis import settings


def thorough(*values: object) -> list[object]:
    """Return parameters for a test that has others in every run.

    >>> thorough(1, 2) == [pytest.param(1, marks=pytest.mark.thorough), pytest.param(2, marks=pytest.mark.thorough)]
    True
    """
    return [
        pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.thorough) for value in values
    ]


def examples(most: int) -> int:
    """Return how many examples of a property are drawn: in ``make test`` two fifths of what ``--thorough`` draws."""
    return most if settings.get_current_profile_name() == "new ones" else most * 2 // 5


def seconds(number: float) -> float:
    """Return so many seconds of the machine that the figures are of as processor time of this one, never fewer."""
    return number * _slower()


@cache
def _slower() -> float:
    began = time.process_time()
    sum(number * number for number in range(1_000_000))
    return max(1.0, (time.process_time() - began) / 0.025)
