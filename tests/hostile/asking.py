"""Asking the site something, so that nothing of it stays and nothing that goes wrong is missed."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.utils.datastructures import MultiValueDict

SECONDS = 1.0
"""No answer to nonsense may keep the processor busy for longer."""

PAPER = ("pdf", "xlsx", "ods", "csv")


class Asking:
    """A count of what was asked, and what went wrong."""

    def __init__(self) -> None:
        self.asked = 0
        self.slowest = (0.0, "")
        self.wrong: list[str] = []

    def held(self, what: str) -> str:
        """Return how many of what were asked, after none of them went wrong."""
        assert not self.wrong, f"{len(self.wrong)} of {self.asked} {what}:\n" + "\n".join(self.wrong[:40])
        return f"{self.asked} {what}: 0 errors, the slowest {self.slowest[0]:.1f} s"

    def ask(self, client: Client, method: str, address: str, *, slow: bool = False, **how: Any) -> int:
        """Ask, put everything back, and note an error or an answer that took too long; return the status."""
        self.asked += 1
        return self._answered(client, method, address, slow=slow, again=True, how=how)

    def _answered(
        self, client: Client, method: str, address: str, *, slow: bool, again: bool, how: dict[str, Any]
    ) -> int:
        about = f"{method} {address[:120]} {str(how)[:160]!r}"
        began = time.process_time()
        try:
            with transaction.atomic():
                answer = client.generic(method, address, **how)
                _read(answer)
                transaction.set_rollback(True)
        except Exception as error:
            self.wrong.append(f"{about}: {type(error).__name__}: {str(error)[:200]}")
            return 500
        took = time.process_time() - began
        if took > SECONDS and again and not slow:
            # The first to ask waits until templates are read; whoever asks again does not.
            return self._answered(client, method, address, slow=slow, again=False, how=how)
        self.slowest = max(self.slowest, (took, about))
        if answer.status_code >= 500:
            self.wrong.append(f"{about}: {answer.status_code}")
        elif took > SECONDS and not slow:
            self.wrong.append(f"{about}: took {took:.1f} s")
        return answer.status_code


@contextmanager
def noted() -> Iterator[set[str]]:
    """Note which names the site looks for behind the question mark of an address, or in a form."""
    names: set[str] = set()

    def noting(look: Callable[..., Any]) -> Callable[..., Any]:
        def looked(self: MultiValueDict[str, Any], name: str, *more: Any, **how: Any) -> Any:
            names.add(name)
            return look(self, name, *more, **how)

        return looked

    with pytest.MonkeyPatch.context() as patch:
        for method in ("__getitem__", "__contains__", "_getlist"):
            patch.setattr(MultiValueDict, method, noting(getattr(MultiValueDict, method)))
        yield names


def _read(answer: HttpResponse) -> None:
    if answer.streaming:
        for _piece in answer:
            pass


def some(values: Iterable[Any], at: int, count: int) -> list[Any]:
    """Return some of the values, others at each place, so that all come round."""
    them = list(values)
    return [them[(at * count + step) % len(them)] for step in range(count)]
