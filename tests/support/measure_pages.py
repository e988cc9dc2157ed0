"""Addresses and posts of the direction's measures and corrections."""

import re
from typing import Any
from uuid import uuid4

from django.test import Client

MEASURES = "/t/cup/office/measures/"
LISTED = "/t/cup/office/bench/?kind=measure"
NEW = f"{MEASURES}new/"
CORRECT = "/t/cup/office/series/1/table/1/correct/"
CORRECTIONS = "/t/cup/office/corrections/"


def text(response: Any) -> str:
    """Return a page as one line of text."""
    return " ".join(response.content.decode().split())


def wanted(**fields: Any) -> dict[str, Any]:
    """Return what the form of an order posts."""
    return {"entry_key": uuid4(), "reason": "Zweimal ermahnt", "clause": "SkWO 4.3", "action": "preview", **fields}


def mended(**fields: Any) -> dict[str, Any]:
    """Return what the form posts to have a Grand with 2, lost by seat 2, in the list."""
    line = {"number": 1, "declarer": 2, "game": "grand", "matadors": 2, "outcome": "lost"}
    return wanted(**{"clause": "SkWO 7.2.5", **line, **fields})


def seen(response: Any) -> str:
    """Return the fingerprint of what a preview shows."""
    found = re.search(r'name="shown" value="(\w+)"', response.content.decode())
    return found[1] if found else ""


def done(client: Client, path: str, sent: dict[str, Any]) -> Any:
    """Look at a form's effect, and carry it out."""
    shown = client.post(path, sent)
    assert shown.status_code == 200
    return client.post(path, {**sent, "action": "order", "shown": seen(shown)})
