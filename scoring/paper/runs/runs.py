"""Long runs of printing: each in a process of its own, so that entering at the tables does not wait for it.

A run is a folder under ``PRINT_DIR``: ``wanted.json`` says what is to be made, ``state.json`` how far it is, and the
file appears when it is whole. Runs wait for each other by a lock: one processor is left to the hall. The machines of a
site share that folder: each shows the runs of all, and what one of them makes any of them hands out.

Beside the runs lie documents everybody may ask for: of one state each is made once, by one request at a time, and kept
for others. A hall scans one code: dozens ask for the same ranking in the same second. Typesetting takes a second or
more, so it must never hold the threads that take in what is entered. Whoever cannot be served at once is told to ask
again.
"""

import contextlib
import enum
import json
import logging
import os
import platform
import re
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import connections
from django.utils import timezone

from scoring.paper import pictures
from scoring.paper.forms import WantedPaper
from scoring.paper.typesetting import pdf
from skatturnier.machine import files, locks, processes
from tables.acts.services import Refused

logger = logging.getLogger("skatturnier")

KEPT_FOR: Final = timedelta(hours=2)  # how long a file waits for whoever asked for it: it holds names
BEGINS_WITHIN: Final = timedelta(minutes=1)  # if its process has not said a word by then, it never will
SILENT_FOR: Final = timedelta(minutes=10)  # then a process on another machine is taken for lost; a page takes it less
MOST_WAITING: Final = 6
MOST_KEPT: Final = 40


class Stage(enum.StrEnum):
    """How far a run is."""

    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A run of printing."""

    key: str
    slug: str
    wanted: WantedPaper
    site: str
    lists: str = ""
    asked_at: datetime
    by: int | None = None  # who asked for it
    stage: Stage = Stage.WAITING
    pages: int = 0
    done: int = 0
    because: str = ""  # why it failed, as a code
    file: str = ""  # name of what was made, once it is whole
    title: str = ""
    sha256: str = ""  # the hash of an archive; the journal knows it
    size: int = 0
    takes_more: bool = False  # whether it takes more pages than were chosen
    lacks_stamp: bool = False  # whether a signed file has no time stamp because the service did not answer
    process: int = 0
    machine: str = ""  # where that process runs

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes of it."""
        return self.stage in {Stage.DONE, Stage.FAILED}

    @property
    def is_page(self) -> bool:
        """Whether what was made is a page for the browser to print."""
        return self.file.endswith(".html")

    @property
    def path(self) -> Path:
        """Where its file lies."""
        return _folder(self.key) / "file"


def start(run: Run) -> Run:
    """Begin a run in a process of its own and return it. Begun twice, it counts once.

    :raises Refused: ``printing-busy`` while too many others wait.
    """
    tidy(now=run.asked_at)
    if found_run := find(run.key, slug=run.slug):
        return found_run
    if sum(not each_run.is_over for each_run in _all()) >= MOST_WAITING:
        raise Refused("printing-busy")
    folder = _folder(run.key)
    try:
        folder.mkdir(parents=True, mode=0o700)
    except FileExistsError:
        return run
    fixed = {"slug": run.slug, "wanted": run.wanted.as_json(), "site": run.site, "lists": run.lists, "by": run.by}
    fixed["asked_at"] = run.asked_at.isoformat()
    _write(folder / "wanted.json", fixed)
    _write(folder / "state.json", {"stage": run.stage})
    spawn(run.key)
    return run


def spawn(key: str) -> None:
    """Start the process of a run. It is reaped when it ends, and lives on if the one that asked for it ends."""
    processes.start_apart("django", "print_run", key, folder=Path(settings.BASE_DIR))


def find(key: str, *, slug: str) -> Run | None:
    """Return a run of a tournament, or None if there is none, or no longer."""
    run = by_key(key)
    return run if run and run.slug == slug else None


def by_key(key: str) -> Run | None:
    """Return a run of whatever tournament, or None if there is none, or no longer."""
    return _read(_folder(key)) if key.isalnum() else None


def of_tournament(slug: str) -> list[Run]:
    """Return the runs of a tournament that are kept, the latest first."""
    runs = [run for run in _all() if run.slug == slug]
    return sorted(runs, key=lambda run: run.asked_at, reverse=True)


