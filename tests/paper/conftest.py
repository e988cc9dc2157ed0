"""Fixtures of what goes onto paper."""

import pytest

from scoring.paper.runs import runs
from tests.paper.every_kind import whole_event

# A sheet is printed from the list that a table keeps.
from tests.scoring.conftest import at_table, row

__all__ = ["at_table", "row"]


@pytest.fixture
def made():
    """An event of which there is everything."""
    return whole_event()


@pytest.fixture
def asked(settings, tmp_path, monkeypatch):
    """What was asked for, in a folder of the test's own of a site without a certificate; no process is started."""
    settings.DATA_DIR = tmp_path
    settings.PRINT_DIR = tmp_path / "print"
    settings.SIGNING_CERTIFICATE = tmp_path / "signing.p12"
    spawned = []
    monkeypatch.setattr(runs, "spawn", spawned.append)
    return spawned
