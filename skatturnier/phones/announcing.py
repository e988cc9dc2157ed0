"""``skat.local``: the name by which phones find the site in the network of a hall, where they ask for it (RFC 6762).

Whoever keeps house beside a site announces it, and writes down what it is called; the site reads that. Phones of the
last years know such names, older ones do not: the name stands beside the address, never in its place.
"""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from zeroconf import AddressResolverIPv4, Error, InterfaceChoice, IPVersion, ServiceInfo, Zeroconf

from skatturnier import addresses, keeper
from skatturnier.machine import locks

KIND: Final = "_http._tcp.local."

ASKED: Final = 3000
"""Milliseconds in which another machine may say that it has a name already: two halls may share a house."""


@contextmanager
def announced(data: Path, *, listens: str) -> Iterator[str]:
    """Announce a site while the block runs, and give the name it got; "" where nobody can be told.

    ``listens`` is where it listens: only what every network may reach is announced.
    """
    noted = _noted(data)
    noted.unlink(missing_ok=True)
    site, own = urlsplit(listens), addresses.own_addresses()
    if site.hostname not in addresses.EVERYWHERE or not own:
        yield ""
        return
    try:
        announcer = Zeroconf(interfaces=InterfaceChoice.All, ip_version=IPVersion.V4Only)
    except (OSError, Error):
        # A network that carries no such questions, or a system that has this port for itself.
        yield ""
        return
    try:
        text = _announce(announcer, port=site.port or 80, own=own)
        if text:
            noted.write_text(text, encoding="ascii")
        yield text
    finally:
        noted.unlink(missing_ok=True)
        announcer.close()


def name(data: Path) -> str:
    """Return by which name the site of a folder is announced at this moment; "" where it is not."""
    noted = _noted(data)
    try:
        text = noted.read_text(encoding="ascii")
    except OSError:
        return ""
    return "" if locks.is_free(keeper.place(data)) else text


def _announce(announcer: Zeroconf, *, port: int, own: list[str]) -> str:
    """Announce the first name that nobody else has; return it, "" where that cannot be done."""
    for text in addresses.ANNOUNCED:
        try:
            if AddressResolverIPv4(f"{text}.").request(announcer, ASKED):
                continue
            packed = [socket.inet_aton(address) for address in own]
            service = ServiceInfo(
                KIND, f"Skatturnier {text} {port}.{KIND}", addresses=packed, port=port, server=f"{text}."
            )
            announcer.register_service(service, allow_name_change=True)
        except (OSError, Error):
            return ""
        return text
    return ""


def _noted(data: Path) -> Path:
    return data / "announced"