def drop_all_of(slug: str) -> None:
    """Delete the runs of a tournament and their files, its pictures, and what everybody asked for: they hold names."""
    shutil.rmtree(_papers() / slug, ignore_errors=True)
    pictures.drop_all_of(slug)
    for run in of_tournament(slug):
        shutil.rmtree(_folder(run.key), ignore_errors=True)


def report(run: Run, **state: Any) -> None:
    """Write down how far a run is."""
    _write(_folder(run.key) / "state.json", {"process": os.getpid(), "machine": platform.node(), **state})


def keep(run: Run, content: bytes) -> None:
    """Keep what was made: the file is there as a whole or not at all."""
    _put(run.path, content)


@contextmanager
def turn() -> Iterator[None]:
    """Wait until no other run works."""
    _root().mkdir(parents=True, exist_ok=True)
    with (_root() / "lock").open("w") as lock:
        locks.take(lock.fileno(), waits=True)
        yield


def cores() -> int:
    """Return how many processors a run may take: all but the one that is left to the hall."""
    return max(1, (os.cpu_count() or 1) - 1)


def _root() -> Path:
    return Path(settings.PRINT_DIR)


def _folder(key: str) -> Path:
    return _root() / key


def _all() -> list[Run]:
    return [run for folder in _folders() if (run := _read(folder))]


def _folders() -> list[Path]:
    paths = _root().iterdir() if _root().exists() else []
    return [folder for folder in paths if folder.is_dir() and folder.name.isalnum()]


def _read(folder: Path) -> Run | None:
    try:
        fixed = json.loads((folder / "wanted.json").read_text(encoding="utf-8"))
        state = json.loads((folder / "state.json").read_text(encoding="utf-8"))
        run = Run(
            key=folder.name,
            slug=fixed["slug"],
            wanted=WantedPaper.from_json(fixed["wanted"]),
            site=fixed["site"],
            lists=fixed.get("lists", ""),
            by=fixed["by"],
            asked_at=datetime.fromisoformat(fixed["asked_at"]),
            **{**state, "stage": Stage(state["stage"])},
        )
    except (OSError, ValueError, KeyError, TypeError):
        # Half written, or by another version of the program: there is nothing to show of it.
        return None
    if not _is_gone(run):
        return run
    # Its process ended without a word: the machine was switched off, or its memory ran out.
    report(run, stage=Stage.FAILED, because="stopped")
    return _read(folder) or run


def _is_gone(run: Run) -> bool:
    if run.is_over:
        return False
    if run.process and run.machine in ("", platform.node()):
        return not processes.is_alive(run.process)
    if run.process:
        heard = datetime.fromtimestamp((_folder(run.key) / "state.json").stat().st_mtime, tz=UTC)
        return timezone.now() - heard > SILENT_FOR
    return timezone.now() - run.asked_at > BEGINS_WITHIN


def _write(path: Path, data: dict[str, Any]) -> None:
    _put(path, json.dumps(data).encode())


def _put(path: Path, content: bytes) -> None:
    unfinished = path.with_suffix(f".{platform.node()}.part")
    unfinished.write_bytes(content)
    files.replace(unfinished, path)


def tidy(*, now: datetime) -> None:
    """Delete runs that nobody fetches any more, and what everybody asked for."""
    for folder in [path for path in _papers().glob("*") if path.is_dir()]:
        _drop_old(folder)
        with contextlib.suppress(OSError):
            folder.rmdir()
    runs = sorted(_all(), key=lambda run: run.asked_at, reverse=True)
    for place, run in enumerate(runs):
        is_old = now - run.asked_at > KEPT_FOR
        if is_old or (place >= MOST_KEPT and run.is_over):
            shutil.rmtree(_folder(run.key), ignore_errors=True)
    texts = {run.key for run in runs}
    for folder in _folders():
        age = now.timestamp() - folder.stat().st_mtime
        if folder.name not in texts and age > BEGINS_WITHIN.total_seconds():
            shutil.rmtree(folder, ignore_errors=True)


PAPERS_KEPT_FOR: Final = 600  # seconds: a hall asks for the same document many times
MOST_PAPERS_KEPT: Final = 64  # of an event: its last states, in each language and ranking
LATELY: Final = 60  # seconds: so old may a paper be for lookers-on while a newer one is made
WAITS: Final = 25  # seconds a thread that answers requests waits for one: most take two, in a busy hall sixty
File = tuple[str, bytes]  # what a document is called as a file, and what is in it


