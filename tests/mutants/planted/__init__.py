"""Faults with a meaning, each as somebody tired would make it: what they say, and how they are planted."""

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
KINDS: Final = ("services", "rules", "access", "forms", "views", "templates", "scripts")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One fault: what it means for a user, where it is, and the tests that may notice it."""

    name: str
    """Its file and number, from 1: ``money 3``."""

    kind: str
    meaning: str
    file: Path
    """Where it stood when it was thought of: if it moved, whatever file has its text once."""

    find: str
    put: str
    tests: tuple[str, ...]
    """Files or folders."""

    def place(self, root: Path) -> Path:
        """Return the file of a project in which what it changes stands once.

        :raises LookupError: where it stands nowhere, or more than once.
        """
        for files in (lambda: [root / self.file], lambda: sorted(_product(root))):
            found = [(path, path.read_text(encoding="utf-8").count(self.find)) for path in files() if path.is_file()]
            places = [(path, times) for path, times in found if times]
            if len(places) == 1 and places[0][1] == 1:
                return places[0][0]
        raise LookupError(f"{self.name}: what it changes does not stand once anywhere: {self.find}")


@dataclass(frozen=True, slots=True)
class Planted:
    """A fault of a project at its place, as ``tests.mutants.forking`` puts it into what is in memory."""

    fault: Fault
    path: Path
    line: int
    was: str
    became: str
    lines: tuple[int, ...]
    """The lines that it changes; of a template none."""

    @classmethod
    def at(cls, fault: Fault, path: Path) -> "Planted":
        """Return a fault in a file in which what it changes stands once."""
        first = path.read_text(encoding="utf-8").partition(fault.find)[0].count("\n") + 1
        last = first + fault.find.rstrip("\n").count("\n")
        lines = tuple(range(first, last + 1)) if path.suffix == ".py" else ()
        return cls(fault, path, first, fault.find, fault.put, lines)

    def tree(self) -> ast.Module:
        return ast.parse(self.path.read_text(encoding="utf-8").replace(self.was, self.became))


def _product(root: Path) -> Iterator[Path]:
    for top in ("tables", "scoring", "skatturnier", "templates"):
        for path in (root / top).rglob("*.*"):
            if path.suffix in {".py", ".js", ".html", ".svg", ".txt", ".css"}:
                yield path


def faults() -> Iterator[Fault]:
    for path in sorted(FOLDER.glob("*.toml")):
        kept = tomllib.loads(path.read_text(encoding="utf-8"))
        for number, fault in enumerate(kept["fault"], start=1):
            name, tests = f"{path.stem} {number}", tuple(fault.pop("tests", kept["tests"]))
            yield Fault(name=name, file=Path(fault.pop("file")), tests=tests, **fault)
