"""The second place: a copy elsewhere, encrypted if a key for it is given."""

import shutil
import subprocess
from datetime import datetime
from pathlib import Path

import pyrage

from skatturnier.backups import file_names, packing
from skatturnier.backups.file_names import BackupFailed, BackupSettings
from skatturnier.machine.files import put_in_place, sync_file

PATIENCE = 15 * 60
"""Seconds that a command may take a copy elsewhere."""


def copy(backup: Path, *, wanted: BackupSettings, work: Path, now: datetime) -> list[str]:
    """Copy a backup to the second place; return what failed, as sentences: a missing stick breaks no backup."""
    if wanted.second is None and not wanted.command:
        return []
    try:
        source = sealed(backup, recipient=wanted.recipient, folder=work) if wanted.recipient else backup
    except BackupFailed as failed:
        return [str(failed)]
    problems = []
    if wanted.second is not None:
        problems += _to_folder(source, wanted.second, days=wanted.keep_days, now=now)
    if wanted.command:
        problems += _by_command(source, wanted.command)
    return problems


def sealed(backup: Path, *, recipient: str, folder: Path) -> Path:
    """Return a copy of a backup that only the owner of the key can read. Raise BackupFailed if the key is none."""
    path = folder / f"{backup.name}{file_names.SEALED}"
    path.touch(mode=0o600)
    try:
        pyrage.encrypt_file(str(backup), str(path), [pyrage.x25519.Recipient.from_str(recipient)])
    except (pyrage.RecipientError, pyrage.EncryptError) as error:
        raise BackupFailed(
            f"No copy was made: SKATTURNIER_BACKUP_RECIPIENT is no public key of age, they begin with age1 ({error})."
        ) from error
    return path


def opened(backup: Path, *, identity: Path, folder: Path) -> Path:
    """Return an encrypted backup as it was before. Raise BackupFailed if this is not the key to it."""
    path = folder / backup.name.removesuffix(file_names.SEALED)
    path.touch(mode=0o600)
    try:
        keys = [
            pyrage.x25519.Identity.from_str(line.strip())
            for line in identity.read_text(encoding="ascii").splitlines()
            if line.strip().startswith("AGE-SECRET-KEY-")
        ]
        pyrage.decrypt_file(str(backup), str(path), keys)
    except (OSError, ValueError, pyrage.IdentityError, pyrage.DecryptError) as error:
        raise BackupFailed(f"{backup.name} does not open with {identity}: {error}") from error
    return path


def _to_folder(source: Path, folder: Path, *, days: int, now: datetime) -> list[str]:
    if not folder.is_dir():
        # Made here, it would fill this machine's disk while the stick is out.
        return [f"No copy was made: there is no folder {folder}. Is the stick in, the drive mounted?"]
    beside = folder / f".{source.name}.part"
    try:
        shutil.copyfile(source, beside)
        sync_file(beside)
        if packing.digest_of(beside) != packing.digest_of(source):
            return [f"The copy in {folder} differs from the backup: the medium may be broken."]
        put_in_place(beside, folder / source.name)
        file_names.tidy(folder, now=now, days=days)
    except OSError as error:
        return [f"No copy was made in {folder}: {error.strerror or error}."]
    finally:
        _forget(beside)
    return []


def _forget(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        # The stick was pulled out meanwhile.
        return


def _by_command(source: Path, command: tuple[str, ...]) -> list[str]:
    try:
        done = subprocess.run(  # noqa: S603  (whoever runs the site named it)
            [*command, str(source)], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return [f"No copy was taken elsewhere: {error}."]
    if done.returncode:
        return [f"No copy was taken elsewhere: {command[0]} ended with {done.returncode}: {done.stderr.strip()[-300:]}"]
    return []