class BeingMade(Exception):
    """Others are typeset just now: ask again in a moment; for ``paper``, if it is what is made for whoever asked."""

    def __init__(self, paper: str = "") -> None:
        super().__init__(paper)
        self.paper = paper


@contextmanager
def alone(who: str) -> Iterator[None]:
    """Typeset while nobody else of those does, in no thread and no process of this machine.

    The officials have a turn of their own: no crowd keeps them from their papers.

    :raises BeingMade: at once, if somebody does: a thread that waits could take in a deal.
    """
    try:
        _papers().mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = (_papers() / f"{platform.node()}-{who}.lock").open("w")
    except OSError:
        # A full disk keeps nobody from reading.
        yield
        return
    with lock:
        try:
            locks.take(lock.fileno())
        except BlockingIOError:
            raise BeingMade from None
        yield


def made_once(
    slug: str,
    paper: str,
    state: str,
    make: Callable[[], File],
    *,
    since: object = "",
    who: str = "everybody",
    lately: bool = False,
    asked: str | None = None,
) -> File:
    """Return a paper of an event in a state, which names all that it depends on: kept, or else made and kept.

    While another one is made, one made ``lately`` will do whose state is an earlier one, but not from before ``since``:
    in a hall that writes all the time the state is another one whenever a paper is ready. So whoever can ask again says
    what was ``asked`` for before, or nothing: then ``WAITS`` seconds are waited at most, and it is made all the same.

    :raises BeingMade: if none is kept, and this one or another is made just now.
    """
    named, decided, state = (sha256(str(one).encode()).hexdigest()[:32] for one in (paper, since, state))
    folder = _papers() / slug
    file = folder / f"{named}-{decided}-{state}"
    theirs = asked if asked and re.fullmatch(f"{named}-[0-9a-f]{{32}}-[0-9a-f]{{32}}", asked) else ""
    if pair := _kept(file) or (theirs and _kept(folder / theirs, LATELY)):
        return pair
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(alone(who))
        except BeingMade:
            earlier = max(folder.glob(f"{named}-{decided}-*"), key=_made_at, default=file)
            if lately and (pair := _kept(earlier, LATELY)):
                return pair
            raise BeingMade(theirs) from None
        turn_of_it = stack.pop_all()

    def made() -> File:
        with turn_of_it:
            # Another one may have made it since.
            if pair := _kept(file):
                return pair
            name, content = make()
            with contextlib.suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                _put(file, name.encode() + b"\n" + content)
                _drop_old(folder)
            return name, content

    return made() if asked is None or not pdf.is_set_beside() else _in_time(made, file.name)


_behind = ThreadPoolExecutor(2, thread_name_prefix="paper")


def _in_time(make: Callable[[], File], paper: str) -> File:
    def made() -> File:
        try:
            return make()
        finally:
            # No request ends here that would do so.
            connections.close_all()

    making = _behind.submit(copy_context().run, made)
    if making not in wait([making], timeout=WAITS).done:
        making.add_done_callback(_say_if_failed)
        raise BeingMade(paper)
    return making.result()


def _say_if_failed(making: "Future[File]") -> None:
    if error := making.exception():
        logger.error("A paper could not be made", exc_info=error)


def _papers() -> Path:
    return _root() / "everybodys-papers"


def _kept(file: Path, seconds: float = PAPERS_KEPT_FOR) -> File | None:
    if time.time() - _made_at(file) > seconds:
        return None
    try:
        name, _line, content = file.read_bytes().partition(b"\n")
    except OSError:
        return None
    return name.decode(), content


def _drop_old(folder: Path) -> None:
    for place, file in enumerate(sorted(folder.glob("*"), key=_made_at, reverse=True)):
        if place >= MOST_PAPERS_KEPT or time.time() - _made_at(file) > PAPERS_KEPT_FOR:
            file.unlink(missing_ok=True)


def _made_at(file: Path) -> float:
    """Return when a paper was made, in seconds since the epoch; never, if another process has dropped it meanwhile."""
    try:
        return file.stat().st_mtime
    except OSError:
        return 0
