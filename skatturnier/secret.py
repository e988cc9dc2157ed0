"""The site's secret key: made once, kept in a file only its owner can read."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path


def secret_key(file: Path) -> str:
    """Return the key kept in ``file``, making it on the first start.

    Two processes may start together: the key is written aside and linked into place, so that the first one
    wins and nobody ever reads half a key.
    """
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(handle, "w", encoding="ascii") as opened:
            opened.write(secrets.token_urlsafe(50))
        with contextlib.suppress(FileExistsError):
            os.link(aside, file)
        Path(aside).unlink()
    return file.read_text(encoding="ascii").strip()
