"""Typesetting documents as PDF files; nothing is loaded but the site's own style sheets.

WeasyPrint is imported when the first document is typeset: it costs half a second, and needs Pango, which no wheel
brings along. Where it is missing the site runs on, and documents are printed from the browser.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import SuspiciousFileOperation

from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.specimen import CannotWrite
from scoring.paper.typesetting.stationery import laid_under

logger = logging.getLogger(__name__)

SITE: Final = "https://site.invalid"
"""Where documents think they are, so that addresses like /static/... are whole. Nobody is there (RFC 2606)."""


class CannotTypeset(Exception):
    """This machine lacks what makes PDF files; the browser can still print the page."""


class RefusedAddress(ValueError):
    """A document asks for something that is not one of the site's own style sheets."""


def typeset(document: Document, *, progress: Callable[[int], None] | None = None) -> bytes:
    """Return a document as a PDF file; ``progress`` is told how many pages are laid out.

    :raises CannotTypeset: if the libraries it takes are not installed.
    """
    try:
        import weasyprint
    except (ImportError, OSError) as missing:
        raise CannotTypeset from missing

    # It would warn of every rule of a style sheet that is meant for browsers.
    weasyprint.LOGGER.setLevel(logging.ERROR)
    with _told(progress):
        try:
            return _written(weasyprint, document)
        except CannotWrite as because:
            logger.warning("A document takes longer, for its fonts are not simple: %s", because)
            return _written(weasyprint, document.in_full())


def _written(weasyprint: Any, document: Document) -> bytes:
    html = weasyprint.HTML(string=document.typeset(), base_url=SITE, url_fetcher=_own_files_only())
    finisher = laid_under(document.forms, document.specimens, document.under) if document.under else None
    written: bytes = html.write_pdf(finisher=finisher, pdf_tags=document.is_tagged)
    return written


class _Pages(logging.Handler):
    """Counts the pages that the typesetter says it has laid out."""

    def __init__(self, progress: Callable[[int], None]) -> None:
        super().__init__()
        self.progress = progress

    def emit(self, record: logging.LogRecord) -> None:
        """Read what the typesetter says."""
        if "Page %d" in str(record.msg) and isinstance(record.args, tuple) and record.args:
            self.progress(int(str(record.args[0])))


@contextmanager
def _told(progress: Callable[[int], None] | None) -> Iterator[None]:
    """Listen to the typesetter while it works."""
    if progress is None:
        yield
        return
    logger, handler = logging.getLogger("weasyprint.progress"), _Pages(progress)
    level, logger.propagate = logger.level, False
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
        logger.propagate = True


@cache
def _own_files_only() -> Any:
    """Return what fetches the site's own style sheets for a document and refuses every other address."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class OwnFilesOnly(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, _headers: object = None) -> Any:
            return URLFetcherResponse(url, own_file(url), {"Content-Type": "text/css; charset=utf-8"})

    return OwnFilesOnly()


def own_file(url: str) -> bytes:
    """Return one of the site's own style sheets.

    :raises RefusedAddress: for every other address.
    """
    start = f"{SITE}{settings.STATIC_URL}"
    name = unquote(url.removeprefix(start))
    if not url.startswith(start) or not name.endswith(".css"):
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
