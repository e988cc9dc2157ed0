"""What everybody asks for is made once of each state, however many ask at the same time."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache
from django.db import connections
from django.test import Client

from scoring.paper.typesetting import pdf
from tests.paper.lists_read import RANKING, SEATS
from tests.support import factories

pytestmark = [pytest.mark.slow, pytest.mark.database]

PHONES = 50


@pytest.fixture
def made(monkeypatch, settings, tmp_path):
    """Let a document take until all other phones have their answer; return what was made, and what lets it go on."""
    settings.PRINT_DIR = tmp_path / "print"
    cache.clear()
    files, answered = [], threading.Semaphore(0)
    typeset = pdf.typeset

    def slowly(document, **told):
        files.append(document.filename)
        assert all(answered.acquire(timeout=60) for _phone in range(PHONES - 1))
        return typeset(document, **told)

    monkeypatch.setattr(pdf, "typeset", slowly)
    return files, answered


def ask(address: str, answered: threading.Semaphore) -> tuple[int, bytes]:
    try:
        answer = Client().get(address)
        answered.release()
        return answer.status_code, answer.content
    finally:
        connections.close_all()


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", [RANKING, SEATS])
def test_of_fifty_phones_that_ask_at_once_one_has_it_made_and_all_get_it(made, address):
    files, answered = made
    factories.running_series(factories.tournament(entrants=8))

    with ThreadPoolExecutor(8) as phones:
        found = list(phones.map(ask, [address] * PHONES, [answered] * PHONES))

    # Whoever cannot be served at once is told to ask again, and waits for nobody.
    assert sorted(status for status, _content in found) == [200] + [503] * (PHONES - 1)
    [first] = [content for status, content in found if status == 200]
    assert {ask(address, answered) for _phone in range(PHONES)} == {(200, first)}
    assert len(files) == 1
