"""What is entered goes before what is shown."""

import threading
import time
from types import SimpleNamespace

import pytest

from scoring.lists.services import turns


def test_where_nobody_enters_nobody_waits():
    begun = time.perf_counter()
    turns.wait()
    assert time.perf_counter() - begun < turns.PATIENCE


def test_an_open_page_waits_until_the_entry_is_saved(monkeypatch):
    monkeypatch.setattr(turns, "PATIENCE", 60.0)
    order, waits = [], threading.Event()

    def look() -> None:
        waits.set()
        turns.wait()
        order.append("shown")

    page = threading.Thread(target=look)
    with turns.entering():
        page.start()
        waits.wait()
        order.append("saved")
    page.join()

    assert order == ["saved", "shown"]


def test_but_not_without_end():
    with turns.entering():
        turns.wait()


def test_an_entry_that_fails_gives_its_turn_back(monkeypatch):
    monkeypatch.setattr(turns, "PATIENCE", 60.0)
    with pytest.raises(ValueError, match="broken"), turns.entering():
        raise ValueError("broken")
    turns.wait()


def test_it_is_known_how_long_the_longest_took_since_it_was_last_asked(monkeypatch):
    now = iter([10.0, 10.5, 20.0, 20.25])
    monkeypatch.setattr(turns, "time", SimpleNamespace(monotonic=lambda: next(now)))
    turns.longest()
    for _ in range(2):
        with turns.entering():
            pass

    assert turns.longest() == 0.5
    assert turns.longest() == 0.0
