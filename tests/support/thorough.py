"""The same once more, with other numbers: what `make test` leaves to ``pytest --thorough``, which `make proof` runs."""

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
