"""What somebody has to say about a column before a list is taken."""

import enum
from typing import Final


class Doubt(enum.StrEnum):
    """What somebody has to say about a column."""

    FIRST_OR_LAST = "first-or-last"
    TICKS = "ticks"
    START_NUMBERS = "start-numbers"
    NAMES = "names"
    """Nobody knows the heading above what look like names."""

    EARLIER = "earlier"
    """Who had paid and was there when this site wrote the list."""


ASKED: Final = frozenset({Doubt.FIRST_OR_LAST, Doubt.TICKS, Doubt.NAMES})
"""Doubts with which nobody is registered before they were answered."""
