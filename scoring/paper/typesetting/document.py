"""A document: what it says, the template that sets it, what it is called as a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from django.template.loader import render_to_string

from scoring.paper.typesetting.ink import Drawn
from scoring.paper.typesetting.specimen import Specimen, Written
from tables.qr_codes import Code


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A QR code and its place: millimetres from the upper left corner of the paper, and how wide it is."""

    code: Code
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Inked:
    """A drawn signature and its place: millimetres from the upper left corner of the paper, and how wide it is."""

    drawing: Drawn
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Under:
    """What lies under a page, or is written on it: drawn once for many pages, or too costly for a typesetter."""

    form: int | None = None
    """Which of the document's forms, if any."""

    codes: tuple[Placed, ...] = ()
    inks: tuple[Inked, ...] = ()
    written: tuple[Written, ...] = ()
    """Blocks of text that the template leaves out where there are specimens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document, made in the language of the moment. One template serves paper and the browser's print dialogue."""

    template: str
    title: str
    author: str
    filename: str
    """Without its ending."""

    context: Mapping[str, Any]
    forms: Sequence[Any] = ()
    """What many pages have alike; in a PDF file it is typeset once and laid under them."""

    under: Sequence[Under] = ()
    """For each page what lies under it in a PDF file."""

    specimens: Sequence[Specimen] = ()
    """Of what is written on the pages; in a PDF file each is a page behind the forms, and taken out again."""

    is_tagged: bool = False
    """Whether a PDF file tells readers aloud what is a heading and what a line (PDF 1.7, 14.8)."""

    def as_page(self) -> dict[str, Any]:
        """Return what the template needs for the browser."""
        return {"title": self.title, "author": self.author, **self.context}

    def typeset(self) -> str:
        """Return the HTML of a PDF file: forms and specimens first, each a page, then the pages without them."""
        parts = {"pdf": True, "forms": self.forms, "specimens": self.specimens}
        return render_to_string(self.template, {**self.as_page(), **parts})

    def in_full(self) -> Self:
        """Return the same document with everything left to the typesetter that could be written without it."""
        return replace(self, specimens=(), under=[replace(below, written=()) for below in self.under])
