"""Forms laid under pages: what many pages have alike is typeset once, and every page refers to it.

A form comes as a page of its own at the start of the document. It is taken out there and becomes a form object
(ISO 32000, 8.10), which each page it belongs to draws before its own content. The text in it stays text.
"""

from collections.abc import Callable, Sequence
from typing import Any

import pydyf


class PagesDoNotFit(ValueError):
    """The document has another number of pages than it was said to have."""


def laid_under(forms: int, under: Sequence[int | None]) -> Callable[[Any, Any], None]:
    """Return a ``finisher`` for WeasyPrint: the first ``forms`` pages become forms.

    ``under`` says for each of the other pages which form lies under it, if any.
    """

    def finish(_document: Any, pdf: Any) -> None:
        kids = pdf.pages["Kids"]
        pages = [pdf.objects[number] for number in kids[::3]]
        if len(pages) != forms + len(under):
            raise PagesDoNotFit(f"{len(pages)} pages, not {forms} forms and {len(under)} pages")
        calls = [_as_form(pdf, page, name=f"Form{number}") for number, page in enumerate(pages[:forms])]
        for page, form in zip(pages[forms:], under, strict=True):
            if form is not None:
                page["Contents"] = pydyf.Array([calls[form], page["Contents"]])
        del kids[: 3 * forms]
        pdf.pages["Count"] -= forms

    return finish


def _as_form(pdf: Any, page: Any, *, name: str) -> bytes:
    """Make a page's content a form, and return the reference to the few words that draw it."""
    content, resources = (pdf.objects[int(page[key].split()[0])] for key in ("Contents", "Resources"))
    # Its resources are a copy, for a form must not be among its own.
    own = pydyf.Dictionary({**resources, "XObject": pydyf.Dictionary(resources["XObject"])})
    content.extra |= {"Type": "/XObject", "Subtype": "/Form", "BBox": page["MediaBox"], "Resources": own}
    resources["XObject"][name] = content.reference
    words = pydyf.Stream([f"q /{name} Do Q"])
    pdf.add_object(words)
    # Nothing refers to the page itself any more, and it shall not look like one.
    page.clear()
    reference: bytes = words.reference
    return reference
