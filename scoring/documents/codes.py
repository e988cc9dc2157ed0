"""QR codes on paper."""

import segno
from django.utils.safestring import SafeString


def qr_code(link: str) -> SafeString:
    """Return a link as an inline SVG that holds nothing but the squares.

    Level M is read from a copy of a copy. Trying all masks for the best one takes five times as long, and a random
    key looks much the same under any.
    """
    code = segno.make(link, error="m", micro=False, mask=3)
    return SafeString(code.svg_inline(omitsize=True, svgclass=None, lineclass=None, border=2))
