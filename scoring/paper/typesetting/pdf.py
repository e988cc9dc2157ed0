"""Typesetting documents as PDF files; nothing is loaded but the site's own style sheets and pictures.

WeasyPrint is imported when the first document is typeset: it costs half a second, and needs Pango, which no wheel
brings along. Where it is missing the site runs on, and documents are printed from the browser. It keeps the interpreter
for seconds: a process that answers requests has pages set in one beside it, which steps back behind everything.
"""

import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache, partial
from itertools import repeat
from multiprocessing import get_context
from threading import Lock, Thread
from typing import Any, Final, TypeVar

import django

from scoring.paper.typesetting.attached import Attached
from scoring.paper.typesetting.document import Document, Parts
from scoring.paper.typesetting.fetching import SITE, NotHandedOver, own_files_only, with_styles_inside
from scoring.paper.typesetting.mending import first_that_works, ways
from scoring.paper.typesetting.walls import POINT, Taken
from skatturnier.machine import memory, processes

logger = logging.getLogger("skatturnier")

R = TypeVar("R")

BELOW: Final = 15 / POINT
"""Margin below what hangs on a wall, as ``print/walls.css`` says."""

A_BATCH: Final = 40
"""Pages that are set at once: the memory they take is given back, and some of the work grows by their square."""


BEFORE_IT_IS_NEW: Final = 100
"""Steps that one process beside this one does: what they took of its memory is given back with it."""

LOOKS_AFTER: Final = 1
"""Seconds between two looks whether the process that it is beside is still there."""


class CannotTypeset(Exception):
    """What makes PDF files is missing here, or broken; the browser can still print the page."""


def typeset(
    document: Document,
    *,
    progress: Callable[[int], None] | None = None,
    cores: int = 1,
    is_kept: bool = False,
) -> bytes:
    """Return a document as a PDF file; ``progress`` is told how many pages are laid out.

    ``cores`` says how many processes may set it; most documents are too short for more than one. One that ``is_kept``
    is made to be read in many years (ISO 19005-3), and brings along for machines what is attached.

    :raises CannotTypeset: if the libraries it takes are not installed, or nothing of them works any more.
    """
    try:
        _set(_must_be_there)
    except (ImportError, OSError) as missing:
        raise CannotTypeset from missing
    document = fitted(document)
    forms = cache(lambda: _set(_written, document.forms_alone()))
    attached = document.attached if is_kept else ()
    setting = partial(_tagged, forms, cores, "pdf/a-3a" if is_kept else "pdf/ua-1", attached)
    with _told(progress, of=len(document.under)) as told:
        found = ways(document, partial(setting, told), lambda html, _under: _set(_plain, html))
        try:
            return first_that_works(found, name=document.filename)
        except Exception as error:
            raise CannotTypeset from error


def fitted(document: Document) -> Document:
    """Return a document in the largest letters that fit; as it is where nothing can set it to count its pages."""
    try:
        return document.fitted(partial(_set, _taken))
    except Exception:
        logger.exception("%s is printed in letters of a usual size", document.filename)
        return document


def _tagged(
    forms: Callable[[], bytes],
    cores: int,
    variant: str,
    attached: Sequence[Attached],
    told: Callable[[int], None],
    html: str,
    under: Sequence[int | None],
) -> bytes:
    """Set pages so that they can be read aloud (ISO 14289), with what lies under them."""
    from scoring.paper.typesetting.laying import put_together

    batches = list(Parts.of(html, is_paged=True).batches(A_BATCH)) if len(under) > A_BATCH else [html]
    brought = [attached, *repeat((), len(batches) - 1)]
    if cores > 1 and len(batches) > 1:
        made = list(_by_several(batches, repeat(variant), brought, cores=cores, told=told))
    else:
        made = list(map(partial(_set, _written), batches, repeat(variant), brought))
    return put_together(made, forms, under)


def _by_several(*told_each: Iterable[Any], cores: int, told: Callable[[int], None]) -> Iterator[bytes]:
    with ProcessPoolExecutor(cores, get_context("spawn"), django.setup) as pool:
        for done, made in enumerate(pool.map(_written, *told_each), start=1):
            told(done * A_BATCH)
            yield made


def set_beside() -> None:
    """Have pages set in a process beside this one from now on: for a process that answers requests."""
    global _set
    _set = _Beside().set


