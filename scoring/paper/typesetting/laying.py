"""PDF files put together: batches of pages joined to one, what many pages have alike laid under them, heads named."""

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

import pikepdf


class PagesDoNotFit(ValueError):
    """The document has another number of pages than it was said to have."""


def put_together(batches: Sequence[bytes], forms: Callable[[], bytes], under: Sequence[int | None]) -> bytes:
    """Return one PDF file with the pages of all batches, in this order; ``under`` says which form lies under which.

    Their tags are one tree (ISO 32000, 14.7). What lies under a page counts as decoration: what has to be read aloud
    must stand on the page.

    :raises PagesDoNotFit: if ``under`` is of another number of pages.
    """
    with ExitStack() as opened:
        whole, *rest = (opened.enter_context(pikepdf.open(io.BytesIO(batch))) for batch in batches)
        for part in rest:
            first = len(whole.pages)
            whole.pages.extend(part.pages)
            _join_trees(whole, part, first)
        if any(number is not None for number in under):
            _lay_under(whole, opened.enter_context(pikepdf.open(io.BytesIO(forms()))), under)
        _name_heads(whole)
        out = io.BytesIO()
        # The same pages are the same file.
        whole.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
        return out.getvalue()


def _lay_under(whole: pikepdf.Pdf, drawn: pikepdf.Pdf, under: Sequence[int | None]) -> None:
    # As one form object each (ISO 32000, 8.10), however many pages draw it.
    if len(whole.pages) != len(under) or len(drawn.pages) <= max(form or 0 for form in under):
        raise PagesDoNotFit(f"{len(whole.pages)} pages and {len(drawn.pages)} forms, not {len(under)} pages")
    shared = [whole.copy_foreign(page.as_form_xobject()) for page in drawn.pages]
    for page, number in zip(whole.pages, under, strict=True):
        if number is not None:
            name = pikepdf.Name(f"/Form{number}")
            page.add_resource(shared[number], pikepdf.Name.XObject, name, replace_existing=True)
            page.contents_add(f"/Artifact BMC q {name} Do Q EMC".encode("ascii"), prepend=True)


def _join_trees(whole: pikepdf.Pdf, part: pikepdf.Pdf, first: int) -> None:
    root, more = whole.Root.StructTreeRoot, whole.copy_foreign(part.Root.StructTreeRoot)
    document, numbers = root.K[0], root.ParentTree.Nums
    for element in more.K[0].K:
        element.P = document
        document.K.append(element)
        _call_anew(element, first)
    # Behind the pages it counts their links: what is a number there has to be another one here.
    behind = max(int(number) for number in list(numbers)[::2]) + 1
    for at, value in enumerate(more.ParentTree.Nums):
        numbers.append(value if at % 2 else int(value) + behind)
    for page in whole.pages[first:]:
        page.obj.StructParents = int(page.obj.StructParents) + behind
        for link in page.obj.get("/Annots", ()):
            if "/StructParent" in link:
                link.StructParent = int(link.StructParent) + behind


def _call_anew(element: pikepdf.Object, first: int) -> None:
    for each_object in _below(element):
        if "/ID" in each_object:
            each_object.ID = pikepdf.String(f"{first}-{each_object.ID}")
        if "/Headers" in each_object.get("/A", {}):
            each_object.A.Headers = pikepdf.Array([pikepdf.String(f"{first}-{head}") for head in each_object.A.Headers])


def _name_heads(whole: pikepdf.Pdf) -> None:
    tree = whole.Root.StructTreeRoot
    names = {}
    for element in _below(tree.K[0]):
        if element.S == "/TH" and "/Scope" not in element.get("/A", {}):
            element.A = pikepdf.Dictionary(
                {"/O": pikepdf.Name.Table, **element.get("/A", {}), "/Scope": pikepdf.Name.Column}
            )
        if "/ID" in element:
            names[str(element.ID)] = element
    if names:
        listed = pikepdf.NameTree.new(whole)
        for name, element in names.items():
            listed[name] = element
        tree.IDTree = listed.obj


def _below(element: pikepdf.Object) -> Iterator[pikepdf.Object]:
    yield element
    kids = element.get("/K", ())
    for kid in kids if isinstance(kids, pikepdf.Array) else (kids,):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield from _below(kid)
