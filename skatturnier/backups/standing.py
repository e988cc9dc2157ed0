"""How the backups stand: when the last one was made and checked, and what went wrong since."""

import contextlib
import json
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings

from skatturnier.machine.files import write_whole

STATE = "state.json"

OVERDUE_AFTER = timedelta(hours=25)
"""A site that runs makes one a day, whatever happens in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowFinding:
    """An event, a club or the site whose rows do not fit: of those a backup is as sound as of any others."""

    of: str
    """The event's address, "club" and that of a club, or "site"."""

    count: int
    first: tuple[dict[str, Any], ...] = ()
    """The first few discrepancies, as ``scoring.history`` names them."""

    def __str__(self) -> str:
        name = "" if self.of == "site" or " " in self.of else f" {self.of}"
        return f"{self.of}: {self.count} finding{'' if self.count == 1 else 's'}; manage.py verify{name} names them"


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupState:
    """The backups of this machine."""

    last: datetime | None
    """When the last backup that passed its check was made; None: there is none."""
    name: str = ""
    problems: tuple[str, ...] = ()
    """What the last attempt could not do, in plain sentences: no check passed, the stick is not there."""
    findings: tuple[RowFinding, ...] = ()

    def is_overdue(self, *, now: datetime) -> bool:
        """Test whether another one should have been made since: whoever makes them did not even say what failed."""
        return self.last is not None and now - self.last > OVERDUE_AFTER


def state() -> BackupState:
    """Return how the backups stand. It asks no database, and never fails."""
    for place in (_instead(), _folder() / STATE):
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            value = json.loads(place.read_text(encoding="utf-8"))
            last = datetime.fromisoformat(value["last"]) if value["last"] else None
            findings = [
                RowFinding(of=finding["of"], count=finding["count"], first=tuple(finding["first"]))
                for finding in value.get("findings", ())
            ]
            return BackupState(
                last=last,
                name=str(value["name"]),
                problems=tuple(map(str, value["problems"])),
                findings=tuple(findings),
            )
    return BackupState(last=None)


def note(standing: BackupState, *, folder: Path) -> None:
    """Write down how the backups in a folder stand; of the site's own elsewhere, if that cannot be written to."""
    values = {
        "last": standing.last.isoformat() if standing.last else None,
        "name": standing.name,
        "problems": list(standing.problems),
        "findings": [asdict(finding) for finding in standing.findings],
    }
    content = json.dumps(values, ensure_ascii=False, indent=1).encode()
    try:
        write_whole(folder / STATE, content)
    except OSError:
        if folder == _folder():
            with contextlib.suppress(OSError):
                write_whole(_instead(), content)
    else:
        if folder == _folder():
            with contextlib.suppress(OSError):
                _instead().unlink(missing_ok=True)


def _folder() -> Path:
    return Path(settings.BACKUPS.folder)


def _instead() -> Path:
    """Return where it is said that nothing can be written where the backups lie: a full disk, one that is gone."""
    return Path(settings.DATA_DIR) / f"backups-{STATE}"
