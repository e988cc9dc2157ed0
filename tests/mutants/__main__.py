"""Plant faults in files: ``python -m tests.mutants [--minutes 10] [--seed 1] [--most 150] [FILE...]``.

Without files those that changed since this branch began; folders stand for all in them. scripts/mutants leaves the
rules to cosmic-ray, which knows more ways to change them.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path
from typing import Final

import django

from tests.mutants import choosing
from tests.mutants.noting import note, noted
from tests.mutants.operators import mutants
from tests.mutants.reporting import UNREACHED, UNTRIED

LEARNING: Final = 0.4
"""How much of the time the tests may take as they are."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=None, help="so many faults at most")
    parser.add_argument("--rules", action="store_true", help="only say which of the files are rules")
    parser.add_argument("--others", action="store_true", help="only say which of the files are tried here")
    given = parser.parse_args()
    files = [file for named in given.files for file in _in(named)] if given.files else choosing.changed()
    scripts = list(filter(choosing.is_script, files))
    # Templates are drawn in the process that tests, too.
    python = [file for file in files if choosing.is_python(file) or choosing.is_template(file)]
    if given.rules or given.others:
        print(*(file for file in [*python, *scripts] if choosing.is_rule(file) == given.rules))
        return 0
    # What is there of both shares the time.
    minutes = given.minutes / (bool(python) + bool(scripts) or 1)
    if python:
        _python(python, seconds=minutes * 60, seed=given.seed, most=given.most)
    if scripts:
        from tests.mutants import browsing

        browsing.run(scripts, seconds=minutes * 60, seed=given.seed, most=given.most)
    return 0


def _in(named: Path) -> list[Path]:
    return sorted(file for file in named.rglob("*") if file.is_file()) if named.is_dir() else [named]


def _python(files: list[Path], *, seconds: float, seed: int, most: int | None) -> None:
    began, workers = time.monotonic(), int(os.environ.get("WORKERS", os.cpu_count() or 1))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    planted = choosing.in_turn([list(mutants(file)) for file in files], seed=seed)[:most]
    noticing = choosing.modules_that_notice({mutant.path for mutant in planted})
    print(f"{len(planted)} faults in {len(files)} files, {len(noticing)} files of tests for them.", flush=True)
    # Chunks that are not long leave the likeliest first.
    in_order = ["-n", str(workers), "--maxschedchunk", "20"]
    with tempfile.TemporaryDirectory(prefix="skatturnier-noted-") as folder:
        knows_all = note(planted, Path(folder), noticing, *in_order, seconds=LEARNING * seconds)
        noticed_by = noted(planted, Path(folder))
    django.setup()
    from tests.mutants.forking import Forking

    # While not every test has shown where it comes by, nobody knows whether one would have.
    unreached = UNREACHED if knows_all else UNTRIED
    plugin = Forking(planted, began + seconds - time.monotonic(), workers, noticed_by.__getitem__, unreached)
    plugin.run()
    plugin.report.show()


if __name__ == "__main__":
    raise SystemExit(main())
