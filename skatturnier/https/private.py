"""Names and addresses that mean another machine in every network: what a laptop in a hall may vouch for."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

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
