"""Drawings of one's own (SVG): refused where they do, load or repeat too much, and written anew."""

import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from typing import Any, Final
from xml.etree.ElementTree import Element, ParseError, register_namespace, tostring

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

SVG: Final = "http://www.w3.org/2000/svg"
MOST_PARTS: Final = 20_000
"""Parts that are drawn, each as often as it is drawn."""

DEEPEST: Final = 60
DOES: Final = {"script", "foreignObject", "handler", "iframe", "object", "embed", "audio", "video"}
WITHIN: Final = re.compile(r"#|data:image/png;base64,")
OUTSIDE: Final = re.compile(r"""@import|url\((?!\s*["']?\s*#)|\\""", re.IGNORECASE)
"""Of a style what loads something, or hides behind an escape that it does."""


class RefusedPicture(ValueError):
    """A picture that may not stand on paper."""

    def __init__(self, code: str, what: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.what = what


def drawn(content: bytes) -> bytes:
    """Return a drawing as it was understood, with nothing in it but what is drawn.

    :raises RefusedPicture: if it cannot be read, or does, loads or repeats something.
    """
    try:
        root = fromstring(content)
    except DefusedXmlException:
        raise RefusedPicture("svg-entities") from None
    except (ParseError, ValueError, LookupError) as broken:
        raise RefusedPicture("svg-broken") from broken
    if root.tag != f"{{{SVG}}}svg":
        raise RefusedPicture("no-picture")
    parts = list(_parts(root))
    if len(parts) > MOST_PARTS:
        raise RefusedPicture("svg-large")
    for part in parts:
        _look_at(part)
    if _times(root, {part.get("id", ""): part for part in parts}, {}, depth=0) > MOST_PARTS:
        raise RefusedPicture("svg-large")
    if not (root.get("viewBox") or (root.get("width") and root.get("height"))):
        raise RefusedPicture("svg-without-size")
    register_namespace("", SVG)
    register_namespace("xlink", "http://www.w3.org/1999/xlink")
    return bytes(tostring(root, encoding="utf-8"))


def _parts(root: Element) -> Iterator[Element]:
    waiting = [(root, 0)]
    while waiting:
        part, depth = waiting.pop()
        if depth > DEEPEST:
            raise RefusedPicture("svg-large")
        yield part
        waiting += ((kid, depth + 1) for kid in part)


def _look_at(part: Element) -> None:
    if not isinstance(part.tag, str) or _word(part.tag) in DOES:
        raise RefusedPicture("svg-does")
    if _word(part.tag) == "style" and OUTSIDE.search("".join(part.itertext())):
        raise RefusedPicture("svg-outside", "@import, url(...)")
    for name, value in part.attrib.items():
        _look_at_attribute(_word(name).lower(), value.strip())


def _look_at_attribute(name: str, value: str) -> None:
    if name.startswith("on") or "javascript:" in value.lower():
        raise RefusedPicture("svg-does")
    if name in {"href", "src"}:
        if not WITHIN.match(value):
            raise RefusedPicture("svg-outside", value[:80])
        if value.startswith("data:"):
            _look_at_embedded(value)
    elif OUTSIDE.search(value):
        raise RefusedPicture("svg-outside", value[:80])


def _look_at_embedded(value: str) -> None:
    """Look at a picture within a drawing as at one alone."""
    from scoring.paper.pictures.looking import looked_at

    try:
        content = b64decode("".join(value.partition(",")[2].split()), validate=True)
    except ValueError:
        raise RefusedPicture("broken-png") from None
    if looked_at(content).kind != "png":
        raise RefusedPicture("broken-png")


def _times(part: Element, named: Mapping[str, Element], known: dict[Any, int], *, depth: int) -> int:
    """Return how many parts are drawn where a part is: what is used again counts again."""
    if depth > DEEPEST:
        # It uses itself, or what uses it.
        return MOST_PARTS + 1
    if part in known:
        return known[part]
    total = 1 + sum(_times(kid, named, known, depth=depth + 1) for kid in part)
    for name, value in part.attrib.items():
        used = named.get(value[1:]) if _word(name) == "href" and value.startswith("#") else None
        total += _times(used, named, known, depth=depth + 1) if used is not None else 0
        if total > MOST_PARTS:
            break
    known[part] = total
    return total


def _word(name: str) -> str:
    return name.rpartition("}")[2]
