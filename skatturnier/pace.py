"""How long open pages wait before they ask again: longer while the site is busy, so that nobody who enters waits.

In a quiet hall a page asks at the pace it was made for, and a change is on it within two seconds. A thousand pages at
that pace can keep a laptop busy; then they see a change some seconds later, and entries go on.
"""

import threading
import time
from collections.abc import Callable
from typing import Final

from scoring.lists.services import turns

PATIENCE: Final = "X-Patience"
"""The header that tells an open page how many times its usual pause to wait before it asks again."""

BUSY, AT_EASE = 0.65, 0.5
"""Of each second, how many a process computes: above the first pages ask more rarely, below the second more often."""

TOO_LONG, QUICK = 0.25, 0.15
"""Seconds an entry takes: above the first pages ask more rarely, below the second more often. It tells what a process
does not know of itself: that others keep the machine or the database busy."""

SLOWER, FASTER = 1.5, 0.95
"""Times the pause, each second: slower at once, back to the usual pace little by little."""

COLD: Final = 3.0
"""Times the usual pause where a process has just started, and makes everything for the first time."""

LOOKS_EVERY: Final = 1.0
"""Seconds between two looks at how much was computed."""


class Pace:
    """The pace of the pages that one process answers."""

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        computed: Callable[[], float] = time.process_time,
        longest: Callable[[], float] = turns.longest,
        slowest: float,
    ) -> None:
        """Take the clock and the seconds computed so far, both ever growing, and the longest entry since last asked.

        ``slowest`` is how many times its usual pause a page waits at most.
        """
        self._clock, self._computed, self._longest = clock, computed, longest
        self._looked, self._had = clock(), computed()
        self._slowest = slowest
        self._patience = min(COLD, slowest)
        self._looking = threading.Lock()

    def patience(self) -> float:
        """Return how many times its usual pause a page is to wait, from 1 to the slowest."""
        if self._clock() - self._looked >= LOOKS_EVERY and self._looking.acquire(blocking=False):
            try:
                self._look()
            finally:
                self._looking.release()
        return self._patience

    @property
    def slower(self) -> int:
        """How many times more slowly states are drawn: 1, 2 or 4, so that all processes meet in the same ones."""
        return 1 if self._patience < 2 else 2 if self._patience < 4 else 4

    def _look(self) -> None:
        now, has = self._clock(), self._computed()
        passed = now - self._looked
        share, longest = (has - self._had) / passed, self._longest()
        self._looked, self._had = now, has
        if share > BUSY or longest > TOO_LONG:
            self._patience = min(self._slowest, self._patience * SLOWER)
        elif share < AT_EASE and longest < QUICK:
            self._patience = max(1.0, self._patience * FASTER**passed)
