"""Plant the faults of this folder: ``python -m tests.mutants.planted [--together] [NAME ...]``.

All tests run once as it is, which says which of them come by its lines or draw its template; each fault is planted
alone and tried with those, first with those of the folders it names, of each file the quickest first. A name is a
file's, ``hall``, a fault's, ``"hall 3"``, or a kind's, ``forms``: then only the tests run that may notice these.
What cannot be put into a process that runs, and what no such test noticed, is planted in a copy of the project, with
all tests that may notice it. With ``--together`` all of them at once, with all tests: for those that lived.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from typing import Final

import django

from tests.mutants.browsing import copy_of_project
from tests.mutants.noting import note, noted
from tests.mutants.planted import KINDS, Fault, Planted, faults
from tests.mutants.reporting import KILLED

HOURS: Final = 5 * 3600.0
"""Seconds that the tests of a file of faults may take at most: all of them are run."""

MOST_TESTS: Final = 300
SLOWEST: Final = 300.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--together", action="store_true", help="all at once, with all tests")
    parser.add_argument("--noted", type=Path, help="only what can be put into a process that runs, by these notes")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    chosen = [one for one in faults() if not given.names or {one.name, one.name.split()[0], one.kind} & {*given.names}]
    if given.together:
        return _together(chosen)
    if given.noted:
        return _in_memory(chosen, given.noted)
    with tempfile.TemporaryDirectory(prefix="skatturnier-noted-") as folder:
        tests = [test for one in chosen for test in one.tests] if given.names else ["tests"]
        note(_in_what_is_read(chosen), Path(folder), tests, "-n", "auto", "--dist", "worksteal")
        died = set(_forked(chosen, Path(folder), workers=given.workers))
    copies: Queue[Path] = Queue()
    with (
        tempfile.TemporaryDirectory(prefix="skatturnier-planted-") as folder,
        ThreadPoolExecutor(given.workers) as pool,
    ):
        for number in range(given.workers):
            copies.put(copy_of_project(Path(folder, str(number))))
        left = [one for one in chosen if one.name not in died]
        died |= {fault.name for fault, is_dead in pool.map(lambda one: _alone(one, copies), left) if is_dead}
    dead = Counter(one.kind for one in chosen if one.name in died)
    all_of = Counter(one.kind for one in chosen)
    print(*(f"{kind}: {dead[kind]} of {all_of[kind]} died" for kind in KINDS if all_of[kind]), sep="\n")
    print(f"all: {dead.total()} of {all_of.total()} died")
    return 0


def _in_what_is_read(chosen: Sequence[Fault]) -> list[Planted]:
    planted = [Planted.at(one, one.place(Path())) for one in chosen]
    return [one for one in planted if one.path.suffix in {".py", ".html", ".svg", ".txt"}]


def _forked(chosen: Sequence[Fault], folder: Path, *, workers: int) -> Iterator[str]:
    """Yield the names of those that died in processes of their own."""

    def names_of(wanted: Sequence[Fault]) -> list[str]:
        command = [sys.executable, "-m", "tests.mutants.planted", "--noted", str(folder), *(one.name for one in wanted)]
        done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=False)
        print(done.stdout, flush=True)
        return [line[8:22].strip() for line in done.stdout.splitlines() if line.startswith("died ")]

    with ThreadPoolExecutor(workers) as pool:
        for names in pool.map(names_of, filter(None, (chosen[first::workers] for first in range(workers)))):
            yield from names


def _in_memory(chosen: Sequence[Fault], folder: Path) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    noticed_by = {
        one: _likeliest(one, tests) for one, tests in noted(_in_what_is_read(chosen), folder).items() if tests
    }
    if not noticed_by:
        return 0
    django.setup()
    from tests.mutants.forking import Forking

    @dataclass
    class Saying(Forking):
        def _say(self, mutant: Planted, became: str) -> None:
            _say("died" if became == KILLED else became, mutant.fault)

    Saying([*noticed_by], HOURS, 1, noticed_by.__getitem__, most_tests=MOST_TESTS, slowest=SLOWEST).run()
    return 0


def _likeliest(one: Planted, tests: Sequence[str]) -> list[str]:
    """Return tests as they stand, those of the files and folders that the fault names before all others."""
    return sorted(tests, key=lambda test: not test.startswith(one.fault.tests))


def _say(became: str, fault: Fault) -> None:
    print(f"{became:<7} {fault.name:<14} {fault.kind:<10} {fault.meaning}", flush=True)


def _alone(fault: Fault, copies: "Queue[Path]") -> tuple[Fault, bool]:
    folder = copies.get()
    try:
        ended = _tried(folder, [fault], ["-x", *fault.tests])
    finally:
        copies.put(folder)
    _say({0: "LIVED", 1: "died"}.get(ended.returncode, f"pytest exit {ended.returncode}"), fault)
    return fault, ended.returncode == 1


def _together(chosen: Sequence[Fault]) -> int:
    with tempfile.TemporaryDirectory(prefix="skatturnier-planted-") as folder:
        ended = _tried(copy_of_project(Path(folder)), chosen, ["-n", "auto", "--dist", "worksteal"])
    print(ended.stdout[-6000:])
    return ended.returncode


def _tried(folder: Path, chosen: Sequence[Fault], arguments: list[str]) -> "subprocess.CompletedProcess[str]":
    """Run tests in a copy with these faults, and mend it."""
    places = {fault: fault.place(folder) for fault in chosen}
    before = {path: path.read_text(encoding="utf-8") for path in places.values()}
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    try:
        for fault, path in places.items():
            path.write_text(path.read_text(encoding="utf-8").replace(fault.find, fault.put), encoding="utf-8")
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    finally:
        for path, text in before.items():
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
