"""What pages get behind the typesetter's back: forms that many share, QR codes, signatures; blocks of plain text.

A form comes as a page of its own at the start of the document. It is taken out there and becomes a form object
(ISO 32000, 8.10), which each page it belongs to draws before its own content. The text in it stays text. As an
SVG a QR code takes the typesetter longer than all other words of a score sheet. Text that is written straight on a
page, in type from a specimen behind the forms, comes after the page's own content, so that its head is read first.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import pydyf

from scoring.paper.typesetting import tagging
from scoring.paper.typesetting.document import Inked, Placed, Under
from scoring.paper.typesetting.ink import PEN
from scoring.paper.typesetting.specimen import Specimen, Written
from scoring.paper.typesetting.typecase import Type

MILLIMETRE: Final = 72 / 25.4
"""In points of a PDF file."""


class PagesDoNotFit(ValueError):
    """The document has another number of pages than it was said to have."""


def laid_under(
    forms: Sequence[Any], specimens: Sequence[Specimen], under: Sequence[Under]
) -> Callable[[Any, Any], None]:
    """Return a ``finisher`` for WeasyPrint: the first pages become forms, those behind them type.

    ``under`` says for each of the other pages what lies under it, and what is written on it.
    """
    front = len(forms) + len(specimens)

    def finish(_document: Any, pdf: Any) -> None:
        kids = pdf.pages["Kids"]
        pages = [pdf.objects[number] for number in kids[::3]]
        if len(pages) != front + len(under):
            raise PagesDoNotFit(f"{len(pages)} pages, not {front} forms and specimens and {len(under)} pages")
        tagging.leave_out(pdf, pages[:front])
        calls = [_as_form(pdf, page, name=f"Form{number}") for number, page in enumerate(pages[: len(forms)])]
        types = _types(pdf, specimens, pages[len(forms) : front])
        marks = tagging.Marks(pdf)
        for page, below in zip(pages[front:], under, strict=True):
            parts = [] if below.form is None else [calls[below.form]]
            parts += [_drawn(pdf, page, placed) for placed in below.codes]
            parts += [_inked(pdf, page, inked) for inked in below.inks]
            written = [_written(pdf, page, below.written, types, marks)] if below.written else []
            if parts or written:
                page["Contents"] = pydyf.Array([*parts, page["Contents"], *written])
        del kids[: 3 * front]
        pdf.pages["Count"] -= front

    return finish


def _types(pdf: Any, specimens: Sequence[Specimen], pages: Sequence[Any]) -> dict[str, Type]:
    """Return the type of every look, and clear the pages it was set on."""
    found = dict[str, Type]()
    for specimen, page in zip(specimens, pages, strict=True):
        content = _content(pdf, page)
        read = Type.read(specimen, content.stream)
        found[specimen.look] = found[specimen.look].joined(read) if specimen.look in found else read
        content.stream.clear()
        page.clear()
    return found


def _written(pdf: Any, page: Any, blocks: Sequence[Written], types: Mapping[str, Type], marks: tagging.Marks) -> bytes:
    """Write blocks of text, and return the reference to them."""
    # Else they would be placed from where the content of the page ends: upside down.
    content = _content(pdf, page)
    content.stream[:] = [b"q", *content.stream, b"Q"]
    words = [
        types[block.look].written(block.lines, mark=marks.of_lines(page, sum(map(bool, block.lines))))
        for block in blocks
    ]
    return _added(pdf, pydyf.Stream(words, compress=True))


def _content(pdf: Any, page: Any) -> Any:
    return pdf.objects[int(page["Contents"].split()[0])]


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
