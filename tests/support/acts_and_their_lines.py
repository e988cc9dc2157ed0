"""A guard over every test: what a service changes it tells the journal, in the same transaction.

Of an event that of the event; of a club's book, its seasons and leagues that of the club; of an account the site's.

A service is whatever of the site begins a transaction, wherever it stands. While its outermost transaction lasts, every
statement that writes is seen. When it ends well, and a row was written, its journal must have a new line;
where the rows are of a kind that is sealed, a line must seal some of that kind; and what its lines seal must be what is
there, since a service that writes after its line breaks the seal. What a test or a factory writes itself is its own
affair.
"""

import contextlib
import re
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections, transaction

from tables.acts.services import Refused
from tables.declared import OfClub, OfSite, way_to_event
from tables.journal import chain as journal
from tables.journal import sealing
from tables.journal.models import JournalEntry, SiteEntry
from tables.journal.wording import journal_line

CONTEXTLIB = contextlib.__file__
OURS = re.compile(r"^(tables|scoring|skatturnier)\.(?!.*\bmigrations\b)")
WRITES = re.compile(r'^\s*(?:INSERT INTO|UPDATE|DELETE FROM|INSERT OR \w+ INTO) "?(\w+)"?', re.IGNORECASE)

WITHOUT_A_LINE = {
    "scoring.Phone": "what a phone last said of itself; who keeps a list has a line, phone.took-over",
    "scoring.DoneAct": "that an act of a phone was done; what it did has a line, unless it was done already",
    "scoring.GameListRow": "its version is counted with changes that have lines of their own",
    "tables.Table": "when play began is told by the first entry, which has a line",
    "tables.Mailing": "how far mail is that was sent; that it was has a line, mail.sent",
}
"""Rows that change without a line where nothing else changed with them, each with the reason."""

ACTS_WITHOUT_A_LINE = {
    "wipe_now": "free room of the database was wiped; the event is as it was",
    "delete_event": "its journal went with it; the log of the site tells",
    "delete_pub_tables": "its journal went with it; the log of the site tells",
    "take_out_the_rest": "in a copy for a venue; what stays of the event is as it was",
}
"""Functions that write to an event without a line, each with the reason."""

UNSEALED_IN = {
    "scoring.GameListRow": "an act of a table at play tells what it wrote, and is held against the list that way",
    "scoring.Confirmation": "signatures lapse with an act that changes their list",
    "tables.Table": "tables and their sizes are sealed with their series; play begins with a deal, which is told",
    "scoring.Call": "a bell, told by its line",
}
"""Kinds of rows that an act may change without sealing some, each with the reason."""

FOUND: list[str] = []
PROVOKED: dict[str, set[str]] = {"actions": set(), "codes": set(), "services": set()}
"""What the journal's lines, the refusals and the services were; see ``every_act_and_refusal_provoked``."""

HELD: set[tuple[object, ...]] = set()
"""Acts of this module whose seals were held against the rows; another that changed and told the same is not."""

_outermost = threading.local()


class Act:
    """The outermost transaction of a service, seen statement by statement."""

    def __init__(self, service: str, using: str) -> None:
        self.service, self.connection = service, connections[using]
        self.tables: set[str] = set()
        self.last: tuple[int, int] | None = None

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """See one statement."""
        found = WRITES.match(sql)
        if found and self.last is None:
            self.last = self._last_line()
        result = execute(sql, params, many, context)
        # A row that is given back at once is counted by SQLite only when it is fetched.
        if found and (context["cursor"].rowcount or " RETURNING " in sql):
            self.tables.add(found[1])
        return result

    def end(self) -> None:
        """Say what the journal was not told, once all is written."""
        written = {label for label in map(_labels().get, self.tables) if label}
        if not self.tables:
            return
        PROVOKED["services"].add(self.service)
        is_excused = self.service.rpartition(".")[2] in ACTS_WITHOUT_A_LINE
        with _unseen(self.connection):
            of_events, outside = self.last or (0, 0)
            actions = self._told("tables_journalentry", of_events), self._told("tables_siteentry", outside)
            for some, actions_of in zip((written - _outside(), written & _outside()), actions, strict=True):
                if not actions_of and (untold := some - WITHOUT_A_LINE.keys()) and not is_excused:
                    FOUND.append(f"{self.service} changed {', '.join(sorted(untold))} without a line in the journal")
            told = {*actions[0], *actions[1]}
            PROVOKED["actions"] |= told
            alike = (self.service, frozenset(written), *sorted(told))
            if told and alike not in HELD:
                HELD.add(alike)
                lines = [*JournalEntry.objects.filter(pk__gt=of_events).select_related("tournament")]
                others = [*SiteEntry.objects.filter(pk__gt=outside).select_related("club")]
                FOUND.extend(
                    f"the line {one.action} of {self.service} has no sentence"
                    for one in others
                    if journal_line(one).startswith(one.action)
                )
                self._hold([*lines, *others], written, is_excused=is_excused)

    def _told(self, table: str, after: int) -> list[str]:
        with self.connection.cursor() as cursor:
            # As below, and most acts are like one whose lines were looked at.
            cursor.execute(f"SELECT action FROM {table} WHERE id > %s", [after])
            return [action for (action,) in cursor.fetchall()]

    def _hold(self, lines: list[Any], written: set[str], *, is_excused: bool) -> None:
        sealed: dict[Any, dict[str, Any]] = defaultdict(dict)
        for line in lines:
            owner = line.tournament if isinstance(line, JournalEntry) else line.club
            sealed[owner] |= line.data.get(journal.SEALS, {})
        kinds = {name.partition(" ")[0] for seals in sealed.values() for name in seals}
        for label in sorted(written - UNSEALED_IN.keys()):
            needed = _kinds_of().get(label, set())
            if needed and not needed & kinds and not is_excused:
                FOUND.append(f"{self.service} changed {label}, but no line seals any {' or '.join(sorted(needed))}")
        for tournament, seals in sealed.items():
            for kind, keys in sealing.keys_in(seals).items():
                there = sealing.states(kind, tournament, keys=keys)
                for key in keys:
                    seal, state = seals[sealing.subject_of(kind, key)], there.get(key)
                    if (seal is None) != (state is None) or (seal and not sealing.fits(seal, state)):
                        FOUND.append(f"{self.service} changed {sealing.subject_of(kind, key)} after its line sealed it")

    def _last_line(self) -> tuple[int, int]:
        with _unseen(self.connection), self.connection.cursor() as cursor:
            # By the library it costs as much as many an act.
            cursor.execute("SELECT (SELECT MAX(id) FROM tables_journalentry), (SELECT MAX(id) FROM tables_siteentry)")
            events, outside = cursor.fetchone()
            return events or 0, outside or 0


