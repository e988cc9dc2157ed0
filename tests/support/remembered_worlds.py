"""What many tests begin with: made once by what the site does, then written again as it was written then.

Inside a test's transaction it is known what is stored, by the steps and by what was written between them: a step that
was gone from there before is gone again by its statements alone. Elsewhere whole worlds are put back row by row.

All is kept for the other processes of the session, too, but worlds that took no time.
"""

import contextlib
import copy
import os
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from hashlib import sha256
from http.cookies import Morsel
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import time_machine
from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.utils.translation import get_language

from tables.accounts.models import User
from tables.tournaments.models import PlayerClass, Tournament

P = ParamSpec("P")
R = TypeVar("R")
Rows = dict[str, tuple[Sequence[str], list[tuple[Any, ...]]]]
Statements = list[tuple[str, Any, bool]]

MADE: dict[Any, tuple[Rows, Any]] = {}
"""Worlds where tests commit: their rows, and what the factory returned."""

WRITTEN: dict[str, tuple[Statements, Any, str]] = {}
"""Steps by their marks: the statements that wrote, what came out, and the mark of what is stored then.

The mark of a step is made of that of what was stored before, of what the step is, what it was given, in which language
and when; the mark of what is stored then, of that and of what was written: played through anew, there are other keys.
"""

SHARED: list[tuple[int, Path]] = []
"""This process, and the folder in which those of the session keep steps for each other.

A process that forked off, perhaps with a fault planted in it, keeps nothing for others.
"""

LONG: Final = 0.2
"""Seconds of the processor: a world that took less is sooner played through than read."""

FRESH: list[tuple[str, int]] = []
"""The numbers that rows had got before the first test."""

KNOWN: set[str] = set()
"""The marks of the steps that this process has met."""

BESIDE: set[str] = set()
"""The marks of what was written beside the steps, and of steps after that; such a step is kept when it is met again."""

MOST_BESIDE: Final = 200_000
"""So many of them are known in a process; a test that writes other keys each time has thousands that no other has."""

STORED: list[tuple[Any, int, list[str], str]] = []
"""The last that is known: a connection, its number of changed rows, its savepoints, the mark of what is stored."""

READS: Final = ("SELECT", "SAVEPOINT", "RELEASE")


def remembered_step(build: Callable[P, R]) -> Callable[P, R]:
    """Let what puts the world into a state be played through once a process, and then only be written.

    What comes out is the same, its keys and secrets too. It may look at nothing but its arguments, of a row its key,
    and at what is stored.
    """
    return _remembering(build, otherwise=build)


def remembered(build: Callable[P, R]) -> Callable[P, R]:
    """Remember a whole world also where tests commit: where nothing is there yet, its rows are put back.

    A world beside another one is played through as ever.
    """

    @wraps(build)
    def put_back(*args: P.args, **kwargs: P.kwargs) -> R:
        there = tuple(User.objects.order_by("pk").values_list("pk", "username"))
        if Tournament.objects.exists():
            return build(*args, **kwargs)
        world = (build.__module__, build.__qualname__, repr(args), repr(sorted(kwargs.items())), there)
        if not _is_recalled(MADE, world, file := _file(world)):
            began = time.process_time()
            result = build(*args, **kwargs)
            MADE[world] = (_rows(), copy.deepcopy(result))
            if time.process_time() - began > LONG:
                _share(file, MADE[world])
            return result
        rows, result = MADE[world]
        _put_back(rows)
        return copy.deepcopy(result)

    return _remembering(build, otherwise=put_back)


def begin(*, is_first: bool = False) -> None:
    """Note that a test begins, or what is stored before the first."""
    STORED.clear()
    if connection.vendor == "sqlite" and (is_first or connection.in_atomic_block):
        with connection.cursor() as cursor:
            cursor.execute("SELECT name, seq FROM sqlite_sequence ORDER BY name")
            numbers = cursor.fetchall()
        if is_first:
            FRESH[:] = numbers
        elif numbers == FRESH:
            _note("")
            if _written_beside not in connection.execute_wrappers:
                connection.execute_wrappers.insert(0, _written_beside)


