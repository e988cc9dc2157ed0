"""Locks on files: they end with the process that holds them, however it ends."""

import sys
from pathlib import Path

if sys.platform == "win32":
    import ctypes
    import msvcrt
    from ctypes import wintypes

    AT = 0x7FFF_FFFF
    """Which byte is locked: there a locked one cannot be read by others, so it is one behind all content."""

    AT_ONCE, ALONE = 1, 2
    """``LOCKFILE_FAIL_IMMEDIATELY`` and ``LOCKFILE_EXCLUSIVE_LOCK`` of ``LockFileEx``."""

    TAKEN = 33

    class _Place(ctypes.Structure):
        """``OVERLAPPED``: where in the file."""

        _fields_ = (
            ("internal", ctypes.c_void_p), ("internal_high", ctypes.c_void_p),
            ("offset", wintypes.DWORD), ("offset_high", wintypes.DWORD), ("event", wintypes.HANDLE),
        )  # fmt: skip

    def take(file: int, *, is_shared: bool = False, waits: bool = False) -> None:
        """Lock a descriptor until it closes, alone or shared. Raise BlockingIOError if taken, unless it ``waits``."""
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.LockFileEx.argtypes = (
            wintypes.HANDLE, wintypes.DWORD, wintypes.DWORD, wintypes.DWORD, wintypes.DWORD, ctypes.POINTER(_Place),
        )  # fmt: skip
        how = (0 if is_shared else ALONE) | (0 if waits else AT_ONCE)
        place = _Place(offset=AT)
        if not kernel.LockFileEx(msvcrt.get_osfhandle(file), how, 0, 1, 0, ctypes.byref(place)):
            error = ctypes.get_last_error()
            if error == TAKEN:
                raise BlockingIOError(error, "locked by another process")
            raise ctypes.WinError(error)

else:
    import fcntl

    def take(file: int, *, is_shared: bool = False, waits: bool = False) -> None:
        """Lock an open file, given by its descriptor, until it is closed; a shared lock lets others that are shared be.

        :raises BlockingIOError: if another process has it, unless one ``waits`` until it has not.
        """
        fcntl.flock(file, (fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX) | (0 if waits else fcntl.LOCK_NB))


def is_free(file: Path) -> bool:
    """Test whether nobody has the lock of a file at this moment; where there is no file nobody has."""
    try:
        with file.open("r+b") as opened:
            take(opened.fileno())
    except BlockingIOError:
        return False
    except FileNotFoundError:
        return True
    return True
