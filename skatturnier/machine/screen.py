"""What a person at the machine sees beside the pages of the site: a window with a sentence, a browser that opens."""

import os
import sys
import webbrowser
from typing import Final

UNATTENDED: Final = "SKATTURNIER_UNATTENDED"
"""Set where nobody sits at the machine: no window, which would wait for somebody, and no browser."""


def is_attended() -> bool:
    """Test whether somebody is there to see a window."""
    return not os.environ.get(UNATTENDED)


def open_browser(address: str) -> None:
    """Open an address in the browser the machine prefers."""
    if is_attended():
        webbrowser.open(address)


if sys.platform == "win32":
    import ctypes
    import locale

    WARNS = 0x30
    """``MB_ICONWARNING``, with the one button that closes the window."""

    AWAKE = 0x8000_0001
    """``ES_CONTINUOUS`` and ``ES_SYSTEM_REQUIRED``."""

    def warn(title: str, text: str) -> None:
        """Show a sentence in a window until it was closed."""
        if is_attended():
            ctypes.WinDLL("user32").MessageBoxW(None, text, title, WARNS)

    def keep_awake() -> None:
        """Keep the machine from going to sleep as long as this process runs; its screen may go dark."""
        ctypes.WinDLL("kernel32").SetThreadExecutionState(ctypes.c_uint32(AWAKE))

    def can_name(path: str) -> bool:
        """Test whether every library can be told a path: older ones know the letters of its languages only."""
        try:
            return path.encode(locale.getencoding()).decode(locale.getencoding()) == path
        except UnicodeEncodeError:
            return False

else:

    def warn(title: str, text: str) -> None:
        """Show a sentence in a window; here whoever started the site reads it where that was done."""

    def keep_awake() -> None:
        """Keep the machine from going to sleep, where it would by itself."""

    def can_name(path: str) -> bool:
        """Test whether every library can be told a path: here any."""
        return True
