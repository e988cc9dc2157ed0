"""Papers that take long are made behind whoever asks, in a process beside those that answer."""

import re
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
import time_machine

from scoring.paper.runs import runs
from scoring.paper.typesetting import pdf
from tests.paper.printed import RANKING, running


class TestBehind:
    """What takes long is made in a thread of its own: none that answers requests waits for it."""

    @pytest.fixture
    def behind(self, monkeypatch) -> Iterator[ThreadPoolExecutor]:
        with ThreadPoolExecutor(1) as pool:
            monkeypatch.setattr(pdf, "is_set_beside", lambda: True)
            monkeypatch.setattr(runs, "_behind", pool)
            monkeypatch.setattr(runs, "WAITS", 0.01)
            yield pool

    def test_what_is_ready_in_time_is_answered_and_so_is_that_nothing_sets_it(self, behind, monkeypatch):
        # What cannot ask again is waited for.
        assert runs.made_once("cup", "preview", "1", lambda: ("1.png", behind.submit(str).result().encode()))
        monkeypatch.setattr(runs, "WAITS", 60)

        assert runs.made_once("cup", "ranking", "1", lambda: ("ranking.pdf", b"1"), asked="") == ("ranking.pdf", b"1")
        with pytest.raises(pdf.CannotTypeset):
            runs.made_once("cup", "ranking", "2", _cannot, asked="")

    def test_whoever_asks_again_gets_what_was_made_for_them_whatever_was_done_since(self, behind, monkeypatch):
        ready = threading.Event()

        def slowly():
            ready.wait()
            return "ranking.pdf", b"1"

        with pytest.raises(runs.BeingMade) as told:
            runs.made_once("cup", "ranking", "1", slowly, asked="")
        theirs = told.value.paper
        with pytest.raises(runs.BeingMade) as told:
            runs.made_once("cup", "ranking", "2", slowly, since=1, asked=theirs)
        assert told.value.paper == theirs
        with pytest.raises(runs.BeingMade) as told:
            runs.made_once("cup", "ranking", "2", slowly, since=1, asked="")
        assert told.value.paper == ""
        ready.set()
        behind.submit(str).result()
        monkeypatch.setattr(runs, "WAITS", 60)

        assert runs.made_once("cup", "ranking", "2", _cannot, since=1, asked=theirs) == ("ranking.pdf", b"1")
        with time_machine.travel(datetime.now(UTC) + timedelta(seconds=90)), pytest.raises(pdf.CannotTypeset):
            runs.made_once("cup", "ranking", "2", _cannot, since=1, asked=theirs)
        for paper, other in (("list of payouts", theirs), ("ranking", "../cup"), ("ranking", "0" * 32)):
            with pytest.raises(pdf.CannotTypeset):
                runs.made_once("cup", paper, "2", _cannot, since=1, asked=other)

    def test_what_fails_behind_is_said_and_tried_anew(self, behind, caplog, monkeypatch):
        ready = threading.Event()

        def fails():
            ready.wait()
            raise OSError

        with pytest.raises(runs.BeingMade) as told:
            runs.made_once("cup", "ranking", "1", fails, asked="")
        ready.set()
        behind.submit(str).result()

        assert "A paper could not be made" in caplog.text
        monkeypatch.setattr(runs, "WAITS", 60)
        again = runs.made_once("cup", "ranking", "1", lambda: ("ranking.pdf", b"1"), asked=told.value.paper)
        assert again == ("ranking.pdf", b"1")

    @pytest.mark.django_db
    def test_the_page_asks_again_for_what_is_made_for_it(self, client, behind, monkeypatch):
        running(4)
        ready = threading.Event()
        monkeypatch.setattr(pdf, "typeset", lambda document: ready.wait() and b"%PDF-1")

        told = client.get(f"{RANKING}?classes=1")

        ready.set()
        behind.submit(str).result()
        assert told.status_code == 503
        [address] = re.findall(r'content="2; url=([^"]+)"', told.content.decode())
        assert address.startswith("?classes=1&amp;asked=")
        assert f'href="{address}"' in told.content.decode()
        assert client.get(RANKING + unescape(address)).content == b"%PDF-1"


class TestBeside:
    """What sets pages is renewed before it holds too much: a long ranking leaves more behind than a sheet."""

    @pytest.mark.parametrize(("letters", "until_it_is_new"), [(0, 100), (1_999, 100), (2_000, 50), (250_000, 1)])
    def test_is_a_new_one_after_much_work(self, monkeypatch, letters, until_it_is_new):
        begun = []

        class Pool:
            def __init__(self, *_how):
                begun.append(self)

            def submit(self, *work):
                done = Future()
                done.set_result(len(begun))
                return done

            def shutdown(self, *, wait):
                assert not wait

        monkeypatch.setattr(pdf, "ProcessPoolExecutor", Pool)
        beside = pdf._Beside()

        processes = [beside.set(len, "x" * letters) for _ in range(until_it_is_new + 1)]

        assert processes == [1] * until_it_is_new + [2]


def _cannot() -> runs.File:
    raise pdf.CannotTypeset
