"""The libraries that set documents (Pango and what it asks for): the system's, or beside Python on Windows."""

import os
import sys
from pathlib import Path
from xml.sax.saxutils import escape


def find() -> None:
    """Let the libraries be found that lie beside an unpacked Python; elsewhere the system knows its own."""
    beside = Path(sys.executable).parents[1] / "pango"
    if sys.platform == "win32" and beside.is_dir():
        # WeasyPrint asks by names without an ending, for which only this is looked through.
        os.environ["PATH"] = os.pathsep.join((str(beside), os.environ.get("PATH", "")))
        os.add_dll_directory(str(beside))


if sys.platform == "win32":

    def fonts_in(folder: Path, *, beside: Path) -> str:
        """Return the element by which a file of Fontconfig that lies in the folder ``beside`` names a folder of fonts.

        There it takes what stands in the file for letters of the machine: only what is named from the file on has
        umlauts, for how to get to the file it is told by the system.
        """
        try:
            return f'<dir prefix="relative">{escape(Path(os.path.relpath(folder, beside)).as_posix())}</dir>'
        except ValueError:
            # On another drive.
            return f"<dir>{escape(str(folder))}</dir>"

    def fonts_kept_in(folder: Path) -> str:
        """Return the element by which it is told where to keep what it knows of fonts: by the environment."""
        os.environ["XDG_CACHE_HOME"] = str(folder)
        return '<cachedir prefix="xdg">fontconfig</cachedir>'

else:

    def fonts_in(folder: Path, *, beside: Path) -> str:
        """Return the element by which a file of Fontconfig, wherever it lies, names a folder of fonts."""
        return f"<dir>{escape(str(folder))}</dir>"

    def fonts_kept_in(folder: Path) -> str:
        """Return the element by which it is told where to keep what it knows of fonts."""
        return f"<cachedir>{escape(str(folder))}</cachedir>"
