"""Memory: little is kept apart, and what is free again goes back to the system, where the system takes it."""

import ctypes
import gc
import os
import sys
from typing import Final

SHARES: Final = "2"
"""Into how many shares glibc may part the memory of a process: of itself it takes eight for each processor."""


def part_little() -> None:
    """Let the processes started from here keep few shares of memory, unless the machine's owner has said how many.

    Each thread that ever set a document keeps what it took in its own share; threads that wait for Python's lock
    anyway gain nothing by one each. Other libraries of C have no such word, and read none.
    """
    os.environ.setdefault("MALLOC_ARENA_MAX", SHARES)


if sys.platform == "win32":

    def give_back() -> None:
        """Give back what nobody uses any more; Windows takes it by itself."""
        gc.collect()

else:

    def give_back() -> None:
        """Give back what nobody uses any more, in every share of the memory; a tenth of a second.

        glibc keeps what was freed, each share for itself; other libraries of C have no word for it.
        """
        gc.collect()
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
