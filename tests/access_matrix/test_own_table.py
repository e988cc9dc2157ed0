"""Officials who play do not judge their own table, their own call or their own appeal."""

from collections.abc import Callable
from typing import Any, Final
from uuid import uuid4

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from tables.tournaments.models import Tournament
from tests.access_matrix.hall import RUNNING, hall
from tests.access_matrix.roles import everybody
from tests.support import factories
from tests.support import objections_and_rulings as disputes
from tests.support import result_query_pages as querying
from tests.support.measure_pages import CORRECT, MEASURES, mended, seen, wanted
from tests.support.remembered_worlds import _rows as rows
from tests.support.ruling_pages import decide, decision, looked, said

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OBJECTION: Final = "/t/cup/office/objections/3/"
RULE_HERE: Final = "/t/cup/office/series/2/table/1/rule/"

Send = Callable[[Client], HttpResponse]


def post(path: str, sent: Callable[[], dict[str, Any]]) -> Send:
    return lambda client: client.post(path, sent())


def ruling(path: str) -> Send:
    """Look at what a decision does, and decide; whoever does not get to see it decides blindly."""

    def send(client: Client) -> HttpResponse:
        typed = said(deal="1", orders="won")
        shown = client.post(path, typed)
        return client.post(path, looked(client, path, typed) if shown.status_code == 200 else typed | DECIDE)

    return send


def order(path: str, typed: Callable[[], dict[str, Any]]) -> Send:
    """Look at what an order does, and give it."""

    def send(client: Client) -> HttpResponse:
        sent = typed()
        return client.post(path, {**sent, "action": "order", "shown": seen(client.post(path, sent))})

    return send


def lifting() -> dict[str, Any]:
    return {"entry_key": uuid4(), "reason": "Irrtum", "action": "preview"}


DECIDE: Final = {"action": "decide"}
PENALTY: Final = {"series": 2, "entrant": 2, "points": 50, "clause": "SkWO 4.2"}

ACTS: Final[dict[str, tuple[str, Send]]] = {
    "take on an objection": ("judge", post(OBJECTION, lambda: {"action": "take-on"})),
    "withdraw an objection": ("judge", post(OBJECTION, lambda: {"action": "withdraw"})),
    "end many at once": (
        "judge",
        post("/t/cup/office/bench/many/", lambda: {"entry_key": uuid4(), "objections": ["3"], "because": "Unfug"}),
    ),
    "settle an objection": ("judge", post(OBJECTION, lambda: {"action": "settle"})),
    "write down what is found": (
        "judge",
        post(
            OBJECTION, lambda: {"action": "state", "entry_key": uuid4(), "kind": "revoke", "deal": "1", "facts": "Pik."}
        ),
    ),
    "rule on an objection": ("judge", ruling(OBJECTION)),
    "rule at the table": ("judge", ruling(RULE_HERE)),
    "decide an appeal": ("judge", lambda client: decide(client, decision(verdict="dismissed"))),
    "order a measure": ("director", order(f"{MEASURES}new/?kind=penalty", lambda: wanted(**PENALTY))),
    "lift a measure": ("director", order(f"{MEASURES}1/", lifting)),
    "put a signed list right": (
        "director",
        order(f"{CORRECT}?deal=1", lambda: mended(game="hearts", matadors=1, outcome="won")),
    ),
    "answer a query": ("director", post("/t/cup/office/queries/2/", lambda: querying.answer(verdict="dismissed"))),
}
"""What each official does about the table of no. 1, where two of his colleagues play as that number."""


@pytest.mark.proof("own-table")
@pytest.mark.parametrize("what", ACTS)
def test_whoever_plays_there_is_refused_what_his_colleague_may(what, prove):
    made = hall()
    role, send = ACTS[what]
    row = factories.list_of(Tournament.objects.get(pk=made.pk).series.get(number=RUNNING))
    disputes.raised(row)
    browsers = everybody()
    before = rows()

    refused = send(browsers[f"playing-{role}"])

    assert refused.status_code in {302, 403, 422}
    assert rows() == before
    with transaction.atomic():
        assert send(browsers[role]).status_code == 302
        assert rows() != before
        transaction.set_rollback(True)
    prove(f"{what}: 0 done")
