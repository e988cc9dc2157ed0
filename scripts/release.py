"""Put together a release: wheel, zip for Windows, handbooks, examples, notes, checksums. ``make release``."""

import shutil
import sys
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from scoring.report.writing import files
from scripts.windows import NAME, ROOT, VERSION, ZIP
from scripts.windows.zipped import digest
from skatturnier.laptop.folder import FILES, changes

LANGUAGES = {"en": "What is new", "de": "Was neu ist", "es": "Novedades"}


def main() -> int:
    """Fill the folder of the release, and say what is in it."""
    folder = ROOT / "var" / "release" / VERSION
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    made = [*(ROOT / "var" / "wheel").glob(f"*-{VERSION}-*.whl"), *sorted((ROOT / "var" / "handbook").glob("*.pdf"))]
    for file in (*made, ZIP):
        shutil.copy2(file, folder)
    shutil.copyfile(ZIP.with_name(NAME) / FILES, folder / f"{NAME}-files.sha256")
    with ZipFile(folder / "skat-report-examples.zip", "w", ZIP_DEFLATED) as examples:
        for name, text in files():
            examples.writestr(ZipInfo(name), text, ZIP_DEFLATED)
    (folder / "NOTES.md").write_text(_notes(), encoding="utf-8")
    sums = "".join(f"{digest(file)}  {file.name}\n" for file in sorted(folder.iterdir()))
    (folder / "SHA256SUMS").write_text(sums, encoding="ascii")
    sys.stdout.write(f"{folder.relative_to(ROOT)}\n{sums}")
    return 0


def _notes() -> str:
    lines = [f"# Skatturnier {VERSION}\n"]
    for language, title in LANGUAGES.items():
        (change, *_before) = changes(language)
        lines += [f"## {title}\n", *(f"- {sentence}" for sentence in change.says), ""]
    lines += ["`sha256sum --check SHA256SUMS` says whether every file is the one that was released.", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
