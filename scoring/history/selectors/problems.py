"""What can be wrong with what is stored, the seals of rows, and whether a paper is genuine."""

import enum
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import DataError

from scoring.lists.models import GameListRow
from scoring.lists.selectors.history import list_hash
from scoring.lists.selectors.sheets import Sheet, sheet
from tables.journal import chain as journal
from tables.journal import sealing
from tables.journal.models import JournalEntry
from tables.tournaments.models import Tournament


class Doubt(enum.StrEnum):
    """What can be wrong."""

    RESULT_DIFFERS = "result-differs"
    RESULT_MISSING = "result-missing"
    RESULT_OF_NOTHING = "result-of-nothing"  # a seat has a result although its list is empty
    POINTS_DIFFER = "points-differ"
    SUMS_DIFFER = "sums-differ"
    SIGNED_UNFIT = "signed-unfit"  # a signed list that could not be signed as it is
    HASH_DIFFERS = "hash-differs"  # what stands in a signed list is not what was signed
    HASH_UNKNOWN = "hash-unknown"  # the journal has another hash of a signed list than the list itself
    UNREADABLE = "unreadable"
    STOPPED = "stopped"  # something stored cannot be, so that the rest of its kind could not be looked at
    JOURNAL_BROKEN = "journal-broken"
    HEAD_CUT_OFF = "head-cut-off"
    HEAD_DIFFERS = "head-differs"  # the journal up to a printed head is not the one of then
    ENTRY_UNTOLD = "entry-untold"  # no line of the journal tells of an entry
    ENTRY_MISSING = "entry-missing"  # a line of the journal tells of an entry that is not there
    ENTRY_DIFFERS = "entry-differs"
    LIST_DIFFERS = "list-differs"
    CONFIRMATION_DIFFERS = "confirmation-differs"
    COURSE_DIFFERS = "course-differs"
    CALL_DIFFERS = "call-differs"  # the journal tells otherwise what became of a call of a table
    ROUNDS_DIFFER = "rounds-differ"  # a list is not as long as the plan of its event has it
    SERIES_DIFFERS = "series-differs"  # the journal tells otherwise how far a series is, or who sits where
    SEAT_DISPLACED = "seat-displaced"
    LOT_DIFFERS = "lot-differs"  # an entrant has another lot than the journal tells
    ORDER_DIFFERS = "order-differs"
    SEAL_DIFFERS = "seal-differs"  # a row is not what the journal sealed
    SEALED_MISSING = "sealed-missing"  # the journal sealed a row that is not there
    SEALED_UNREADABLE = "sealed-unreadable"
    UNSEALED = "unsealed"  # a row stands there that no line of the journal seals
    SALT_MISSING = "salt-missing"
    SEEDING_DIFFERS = "seeding-differs"
    DRAW_DIFFERS = "draw-differs"  # the protocol of a draw does not recompute
    RECORD_UNKNOWN = "record-unknown"
    SEATS_DIFFER = "seats-differ"  # somebody sits elsewhere than the protocol of the draw says
    CHARGE_DIFFERS = "charge-differs"  # somebody is charged otherwise than lists and tariffs have it
    MOVEMENT_UNFIT = "movement-unfit"
    BALANCE_DIFFERS = "balance-differs"
    AWARD_DIFFERS = "award-differs"  # a prize is not what was moved for it


@dataclass(frozen=True, slots=True, kw_only=True)
class Discrepancy:
    """One thing that is not as it should be. ``place`` is a seat, ``line`` one of the journal."""

    doubt: Doubt
    series: int | None = None
    table: int | None = None
    place: int | None = None
    deal: int | None = None
    line: int | None = None
    draw: int | None = None
    entrant: int | None = None
    what: str = ""  # what was sealed: "ranking 2", "confirmation 1 3 2" of series, table and seat
    stored: str = ""
    computed: str = ""


Doubtful = Callable[..., Discrepancy]  # makes a discrepancy of the list that is looked through


def differing(
    doubt: Doubt,
    stored: object,
    computed: object,
    *,
    doubtful: Doubtful = Discrepancy,
    length: int | None = None,
    **where: Any,
) -> Iterator[Discrepancy]:
    """Yield that something is stored otherwise than it comes to; nothing where it is the same."""
    if stored != computed:
        yield doubtful(doubt=doubt, stored=str(stored)[:length], computed=str(computed)[:length], **where)


SHOWN: Final = 12  # so many digits of a hash are told: as many as the pages show


CANNOT_BE_READ: Final = (ValueError, TypeError, ArithmeticError, ValidationError, DataError)
CREATED: Final = "tournament.created"
WITHOUT_NAMES: Final = "confirmation "  # not sealed anew when names go: the acts of the list tell the rest


@dataclass(slots=True, kw_only=True)
class Sealed:
    """The seals of an event, held against its rows."""

    discrepancies: list[Discrepancy]
    uncovered: dict[str, int]  # how many rows of a kind no line seals: they are from before there were seals


