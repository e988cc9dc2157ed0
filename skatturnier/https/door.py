"""Whether a site that is about to start is served over https, at which port, with which certificate."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from skatturnier import addresses
from skatturnier.addresses import may_vouch
from skatturnier.https import NotUsable

ON: Final = "on"
BESIDE: Final = "beside"
OFF: Final = "off"

ABOVE: Final = 443
"""How far above the port of plain http that of https lies: 8443 beside 8000, which many know."""

LAST_PORT: Final = 65535
USUAL: Final = 443


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """How a site is served over https."""

    port: int
    certificate: Path
    key: Path
    site: str
    """The address for phones; "" where none of this machine's can be vouched for."""

    authority: Path | None
    """Of this laptop, where it vouches for itself: phones warn of that."""


def is_wanted(host: str, *, is_behind_tls: bool) -> bool:
    """Test whether a site is served over https too. Raise NotUsable if the settings contradict each other."""
    text = os.environ.get("SKATTURNIER_HTTPS", "").lower()
    if text not in ("", ON, BESIDE, OFF):
        raise NotUsable(f"SKATTURNIER_HTTPS is “{text}”; it can be on, beside or off.")
    has_files = bool(os.environ.get("SKATTURNIER_HTTPS_CERTIFICATE"))
    if is_behind_tls:
        if has_files or text in (ON, BESIDE):
            raise NotUsable("With SKATTURNIER_TLS=on a proxy speaks https for the site: leave out SKATTURNIER_HTTPS.")
        return False
    if text:
        return text != OFF
    # Where somebody else speaks https for it, the address that was stated says so.
    is_elsewhere = os.environ.get("SKATTURNIER_SITE_URL", "").startswith("https:")
    return has_files or not (addresses.is_loopback(host) or is_elsewhere)


def port_beside(port: int) -> int:
    """Return the port of https beside plain http. Raise NotUsable if the setting is no port."""
    text = os.environ.get("SKATTURNIER_HTTPS_PORT", "")
    if text:
        if not text.isdecimal() or not 0 < int(text) <= LAST_PORT or int(text) == port:
            raise NotUsable(f"SKATTURNIER_HTTPS_PORT is “{text}”; it has to be another port than {port}.")
        return int(text)
    return port + ABOVE if port + ABOVE <= LAST_PORT else port - ABOVE


def opened(data: Path, *, host: str, port: int, names: Sequence[str], now: datetime) -> Door:
    """Return the door of a site, its certificate in order. Raise NotUsable if what was brought or made is damaged."""
    # What reads certificates takes a tenth of a second to load: a site on loopback needs none of it.
    from skatturnier.https import authority
    from skatturnier.https.certificate import brought, certificate

    cert, key = (os.environ.get(f"SKATTURNIER_HTTPS_{what}", "") for what in ("CERTIFICATE", "KEY"))
    if cert or key:
        if not (cert and key):
            raise NotUsable("SKATTURNIER_HTTPS_CERTIFICATE and SKATTURNIER_HTTPS_KEY belong together: name both files.")
        named = os.environ.get("SKATTURNIER_HTTPS_NAME", "")
        found_brought = brought(Path(cert), Path(key), name=named, now=now)
        site = _at(found_brought.name, port)
        return Door(port=port, certificate=found_brought.certificate, key=found_brought.key, site=site, authority=None)
    try:
        by = authority.authority(data, now=now)
    except authority.UnreadableAuthority as damaged:
        raise NotUsable(
            f"{damaged} is damaged. Put back the one of a backup; or delete it, and phones will have to"
            " be told to trust another."
        ) from None
    file = certificate(data, names, by=by, now=now)
    return Door(port=port, certificate=file, key=file, site=_own_site(host, port, names), authority=by.file)


def _own_site(host: str, port: int, names: Sequence[str]) -> str:
    stated = urlsplit(os.environ.get("SKATTURNIER_SITE_URL", "")).hostname
    here = urlsplit(addresses.address_to_open(host, port)).hostname
    text = next((word for word in (stated, here) if word and word in names and may_vouch(word)), None)
    return _at(text, port) if text else ""


def _at(name: str, port: int) -> str:
    shown = addresses.in_address(name)
    return f"https://{shown}" if port == USUAL else f"https://{shown}:{port}"
