"""Who may press the buttons of the laptop: a director, and nobody who is not in front of it."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest

from skatturnier import addresses
from tables.accounts.access import KeptShut, signed_in
from tables.accounts.models import User
from tables.tournaments.selectors import tournaments

PASSED_ON: Final = ("X-Forwarded-For", "X-Real-Ip", "Forwarded", "Via")
"""What a server adds that passes on what others ask: then the machine is not who asks."""


class NotAtTheLaptop(KeptShut):
    """Whoever asks sits elsewhere, or opened the site by the address that phones use."""

    needed = "laptop"


def at_the_laptop(request: HttpRequest) -> User:
    """Return the director at the machine itself.

    :raises SignInNeeded: if nobody is signed in.
    :raises NotAtTheLaptop: if it is somebody else, or somewhere else, or nothing is there to carry out an order.
    """
    user = signed_in(request)
    if not (settings.LAPTOP and is_at_the_laptop(request) and (user.is_superuser or tournaments.directs_any(user))):
        raise NotAtTheLaptop
    return user


def is_at_the_laptop(request: HttpRequest) -> bool:
    """Test whether a request comes from this machine, by an address that only this machine has."""
    host = request.get_host().rpartition(":")[0] or request.get_host()
    came_from = str(request.META.get("REMOTE_ADDR", ""))
    return (
        addresses.is_loopback(came_from)
        and addresses.is_loopback(host)
        and not any(header in request.headers for header in PASSED_ON)
    )
