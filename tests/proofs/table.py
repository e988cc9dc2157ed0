"""Prove every promise and tell it in one table: ``python -m tests.proofs.table [PROMISE ...]``.

Tests with a mark run first, both cores at work; then the scripts, two at a time; last, one after the other, those that
measure time. Where some promises are named, their lines are made anew, and all others stay in the page as they were,
but for their verdict: a figure is held against the goals of ``tests.proofs.promises``, and one that is older than the
last change of what it is about is not ok. ``--look`` runs nothing and only judges again.
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TypedDict

from tests.proofs.promises import PROMISES, Promise
from tests.support import postgresql_cluster as cluster

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "proof.md"
SAID = "PROOF "
LOOK = "--look"


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

    def verdict(self, promise: Promise) -> str:
        """Return ``ok`` where all that holds the promise was run and held it, and its figures reach the goals."""
        return "ok" if (self._passed or self.figures) and not self._lacking(promise) else "SHORT"

    def figure(self, promise: Promise) -> str:
        """Return what was measured, and what is lacking."""
        said = [*together(self.counted), *dict.fromkeys(self.figures)]
        if self._passed and not said:
            said = [f"{self._passed} test{'s' * (self._passed != 1)}"]
        return "; ".join([*said, *self._lacking(promise)]) or "nothing holds it yet"

    def _lacking(self, promise: Promise) -> list[str]:
        return [*self.wrong, *self._left_out, *self._missed(promise)]

    def _missed(self, promise: Promise) -> list[str]:
        """Return which goals are missed, on each of the databases a promise is held on."""
        if self.wrong and not (self.figures or self.counted):
            return []
        on = ("sqlite", "postgresql") if promise.on_both else ("",)
        found: dict[str, None] = {}
        for database in on:
            figures = [
                *self.figures,
                *(said for said, where in self.counted.items() if not database or database in where),
            ]
            missed = (goal.missed(figures) for goal in promise.goals)
            found |= dict.fromkeys(f"{text} on {database}" if database else text for text in missed if text)
        return list(found)

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
    commands = {one.command: one.measures_time for name in names if (one := PROMISES[name]).command}
    counting = [command for command, measures_time in commands.items() if not measures_time]
    with ThreadPoolExecutor(2) as both_cores:
        ended = list(zip(counting, both_cores.map(_ran, counting), strict=True))
    ended += [(command, _ran(command)) for command in commands if command not in counting]
    for command, done in ended:
        holding = [name for name in names if PROMISES[name].command == command]
        hear(found, done.stdout.splitlines(), holding=holding, code=done.returncode)
    return {name: found[name] for name in names}


def _ran(command: tuple[str, ...]) -> "subprocess.CompletedProcess[str]":
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8", check=False
    )
    print(f"... {shlex.join(command)}: {time.monotonic() - begun:.0f} s", flush=True)
    return done


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
            name, figure = (part.strip() for part in line.removeprefix(SAID).split("|", 1))
            heard.add(name)
            found[name].figures.append(figure)
    for name in holding:
        if code or name not in heard:
            found[name].wrong.append(f"the script ended with {code}" if code else "the script said nothing of it")


def row(name: str, promise: Promise, proof: Proof, *, of: str) -> str:
    """Return a line of the table; ``of`` says what was proved."""
    goals = ", ".join(map(str, promise.goals))
    cells = (name, promise.says, proof.figure(promise), goals, proof.verdict(promise), of)
    return "| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |"


def still(name: str, line: str) -> str:
    """Return a line of before with its verdict of today: ``ok`` no more where what it is about changed since."""
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    of = cells[-1].partition(",")[0].rstrip("+").strip()
    if cells[-2] == "ok" or cells[-2].startswith(OLDER):
        changed = last_change(PROMISES[name].about)
        cells[-2] = "ok" if is_in(changed, of) else f"{OLDER} {changed}"
    return "| " + " | ".join(cells) + " |"


def last_change(paths: Sequence[str]) -> str:
    """Return the commit that last changed any of these files and folders."""
    return _git("log", "-1", "--format=%h", "--", *paths)


def is_in(change: str, of: str) -> bool:
    """Return whether a commit was made with, or after, a change; one that nobody knows was not."""
    asked = ["git", "merge-base", "--is-ancestor", change, of]
    return subprocess.run(asked, cwd=ROOT, capture_output=True, check=False).returncode == 0


def page(proofs: Proofs, *, before: str = "") -> str:
    """Return the table with what stands above it; lines of promises not proved now stay as they were ``before``."""
    lines = {line.split("|")[1].strip(): line for line in before.splitlines() if line.startswith("| ")}
    kept = {name: still(name, line) for name, line in lines.items() if name in PROMISES}
    now = {name: row(name, PROMISES[name], proof, of=commit()) for name, proof in proofs.items()}
    missing = {name: row(name, promise, Proof(wrong=[NOT_YET]), of="") for name, promise in PROMISES.items()}
    found = missing | kept | now
    return "\n".join([*HEAD, *(found[name] for name in PROMISES), ""])


NOT_YET = "not measured yet"
OLDER = "older than"


HEAD = (
    "# What is promised, and the proof",
    "",
    "Made by `make proof`. Each line is held by the tests marked `@pytest.mark.proof` with its name, or by the script",
    "that `tests/proofs/promises.py` names, and held against the goals that stand there; the last column names the",
    "commit, and the day, of its figure. One that is older than the last change of what it is about proves nothing",
    "any more.",
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
    looks = names == [LOOK]
    if unknown := set(names) - set(PROMISES) - {LOOK}:
        print(f"No such promise: {', '.join(sorted(unknown))}. There are: {', '.join(PROMISES)}.")
        return 2
    # Read before anything runs; a whole run keeps nothing.
    before = PAGE.read_text(encoding="utf-8") if (names or looks) and PAGE.exists() else ""
    proofs = {} if looks else proved(names or list(PROMISES))
    text = page(proofs, before=before)
    print(text)
    PAGE.write_text(text, encoding="utf-8")
    judged = [line.split("|")[5].strip() for line in text.splitlines() if line.startswith("| ")][1:]
    mine = [proof.verdict(PROMISES[name]) for name, proof in proofs.items()]
    return int(any(verdict != "ok" for verdict in (judged if looks else mine)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
