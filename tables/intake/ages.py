"""The class that a year of birth proposes (sports rules of the Deutscher Skatverband 1.2, as of the congress of 2022).

Juniors have not completed their 21st year of life when the calendar year begins, seniors have completed their 60th;
from 2023 on the seniors' age rises by a year each year, up to 65.
"""

from dataclasses import replace
from typing import Final

from tables.intake.registration import Registration

JUNIOR_BELOW: Final = 21
SENIOR_FROM: Final = 60
SENIOR_FROM_AT_LAST: Final = 65
ROSE_AFTER: Final = 2022


def senior_from(year: int) -> int:
    """Return the age from which on somebody is a senior in this year.

    >>> [senior_from(year) for year in (2013, 2023, 2030)]
    [60, 61, 65]
    """
    return min(SENIOR_FROM_AT_LAST, SENIOR_FROM + max(0, year - ROSE_AFTER))


def with_proposed_class(registration: Registration, *, year: int) -> Registration:
    """Return a registration with the class that its year of birth proposes for an event of ``year``.

    Whoever is said to be junior or senior stays that.
    """
    born = registration.optional.get("birth_year")
    if not isinstance(born, int) or registration.junior or registration.senior:
        return registration
    # Nobody but those born on New Year's Day has a birthday on the first day of the year.
    age = year - born - 1
    return replace(registration, junior=age < JUNIOR_BELOW, senior=age >= senior_from(year))
