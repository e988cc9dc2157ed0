"""The archive of each event, on a shelf under ``DATA_DIR``: how far it is, and the file once it is whole.

It is made in a process of its own, after the runs of printing that were asked for before it.
"""

import enum
import json
import os
import shutil
import subprocess
import sys
import threading
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

BEGINS_WITHIN: Final = timedelta(minutes=1)
"""If its process has not said a word by then, it never will."""


class Stage(enum.StrEnum):
    """How far an archive is."""

    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelved:
    """The archive of an event, or how far it is."""

    slug: str
    language: str
    by: int | None
    """Who asked for it."""

    asked_at: datetime
    stage: Stage = Stage.WAITING
    process: int = 0
    done: int = 0
    parts: int = 0
    sha256: str = ""
    size: int = 0

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes of it."""
        return self.stage in {Stage.DONE, Stage.FAILED}

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return _folder(self.slug) / "archive.zip"

    @property
    def name(self) -> str:
        """What the file is called outside."""
        return f"{self.slug}-{timezone.localtime(self.asked_at):%Y-%m-%d}.zip"


def start(wanted: Shelved) -> Shelved:
    """Begin an archive in a process of its own, and return how far it is. Begun twice, it is made once."""
    found = shelved(wanted.slug)
    if found and not found.is_over:
        return found
    _folder(wanted.slug).mkdir(parents=True, exist_ok=True, mode=0o700)
    wanted.path.unlink(missing_ok=True)
    report(wanted)
    spawn(wanted.slug)
    return wanted


def spawn(slug: str) -> None:
    """Start the process that makes an archive. It lives on if the one that asked for it ends."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": str(settings.SETTINGS_MODULE)}
    process = subprocess.Popen(  # noqa: S603  (our own arguments)
        [sys.executable, "-m", "django", "archive", slug, "--shelve"],
        cwd=settings.BASE_DIR,
        env=environment,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    threading.Thread(target=process.wait, daemon=True).start()


def report(state: Shelved, **changed: Any) -> Shelved:
    """Write down how far an archive is, and return it."""
    new = replace(state, **changed)
    path = _folder(new.slug) / "state.json"
    unfinished = path.with_suffix(".part")
    unfinished.write_text(json.dumps({**asdict(new), "asked_at": new.asked_at.isoformat()}), encoding="utf-8")
    unfinished.replace(path)
    return new


def shelved(slug: str) -> Shelved | None:
    """Return the archive of an event, or how far it is; None if there is none."""
    try:
        data = json.loads((_folder(slug) / "state.json").read_text(encoding="utf-8"))
        asked_at = datetime.fromisoformat(data["asked_at"])
        found = Shelved(**{**data, "asked_at": asked_at, "stage": Stage(data["stage"])})
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if _is_lost(found):
        return report(found, stage=Stage.FAILED)
    return found


def discard(slug: str) -> None:
    """Delete the archive of an event here; whoever fetched it has it still."""
    shutil.rmtree(_folder(slug), ignore_errors=True)


def _is_lost(found: Shelved) -> bool:
    if found.stage is Stage.DONE:
        return not found.path.exists()
    if found.is_over:
        return False
    if not found.process:
        return timezone.now() - found.asked_at > BEGINS_WITHIN
    try:
        os.kill(found.process, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def _folder(slug: str) -> Path:
    return Path(settings.DATA_DIR) / "archive" / slug
