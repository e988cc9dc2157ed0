"""Documents everybody may ask for: of one state each is made once, by one request at a time, and kept for others.

A hall scans one code: dozens ask for the same ranking in the same second. Typesetting takes a second or more, so it
must never hold the threads that take in what is entered. Whoever cannot be served at once is told to ask again. What
is made lies in files, for the processes of a site, and its machines, share them.
"""

import contextlib
import platform
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final

from django.conf import settings

from skatturnier.machine import files, locks

KEPT_FOR: Final = 600
"""Seconds that a document is kept after it was made: a hall asks for the same one many times."""

MOST_KEPT: Final = 64
"""Documents of an event that are kept: those of its last states, in each language and ranking."""

File = tuple[str, bytes]
"""What a document is called as a file, and what is in it."""


class BeingMade(Exception):
    """Others are typeset just now: ask again in a moment."""


@contextmanager
def alone(who: str) -> Iterator[None]:
    """Typeset while nobody else of those does, in no thread and no process of this machine.

    The officials have a turn of their own: no crowd keeps them from their papers.

    :raises BeingMade: at once, if somebody does: a thread that waits could take in a deal.
    """
    try:
        _root().mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = (_root() / f"{platform.node()}-{who}.lock").open("w")
    except OSError:
        # A full disk keeps nobody from reading.
        yield
        return
    with lock:
        try:
            locks.take(lock.fileno())
        except BlockingIOError:
            raise BeingMade from None
        yield


def made_once(slug: str, state: str, make: Callable[[], File]) -> File:
    """Return a document of an event in a state, which names all that it depends on: kept, or else made and kept.

    :raises BeingMade: if it is not kept, and this one or another is made just now.
    """
    file = _root() / slug / sha256(state.encode()).hexdigest()
    if kept := _kept(file):
        return kept
    with alone("everybody"):
        # Another one may have made it since.
        if kept := _kept(file):
            return kept
        name, content = make()
        with contextlib.suppress(OSError):
            _keep(file, name.encode() + b"\n" + content)
        return name, content


def drop_all_of(slug: str) -> None:
    """Delete what is kept of an event: it holds names."""
    shutil.rmtree(_root() / slug, ignore_errors=True)


def tidy() -> None:
    """Delete what nobody is handed any more."""
    for folder in [one for one in _root().glob("*") if one.is_dir()]:
        _drop_old(folder)
        with contextlib.suppress(OSError):
            folder.rmdir()


def _root() -> Path:
    return Path(settings.PRINT_DIR) / "everybodys-papers"


def _kept(file: Path) -> File | None:
    try:
        if time.time() - file.stat().st_mtime > KEPT_FOR:
            return None
        name, _line, content = file.read_bytes().partition(b"\n")
    except OSError:
        return None
    return name.decode(), content


def _keep(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    unfinished = file.with_suffix(f".{platform.node()}")
    unfinished.write_bytes(content)
    files.replace(unfinished, file)
    _drop_old(file.parent)


def _drop_old(folder: Path) -> None:
    found = {}
    for file in folder.glob("*"):
        with contextlib.suppress(OSError):
            found[file] = file.stat().st_mtime
    newest = sorted(found, key=lambda file: -found[file])
    for place, file in enumerate(newest):
        if place >= MOST_KEPT or time.time() - found[file] > KEPT_FOR:
            file.unlink(missing_ok=True)
