"""An empty database on which all migrations stand: made once, then copied by every process that tests."""

import fcntl
import os
import shutil
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import IO

import django
from django.db import connection

HELD: list[IO[str]] = []
"""The lock of whoever makes it."""

ROOT = Path(__file__).parents[2]


def template() -> Path:
    """Return where it is kept: by what the migrations say, and by the library that carries them out."""
    said = sha256(django.__version__.encode())
    for file in sorted(ROOT.glob("*/migrations/*.py")):
        said.update(f"{file.relative_to(ROOT)} ".encode() + file.read_bytes())
    return Path(tempfile.gettempdir()) / f"skatturnier-{os.getuid()}-{said.hexdigest()[:20]}.sqlite3"


def put(name: Path) -> None:
    """Put a copy where the test database is to be; where none is kept yet, hold back the others until there is one."""
    for file in (name, *(name.with_name(f"{name.name}-{part}") for part in ("journal", "wal", "shm"))):
        file.unlink(missing_ok=True)
    _alone()
    if (kept := template()).exists():
        shutil.copyfile(kept, name)
        _go_on()


def copied(name: Path) -> bool:
    """Copy it to where a site of its own has its database; return whether there was one to copy."""
    if is_kept := template().exists():
        shutil.copyfile(template(), name)
    return is_kept


def keep() -> None:
    """Keep the test database for those that come after, before anything is in it."""
    if not HELD:
        return
    kept = template()
    fresh = kept.with_name(f"{kept.name}.{os.getpid()}")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(fresh)])
    fresh.replace(kept)
    _go_on()


def _alone() -> None:
    HELD.append(template().with_suffix(".lock").open("w"))
    fcntl.flock(HELD[0], fcntl.LOCK_EX)


def _go_on() -> None:
    HELD.pop().close()
