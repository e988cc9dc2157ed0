"""Which files have changed, which tests may notice a fault in them, and in which order faults are tried."""

import re
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, zip_longest
from pathlib import Path
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")

OURS: Final = ("tables", "scoring", "skatturnier")
RULES: Final = tomllib.loads(Path("mutation.toml").read_text(encoding="utf-8"))["cosmic-ray"]
"""Which files cosmic-ray changes, and with what it asks their tests."""

NEEDS_MORE: Final = re.compile(r"mark\.browser|mark\.server|import subprocess|live_server|playwright|def served")
"""What tests say that start browsers, servers or other programs: a fault would cost minutes there."""

SLOW: Final = re.compile(r"^pytestmark = .*mark\.slow", re.MULTILINE)
"""What a module says of which all tests are slow."""

ONE_FILE: Final = frozenset({"services", "selectors", "access", "domain", "pages", "forms", "views"})
"""Layers of a topic with so little in it that each is one file, which goes by the name of its folder."""


def is_rule(path: Path) -> bool:
    is_one = path.suffix == ".py" and path.is_relative_to(RULES["module-path"])
    return is_one and not any(path.match(left_out) for left_out in RULES["excluded-modules"])


def is_python(path: Path) -> bool:
    """Test whether a file is Python of the product with functions in it, wherever it stands; migrations apart."""
    return (
        path.suffix == ".py"
        and path.parts[0] in OURS
        and "migrations" not in path.parts
        and bool(re.search(r"^\s*(?:async )?def ", path.read_text(encoding="utf-8"), re.MULTILINE))
    )


def is_template(path: Path) -> bool:
    return path.parts[0] == "templates" and path.suffix in {".html", ".svg", ".txt"}


def is_script(path: Path) -> bool:
    return path.suffix == ".js" and path.parts[0] in OURS and "vendor" not in path.parts


def changed() -> list[Path]:
    base = next(filter(None, map(_base, ("origin/main", "main"))), None) or "HEAD~"
    names = _git("diff", "--name-only", "--diff-filter=d", base) + _git("ls-files", "--others", "--exclude-standard")
    files = map(Path, sorted(set(names)))
    return [file for file in files if is_python(file) or is_template(file) or is_script(file)]


def _base(branch: str) -> str | None:
    """Return where this branch left another; None where that is here, or there is no such branch."""
    here, there = _git("rev-parse", "HEAD"), _git("merge-base", "HEAD", branch)
    return None if not there or there == here else there[0]


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else []


def modules_that_notice(files: Iterable[Path]) -> list[Path]:
    """Return the test modules that may notice a fault, those of each file in turn, the likeliest first.

    What is slow as a whole comes after all others: it takes so long that the time may be up before.
    """
    texts = {module: module.read_text(encoding="utf-8") for module in sorted(Path("tests").rglob("test_*.py"))}
    quick = {module: text for module, text in texts.items() if not NEEDS_MORE.search(text)}
    files = [*files]
    by_file = [_noticing(file, quick) for file in files if not is_template(file)]
    in_turn = [module for turn in zip_longest(*by_file) for module in turn if module is not None]
    # Nobody names what is drawn somewhere within a page.
    anywhere = quick if any(map(is_template, files)) else ()
    return list(dict.fromkeys([*in_turn, *anywhere]))


def _noticing(file: Path, modules: Mapping[Path, str]) -> list[Path]:
    """Return the test modules that name what is in a file, or what uses it."""
    names = re.findall(r"^(?:def|class) ([a-zA-Z]\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    subject = file.parent.name if file.stem in ONE_FILE else file.stem
    stems = {subject, *_users(file)}
    spoken = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, {*names, subject})))})\b")
    found = {
        module: min(len(spoken.findall(text)), 10) + 5 * sum(stem.rstrip("s") in module.as_posix() for stem in stems)
        for module, text in modules.items()
    }
    likely = (module for module, score in found.items() if score)
    return sorted(likely, key=lambda one: (bool(SLOW.search(modules[one])), -found[one], one))


@cache
def _texts() -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for app in OURS for path in sorted(Path(app).rglob("*.py"))}


def _users(file: Path) -> Iterator[str]:
    package = ".".join(file.with_suffix("").parts)
    named = re.compile(
        rf"\b{re.escape(package)}\b|\bfrom {re.escape('.'.join(file.parts[:-1]))} import [^(]*\b{file.stem}\b"
    )
    return (path.stem for path, text in _texts().items() if path != file and named.search(text))


def browser_tests(script: Path) -> list[str]:
    """Return the browser tests that speak of a script or what it exports, the likeliest first; else all of them."""
    names = re.findall(
        r"^export (?:async )?(?:function|class|const) (\w+)", script.read_text(encoding="utf-8"), re.MULTILINE
    )
    spoken = re.compile(rf"\b(?:{'|'.join([script.stem, *names])})\b")
    modules = [module for module in Path("tests").rglob("test_*.py") if "browser" in module.parts]
    beside = {module: [module, *module.parent.glob("test_*.js")] for module in modules}
    said = {
        module: sum(len(spoken.findall(file.read_text(encoding="utf-8"))) for file in files)
        for module, files in beside.items()
    }
    found = sorted((module for module in modules if said[module]), key=lambda one: (-said[one], one))
    return [module.as_posix() for module in found or sorted(modules)]


def in_turn(groups: Sequence[Sequence[T]], *, seed: int) -> list[T]:
    """Return the faults of all files in the order in which they are tried: each file in turn, drawn by a seed.

    However early the time is up, what was tried is a fair sample of every file, and the same one on every machine.
    """
    dice = Random(seed)
    drawn = [dice.sample(list(group), len(group)) for group in groups]
    dice.shuffle(drawn)
    missing = object()
    return [one for one in chain.from_iterable(zip_longest(*drawn, fillvalue=missing)) if one is not missing]  # type: ignore[misc]
