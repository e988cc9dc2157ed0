"""The tags of a PDF file (ISO 32000, 14.8): what is laid under its pages is not read aloud, what stands on them is."""

from collections.abc import Sequence
from typing import Any


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
