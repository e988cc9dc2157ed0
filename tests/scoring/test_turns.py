"""What is entered goes before what is shown."""

import threading
import time

import pytest

from scoring.services import turns


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
