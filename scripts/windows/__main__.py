"""Build the zip: ``python -m scripts.windows``."""

import shutil
import sys

from scripts.windows import MOST, NAME, WORK, ZIP, compiled, parts, program, wine, zipped


def main() -> None:
    """Build the folder anew and pack it.

    :raises SystemExit: if Wine is missing, or the zip became too large.
    """
    if not wine.is_here():
        sys.exit(wine.MISSING)
    folder = WORK / NAME
    shutil.rmtree(folder, ignore_errors=True)
    parts.put_into(folder / "program")
    program.put_into(folder)
    compiled.compile_all(folder / "program")
    zipped.list_files(folder)
    zipped.pack(folder, ZIP)
    size = ZIP.stat().st_size
    print(f"{ZIP}: {size / 1_000_000:.1f} MB, SHA-256 {zipped.digest(ZIP)}")  # noqa: T201  (a program of its own)
    if size > MOST:
        sys.exit(f"That is more than {MOST / 1_000_000:.0f} MB.")


if __name__ == "__main__":
    main()
