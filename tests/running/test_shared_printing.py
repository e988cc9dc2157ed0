"""Runs of printing seen from another machine of the site: its processes cannot be asked whether they live."""

import json
import os
import time
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.paper.documents.print_order import Wanted
from scoring.paper.runs import runs
from scoring.paper.runs.runs import Run, Stage


@pytest.fixture
def begun(settings, tmp_path, monkeypatch):
    """A run that another machine works at, by a process this one has not."""
    settings.PRINT_DIR = tmp_path
    monkeypatch.setattr(runs, "spawn", lambda key: None)
    wanted = Wanted(kind="plan", language="en")
    made = runs.start(Run(key=uuid4().hex, slug="cup", site="", asked_at=timezone.now(), wanted=wanted))
    state = {"stage": "working", "process": 2**22 - 3, "machine": "another"}
    (tmp_path / made.key / "state.json").write_text(json.dumps(state))
    return made


def stage(made: Run) -> Stage:
    found = runs.found(made.key)
    assert found
    return found.stage


def test_a_run_of_another_machine_is_not_taken_for_lost(begun):
    assert stage(begun) is Stage.WORKING


def test_until_it_was_silent_for_long(begun, tmp_path):
    silent = time.time() - (runs.SILENT_FOR + timedelta(seconds=1)).total_seconds()
    os.utime(tmp_path / begun.key / "state.json", (silent, silent))

    assert stage(begun) is Stage.FAILED


def test_one_of_this_machine_is_lost_as_soon_as_its_process_is(begun, tmp_path, monkeypatch):
    monkeypatch.setattr(runs.platform, "node", lambda: "another")

    assert stage(begun) is Stage.FAILED
