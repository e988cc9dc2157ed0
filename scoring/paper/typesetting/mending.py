"""What is printed where a document cannot be typeset as it should: the page in question another way, and all others.

A series of 250 sheets must not fail for one name that a library stumbles over, nor for a new version of one.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence

from scoring.paper.typesetting.document import Document, Parts, words_alone

logger = logging.getLogger(__name__)

Typeset = Callable[[str, Sequence[int | None]], bytes]
"""Sets the HTML of pages, with what lies under each."""


def ways(document: Document, set_tagged: Typeset, set_plainly: Typeset) -> Iterator[Callable[[], bytes]]:
    """Yield ways to set a document, from the best to the plainest; the next one is asked for where one fails."""
    yield lambda: set_tagged(document.typeset(), document.under)
    yield lambda: _mended(document, set_tagged)
    yield lambda: set_plainly(document.in_full(), ())
    yield lambda: set_plainly(_in_words(document), ())


def first_that_works(found: Iterable[Callable[[], bytes]], *, name: str) -> bytes:
    """Return what the first way makes that works; the log says why another one did not.

    :raises Exception: whatever the last one raises, if none does.
    """
    because: Exception | None = None
    for way in found:
        try:
            return way()
        except Exception as error:
            because = error
            logger.exception("%s is printed another way", name)
    raise because or ValueError(name)


def _mended(document: Document, set_pages: Typeset) -> bytes:
    """Set a document with those pages another way that cannot be set alone either."""
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
    """Return a page with all that it says that can be set: in full, or its words alone."""
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
