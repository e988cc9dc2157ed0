"""QR codes, on pages and on paper."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import segno
from django.utils.safestring import SafeString

QUIET: Final = 2
"""Modules left white around a code; the paper about it is white too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """A QR code: for the browser as an SVG, for a PDF file as the runs of its black squares."""

    made: segno.QRCode

    @property
    def svg(self) -> SafeString:
        """Return an inline SVG that holds nothing but the squares."""
        return SafeString(self.made.svg_inline(omitsize=True, svgclass=None, lineclass=None, border=QUIET))

    @property
    def size(self) -> int:
        """Modules from edge to edge, the quiet ones included."""
        return len(self.made.matrix) + 2 * QUIET

    def runs(self) -> Iterator[tuple[int, int, int]]:
        """Yield every run of black squares as column, row and length, from the upper left corner."""
        for row, modules in enumerate(self.made.matrix):
            column = 0
            for is_black, same in groupby(modules):
                length = len(list(same))
                if is_black:
                    yield (column + QUIET, row + QUIET, length)
                column += length


def qr_code(link: str) -> Code:
    """Return the code of a link.

    Level M is read from a copy of a copy. Trying all masks for the best one takes five times as long, and a random
    key looks much the same under any.
    """
    return Code(made=segno.make(link, error="m", micro=False, mask=3))
