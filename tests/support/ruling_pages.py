"""What the tests of a judge's page share: where it is, what is sent to it, a list with an objection to it."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring.lists.models import GameListRow
from tests.support import factories
from tests.support.objections_and_rulings import raised

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
