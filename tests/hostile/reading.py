"""Asking the site something so that nothing of it stays, and what in an answer could run."""

import csv
import io
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import openpyxl
import pypdf
import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.utils.datastructures import MultiValueDict

from tests.support.thorough import seconds

SCRIPTS = frozenset({"object", "embed", "base", "frame", "applet", "math", "style", "x-a", "foreignobject"})
OWN_FRAME = re.compile(r"(http://testserver)?/t/cup/embed/")
"""The only page that the site shows inside another: how its standings look on somebody else's."""

SAFE_KINDS = frozenset({"application/json", "application/ld+json"})
ADDRESSES = frozenset({"href", "src", "action", "formaction", "xlink:href", "srcdoc", "poster", "data"})
RUNS = re.compile(
    r"[\x00-\x20]*(j[\s\x00-\x1f]*a[\s\x00-\x1f]*v[\s\x00-\x1f]*a|vb)[\s\x00-\x1f]*script[\s\x00-\x1f]*:|data:text",
    re.I,
)
COMPUTED = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""How a cell of a CSV file begins that a spreadsheet computes."""

NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?")


class Running(HTMLParser):
    """Notes every element and attribute that runs something or leads elsewhere."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if (
            tag in SCRIPTS
            or (tag == "iframe" and not OWN_FRAME.match(told.get("src") or ""))
            or (tag == "script" and "src" not in told and told.get("type") not in SAFE_KINDS)
        ):
            self.found.append(f"<{tag}>")
        # Without scripts the hall screen loads itself anew; it goes nowhere else.
        leads = not (told.get("content") or "").isdecimal()
        if tag == "meta" and leads and (told.get("http-equiv") or "").lower() == "refresh":
            self.found.append("<meta refresh>")
        for name, value in attrs:
            if name.startswith(("on", "hx-on", "srcdoc")) or (name in ADDRESSES and RUNS.match(value or "")):
                self.found.append(f"<{tag} {name}={value}>")
            if name in ADDRESSES and "x.example" in (value or "") and (value or "").startswith(("//", "http")):
                self.found.append(f"<{tag} {name}={value}>")


def runs_in_html(page: str) -> list[str]:
    """Return what would run in a page."""
    reader = Running()
    reader.feed(page)
    reader.close()
    return reader.found


def runs_in_workbook(content: bytes) -> list[str]:
    """Return the cells of a workbook that a spreadsheet computes, and the links in it."""
    book = openpyxl.load_workbook(io.BytesIO(content))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    return [f"{cell.coordinate}={cell.value!r}" for cell in cells if cell.data_type == "f" or cell.hyperlink]


def runs_in_csv(content: bytes) -> list[str]:
    """Return the cells of a CSV file that a spreadsheet computes."""
    text = content.decode("utf-8-sig")
    rows = csv.reader(io.StringIO(text), delimiter=";" if ";" in text.splitlines()[0] else ",")
    return [cell for row in rows for cell in row if cell.startswith(COMPUTED) and not NUMBER.fullmatch(cell)]


def runs_in_pdf(content: bytes) -> Iterator[str]:
    """Yield the scripts of a PDF file, and links of kinds that no document of the site has."""
    # What is packed in streams is pictures, letters and what is painted: three bytes of it may read like a key.
    objects = re.sub(rb"\bstream\r?\n.*?\bendstream\b", b"", content, flags=re.DOTALL)
    if re.search(rb"/(JavaScript|JS|Launch|SubmitForm|ImportData|OpenAction)\b", objects):
        yield "an action"
    for page in pypdf.PdfReader(io.BytesIO(content)).pages:
        for one in page.get("/Annots") or ():
            address = str((one.get_object().get("/A") or {}).get("/URI", ""))
            if address and not address.startswith(("http://", "https://")):
                yield address


def text_of_xml(content: bytes) -> str:
    """Return all words of an XML file: it must be one."""
    return " ".join(ElementTree.fromstring(content).itertext())


class Asking:
    """A count of what was asked, and what went wrong."""

    def __init__(self) -> None:
        self.asked = 0
        self.slowest = (0.0, "")
        self.wrong: list[str] = []

    def held(self, what: str) -> str:
        """Return how many of what were asked, after none of them went wrong."""
        assert not self.wrong, f"{len(self.wrong)} of {self.asked} {what}:\n" + "\n".join(self.wrong[:40])
        return f"{self.asked} {what}: 0 errors, the slowest {self.slowest[0]:.1f} s"

    def ask(self, client: Client, method: str, address: str, *, slow: bool = False, **how: Any) -> int:
        """Ask, put everything back, and note an error or an answer that took too long; return the status."""
        self.asked += 1
        return self._answered(client, method, address, slow=slow, again=True, how=how)

    def _answered(
        self, client: Client, method: str, address: str, *, slow: bool, again: bool, how: dict[str, Any]
    ) -> int:
        about = f"{method} {address[:120]} {str(how)[:160]!r}"
        began = time.process_time()
        try:
            with transaction.atomic():
                answer = client.generic(method, address, **how)
                _read(answer)
                transaction.set_rollback(True)
        except Exception as error:
            self.wrong.append(f"{about}: {type(error).__name__}: {str(error)[:200]}")
            return 500
        took = time.process_time() - began
        if took > seconds(1) and again and not slow:
            # The first to ask waits until templates are read; whoever asks again does not.
            return self._answered(client, method, address, slow=slow, again=False, how=how)
        self.slowest = max(self.slowest, (took, about))
        if answer.status_code >= 500:
            self.wrong.append(f"{about}: {answer.status_code}")
        elif took > seconds(1) and not slow:
            self.wrong.append(f"{about}: took {took:.1f} s")
        return answer.status_code


@contextmanager
def noted() -> Iterator[set[str]]:
    """Note which names the site looks for behind the question mark of an address, or in a form."""
    names: set[str] = set()

    def noting(look: Callable[..., Any]) -> Callable[..., Any]:
        def looked(self: MultiValueDict[str, Any], name: str, *more: Any, **how: Any) -> Any:
            names.add(name)
            return look(self, name, *more, **how)

        return looked

    with pytest.MonkeyPatch.context() as patch:
        for method in ("__getitem__", "__contains__", "_getlist"):
            patch.setattr(MultiValueDict, method, noting(getattr(MultiValueDict, method)))
        yield names


def _read(answer: HttpResponse) -> None:
    if answer.streaming:
        for _piece in answer:
            pass


def some(values: Iterable[Any], at: int, count: int) -> list[Any]:
    """Return some of the values, others at each place, so that all come round."""
    them = list(values)
    return [them[(at * count + step) % len(them)] for step in range(count)]
