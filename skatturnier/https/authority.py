"""The authority of this laptop: made once, kept for its owner alone, good for private networks and nothing else.

A phone that trusts an authority believes whatever its key signs. So the key signs once, for a signer that is bound to
private names and addresses (RFC 5280, 4.2.1.10), and is thrown away: no browser has to be relied on to bind the
authority itself, which not all of them do.
"""

import contextlib
import itertools
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from django.conf import settings

from skatturnier.addresses import NAMES, PRIVATE
from skatturnier.secret import made_once

FILE: Final = "authority.pem"
"""In the data folder: the certificates of authority and signer, and the signer's key; a second one has a number."""

VALID_FOR: Final = timedelta(days=5 * 365)
"""Whoever plays here every week trusts it once; whoever came once does not trust it for ever."""

LAST: Final = timedelta(days=60)
"""Before its end when another is made: an event is not in the middle of it."""

EARLIER: Final = timedelta(days=2)
"""How long before it was made a certificate holds: the clock of a laptop without internet may be ahead."""

Key = ec.EllipticCurvePrivateKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Authority:
    """What phones may trust, and what signs in its name."""

    trusted: x509.Certificate
    signer: x509.Certificate
    key: Key = field(compare=False)
    file: Path = field(compare=False)


class UnreadableAuthority(Exception):
    """The file of the authority is not what was written."""


def authority(data: Path, *, now: datetime) -> Authority:
    """Return the authority of a data folder, made where none is left that lasts. Raise Unreadable if damaged."""
    for file in _files(data):
        found_authority = _read(file, made_once(file, lambda: _made(now)))
        if holds(found_authority.trusted, now=now, longer=LAST):
            return found_authority
    raise AssertionError


def file_in_use(data: Path, *, now: datetime) -> Path | None:
    """Return the file of the authority in use; None where there is none, or it cannot be read."""
    with contextlib.suppress(UnreadableAuthority):
        for file in _files(data):
            if not file.exists():
                return None
            if holds(_read(file, file.read_bytes()).trusted, now=now, longer=LAST):
                return file
    return None


def _files(data: Path) -> Iterator[Path]:
    """Yield where authorities are kept, the first one first: it is the clock that may have been wrong for a day."""
    yield data / FILE
    for number in itertools.count(2):
        yield data / f"{Path(FILE).stem}-{number}.pem"


def holds(certificate: x509.Certificate, *, now: datetime, longer: timedelta = timedelta()) -> bool:
    """Test whether a certificate has begun, and does not end for so much longer."""
    return certificate.not_valid_before_utc <= now < certificate.not_valid_after_utc - longer


def as_pem(certificate: x509.Certificate) -> bytes:
    """Return a certificate as text."""
    return certificate.public_bytes(serialization.Encoding.PEM)


def key_as_pem(key: Key) -> bytes:
    """Return a key as text. It is not locked: what reads it starts without anybody."""
    unlocked = serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, unlocked)


def begun(
    subject: str, key: Key, *, now: datetime, until: datetime, by: x509.Name | None = None
) -> x509.CertificateBuilder:
    """Return the beginning of a certificate: whose it is, until when; ``by`` whom, unless it vouches for itself."""
    named = _name(subject)
    return (
        x509.CertificateBuilder()
        .subject_name(named)
        .issuer_name(by or named)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(until)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def may(*uses: str) -> x509.KeyUsage:
    """Return what a key may be used for."""
    cells = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement")
    every = (*cells, "key_cert_sign", "crl_sign", "encipher_only", "decipher_only")
    return x509.KeyUsage(**{use: use in uses for use in every})


SERVERS: Final = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])


def _made(now: datetime) -> bytes:
    named, until = f"Skatturnier {socket.gethostname()}"[:50], now + VALID_FOR
    first, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    bounds = x509.NameConstraints(
        permitted_subtrees=[*map(x509.IPAddress, PRIVATE), *map(x509.DNSName, NAMES)], excluded_subtrees=None
    )
    signs = may("key_cert_sign")
    trusted = (
        begun(named, first, now=now, until=until)
        .add_extension(x509.BasicConstraints(ca=True, path_length=1), critical=True)
        .add_extension(signs, critical=True)
        .add_extension(bounds, critical=True)
        .sign(first, hashes.SHA256())
    )
    signer = (
        begun(f"{named}, signer", key, now=now, until=until, by=trusted.subject)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(signs, critical=True)
        .add_extension(bounds, critical=True)
        .add_extension(SERVERS, critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(first.public_key()), critical=False)
        .sign(first, hashes.SHA256())
    )
    # ``first`` is kept nowhere.
    return as_pem(trusted) + as_pem(signer) + key_as_pem(key)


def _read(file: Path, content: bytes) -> Authority:
    try:
        trusted, signer = x509.load_pem_x509_certificates(content)
        key = serialization.load_pem_private_key(content, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise UnreadableAuthority(str(file)) from error
    if not isinstance(key, Key):
        raise UnreadableAuthority(str(file))
    return Authority(trusted=trusted, signer=signer, key=key, file=file)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


A_LINE: Final = 8 * 3


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
    return _offer_in(Path(settings.HTTPS_AUTHORITY)) if settings.HTTPS_AUTHORITY else None


@lru_cache(maxsize=1)
def _offer_in(file: Path) -> Offered:
    # Of a site that runs it does not change.
    trusted, *_others = x509.load_pem_x509_certificates(file.read_bytes())
    print_of = trusted.fingerprint(hashes.SHA256()).hex(":").upper()
    return Offered(
        name=str(trusted.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value),
        until=trusted.not_valid_after_utc,
        der=trusted.public_bytes(Encoding.DER),
        fingerprint=tuple(print_of[at : at + A_LINE].rstrip(":") for at in range(0, len(print_of), A_LINE)),
    )
