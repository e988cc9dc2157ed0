"""A certificate the organiser brings, for a name of their own: looked at before anybody comes."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization

from skatturnier.https import NotUsable
from skatturnier.https.private import address_in

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """A certificate that was found good."""

    certificate: Path
    key: Path
    name: str
    """By which the site is reached."""


def brought(certificate: Path, key: Path, *, name: str, now: datetime) -> Brought:
    """Return what the organiser brings for a name; without one, the first name of the certificate is taken.

    :raises NotUsable: if it is no certificate, not the key to it, not of today, or not for that name.
    """
    chain = _read(certificate, x509.load_pem_x509_certificates, "certificate")
    # In a file with more than one the first is the site's, the others lead from it to the authority.
    own = chain[0]
    value: Any = _read(key, lambda content: serialization.load_pem_private_key(content, password=None), "key")
    if value.public_key() != own.public_key():
        raise NotUsable(f"The key in {key} is not the one to the certificate in {certificate}.")
    begins, ends = own.not_valid_before_utc, own.not_valid_after_utc
    if now >= ends:
        raise NotUsable(f"The certificate in {certificate} ended on {ends:%d %B %Y}. Have it renewed.")
    if now < begins:
        raise NotUsable(
            f"The certificate in {certificate} begins on {begins:%d %B %Y}. Is the clock of this machine right?"
        )
    return Brought(certificate=certificate, key=key, name=_name_of(own, name.lower(), certificate))


def _read(file: Path, read: Callable[[bytes], T], what: str) -> T:
    try:
        return read(file.read_bytes())
    except FileNotFoundError:
        raise NotUsable(f"There is no file {file}, in which the {what} should be.") from None
    except OSError as error:
        raise NotUsable(f"The {what} in {file} cannot be read: {error.strerror}.") from None
    except TypeError:
        raise NotUsable(f"The {what} in {file} is locked with a password. Save it without one.") from None
    except (ValueError, UnsupportedAlgorithm):
        raise NotUsable(f"In {file} there is no {what} as text (PEM).") from None


def _name_of(certificate: x509.Certificate, wanted: str, file: Path) -> str:
    try:
        subject_alternative_name = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        raise NotUsable(f"The certificate in {file} names no site; browsers refuse such.") from None
    names = [
        *subject_alternative_name.get_values_for_type(x509.DNSName),
        *map(str, subject_alternative_name.get_values_for_type(x509.IPAddress)),
    ]
    if not wanted:
        whole = [name for name in names if not name.startswith("*")]
        if whole:
            return whole[0]
        raise NotUsable(f"Say for which name of {', '.join(names)} the certificate is used: SKATTURNIER_HTTPS_NAME=…")
    if not any(_is_for(name, wanted) for name in names):
        raise NotUsable(f"The certificate in {file} is for {', '.join(names)}, not for {wanted}.")
    return wanted


def _is_for(named: str, wanted: str) -> bool:
    """Test whether a name of a certificate is the one wanted; a star stands for one part (RFC 9525)."""
    if named.startswith("*.") and not address_in(wanted):
        return wanted.partition(".")[2] == named[2:].lower()
    return named.lower() == wanted
