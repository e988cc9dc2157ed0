"""Runs of the print desk: how far they are, what is kept, the process they have; what is set behind whoever asks."""

import json
import os
import re
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape
from uuid import uuid4

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring.paper.documents.catalogue import KINDS
from scoring.paper.forms import WantedPaper
from scoring.paper.runs import runs, working
from scoring.paper.runs.runs import Run, Stage
from scoring.paper.typesetting import pdf
from scoring.paper.typesetting.walls import Size
from skatturnier.machine import processes
from tests.paper.printed import RANKING, running
from tests.support import factories

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("asked")]


def run(kind="plan", **fields):
    told = {"slug": "cup", "site": "", "asked_at": timezone.now()}
    return Run(key=uuid4().hex, **{"wanted": WantedPaper(kind=kind, language="en"), **told, **fields})


def page(director, found):
    return director.get(f"/t/cup/office/print/{found.key}/").text


class TestHowFarItIs:
    @pytest.fixture
    def begun(self):
        factories.tournament()
        return runs.start(run())

    def test_is_shown_while_it_waits_and_page_by_page_and_no_file_is_sent_before_it_is_whole(self, director, begun):
        waits = ("It is next", 'hx-trigger="every 1s"', "Look again")
        assert [said for said in waits if said not in page(director, begun)] == []
        runs.report(begun, stage=Stage.WORKING, pages=250, done=100)
        begun.path.with_suffix(".part").write_bytes(b"%PDF-half")
        assert '<progress value="100" max="250"' in page(director, begun)
        assert director.get(f"/t/cup/office/print/{begun.key}/file/").status_code == 404
        # When a script asks it is only the part that changes.
        answer = director.get(f"/t/cup/office/print/{begun.key}/", headers={"hx-request": "true"})
        assert answer.text.lstrip().startswith('<section class="panel stack" id="run"')

    def test_is_found_by_its_key_alone_and_opens_by_itself_once_it_is_made_unless_there_is_something_to_read_first(
        self, director, begun
    ):
        for key in ("0" * 32, "..", "lock", "%2e%2e", "x" * 300):
            assert director.get(f"/t/cup/office/print/{key}/file/").status_code == 404, key
        runs.keep(begun, b"%PDF-")
        for more, opens in (({}, True), ({"takes_more": True}, False)):
            runs.report(begun, stage=Stage.DONE, file=begun.path.name, **more)
            assert ("data-opens" in page(director, begun)) is opens

    def test_says_that_its_process_is_gone_or_never_began(self, director, begun):
        runs.report(begun, stage=Stage.WORKING)
        state = begun.path.parent / "state.json"
        state.write_text('{"stage": ')
        half_written = director.get(f"/t/cup/office/print/{begun.key}/")
        assert half_written["Location"] == "/t/cup/office/print/", "for a moment it is not there"
        no_process = 2**22 - 3
        state.write_text(json.dumps({"stage": "working", "process": no_process}))

        content = page(director, begun)

        assert ("broken off" in content, 'hx-trigger="every 1s"' in content) == (True, False)
        late = runs.start(run(asked_at=timezone.now() - 2 * runs.BEGINS_WITHIN))
        assert "broken off" in page(director, late)

    def test_says_that_something_went_wrong_or_that_there_is_nothing_to_print_any_more(
        self, director, begun, monkeypatch
    ):
        working.work(replace(begun, wanted=WantedPaper(kind="sheets", language="en")))
        assert "nothing of it to print any more" in page(director, begun)

        monkeypatch.setattr(working, "compose", lambda _task: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            working.work(begun)

        assert "could not be made" in page(director, begun)


def test_what_is_kept_goes_after_two_hours_or_unread_is_not_too_much_and_readable_for_nobody_else(
    monkeypatch, settings
):
    old = runs.start(run(asked_at=timezone.now() - runs.KEPT_FOR - timedelta(seconds=1)))
    runs.keep(old, b"names")
    assert old.path.parent.stat().st_mode & 0o077 == 0
    # Of which nobody can read what it is.
    folder = settings.PRINT_DIR / ("a" * 32)
    folder.mkdir(parents=True)
    os.utime(folder, (1, 1))

    runs.start(run())

    assert [path for path in (old.path, old.path.parent, folder) if path.exists()] == []
    monkeypatch.setattr(runs, "MOST_KEPT", 3)
    for minutes in range(5):
        made = runs.start(run(asked_at=timezone.now() - timedelta(minutes=minutes)))
        runs.report(made, stage=Stage.DONE)
    runs.start(run())
    assert len(runs.of_tournament("cup")) == 4


@pytest.mark.slow
class TestAProcessOfItsOwn:
    def test_makes_its_file_of_a_run_that_there_is_and_steps_back_behind_the_hall(self, monkeypatch):
        factories.tournament(entrants=4)
        stepped = []
        monkeypatch.setattr(os, "nice", stepped.append)
        # The process that tests must not step back itself.
        monkeypatch.setattr(os, "sched_setscheduler", lambda _process, policy, _of: stepped.append(policy))
        monkeypatch.setattr(processes, "BEHIND", 10)
        begun = runs.start(run())

        call_command("print_run", begun.key)

        made = runs.by_key(begun.key)
        assert (made.path.read_bytes()[:4], made.stage, made.title) == (b"%PDF", Stage.DONE, "Tournament plan")
        assert stepped == [20, os.SCHED_IDLE]
        with pytest.raises(CommandError, match="no such run"):
            call_command("print_run", "0" * 32)

    def test_tells_how_many_pages_are_laid_out(self, monkeypatch):
        series = factories.running_series(factories.tournament(entrants=8))
        told = []
        monkeypatch.setattr(working, "EVERY", -1)
        monkeypatch.setattr(runs, "report", lambda _run, **state: told.append(state))

        wanted = WantedPaper(kind="sheets", language="en", series=series.number)
        working.work(runs.start(run(wanted=wanted)))

        assert [(state["done"], state["pages"]) for state in told if "done" in state] == [(1, 2), (2, 2)]


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "takes_more"), [(Size.A5, True), (Size.A3, False)])
def test_takes_more_pages_than_were_chosen_only_where_nobody_could_read_it_else_and_says_so(director, size, takes_more):
    factories.tournament(entrants=68)
    found = runs.start(run(wanted=WantedPaper(kind="entrants", language="en", size=size, pages=1)))

    working.work(found)

    assert ("more pages than you chose" in page(director, found)) is takes_more


