"""Typesetting documents as PDF files; nothing is loaded but the site's own style sheets and pictures.

WeasyPrint is imported when the first document is typeset: it costs half a second, and needs Pango, which no wheel
brings along. Where it is missing the site runs on, and documents are printed from the browser. It keeps the interpreter
for seconds: a process that answers requests has pages set in one beside it, which steps back behind everything.

Where a document cannot be typeset as it should, the page in question is printed another way, and all others as ever: a
series of 250 sheets must not fail for one name that a library stumbles over, nor for a new version of one.
"""

import io
import logging
import operator
import os
import re
import time
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from functools import cache, partial
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path, PurePath
from threading import Lock, Thread
from typing import Any, Final, TypeVar
from urllib.parse import unquote

import django
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import SuspiciousFileOperation
from django.db import close_old_connections

from scoring.paper.typesetting.document import Attached, Document, Parts, words_alone
from scoring.paper.typesetting.walls import POINT, Taken
from skatturnier.machine import memory, processes

logger = logging.getLogger("skatturnier")

R = TypeVar("R")
BELOW: Final = 15 / POINT  # margin below what hangs on a wall, as ``print/walls.css`` says
DOTS: Final = 110  # to the inch, of a page that is a picture: sharp on screens of double density
A_BATCH: Final = 40  # pages set at once: their memory is given back, and some work grows by their square


BEFORE_IT_ENDS: Final = 100  # steps of one process beside this one: its memory is given back with it
A_STEP: Final = 2_000  # letters that count as a step more: after a ranking of a thousand it holds a hundred megabytes
LOOKS_AFTER: Final = 1  # seconds between two looks whether the process that it is beside is still there
KINDS: Final = {".css": "text/css; charset=utf-8", ".png": "image/png"}
SITE: Final = "https://site.invalid"  # makes addresses like /static/... whole; nobody is there (RFC 2606)
BROUGHT: Final = re.compile(r"data:(image/(?:png|svg\+xml));base64,(.*)", re.DOTALL)  # a picture in the document
STYLES: Final = re.compile(r'<link rel="stylesheet" href="(/[^/"][^"]*)">')


class CannotTypeset(Exception):
    """What makes PDF files is missing here, or broken; the browser can still print the page."""


def typeset(
    document: Document, *, progress: Callable[[int], None] | None = None, cores: int = 1, is_kept: bool = False
) -> bytes:
    """Return a document as a PDF file, telling ``progress`` of its pages, or raise CannotTypeset if nothing sets it."""
    try:
        _set(_must_be_there)
    except (ImportError, OSError) as missing:
        raise CannotTypeset from missing
    document = fitted(document)
    forms = cache(lambda: _set(_written, document.forms_alone()))
    attached = document.attached if is_kept else ()
    because: Exception | None = None
    with _reporting(progress, of=len(document.under)) as report:
        set_pages = partial(_tagged, forms, cores, "pdf/a-3a" if is_kept else "pdf/ua-1", attached, report)
        # From the best to the plainest: the next one where one fails.
        ways: Sequence[Callable[[], bytes]] = (
            lambda: set_pages(document.typeset(), document.under),
            lambda: _mended(document, set_pages),
            lambda: _set(_plain, document.in_full()),
            lambda: _set(_plain, _in_words(document)),
        )
        for way in ways:
            try:
                return way()
            except Exception as error:
                because = error
                logger.exception("%s is printed another way", document.filename)
    raise CannotTypeset from because


def first_page(document: Document) -> bytes:
    """Return the first page of a document as a picture (PNG), or raise CannotTypeset if no page can be set."""
    try:
        import pypdfium2  # it takes a while
    except (ImportError, OSError) as missing:
        raise CannotTypeset from missing
    with closing(pypdfium2.PdfDocument(typeset(fitted(document).first_page))) as pages:
        out = io.BytesIO()
        pages[0].render(scale=DOTS / 72).to_pil().save(out, "PNG")
        return out.getvalue()


