"""Time stamps of a service (RFC 3161): somebody else says when a file was signed."""

import asyncio
import hashlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings

WAITS_FOR: Final = 6
"""Seconds within which a service has to answer."""

ASKED_AGAIN_AFTER: Final = 60
"""Seconds for which one that did not answer is left alone: an archive has many files to be signed."""

silent_until: dict[str, float] = {}


class NoStamp(Exception):
    """The service does not answer, or gives no stamp."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """A stamp that is as it was given."""

    at: datetime
    by: str
    """Who gave it, as their certificate says."""


def service() -> str:
    """Return the address of the service, or nothing where none is configured."""
    return str(settings.TIMESTAMP_SERVICE)


def service_name() -> str:
    """Return what the service is called on paper."""
    return urlsplit(service()).hostname or service()


def stamper() -> Any:
    """Return what asks the service for stamps, once it has answered.

    :raises NoStamp: if it does not.
    """
    address = service()
    if time.monotonic() < silent_until.get(address, 0):
        raise NoStamp
    found = _stamper(address)
    # The library runs a loop of its own, and a thread that runs one already refuses a second.
    with ThreadPoolExecutor(1) as apart:
        apart.submit(lambda: asyncio.run(found.async_dummy_response("sha256"))).result()
    return found


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
    """Return the stamp on a signature, or None if it has none.

    :raises ValueError: if what it has is none, or one of another signature.
    """
    attributes = list(info["unsigned_attrs"]) if info["unsigned_attrs"].native else []
    if not attributes:
        return None
    [attribute] = attributes
    [token] = attribute["values"]
    told = token["content"]["encap_content_info"]["content"]
    [signed] = token["content"]["signer_infos"]
    given = [one.chosen for one in token["content"]["certificates"]]
    by = next(one for one in given if one.serial_number == signed["sid"].chosen["serial_number"].native)
    digest = hashlib.new(signed["digest_algorithm"]["algorithm"].native, told.parsed.dump()).digest()
    imprint = told.parsed["message_imprint"]
    right = hashlib.new(imprint["hash_algorithm"]["algorithm"].native, info["signature"].native).digest()
    is_right = attribute["type"].native == "signature_time_stamp_token" and imprint["hashed_message"].native == right
    is_whole = told.parsed.dump(force=True) == bytes(told) and _is_framed(token["content"], signed, by)
    if not (is_right and is_whole and _binds(signed, by) and all(is_intact(signed, by, "tst_info", digest))):
        raise ValueError(attribute["type"].native)
    return Stamp(at=told.parsed["gen_time"].native, by=str(by.subject.native.get("common_name", "")))


def _is_framed(content: Any, signed: Any, by: Any) -> bool:
    """Test what stands around a stamp and no signature covers."""
    digests = [one["algorithm"].native for one in content["digest_algorithms"]]
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
