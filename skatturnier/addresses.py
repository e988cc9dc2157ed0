"""Under which addresses this machine can be reached, and whether a port is free."""

import ipaddress
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from skatturnier.machine import network

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
"""How this machine calls itself."""

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104  (a director who wants phones to connect asks for it)
"""Hosts that mean: listen on every address."""

ANNOUNCED = ("skat.local", "skat-2.local", "skat-3.local")
"""Names by which a site may be announced in a network, the first that nobody else has (``phones``)."""

ANYWHERE = "192.0.2.1"
"""An address of nobody (RFC 5737): nothing is sent there, it only shows which way out the machine would take."""


def is_loopback(host: str) -> bool:
    """Test whether only this machine itself can connect to ``host``."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def own_address() -> str | None:
    """Return the address others in the network reach this machine at, or None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((ANYWHERE, 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if is_loopback(address) else address


def own_addresses() -> list[str]:
    """Return the addresses of this machine but those of containers and virtual machines, the way out first."""
    texts = [own_address(), *(address for address in network.interface_addresses() if not is_loopback(address))]
    return list(dict.fromkeys(filter(None, texts)))


def allowed_hosts(host: str) -> list[str]:
    """Return every name under which a site listening on ``host`` may be asked for."""
    if is_loopback(host):
        return list(LOOPBACK)
    if host not in EVERYWHERE:
        return [*LOOPBACK, in_address(host)]
    name = socket.gethostname().lower()
    names = [*own_addresses(), name, f"{name}.local" if "." not in name else None, *_resolved(name), *ANNOUNCED]
    return list(dict.fromkeys([*LOOPBACK, *filter(None, names)]))


def address_to_open(host: str, port: int) -> str:
    """Return the address to type into a browser, for phones too if they can connect."""
    shown = (own_address() or LOOPBACK[1]) if host in EVERYWHERE else in_address(host)
    return f"http://{shown}:{port}"


def in_address(host: str) -> str:
    """Return a host as it stands in an address: IPv6 in brackets."""
    return f"[{host.strip('[]')}]" if ":" in host else host


def is_free(host: str, port: int) -> bool:
    """Test whether a server can listen there."""
    try:
        family = socket.getaddrinfo(host.strip("[]") or None, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            network.listens_alone(probe)
            probe.bind((host.strip("[]"), port))
    except OSError:
        return False
    return True


def _resolved(name: str) -> list[str]:
    try:
        return [str(answer[4][0]) for answer in socket.getaddrinfo(name, None, family=socket.AF_INET)]
    except OSError:
        return []


PRIVATE: Final = tuple(
    ip_network(network)
    for network in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)
"""Addresses that mean another machine in every network (RFC 1918, 6598, 3927, 4193)."""

NAMES: Final = ("localhost", "local", "lan", "home.arpa", "internal")
"""Names, and what ends with them, that no server of the internet has: the "fritz.box" of many routers is anybody's."""


def may_vouch(name: str) -> bool:
    """Test whether the signer can vouch for a name or address; what it cannot would spoil a whole certificate."""
    address = address_in(name)
    if address:
        return any(address in network for network in PRIVATE)
    return name.isascii() and (name in NAMES or name.endswith(tuple(f".{suffix}" for suffix in NAMES)))


def address_in(name: str) -> IPv4Address | IPv6Address | None:
    """Return the address that a name is, with or without the brackets of IPv6; None if it is none."""
    try:
        return ip_address(name.strip("[]"))
    except ValueError:
        return None
