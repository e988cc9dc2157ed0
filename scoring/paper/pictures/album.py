"""Where an event's own pictures are kept between two printings: as files, for all machines of a site."""

import contextlib
import re
import shutil
from pathlib import Path
from typing import Final

from django.conf import settings

from scoring.paper.pictures.looking import Picture

KEY: Final = re.compile(r"[0-9a-f]{32}\.(png|svg)")
MOST_KEPT: Final = 8
"""Pictures of each use: a run that still waits has the one it was asked for."""


def keep(slug: str, use: str, picture: Picture) -> None:
    """Keep a picture for a use, ``logo`` or ``background``; the next time it is offered."""
    folder = _folder(slug, use)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = folder / picture.key
    unfinished = file.with_suffix(".part")
    unfinished.write_bytes(picture.content)
    unfinished.replace(file)
    for old in _newest_first(folder)[MOST_KEPT:]:
        old.unlink(missing_ok=True)


def latest_of(slug: str) -> dict[str, str]:
    """Return the keys of the pictures that were kept last, by their use."""
    found = {folder.name: _newest_first(folder) for folder in (_root() / slug).glob("*")}
    return {use: files[0].name for use, files in found.items() if files}


def picture(slug: str, use: str, key: str | None) -> Picture | None:
    """Return a picture that is kept, or None where there is none by this key any more."""
    if not key or not KEY.fullmatch(key):
        return None
    try:
        return Picture(kind=key.rpartition(".")[2], content=(_folder(slug, use) / key).read_bytes())
    except OSError:
        return None


def drop_all_of(slug: str) -> None:
    """Delete the pictures of an event."""
    shutil.rmtree(_root() / slug, ignore_errors=True)


def _newest_first(folder: Path) -> list[Path]:
    found = {}
    for file in folder.glob("*"):
        with contextlib.suppress(OSError):
            if KEY.fullmatch(file.name):
                found[file] = file.stat().st_mtime_ns
    return sorted(found, key=lambda file: -found[file])


def _root() -> Path:
    return Path(settings.PRINT_DIR) / "own-pictures"


def _folder(slug: str, use: str) -> Path:
    return _root() / slug / use
