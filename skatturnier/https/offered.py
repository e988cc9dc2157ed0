"""What a phone is offered of the laptop's own authority: its certificate, and what tells it from any other."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from django.conf import settings

A_LINE: Final = 8 * 3
"""Signs of a line of a fingerprint: eight pairs with colons."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """The authority as a phone takes it."""

    name: str
    """By which it is found again among what the phone trusts."""

    until: datetime
    der: bytes
    fingerprint: tuple[str, ...]
    """The SHA-256 of it, in lines as long as phones show them."""


def offered() -> Offered | None:
    """Return the authority that vouches for this site; None where none of its own does."""
    return _read(Path(settings.HTTPS_AUTHORITY)) if settings.HTTPS_AUTHORITY else None


@lru_cache(maxsize=1)
def _read(file: Path) -> Offered:
    # Of a site that runs it does not change.
    trusted, *_others = x509.load_pem_x509_certificates(file.read_bytes())
    print_of = trusted.fingerprint(hashes.SHA256()).hex(":").upper()
    return Offered(
        name=str(trusted.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value),
        until=trusted.not_valid_after_utc,
        der=trusted.public_bytes(Encoding.DER),
        fingerprint=tuple(print_of[at : at + A_LINE].rstrip(":") for at in range(0, len(print_of), A_LINE)),
    )
