"""From a request to who is signed in, to where it comes from, and to the browser an account is known to use."""

import secrets
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from tables.accounts.models import User

KNOWN_BROWSER: Final = "known_browser"
"""The cookie of a browser in which somebody signed in; signed, and sent to the page for signing in alone."""

KNOWN_FOR: Final = 60 * 60 * 24 * 365
MOST_ACCOUNTS: Final = 8
"""A laptop at the desk is shared by some officials."""


def address_of(request: HttpRequest) -> str:
    """Return where a request comes from; of an address of IPv6 the half that its owner cannot choose."""
    seen = str(request.META.get("REMOTE_ADDR", ""))
    if settings.TLS:
        # The proxy that speaks TLS adds the address it sees at the end; what stands before it anybody can make up.
        seen = request.headers.get("X-Forwarded-For", seen).rpartition(",")[2].strip()
    try:
        address = ip_address(seen)
    except ValueError:
        return seen
    if isinstance(address, IPv4Address) or address.ipv4_mapped:
        return str(address)
    return str(ip_network((address, 64), strict=False))


def known_browser(request: HttpRequest, *, username: str) -> str:
    """Return what the site calls a browser in which this account signed in before; "" if it never did."""
    name, accounts = _known(request)
    return name if any(constant_time_compare(_mark(username), account) for account in accounts) else ""


def know_browser(request: HttpRequest, response: HttpResponseBase, *, username: str) -> None:
    """Remember in a browser that this account signed in there; no name of it stands in the cookie."""
    name, accounts = _known(request)
    mark = _mark(username)
    texts = [*(account for account in accounts if account != mark), mark][-MOST_ACCOUNTS:]
    response.set_signed_cookie(
        KNOWN_BROWSER,
        " ".join([name or secrets.token_hex(16), *texts]),
        salt=KNOWN_BROWSER,
        max_age=KNOWN_FOR,
        path=reverse("login"),
        httponly=True,
        samesite="Lax",
    )


def _known(request: HttpRequest) -> tuple[str, list[str]]:
    text = request.get_signed_cookie(KNOWN_BROWSER, default="", salt=KNOWN_BROWSER, max_age=KNOWN_FOR) or ""
    name, *accounts = text.split(" ")
    return name, accounts


def _mark(username: str) -> str:
    return salted_hmac(KNOWN_BROWSER, username, algorithm="sha256").hexdigest()[:32]


class KeptShut(PermissionDenied):
    """Something opens only to whoever holds what is ``needed``: the page that says so names it."""

    needed = ""


class OwnerOnly(KeptShut):
    """Whoever is signed in does not own the site."""

    needed = "owner"


class SignInNeeded(PermissionDenied):
    """Nobody is signed in; signing in may help."""


def signed_in(request: HttpRequest) -> User:
    """Return who is signed in. Raise SignInNeeded if nobody is."""
    if not isinstance(request.user, User):
        raise SignInNeeded
    return request.user


def owner(request: HttpRequest) -> User:
    """Return the signed-in owner. Raise SignInNeeded if nobody is signed in, OwnerOnly if somebody else is."""
    user = signed_in(request)
    if not user.is_superuser:
        raise OwnerOnly
    return user


def acting(request: HttpRequest) -> dict[str, Any]:
    """Return who is signed in and the time, as services ask. Raise SignInNeeded if nobody is."""
    return {"by": signed_in(request), "now": timezone.now()}


def official(request: HttpRequest) -> User | None:
    """Return who is signed in, or None: a table acting with its key is nobody."""
    return request.user if isinstance(request.user, User) else None
