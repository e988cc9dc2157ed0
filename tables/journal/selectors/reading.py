"""The journal read: lines about one thing, the head of the chain as it is printed, what happened until a moment."""

import enum
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.db.models import Q, QuerySet

from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.journal.sealing import named_in

if TYPE_CHECKING:
    from tables.tournaments.models import Tournament

SHOWN: Final = 20
"""So many digits of a head's hash are printed: nobody makes another chain that ends in the same 80 bits."""

GROUPS: Final = 4

MOST_DEALS: Final = 96
"""No list is longer: 24 rounds of four."""

MOST_LINES: Final = 2**31

LEAST: Final = 16
"""With fewer digits a printed head proves nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The last line of a journal: whoever has it on paper can tell whether the journal before it was changed."""

    number: int
    hash: str
    """SHA-256 in hex, or as much of it as was printed."""

    @property
    def short(self) -> str:
        """The head as it is printed and typed: "412:3f9a-0c71-88de-12ab-45cd"."""
        shown = self.hash[:SHOWN]
        return f"{self.number}:" + "-".join(shown[at : at + GROUPS] for at in range(0, len(shown), GROUPS))


class HeadStanding(enum.StrEnum):
    """What a printed head is to a journal."""

    PART = "part"
    """The journal up to there is the one that was printed."""

    CUT_OFF = "cut-off"
    """The journal has no such line any more."""

    DIFFERS = "differs"
    """The line is there, but it or one before it is another one now."""


def head_of(tournament: "Tournament") -> Head:
    """Return the head of a tournament's journal; line 0 while nothing was done."""
    last = tournament.journal.order_by("-number").values_list("number", "hash").first()
    number, found = last or (0, journal.START_OF_CHAIN)
    return Head(number=number, hash=found)


def head_in(text: str) -> Head | None:
    """Return the head that somebody typed from paper, or None if it cannot be one.

    Dashes and spaces may be left out.
    """
    found = re.fullmatch(r"\s*(\d{1,9})\s*:([0-9a-fA-F\s-]+)", text, re.ASCII)
    digits = re.sub(r"[\s-]", "", found[2]).lower() if found else ""
    return Head(number=int(found[1]), hash=digits) if found and LEAST <= len(digits) <= 64 else None


def standing_of(head: Head, tournament: "Tournament") -> HeadStanding:
    """Return what a printed head is to a journal: the chain is computed anew up to there, not believed."""
    if head.number == 0:
        known: str | None = journal.START_OF_CHAIN
    elif not tournament.journal.filter(number__gte=head.number).exists():
        return HeadStanding.CUT_OFF
    else:
        known = journal.hash_at(tournament, head.number)
    return HeadStanding.PART if known and known.startswith(head.hash) else HeadStanding.DIFFERS


def line_at(tournament: "Tournament", moment: datetime) -> int:
    """Return the number of the last line that was written by a moment, 0 before the first.

    Lines count in their order: one that was written with the clock set back comes with all before it.
    """
    found = tournament.journal.filter(at__lte=moment).order_by("-number").values_list("number", flat=True).first()
    return found or 0


def line_of(tournament: "Tournament", number: int) -> JournalEntry | None:
    """Return a line of a journal, with who wrote it."""
    return lines_of(tournament).filter(number=number).first()


def last_line(tournament: "Tournament") -> int:
    """Return the number of the last line, 0 while there is none."""
    # A number that somebody made a text of comes after all others, and is none.
    numbered = tournament.journal.filter(number__lt=MOST_LINES).order_by("-number")
    return numbered.values_list("number", flat=True).first() or 0


def lines_of_table(tournament: "Tournament", *, series: int, table: int) -> QuerySet[JournalEntry]:
    """Return what was done at a table in a series, what struck deals there included, in order."""
    at_table = Q(data__table=table) | Q(action="lists.struck", data__last_deals__has_key=str(table))
    return lines_of(tournament).filter(at_table, data__series=series)


def lines_of_deal(tournament: "Tournament", *, series: int, table: int, deal: int) -> list[JournalEntry]:
    """Return what was done with a deal of a list, in order."""
    lines = lines_of_table(tournament, series=series, table=table)
    return [line for line in lines if deal in deals_in(line, table=table)]


def lines_of_numbered(tournament: "Tournament", kind: str, number: int) -> QuerySet[JournalEntry]:
    """Return what was done with something that has a number of its own, by the name of its fact: "appeal" 3."""
    return lines_of(tournament).filter(**{f"data__{kind}": number})


def lines_of_entrant(
    tournament: "Tournament", *, number: int, seats: Iterable[tuple[int, int]] = ()
) -> list[JournalEntry]:
    """Return what was done with an entrant, and at the tables, by series and number, where they sat; in order."""
    at_tables = Q()
    for series, table in seats:
        at_tables |= Q(data__series=series, data__table=table)
    # What names a table is about the table, unless it names them; the rest is little and looked through.
    rest = Q(data__table__isnull=True) | Q(data__entrant=number)
    candidates = lines_of(tournament).filter(at_tables | rest if at_tables else rest)
    there = set(seats)
    return [
        line
        for line in candidates
        if (line.data.get("series"), line.data.get("table")) in there or number in named_in(line.data)
    ]


def lines_of(tournament: "Tournament") -> QuerySet[JournalEntry]:
    """Return the lines of a journal in order, each with who wrote it."""
    return JournalEntry.objects.filter(tournament=tournament).select_related("by").order_by("number")


def deals_in(line: JournalEntry, *, table: int) -> Sequence[int]:
    """Return the numbers of the deals of a table that a line names."""
    data = line.data
    if line.action == "lists.struck":
        return range(data["last_deals"][str(table)] + 1, MOST_DEALS + 1)
    if line.action == "list.dealt-again":
        return () if data["first"] is None else range(data["first"], data["found"] + 1)
    if "first" in data and "last" in data:
        return range(data["first"], data["last"] + 1)
    return (data["deal"],) if isinstance(data.get("deal"), int) else ()


def journal_of(tournament: "Tournament") -> QuerySet[JournalEntry]:
    """Return a tournament's journal, latest line first."""
    return tournament.journal.select_related("by").order_by("-number")
