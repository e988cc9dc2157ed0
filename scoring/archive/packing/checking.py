"""Whether an archive still is as it was packed."""

import hashlib
import re
import zipfile
from dataclasses import dataclass
from typing import IO, Final

from scoring.archive.packing.contents import SUMS
from tables.intake.sources.counted import UNPACKED_IN_PIECES, open_counted

MOST_FILES: Final = 2_000
MOST_BYTES: Final = 1_000_000_000
"""Unpacked; nothing is ever kept of it but one piece at a time."""

TIGHTEST: Final = 30
"""How many times its size an archive of ours is unpacked at most: paper is packed already, tables four times."""

SPARE: Final = 20_000_000
"""Bytes unpacked that are no burden, however tight they are packed."""

MOST_OF_SUMS: Final = 1_000_000
LINE: Final = re.compile(r"([0-9a-f]{64})  (.{1,300})")
PIECE: Final = 1 << 20


class CheckRefused(ValueError):
    """The file is no archive of an event, damaged, or far too big."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """An archive that was looked through."""

    sha256: str
    """The hash of the archive itself; the journal of the event knows it."""

    files: int
    changed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    added: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether every file is what it was."""
        return not (self.changed or self.missing or self.added)


def check_archive(file: IO[bytes]) -> Checked:
    """Return which files of an archive were changed, taken out or put in.

    :raises CheckRefused: if it is none.
    """
    file.seek(0)
    whole = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    file.seek(0)
    try:
        with open_counted(file, members=MOST_FILES, unpacked=MOST_BYTES) as archive:
            return _checked(archive, whole)
    except CheckRefused:
        raise
    except Exception as error:
        # A damaged archive makes the library raise a dozen kinds.
        raise CheckRefused(str(error)) from error


def _checked(archive: zipfile.ZipFile, whole: str) -> Checked:
    members = archive.infolist()
    unpacked = sum(member.file_size for member in members)
    packed = sum(member.compress_size for member in members)
    if unpacked > SPARE + packed * TIGHTEST:
        raise CheckRefused("too big")
    if any(member.compress_type not in UNPACKED_IN_PIECES for member in members):
        raise CheckRefused("not packed here")
    names = [member.filename for member in members]
    if SUMS not in names or archive.getinfo(SUMS).file_size > MOST_OF_SUMS:
        raise CheckRefused("no hashes")
    matches = map(LINE.fullmatch, archive.read(SUMS).decode().splitlines())
    values = {line[2]: line[1] for line in matches if line}
    texts = {name for name in names if name != SUMS}
    twice = {name for name in names if names.count(name) > 1} if len(set(names)) < len(names) else set()
    changed = {name for name in texts & values.keys() if _hash(archive, name) != values[name]}
    return Checked(
        sha256=whole,
        files=len(values),
        changed=tuple(sorted(changed)),
        missing=tuple(sorted(values.keys() - texts)),
        added=tuple(sorted((texts - values.keys()) | twice)),
    )


def _hash(archive: zipfile.ZipFile, name: str) -> str:
    digest = hashlib.sha256()
    with archive.open(name) as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()
