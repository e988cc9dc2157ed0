"""The certificate of the site for the names and addresses it has today, signed by the laptop's own authority."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Any, Final, TypeVar

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from skatturnier.addresses import address_in, may_vouch
from skatturnier.https import NotUsable
from skatturnier.https.authority import SERVERS, Authority, as_pem, begun, holds, key_as_pem, may
from skatturnier.machine.files import write_whole

FILE: Final = "https.pem"
"""In the folder of the data: the certificate, the signer's, and the certificate's key, as a web server takes them."""

VALID_FOR: Final = timedelta(days=397)
"""Apple refuses what is valid for longer than 398 days from authorities it brings, and for 825 from any other."""

LAST: Final = timedelta(days=200)
"""Before its end when it is made anew: a site that runs without a break outlives no certificate in less."""


def certificate(data: Path, names: Sequence[str], *, by: Authority, now: datetime) -> Path:
    """Return the file with the certificate for these names and addresses; it is made anew where it is not right."""
    file, vouched = data / FILE, frozenset(filter(may_vouch, names))
    if not _is_right(file, vouched, by=by, now=now):
        write_whole(file, _made(sorted(vouched), by=by, now=now))
    return file


def _is_right(file: Path, names: frozenset[str], *, by: Authority, now: datetime) -> bool:
    try:
        found_certificate, signer = x509.load_pem_x509_certificates(file.read_bytes())
        subject_alternative_name = found_certificate.extensions.get_extension_for_class(
            x509.SubjectAlternativeName
        ).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    return (
        signer == by.signer
        and holds(found_certificate, now=now, longer=LAST)
        and set(subject_alternative_name) == set(map(_named, names))
    )


def _made(names: Sequence[str], *, by: Authority, now: datetime) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    until = min(now + VALID_FOR, by.signer.not_valid_after_utc)
    made = (
        begun("Skatturnier", key, now=now, until=until, by=by.signer.subject)
        .add_extension(x509.SubjectAlternativeName(list(map(_named, names))), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(may("digital_signature"), critical=True)
        .add_extension(SERVERS, critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(by.key.public_key()), critical=False)
        .sign(by.key, hashes.SHA256())
    )
    return as_pem(made) + as_pem(by.signer) + key_as_pem(key)


def _named(name: str) -> x509.IPAddress | x509.DNSName:
    address: IPv4Address | IPv6Address | None = address_in(name)
    return x509.IPAddress(address) if address else x509.DNSName(name)


T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """A certificate that was found good."""

    certificate: Path
    key: Path
    name: str


def brought(certificate: Path, key: Path, *, name: str, now: datetime) -> Brought:
    """Return what the organiser brings for a name, else for the certificate's first.

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
