"""QR codes, on pages and on paper."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

import segno
from django.utils.safestring import SafeString
from segno import helpers

QUIET: Final = 2
"""Modules left white around a code; the paper about it is white too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QrCode:
    """A QR code: for the browser as an SVG, for a PDF file as a small picture."""

    made: segno.QRCode

    @property
    def svg(self) -> SafeString:
        """Return an inline SVG that holds nothing but the squares."""
        return SafeString(self.made.svg_inline(omitsize=True, svgclass=None, lineclass=None, border=QUIET))

    @property
    def png(self) -> str:
        """Return it as the address of a picture with a dot for every square: a typesetter takes a tenth of the time."""
        return self.made.png_data_uri(scale=1, border=QUIET)


def qr_code(link: str) -> QrCode:
    """Return the code of a link, at level M, which survives copying; trying all masks takes five times as long."""
    return QrCode(made=segno.make(link, error="m", micro=False, mask=3))


def wifi_code(*, name: str, password: str) -> QrCode:
    """Return the code by which a phone joins a Wi-Fi; with an empty ``password`` one that asks for none."""
    return QrCode(made=helpers.make_wifi(name, password or None, "WPA" if password else "nopass"))


def transfer_code(*, name: str, iban: str, cents: int, text: str) -> QrCode:
    """Return the code of a transfer in euros (EPC069-12). Raise ValueError if name, text or amount cannot be."""
    # A line break would begin the next field of the code.
    name, text = (" ".join(words.split()) for words in (name, text))
    return QrCode(made=helpers.make_epc_qr(name, iban, Decimal(cents).scaleb(-2), text))
