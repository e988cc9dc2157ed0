"""The browser of this machine, without a window."""

import os
import shutil
from typing import Final

NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The one that never had a window first: the same pages take it four fifths of the time."""


def program() -> str | None:
    """Return its path, the one that ``CHROMIUM`` names before all others; None where there is none."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
