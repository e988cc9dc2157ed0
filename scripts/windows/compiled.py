"""Modules compiled ahead: else the first start would compile them all, in a folder that is read-only each one."""

from pathlib import Path
from typing import Final

from scripts.windows import wine

COMPILE: Final = (
    "import compileall, sys; from py_compile import PycInvalidationMode as mode;"
    # Unpacking changes the times of files, so nothing is compared with them.
    "sys.exit(not all(compileall.compile_dir(one, quiet=2, maxlevels=20, invalidation_mode=mode.UNCHECKED_HASH)"
    " for one in sys.argv[1:]))"
)


def compile_all(program: Path) -> None:
    """Compile every module of the packages and of the site by the very Python that will load them."""
    wine.run(program / "python" / "python.exe", "-c", COMPILE, "lib", "site", folder=program)
    _check(program)


def _check(program: Path) -> None:
    """Be sure that nothing is left out, which would be tried again at each start.

    :raises FileNotFoundError: if a module was not compiled.
    """
    for top in ("lib", "site"):
        for source in (program / top).rglob("*.py"):
            made = source.parent / "__pycache__" / f"{source.stem}.cpython-313.pyc"
            if not made.exists():
                raise FileNotFoundError(made)
