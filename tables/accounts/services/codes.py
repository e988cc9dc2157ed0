"""Wrong codes and passwords, counted by where they come from: nobody can try them all."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.crypto import salted_hmac

from tables.accounts.models import Guess
from tables.acts.services import Refused, alone_with

MOST_WRONG: Final = 10
"""So many wrong codes may come from one place ..."""

WITHIN: Final = timedelta(minutes=15)
"""... within this time."""


def must_not_guess(place: str, *, now: datetime, most: int = MOST_WRONG) -> None:
    """Refuse a code from where too many wrong ones came; forget those that count no more.

    Until the transaction ends nobody else guesses from there: of many sent in one moment no more are looked at.

    :raises Refused: ``too-many-guesses``.
    """
    alone_with(f"guesses {hashed(place)}")
    # Those of other places may be forgotten by others at this moment.
    over = Guess.objects.filter(at__lte=now - WITHIN).select_for_update(skip_locked=True)
    Guess.objects.filter(pk__in=list(over.values_list("pk", flat=True))).delete()
    last = Guess.objects.filter(address_hash=hashed(place)).order_by("-at").values_list("at", flat=True)[:most]
    if len(last) >= most:
        until = last[most - 1] + WITHIN
        # Said by the minute, it has to be the next one: who comes at the time they were told is not turned away again.
        raise Refused("too-many-guesses", until=(until + timedelta(seconds=59)).replace(second=0, microsecond=0))


def guessed_wrong(place: str, *, now: datetime) -> Guess:
    """Count a wrong code."""
    return Guess.objects.create(address_hash=hashed(place), at=now)


@transaction.atomic
def clear_wrong_tries() -> int:
    """Forget every wrong code and password that still counts; return how many there were."""
    return Guess.objects.all().delete()[0]


def hashed(place: str) -> str:
    """Return what a place is recognised by: who reads it learns no address."""
    return salted_hmac("tables.guesses", place, algorithm="sha256").hexdigest()
