"""What is entered goes before what is shown: in a process that writes a list, open pages wait their turn.

Python computes in one thread at a time. An act of 15 ms took 100 among eight threads that drew pages, and held the
database meanwhile: nobody else could write.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

PATIENCE: Final = 0.1
"""Seconds after which an open page is answered even so."""

_turn = threading.Condition()
_entering: set[int] = set()
_longest = 0.0


@contextmanager
def entering() -> Iterator[None]:
    """Have the turn of this process while something is entered."""
    global _longest
    me, begun = threading.get_ident(), time.monotonic()
    with _turn:
        _entering.add(me)
    try:
        yield
    finally:
        with _turn:
            _entering.discard(me)
            _longest = max(_longest, time.monotonic() - begun)
            _turn.notify_all()


def longest() -> float:
    """Return how many seconds the longest entry took since this was last asked."""
    global _longest
    with _turn:
        found, _longest = _longest, 0.0
    return found


def wait() -> None:
    """Wait until nothing is being entered in this process, but no longer than ``PATIENCE``."""
    if _entering:
        with _turn:
            _turn.wait_for(lambda: not _entering, PATIENCE)
