"""Which files have changed, which tests may notice a fault in them, and in which order faults are tried."""

import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from pathlib import Path
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")

LAYERS: Final = re.compile(r"(tables|scoring)/\w+/(services|selectors|access)(/\w+)?\.py")
RULES: Final = re.compile(r"scoring/rules/(?!register/)(?:\w+/)*\w+\.py")
SCRIPTS: Final = re.compile(r"skatturnier/static/skatturnier/table/\w+\.js")

NEEDS_MORE: Final = frozenset(
    {"browser", "concurrency", "durability", "drill", "hostile", "mutants", "paper", "proofs", "running"}
)
"""Tests that start browsers, servers or printers: a fault would cost minutes there."""

TESTED_BY: Final = {
    "lines": ("test_table_model.py", "test_table_lines.py"),
    "taps": ("test_table_model.py", "test_table.py"),
    "words": ("test_table_lines.py", "test_table.py"),
    "store": ("offline", "test_table_phones.py", "test_table.py"),
    "queue": ("offline", "test_table_phones.py", "test_table.py"),
    "sender": ("offline", "test_table_phones.py", "test_table.py"),
    "ledger": ("test_table_phones.py", "test_table.py", "offline", "test_table_page.py"),
    "decided": ("test_table_phones.py",),
    "sides": ("test_table_phones.py",),
    "offline": ("offline", "test_table_page.py"),
    "sw": ("offline", "test_table_page.py"),
    "handover": ("offline", "test_table_page.py"),
    "scanned": ("offline", "test_table_page.py"),
    "qr": ("offline", "test_table_page.py"),
    "signature": ("test_signing.py",),
}
"""The browser tests of a script of the table; what is not named is tried by those of the page."""

PAGE: Final = ("test_table.py", "test_table_page.py", "test_table_phones.py", "test_desk.py")


ONE_FILE: Final = frozenset({"services", "selectors", "access"})
"""Layers of a topic with so little in it that each is one file, which goes by the name of its folder."""


def changed() -> list[Path]:
    """Return the files of ours that differ from where this branch began, saved or not."""
    base = next(filter(None, map(_base, ("origin/main", "main"))), None) or "HEAD~"
    names = _git("diff", "--name-only", "--diff-filter=d", base) + _git("ls-files", "--others", "--exclude-standard")
    return [Path(name) for name in sorted(set(names)) if any(kind.fullmatch(name) for kind in (LAYERS, RULES, SCRIPTS))]


def _base(branch: str) -> str | None:
    """Return where this branch left another; None where that is here, or there is no such branch."""
    here, there = _git("rev-parse", "HEAD"), _git("merge-base", "HEAD", branch)
    return None if not there or there == here else there[0]


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else []


def modules_that_notice(files: Iterable[Path], *, last: tuple[str, ...] = ()) -> list[Path]:
    """Return the test modules that may notice a fault, those of each file in turn, the likeliest first.

    What begins with one of ``last`` comes after all others: it takes so long that the time may be up before.
    """
    by_file = [_noticing(file, last) for file in files]
    return list(dict.fromkeys(module for turn in zip_longest(*by_file) for module in turn if module is not None))


def _noticing(file: Path, last: tuple[str, ...]) -> list[Path]:
    """Return the test modules that name what is in a file, or the pages that use it."""
    names = re.findall(r"^(?:def|class) ([a-zA-Z]\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    subject = file.parent.name if file.stem in ONE_FILE else file.stem
    stems = {subject, *_users(file)}
    spoken = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, {*names, subject})))})\b")
    found = {}
    for module in Path("tests").rglob("test_*.py"):
        if module.parts[1] not in NEEDS_MORE and module.parts[1] != "rules":
            said = len(spoken.findall(module.read_text(encoding="utf-8")))
            named = sum(stem.rstrip("s") in module.as_posix() for stem in stems)
            found[module] = min(said, 10) + 5 * named
    likely = (module for module, score in found.items() if score)
    return sorted(likely, key=lambda one: (one.as_posix().startswith(last), -found[one], one))


def _users(file: Path) -> Iterator[str]:
    """Yield the names of the pages that use a module."""
    package = ".".join(file.with_suffix("").parts)
    for page in (
        page
        for app in ("scoring", "tables")
        for page in (*Path(app).glob("*/views/*.py"), *Path(app).glob("*/views.py"))
    ):
        text = page.read_text(encoding="utf-8")
        if package in text or re.search(rf"\b{file.parent.name}\.{file.stem}\b", text):
            yield page.stem


def browser_tests(script: Path) -> list[str]:
    """Return where the tests of a script of the table are, the quickest first."""
    return [f"tests/browser/{name}" for name in TESTED_BY.get(script.stem, PAGE)]


def in_turn(groups: Sequence[Sequence[T]], *, seed: int) -> list[T]:
    """Return the faults of all files in the order in which they are tried: each file in turn, drawn by a seed.

    However early the time is up, what was tried is a fair sample of every file, and the same one on every machine.
    """
    drawn = [Random(f"{seed}/{len(group)}").sample(list(group), len(group)) for group in groups]
    missing = object()
    return [one for one in chain.from_iterable(zip_longest(*drawn, fillvalue=missing)) if one is not missing]  # type: ignore[misc]
