"""Runs of the print desk: how far they are, what is kept of them, the process they have."""

import json
import os
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring.paper.documents.catalogue import KINDS
from scoring.paper.forms import WantedPaper
from scoring.paper.runs import runs, working
from scoring.paper.runs.runs import Run, Stage
from scoring.paper.typesetting.walls import Size
from skatturnier.machine import processes
from tests.support import factories

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("asked")]


GONE = 2**22 - 3
"""No process has this number."""


def run(**fields):
    told = {"slug": "cup", "site": "", "asked_at": timezone.now(), **fields}
    return Run(key=uuid4().hex, wanted=WantedPaper(kind="plan", language="en"), **told)


def page(director, found):
    return director.get(f"/t/cup/office/print/{found.key}/")


class TestHowFarItIs:
    @pytest.fixture
    def begun(self):
        factories.tournament()
        return runs.start(run())

    def test_is_shown_while_it_waits_and_page_by_page_and_no_file_is_sent_before_it_is_whole(self, director, begun):
        content = page(director, begun).content.decode()

        assert "It is next" in content
        assert 'hx-trigger="every 1s"' in content
        assert "Look again" in content
        runs.report(begun, stage=Stage.WORKING, pages=250, done=100)
        begun.path.with_suffix(".part").write_bytes(b"%PDF-half")
        assert '<progress value="100" max="250"' in page(director, begun).content.decode()
        assert director.get(f"/t/cup/office/print/{begun.key}/file/").status_code == 404
        # When a script asks it is only the part that changes.
        answer = director.get(f"/t/cup/office/print/{begun.key}/", headers={"hx-request": "true"})
        assert answer.content.decode().lstrip().startswith('<section class="panel stack" id="run"')

    def test_is_found_by_its_key_alone_and_opens_by_itself_once_it_is_made_unless_there_is_something_to_read_first(
        self, director, begun
    ):
        for key in ("0" * 32, "..", "lock", "%2e%2e", "x" * 300):
            assert director.get(f"/t/cup/office/print/{key}/file/").status_code == 404, key
        runs.keep(begun, b"%PDF-")
        runs.report(begun, stage=Stage.DONE, file=begun.path.name)
        assert "data-opens" in page(director, begun).content.decode()

        runs.report(begun, stage=Stage.DONE, file=begun.path.name, takes_more=True)
        assert "data-opens" not in page(director, begun).content.decode()

    def test_says_that_its_process_is_gone_or_never_began(self, director, begun):
        runs.report(begun, stage=Stage.WORKING)
        state = begun.path.parent / "state.json"
        state.write_text('{"stage": ')
        assert page(director, begun)["Location"] == "/t/cup/office/print/", "half written, for a moment it is not there"
        state.write_text(json.dumps({"stage": "working", "process": GONE}))

        content = page(director, begun).content.decode()

        assert "broken off" in content
        assert 'hx-trigger="every 1s"' not in content
        late = runs.start(run(asked_at=timezone.now() - 2 * runs.BEGINS_WITHIN))
        assert "broken off" in page(director, late).content.decode()

    def test_says_that_something_went_wrong_or_that_there_is_nothing_to_print_any_more(
        self, director, begun, monkeypatch
    ):
        working.work(Run(**{**_fields(begun), "wanted": WantedPaper(kind="sheets", language="en")}))
        assert "nothing of it to print any more" in page(director, begun).content.decode()

        monkeypatch.setattr(working, "compose", lambda _task: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            working.work(begun)

        assert "could not be made" in page(director, begun).content.decode()


class TestWhatIsKept:
    def test_is_deleted_after_two_hours_and_readable_for_nobody_else_on_the_machine(self):
        old = runs.start(run(asked_at=timezone.now() - runs.KEPT_FOR - timedelta(seconds=1)))
        runs.keep(old, b"names")
        assert old.path.parent.stat().st_mode & 0o077 == 0

        runs.start(run())

        assert not old.path.exists()
        assert not old.path.parent.exists()

    def test_are_not_too_many(self, monkeypatch):
        monkeypatch.setattr(runs, "MOST_KEPT", 3)
        for minutes in range(5):
            made = runs.start(run(asked_at=timezone.now() - timedelta(minutes=minutes)))
            runs.report(made, stage=Stage.DONE)

        runs.start(run())

        assert len(runs.of_tournament("cup")) == 4

    def test_folders_nobody_can_read_go_away(self, settings):
        folder = settings.PRINT_DIR / ("a" * 32)
        folder.mkdir(parents=True)
        os.utime(folder, (1, 1))

        runs.start(run())

        assert not folder.exists()


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
        assert made.path.read_bytes().startswith(b"%PDF")
        assert (made.stage, made.title) == (Stage.DONE, "Tournament plan")
        assert stepped == [20, os.SCHED_IDLE]
        with pytest.raises(CommandError, match="no such run"):
            call_command("print_run", "0" * 32)

    def test_tells_how_many_pages_are_laid_out(self, monkeypatch):
        series = factories.running_series(factories.tournament(entrants=8))
        told = []
        monkeypatch.setattr(working, "EVERY", -1)
        monkeypatch.setattr(runs, "report", lambda _run, **state: told.append(state))

        wanted = WantedPaper(kind="sheets", language="en", series=series.number)
        working.work(Run(**{**_fields(runs.start(run())), "wanted": wanted}))

        assert [(state["done"], state["pages"]) for state in told if "done" in state] == [(1, 2), (2, 2)]


def _fields(found):
    return {name: getattr(found, name) for name in Run.__dataclass_fields__}


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "takes_more"), [(Size.A5, True), (Size.A3, False)])
def test_takes_more_pages_than_were_chosen_only_where_nobody_could_read_it_else_and_says_so(director, size, takes_more):
    factories.tournament(entrants=68)
    found = runs.start(replace(run(), wanted=WantedPaper(kind="entrants", language="en", size=size, pages=1)))

    working.work(found)

    assert ("more pages than you chose" in page(director, found).content.decode()) is takes_more


def test_what_is_wanted_survives_being_written_down():
    for kind in KINDS:
        wanted = WantedPaper(kind=kind, language="es", tables=(1, 2), series=3, places=None, size=Size.A3)
        assert WantedPaper.from_json(wanted.as_json()) == wanted