class _Beside:
    """The process beside this one: it starts with the first document, and ends with this one however that ends."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.pool: ProcessPoolExecutor | None = None
        self.left = 0
        """Steps until the next process."""

    def set(self, act: Callable[..., R], *told: Any) -> R:
        """Return what an act returns there; if the process ended meanwhile, in the next one.

        :raises BrokenProcessPool: if that ended over it too.
        """
        try:
            return self._asked(act, *told)
        except BrokenProcessPool:
            logger.warning("What sets papers has ended. It is started anew.")
            return self._asked(act, *told)

    def _asked(self, act: Callable[..., R], *told: Any) -> R:
        with self.lock:
            if self.pool and not self.left:
                # What it has in hand it ends.
                self.pool.shutdown(wait=False)
                self.pool = None
            if self.pool is None:
                self.left = BEFORE_IT_IS_NEW
                self.pool = ProcessPoolExecutor(1, get_context("spawn"), _begin_beside, (os.getpid(),))
            self.left -= 1
            pool = self.pool
        try:
            return pool.submit(_and_given_back, act, *told).result()
        except BrokenProcessPool:
            with self.lock:
                self.pool = None if self.pool is pool else self.pool
            raise


def _begin_beside(site: int) -> None:
    processes.step_back()
    django.setup()

    def look() -> None:
        while processes.is_child_of(site):
            time.sleep(LOOKS_AFTER)
        os._exit(0)

    Thread(target=look, daemon=True).start()


def _and_given_back(act: Callable[..., R], *told: Any) -> R:
    """Do a step in the process beside, and give back what it took: a thousand lines take a hundred megabytes."""
    try:
        return act(*told)
    finally:
        memory.give_back()


def _here(act: Callable[..., R], *told: Any) -> R:
    return act(*told)


_set: Callable[..., Any] = _here
"""Does one step of setting pages: in this process, unless it has one beside it."""


def _must_be_there() -> None:
    import weasyprint  # noqa: F401  (whether it is there)


def _plain(html: str) -> bytes:
    """Set pages by as little as can be asked of the typesetter."""
    import weasyprint

    _quieten()
    found = weasyprint.HTML(string=with_styles_inside(html), base_url=SITE, url_fetcher=own_files_only([]))
    return bytes(found.write_pdf())


def _written(html: str, variant: str = "", attached: Sequence[Attached] = ()) -> bytes:
    """Return pages as a PDF file of a variant that the typesetter knows.

    :raises NotHandedOver: rather than set them without a style sheet or a picture.
    """
    import weasyprint

    _quieten()
    options: dict[str, Any] = {"pdf_variant": variant} if variant else {}
    if attached:
        options["attachments"] = [
            weasyprint.Attachment(string=one.content, name=one.name, description=one.about, relationship="Data")
            for one in attached
        ]
    lost: list[Exception] = []
    made = weasyprint.HTML(string=html, base_url=SITE, url_fetcher=own_files_only(lost)).write_pdf(**options)
    if lost:
        raise NotHandedOver from lost[0]
    return bytes(made)


def _taken(html: str) -> Taken:
    """Return what pages take."""
    import weasyprint

    _quieten()
    pages = weasyprint.HTML(string=html, base_url=SITE, url_fetcher=own_files_only([])).render().pages
    last = pages[-1]
    pixels = last.height - last.anchors["end"][1]
    return Taken(pages=len(pages), left=0.75 * pixels - BELOW)


def _quieten() -> None:
    # It would warn of every rule of a style sheet that is meant for browsers.
    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)


class _Pages(logging.Handler):
    """Counts the pages that the typesetter says it has laid out."""

    def __init__(self, progress: Callable[[int], None], of: int) -> None:
        super().__init__()
        self.progress = progress
        self.of = of
        self.done = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Read what the typesetter says."""
        # Behind the pages come the forms that are laid under them.
        if "Page %d" in str(record.msg) and (self.done < self.of or not self.of):
            self.tell(self.done + 1)

    def tell(self, done: int) -> None:
        """Pass on how many are laid out by now."""
        self.done = min(done, self.of or done)
        self.progress(self.done)


@contextmanager
def _told(progress: Callable[[int], None] | None, *, of: int) -> Iterator[Callable[[int], None]]:
    """Listen to the typesetter while it works; what it sets in other processes, whoever waits for them tells."""
    if progress is None:
        yield lambda _done: None
        return
    logger, handler = logging.getLogger("weasyprint.progress"), _Pages(progress, of)
    level, logger.propagate = logger.level, False
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield handler.tell
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
        logger.propagate = True
