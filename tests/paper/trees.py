"""What a PDF file says of itself: its tree of tags (ISO 32000, 14.7), and what in it breaks ISO 14289."""

import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import pikepdf

STANDARD: Final = {
    *("Document", "Part", "Art", "Sect", "Div", "BlockQuote", "Caption", "NonStruct", "P", "Span", "Link", "Form"),
    *("H1", "H2", "H3", "H4", "H5", "H6", "L", "LI", "Lbl", "LBody", "Figure"),
    *("Table", "TR", "TH", "TD", "THead", "TBody", "TFoot"),
}
"""Kinds of elements that need no explanation."""

WITHIN: Final = {
    "TR": {"Table", "THead", "TBody", "TFoot"}, "TH": {"TR"}, "TD": {"TR"},
    "THead": {"Table"}, "TBody": {"Table"}, "TFoot": {"Table"},
    "LI": {"L"}, "Lbl": {"LI"}, "LBody": {"LI"},
}  # fmt: skip
"""Which element has to stand in which."""

SHOWS: Final = {"Tj", "TJ", "'", '"', "Do", "sh", "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "INLINE IMAGE"}
"""Operators that leave something on the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """An element of the tree."""

    kind: str
    within: str
    found: Any

    @property
    def marked(self) -> list[int]:
        """Return the numbers of the marked content it has itself."""
        return [int(kid) for kid in self.found.get("/K", ()) if isinstance(kid, int)]


def elements(found: pikepdf.Pdf) -> list[Element]:
    """Return every element, in the order in which it is read."""
    return list(_below(found.Root.StructTreeRoot.K, within="StructTreeRoot"))


def _below(kids: Any, *, within: str) -> Iterator[Element]:
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            kind = str(kid.S)[1:]
            yield Element(kind=kind, within=within, found=kid)
            # What has no meaning is looked through.
            yield from _below(kid.get("/K", pikepdf.Array()), within=within if kind in {"NonStruct", "Div"} else kind)


def kinds_of(found: pikepdf.Pdf) -> Counter[str]:
    """Return how many elements there are of each kind."""
    return Counter(element.kind for element in elements(found))


def faults(content: bytes) -> list[str]:
    """Return all that is wrong with the tags of a file, in words; nothing where it is sound."""
    with pikepdf.open(io.BytesIO(content)) as found:
        parts = (_of_catalogue, _of_tree, _of_pages, _of_fonts, pikepdf.Pdf.check_pdf_syntax)
        return [fault for part in parts for fault in part(found)]


def faults_of_kept(content: bytes) -> list[str]:
    """Return what keeps a file from being read in many years (ISO 19005-3), as far as it is looked for here."""
    with pikepdf.open(io.BytesIO(content)) as found:
        return list(_of_kept(found))


def _of_kept(found: pikepdf.Pdf) -> Iterator[str]:
    with found.open_metadata() as meta:
        if meta.pdfa_status != "3A":
            yield "not said to be PDF/A-3a"
        if meta.get("dc:title") != str(found.docinfo.get("/Title")):
            yield "another title in XMP"
    if found.is_encrypted or "/ID" not in found.trailer:
        yield "encrypted, or without an identifier"
    intents = [(str(one.S), int(one.DestOutputProfile.N)) for one in found.Root.get("/OutputIntents", ())]
    if intents != [("/GTS_PDFA1", 3)]:
        yield f"colours are meant otherwise: {intents}"
    yield from chain.from_iterable(map(_of_thing, found.objects))
    files = {str(one.UF): one for one in found.Root.get("/AF", ())}
    if set(files) != set(found.attachments):
        yield f"files of the document: {set(files)}, attached: {set(found.attachments)}"
    yield from _of_files(files)


def _of_files(files: Mapping[str, Any]) -> Iterator[str]:
    for name, one in files.items():
        if one.get("/AFRelationship") != "/Data" or not one.get("/Desc"):
            yield f"{name}: nobody says what it is to the document"
        if not one.EF.F.get("/Subtype") or "/ModDate" not in one.EF.F.get("/Params", {}):
            yield f"{name}: no kind, or no date"


def _of_thing(thing: Any) -> Iterator[str]:
    if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
        if thing.get("/S") in ("/JavaScript", "/Launch", "/Movie", "/Sound", "/ImportData"):
            yield f"it does something: {thing.S}"
        if thing.get("/Subtype") == "/Image" and thing.get("/Interpolate"):
            yield "a picture that is smoothed"
        if thing.get("/Type") == "/Annot" and not int(thing.get("/F", 0)) & 4:
            yield "a note that is not printed"


def _of_catalogue(found: pikepdf.Pdf) -> Iterator[str]:
    root = found.Root
    if not (root.get("/MarkInfo", {}).get("/Marked") and root.get("/Lang")):
        yield "not said to be tagged, or in which language"
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle"):
        yield "its title is not shown"
    with found.open_metadata() as meta:
        if not meta.get("dc:title"):
            yield "no title in XMP"
        if not (meta.get("pdfuaid:part") == "1" or meta.pdfa_status == "3A"):
            yield "neither PDF/UA-1 nor PDF/A-3a"


def _of_tree(found: pikepdf.Pdf) -> Iterator[str]:
    there = elements(found)
    names = Counter(str(element.found.ID) for element in there if "/ID" in element.found)
    yield from (f"two elements called {name}" for name, times in names.items() if times > 1)
    if [element.kind for element in there if element.within == "StructTreeRoot"] != ["Document"]:
        yield "not one document at the top"
    pages = {page.obj.objgen for page in found.pages}
    levels = [int(element.kind[1]) for element in there if re.fullmatch("H[1-6]", element.kind)]
    steps = zip([0, *levels], levels, strict=False)
    yield from (f"H{level} after H{before}" for before, level in steps if level > before + 1)
    for element in there:
        if element.kind not in STANDARD:
            yield f"{element.kind} is no kind of element"
        if element.kind in WITHIN and element.within not in WITHIN[element.kind]:
            yield f"{element.kind} in {element.within}"
        if element.kind == "Figure" and not str(element.found.get("/Alt", "")).strip():
            yield "a figure without words"
        if "/Pg" in element.found and element.found.Pg.objgen not in pages:
            yield f"{element.kind} on a page that is not there"
        heads = element.found.get("/A", {}).get("/Headers", ())
        yield from (f"a cell with a head {one}" for one in heads if str(one) not in names)
    tree = found.Root.StructTreeRoot.get("/IDTree")
    known = {str(name): one for name, one in pikepdf.NameTree(tree).items()} if tree is not None else {}
    if set(known) != set(names):
        yield f"{len(names)} elements have identifiers, {len(known)} are in the tree of identifiers"


def _of_pages(found: pikepdf.Pdf) -> Iterator[str]:
    numbers = pikepdf.NumberTree(found.Root.StructTreeRoot.ParentTree)
    keys = [int(key) for key in numbers]
    if keys != sorted(set(keys)):
        yield "numbers of parents out of order"
    owned = {(element.found.Pg.objgen, mcid) for element in elements(found) for mcid in element.marked}
    used = set()
    for at, page in enumerate(found.pages, start=1):
        number = page.obj.get("/StructParents")
        if number is None or int(number) not in numbers or int(number) in used:
            yield f"page {at} is not in the tree"
            continue
        used.add(int(number))
        yield from (f"page {at}: {fault}" for fault in _of_page(page, list(numbers[int(number)]), owned))
        yield from (f"page {at}: {fault}" for fault in _of_links(page, numbers))


def _of_page(page: pikepdf.Page, parents: list[Any], owned: set[tuple[tuple[int, int], int]]) -> Iterator[str]:
    marked, loose = _marked(page)
    if loose:
        yield f"it shows what is neither read nor decoration: {loose}"
    for mcid in marked:
        if mcid >= len(parents):
            yield f"marked content {mcid} belongs to nothing"
        elif (page.obj.objgen, mcid) not in owned and not _is_margin(parents[mcid]):
            yield f"marked content {mcid} is not read"


def _of_links(page: pikepdf.Page, numbers: pikepdf.NumberTree) -> Iterator[str]:
    for note in page.obj.get("/Annots", ()):
        if str(note.Subtype) == "/Link" and int(note.get("/StructParent", -1)) not in numbers:
            yield "a link that is not in the tree"
        if str(note.Subtype) == "/Link" and not (note.get("/Contents") or note.get("/Alt")):
            yield "a link without words"


def _is_margin(element: Any) -> bool:
    """Test whether an element hangs in no tree: the typesetter's way with what stands in the margins."""
    while "/P" in element and str(element.get("/S")) != "/Document":
        kids = element.P.get("/K", ())
        if not any(getattr(kid, "objgen", None) == element.objgen for kid in kids):
            return True
        element = element.P
    return False


def _marked(page: pikepdf.Page) -> tuple[list[int], set[str]]:
    """Return the numbers of what is marked on a page, and what is shown outside of any mark."""
    marked, loose, open_ones = [], set(), []
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        if name in {"BMC", "BDC"}:
            has_facts = len(operands) > 1 and isinstance(operands[1], pikepdf.Dictionary)
            mcid = operands[1].get("/MCID") if has_facts else None
            if mcid is not None:
                marked.append(int(mcid))
            open_ones.append(mcid is not None or str(operands[0]) == "/Artifact")
        elif name == "EMC":
            open_ones.pop()
        elif name in SHOWS and not any(open_ones):
            loose.add(name)
    return marked, loose


def _of_fonts(found: pikepdf.Pdf) -> Iterator[str]:
    for thing in found.objects:
        is_font = isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor"
        if is_font and not any(f"/FontFile{one}" in thing for one in ("", "2", "3")):
            yield f"{thing.get('/FontName')} is not within"
