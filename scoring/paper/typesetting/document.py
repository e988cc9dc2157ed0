"""A document: what it says, the template that sets it, what it brings along.

The process that sets pages reads this before the site is set up: nothing of an event belongs here.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.html import strip_tags

from scoring.paper.typesetting.fitting import Fitted
from scoring.paper.typesetting.walls import Taken, Wall

PAGE: Final = re.compile(r"(?=<section\b)|(?<=</section>)(?!.*</section>)", re.DOTALL)
A_PAGE: Final = 250  # more rows than a page has room for, in three columns of the smallest letters
BLOCK: Final = re.compile("</(?:h[1-6]|p|div|tr|li|dt|dd)>")  # ends a line of its own


@dataclass(frozen=True, slots=True, kw_only=True)
class Attached:
    """A file within a document: its tables as CSV and JSON, for machines (ISO 19005-3, 6.8)."""

    name: str
    about: str
    content: bytes


def as_json(name: str, data: object, *, about: str) -> Attached:
    """Return data as a JSON file."""
    content = json.dumps(data, ensure_ascii=False, indent=1).encode()
    return Attached(name=f"{name}.json", about=about, content=content)


def as_csv(name: str, rows: Sequence[dict[str, Any]], *, about: str) -> Attached:
    """Return rows as a CSV file in UTF-8 (RFC 4180); their keys are its heads."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else [])
    writer.writeheader()
    writer.writerows(rows)
    return Attached(name=f"{name}.csv", about=about, content=out.getvalue().encode())


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document, made in the language of the moment. One template serves paper and the browser's print dialogue."""

    template: str
    title: str
    author: str
    filename: str  # without its ending
    context: Mapping[str, Any]
    forms: Sequence[Any] = ()  # what many pages have alike: typeset once and laid under them in a PDF
    under: Sequence[int | None] = ()  # which form lies under each page; nothing for a flowing text
    walls: Sequence[Wall] = ()  # what hangs on walls, each on pages of its own
    attached: Sequence[Attached] = ()  # what a file of it that is kept, or signed, brings along for machines
    seal: Fitted | None = None  # of a signed file: who signed it, when, how that is checked; at every foot

    def as_page(self) -> dict[str, Any]:
        """Return what the template needs for the browser."""
        return {"title": self.title, "author": self.author, "walls": self.walls, **self.context}

    @property
    def takes_more(self) -> bool:
        """Whether it takes more pages than somebody chose."""
        return any(wall.takes_more for wall in self.walls)

    @property
    def first_page(self) -> "Document":
        """The document without what stands on later pages, but for what flows over them."""
        pages = {"pages": self.context["pages"][:1]} if "pages" in self.context else {}
        walls = [replace(wall, rows=wall.rows[:A_PAGE]) for wall in self.walls[:1]]
        return replace(self, context={**self.context, **pages}, under=self.under[:1], walls=walls)

    def fitted(self, taken_by: Callable[[str], Taken]) -> "Document":
        """Return the document in the largest letters that fit; ``taken_by`` sets HTML and counts its pages."""
        walls = [
            wall if wall.size else wall.fitted(lambda each_wall: taken_by(replace(self, walls=[each_wall]).typeset()))
            for wall in self.walls
        ]
        return replace(self, walls=walls) if walls else self

    def typeset(self) -> str:
        """Return the HTML of the pages of a PDF file, without what is laid under them."""
        return self._rendered(is_laid_under=bool(self.forms))

    def in_full(self) -> str:
        """Return the same with everything on the pages themselves."""
        return self._rendered()

    def forms_alone(self) -> str:
        """Return the HTML of what is laid under pages, each a page."""
        return self._rendered(forms=self.forms, pages=(), seal=None, is_laid_under=True)

    def _rendered(self, **more: Any) -> str:
        return render_to_string(self.template, {**self.as_page(), "pdf": True, "seal": self.seal, **more})


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The HTML of a document in parts: any of its pages can stand alone, or be put another way."""

    head: str
    pages: Sequence[str]
    foot: str

    @classmethod
    def of(cls, html: str, *, is_paged: bool) -> "Parts":
        """Return the parts; a text that flows is one page."""
        if is_paged:
            head, *pages, foot = PAGE.split(html)
            return cls(head=head, pages=pages, foot=foot)
        head, main, rest = re.split(r"(?<=<main tabindex=\"0\">)(.*)(?=</main>)", html, maxsplit=1, flags=re.DOTALL)
        return cls(head=head, pages=[main], foot=rest)

    def whole(self, pages: Sequence[str]) -> str:
        """Return the HTML of these pages with the head of the document."""
        return f"{self.head}{''.join(pages)}{self.foot}"


def words_alone(page: str) -> str:
    """Return a page with nothing but its words, a line for each of its blocks and rows.

    >>> words_alone("<section><h1>A &amp; B</h1><svg><path/></svg><tr><td>1</td><td>Ida</td></tr></section>")
    '<section class="words-alone">A &amp; B<br>1 Ida</section>'
    """
    apart = BLOCK.sub("\n", re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)).replace("</td>", " </td>")
    lines = (" ".join(line.split()) for line in strip_tags(apart).split("\n"))
    return f'<section class="words-alone">{"<br>".join(filter(None, lines))}</section>'
