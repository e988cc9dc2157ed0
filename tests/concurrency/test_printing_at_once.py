"""Two who print at the same moment: the same form is one run, two forms are two."""

from functools import partial
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.paper.documents.print_order import Wanted
from scoring.paper.runs import runs
from scoring.paper.runs.runs import Run
from tests import factories

pytestmark = pytest.mark.database


@pytest.fixture
def begun(settings, tmp_path, monkeypatch):
    """What was begun, in a folder of its own; nothing is printed."""
    settings.DATA_DIR, settings.PRINT_DIR = tmp_path, tmp_path / "print"
    keys = []
    monkeypatch.setattr(runs, "spawn", keys.append)
    return keys


def run(key: str) -> Run:
    wanted = Wanted(kind="plan", language="en")
    return Run(key=key, slug="cup", site="", wanted=wanted, asked_at=timezone.now())


@pytest.mark.thorough
def test_the_same_form_sent_by_eight_at_once_is_one_run(at_once, begun):
    factories.tournament()
    for _ in range(20):
        wanted = run(uuid4().hex)

        outcomes = at_once(*[partial(runs.start, wanted)] * 8)

        assert [one.key for one in outcomes] == [wanted.key] * 8
        assert begun == [wanted.key]
        begun.clear()
        runs.report(wanted, stage=runs.Stage.DONE)


def test_two_forms_sent_at_once_are_two_runs(at_once, begun):
    factories.tournament()
    wanted = [run(uuid4().hex) for _ in range(2)]

    at_once(*(partial(runs.start, one) for one in wanted))

    assert sorted(begun) == sorted(one.key for one in wanted)
    assert {one.key for one in runs.of_tournament("cup")} == set(begun)
