"""Appeals as the tests of their pages file and decide them."""

from typing import Any
from uuid import uuid4

from django.test import Client

from tests.support.objections_and_rulings import seen

TABLE = "/t/cup/series/1/table/1/appeal/"
APPEALS = "/t/cup/office/appeals/"


def appeal(**fields: object) -> dict[str, object]:
    return {"entry_key": uuid4(), "appellant": 3, "deal": 1, "text": "Der Grand war verloren.", **fields}


def decision(**fields: object) -> dict[str, object]:
    said = {
        "verdict": "upheld",
        "orders": "stays",
        "sentence": "Der Grand ist verloren.",
        "reasons": "60 Augen.",
        "clauses": "ISkO 4.2.5",
        "action": "preview",
    }
    return {"entry_key": uuid4(), **said, **fields}


def lost(row, **fields: object) -> dict[str, object]:
    """Return a decision by which deal 1 is lost."""
    ordered = {"number": 1, "declarer": 2, "game": "grand", "matadors": 2, "outcome": "lost", "orders": "stated"}
    return decision(**{"seen": seen(row, 1), **ordered, **fields})


def decide(client: Client, sent: dict[str, object], **follow: bool) -> Any:
    """Look at what a decision of the first appeal does, and decide; return the answer, or why it was not shown."""
    path = f"{APPEALS}1/"
    looked = client.post(path, sent)
    if looked.status_code != 200:
        return looked
    shown = looked.context["shown"]
    return client.post(
        path, sent | {"shown": shown.effect.seen, "seen": shown.seen or "", "action": "decide"}, **follow
    )


def file(client: Client, row, **fields: object) -> None:
    client.get(f"/l/{row.table.key}/")
    assert client.post(TABLE, appeal(**fields)).status_code == 302
