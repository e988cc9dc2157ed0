"""How the backups stand: when the last one was made and checked, and what went wrong since."""

import contextlib
import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings

from skatturnier.backups.whole_files import write_whole

STATE = "state.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The backups of this machine."""

    last: datetime | None
    """When the last backup that passed its check was made; None: there is none."""
    name: str = ""
    """The name of its file."""
    problems: tuple[str, ...] = ()
    """What the last attempt could not do, in plain sentences: no check passed, the stick is not there."""


def state() -> State:
    """Return how the backups stand. It asks no database, and never fails."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        found = json.loads(_place().read_text(encoding="utf-8"))
        last = datetime.fromisoformat(found["last"]) if found["last"] else None
        return State(last=last, name=str(found["name"]), problems=tuple(map(str, found["problems"])))
    return State(last=None)


def note(found: State, *, folder: Path) -> None:
    """Write down how the backups in a folder stand, as far as it can be written to."""
    told = {
        "last": found.last.isoformat() if found.last else None,
        "name": found.name,
        "problems": list(found.problems),
    }
    with contextlib.suppress(OSError):
        write_whole(folder / STATE, json.dumps(told, ensure_ascii=False, indent=1).encode())


def _place() -> Path:
    return Path(settings.BACKUPS.folder) / STATE
