"""What a document may load: the site's own style sheets and pictures, and nothing else in the world."""

import re
from base64 import b64decode
from pathlib import Path, PurePath
from typing import Any, Final
from urllib.parse import unquote

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import SuspiciousFileOperation

KINDS: Final = {".css": "text/css; charset=utf-8", ".png": "image/png"}
"""What a document may ask for."""

SITE: Final = "https://site.invalid"
"""Where documents think they are, so that addresses like /static/... are whole. Nobody is there (RFC 2606)."""

BROUGHT: Final = re.compile(r"data:(image/(?:png|svg\+xml));base64,(.*)", re.DOTALL)
"""What is no address: a picture that a document brings along."""

STYLES: Final = re.compile(r'<link rel="stylesheet" href="(/[^/"][^"]*)">')


class RefusedAddress(ValueError):
    """A document asks for something that is not one of the site's own style sheets or pictures."""


class NotHandedOver(Exception):
    """The typesetter did not take what it asked for, and would have gone on without it."""


def own_files_only(lost: list[Exception]) -> Any:
    """Return what fetches the site's own files for a document and refuses every other address.

    The typesetter shrugs at whatever goes wrong with a file. What goes wrong with one that it may have is ``lost``.
    """
    try:
        from weasyprint.urls import URLFetcher, URLFetcherResponse
    except ImportError:
        # Before version 68 a function was asked.
        return lambda url, *_more, **_told: dict(zip(("string", "mime_type"), _given(url), strict=True))

    class OwnFilesOnly(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, *_more: object, **_told: object) -> Any:
            content, kind = _given(url)
            try:
                return URLFetcherResponse(url, content, {"Content-Type": kind})
            except Exception as error:
                lost.append(error)
                raise

    return OwnFilesOnly()


def with_styles_inside(html: str) -> str:
    """Return the HTML of a document with its style sheets in it, so that none has to be fetched."""
    return STYLES.sub(lambda found: f"<style>{own_file(f'{SITE}{found[1]}').decode()}</style>", html)


def own_file(url: str) -> bytes:
    """Return one of the site's own style sheets or pictures.

    :raises RefusedAddress: for every other address.
    """
    start = f"{SITE}{settings.STATIC_URL}"
    name = unquote(url.removeprefix(start))
    if not url.startswith(start) or PurePath(name).suffix not in KINDS:
        raise RefusedAddress(url)
    try:
        if staticfiles_storage.exists(name):
            with staticfiles_storage.open(name) as file:
                return bytes(file.read())
        found = finders.find(name)
    except SuspiciousFileOperation:
        raise RefusedAddress(url) from None
    if not found:
        raise RefusedAddress(url)
    return Path(found).read_bytes()


def _given(url: str) -> tuple[bytes, str]:
    """Return what an address is for, and of which kind it is.

    :raises RefusedAddress: if it is nothing of the site's own.
    """
    if brought := BROUGHT.fullmatch(url):
        return b64decode(brought[2]), brought[1]
    return own_file(url), KINDS[PurePath(unquote(url)).suffix]
