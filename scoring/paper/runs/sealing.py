"""Documents that are signed, with a line that says who signed them, when, and how that is checked."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.paper.runs import stamping
from scoring.paper.runs.certificate import signer
from scoring.paper.runs.signing import signed
from scoring.paper.runs.stamping import NoStamp
from scoring.paper.typesetting import pdf
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.fitting import fitted
from tables.acts.wording.moments import stamp

ROOM: Final = 182.0
SIZES: Final = (2.3, 2.1, 1.9, 1.7, 1.4)
"""Room for the line on upright paper, and its sizes, in millimetres; the style sheet has a class for each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """A signed PDF file."""

    content: bytes
    lacks_stamp: bool = False
    """Whether the service that gives time stamps did not answer."""


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

    Without an answer of the service it is signed all the same, and says so. ``site`` is where it is checked.

    :raises CannotSign: if this site has no certificate, or lacks the libraries to use it.
    :raises CannotTypeset: if nothing makes PDF files here.
    """
    own = signer()

    def with_line(stamper: Any, about_stamp: str) -> bytes:
        line = fitted(" ".join(filter(None, (_line(own, now, site), about_stamp))), room=ROOM, sizes=SIZES)
        content = pdf.typeset(replace(document, seal=line), progress=progress, cores=cores, is_kept=True)
        return signed(content, reason=document.title, place=place, stamper=stamper)

    if not stamping.service():
        return Sealed(content=with_line(None, ""))
    name = {"service": stamping.service_name()}
    try:
        return Sealed(content=with_line(stamping.stamper(), _("With a time stamp of %(service)s.") % name))
    except NoStamp:
        without = _("Without a time stamp: %(service)s did not answer.") % name
        return Sealed(content=with_line(None, without), lacks_stamp=True)


def _line(own: Any, now: datetime, site: str) -> str:
    """Return who signs, when, and how everybody checks it."""
    certificate = own.signing_cert
    found = certificate.sha256.hex()[:12].upper()
    facts = {
        "who": certificate.subject.native.get("common_name", ""),
        "at": stamp(now),
        "address": _address(site),
        "certificate": " ".join(found[at : at + 4] for at in range(0, len(found), 4)),
    }
    return (
        _("Signed by %(who)s, %(at)s. To check it: %(address)s, or a PDF program; certificate %(certificate)s …")
        % facts
    )


def _address(site: str) -> str:
    """Return the address at which a file is checked, as it is typed."""
    known = (site or str(settings.SITE_URL)).removeprefix("https://").removeprefix("http://").rstrip("/") or "…"
    return known + reverse("scoring:verify-file")
