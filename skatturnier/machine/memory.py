"""Memory: threads share it, and what is free again goes back to the system, where the system takes it."""

import ctypes
import gc
import os
import sys
from typing import Final

SHARES: Final = "1"
"""Into how many shares glibc may part the memory of a process: of itself it takes eight for each processor."""


def share() -> None:
    """Let the threads of each process share one of glibc's arenas: each would keep what one document took."""
    os.environ.setdefault("MALLOC_ARENA_MAX", SHARES)


if sys.platform == "win32":

    def give_back() -> None:
        """Give back all freed memory that glibc keeps; it takes a tenth of a second. Other C libraries keep none."""
        gc.collect()

else:

    def give_back() -> None:
        """Give back what nobody uses any more, of every share of the memory; a tenth of a second.

        glibc keeps what was freed, each share for itself; other libraries of C have no word for it.
        """
        gc.collect()
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


if sys.platform == "win32":

    def allow_files(wanted: int) -> None:
        """Let each process have so many connections and files open; Windows sets no limit to either."""

else:
    import resource

    def allow_files(wanted: int) -> None:
        """Let each process have so many connections and files open, as far as this machine allows."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
