"""What a person must read on paper is 7.5 pt at least, as the files have it."""

import ctypes
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import pypdfium2
import pytest
from django.utils.translation import override

from scoring.paper.typesetting import pdf
from tests.paper.every_kind import TOLD, document, whole_event

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

LEAST: Final = 7.45
"""Points: sizes are set in hundredths of a millimetre."""

FINGERPRINTS: Final = r"(Protokoll\d+:[0-9a-f-]+…/t/cup/head/|SHA-256[0-9a-f]{64})+"

MEANT: Final = {"sheets": FINGERPRINTS}
"""Small print that is meant, by kind: fingerprints of list and journal are compared by a program."""


def letters(content: bytes) -> Iterator[tuple[str, float]]:
    """Yield each letter of a file with its size in points, as it is printed."""
    document = pypdfium2.PdfDocument(content)
    for page in document:
        text = page.get_textpage()
        for at in range(text.count_chars()):
            matrix = pypdfium2.raw.FS_MATRIX()
            pypdfium2.raw.FPDFText_GetMatrix(text.raw, at, ctypes.byref(matrix))
            size = pypdfium2.raw.FPDFText_GetFontSize(text.raw, at)
            yield chr(pypdfium2.raw.FPDFText_GetUnicode(text.raw, at)), size * (matrix.b**2 + matrix.d**2) ** 0.5
    document.close()


def test_nothing_that_is_read_is_smaller_than_seven_and_a_half_points():
    pytest.importorskip("weasyprint")
    made = whole_event()
    too_small = {}
    for name in TOLD:
        small: defaultdict[float, str] = defaultdict(str)
        with override("de"):
            content = pdf.typeset(document(made, name))
        found = [(letter, size) for letter, size in letters(content) if letter.strip()]
        assert len(found) > 20, name
        for letter, size in found:
            if size < LEAST:
                small[round(size, 2)] += letter
        unmeant = {size: text for size, text in small.items() if not re.fullmatch(MEANT.get(name, "$^"), text)}
        too_small |= {name: unmeant} if unmeant else {}
    assert too_small == {}
