"""Typesetting documents as PDF files; nothing is loaded but the site's own style sheets and pictures.

WeasyPrint is imported when the first document is typeset: it costs half a second, and needs Pango, which no wheel
brings along. Where it is missing the site runs on, and documents are printed from the browser.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from itertools import repeat
from multiprocessing import get_context
from typing import Any, Final

import django

from scoring.paper.typesetting.attached import Attached
from scoring.paper.typesetting.document import Document, Parts
from scoring.paper.typesetting.fetching import SITE, NotHandedOver, own_files_only, with_styles_inside
from scoring.paper.typesetting.mending import first_that_works, ways

A_BATCH: Final = 40
"""Pages that are set at once: the memory they take is given back, and some of the work grows by their square."""


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
        import weasyprint  # noqa: F401  (whether it is there)
    except (ImportError, OSError) as missing:
        raise CannotTypeset from missing

    # It would warn of every rule of a style sheet that is meant for browsers.
    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)
    forms = cache(lambda: _written(document.forms_alone()))
    attached = document.attached if is_kept else ()
    setting = partial(_tagged, forms, cores, "pdf/a-3a" if is_kept else "pdf/ua-1", attached)
    with _told(progress, of=len(document.under)) as told:
        found = ways(document, partial(setting, told), _plain)
        try:
            return first_that_works(found, name=document.filename)
        except Exception as error:
            raise CannotTypeset from error


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
        made = list(map(_written, batches, repeat(variant), brought))
    return put_together(made, forms, under)


def _by_several(*told_each: Iterable[Any], cores: int, told: Callable[[int], None]) -> Iterator[bytes]:
    with ProcessPoolExecutor(cores, get_context("spawn"), django.setup) as pool:
        for done, made in enumerate(pool.map(_written, *told_each), start=1):
            told(done * A_BATCH)
            yield made


def _plain(html: str, _under: Sequence[int | None]) -> bytes:
    """Set pages by as little as can be asked of the typesetter."""
    import weasyprint

    found = weasyprint.HTML(string=with_styles_inside(html), base_url=SITE, url_fetcher=own_files_only([]))
    return bytes(found.write_pdf())


def _written(html: str, variant: str = "", attached: Sequence[Attached] = ()) -> bytes:
    """Return pages as a PDF file of a variant that the typesetter knows.

    :raises NotHandedOver: rather than set them without a style sheet or a picture.
    """
    import weasyprint

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
