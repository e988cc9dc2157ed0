"""Every form of every page, filled in by somebody who means no good: right but for a field or two, or all wrong."""

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode, urljoin

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.utils.encoding import force_bytes

from tests.hostile import world
from tests.hostile.parsers import BROUGHT, PARSERS
from tests.hostile.payloads import VALUES
from tests.hostile.reading import Asking
from tests.support.page_reader import Form, Page, Visitor, addresses

LEFT_ALONE = ("sign-out", "language")
URLENCODED = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A form, as it stands on a page for somebody."""

    client: Client
    method: str
    action: str
    holds: dict[str, list[str]]
    files: tuple[str, ...] = ()
    buttons: tuple[tuple[str, str], ...] = ()


def targets(client: Client, route_of: dict[str, str]) -> Iterator[Target]:
    """Yield each form that somebody is offered, once."""
    seen = set()
    for name, address in route_of.items():
        if name.endswith(("pdf", "xlsx", "csv", "calendar", "feed", "json")):
            continue
        answer = client.get(address)
        if answer.status_code != 200 or "html" not in answer.headers.get("Content-Type", "") or answer.streaming:
            continue
        for form in Page(Visitor(), answer, address).forms():
            made = _target(client, form, address)
            known = (made.method, made.action.split("?")[0], tuple(sorted(made.holds)), made.buttons, made.files)
            if known not in seen and not any(one in made.action for one in LEFT_ALONE):
                seen.add(known)
                yield made


def _target(client: Client, form: Form, address: str) -> Target:
    return Target(
        client=client,
        method=form.element.attrs.get("method", "get").upper(),
        action=urljoin(address, form.element.attrs.get("action") or address),
        holds={name: values for name, values in _all_of(form).items() if name != "csrfmiddlewaretoken"},
        files=tuple(one.attrs["name"] for one in form.inputs if one.attrs.get("type") == "file"),
        buttons=tuple((one.attrs["name"], one.attrs.get("value", "")) for one in form.inputs if one.tag == "button"),
    )


def _all_of(form: Form) -> dict[str, list[str]]:
    """Return what a form would send, with what nobody has ticked yet."""
    held = form.holds()
    return {one.attrs["name"]: held.get(one.attrs["name"], form.options(one.attrs["name"])[:1])
            for one in form.inputs if one.tag != "button" and one.attrs.get("type") != "file"}  # fmt: skip


def everybody() -> list[Target]:
    """Return every form of the busy day, for each who may be there."""
    places = world.places()
    route_of = addresses(**places)
    at_table = {name: place for name, place in route_of.items() if "series/2/table/1" in place}
    route_of |= {f"{name} of another": place.replace("table/1", "table/3") for name, place in at_table.items()}
    route_of |= {"sign-in": "/sign-in/"}
    return [target for role in world.ROLES for target in targets(world.client(role), route_of)]


def attack(asking: Asking, target: Target, chance: random.Random, *, every: bool = False) -> None:
    """Send a form once, with one field or two of it spoilt, or ``every`` one."""
    data: dict[str, Any] = {name: list(values) for name, values in target.holds.items()}
    data |= {name: [value] for name, value in (target.buttons and [chance.choice(target.buttons)]) or []}
    names = sorted(data)
    spoilt = names if every else chance.sample(names, min(len(names), chance.choice((1, 1, 2))))
    value = chance.choice(VALUES)
    for name in spoilt:
        if every and name in ("act", "action"):
            continue
        data[name] = [value] if every else _spoilt(data[name], chance)
    if target.method == "GET":
        asking.ask(target.client, "GET", f"{target.action.split('?')[0]}?{_encoded(data)}")
    elif target.files:
        files = {name: _file(chance) for name in target.files}
        body = encode_multipart(
            BOUNDARY, {**{name: [_sendable(one) for one in many] for name, many in data.items()}, **files}
        )
        asking.ask(target.client, "POST", target.action, data=body, content_type=MULTIPART_CONTENT)
    else:
        asking.ask(target.client, "POST", target.action, data=_encoded(data), content_type=URLENCODED)


def _spoilt(values: list[str], chance: random.Random) -> list[str]:
    one = chance.choice(VALUES)
    match chance.randrange(5):
        case 0:
            return []
        case 1:
            return [*values, one]
        case 2:
            return [one, *values]
        case 3 if values:
            at = chance.randrange(len(values[0]) + 1)
            return [values[0][:at] + one + values[0][at:]]
    return [one]


def _encoded(data: dict[str, Any]) -> bytes:
    return urlencode(data, doseq=True, encoding="utf-8", errors="surrogatepass").encode()


def _sendable(value: str) -> bytes:
    return force_bytes(value.encode("utf-8", "surrogatepass"))


def _file(chance: random.Random) -> SimpleUploadedFile:
    content = bytearray(chance.choice(chance.choice(list(PARSERS.values())).seeds))
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(content) + 1)
        content[at : at + chance.randrange(3)] = chance.choice(VALUES).encode("utf-8", "surrogatepass")[:2_000]
    return SimpleUploadedFile(quote(chance.choice(VALUES)[:50], errors="replace"), bytes(content))


def deals(asking: Asking, client: Client, chance: random.Random) -> None:
    """Bring what a phone brings, with something in it that no phone says."""
    places, body = world.places(), json.loads(BROUGHT)
    for _ in range(chance.choice((1, 1, 2, 3))):
        _spoil(body, chance)
    key = {"HTTP_X_TABLE_KEY": places["key"], "HTTP_X_DEVICE": "0" * 32}
    said = json.dumps(body).encode("utf-8", "surrogatepass")
    asking.ask(client, "POST", PHONE, data=said, content_type="application/json", **key)


PHONE = "/t/cup/series/2/table/1/phone/"
STRANGE = (
    *(None, True, False, -1, 0, 2**31, 2**63, 1e308, float("nan"), [], {}, [[]], {"a": {}}, "", "first", "second"),
    "enter",
)


def _spoil(part: Any, chance: random.Random) -> None:
    """Put something strange at a random place of a tree."""
    while True:
        at = chance.choice(list(part) if isinstance(part, dict) else list(range(len(part))))
        if isinstance(part[at], dict | list) and part[at] and chance.random() < 0.8:
            part = part[at]
            continue
        # A copy: the next one may be put into it.
        part[at] = deepcopy(chance.choice((*STRANGE, *VALUES)))
        return
