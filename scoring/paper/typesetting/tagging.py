"""The tags of a PDF file (ISO 32000, 14.8): what is laid under its pages is not read aloud, what stands on them is."""

from collections.abc import Sequence
from typing import Any

import pydyf

from scoring.paper.typesetting.specimen import CannotWrite


def leave_out(pdf: Any, forms: Sequence[Any]) -> None:
    """Take the first pages, which become forms, out of the tree of tags; their content counts as decoration.

    What has to be read must not stand on a form, then. Nothing happens to a document without tags.
    """
    if "StructTreeRoot" not in pdf.catalog:
        return
    root = _object(pdf, pdf.catalog["StructTreeRoot"])
    of_pages = _object(pdf, root["ParentTree"])["Nums"]
    # A number of a page, then what is on it.
    del of_pages[: 2 * len(forms)]
    left_out = {page.reference for page in forms}
    for element in [_object(pdf, reference) for reference in root["K"]]:
        kept = [kid for kid in element["K"] if _object(pdf, kid)["Pg"] not in left_out]
        for kid in set(element["K"]) - set(kept):
            _clear(pdf, kid)
        element["K"][:] = kept
    for page in forms:
        content = _object(pdf, page["Contents"])
        content.stream = _unmarked(content.stream)


class Marks:
    """The marks of lines that are written on pages after the typesetter: each becomes an element like its own lines.

    The typesetter leaves an empty element where the block of them belongs in the order of reading.
    """

    def __init__(self, pdf: Any) -> None:
        self.pdf = pdf
        self.root = _object(pdf, pdf.catalog["StructTreeRoot"]) if "StructTreeRoot" in pdf.catalog else None
        self.empty = dict[bytes, list[Any]]()
        if self.root:
            for reference in self.root["K"]:
                self._find_empty(_object(pdf, reference))
            numbers = _object(pdf, self.root["ParentTree"])["Nums"]
            self.of_pages = dict(zip(numbers[::2], numbers[1::2], strict=True))

    def of_lines(self, page: Any, lines: int) -> int | None:
        """Enter a block of lines in the tree, and return the number of its first mark; None if nothing is tagged.

        :raises CannotWrite: if the page has no empty element left.
        """
        if not self.root:
            return None
        if not self.empty.get(page.reference):
            raise CannotWrite("no element waits for a block of lines")
        block, on_page = self.empty[page.reference].pop(0), self.of_pages[page["StructParents"]]
        first = len(on_page)
        for number in range(first, first + lines):
            line = pydyf.Dictionary(
                {
                    "Type": "/StructElem",
                    "S": "/Span",
                    "K": pydyf.Array([number]),
                    "Pg": page.reference,
                    "P": block.reference,
                }
            )
            self.pdf.add_object(line)
            block["K"].append(line.reference)
            on_page.append(line.reference)
        return first

    def _find_empty(self, element: Any) -> None:
        kids = element.get("K", ())
        if element.get("S") == "/Div" and not kids:
            self.empty.setdefault(element["Pg"], []).append(element)
        for kid in kids:
            if isinstance(kid, bytes):
                self._find_empty(_object(self.pdf, kid))


def _clear(pdf: Any, reference: bytes) -> None:
    """Empty an element and all below it, for they point to pages that are none any more."""
    element = _object(pdf, reference)
    for kid in element.get("K", ()):
        if isinstance(kid, bytes):
            _clear(pdf, kid)
    element.clear()


def _unmarked(content: Sequence[Any]) -> list[Any]:
    """Return a content with every mark, a tag and its number, replaced by the one of decoration."""
    words: list[Any] = []
    for word in content:
        if word == b"BDC":
            words[-2:] = [b"/Artifact", b"BMC"]
        else:
            words.append(word)
    return words


def _object(pdf: Any, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]
