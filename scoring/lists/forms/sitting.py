"""Whom a page or a phone showed at a table: named by whatever writes into a list (SkWO 7.1.2)."""

import re
from collections.abc import Mapping
from typing import Final

FIELD: Final = "seated"
NUMBERS: Final = re.compile(r"[0-9]{1,5}(?: [0-9]{1,5}){0,3}")


def sits_in(posted: Mapping[str, str]) -> tuple[int, ...]:
    """Return the start numbers that a form names, from seat 1 on; what is missing or garbled names nobody."""
    said = posted.get(FIELD, "")
    return tuple(map(int, said.split())) if NUMBERS.fullmatch(said) else ()