def _written_beside(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    """Follow what is written beside the steps: the same statement after the same step leaves the same stored."""
    if sql.startswith(READS):
        return execute(sql, params, many, context)
    params = [*params] if many else params
    last = None if sql.startswith("ROLLBACK") else _last_step()
    result = execute(sql, params, many, context)
    step = _mark((last, sql, params))
    if last is None or (step not in BESIDE and len(BESIDE) >= MOST_BESIDE):
        STORED.clear()
    else:
        BESIDE.add(step)
        _note(step)
    return result


def _mark(act: object) -> str:
    return sha256(repr(act).encode()).hexdigest()[:24]


def _note(step: str) -> None:
    raw = connection.connection
    STORED[:] = [(raw, raw.total_changes, [*connection.savepoint_ids], step)]


def _last_step() -> str | None:
    """Return the step by which all came about that is stored, or None if nobody knows."""
    if not STORED:
        return None
    raw, changes, savepoints, step = STORED[0]
    is_as_it_was = (
        raw is connection.connection
        and raw.total_changes == changes
        # What was stored within a savepoint may be gone with it.
        and connection.savepoint_ids[: len(savepoints)] == savepoints
    )
    return step if is_as_it_was else None


def _remembering(build: Callable[P, R], *, otherwise: Callable[P, R]) -> Callable[P, R]:
    @wraps(build)
    def made(*args: P.args, **kwargs: P.kwargs) -> R:
        # Where time was moved and stands still, a step of that moment is the same again.
        now = time.time_ns() if time_machine.escape_hatch.is_travelling() else 0
        if (last := _last_step()) is None or (now and now != time.time_ns()):
            return otherwise(*args, **kwargs)
        given = [(one._meta.label, one.pk) if isinstance(one, Model) else one for one in (*args, *kwargs.values())]
        act = (last, build.__module__, build.__qualname__, repr(given), *kwargs, get_language(), now)
        step = _mark(act)
        is_new = step not in KNOWN
        KNOWN.add(step)
        if last in BESIDE:
            BESIDE.add(step)
        if _is_recalled(WRITTEN, step, file := _file(act)):
            result: R = _write_again(*WRITTEN[step])
        elif is_new and step in BESIDE:
            return otherwise(*args, **kwargs)
        else:
            result = _write_down(step, lambda: build(*args, **kwargs))
            if step in WRITTEN and step not in BESIDE:
                _share(file, WRITTEN[step])
        return result

    return made


@contextmanager
def _within_a_step() -> Iterator[None]:
    """Follow no statement: the step says what is stored after it."""
    wrappers = connection.execute_wrappers
    is_outermost = _written_beside in wrappers
    if is_outermost:
        wrappers.remove(_written_beside)
    try:
        yield
    finally:
        if is_outermost:
            wrappers.insert(0, _written_beside)


def _write_again(statements: Statements, result: R, stored: str) -> R:
    with _within_a_step(), connection.cursor() as cursor:
        for sql, params, many in statements:
            (cursor.executemany if many else cursor.execute)(sql, params)
    _note(stored)
    return copy.deepcopy(result)


def _write_down(step: str, build: Callable[[], R]) -> R:
    """Let a step be played through; what it wrote is kept unless it took something back."""
    statements: Statements = []

    def write_down(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith(READS):
            params = [*params] if many else params
            statements.append((sql, params, many))
        if sql.startswith("ROLLBACK"):
            STORED.clear()
        return execute(sql, params, many, context)

    with _within_a_step(), connection.execute_wrapper(write_down):
        result = build()
    if STORED:
        _note(_mark((step, statements)))
        WRITTEN[step] = (statements, copy.deepcopy(result), STORED[0][3])
    return result


def _file(act: object) -> Path | None:
    """Return where an act is kept for other processes; what is named by its place in memory is of this one alone."""
    said = repr(act)
    if " at 0x" in said or not SHARED or SHARED[0][0] != os.getpid():
        return None
    return SHARED[0][1] / f"{_mark(act)}.world"


def _is_recalled(here: dict[Any, Any], name: object, file: Path | None) -> bool:
    """Test whether this process has played something through, or can read what another did."""
    if name not in here and file and file.exists():
        here[name] = pickle.loads(file.read_bytes())
    return name in here


def _share(file: Path | None, written: object) -> None:
    """Keep something for other processes, unless what came out is of this one alone; the first to do so is kept."""
    if not file:
        return
    with contextlib.suppress(pickle.PicklingError, TypeError, AttributeError):
        said = pickle.dumps(written)
        fresh = file.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(said)
        with contextlib.suppress(FileExistsError):
            os.link(fresh, file)
        fresh.unlink()


@remembered_step
def _signed_in(user: User) -> Morsel[str]:
    visitor = Client()
    FORCE_LOGIN(visitor, user)
    return visitor.cookies[settings.SESSION_COOKIE_NAME]


def _force_login(self: Client, user: User, backend: str | None = None) -> None:
    if backend or settings.SESSION_COOKIE_NAME in self.cookies or settings.SESSION_ENGINE != SESSIONS:
        FORCE_LOGIN(self, user, backend)
    else:
        self.cookies[settings.SESSION_COOKIE_NAME] = _signed_in(user)


FORCE_LOGIN, SESSIONS, Client.force_login = Client.force_login, settings.SESSION_ENGINE, _force_login


def _rows() -> Rows:
    """Return everything that is stored of halls and lists."""
    kept: Rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            if model._meta.app_label in {"tables", "scoring"}:
                name = connection.ops.quote_name(model._meta.db_table)
                cursor.execute(f"SELECT * FROM {name}")
                if found := cursor.fetchall():
                    kept[name] = ([connection.ops.quote_name(column[0]) for column in cursor.description], found)
    return kept


def _put_back(kept: Rows) -> None:
    # In one transaction: who is named by a row may stand in a table that comes later.
    with transaction.atomic(), connection.cursor() as cursor:
        # What events begin with is among the rows: another row must not have the number of one.
        PlayerClass.objects.all().delete()
        for name, (columns, rows) in kept.items():
            marks = ", ".join(["%s"] * len(columns))
            # The users that a test signed in beforehand are there already.
            cursor.executemany(
                f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks}) ON CONFLICT DO NOTHING", rows
            )
        # PostgreSQL counts on from where it was: the next row would have the number of one that was put back.
        for sql in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
            cursor.execute(sql)
