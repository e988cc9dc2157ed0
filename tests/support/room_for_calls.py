"""Room for calls within calls, under every test.

CPython keeps the frames of a thread in chunks of 16 KB. A call across the end of one asks the system for another and
gives it back when it returns. Below a test lie so many calls already that pages meet such an end hundreds of times: a
quarter of the processor's time went into that.
"""

from collections.abc import Callable
from typing import Any, Final

import pytest
from _pytest import runner

SLOTS: Final = 2**16 - 900
"""Slots of eight bytes: with what CPython adds just above half a megabyte, so that it takes a whole one, and its second
half is free for the frames above."""


def with_room(call: Callable[..., Any], *args: Any) -> Any:
    """Return what ``call`` returns, called where the frames of thousands of calls within it fit into one chunk."""
    return call(*args)


with_room.__code__ = with_room.__code__.replace(co_stacksize=SLOTS)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> object:
    """Run a test as ever, with room."""
    return with_room(runner.pytest_runtest_protocol, item, nextitem)