def fitted(document: Document) -> Document:
    """Return a document in the largest letters that fit; as it is where nothing can set it to count its pages."""
    try:
        return document.fitted(partial(_set, _taken))
    except Exception:
        logger.exception("%s is printed in letters of a usual size", document.filename)
        return document


Typeset = Callable[[str, Sequence[int | None]], bytes]  # sets the HTML of pages, with what lies under each


def _mended(document: Document, set_pages: Typeset) -> bytes:
    is_paged = bool(document.under)
    parts = Parts.of(document.typeset(), is_paged=is_paged)
    under, pages = list(document.under), list(parts.pages)
    in_full: Sequence[str] = ()
    for number, page in enumerate(parts.pages):
        try:
            set_pages(parts.whole([page]), under[number : number + 1])
        except Exception:
            in_full = in_full or Parts.of(document.in_full(), is_paged=is_paged).pages
            pages[number] = _another_way(in_full[number], parts, set_pages, number=number + 1)
            under[number : number + 1] = [None] if is_paged else []
    return set_pages(parts.whole(pages), under)


def _another_way(page: str, parts: Parts, set_pages: Typeset, *, number: int) -> str:
    try:
        set_pages(parts.whole([page]), (None,))
    except Exception:
        logger.exception("Page %s is printed in its words alone", number)
        return words_alone(page)
    logger.exception("Page %s is printed without anything laid under it", number)
    return page


def _in_words(document: Document) -> str:
    parts = Parts.of(document.in_full(), is_paged=bool(document.under))
    return parts.whole([words_alone(page) for page in parts.pages])


def _tagged(
    forms: Callable[[], bytes],
    cores: int,
    variant: str,
    attached: Sequence[Attached],
    report: Callable[[int], None],
    html: str,
    under: Sequence[int | None],
) -> bytes:
    """Set pages so that they can be read aloud (ISO 14289), with what lies under them."""
    from scoring.paper.typesetting.laying import put_together

    batches = [html]
    if len(under) > A_BATCH:
        parts = Parts.of(html, is_paged=True)
        batches = [parts.whole(parts.pages[start : start + A_BATCH]) for start in range(0, len(parts.pages), A_BATCH)]
    each = batches, repeat(variant), [attached, *repeat((), len(batches) - 1)]
    if cores == 1 or len(batches) == 1:
        return put_together(list(map(partial(_set, _written), *each)), forms, under)
    made: list[bytes] = []
    with ProcessPoolExecutor(cores, get_context("spawn"), django.setup) as pool:
        for batch in pool.map(_written, *each):
            made.append(batch)
            report(len(made) * A_BATCH)
    return put_together(made, forms, under)


def set_beside() -> None:
    """Have pages set in a process beside this one from now on: for a process that answers requests."""
    global _set
    _set = _Beside().set


def is_set_beside() -> bool:
    """Return whether pages are set in a process beside this one: whether this one answers requests."""
    return _set is not operator.call


def beside(act: Callable[..., R], *values: Any) -> R:
    """Return what an act returns where pages are set: in the process beside this one, if there is one."""
    made: R = _set(act, *values)
    return made


