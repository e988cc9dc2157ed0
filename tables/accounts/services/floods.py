"""What may come from one place without an account: more than a full hall ever sends, less than a flood."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from tables.accounts.models import Guess
from tables.acts.services import Refused, TooMany, alone_with

MOST_WRONG: Final = 10
"""So many wrong codes may come from one place ..."""

WITHIN: Final = timedelta(minutes=15)
"""... within this time."""


def must_not_guess(place: str, *, now: datetime, most: int = MOST_WRONG, code: str = "too-many-guesses") -> None:
    """Refuse a code from where too many wrong ones came; forget those that count no more.

    Until the transaction ends nobody else guesses from there: of many sent in one moment no more are looked at.

    :raises Refused: ``too-many-guesses`` (until), or the ``code`` that names what was guessed.
    """
    alone_with(f"guesses {hashed(place)}")
    # Those of other places may be forgotten by others at this moment.
    over = Guess.objects.filter(at__lte=now - WITHIN).select_for_update(skip_locked=True)
    Guess.objects.filter(pk__in=list(over.values_list("pk", flat=True))).delete()
    last = Guess.objects.filter(address_hash=hashed(place)).order_by("-at").values_list("at", flat=True)[:most]
    if len(last) >= most:
        until = last[most - 1] + WITHIN
        # Said by the minute, it has to be the next one: who comes at the time they were told is not turned away again.
        raise Refused(code, until=(until + timedelta(seconds=59)).replace(second=0, microsecond=0))


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


A_MINUTE: Final = timedelta(minutes=1)

REGISTRATIONS: Final = (80, 400)
"""Most in a minute, and in a quarter of an hour, from one address, which 300 phones of a hall share."""

RAISED: Final = (60, 200)
"""The same for objections, appeals, queries and calls of all tables of a hall together."""

OF_CAPTAIN: Final = (20, 60)
"""Line-ups and exchanges by the key of one team: each is a line in a journal, and a match needs a few."""

OF_TABLE: Final = (100, 300)
"""By the key of one list beside its entries: two phones that were offline for hours bring all of it at once."""

OF_PLAYER: Final = (20, 60)
"""Other names by the key of one start card: each is a line in the journal, and a choice needs a few."""

MOST_CHANGES: Final = 2_000
"""Changes of one list from its table, all together: the longest has 120 deals, and in both its copies each may be
corrected, taken back and wait for somebody more than once. After that only the direction goes on.
"""

MOST_PHONES: Final = 60
"""Phones that a list knows: each of five players may lose theirs in every round."""

MOST_OPEN_AT_TABLE: Final = 12
"""Objections, appeals or calls of one kind that wait at one table: with one key nobody keeps all judges busy."""

MOST_OPEN_OF_PLAYER: Final = 6


def must_not_flood(what: str, *, address: str, now: datetime, most: tuple[int, int]) -> None:
    """Count one act from an address across all processes. Raise TooMany: ``too-many-from-here`` (until)."""
    if not address:
        return
    place = hashed(f"{what} from {address}")
    alone_with(f"flood {place}")
    for limit, span in zip(most, (A_MINUTE, WITHIN), strict=True):
        latest = Guess.objects.filter(address_hash=place, at__gt=now - span).order_by("-at")
        at = latest.values_list("at", flat=True)[limit - 1 : limit].first() if limit else None
        if at is not None:
            raise TooMany("too-many-from-here", until=(at + span + A_MINUTE).replace(second=0, microsecond=0))
    Guess.objects.create(address_hash=place, at=now)


def must_be_meant(waiting: QuerySet[Any], *, address: str, now: datetime, most: int = MOST_OPEN_AT_TABLE) -> None:
    """Refuse one more where too many wait. Raise TooMany: ``too-many-waiting``, ``too-many-from-here``."""
    if waiting.count() >= most:
        raise TooMany("too-many-waiting", most=most)
    must_not_flood("raised", address=address, now=now, most=RAISED)
