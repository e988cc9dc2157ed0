"""Every form that an office of the site offers, as it stands on its pages."""

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urljoin, urlsplit

from django.urls import resolve

from tests.access_matrix import addresses
from tests.access_matrix.rows import ACCOUNT, KEEPER, OFFICIALS, ROWS
from tests.access_matrix.walking import GIVES_A_KEY
from tests.support.page_reader import Form, Page, Visitor

QUESTIONS: Final = {
    "scoring:rankings": ("?kind=team",),
    "scoring:case-new measure": ("?kind=penalty&entrant=2&series=2",),
    "scoring:board": ("?time",),
    "scoring:entrant": ("?at=data",),
    "scoring:office": ("?end",),
    "scoring:settings": ("?at=classes&class=1",),
    "scoring:money-desk": ("?who=2", "?box=", "?several&n=2"),
    "scoring:money-plan": ("?evening", "?preset=cards", "?tariff=1", "?kind=share", "?kind=steps", "?kind=goods"),
    "scoring:list": ("?copy=second", "?deals"),
    "scoring:correct-signed": ("?deal=1",),
    "tables:book-doubles": ("?person=1",),
}
"""What some pages have to be asked for before they offer a form."""


ALSO: Final = {"scoring:list": ("signed",), "scoring:seat-plan": ("drawn", "planned"), "scoring:board": ("published",)}
"""Where other states of a series or a list offer other forms."""


def offered(*visitors: Visitor) -> Iterator[tuple[str, Form]]:
    """Yield every form that is sent to an office, with the name of the address it is sent to, and of its section."""
    official = OFFICIALS | KEEPER | ACCOUNT
    for name, row in sorted(ROWS.items()):
        if name in GIVES_A_KEY or name.startswith("api:") or row.reads is None or not (row.reads & official):
            continue
        for address in (one for one in addresses.of(name) if one.about in {"", "open", *ALSO.get(name, ())}):
            for question in ("", *QUESTIONS.get(name, ())):
                yield from _on(address.path + question, visitors)


def _on(path: str, visitors: tuple[Visitor, ...]) -> Iterator[tuple[str, Form]]:
    for visitor in visitors:
        response = visitor.client.get(path)
        if response.status_code != 200 or response.streaming or "html" not in response["Content-Type"]:
            continue
        page = Page(visitor, response, path)
        for form in page.forms():
            if form.element.attrs.get("method") == "post":
                action = urljoin(path, form.element.attrs.get("action") or path)
                section = re.search(r"\bat=\w+", urlsplit(action).query)
                match = resolve(urlsplit(action).path)
                name = " ".join(filter(None, (match.view_name, str(match.kwargs.get("kind", "")))))
                yield f"{name} {section[0]}" if section else name, form


def acts_of(form: Form) -> list[str]:
    """Return what the buttons of a form, or the act it names, are called: "act=change"; "" where nothing says."""
    named = [one for one in form.inputs if one.attrs["name"] in {"act", "action"} and one.attrs.get("value")]
    buttons = [one for one in form.inputs if one.tag == "button"]
    return sorted({f"{one.attrs['name']}={one.attrs.get('value', '')}" for one in (*named, *buttons)}) or [""]
