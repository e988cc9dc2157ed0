"""Faults in the scripts of the table, each tried by the browser tests of its file in one browser.

It happens in a copy of the project, since the site serves its files from the disk; a fault at which the browser hangs
counts as noticed, and the rest goes on in another one.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from _pytest.runner import runtestprotocol
from jsbeautifier.javascript.options import BeautifierOptions
from jsbeautifier.javascript.tokenizer import Tokenizer

from tests.mutants import choosing
from tests.mutants.reporting import KILLED, SURVIVED, UNTRIED, Report

SWAPPED: Final = {"===": "!==", "<": "<=", ">": ">=", "&&": "||"}
OPERATORS: Final = SWAPPED | {put: was for was, put in SWAPPED.items()} | {"??": "&&", "+=": "-="}
WORDS: Final = {"true": "false", "false": "true", "await": ""}
BEGINS: Final = frozenset({"", ";", "{", "}", ")"})
NO_ACT: Final = re.compile(
    r"(?:const|let|var|return|import|export|if|else|for|while|do|switch|case|default|function|class|async|static|try|"
    r"catch|finally|get|set)\b"
)
BETWEEN: Final = re.compile(r"\s+|//[^\n]*|/\*.*?\*/", re.DOTALL)
OPENS, CLOSES = "([{", ")]}"


@dataclass(frozen=True, slots=True)
class Token:
    text: str
    kind: str
    at: int

    @property
    def end(self) -> int:
        return self.at + len(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptMutant:
    path: Path
    line: int
    was: str
    became: str
    text: str


def tokens(text: str) -> list[Token]:
    """Return the tokens of a script, each where it stands."""
    found, at = [], 0
    stream = Tokenizer(text, BeautifierOptions()).tokenize()
    while (token := stream.next()) is not None and token.type != "TK_EOF":
        while gap := BETWEEN.match(text, at):
            at = gap.end()
        if text.startswith(token.text, at):
            found.append(Token(token.text, token.type, at))
            at += len(token.text)
    return found


def mutants(path: Path) -> Iterator[ScriptMutant]:
    text = path.read_text(encoding="utf-8")
    for start, end, put in sorted(set(_changes(text, tokens(text)))):
        line = text.count("\n", 0, start) + 1
        changed = text[:start] + put + text[end:]
        lines = (text.split("\n")[line - 1], changed.split("\n")[line - 1])
        yield ScriptMutant(path=path, line=line, was=lines[0], became=lines[1], text=changed)


def _changes(text: str, found: Sequence[Token]) -> Iterator[tuple[int, int, str]]:
    for place, token in enumerate(found):
        before = found[place - 1].text if place else ""
        put = _instead(token, before)
        if put is not None:
            yield token.at, token.end, put
        if token.text == "if":
            closing = _closing(found, place + 1)
            yield found[place + 1].end, found[closing].at, f"!({text[found[place + 1].end : found[closing].at]})"
        if token.text == "return" and found[place + 1].text != ";":
            yield found[place + 1].at, found[_end(found, place)].at, "null"
        if before in BEGINS and not NO_ACT.match(token.text) and token.text not in {";", *OPENS, *CLOSES}:
            yield from _act(found, place)


def _instead(token: Token, before: str) -> str | None:
    """Return what can stand in a token's place; None where nothing of the kind can."""
    if token.kind == "TK_OPERATOR":
        return "" if token.text == "!" else OPERATORS.get(token.text)
    if token.text in WORDS and before != ".":
        return WORDS[token.text]
    if token.kind == "TK_WORD" and token.text.isdecimal():
        return str(int(token.text) + 1)
    is_value = token.kind == "TK_STRING" and before in {":", "===", "!=="} and not token.text.startswith("`")
    return '"planted"' if is_value else None


def _act(found: Sequence[Token], place: int) -> Iterator[tuple[int, int, str]]:
    """Yield a statement left out, if one begins here: a call or an assignment up to its semicolon."""
    end = _end(found, place)
    is_act = found[place].text == "await" or found[place + 1].text in {".", "(", "=", "[", "+="}
    if end < len(found) and found[end].text == ";" and is_act:
        yield found[place].at, found[end].at, ""


def _closing(found: Sequence[Token], opening: int) -> int:
    depth = 0
    for place in range(opening, len(found)):
        depth += (found[place].text in OPENS) - (found[place].text in CLOSES)
        if depth == 0:
            return place
    return len(found) - 1


def _end(found: Sequence[Token], start: int) -> int:
    """Return the place of the semicolon that ends a statement, or of what closes the block before there is one."""
    depth = 0
    for place in range(start, len(found)):
        text = found[place].text
        if depth == 0 and (text == ";" or text in CLOSES):
            return place
        depth += (text in OPENS) - (text in CLOSES)
    return len(found)


HANGS: Final = 100
"""Seconds without a word after which a browser is taken to hang."""

LEARNING: Final = 0.35
"""How much of the time the tests may take as they are."""

PATIENCE: Final = 8_000
"""Milliseconds a page is waited for: a fault must not cost half a minute."""


def run(files: Sequence[Path], *, seconds: float, seed: int, most: int | None) -> None:
    planted = choosing.in_turn([list(mutants(file)) for file in files], seed=seed)[:most]
    print(f"{len(planted)} faults in {len(files)} scripts, in a browser.", flush=True)
    ends, report, became = time.monotonic() + seconds, Report(), dict[int, str]()
    with tempfile.TemporaryDirectory() as folder:
        copy_of_project(Path(folder))
        while len(became) < len(planted) and time.monotonic() < ends:
            left = [number for number in range(len(planted)) if number not in became]
            for number, said in _in_a_browser(Path(folder), planted, left, ends=ends):
                became[number] = said
    for number, mutant in enumerate(planted):
        said = became.get(number, UNTRIED)
        report.add(mutant.path, said, line=mutant.line, was=mutant.was, is_now=mutant.became)
    report.show()


