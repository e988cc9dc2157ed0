"""Every act is tried first while its last write fails: it must be said, and leave nothing behind."""

import copy
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.urls import resolve

from tests.durability.ways import WRITING
from tests.support import remembered_worlds as worlds

ENOUGH = 2
"""How often one act of one page is tried so."""

OF_ITSELF = "django_session"
"""What the framework stores after the act."""


class Writes:
    """Counts what an act writes; the one with the number ``fails`` fails."""

    def __init__(self, *, fails: int = 0) -> None:
        self.count, self.fails = 0, fails

    def __call__(self, execute: Callable[..., object], sql: str, *rest: Any) -> object:
        if sql.startswith(WRITING) and OF_ITSELF not in sql:
            self.count += 1
            if self.count == self.fails:
                raise OperationalError("database or disk is full")
        return execute(sql, *rest)


class Doubt:
    """Posts as the clients of tests do, but not before it has seen each act fail."""

    def __init__(self) -> None:
        self.tried: Counter[tuple[str, ...]] = Counter()
        self.problems: list[str] = []

    @property
    def pages(self) -> set[str]:
        """The names of the addresses whose acts failed and said so."""
        return {name for name, *_ in self.tried}

    def see(self, client: Client, path: str, data: Any, rest: dict[str, Any]) -> None:
        name = resolve(urlsplit(path).path).view_name
        pressed = {**data} if isinstance(data, Mapping) else {}
        act = (name, *(str(pressed.get(field, "")) for field in ("act", "action")))
        if self.tried[act] >= ENOUGH:
            return
        count = Writes()
        with transaction.atomic():
            self._post(client, path, data, rest, count)
            transaction.set_rollback(True)
        if not count.count:
            return
        before = repr(worlds._rows())
        answer = self._post(client, path, data, rest, Writes(fails=count.count))
        self.tried[act] += 1
        if answer.status_code != 503 or "Retry-After" not in answer.headers:
            self.problems.append(f"{act}: {answer.status_code}")
        if repr(worlds._rows()) != before:
            self.problems.append(f"{act}: something is left")

    @staticmethod
    def _post(client: Client, path: str, data: Any, rest: dict[str, Any], writes: Writes) -> Any:
        other = Client(enforce_csrf_checks=client.handler.enforce_csrf_checks, raise_request_exception=False)
        other.defaults, other.cookies = client.defaults, copy.deepcopy(client.cookies)
        # A test's own transaction stands around the act's: it would count as broken, too.
        with transaction.atomic(), connection.execute_wrapper(writes):
            answer = POST(other, path, copy.deepcopy(data), **{**rest, "follow": False})
            transaction.set_rollback(False)
        return answer


POST = Client.post


@contextmanager
def doubting() -> Iterator[Doubt]:
    """Let every client doubt within this block."""
    doubt = Doubt()

    def post(client: Client, path: str, data: Any = None, **rest: Any) -> Any:
        doubt.see(client, path, data or {}, rest)
        return POST(client, path, data, **rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "post", post)
        yield doubt
