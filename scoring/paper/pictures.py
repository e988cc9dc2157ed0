"""An event's own pictures: looked at when they are brought, drawn anew, kept between two printings."""

import contextlib
import io
import re
import shutil
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from xml.etree.ElementTree import Element, ParseError, register_namespace, tostring

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring
from django.conf import settings

SVG: Final = "http://www.w3.org/2000/svg"
MOST_PARTS: Final = 20_000  # parts that are drawn, each as often as it is drawn
DEEPEST: Final = 60
DOES: Final = {"script", "foreignObject", "handler", "iframe", "object", "embed", "audio", "video"}
WITHIN: Final = re.compile(r"#|data:image/png;base64,")
OUTSIDE: Final = re.compile(r"""@import|url\((?!\s*["']?\s*#)|\\""", re.IGNORECASE)


class RefusedPicture(ValueError):
    """A picture that may not stand on paper."""

    def __init__(self, code: str, what: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.what = what


def drawn(content: bytes) -> bytes:
    """Return a drawing with nothing in it but what is drawn, or raise RefusedPicture if it does or loads more."""
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

    try:
        content = b64decode("".join(value.partition(",")[2].split()), validate=True)
    except ValueError:
        raise RefusedPicture("broken-png") from None
    if looked_at(content).kind != "png":
        raise RefusedPicture("broken-png")


def _times(part: Element, named: Mapping[str, Element], values: dict[Any, int], *, depth: int) -> int:
    """Return how many parts are drawn where a part is: what is used again counts again."""
    if depth > DEEPEST:
        # It uses itself, or what uses it.
        return MOST_PARTS + 1
    if part in values:
        return values[part]
    total = 1 + sum(_times(kid, named, values, depth=depth + 1) for kid in part)
    for name, value in part.attrib.items():
        used = named.get(value[1:]) if _word(name) == "href" and value.startswith("#") else None
        total += _times(used, named, values, depth=depth + 1) if used is not None else 0
        if total > MOST_PARTS:
            break
    values[part] = total
    return total


def _word(name: str) -> str:
    return name.rpartition("}")[2]


MOST_BYTES: Final = 4_000_000
MOST_DOTS: Final = 40_000_000
LONGEST: Final = 3508  # dots along an A4 sheet at 300 a inch: a printer shows no more
PNG: Final = b"\x89PNG\r\n\x1a\n"
TYPES: Final = {"png": "image/png", "svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture that was looked at."""

    kind: str
    content: bytes

    @property
    def key(self) -> str:
        """What it is called where it is kept: the same picture is the same file."""
        return f"{sha256(self.content).hexdigest()[:32]}.{self.kind}"

    @property
    def address(self) -> str:
        """It as an address, for the documents it is on."""
        return f"data:{TYPES[self.kind]};base64,{b64encode(self.content).decode()}"


def looked_at(content: bytes) -> Picture:
    """Return a picture written anew from what was understood of it, or raise RefusedPicture if it cannot be."""
    if len(content) > MOST_BYTES:
        raise RefusedPicture("too-big")
    if content.startswith(PNG):
        return Picture(kind="png", content=_dots(content))
    if b"<svg" in content[:20_000] or b":svg" in content[:20_000]:
        return Picture(kind="svg", content=drawn(content))
    raise RefusedPicture("jpeg" if content.startswith(b"\xff\xd8") else "no-picture")


def _dots(content: bytes) -> bytes:
    from PIL import Image

    try:
        # Whether it is whole has to be asked for: the typesetter lets every library read half a picture.
        with Image.open(io.BytesIO(content), formats=["PNG"]) as image_file:
            has_too_many = image_file.width * image_file.height > MOST_DOTS
            image_file.verify()
        if not has_too_many:
            with Image.open(io.BytesIO(content), formats=["PNG"]) as image_file:
                # Of what else is in the file nothing is kept: where a photo was taken, by whom.
                clean = image_file.convert("RGBA" if image_file.has_transparency_data else "RGB")
    except Image.DecompressionBombError:
        has_too_many = True
    except (OSError, SyntaxError, ValueError, EOFError) as broken:
        raise RefusedPicture("broken-png") from broken
    if has_too_many:
        raise RefusedPicture("too-many-dots")
    clean.thumbnail((LONGEST, LONGEST))
    out = io.BytesIO()
    clean.save(out, "PNG")
    return out.getvalue()


KEY: Final = re.compile(r"[0-9a-f]{32}\.(png|svg)")
MOST_KEPT: Final = 8  # pictures of each use: a run that still waits has the one it was asked for


def keep(slug: str, use: str, picture: Picture) -> None:
    """Keep a picture for a use, ``logo`` or ``background``; the next time it is offered."""
    folder = _folder(slug, use)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = folder / picture.key
    unfinished = file.with_suffix(".part")
    unfinished.write_bytes(picture.content)
    unfinished.replace(file)
    for old in _newest_first(folder)[MOST_KEPT:]:
        old.unlink(missing_ok=True)


def latest_of(slug: str) -> dict[str, str]:
    """Return the keys of the pictures that were kept last, by their use."""
    paths = {folder.name: _newest_first(folder) for folder in (_root() / slug).glob("*")}
    return {use: files[0].name for use, files in paths.items() if files}


def picture(slug: str, use: str, key: str | None) -> Picture | None:
    """Return a picture that is kept, or None where there is none by this key any more."""
    if not key or not KEY.fullmatch(key):
        return None
    try:
        return Picture(kind=key.rpartition(".")[2], content=(_folder(slug, use) / key).read_bytes())
    except OSError:
        return None


def drop_all_of(slug: str) -> None:
    """Delete the pictures of an event."""
    shutil.rmtree(_root() / slug, ignore_errors=True)


def _newest_first(folder: Path) -> list[Path]:
    values = {}
    for file in folder.glob("*"):
        with contextlib.suppress(OSError):
            if KEY.fullmatch(file.name):
                values[file] = file.stat().st_mtime_ns
    return sorted(values, key=lambda file: -values[file])


def _root() -> Path:
    return Path(settings.PRINT_DIR) / "own-pictures"


def _folder(slug: str, use: str) -> Path:
    return _root() / slug / use
