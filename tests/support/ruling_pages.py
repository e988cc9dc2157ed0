"""Pages of rulings, appeals and queries: where they are, what is sent to them, a list with an objection to it."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scoring.disputes.models import Appeal
from scoring.lists.models import GameListRow
from tests.support import factories
from tests.support.objections_and_rulings import raised, seen
from tests.support.tribunal_acts import appeal_about

ON_OBJECTION = "/t/cup/office/objections/1/"
AT_TABLE = "/t/cup/office/series/1/table/1/rule/"
BOTH = pytest.mark.parametrize("url", [ON_OBJECTION, AT_TABLE], ids=["objection", "table"])


def disputed(row: GameListRow) -> GameListRow:
    """Fill a list of four: a Grand with 2 won by seat 2, then seat 1 three times; seat 3 objects to deal 2."""
    factories.fill(row, seat=1)
    row.refresh_from_db()
    raised(row, kind="revoke", deal=2, place=3, text="Er hatte noch Pik.")
    return row


def signed_in(user) -> Client:
    made = Client(headers={"accept-language": "en"})
    made.force_login(user)
    return made


def said(**fields: object) -> dict[str, object]:
    return {
        "entry_key": uuid4(),
        "deal": "2",
        "orders": "lost",
        "sentence": "Der Grand ist einfach verloren.",
        "reasons": "Nicht bedient.",
        "clauses": "ISkO 4.2.3",
        "action": "preview",
        **fields,
    }


def looked(client: Client, url: str, fields: dict[str, object]) -> dict[str, object]:
    """Return a form as the page sends it after its effect was shown."""
    response = client.post(url, fields | {"action": "preview"})
    assert response.status_code == 200, response.content.decode()
    shown = response.context["shown"]
    hidden = {"shown": shown.effect.seen, "seen": shown.seen or "", "action": "decide"}
    if shown.redealing:
        hidden["version"] = response.context["sheet"].row.version
    return fields | hidden


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


def file(row, **fields: object) -> Appeal:
    """Let the third player of a table appeal about its first deal."""
    return appeal_about(row, **{"appellant": 3, "deal": 1, "text": "Der Grand war verloren.", **fields})


BENCH = "/t/cup/office/bench/"
QUERIES = f"{BENCH}?kind=query"
NEW = "/t/cup/office/queries/new/"
ONE = "/t/cup/office/queries/1/"
POST = "/t/cup/office/post/"
HOUR = timedelta(hours=1)


def query(**fields: object) -> dict[str, object]:
    return {"entry_key": uuid4(), "series": 1, "entrant": 3, "text": "Mir fehlen 30 Punkte.", **fields}


def answer(**fields: object) -> dict[str, object]:
    said = {"verdict": "upheld", "reasons": "Verschrieben", "action": "answer"}
    return {"entry_key": uuid4(), **said, **fields}


def mended(**fields: object) -> dict[str, object]:
    """Return an answer that lets seat 2 lose the grand of deal 1."""
    deal = {"number": 1, "declarer": 2, "game": "grand", "matadors": 2, "outcome": "lost"}
    return answer(**{**deal, "witnesses": [1, 2, 3, 4], "action": "preview", **fields})


def text_of(response) -> str:
    return " ".join(response.content.decode().split())


def page(client: Client, address: str = QUERIES) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return text_of(response)
