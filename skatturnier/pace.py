"""How long open pages wait before they ask again: longer while the site is busy, so that nobody who enters waits.

In a quiet hall a page asks at the pace it was made for, and a change is on it within two seconds. A thousand pages at
that pace can keep both processes of a laptop busy; then they see a change some seconds later, and entries go on.
"""

import threading
import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = "X-Patience"
"""The header that tells an open page how many times its usual pause to wait before it asks again."""

BUSY, AT_EASE = 0.65, 0.5
"""Of each second, how many a process computes: above the first pages ask more rarely, below the second more often."""

SLOWER, FASTER = 1.25, 0.9
"""Times the pause, each second: slower at once, back to the usual pace little by little."""

SLOWEST: Final = 5.0
"""Times the usual pause, at most: ten seconds on a page of standings."""

LOOKS_EVERY: Final = 1.0
"""Seconds between two looks at how much was computed."""


class Pace:
    """The pace of the pages that one process answers."""

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        computed: Callable[[], float] = time.process_time,
    ) -> None:
        """Take the clock and the seconds computed so far, both ever growing."""
        self._clock, self._computed = clock, computed
        self._looked, self._had = clock(), computed()
        self._patience = 1.0
        self._looking = threading.Lock()

    def patience(self) -> float:
        """Return how many times its usual pause a page is to wait, from 1 to ``SLOWEST``."""
        if self._clock() - self._looked >= LOOKS_EVERY and self._looking.acquire(blocking=False):
            try:
                self._look()
            finally:
                self._looking.release()
        return self._patience

    def _look(self) -> None:
        now, has = self._clock(), self._computed()
        share = (has - self._had) / (now - self._looked)
        self._looked, self._had = now, has
        if share > BUSY:
            self._patience = min(SLOWEST, self._patience * SLOWER)
        elif share < AT_EASE:
            self._patience = max(1.0, self._patience * FASTER)
