"""Whether a journal can be relied on, and how pages read one that somebody bent."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from django.core.cache import cache
from django.db import DatabaseError

from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.journal.selectors.reading import Head, HeadStanding

if TYPE_CHECKING:
    from tables.tournaments.models import Tournament

T = TypeVar("T")

KEPT_FROM: Final = 2_000
KEPT_FOR: Final = 300
"""Of a journal with so many lines those found sound are not checked again for so many seconds."""

UNREADABLE: Final = (DatabaseError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError)
"""What reading bent lines raises: a text that is none, a moment that is none, facts that are missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told(Generic[T]):
    """What was read from a journal."""

    found: T
    broken: int | None = None
    """The first line that does not fit the chain: from there on nothing is sure."""

    is_whole: bool = True
    """Whether everything could be read; else what stands from the broken line on is left out."""


def broken_line(tournament: "Tournament") -> int | None:
    """Return the number of the first line that does not fit the chain, or None when all do.

    The check is that of ``journal.first_broken_line``; of long journals only what was added is checked at once.
    """
    key = f"sound-until:{tournament.pk}"
    number, found = cache.get(key) or (0, journal.START_OF_CHAIN)
    lines = list(journal.stored_lines(tournament, after=number))
    broken = journal.broken_line_in(lines, after=number, before=found)
    if broken is None and lines and number + len(lines) >= KEPT_FROM and not number:
        cache.set(key, (len(lines), lines[-1].hash.decode()), KEPT_FOR)
    return broken


def told(tournament: "Tournament", read: Callable[[int | None], T], *, nothing: T) -> Told[T]:
    """Return what ``read`` finds in a journal, as far as that can be read, with the first line that does not fit.

    ``read`` is given None, or, where that fails because the journal was bent, the number of the line before which
    it has to stop. ``nothing`` is what is found if that fails too.
    """
    broken = broken_line(tournament)
    if broken is None:
        return Told(found=read(None))
    for before in (None, broken):
        try:
            return Told(found=read(before), broken=broken, is_whole=before is None)
        except UNREADABLE:
            continue
    return Told(found=nothing, broken=broken, is_whole=False)


def as_far_as_readable(tournament: "Tournament", read: Callable[[], T], *, nothing: T) -> T:
    """Return what ``read`` finds in a journal, or ``nothing`` where the journal was bent so that it finds nothing.

    Unlike ``told`` it does not check a journal that can be read.
    """
    try:
        return read()
    except UNREADABLE:
        if broken_line(tournament) is None:
            raise
        return nothing


def readable(lines: Any) -> list[JournalEntry]:
    """Return lines of a journal; one that cannot be read any more has no moment and no facts.

    They are given as a query set, or as a page of one.
    """
    try:
        return list(lines)
    except UNREADABLE:
        return [_read(pk) or _unreadable(number) for pk, number in lines.values_list("pk", "number")]


def _read(pk: int) -> JournalEntry | None:
    try:
        return JournalEntry.objects.select_related("by").get(pk=pk)
    except UNREADABLE:
        return None


def _unreadable(number: int) -> JournalEntry:
    return JournalEntry(number=number, action="", data=None)


def standing_now(head: Head, tournament: "Tournament") -> HeadStanding:
    """Return what a printed head is to a journal, like ``standing_of``, for a page that anybody may ask again."""
    if head.number == 0:
        return HeadStanding.PART if journal.START_OF_CHAIN.startswith(head.hash) else HeadStanding.DIFFERS
    lines = JournalEntry.objects.filter(tournament=tournament)
    if not lines.filter(number__gte=head.number).exists():
        return HeadStanding.CUT_OFF
    broken = broken_line(tournament)
    is_sound = broken is None or head.number < broken
    fits = is_sound and lines.filter(number=head.number, hash__startswith=head.hash).exists()
    return HeadStanding.PART if fits else HeadStanding.DIFFERS
