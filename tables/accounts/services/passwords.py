"""Signing in with a password: nobody can try them all, and whoever tries keeps nobody else out for long."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from django.contrib.auth import authenticate
from django.db import transaction
from django.views.decorators.debug import sensitive_variables

from tables.accounts.models import Guess, User
from tables.accounts.services.codes import guessed_wrong, must_not_guess
from tables.acts.services.refusals import Refused

MOST_FOR_AN_ACCOUNT: Final = 30
"""From all addresses together; from each of them, as many as for any code."""

MOST_FROM_AN_ADDRESS: Final = 300
"""A whole hall comes from one address: what one person there types wrong must not keep the officials out. It bounds
how many accounts can be tried from there, and what looking at passwords takes of the machine."""


@sensitive_variables("password")
def user_by_password(*, username: str, password: str, address: str, browser: str, now: datetime) -> User:
    """Return who signs in.

    Wrong passwords are counted for the account as it is tried from an ``address``, for the account and for the address;
    once they are too many, right ones open nothing either. A ``browser`` in which this account signed in before has a
    count of its own: whoever guesses elsewhere does not lock its owner out.

    :raises Refused: ``wrong-password``, ``too-many-passwords``, ``too-many-passwords-here``.
    """
    places: dict[str, int | None] = (
        {f"browser {browser} for {username}": None}
        if browser
        else {
            f"sign-in from {address}": MOST_FROM_AN_ADDRESS,
            f"account {username}": MOST_FOR_AN_ACCOUNT,
            f"account {username} from {address}": None,
        }
    )
    try:
        counted = _counted(places, now=now)
    except Refused as refused:
        if browser:
            raise Refused("too-many-passwords-here", **refused.facts) from None
        raise Refused("too-many-passwords", **refused.facts) from None
    user = authenticate(username=username, password=password)
    if not isinstance(user, User):
        raise Refused("wrong-password")
    _uncount(counted)
    return user


@sensitive_variables("password")
def must_know_password(user: User, password: str, *, now: datetime) -> None:
    """Let somebody who is signed in say once more who they are: whoever sits down at their laptop may not try them all.

    :raises Refused: ``wrong-own-password``, ``too-many-passwords-here``.
    """
    try:
        counted = _counted({f"signed in as {user.pk}": None}, now=now)
    except Refused as refused:
        raise Refused("too-many-passwords-here", **refused.facts) from None
    if not user.check_password(password):
        raise Refused("wrong-own-password")
    _uncount(counted)


@transaction.atomic
def _counted(places: Mapping[str, int | None], *, now: datetime) -> list[Guess]:
    """Count a try at each of the places, which have room for so many.

    It counts before it is looked at, so that many at once count as many; checking a password takes too long to keep
    everybody else waiting for it.

    :raises Refused: ``too-many-guesses``.
    """
    for place, most in places.items():
        must_not_guess(place, now=now, **({"most": most} if most else {}))
    return [guessed_wrong(place, now=now) for place in places]


def _uncount(counted: Iterable[Guess]) -> None:
    for guess in counted:
        guess.delete()
