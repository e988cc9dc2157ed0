"""Backups as one file to carry: a tar with the manifest first, every other file with its hash in it."""

import gzip
import hashlib
import io
import json
import tarfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO, Any, Final

from skatturnier.backups.file_names import BackupFailed
from skatturnier.machine.files import sync_file

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventInBackup:
    """An event in a backup."""

    slug: str
    lines: int
    head: str
    last_act: str
    standings: str
    findings: int = 0
    """What did not fit in it already when the backup was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """A chain of the journal outside events in a backup: that of a club, or of the site."""

    name: str
    lines: int
    head: str
    findings: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What is in a backup."""

    made_at: datetime
    vendor: str
    migrations: dict[str, str]
    version: str = ""
    """The version of the program that the database needs; backups from before it was written down have none."""

    files: dict[str, str]
    """The SHA-256 of every other file."""

    events: list[EventInBackup] = field(default_factory=list)
    chains: list[Chain] = field(default_factory=list)
    """Backups from before there were any have none."""

    def as_json(self) -> bytes:
        values = {"format": FORMAT, **asdict(self), "made_at": self.made_at.isoformat()}
        return json.dumps(values, ensure_ascii=False, indent=1).encode()


def read(content: bytes) -> Manifest:
    """Return the manifest of a backup. Raise BackupFailed if it is none, or one of a later version."""
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


SQLITE: Final = "database.sqlite3"
POSTGRESQL: Final = "database.dump"
SECRET_KEY: Final = "secret-key"  # noqa: S105  (the name of a file)
CERTIFICATE: Final = "signing.p12"
AUTHORITY: Final = "authority.pem"
"""By which the laptop vouches for itself over https: phones that trust it trust the one that is put in its place."""

KNOWN: Final = frozenset({SQLITE, POSTGRESQL, SECRET_KEY, CERTIFICATE, AUTHORITY})
"""A backup has no others, and so no paths that lead elsewhere."""

PACE: Final = 1 << 20
MOST_TOLD: Final = 1 << 28


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def pack(path: Path, contents: Manifest, files: Mapping[str, Path]) -> None:
    """Write a backup for its owner only; it is on the disk when this returns."""
    path.touch(mode=0o600)
    with (
        path.open("wb") as file,
        # No name and no time of its own: every byte behind the first ten is under its checksum.
        gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=5, mtime=0) as pressed,
        tarfile.open(fileobj=pressed, mode="w|") as packed,
    ):
        content = contents.as_json()
        packed.addfile(_member(MANIFEST, len(content), contents), io.BytesIO(content))
        for name, source in files.items():
            with source.open("rb") as content_of:
                packed.addfile(_member(name, source.stat().st_size, contents), content_of)
    sync_file(path)


def look_into(path: Path) -> Manifest:
    """Return what a backup says is in it. Raise BackupFailed if it cannot be read."""
    with _opened(path) as (packed, _rest):
        return _told(packed)


def check(path: Path) -> Manifest:
    """Return what is in a backup, each byte held against its hashes. Raise BackupFailed if anything differs."""
    return _through(path, into=None)


def unpack(path: Path, folder: Path) -> Manifest:
    """Unpack a backup into a folder, each byte held against its hashes. Raise BackupFailed if anything differs."""
    return _through(path, into=folder)


def _member(name: str, size: int, contents: Manifest) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = size, 0o600, int(contents.made_at.timestamp())
    return member


@contextmanager
def _opened(path: Path) -> Iterator[tuple[tarfile.TarFile, gzip.GzipFile]]:
    try:
        with gzip.open(path) as pressed, tarfile.open(fileobj=pressed, mode="r|") as packed:
            yield packed, pressed
    except FileNotFoundError:
        raise BackupFailed(f"There is no file {path}.") from None
    except (tarfile.TarError, zlib.error, EOFError, OSError, ValueError) as error:
        # Not written by us, changed, or cut short.
        raise BackupFailed(f"{path.name} cannot be read: it is no backup, or was damaged ({error}).") from error


def _through(path: Path, *, into: Path | None) -> Manifest:
    values: dict[str, str] = {}
    with _opened(path) as (packed, rest):
        contents = _told(packed)
        while member := packed.next():
            source = packed.extractfile(member)
            if source is None or member.name not in KNOWN or member.name in values:
                raise BackupFailed(f"{path.name} holds “{member.name}”, which no backup does.")
            values[member.name] = _copied(source, into / member.name if into else None)
        # The checksum over everything, the manifest too, comes last.
        while rest.read(PACE):
            pass
    for name in sorted(contents.files.keys() | values.keys()):
        if contents.files.get(name) != values.get(name):
            raise BackupFailed(f"{path.name} is damaged: {name} in it is not what was put there.")
    return contents


def _told(packed: tarfile.TarFile) -> Manifest:
    member = packed.next()
    source = packed.extractfile(member) if member and member.name == MANIFEST else None
    if member is None or source is None or member.size > MOST_TOLD:
        raise BackupFailed("This is no backup of Skatturnier: it does not say what is in it.")
    return read(source.read())


def _copied(source: IO[bytes], target: Path | None) -> str:
    digest = hashlib.sha256()
    if target is None:
        while part := source.read(PACE):
            digest.update(part)
        return digest.hexdigest()
    target.touch(mode=0o600)
    with target.open("wb") as file:
        while part := source.read(PACE):
            digest.update(part)
            file.write(part)
    sync_file(target)
    return digest.hexdigest()
