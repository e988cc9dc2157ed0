"""The site's secrets: each made once, kept in a file only its owner can read."""

import os
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

from skatturnier.machine.files import put_first


def secret_key(file: Path) -> str:
    """Return the key kept in ``file``, making it on the first start."""
    return made_once(file, lambda: secrets.token_urlsafe(50).encode()).decode("ascii").strip()


def made_once(file: Path, make: Callable[[], bytes]) -> bytes:
    """Return what is kept in ``file``, made atomically where there is none: of two processes the first one wins."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(handle, "wb") as opened:
            opened.write(make())
            opened.flush()
            os.fsync(opened.fileno())
        put_first(Path(aside), file)
    return file.read_bytes()
