"""What a phone that keeps a list is known by in another browser, and how it came to keep it (SkWO 7.2.2)."""

from collections.abc import Iterable
from typing import Final

from django.db.models import Q
from django.utils.crypto import salted_hmac

from scoring.lists.models import Call, GameListRow, Phone
from tables.draw import codewords

WORDS: Final = 2
"""Two of 1024 words: with ten tries in a quarter of an hour nobody finds those of another phone."""

BY_TABLE: Final = (Call.Kind.BY_WORDS, Call.Kind.AGREED)
"""The ways in which a table itself lets another phone keep a list."""

HANDED: Final = Q(granted=True, kind__in=(Call.Kind.TAKE_OVER, *BY_TABLE))
"""The calls by which a phone was given a list."""


def words_of(row: GameListRow, device: str) -> str:
    """Return the words of a phone at a list, like ``anker birne``: only it is told, and they are stored nowhere."""
    digest = salted_hmac("scoring.lists.keeping", f"{row.pk} {device}", algorithm="sha256").digest()
    left = int.from_bytes(digest)

    def below(most: int) -> int:
        nonlocal left
        left, found = divmod(left, most)
        return found

    return codewords.code(below, length=WORDS)


def came_by(handed: Iterable[Call], keeper: Phone) -> Call | None:
    """Return by which of the calls a phone was given the list it keeps; None if it took it when nobody kept it."""
    is_second = keeper.keeps == Phone.Keeps.SECOND
    its = [call for call in handed if call.device == keeper.device and call.second == is_second]
    return max(its, key=lambda call: (call.called_at, call.pk), default=None)
