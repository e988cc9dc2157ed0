"""Sending a form as a browser sends it: with what the page says was seen of the row when it was made."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests.support.page_reader import Form, Page, Visitor


def seen_at(client: Client, path: str, sent: Mapping[str, Any], *, page: str = "") -> dict[str, str]:
    """Return what the form of a page that takes these values says was seen, by the name of its field.

    ``page`` is where the form stands, if that is not where it is sent to.
    """
    answer = client.get(page or path)
    assert answer.status_code == 200, answer.status_code
    return seen_in(answer, sent)


def seen_in(answer: HttpResponse, sent: Mapping[str, Any]) -> dict[str, str]:
    """Return the same of a page that was answered already."""
    wanted = [f"{name}={sent[name]}" for name in ("act", "action", "mark") if sent.get(name)]
    forms = [form for form in Page(Visitor(), answer, "/").forms() if form.has(*wanted)]
    if not wanted:
        forms = [form for form in forms if form.has(*(name for name in sent if name != "entry_key"))]
    found = next((held for form in forms if (held := _held(form))), {})
    assert found, f"no form that takes {wanted or list(sent)} says what was seen"
    return found


def post_seen(
    client: Client, path: str, sent: Mapping[str, Any] | None = None, *, page: str = "", **more: Any
) -> HttpResponse:
    """Look at a page and send its form at once, filled in with these values alone."""
    return client.post(path, {**seen_at(client, path, sent or {}, page=page), **(sent or {})}, **more)


def _held(form: Form) -> dict[str, str]:
    named = (one for one in form.inputs if one.attrs["name"].rpartition("-")[2] == "seen")
    return {one.attrs["name"]: one.attrs["value"] for one in named}