def copy_of_project(folder: Path) -> Path:
    """Copy what is under version control, as it stands here."""
    listed = ["git", "ls-files", "-co", "--exclude-standard"]
    for name in subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split("\n"):
        if name and Path(name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(name, folder / name)
    return folder


def _in_a_browser(
    folder: Path, planted: Sequence[ScriptMutant], left: Sequence[int], *, ends: float
) -> Iterator[tuple[int, str]]:
    """Yield what became of faults until the time is up, or until one of them hangs the browser."""
    faults = [{"number": at, "path": planted[at].path.as_posix(), "text": planted[at].text} for at in left]
    (folder / "faults.json").write_text(json.dumps(faults), encoding="utf-8")
    command = [sys.executable, "-m", "tests.mutants.browsing", "faults.json", str(LEARNING * (ends - time.monotonic()))]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    child = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        start_new_session=True,
    )  # fmt: skip
    heard = [time.monotonic()]
    threading.Thread(target=_watch, args=(child, heard, ends), daemon=True).start()
    trying = None
    assert child.stdout is not None
    for line in child.stdout:
        heard[0] = time.monotonic()
        if not line.startswith("{"):
            if line.strip():
                print(line, end="", flush=True)
            continue
        said = json.loads(line)
        trying = said.get("trying")
        if "became" in said:
            yield said["number"], said["became"]
    child.wait()
    if time.monotonic() < ends:
        if trying is not None:
            yield trying, KILLED
        elif left and child.returncode:
            raise SystemExit("The browser tests cannot be run as they are.")


def _watch(child: subprocess.Popen[str], heard: list[float], ends: float) -> None:
    while child.poll() is None:
        if time.monotonic() - heard[0] > HANGS or time.monotonic() > ends:
            os.killpg(child.pid, 9)
        time.sleep(0.5)


TOOK: Final = Path("took.json")


@dataclass
class InTurn:
    """The plugin that runs the tests of pytest once, and then those of its file for every fault."""

    faults: Sequence[dict[str, Any]]
    seconds: float
    took: dict[str, float] = field(default_factory=dict)

    def pytest_configure(self) -> None:
        """Wait for pages no longer than they take."""
        from playwright.sync_api import Browser

        as_it_is = Browser.new_context

        def new_context(browser: Browser, **fields: Any) -> Any:
            context = as_it_is(browser, **fields)
            context.set_default_timeout(PATIENCE)
            return context

        Browser.new_context = new_context  # type: ignore[method-assign]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run everything once, then the tests of each fault until one notices it."""
        items, began = list(session.items), time.monotonic()
        # Where a browser hung, the next one knows already what passes as it is.
        self.took = json.loads(TOOK.read_text(encoding="utf-8")) if TOOK.exists() else {}
        for item in () if self.took else items:
            start = time.monotonic()
            if self._passes(session, item):
                self.took[item.nodeid] = time.monotonic() - start
            else:
                _say(f"fails as it is, left out: {item.nodeid}")
            if time.monotonic() - began > self.seconds:
                break
        _say(f"{len(self.took)} of {len(items)} browser tests in {sum(self.took.values()):.0f} s as they are.")
        TOOK.write_text(json.dumps(self.took), encoding="utf-8")
        for fault in self.faults:
            _tell(trying=fault["number"])
            path = Path(fault["path"])
            as_it_is = path.read_text(encoding="utf-8")
            path.write_text(fault["text"], encoding="utf-8")
            try:
                became = SURVIVED if all(self._passes(session, item) for item in self._of(path, items)) else KILLED
            finally:
                path.write_text(as_it_is, encoding="utf-8")
            _tell(number=fault["number"], became=became)
        return True

    def _of(self, path: Path, items: Sequence[pytest.Item]) -> list[pytest.Item]:
        places = choosing.browser_tests(path)
        mine = [item for item in items if item.nodeid in self.took and item.nodeid.startswith(tuple(places))]
        return sorted(mine, key=lambda item: self.took[item.nodeid])

    def _passes(self, session: pytest.Session, item: Any) -> bool:
        from tests.mutants.forking import _Nothing

        item._initrequest()
        after: Any = _Nothing(session)
        passed = all(not one.failed for one in runtestprotocol(item, log=False, nextitem=after))
        _tell()
        return passed


def _tell(**fields: Any) -> None:
    """Say something to whoever watches; nothing is a sign of life."""
    _say(json.dumps(fields) if fields else "")


def _say(words: str) -> None:
    os.write(3, (words + "\n").encode())


def _main() -> int:
    faults = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    # What tests print stays out of what is told.
    os.dup2(1, 3)
    os.dup2(2, 1)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    # In the order in which they are named: the quickest and likeliest first.
    places = list(dict.fromkeys(place for fault in faults for place in choosing.browser_tests(Path(fault["path"]))))
    quiet = ["-q", "--capture=no", "--no-header", "--no-summary", "-p", "no:cacheprovider"]
    return int(pytest.main([*quiet, *places], plugins=[InTurn(faults, float(sys.argv[2]))]))


if __name__ == "__main__":
    raise SystemExit(_main())
