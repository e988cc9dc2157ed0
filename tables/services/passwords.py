"""Signing in with a password: nobody can try them all, and whoever tries keeps nobody else out for long."""

from datetime import datetime
from typing import Final

from django.contrib.auth import authenticate
from django.db import transaction
from django.views.decorators.debug import sensitive_variables

from tables.models import User
from tables.services.codes import guessed_wrong, must_not_guess
from tables.services.refusals import Refused

MOST_FROM_AN_ADDRESS: Final = 30
"""All officials of a hall may come from one address: it has more tries than one account."""


@sensitive_variables("password")
def user_by_password(*, username: str, password: str, address: str, browser: str, now: datetime) -> User:
    """Return who signs in.

    Wrong passwords are counted for the account and for the ``address`` they come from; once they are too many, right
    ones open nothing either. A ``browser`` in which this account signed in before has a count of its own: whoever
    guesses elsewhere does not lock its owner out.

    :raises Refused: ``wrong-password``, ``too-many-passwords``, ``too-many-passwords-here``.
    """
    places = (
        {f"browser {browser} for {username}": None}
        if browser
        else {f"sign-in from {address}": MOST_FROM_AN_ADDRESS, f"account {username}": None}
    )
    # A try counts before it is looked at, so that many at once count as many; checking a password takes too long to
    # keep everybody else waiting for it.
    try:
        with transaction.atomic():
            for place, most in places.items():
                must_not_guess(place, now=now, **({"most": most} if most else {}))
            counted = [guessed_wrong(place, now=now) for place in places]
    except Refused as refused:
        if browser:
            raise Refused("too-many-passwords-here", **refused.facts) from None
        raise Refused("too-many-passwords", **refused.facts) from None
    user = authenticate(username=username, password=password)
    if not isinstance(user, User):
        raise Refused("wrong-password")
    for guess in counted:
        guess.delete()
    return user
