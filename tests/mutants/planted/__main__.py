"""Plant the faults of this folder: ``python -m tests.mutants.planted [--together] [NAME ...]``.

Each alone, in a copy of the project, with the tests that may notice it; a name is a file's, ``money``, a fault's,
``"money 3"``, or a kind's, ``forms``. With ``--together`` all of them at once, with all tests: for those that lived.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

from tests.mutants.planted import KINDS, Fault, faults


def main() -> int:
    """Plant, say what became of each, and count by kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--together", action="store_true", help="all at once, with all tests")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    given = parser.parse_args()
    chosen = [one for one in faults() if not given.names or {one.name, one.name.split()[0], one.kind} & {*given.names}]
    if given.together:
        return _together(chosen)
    copies: Queue[Path] = Queue()
    with (
        tempfile.TemporaryDirectory(prefix="skatturnier-planted-") as folder,
        ThreadPoolExecutor(given.workers) as pool,
    ):
        for number in range(given.workers):
            copies.put(_copy(Path(folder, str(number))))
        ended = list(pool.map(lambda fault: _alone(fault, copies), chosen))
    died, all_of = Counter(one.kind for one, is_dead in ended if is_dead), Counter(one.kind for one in chosen)
    print(*(f"{kind}: {died[kind]} of {all_of[kind]} died" for kind in KINDS if all_of[kind]), sep="\n")
    print(f"all: {died.total()} of {all_of.total()} died")
    return 0


def _copy(folder: Path) -> Path:
    """Copy what is under version control, as it stands here."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True
    )
    for name in filter(None, listed.stdout.split("\n")):
        if Path(name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(name, folder / name)
    return folder


def _alone(fault: Fault, copies: "Queue[Path]") -> tuple[Fault, bool]:
    folder = copies.get()
    try:
        ended = _tried(folder, [fault], ["-x", *fault.tests])
    finally:
        copies.put(folder)
    said = {0: "LIVED", 1: "died"}.get(ended.returncode, f"pytest exit {ended.returncode}")
    print(f"{said:<7} {fault.name:<14} {fault.kind:<10} {fault.meaning}", flush=True)
    return fault, ended.returncode == 1


def _together(chosen: Sequence[Fault]) -> int:
    with tempfile.TemporaryDirectory(prefix="skatturnier-planted-") as folder:
        ended = _tried(_copy(Path(folder)), chosen, ["-n", "auto", "--dist", "worksteal"])
    print(ended.stdout[-6000:])
    return ended.returncode


def _tried(folder: Path, chosen: Sequence[Fault], arguments: list[str]) -> "subprocess.CompletedProcess[str]":
    """Run tests in a copy with these faults, and mend it."""
    places = {fault: fault.place(folder) for fault in chosen}
    before = {path: path.read_text(encoding="utf-8") for path in places.values()}
    try:
        for fault, path in places.items():
            path.write_text(path.read_text(encoding="utf-8").replace(fault.find, fault.put), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", *arguments]
        return subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        for path, text in before.items():
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
