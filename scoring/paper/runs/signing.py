"""Signed PDF files (PAdES), and whether one that somebody brings is as it was signed here.

To verify, the file is not read as a PDF: a signature of the site covers every byte but its own, so that nothing
in it has to be understood, nor can anything in it do harm.
"""

import enum
import hashlib
import io
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

from scoring.paper.runs.certificate import CannotSign, signer
from scoring.paper.runs.stamping import Stamp, stamp_on

FIELD: Final = "Signature"
MOST_BYTES: Final = 20_000_000

BYTE_RANGE: Final = re.compile(rb"/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]")
HEXADECIMAL: Final = re.compile(rb"<([0-9A-Fa-f]+)>")


class Standing(enum.StrEnum):
    """What can be said of a file."""

    GENUINE = "genuine"
    ALTERED = "altered"
    """It was signed, and changed since."""

    FOREIGN = "foreign"
    """It is as it was signed, by somebody else."""

    UNSIGNED = "unsigned"
    NO_PDF = "no-pdf"
    TOO_BIG = "too-big"


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """A file that was looked at."""

    standing: Standing
    by: str = ""
    """Who signed it, as their certificate says."""

    fingerprint: str = ""
    stamp: Stamp | None = None
    """The time stamp on the signature, if it has one."""


def signed(pdf: bytes, *, reason: str, place: str, stamper: Any = None) -> bytes:
    """Return a PDF file with the site's signature over all of it; nothing may be added later.

    ``stamper`` asks a service for a time stamp on the signature.

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
        writer = IncrementalPdfFileWriter(io.BytesIO(pdf))
        out = apart.submit(signers.sign_pdf, writer, about, signer=own, timestamper=stamper).result()
    return bytes(out.getvalue())


def examined(pdf: bytes) -> Examined:
    """Return whether a file is as it was signed here; whatever is in it, nothing is raised but ``CannotSign``.

    :raises CannotSign: if this site has no certificate to compare with.
    """
    own = signer()
    if len(pdf) > MOST_BYTES:
        return Examined(standing=Standing.TOO_BIG)
    if not pdf.startswith(b"%PDF-"):
        return Examined(standing=Standing.NO_PDF)
    ranges = BYTE_RANGE.findall(pdf)
    if not ranges:
        return Examined(standing=Standing.UNSIGNED)
    # Whoever signs once more adds to the file: the last signature says who it was.
    first, length, second, rest = map(int, ranges[-1])
    hole = HEXADECIMAL.fullmatch(pdf[length:second])
    if first or second + rest != len(pdf) or hole is None or len(hole[1]) % 2:
        return Examined(standing=Standing.ALTERED)
    digest = hashlib.sha256(pdf[:length] + pdf[second:]).digest()
    try:
        return _examined(bytes.fromhex(hole[1].decode("ascii")), digest, own)
    except Exception:
        # A broken container makes the library raise a dozen kinds.
        return Examined(standing=Standing.ALTERED)


def _examined(container: bytes, digest: bytes, own: Any) -> Examined:
    from asn1crypto import cms
    from pyhanko.sign.validation.generic_cms import validate_sig_integrity

    loaded = cms.ContentInfo.load(container)
    if container[len(loaded.dump()) :].strip(b"\0"):
        # Behind the signature there is room, and nothing in it.
        return Examined(standing=Standing.ALTERED)
    content = loaded["content"]
    (info,) = content["signer_infos"]
    given = [one.chosen for one in content["certificates"]]
    by = next(one for one in given if one.serial_number == info["sid"].chosen["serial_number"].native)
    is_own = by.dump() == own.signing_cert.dump()
    uses_sha256 = info["digest_algorithm"]["algorithm"].native == "sha256"
    is_intact, is_valid = validate_sig_integrity(info, by, "data", digest) if uses_sha256 else (False, False)
    stamp = stamp_on(info, validate_sig_integrity)
    who = {"by": str(by.subject.native.get("common_name", "")), "fingerprint": by.sha256.hex()}
    if is_own and loaded.dump() != _framed_anew(own, content):
        return Examined(standing=Standing.ALTERED, **who)
    if is_intact and is_valid:
        return Examined(standing=Standing.GENUINE if is_own else Standing.FOREIGN, stamp=stamp, **who)
    # Of a digest unlike the site's nothing is known but who claims to have signed.
    return Examined(standing=Standing.ALTERED if is_own or uses_sha256 else Standing.FOREIGN, **who)


def _framed_anew(own: Any, content: Any) -> bytes:
    """Return the container as this site would write it: much of it no signature covers."""
    from asn1crypto import cms

    (found,) = content["signer_infos"]
    attributes, signature = found["signed_attrs"].untag(), found["signature"].native
    again = own.signer_info("sha256", attributes, signature)
    if found["unsigned_attrs"].native:
        # A time stamp, which was looked at by itself.
        again["unsigned_attrs"] = found["unsigned_attrs"]
    known = {own.signing_cert.dump(), *(one.dump() for one in own.cert_registry)}
    data = {
        "version": "v1",
        "digest_algorithms": [again["digest_algorithm"]],
        "encap_content_info": {"content_type": "data"},
        "certificates": [one for one in content["certificates"] if one.chosen.dump() in known],
        "signer_infos": [again],
    }
    return bytes(cms.ContentInfo({"content_type": "signed_data", "content": cms.SignedData(data)}).dump())


__all__ = ["CannotSign", "Examined", "Standing", "examined", "signed"]
