"""What is entered goes before what is shown: in a process that writes a list, open pages wait their turn.

Python computes in one thread at a time. An act of 15 ms took 100 among eight threads that drew pages, and held the
database meanwhile: nobody else could write.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

PATIENCE: Final = 0.1
"""Seconds after which an open page is answered even so."""

_turn = threading.Condition()
_entering: set[int] = set()


@contextmanager
def entering() -> Iterator[None]:
    """Have the turn of this process while something is entered."""
    me = threading.get_ident()
    with _turn:
        _entering.add(me)
    try:
        yield
    finally:
        with _turn:
            _entering.discard(me)
            _turn.notify_all()


def wait() -> None:
    """Wait until nothing is being entered in this process, but no longer than ``PATIENCE``."""
    if _entering:
        with _turn:
            _turn.wait_for(lambda: not _entering, PATIENCE)
