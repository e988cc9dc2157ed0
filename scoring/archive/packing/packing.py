"""Packing an archive: file after file, each with its hash, the list of hashes last."""

import hashlib
import zipfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format

from scoring.archive.packing.contents import about, parts
from tables.acts.wording.moments import stamp
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.retention import keep_until

SUMS: Final = "SHA256SUMS"
Progress = Callable[[int, int], None]


def pack(tournament: Tournament, path: Path, *, now: datetime, progress: Progress = lambda _done, _of: None) -> str:
    """Write the archive of an event, in the language of the moment, and return its hash.

    The file is there as a whole or not at all.
    """
    unfinished = path.with_name(f"{path.name}.part")
    try:
        _write(tournament, unfinished, now=now, progress=progress)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write(tournament: Tournament, path: Path, *, now: datetime, progress: Progress) -> None:
    at = timezone.localtime(now).timetuple()[:6]
    sums: dict[str, str] = {}
    todo = parts(tournament, now=now)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(name: str, content: bytes) -> None:
            member = zipfile.ZipInfo(name, date_time=at)
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, content)
            sums[name] = hashlib.sha256(content).hexdigest()

        words = about(tournament, until=date_format(keep_until(tournament), "SHORT_DATE_FORMAT"), made=stamp(now))
        add("README.txt", words.encode())
        for done, part in enumerate(todo):
            progress(done, len(todo))
            for name, content in part.make():
                add(name, content)
        lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(sums.items()))
        add(SUMS, lines.encode())
    progress(len(todo), len(todo))