def against_seals(owner: journal.Owner) -> Sealed:
    """Return what an event, a club or the site has otherwise than it was sealed last, in a fixed number of queries."""
    values = _told(owner)
    first = journal.lines_of(owner).order_by("number").first()
    is_covered = first is not None and first.action in {CREATED, journal.BEGUN} and journal.SEALS in first.data
    sealed = Sealed(discrepancies=[], uncovered=defaultdict(int))
    for kind, about in _kinds(owner).items():
        try:
            current = _by_name(kind, sealing.states(kind, owner))
            late = sealing.has_late_columns(kind)
            before = _by_name(kind, sealing.states(kind, owner, as_before=True)) if late else {}
        except CANNOT_BE_READ as error:
            sealed.discrepancies.append(Discrepancy(doubt=Doubt.SEALED_UNREADABLE, what=kind, stored=str(error)[:200]))
            continue
        mine = {name: seal for name, seal in values.items() if name.partition(" ")[0] == kind}
        for name in sorted(current.keys() | mine.keys(), key=_in_order):
            if name not in mine:
                if is_covered and not about.comes_unsealed:
                    sealed.discrepancies.append(Discrepancy(doubt=Doubt.UNSEALED, what=name))
                elif not is_covered and not about.comes_unsealed:
                    sealed.uncovered[kind] += 1
            elif mine[name][1] is not None or name not in current or not about.comes_unsealed:
                # A list that went with its seats, and came again with others, is there like the first: unsealed.
                fitting = [states[name] for states in (current, before) if name in states]
                sealed.discrepancies += _held_against(owner, name, fitting, *mine[name])
    return sealed


def _by_name(kind: str, states: Mapping[sealing.Key, str]) -> dict[str, str]:
    return {sealing.subject_of(kind, key): state for key, state in states.items()}


def _kinds(owner: journal.Owner) -> Mapping[str, sealing.SealedKind]:
    if owner is None:
        return sealing.kinds_of_site()
    return sealing.kinds_of_event() if isinstance(owner, Tournament) else sealing.kinds_of_club()


def _told(owner: journal.Owner) -> dict[str, tuple[int, Any]]:
    lines = journal.lines_of(owner).filter(data__has_key=journal.SEALS).order_by("number")
    return {
        name: (number, seal)
        for number, data in lines.values_list("number", "data")
        for name, seal in data[journal.SEALS].items()
    }


def _held_against(
    owner: journal.Owner, name: str, fitting: Sequence[str], line: int, seal: Any
) -> Iterator[Discrepancy]:
    is_confirmation = name.startswith(WITHOUT_NAMES)
    if not fitting:
        # A confirmation lapses when its list changes; which there have to be the acts of the list tell.
        if seal is not None and not is_confirmation:
            yield Discrepancy(doubt=Doubt.SEALED_MISSING, what=name, line=line)
    elif seal is None:
        yield Discrepancy(doubt=Doubt.UNSEALED, what=name)
    elif len(seal) == 1:
        if not (is_confirmation and isinstance(owner, Tournament) and owner.forgotten_at):
            yield Discrepancy(doubt=Doubt.SALT_MISSING, what=name, line=line)
    elif not any(sealing.fits(seal, state) for state in fitting):
        yield Discrepancy(doubt=Doubt.SEAL_DIFFERS, what=name, line=line)


def _in_order(name: str) -> tuple[str, list[int]]:
    kind, *key = name.split()
    return kind, [int(number) for number in key]


SIGNED = ("list.signed", "list.frozen-anew")  # the acts that give a list its hash
REOPENED = "list.reopened"  # the act that takes it away


class Standing(enum.StrEnum):
    """What can be said of a hash."""

    GENUINE = "genuine"
    CORRECTED = "corrected"  # it was that of a list which judges or the direction changed later, openly
    ALTERED = "altered"  # the list says it, but no longer adds up to it: somebody changed what is stored
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What is known of a hash, and the list it belongs to."""

    standing: Standing
    sheet: Sheet | None = None


def verdict(text: str) -> Verdict:
    """Return what is known of a hash: the list is computed anew, not believed."""
    rows = GameListRow.objects.select_related("table__series__tournament")
    row = rows.filter(signed_hash=text).first() if text else None
    if row:
        standing = Standing.GENUINE if row.signed_at and list_hash(row) == text else Standing.ALTERED
        return Verdict(standing=standing, sheet=sheet(row))
    line = JournalEntry.objects.filter(action__in=SIGNED, data__hash=text).order_by("-pk").first() if text else None
    if line is None:
        return Verdict(standing=Standing.UNKNOWN)
    row = rows.filter(
        table__series__tournament=line.tournament_id,
        table__series__number=line.data.get("series"),
        table__number=line.data.get("table"),
    ).first()
    standing = Standing.CORRECTED if _was_followed(line) else Standing.ALTERED
    return Verdict(standing=standing, sheet=sheet(row) if row else None)


def _was_followed(line: JournalEntry) -> bool:
    later = JournalEntry.objects.filter(
        tournament=line.tournament_id,
        number__gt=line.number,
        action__in=(*SIGNED, REOPENED),
        data__series=line.data.get("series"),
        data__table=line.data.get("table"),
    )
    return later.exists()
