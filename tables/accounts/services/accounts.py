"""Accounts: the first one, those that are named in forms, passwords, signing out."""

import os
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.views.decorators.debug import sensitive_variables

from tables.accounts import selectors as signed_in
from tables.accounts.models import Guess, User, to_be_typed
from tables.accounts.services.floods import MOST_WRONG, guessed_wrong, must_not_guess
from tables.acts.services import Refused, alone_with


def word_file() -> Path:
    """Return where the word lies as long as the site waits for its first account."""
    return Path(settings.DATA_DIR) / "first-word"


def await_first_account() -> str:
    """Make a new word where there is no account yet, and return it; where there is one, forget the word: ""."""
    file = word_file()
    file.unlink(missing_ok=True)
    if User.objects.exists():
        return ""
    word = to_be_typed(groups=2)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as opened:
        opened.write(word)
    return word


def is_awaited() -> bool:
    """Test whether the site waits for its first account. As soon as it has one, nothing is asked of the database."""
    return word_file().exists() and not User.objects.exists()


@sensitive_variables("word", "password")
def make_first_account(*, word: str, username: str, password: str, address: str, now: datetime) -> User:
    """Make the first account, which owns the site, for whoever knows the word.

    Wrong words are counted for the ``address`` they come from. Of several who are right at once one makes an account.

    :raises Refused: ``wrong-first-word``, ``too-many-first-words`` (until), ``first-account-exists``.
    """
    place = f"first word from {address}"
    with transaction.atomic():
        alone_with("first account")
        must_not_guess(place, now=now, code="too-many-first-words")
        if not is_awaited():
            raise Refused("first-account-exists")
        is_right = constant_time_compare(_letters(word), _letters(word_file().read_text(encoding="ascii")))
        if is_right:
            user = User.objects.create_superuser(username=username, password=password)
        else:
            guessed_wrong(place, now=now)
    # A wrong word stays counted: it is refused only after it was written down.
    if not is_right:
        raise Refused("wrong-first-word")
    word_file().unlink(missing_ok=True)
    return user


def _letters(word: str) -> str:
    """Return a word without what may differ as it is typed: capitals, hyphens, spaces."""
    return "".join(letter for letter in word.casefold() if letter.isalnum())


@transaction.atomic
def call_oneself(*, by: User, name: str) -> None:
    """Say what one is called on papers; an empty name leaves the user name there. Said twice, it counts once."""
    user = User.objects.select_for_update().get(pk=by.pk)
    user.changed_by = by
    user.first_name, user.last_name = "", name.strip()
    user.save(update_fields=["first_name", "last_name"])


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
    places: dict[str, int] = (
        {f"browser {browser} for {username}": MOST_WRONG}
        if browser
        else {
            f"sign-in from {address}": MOST_FROM_AN_ADDRESS,
            f"account {username}": MOST_FOR_AN_ACCOUNT,
            f"account {username} from {address}": MOST_WRONG,
        }
    )
    counted = _counted(places, now=now, code="too-many-passwords-here" if browser else "too-many-passwords")
    user = authenticate(username=username, password=password)
    if not isinstance(user, User):
        raise Refused("wrong-password")
    _uncount(counted)
    return user


@sensitive_variables("password")
def must_know_password(user: User, password: str, *, now: datetime) -> None:
    """Ask who is signed in once more. Raise Refused: ``wrong-own-password``, ``too-many-passwords-here``."""
    counted = _counted({f"signed in as {user.pk}": MOST_WRONG}, now=now, code="too-many-passwords-here")
    if not user.check_password(password):
        raise Refused("wrong-own-password")
    _uncount(counted)


@transaction.atomic
def _counted(places: Mapping[str, int], *, now: datetime, code: str) -> list[Guess]:
    """Count a try at each of the places before it is looked at, so that many at once count as many.

    Checking a password takes too long to keep everybody else waiting for it.
    """
    for place, most in places.items():
        must_not_guess(place, now=now, most=most, code=code)
    return [guessed_wrong(place, now=now) for place in places]


def _uncount(counted: Iterable[Guess]) -> None:
    for guess in counted:
        guess.delete()


@transaction.atomic
def sign_out_elsewhere(*, by: User, names: Collection[str], now: datetime) -> int:
    """End those of one's own sessions that are named; return how many there were."""
    keys = [session.key for session in signed_in.sessions_of(by, now=now) if session.name in names]
    Session.objects.filter(session_key__in=keys).delete()
    return len(keys)


@transaction.atomic
def sign_out_everywhere(*, user: User, now: datetime) -> int:
    """End every session of an account; return how many there were."""
    keys = [session.key for session in signed_in.sessions_of(user, now=now)]
    Session.objects.filter(session_key__in=keys).delete()
    return len(keys)


def account_named(username: str, *, by: User, now: datetime) -> User:
    """Return the account with a user name, however its letters are written.

    A name that no account has stays counted for ``by``: so this comes before the transaction of the act it is for.

    :raises Refused: ``no-such-user``; ``too-many-names`` (until), of right names as well.
    """
    user = _looked_up(username, is_wanted=True, by=by, now=now)
    if user is None:
        raise Refused("no-such-user", username=username)
    return user


def is_taken(username: str) -> bool:
    """Test whether an account has a user name, in a transaction that is alone with new accounts."""
    return _of_name(username) is not None


def name_must_be_free(username: str, *, by: User, now: datetime) -> None:
    """Refuse a taken user name, counted as in ``account_named``: ``user-exists``, ``too-many-names`` (until)."""
    if _looked_up(username, is_wanted=False, by=by, now=now):
        raise Refused("user-exists", username=username)


def _looked_up(username: str, *, is_wanted: bool, by: User, now: datetime) -> User | None:
    place = f"names tried by {by.pk}"
    with transaction.atomic():
        must_not_guess(place, now=now, code="too-many-names")
        user = _of_name(username)
        if (user is not None) != is_wanted:
            guessed_wrong(place, now=now)
    return user


def _of_name(username: str) -> User | None:
    return User.objects.filter(username__iexact=username.strip()).first()
