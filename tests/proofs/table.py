"""Prove every promise and tell it in one table: ``python -m tests.proofs.table [PROMISE ...]``.

Tests with a mark run first, both cores at work; then the scripts, one after the other, since they measure. Where some
promises are named, their lines are made anew, and all others stay in the page as they were.
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TypedDict

from tests import cluster
from tests.proofs.promises import PROMISES, Promise

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "proof.md"
SAID = "PROOF "


@dataclass(slots=True)
class Proof:
    """What was found of one promise."""

    figures: list[str] = field(default_factory=list)
    """What scripts said."""

    counted: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """What tests counted, and on which databases."""

    wrong: list[str] = field(default_factory=list)
    """Tests that failed, or a script's verdict."""

    tests: dict[str, bool] = field(default_factory=dict)
    """Whether each test passed; one that was left out on one database may have passed on the other."""

    @property
    def verdict(self) -> str:
        """Return ``ok`` where everything that holds the promise was run and held it."""
        return "ok" if (self._passed or self.figures) and not (self.wrong or self._left_out) else "SHORT"

    @property
    def figure(self) -> str:
        """Return what was measured; the number of tests where they count nothing else."""
        said = [*together(self.counted), *dict.fromkeys(self.figures)]
        if self._passed and not said:
            said = [f"{self._passed} test{'s' * (self._passed != 1)}"]
        return "; ".join([*said, *self.wrong, *self._left_out]) or "nothing holds it yet"

    @property
    def _passed(self) -> int:
        return sum(self.tests.values())

    @property
    def _left_out(self) -> list[str]:
        return [f"skipped: {test}" for test, has_passed in self.tests.items() if not has_passed]


def together(counted: Mapping[str, set[str]]) -> list[str]:
    """Say once what three or more found alike, and what was found on both databases: ``a, b, c: 15 roles``."""
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    is_on_one = all(databases == {"sqlite"} for databases in counted.values())
    for figure, databases in counted.items():
        on = "" if is_on_one else f"{' and '.join(sorted(databases))}: "
        alike[on, figure.rpartition(": ")[2]].append(figure)
    said = []
    for (on, found), of in alike.items():
        merged = of if len(of) < 3 else [f"{', '.join(figure.rpartition(': ')[0] for figure in of)}: {found}"]
        said += [on + figure for figure in merged]
    return said


class Line(TypedDict):
    """What a test left, as ``tests.proofs.plugin`` writes it."""

    promise: str
    test: str
    outcome: str
    figures: list[str]
    database: str


Proofs = dict[str, Proof]


def proved(names: Sequence[str]) -> Proofs:
    """Run what holds these promises and return what was found."""
    found: Proofs = defaultdict(Proof)
    with tempfile.TemporaryDirectory(prefix="skatturnier-proofs-") as folder:
        run_tests(names, folder, on="sqlite")
        if on_both := [name for name in names if PROMISES[name].on_both]:
            try:
                cluster.binaries()
            except cluster.NoPostgreSQL as missing:
                for name in on_both:
                    found[name].wrong.append(f"PostgreSQL is not tested: {missing}")
            else:
                run_tests(on_both, folder, on="postgresql")
        for file in sorted(Path(folder).glob("*.jsonl")):
            for line in file.read_text(encoding="utf-8").splitlines():
                take_in(found, json.loads(line))
    commands = dict.fromkeys(PROMISES[name].command for name in names if PROMISES[name].command)
    for command in commands:
        print(f"... {shlex.join(command)}", flush=True)
        done = subprocess.run(
            [sys.executable, "-m", *command], cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8", check=False
        )
        holding = [name for name in names if PROMISES[name].command == command]
        hear(found, done.stdout.splitlines(), holding=holding, code=done.returncode)
    return {name: found[name] for name in names}


def run_tests(names: Sequence[str], folder: str, *, on: str) -> None:
    """Run the tests that hold these promises on a database; each leaves its lines in the folder."""
    runner = [sys.executable, "-m", "pytest", "-q", "--thorough", "-n", "auto", "--dist", "worksteal"]
    told = {"SKATTURNIER_PROOFS": folder, "SKATTURNIER_PROMISES": " ".join(names), "SKATTURNIER_TESTS_ON": on}
    subprocess.run(runner, cwd=ROOT, env={**os.environ, **told}, check=False)


def take_in(found: Proofs, line: Line) -> None:
    """Add what a test left."""
    proof = found[line["promise"]]
    if line["outcome"] == "failed":
        proof.wrong.append(f"failed on {line['database']}: {line['test']}")
    else:
        has_passed = line["outcome"] == "passed"
        proof.tests[line["test"]] = has_passed or proof.tests.get(line["test"], False)
        for figure in line["figures"] if has_passed else ():
            proof.counted[figure].add(line["database"])


def hear(found: Proofs, lines: Iterable[str], *, holding: Iterable[str], code: int) -> None:
    """Add what a script said; one that breaks down, or says nothing of a promise, holds none."""
    heard = set()
    for line in lines:
        if line.startswith(SAID):
            name, figure, verdict = (part.strip() for part in line.removeprefix(SAID).split("|"))
            heard.add(name)
            found[name].figures.append(figure)
            if verdict != "ok":
                found[name].wrong.append(verdict)
    for name in holding:
        if code or name not in heard:
            found[name].wrong.append(f"the script ended with {code}" if code else "the script said nothing of it")


def row(name: str, promise: Promise, proof: Proof, *, of: str) -> str:
    """Return a line of the table; ``of`` says what was proved."""
    cells = (name, promise.says, proof.figure, promise.goal, proof.verdict, of)
    return "| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |"


def page(proofs: Proofs, *, before: str = "") -> str:
    """Return the table with what stands above it; lines of promises not proved now stay as they were ``before``."""
    kept = {line.split("|")[1].strip(): line for line in before.splitlines() if line.startswith("| ")}
    now = {name: row(name, PROMISES[name], proof, of=commit()) for name, proof in proofs.items()}
    missing = {name: row(name, promise, Proof(wrong=[NOT_YET]), of="") for name, promise in PROMISES.items()}
    found = missing | kept | now
    return "\n".join([*HEAD, *(found[name] for name in PROMISES), ""])


NOT_YET = "not measured yet"


HEAD = (
    "# What is promised, and the proof",
    "",
    "Made by `make proof`. Each line is held by the tests marked `@pytest.mark.proof` with its name, or by the script",
    "that `tests/proofs/promises.py` names; the last column names the commit, and the day, of its figure.",
    "",
    "|   | promise | figure | goal |   | of |",
    "|---|---|---|---|---|---|",
)


def commit() -> str:
    """Return the commit whose files are here and today's date; with a plus where files were changed since."""
    of = _git("rev-parse", "--short", "HEAD")
    return f"{of}{'+' * bool(_git('status', '--porcelain', '--', '.', f':!{PAGE.relative_to(ROOT)}'))}, {date.today()}"


def _git(*asked: str) -> str:
    return subprocess.run(["git", *asked], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout.strip()


def main(names: list[str]) -> int:
    """Prove, tell, and write the page if nothing was left out."""
    if unknown := set(names) - set(PROMISES):
        print(f"No such promise: {', '.join(sorted(unknown))}. There are: {', '.join(PROMISES)}.")
        return 2
    proofs = proved(names or list(PROMISES))
    print(page(proofs))
    before = PAGE.read_text(encoding="utf-8") if names and PAGE.exists() else ""
    PAGE.write_text(page(proofs, before=before), encoding="utf-8")
    return int(any(proof.verdict != "ok" for proof in proofs.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
