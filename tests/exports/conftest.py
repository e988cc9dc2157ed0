"""The evening these tests read, and who reads it."""

import pytest
import time_machine
from django.template.loader import render_to_string
from django.test import Client

from scoring.archive.packing import record
from scoring.paper.typesetting import pdf
from tables.people.models import Entrant
from tests.support import factories
from tests.support.evening import at


@pytest.fixture
def made(db):
    """The event of the evening, far into its fourth series."""
    with time_machine.travel(at(4, 48), tick=False):
        yield factories.evening()


@pytest.fixture
def player(made) -> Client:
    """The browser of no. 1."""
    browser = Client(headers={"accept-language": "en"})
    browser.get(f"/p/{Entrant.objects.get(number=1).key}/")
    return browser


@pytest.fixture
def as_page(monkeypatch) -> None:
    """Let documents be answered as pages: what is on them is the question, not how it is set."""
    monkeypatch.setattr(
        pdf, "typeset", lambda document, **_more: render_to_string(document.template, document.as_page()).encode()
    )


@pytest.fixture
def told(made):
    """Return what the record of the archive says."""
    return record.record(made, made_at=at(4, 50))
