"""Reading documents back: what is on their pages, and where."""

import io
from functools import lru_cache

import pypdf
import pypdfium2
from django.http import HttpResponse
from PIL import Image

MM = 72 / 25.4
"""Points in a millimetre."""


def read(response: HttpResponse) -> pypdf.PdfReader:
    """Return a PDF answer as it can be read."""
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf"), response.content[:300]
    return pypdf.PdfReader(io.BytesIO(response.content))


def pages(response: HttpResponse) -> list[str]:
    """Return the text of each page."""
    read(response)
    return list(_texts(response.content))


@lru_cache(maxsize=512)
def _texts(content: bytes) -> tuple[str, ...]:
    return tuple(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages)


def picture(response: HttpResponse, page: int = 0, *, dots: int = 150) -> Image.Image:
    """Return a page as it is printed, in black and white."""
    return _picture(response.content, page, dots)


@lru_cache(maxsize=64)
def _picture(content: bytes, page: int, dots: int) -> Image.Image:
    return pypdfium2.PdfDocument(content)[page].render(scale=dots / 72).to_pil().convert("L")


def is_white(image: Image.Image, left: float, top: float, right: float, bottom: float) -> bool:
    """Test whether nothing is printed in a box of the page, given in millimetres."""
    dot = image.width / 210 if image.width < image.height else image.width / 297
    edges = (left, top, min(right, image.width / dot), min(bottom, image.height / dot))
    box = tuple(int(edge * dot) for edge in edges)
    return image.crop(box).getextrema()[0] > 200


def words(response: HttpResponse, page: int = 0) -> str:
    """Return the text of a page as a reader finds it that stumbles over no missing letter."""
    return _words(response.content, page)


@lru_cache(maxsize=512)
def _words(content: bytes, page: int) -> str:
    return str(pypdfium2.PdfDocument(content)[page].get_textpage().get_text_range())
