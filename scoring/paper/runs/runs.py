"""Long runs of printing: each in a process of its own, so that entering at the tables does not wait for it.

A run is a folder under ``PRINT_DIR``: ``wanted.json`` says what is to be made, ``state.json`` how far it is, and the
file appears when it is whole. Runs wait for each other by a lock: one processor is left to the hall. The machines of a
site share that folder: each shows the runs of all, and what one of them makes any of them hands out.
"""

import enum
import json
import os
import platform
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

from scoring.paper import pictures
from scoring.paper.documents.print_order import Wanted
from scoring.paper.runs import public_papers
from skatturnier.machine import files, locks, processes
from tables.acts.services import Refused

KEPT_FOR: Final = timedelta(hours=2)
"""How long a file waits for whoever asked for it: it holds names."""

BEGINS_WITHIN: Final = timedelta(minutes=1)
"""If its process has not said a word by then, it never will."""

SILENT_FOR: Final = timedelta(minutes=10)
"""If a process on another machine has said nothing for so long, it is taken for lost; a page takes it less than one."""

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
    wanted: Wanted
    site: str
    lists: str = ""
    asked_at: datetime
    by: int | None = None
    """Who asked for it."""

    stage: Stage = Stage.WAITING
    pages: int = 0
    done: int = 0
    because: str = ""
    """Why it failed, as a code."""

    file: str = ""
    """Name of what was made, once it is whole."""

    title: str = ""
    sha256: str = ""
    """The hash of an archive; the journal knows it."""

    size: int = 0
    takes_more: bool = False
    """Whether it takes more pages than were chosen."""

    lacks_stamp: bool = False
    """Whether a signed file has no time stamp because the service did not answer."""

    process: int = 0
    machine: str = ""
    """Where that process runs."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes of it."""
        return self.stage in {Stage.DONE, Stage.FAILED}

    @property
    def path(self) -> Path:
        """Where its file lies."""
        return _folder(self.key) / "file"


def start(run: Run) -> Run:
    """Begin a run in a process of its own and return it. Begun twice, it counts once.

    :raises Refused: ``printing-busy`` while too many others wait.
    """
    tidy(now=run.asked_at)
    if found := find(run.key, slug=run.slug):
        return found
    if sum(not one.is_over for one in _all()) >= MOST_WAITING:
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
    run = found(key)
    return run if run and run.slug == slug else None


def found(key: str) -> Run | None:
    """Return a run of whatever tournament, or None if there is none, or no longer."""
    return _read(_folder(key)) if key.isalnum() else None


def of_tournament(slug: str) -> list[Run]:
    """Return the runs of a tournament that are kept, the latest first."""
    runs = [run for run in _all() if run.slug == slug]
    return sorted(runs, key=lambda run: run.asked_at, reverse=True)


def drop_all_of(slug: str) -> None:
    """Delete the runs of a tournament and their files, its pictures, and what everybody asked for: they hold names."""
    public_papers.drop_all_of(slug)
    pictures.drop_all_of(slug)
    for run in of_tournament(slug):
        shutil.rmtree(_folder(run.key), ignore_errors=True)


def report(run: Run, **state: Any) -> None:
    """Write down how far a run is."""
    _write(_folder(run.key) / "state.json", {"process": os.getpid(), "machine": platform.node(), **state})


def keep(run: Run, content: bytes) -> None:
    """Keep what was made: the file is there as a whole or not at all."""
    unfinished = run.path.with_suffix(".part")
    unfinished.write_bytes(content)
    files.replace(unfinished, run.path)


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
    there = _root().iterdir() if _root().exists() else []
    return [folder for folder in there if folder.is_dir() and folder.name.isalnum()]


def _read(folder: Path) -> Run | None:
    try:
        fixed = json.loads((folder / "wanted.json").read_text(encoding="utf-8"))
        state = json.loads((folder / "state.json").read_text(encoding="utf-8"))
        run = Run(
            key=folder.name,
            slug=fixed["slug"],
            wanted=Wanted.from_json(fixed["wanted"]),
            site=fixed["site"],
            lists=fixed.get("lists", ""),
            by=fixed["by"],
            asked_at=datetime.fromisoformat(fixed["asked_at"]),
            **{**state, "stage": Stage(state["stage"])},
        )
    except (OSError, ValueError, KeyError, TypeError):
        # Half written, or by another version of the program: there is nothing to show of it.
        return None
    return _lost(run) if _is_gone(run) else run


def _is_gone(run: Run) -> bool:
    if run.is_over:
        return False
    if run.process and run.machine in ("", platform.node()):
        return not processes.is_alive(run.process)
    if run.process:
        heard = datetime.fromtimestamp((_folder(run.key) / "state.json").stat().st_mtime, tz=UTC)
        return timezone.now() - heard > SILENT_FOR
    return timezone.now() - run.asked_at > BEGINS_WITHIN


def _lost(run: Run) -> Run:
    """Return a run whose process ended without a word: the machine was switched off, or its memory ran out."""
    report(run, stage=Stage.FAILED, because="stopped")
    return _read(_folder(run.key)) or run


def _write(path: Path, data: dict[str, Any]) -> None:
    unfinished = path.with_suffix(".part")
    unfinished.write_text(json.dumps(data), encoding="utf-8")
    files.replace(unfinished, path)


def tidy(*, now: datetime) -> None:
    """Delete runs that nobody fetches any more, and what everybody asked for."""
    public_papers.tidy()
    runs = sorted(_all(), key=lambda run: run.asked_at, reverse=True)
    for place, run in enumerate(runs):
        is_old = now - run.asked_at > KEPT_FOR
        if is_old or (place >= MOST_KEPT and run.is_over):
            shutil.rmtree(_folder(run.key), ignore_errors=True)
    known = {run.key for run in runs}
    for folder in _folders():
        age = now.timestamp() - folder.stat().st_mtime
        if folder.name not in known and age > BEGINS_WITHIN.total_seconds():
            shutil.rmtree(folder, ignore_errors=True)
