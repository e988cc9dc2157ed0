"""The cards that lie on the tables and open their lists."""

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

import segno
from django.urls import reverse
from django.utils.safestring import SafeString

from tables.draw.models import Seat, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyCard:
    """A card to lie on a table: scanned, it opens the table's list."""

    table: Table
    path: str
    """Where on this site its list is opened."""

    code: SafeString
    """The whole address as a QR code, an inline SVG."""


def key_cards(plan: Iterable[tuple[Table, list[Seat]]], *, site: str) -> list[KeyCard]:
    """Return a card for every table; ``site`` is the address phones reach this site at."""
    return [_key_card(table, site=site) for table, _seats in plan]


def _key_card(table: Table, *, site: str) -> KeyCard:
    path = reverse("scoring:list-key", kwargs={"key": table.key})
    # Level M is read through a stain of beer; the SVG holds nothing but the squares.
    code = segno.make(site + path, error="m", micro=False)
    squares = code.svg_inline(omitsize=True, svgclass=None, lineclass=None, border=2)
    return KeyCard(table=table, path=path, code=SafeString(squares))


def reaches_only_this_machine(site: str) -> bool:
    """Test whether an address leads back to the machine it is opened on: no phone gets anywhere by it."""
    host = urlsplit(site).hostname or ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback or address.is_unspecified
