"""What is laid under pages: forms that many pages share, typeset once; QR codes, drawn square by square; signatures.

A form comes as a page of its own at the start of the document. It is taken out there and becomes a form object
(ISO 32000, 8.10), which each page it belongs to draws before its own content. The text in it stays text. As an
SVG a QR code takes the typesetter longer than all other words of a score sheet.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import pydyf

from scoring.documents import tagging
from scoring.documents.document import Inked, Placed, Under
from scoring.documents.ink import PEN

MILLIMETRE: Final = 72 / 25.4
"""In points of a PDF file."""


class PagesDoNotFit(ValueError):
    """The document has another number of pages than it was said to have."""


def laid_under(forms: int, under: Sequence[Under]) -> Callable[[Any, Any], None]:
    """Return a ``finisher`` for WeasyPrint: the first ``forms`` pages become forms.

    ``under`` says for each of the other pages what lies under it.
    """

    def finish(_document: Any, pdf: Any) -> None:
        kids = pdf.pages["Kids"]
        pages = [pdf.objects[number] for number in kids[::3]]
        if len(pages) != forms + len(under):
            raise PagesDoNotFit(f"{len(pages)} pages, not {forms} forms and {len(under)} pages")
        tagging.leave_out(pdf, pages[:forms])
        calls = [_as_form(pdf, page, name=f"Form{number}") for number, page in enumerate(pages[:forms])]
        for page, below in zip(pages[forms:], under, strict=True):
            parts = [] if below.form is None else [calls[below.form]]
            parts += [_drawn(pdf, page, placed) for placed in below.codes]
            parts += [_inked(pdf, page, inked) for inked in below.inks]
            if parts:
                page["Contents"] = pydyf.Array([*parts, page["Contents"]])
        del kids[: 3 * forms]
        pdf.pages["Count"] -= forms

    return finish


def _drawn(pdf: Any, page: Any, placed: Placed) -> bytes:
    """Draw a code, and return the reference to its squares."""
    height = float(page["MediaBox"][3])
    module = placed.size * MILLIMETRE / placed.code.size
    left, top = placed.x * MILLIMETRE, height - placed.y * MILLIMETRE
    squares = [f"{column} {row} {length} 1 re" for column, row, length in placed.code.runs()]
    # Rows count downwards on paper and upwards in a PDF file.
    place = f"q {module:.4f} 0 0 {-module:.4f} {left:.3f} {top:.3f} cm 0 g"
    return _added(pdf, pydyf.Stream([place, *squares, "f Q"], compress=True))


def _inked(pdf: Any, page: Any, inked: Inked) -> bytes:
    """Draw a signature stroke by stroke, and return the reference to them."""
    height = float(page["MediaBox"][3])
    unit = inked.width * MILLIMETRE / inked.drawing.width
    left, top = inked.x * MILLIMETRE, height - inked.y * MILLIMETRE
    place = f"q {unit:.5f} 0 0 {-unit:.5f} {left:.3f} {top:.3f} cm 0 G 1 J 1 j {PEN * MILLIMETRE / unit:.2f} w"
    strokes = [
        " ".join(f"{x} {y} {'l' if number else 'm'}" for number, (x, y) in enumerate(stroke))
        for stroke in inked.drawing.strokes
    ]
    return _added(pdf, pydyf.Stream([place, *strokes, "S Q"], compress=True))


def _added(pdf: Any, words: Any) -> bytes:
    pdf.add_object(words)
    reference: bytes = words.reference
    return reference


def _as_form(pdf: Any, page: Any, *, name: str) -> bytes:
    """Make a page's content a form, and return the reference to the few words that draw it."""
    content, resources = (pdf.objects[int(page[key].split()[0])] for key in ("Contents", "Resources"))
    # Its resources are a copy, for a form must not be among its own.
    own = pydyf.Dictionary({**resources, "XObject": pydyf.Dictionary(resources["XObject"])})
    content.extra |= {"Type": "/XObject", "Subtype": "/Form", "BBox": page["MediaBox"], "Resources": own}
    resources["XObject"][name] = content.reference
    # Nothing refers to the page itself any more, and it shall not look like one.
    page.clear()
    return _added(pdf, pydyf.Stream(["/Artifact BMC", f"q /{name} Do Q", "EMC"]))
