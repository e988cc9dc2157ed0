"""Files of the site are its own: nobody else on the machine reads the database, a backup or a secret."""

import contextlib
import os
from pathlib import Path
from typing import Final

OTHERS: Final = 0o077
"""What group and others may do."""


def keep_from_others() -> None:
    """Let nothing that this process and those it starts will write be for others, whatever the machine is used to."""
    os.umask(OTHERS)


def take_back(folder: Path) -> None:
    """Take from others what they may read or write in a folder: earlier releases made files as the machine does."""
    if not folder.exists():
        return
    for path in [folder, *folder.rglob("*")]:
        # What vanishes meanwhile, or is another user's, is not ours to mend.
        with contextlib.suppress(OSError):
            mode = path.lstat().st_mode
            if mode & OTHERS and not path.is_symlink():
                path.chmod(mode & ~OTHERS)
