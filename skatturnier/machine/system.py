"""Which system this machine has, where a page has to say so."""

import sys


def system() -> str:
    """Return ``windows``, ``mac`` or, for everything else, ``linux``."""
    return {"win32": "windows", "darwin": "mac"}.get(sys.platform, "linux")
