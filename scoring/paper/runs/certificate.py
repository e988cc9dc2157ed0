"""The certificate PDF files are signed with: an own one, or one made here (PKCS #12).

Its libraries are an extra (requirements/signing.txt). Without them, or without a certificate, nothing is signed.
"""

import importlib.util
import os
import secrets
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db.models import TextChoices

VALID_FOR: Final = timedelta(days=5 * 365)


class Lack(TextChoices):
    """What a site lacks that cannot sign."""

    LIBRARY = "library", "the libraries are not installed"
    CERTIFICATE = "certificate", "there is no certificate"
    PASSWORD = "password", "the certificate cannot be read: wrong password?"


class CannotSign(Exception):
    """This site has no certificate, or lacks the libraries to use it."""

    def __init__(self, lack: Lack) -> None:
        super().__init__(lack.label)
        self.lack = lack


class CertificateExists(Exception):
    """There is a certificate already; a new one would not fit what was signed with it."""


def signer() -> Any:
    """Return what signs with the site's certificate.

    :raises CannotSign: if there is none, or it cannot be read.
    """
    path = Path(settings.SIGNING_CERTIFICATE)
    try:
        changed = path.stat().st_mtime_ns
    except OSError as missing:
        raise CannotSign(Lack.CERTIFICATE) from missing
    return _signer(path, changed)


@lru_cache(maxsize=1)
def _signer(path: Path, _changed: int) -> Any:
    try:
        from pyhanko.sign import signers
    except ImportError as missing:
        raise CannotSign(Lack.LIBRARY) from missing
    password = settings.SIGNING_PASSWORD.encode() or None
    # The library has annotations where it is installed, but not for this; where it is not, there is nothing to check.
    load: Any = signers.SimpleSigner.load_pkcs12
    loaded = load(str(path), passphrase=password)
    if loaded is None:
        raise CannotSign(Lack.PASSWORD)
    return loaded


def can_sign() -> bool:
    """Test whether this site can sign documents."""
    return lacking() is None


def lacking() -> Lack | None:
    """Return what this site lacks to sign documents, the first thing to be done about it first."""
    try:
        signer()
    except CannotSign as cannot:
        has_library = importlib.util.find_spec("pyhanko") is not None
        return cannot.lack if has_library else Lack.LIBRARY
    return None


def make_certificate(name: str, *, now: datetime) -> str:
    """Make a certificate that vouches for itself, and return its fingerprint.

    :raises CertificateExists: if there is one.
    :raises CannotSign: if the libraries are not installed.
    """
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import pkcs12
    except ImportError as missing:
        raise CannotSign(Lack.LIBRARY) from missing
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name[:64])])
    uses = ("key_cert_sign", "crl_sign", "key_encipherment", "data_encipherment", "key_agreement")
    built = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=5))
        .not_valid_after(now + VALID_FOR)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(
            x509.KeyUsage(
                digital_signature=True,
                content_commitment=True,
                encipher_only=False,
                decipher_only=False,
                **dict.fromkeys(uses, False),
            ),
            critical=True,
        )
        .sign(key, hashes.SHA256())
    )
    locked: Any = serialization.NoEncryption()
    if settings.SIGNING_PASSWORD:
        locked = serialization.BestAvailableEncryption(settings.SIGNING_PASSWORD.encode())
    _keep(pkcs12.serialize_key_and_certificates(name[:64].encode(), key, built, None, locked))
    return str(built.fingerprint(hashes.SHA256()).hex())


def _keep(content: bytes) -> None:
    """Write the certificate where nobody else can read it, whole or not at all."""
    path = Path(settings.SIGNING_CERTIFICATE)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
    try:
        # Unlike a rename it does not replace what is there.
        path.hardlink_to(part)
    except FileExistsError:
        raise CertificateExists(str(path)) from None
    finally:
        part.unlink()
