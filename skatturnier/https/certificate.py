"""The certificate of the site for the names and addresses it has today, signed by the laptop's own authority."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from skatturnier.backups.whole_files import write_whole
from skatturnier.https.authority import SERVERS, Authority, as_pem, begun, holds, key_as_pem, may
from skatturnier.https.private import address_in, may_vouch

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
