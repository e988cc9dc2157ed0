"""What somebody has to say about a column before a list is taken."""

import enum
from typing import Final


class Doubt(enum.StrEnum):
    """What somebody has to say about a column."""

    FIRST_OR_LAST = "first-or-last"
    TICKS = "ticks"
    START_NUMBERS = "start-numbers"


ASKED: Final = frozenset({Doubt.FIRST_OR_LAST, Doubt.TICKS})
"""Doubts with which nobody is registered before they were answered."""
