"""The first thing in a backup: what is in it, so that nobody has to believe its name."""

import json
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, Final

from skatturnier.backups.failed import BackupFailed

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventInBackup:
    """An event in a backup."""

    slug: str
    lines: int
    """Of its journal."""

    head: str
    """The hash of the last one."""

    last_act: str
    standings: str
    """A hash over its ranking."""

    findings: int = 0
    """What did not fit in it already when the backup was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """A chain of the journal outside events in a backup: that of a club, or of the site."""

    name: str
    lines: int
    head: str
    """The hash of the last one."""

    findings: int = 0
    """What did not fit already when the backup was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What is in a backup."""

    made_at: datetime
    vendor: str
    """The kind of database: "sqlite" or "postgresql"."""

    migrations: dict[str, str]
    """The last migration of each app."""

    version: str = ""
    """The version of the program that the database needs; backups from before it was written down have none."""

    files: dict[str, str]
    """The SHA-256 of every other file."""

    events: list[EventInBackup] = field(default_factory=list)

    chains: list[Chain] = field(default_factory=list)
    """Backups from before there were any have none."""

    def as_json(self) -> bytes:
        """Return it as it stands in the backup."""
        values = {"format": FORMAT, **asdict(self), "made_at": self.made_at.isoformat()}
        return json.dumps(values, ensure_ascii=False, indent=1).encode()


def read(content: bytes) -> Manifest:
    """Return the manifest that stands in a backup.

    :raises BackupFailed: if it is none, or one of a later version of the program.
    """
    try:
        values: dict[str, Any] = json.loads(content)
        if values["format"] != FORMAT:
            raise BackupFailed(f"This backup has the format {values['format']}; this version reads {FORMAT}.")
        return Manifest(
            made_at=datetime.fromisoformat(values["made_at"]),
            vendor=str(values["vendor"]),
            migrations={str(app): str(name) for app, name in values["migrations"].items()},
            version=str(values.get("version", "")),
            files={str(name): str(digest) for name, digest in values["files"].items()},
            events=[EventInBackup(**event) for event in values["events"]],
            chains=[Chain(**chain) for chain in values.get("chains", [])],
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BackupFailed("This is no backup of Skatturnier: what it says of itself cannot be read.") from None
