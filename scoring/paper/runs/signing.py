"""Signed PDF files (PAdES) with time stamps (RFC 3161), and whether one that somebody brings is as it was signed here.

On each page of one a line says who signed it, when, and how that is checked. To verify, the file is not read as a PDF:
a signature of the site covers every byte but its own, so that nothing in it has to be understood, nor can anything in
it do harm."""

import asyncio
import enum
import hashlib
import importlib.util
import io
import os
import re
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import TextChoices
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.paper.typesetting import pdf
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.fitting import fitted
from tables.acts.wording.moments import stamp

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
    """Return what signs with the site's certificate, or raise CannotSign if there is none, or it cannot be read."""
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
    try:
        signer()
    except CannotSign:
        return False
    return True


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


WAITS_FOR: Final = 6  # seconds within which a service has to answer
ASKED_AGAIN_AFTER: Final = 60  # seconds after no answer: an archive has many files to be signed
silent_until: dict[str, float] = {}


class NoStamp(Exception):
    """The service does not answer, or gives no stamp."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """A stamp that is as it was given."""

    at: datetime
    by: str  # who gave it, as their certificate says


def stamper() -> Any:
    """Return what asks the service for stamps, once it has answered, or raise NoStamp if it does not."""
    address = str(settings.TIMESTAMP_SERVICE)
    if time.monotonic() < silent_until.get(address, 0):
        raise NoStamp
    value = _stamper(address)
    # The library runs a loop of its own, and a thread that runs one already refuses a second.
    with ThreadPoolExecutor(1) as apart:
        apart.submit(lambda: asyncio.run(value.async_dummy_response("sha256"))).result()
    return value


@lru_cache(maxsize=1)
def _stamper(address: str) -> Any:
    from pyhanko.sign.timestamps import HTTPTimeStamper

    class Stamper(HTTPTimeStamper):
        async def async_timestamp(self, message_digest: bytes, md_algorithm: str) -> Any:
            try:
                return await super().async_timestamp(message_digest, md_algorithm)
            except Exception as error:
                # Whatever it answers instead of a stamp makes the library raise a dozen kinds.
                silent_until[address] = time.monotonic() + ASKED_AGAIN_AFTER
                raise NoStamp(address) from error

    return Stamper(address, timeout=WAITS_FOR)


def stamp_on(info: Any, is_intact: Callable[[Any, Any, str, bytes], tuple[bool, bool]]) -> Stamp | None:
    """Return the stamp on a signature, None without one, or raise ValueError if it is none, or of another signature."""
    attributes = list(info["unsigned_attrs"]) if info["unsigned_attrs"].native else []
    if not attributes:
        return None
    [attribute] = attributes
    [token] = attribute["values"]
    content = token["content"]["encap_content_info"]["content"]
    [signed] = token["content"]["signer_infos"]
    given = [certificates.chosen for certificates in token["content"]["certificates"]]
    by = next(value for value in given if value.serial_number == signed["sid"].chosen["serial_number"].native)
    digest = hashlib.new(signed["digest_algorithm"]["algorithm"].native, content.parsed.dump()).digest()
    imprint = content.parsed["message_imprint"]
    right = hashlib.new(imprint["hash_algorithm"]["algorithm"].native, info["signature"].native).digest()
    is_right = attribute["type"].native == "signature_time_stamp_token" and imprint["hashed_message"].native == right
    is_whole = content.parsed.dump(force=True) == bytes(content) and _is_framed(token["content"], signed, by)
    if not (is_right and is_whole and _binds(signed, by) and all(is_intact(signed, by, "tst_info", digest))):
        raise ValueError(attribute["type"].native)
    return Stamp(at=content.parsed["gen_time"].native, by=str(by.subject.native.get("common_name", "")))


def _is_framed(content: Any, signed: Any, by: Any) -> bool:
    """Test what stands around a stamp and no signature covers."""
    digests = [digest_algorithms["algorithm"].native for digest_algorithms in content["digest_algorithms"]]
    return (
        (content["version"].native, signed["version"].native) == ("v3", "v1")
        and digests == [signed["digest_algorithm"]["algorithm"].native]
        and signed["sid"].chosen["issuer"].dump() == by.issuer.dump()
    )


def _binds(signed: Any, by: Any) -> bool:
    """Test whether a stamp says with which certificate it was signed, and that is this one (RFC 5035)."""
    for attribute in signed["signed_attrs"]:
        if attribute["type"].native in {"signing_certificate", "signing_certificate_v2"}:
            named = attribute["values"][0]["certs"][0]
            kind = named["hash_algorithm"]["algorithm"].native if "v2" in attribute["type"].native else "sha1"
            return bool(hashlib.new(kind, by.dump()).digest() == named["cert_hash"].native)
    return False


FIELD: Final = "Signature"
MOST_BYTES: Final = 20_000_000

BYTE_RANGE: Final = re.compile(rb"/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]")
HEXADECIMAL: Final = re.compile(rb"<([0-9A-Fa-f]+)>")


class FileStanding(enum.StrEnum):
    """What can be said of a file."""

    GENUINE = "genuine"
    ALTERED = "altered"  # it was signed, and changed since
    FOREIGN = "foreign"  # it is as it was signed, by somebody else
    UNSIGNED = "unsigned"
    NO_PDF = "no-pdf"
    TOO_BIG = "too-big"


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """A file that was looked at."""

    standing: FileStanding
    by: str = ""  # who signed it, as their certificate says
    fingerprint: str = ""
    stamp: Stamp | None = None  # the time stamp on the signature, if it has one


def signed(content: bytes, *, reason: str, place: str, stamper: Any = None) -> bytes:
    """Return a PDF file with the site's signature over all of it; nothing may be added later.

    :raises CannotSign: if this site has no certificate, or lacks the libraries to use it.
    :raises NoStamp: if a stamp is wanted, and the service gives none.
    """
    own = signer()
    from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
    from pyhanko.sign import fields, signers

    about = signers.PdfSignatureMetadata(
        field_name=FIELD,
        md_algorithm="sha256",
        subfilter=fields.SigSeedSubFilter.PADES,
        reason=reason,
        location=place,
        certify=True,
        docmdp_permissions=fields.MDPPerm.NO_CHANGES,
    )
    # The library runs a loop of its own, and a thread that runs one already refuses a second.
    with ThreadPoolExecutor(1) as apart:
        writer = IncrementalPdfFileWriter(io.BytesIO(content))
        out = apart.submit(signers.sign_pdf, writer, about, signer=own, timestamper=stamper).result()
    return bytes(out.getvalue())


def examined(file: bytes) -> Examined:
    """Return whether a file is as it was signed here; whatever it is, only CannotSign is raised."""
    own = signer()
    if len(file) > MOST_BYTES:
        return Examined(standing=FileStanding.TOO_BIG)
    if not file.startswith(b"%PDF-"):
        return Examined(standing=FileStanding.NO_PDF)
    ranges = BYTE_RANGE.findall(file)
    if not ranges:
        return Examined(standing=FileStanding.UNSIGNED)
    # Whoever signs once more adds to the file: the last signature says who it was.
    first, length, second, rest = map(int, ranges[-1])
    hole = HEXADECIMAL.fullmatch(file[length:second])
    if first or second + rest != len(file) or hole is None or len(hole[1]) % 2:
        return Examined(standing=FileStanding.ALTERED)
    digest = hashlib.sha256(file[:length] + file[second:]).digest()
    try:
        return _examined(bytes.fromhex(hole[1].decode("ascii")), digest, own)
    except Exception:
        # A broken container makes the library raise a dozen kinds.
        return Examined(standing=FileStanding.ALTERED)


def _examined(container: bytes, digest: bytes, own: Any) -> Examined:
    from asn1crypto import cms
    from pyhanko.sign.validation.generic_cms import validate_sig_integrity

    loaded = cms.ContentInfo.load(container)
    if container[len(loaded.dump()) :].strip(b"\0"):
        # Behind the signature there is room, and nothing in it.
        return Examined(standing=FileStanding.ALTERED)
    content = loaded["content"]
    (info,) = content["signer_infos"]
    given = [certificates.chosen for certificates in content["certificates"]]
    by = next(value for value in given if value.serial_number == info["sid"].chosen["serial_number"].native)
    is_own = by.dump() == own.signing_cert.dump()
    uses_sha256 = info["digest_algorithm"]["algorithm"].native == "sha256"
    is_intact, is_valid = validate_sig_integrity(info, by, "data", digest) if uses_sha256 else (False, False)
    stamp = stamp_on(info, validate_sig_integrity)
    who = {"by": str(by.subject.native.get("common_name", "")), "fingerprint": by.sha256.hex()}
    if is_own and loaded.dump() != _framed_anew(own, content):
        return Examined(standing=FileStanding.ALTERED, **who)
    if is_intact and is_valid:
        return Examined(standing=FileStanding.GENUINE if is_own else FileStanding.FOREIGN, stamp=stamp, **who)
    # Of a digest unlike the site's nothing is known but who claims to have signed.
    return Examined(standing=FileStanding.ALTERED if is_own or uses_sha256 else FileStanding.FOREIGN, **who)


def _framed_anew(own: Any, content: Any) -> bytes:
    """Return the container as this site would write it: much of it no signature covers."""
    from asn1crypto import cms

    (value,) = content["signer_infos"]
    attributes, signature = value["signed_attrs"].untag(), value["signature"].native
    again = own.signer_info("sha256", attributes, signature)
    if value["unsigned_attrs"].native:
        # A time stamp, which was looked at by itself.
        again["unsigned_attrs"] = value["unsigned_attrs"]
    values = {own.signing_cert.dump(), *(certificate.dump() for certificate in own.cert_registry)}
    data = {
        "version": "v1",
        "digest_algorithms": [again["digest_algorithm"]],
        "encap_content_info": {"content_type": "data"},
        "certificates": [
            certificates for certificates in content["certificates"] if certificates.chosen.dump() in values
        ],
        "signer_infos": [again],
    }
    return bytes(cms.ContentInfo({"content_type": "signed_data", "content": cms.SignedData(data)}).dump())


ROOM: Final = 182.0
SIZES: Final = (2.3, 2.1, 1.9, 1.7, 1.4)  # the line's room, and its sizes, in millimetres: classes of the style sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """A signed PDF file."""

    content: bytes
    lacks_stamp: bool = False  # whether the service that gives time stamps did not answer


def sealed(
    document: Document,
    *,
    place: str,
    now: datetime,
    site: str = "",
    progress: Callable[[int], None] | None = None,
    cores: int = 1,
) -> Sealed:
    """Return a document as a PDF file that is kept, with its line, the site's signature and, if it can be had, a stamp.

    :raises CannotSign: if this site has no certificate, or lacks the libraries to use it.
    :raises CannotTypeset: if nothing makes PDF files here.
    """
    own = signer()

    def with_line(stamping: Any, about_stamp: str) -> bytes:
        line = fitted(" ".join(filter(None, (_line(own, now, site), about_stamp))), room=ROOM, sizes=SIZES)
        content = pdf.typeset(replace(document, seal=line), progress=progress, cores=cores, is_kept=True)
        return signed(content, reason=document.title, place=place, stamper=stamping)

    service = str(settings.TIMESTAMP_SERVICE)
    if not service:
        return Sealed(content=with_line(None, ""))
    name = {"service": urlsplit(service).hostname or service}
    try:
        return Sealed(content=with_line(stamper(), _("With a time stamp of %(service)s.") % name))
    except NoStamp:
        without = _("Without a time stamp: %(service)s did not answer.") % name
        return Sealed(content=with_line(None, without), lacks_stamp=True)


def _line(own: Any, now: datetime, site: str) -> str:
    certificate = own.signing_cert
    value = certificate.sha256.hex()[:12].upper()
    text = (site or str(settings.SITE_URL)).removeprefix("https://").removeprefix("http://").rstrip("/") or "…"
    facts = {
        "who": certificate.subject.native.get("common_name", ""),
        "at": stamp(now),
        "address": text + reverse("scoring:verify-file"),
        "certificate": " ".join(value[at : at + 4] for at in range(0, len(value), 4)),
    }
    return (
        _("Signed by %(who)s, %(at)s. To check it: %(address)s, or a PDF program; certificate %(certificate)s …")
        % facts
    )