def test_what_is_wanted_survives_being_written_down():
    for kind in KINDS:
        wanted = WantedPaper(kind=kind, language="es", tables=(1, 2), series=3, places=None, size=Size.A3)
        assert WantedPaper.from_json(wanted.as_json()) == wanted


class TestWhatTakesLong:
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

        theirs = being_made("1", slowly)
        assert [being_made("2", slowly, since=1, asked=asked) for asked in (theirs, "")] == [theirs, ""]
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

        theirs = being_made("1", fails)
        ready.set()
        behind.submit(str).result()

        assert "A paper could not be made" in caplog.text
        monkeypatch.setattr(runs, "WAITS", 60)
        again = runs.made_once("cup", "ranking", "1", lambda: ("ranking.pdf", b"1"), asked=theirs)
        assert again == ("ranking.pdf", b"1")

    def test_the_page_asks_again_for_what_is_made_for_it(self, client, behind, monkeypatch):
        running(4)
        ready = threading.Event()
        monkeypatch.setattr(pdf, "typeset", lambda document: ready.wait() and b"%PDF-1")

        told = client.get(f"{RANKING}?classes=1")

        ready.set()
        behind.submit(str).result()
        assert told.status_code == 503
        [address] = re.findall(r'content="2; url=(\?classes=1&amp;asked=[^"]+)"', told.text)
        assert f'href="{address}"' in told.text
        assert client.get(RANKING + unescape(address)).content == b"%PDF-1"


@pytest.mark.parametrize(("letters", "until_it_is_new"), [(0, 100), (1_999, 100), (2_000, 50), (250_000, 1)])
def test_what_sets_pages_is_a_new_one_before_it_holds_too_much(monkeypatch, letters, until_it_is_new):
    """A long ranking leaves more behind than a sheet."""
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


def being_made(key: str, make, **told) -> str:
    """Ask for what takes longer than anybody waits, and return by what to ask again."""
    with pytest.raises(runs.BeingMade) as answer:
        runs.made_once("cup", "ranking", key, make, **{"asked": "", **told})
    return answer.value.paper


def _cannot() -> runs.File:
    raise pdf.CannotTypeset