class _Beside:
    """The process beside this one: it starts with the first document, and ends with this one however that ends."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.pool: ProcessPoolExecutor | None = None
        self.left = 0  # steps until this process ends

    def set(self, act: Callable[..., R], *values: Any) -> R:
        """Return what an act returns in that process, or in its successor, or raise BrokenProcessPool."""
        try:
            return self._asked(act, *values)
        except BrokenProcessPool:
            logger.warning("What sets papers has ended. It is started anew.")
            return self._asked(act, *values)

    def _asked(self, act: Callable[..., R], *values: Any) -> R:
        try:
            # Handed over before anybody else's step can end the process.
            with self.lock:
                if self.pool is None:
                    self.left = BEFORE_IT_ENDS
                    self.pool = ProcessPoolExecutor(1, get_context("spawn"), _begin_beside, (os.getpid(),))
                self.left -= 1 + sum(len(value) for value in values if isinstance(value, str)) // A_STEP
                pool = self.pool
                step = pool.submit(_and_given_back, act, *values)
            return step.result()
        except BrokenProcessPool:
            self._end(pool)
            raise
        finally:
            if self.left <= 0:
                self._end(pool)

    def _end(self, pool: ProcessPoolExecutor) -> None:
        """Let a process end once it has done what it has in hand; the next step begins another."""
        with self.lock:
            if self.pool is pool:
                self.pool = None
                pool.shutdown(wait=False)


def _begin_beside(site: int) -> None:
    processes.step_back()
    django.setup()

    def look() -> None:
        while processes.is_child_of(site):
            time.sleep(LOOKS_AFTER)
        os._exit(0)

    Thread(target=look, daemon=True).start()


def _and_given_back(act: Callable[..., R], *values: Any) -> R:
    """Do a step in the process beside, and give back what it took: a thousand lines take a hundred megabytes."""
    try:
        return act(*values)
    finally:
        memory.give_back()
        # No request ends here that would do so.
        close_old_connections()


_set: Callable[..., Any] = operator.call  # does one step here, or in the process beside this one


def _must_be_there() -> None:
    import weasyprint  # noqa: F401  (whether it is there)


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


def own_file(url: str) -> bytes:
    """Return one of the site's own style sheets or pictures. Raises RefusedAddress: for every other address."""
    start = f"{SITE}{settings.STATIC_URL}"
    name = unquote(url.removeprefix(start))
    if not url.startswith(start) or PurePath(name).suffix not in KINDS:
        raise RefusedAddress(url)
    try:
        if staticfiles_storage.exists(name):
            with staticfiles_storage.open(name) as file:
                return bytes(file.read())
        text = finders.find(name)
    except SuspiciousFileOperation:
        raise RefusedAddress(url) from None
    if not text:
        raise RefusedAddress(url)
    return Path(text).read_bytes()


def _given(url: str) -> tuple[bytes, str]:
    if brought := BROUGHT.fullmatch(url):
        return b64decode(brought[2]), brought[1]
    return own_file(url), KINDS[PurePath(unquote(url)).suffix]


def _plain(html: str) -> bytes:
    with_styles = STYLES.sub(lambda match: f"<style>{own_file(f'{SITE}{match[1]}').decode()}</style>", html)
    return bytes(_read(with_styles, []).write_pdf())


def _written(html: str, variant: str = "", attached: Sequence[Attached] = ()) -> bytes:
    """Raise NotHandedOver rather than set them without a style sheet or a picture."""
    import weasyprint

    options: dict[str, Any] = {"pdf_variant": variant} if variant else {}
    if attached:
        options["attachments"] = [
            weasyprint.Attachment(
                string=attachment.content, name=attachment.name, description=attachment.about, relationship="Data"
            )
            for attachment in attached
        ]
    lost: list[Exception] = []
    made = _read(html, lost).write_pdf(**options)
    if lost:
        raise NotHandedOver from lost[0]
    return bytes(made)


def _taken(html: str) -> Taken:
    pages = _read(html, []).render().pages
    last = pages[-1]
    pixels = last.height - last.anchors["end"][1]
    return Taken(pages=len(pages), left=0.75 * pixels - BELOW)


def _read(html: str, lost: list[Exception]) -> Any:
    import weasyprint

    # It would warn of every rule of a style sheet that is meant for browsers.
    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)
    return weasyprint.HTML(string=html, base_url=SITE, url_fetcher=own_files_only(lost))


@contextmanager
def _reporting(progress: Callable[[int], None] | None, *, of: int) -> Iterator[Callable[[int], None]]:
    if progress is None:
        yield lambda _done: None
        return
    done = 0

    def tell(number: int) -> None:
        nonlocal done
        done = min(number, of or number)
        progress(done)

    def heard(record: logging.LogRecord) -> bool:
        # Behind the pages come the forms that are laid under them.
        if "Page %d" in str(record.msg) and (done < of or not of):
            tell(done + 1)
        return False

    progress_log = logging.getLogger("weasyprint.progress")
    level = progress_log.level
    progress_log.addFilter(heard)
    progress_log.setLevel(logging.INFO)
    try:
        yield tell
    finally:
        progress_log.removeFilter(heard)
        progress_log.setLevel(level)
