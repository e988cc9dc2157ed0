"""Bounds that say "does not take for ever" and mean it on a slow machine too."""

import time
from functools import cache


def seconds(number: float) -> float:
    """Return so many seconds of the machine that the figures are of as processor time of this one, never fewer."""
    return number * _slower()


@cache
def _slower() -> float:
    began = time.process_time()
    sum(number * number for number in range(1_000_000))
    return max(1.0, (time.process_time() - began) / 0.025)
