"""The short form of ``python -m tests.concurrency.eight``: eight processes on each database for some seconds.

A hall that asks for its papers all at once: one is typeset at a time, and nobody's thread waits for it.
"""

import threading
from functools import partial

import pytest
from django.test import Client

from scoring.paper.runs.public_papers import alone
from scoring.paper.typesetting import document as paper_document
from scoring.paper.typesetting import pdf
from tests.concurrency import eight
from tests.paper.lists_read import RANKING, SEATS, running
from tests.paper.papers_read import PLAN
from tests.support import factories
from tests.support import postgresql_cluster as cluster

pytestmark = pytest.mark.database


SECONDS = 3


@pytest.mark.thorough
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_eight_processes_never_wait_for_each_other_for_ever(database):
    try:
        found = eight.on(database, seconds=SECONDS)
    except cluster.NoPostgreSQL as missing:
        pytest.skip(f"PostgreSQL is not tested: {missing}")

    assert found["failed"] == {}
    assert found["doubts"] == []
    assert found["deadlocks"] == 0
    assert sum(found["done"].values()) > eight.PROCESSES


CROWD = 24


ADDRESSES = (RANKING, SEATS, PLAN, f"{RANKING}?series=1", f"{RANKING}?class=ladies", f"{RANKING}?class=seniors")


class Press:
    """A typesetter that is at work until it is let go; it knows who was at it at the same time."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()
        self.made: list[str] = []
        self.most, self.now = 0, 0
        self.lock = threading.Lock()

    def typeset(self, document: paper_document.Document) -> bytes:
        with self.lock:
            self.made.append(document.filename)
            self.now += 1
            self.most = max(self.most, self.now)
        # Whoever waits for this while it is at work would wait here as long.
        assert self.goes_on.wait(20)
        with self.lock:
            self.now -= 1
        return b"%PDF-" + document.filename.encode()


@pytest.fixture
def press(monkeypatch) -> Press:
    made = Press()
    monkeypatch.setattr(pdf, "typeset", made.typeset)
    return made


def asked(press: Press, addresses: list[str], answered: list[int], client: Client | None = None) -> bytes:
    """Ask for a document; when all but one are answered, the typesetter is let go."""
    response = (client or Client(headers={"accept-language": "en"})).get(addresses.pop())
    answered.append(response.status_code)
    if len(answered) == CROWD - 1:
        press.goes_on.set()
    assert response.status_code == 200 or response["Retry-After"] == "2"
    return response.content


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("different", [1, len(ADDRESSES)], ids=["the same paper", "many papers"])
def test_of_a_crowd_one_waits_and_all_others_are_told_at_once_to_ask_again(at_once, press, different):
    running(8)
    addresses, answered = [*ADDRESSES[:different]] * (CROWD // different), []

    found = at_once(*[partial(asked, press, addresses, answered)] * CROWD)

    assert [one for one in found if isinstance(one, Exception)] == []
    assert sorted(answered) == [200] + [503] * (CROWD - 1)
    assert (len(press.made), press.most) == (1, 1)
    [page] = {one for one in found if not one.startswith(b"%PDF")} if different == 1 else [b""]
    assert different > 1 or b'<meta http-equiv="refresh" content="2">' in page


def test_who_asks_again_gets_what_was_made_for_the_first(at_once, press, client):
    running(8)
    at_once(*[partial(asked, press, [RANKING] * CROWD, answered := [])] * CROWD)

    assert len(answered) == CROWD
    assert {client.get(RANKING).content for _again in range(CROWD)} == {b"%PDF-cup-ranking"}
    assert press.made == ["cup-ranking"]


def test_a_crowd_keeps_no_official_from_printing(transactional_db, press, director):
    running(8)
    press.goes_on.set()

    with alone("everybody"):
        assert Client().get(SEATS).status_code == 503
        assert director.get("/t/cup/office/entrants.pdf").status_code == 200
    with alone("officials"):
        assert director.get("/t/cup/office/entrants.pdf").status_code == 503
        assert Client().get(SEATS).status_code == 200


def test_another_state_is_another_document(transactional_db, press, client):
    series = running(4)
    press.goes_on.set()
    client.get(RANKING)

    factories.enter(factories.list_of(series), (2, factories.GRAND))
    client.get(RANKING)

    assert press.made == ["cup-ranking"] * 2
