"""Wine: programs of Windows run on Linux, with a system drive of their own in ``var/windows``."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from scripts.windows import WORK, lacking

DRIVE: Final = WORK / "wine"
"""What Wine takes for the machine."""

PLACES: Final = ("/usr/lib/wine", "/usr/bin")
"""Where Debian's package puts it."""

MISSING: Final = "Wine is not here: scripts/need python3 wine installs it on Debian and Ubuntu."


def found() -> str | None:
    """Return the program, None where it is not installed."""
    return shutil.which("wine64", path=os.pathsep.join((os.environ.get("PATH", ""), *PLACES)))


def is_here() -> bool:
    """Test whether Wine is installed."""
    return found() is not None


def environment(**more: str) -> dict[str, str]:
    """Return the environment for a program: Wine quiet, nothing of a Python or a site of this machine."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "SKATTURNIER_", "DJANGO_", "DISPLAY"))
    }
    # Names of files are what they are here; and no menu, browser or mono of its own.
    return {
        **kept,
        "LC_ALL": "C.UTF-8",
        "WINEPREFIX": str(DRIVE),
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": "winemenubuilder.exe,mscoree=",
        **more,
    }


def command(program: Path, *arguments: str) -> list[str]:
    """Return what to start for a program of Windows; the drive is made where there is none."""
    wine = found() or sys.exit(MISSING)
    _prepare(wine)
    return [wine, str(program), *arguments]


def run(program: Path, *arguments: str, folder: Path, **more: str) -> str:
    """Run a program of Windows to its end and return what it printed.

    :raises CalledProcessError: if it fails.
    """
    done = subprocess.run(  # noqa: S603  (our own arguments)
        command(program, *arguments),
        cwd=folder,
        env=environment(**more),
        stdin=subprocess.DEVNULL,
        # Its Python cannot start on a file as output, only on a pipe.
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    said = done.stdout.decode(errors="replace")
    if done.returncode:
        raise subprocess.CalledProcessError(done.returncode, done.args, said)
    return said


def can_run(python: Path, *, folder: Path) -> bool:
    """Test whether a Python of Windows starts."""
    try:
        run(python, "-c", "pass", folder=folder)
    except subprocess.CalledProcessError:
        return False
    return True


def path_there(path: Path) -> str:
    """Return how a path of this machine is called there."""
    return "Z:" + str(path.resolve()).replace("/", "\\")


def _prepare(wine: str) -> None:
    """Make the drive, with what Wine 8 lacks of Windows 10."""
    if (DRIVE / "prepared").exists():
        return
    shutil.rmtree(DRIVE, ignore_errors=True)
    DRIVE.mkdir(parents=True)
    for step in (["wineboot", "--init"], ["reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f"]):
        subprocess.run(  # noqa: S603  (our own arguments)
            [wine, *step], env=environment(), stdin=subprocess.DEVNULL, capture_output=True, check=True
        )
    lacking.put_into(DRIVE / "drive_c" / "windows" / "system32")
    (DRIVE / "prepared").touch()
