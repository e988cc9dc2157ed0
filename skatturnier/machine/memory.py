"""Memory: what is free again goes back to the system, where the system takes it."""

import ctypes
import gc
import sys

if sys.platform == "win32":

    def give_back() -> None:
        """Give back what nobody uses any more; Windows takes it by itself."""
        gc.collect()

else:

    def give_back() -> None:
        """Give back what nobody uses any more, in every thread's share of the memory; a tenth of a second.

        glibc keeps what was freed, each thread for itself; other libraries of C have no word for it.
        """
        gc.collect()
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