def facts_of(line: JournalEntry) -> dict[str, Any]:
    """Return the facts of a line that are for people."""
    return {name: value for name, value in line.data.items() if name not in journal.NOT_TOLD}


@contextmanager
def _unseen(connection: Any) -> Iterator[None]:
    """Ask the database something that no test counts."""
    before, wrappers = connection.force_debug_cursor, connection.execute_wrappers[:]
    connection.force_debug_cursor = False
    connection.execute_wrappers.clear()
    try:
        yield
    finally:
        connection.force_debug_cursor = before
        connection.execute_wrappers[:] = wrappers


@cache
def _labels() -> dict[str, str]:
    """Return the tables of what the journal seals, with the names of their models."""
    found = {}
    for model in set(apps.get_models()) - {JournalEntry}:
        label = model._meta.label
        if way_to_event(model) or isinstance(getattr(model, "sealed_in", None), OfClub | OfSite):
            found[model._meta.db_table] = label
            for many in model._meta.local_many_to_many:
                found[many.remote_field.through._meta.db_table] = label
    return found


@cache
def _outside() -> frozenset[str]:
    """Return the models that the chains of clubs and of the site seal."""
    kinds = {**sealing.kinds_of_club(), **sealing.kinds_of_site()}
    return frozenset(kind.model._meta.label for kind in kinds.values())


@cache
def _kinds_of() -> dict[str, set[str]]:
    """Return by the names of models of which kinds their rows are sealed."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, kind in {**sealing.kinds_of_event(), **sealing.kinds_of_club(), **sealing.kinds_of_site()}.items():
        for model in (kind.model, *(part for part, _link in kind.parts)):
            found[model._meta.label].add(name)
    return found


def _service_entered() -> str:
    """Return the service that enters a transaction right now, by decorator or block; empty if it is not one's."""
    frame = sys._getframe(2)
    module, name = str(frame.f_globals["__name__"]), frame.f_code.co_name
    if frame.f_code.co_filename == CONTEXTLIB and (function := frame.f_locals.get("func")):
        module, name = getattr(function, "__module__", ""), function.__name__
    return f"{module}.{name}" if OURS.match(module) else ""


def _enter(self: transaction.Atomic) -> None:
    service = "" if getattr(_outermost, "act", None) else _service_entered()
    ENTER(self)
    if service:
        act = _outermost.act = Act(service, self.using or DEFAULT_DB_ALIAS)
        _outermost.atomic = self
        act.connection.execute_wrappers.append(act)


def _exit(self: transaction.Atomic, kind: Any, value: Any, trace: Any) -> None:
    act = getattr(_outermost, "act", None)
    if act is None or _outermost.atomic is not self:
        EXIT(self, kind, value, trace)
        return
    try:
        if act in act.connection.execute_wrappers:
            act.connection.execute_wrappers.remove(act)
        if kind is None and not act.connection.needs_rollback and act.connection.in_atomic_block:
            act.end()
    finally:
        _outermost.act = _outermost.atomic = None
        EXIT(self, kind, value, trace)


ENTER, EXIT = transaction.Atomic.__enter__, transaction.Atomic.__exit__


def pytest_configure() -> None:
    """Watch every transaction of this process, and every refusal."""
    transaction.Atomic.__enter__, transaction.Atomic.__exit__ = _enter, _exit
    make = Refused.__init__

    def noted(self: Refused, code: str, /, *args: Any, **facts: Any) -> None:
        PROVOKED["codes"].add(code)
        make(self, code, *args, **facts)

    Refused.__init__ = noted


@pytest.fixture(scope="module", autouse=True)
def _held_anew() -> None:
    HELD.clear()


@pytest.fixture(autouse=True)
def _every_act_is_told() -> Iterator[None]:
    """Fail the test in which a service changed a row of an event without telling the journal."""
    yield
    # With what worlds did that are made once for many tests: the first of these hears of it.
    told, FOUND[:] = [*dict.fromkeys(FOUND)], []
    assert not told, "; ".join(told)
