"""What the season after another one is likely to be: a year later, called alike."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Any

from scoring.season.models import Season

YEARS = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def following(before: Sequence[Season], *, year: int) -> dict[str, Any]:
    """Return what a new season of a club begins with; ``before`` has the latest season first."""
    if not before:
        return {"starts_on": date(year, 1, 1), "ends_on": date(year, 12, 31)}
    last = before[0]
    return {
        "name": YEARS.sub(lambda found: str(int(found[0]) + 1), last.name),
        "like": last.pk,
        "starts_on": _a_year_later(last.starts_on),
        "ends_on": _a_year_later(last.ends_on),
        "visibility": last.visibility,
        "names_shown": last.names_shown,
    }


def _a_year_later(day: date) -> date:
    """Return the same day a year later; the 29th of February becomes the 28th."""
    return day.replace(year=day.year + 1, day=28 if (day.month, day.day) == (2, 29) else day.day)
