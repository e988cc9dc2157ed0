"""The zip: the same bytes whenever the same is packed."""

import hashlib
import zipfile
from pathlib import Path
from typing import Final

from skatturnier.laptop.folder import FILES

MOMENT: Final = (1980, 1, 1, 0, 0, 0)
"""The time of each file: the first a zip knows."""


def pack(folder: Path, target: Path) -> None:
    """Pack a folder, itself being the one at the top."""
    aside = target.with_suffix(".part")
    with zipfile.ZipFile(aside, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            info = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), MOMENT)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            packed.writestr(info, path.read_bytes(), compresslevel=9)
    aside.replace(target)


def list_files(folder: Path) -> Path:
    """Write down the hash of each file of a folder, in it, and return where: whoever goes on with it checks them."""
    listed = folder / FILES
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path != listed)
    lines = (f"{digest(path)}  {path.relative_to(folder).as_posix()}\n" for path in paths)
    listed.write_text("".join(lines), encoding="utf-8")
    return listed


def digest(path: Path) -> str:
    """Return the SHA-256 of a file, for whoever loads it."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
