"""The first account of a site: made in the browser by whoever can read the word that its start printed.

The word lies in a file of the data folder that only the site's owner can read; with the first account it is gone.
"""

import os
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.views.decorators.debug import sensitive_variables

from tables.accounts.models import User, to_be_typed
from tables.accounts.services.codes import guessed_wrong, must_not_guess
from tables.acts.services.alone import alone_with
from tables.acts.services.refusals import Refused


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
        try:
            must_not_guess(place, now=now)
        except Refused as refused:
            raise Refused("too-many-first-words", **refused.facts) from None
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
