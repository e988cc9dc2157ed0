"""What was asked for: where backups lie, for how long, and who gets a copy."""

import shlex
from dataclasses import dataclass
from pathlib import Path

import environ

KEEP_DAYS = 30
"""After so many days a backup is deleted: names that were taken out of the site must go everywhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupSettings:
    """The settings of the backups."""

    folder: Path
    keep_days: int = KEEP_DAYS
    second: Path | None = None
    """A folder that gets a copy of each: a stick, a network drive."""
    recipient: str = ""
    """The age public key the copy is encrypted for; empty: the copy is as the backup."""
    command: tuple[str, ...] = ()
    """A program that takes the copy elsewhere; the file's path is its last argument."""


def wanted(env: environ.Env, *, data: Path) -> BackupSettings:
    """Return the settings of the backups as the environment has them."""
    second = env.str("SKATTURNIER_BACKUP_COPY", default="")
    return BackupSettings(
        folder=Path(env.str("SKATTURNIER_BACKUPS", default="") or data / "backups"),
        keep_days=env.int("SKATTURNIER_BACKUP_KEEP_DAYS", default=KEEP_DAYS),
        second=Path(second) if second else None,
        recipient=env.str("SKATTURNIER_BACKUP_RECIPIENT", default=""),
        command=tuple(shlex.split(env.str("SKATTURNIER_BACKUP_COMMAND", default=""))),
    )
