"""Making a backup: the database at one moment, looked at as it was copied, packed, checked, put in its place."""

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from skatturnier.backups import dumping, file_names, packing, postgresql, second, standing
from skatturnier.backups.dumping import Dump
from skatturnier.backups.file_names import BackupBusy, BackupFailed, BackupSettings
from skatturnier.backups.looking import Look, look
from skatturnier.backups.packing import Manifest
from skatturnier.backups.standing import BackupState, RowFinding
from skatturnier.https import authority
from skatturnier.machine.files import put_in_place

WORK = ".making-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A backup that was made."""

    path: Path
    manifest: Manifest
    failures: tuple[str, ...]
    """Empty if it passed its check and its copy is where it should be."""

    is_sound: bool
    findings: tuple[RowFinding, ...] = ()
    """What does not fit on the site either: the copy is sound, what was copied is not."""

    @property
    def problems(self) -> tuple[str, ...]:
        """Everything that is not in order, in plain sentences."""
        return (*self.failures, *map(str, self.findings))


def make(*, wanted: BackupSettings, now: datetime, thoroughly: bool = True) -> Made:
    """Make, check, copy and note a backup, and delete old ones; recompute every event only if ``thoroughly``.

    :raises BackupBusy: if another one is being made.
    :raises BackupFailed: if none could be made; that is noted too.
    """
    before = standing.state()
    try:
        with file_names.alone(wanted.folder), _work_in(wanted.folder) as work:
            values = {} if thoroughly else _known(wanted.folder)
            made = _made(wanted, work, values, now=now)
            elsewhere = second.copy(made.path, wanted=wanted, work=work, now=now) if made.is_sound else []
            if made.is_sound:
                file_names.tidy(wanted.folder, now=now, days=wanted.keep_days)
    except BackupBusy:
        raise
    except Exception as failed:
        # Whatever it was: without this line the office would go on showing the last one, as if all were well.
        why = _why(failed)
        standing.note(replace(before, problems=(f"No backup was made: {why}",)), folder=wanted.folder)
        raise BackupFailed(why) from failed
    made = replace(made, failures=(*made.failures, *elsewhere))
    last = BackupState(last=now, name=made.path.name) if made.is_sound else before
    standing.note(replace(last, problems=made.failures, findings=made.findings), folder=wanted.folder)
    return made


def _why(failed: Exception) -> str:
    """Return what went wrong; the words of a fault in the program may quote a row, and stay where they are."""
    if isinstance(failed, sqlite3.DatabaseError | DatabaseError):
        return f"The database cannot be read ({failed}). manage.py verify says what is damaged."
    return (
        str(failed) if isinstance(failed, BackupFailed | OSError) else f"The program failed ({type(failed).__name__})."
    )


@contextlib.contextmanager
def _work_in(folder: Path) -> Iterator[Path]:
    for left in folder.glob(f"{WORK}*"):
        # Whoever left it was killed: the lock is ours.
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=WORK, dir=folder) as work:
        yield Path(work)


def _known(folder: Path) -> dict[str, str]:
    for _moment, path in reversed(file_names.all_in(folder)):
        if "-doubtful" not in path.name and path.suffix != file_names.SEALED:
            with contextlib.suppress(BackupFailed):
                manifest = packing.look_into(path)
                values = {event.slug: event.head for event in manifest.events if not event.findings}
                return values | {chain.name: chain.head for chain in manifest.chains if not chain.findings}
    return {}


def _made(wanted: BackupSettings, work: Path, heads: Mapping[str, str], *, now: datetime) -> Made:
    dump = dumping.dump(work, heads=heads)
    found_look = _looked(dump, heads)
    files = {dump.name: dump.path, **_secrets(work, now=now)}
    manifest = Manifest(
        made_at=now,
        vendor=connection.vendor,
        migrations=found_look.migrations,
        version=found_look.version,
        files={name: packing.digest_of(path) for name, path in files.items()},
        events=found_look.events,
        chains=found_look.chains,
    )
    packed = work / "packed"
    packing.pack(packed, manifest, files)
    packing.check(packed)
    damage = [*found_look.problems, *_differences(dump, found_look)]
    path = _free_name(wanted.folder, now=now, is_doubtful=bool(damage))
    put_in_place(packed, path)
    return Made(
        path=path,
        manifest=manifest,
        failures=(*damage, *dump.damage),
        is_sound=not damage,
        findings=tuple(found_look.findings),
    )


def _looked(dump: Dump, values: Mapping[str, str]) -> Look:
    if dump.name == packing.SQLITE:
        return look(f"sqlite:///{dump.path}", heads=values)
    with postgresql.for_a_while(connection.settings_dict) as scratch:
        postgresql.load(dump.path, to=scratch)
        return look(postgresql.url(scratch), heads=values)


def _differences(dump: Dump, found_look: Look) -> Iterator[str]:
    ends = {chain.name: (chain.lines, chain.head) for chain in found_look.chains}
    for name in sorted(dump.chains.keys() | ends.keys()):
        head = dump.chains.get(name)
        if head is None or ends.get(name) != (head.number, head.hash):
            yield f"{name}: the journal of the copy ends with another line"
    copied = {event.slug: event for event in found_look.events}
    for slug in sorted(dump.heads.keys() ^ copied.keys()):
        yield f"{slug} is in one of site and copy only"
    for slug, event in copied.items():
        if slug in dump.heads and (event.lines, event.head) != (dump.heads[slug].number, dump.heads[slug].hash):
            yield f"{slug}: the journal of the copy ends with another line"
        if dump.standings.get(slug, event.standings) != event.standings:
            yield f"{slug}: the standings of the copy are others"


def _secrets(work: Path, *, now: datetime) -> dict[str, Path]:
    key = work / packing.SECRET_KEY
    key.touch(mode=0o600)
    key.write_text(settings.SECRET_KEY, encoding="utf-8")
    certificate, by = Path(settings.SIGNING_CERTIFICATE), authority.file_in_use(Path(settings.DATA_DIR), now=now)
    signing = {packing.CERTIFICATE: certificate} if certificate.is_file() else {}
    return {packing.SECRET_KEY: key, **signing, **({packing.AUTHORITY: by} if by else {})}


def _free_name(folder: Path, *, now: datetime, is_doubtful: bool) -> Path:
    while (path := folder / file_names.name_at(now, is_doubtful=is_doubtful)).exists():
        now += timedelta(seconds=1)
    return path
