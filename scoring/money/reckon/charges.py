"""Who is charged what, and why: by entering, and by each list (SkWO 9.2)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.money.reckon.faults import Impossible
from scoring.money.reckon.played import Entrant, PlayedList, Seat, by_place, in_equal_parts
from scoring.money.reckon.tariffs import Kind, LostGames, PassedIn, PerEntrant, PerList, PerTeam, PlaceAtTable, Tariff


class Word(StrEnum):
    """What an amount is charged for; the sentence about it has ``count`` in it."""

    ENTRY = "entry"
    TEAM = "team"
    LIST = "list"
    LOST_GAMES = "lost-games"
    PLACE_AT_TABLE = "place-at-table"
    PASSED_IN = "passed-in"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an amount is charged: "3 lost games", "place 2 of 4", "2 deals passed in"."""

    word: Word
    count: int = 1
    """Lost games of the list, the place at the table, or deals the table passed in."""

    of: int | None = None
    """Seats of the table, where a place or a part of it is charged."""

    @property
    def code(self) -> str:
        """How the reason is kept: its word and its numbers.

        >>> Reason(Word.LOST_GAMES, 3).code
        'lost-games 3'
        """
        return " ".join(str(part) for part in (self.word.value, self.count, self.of) if part is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """What one entrant owes by one tariff, for entering or for one list."""

    number: int
    tariff: str
    cents: int
    reason: Reason
    of_list: int | None = None
    """Which of the lists it comes from, counted from 0."""


def charges(tariffs: Sequence[Tariff], entrants: Sequence[Entrant], lists: Sequence[PlayedList]) -> tuple[Charge, ...]:
    """Return every charge, by tariff; one of nothing too, where a tariff applies.

    Who is not among the entrants plays and has a place, but is not charged.

    :raises Impossible: if a place at a table is charged and somebody's total there is not known.
    """
    everybody = {entrant.number: entrant for entrant in entrants}
    found: list[Charge] = []
    for tariff in tariffs:
        found += _for_entering(tariff, entrants)
        for index, played in enumerate(lists):
            for seat, cents, reason in _of_list(tariff.kind, played, index):
                if entrant := everybody.get(seat.number):
                    found.append(_charge(tariff, entrant, cents, reason, of_list=index))
    return tuple(found)


def charged(
    tariffs: Sequence[Tariff], entrants: Iterable[Entrant], found: Iterable[Charge]
) -> dict[int, dict[str, int]]:
    """Return for each entrant what each tariff comes to, in cents, nothing included."""
    sums = {entrant.number: {tariff.code: 0 for tariff in tariffs} for entrant in entrants}
    for charge in found:
        sums[charge.number][charge.tariff] += charge.cents
    return sums


def by_tariff(sums: Mapping[int, Mapping[str, int]]) -> dict[str, int]:
    """Return what each tariff comes to over all entrants, in cents."""
    total: dict[str, int] = {}
    for of_one in sums.values():
        for code, cents in of_one.items():
            total[code] = total.get(code, 0) + cents
    return total


def _charge(tariff: Tariff, entrant: Entrant, cents: int, reason: Reason, *, of_list: int | None = None) -> Charge:
    if entrant.classes & tariff.free:
        cents, reason = 0, Reason(Word.FREE)
    return Charge(number=entrant.number, tariff=tariff.code, cents=cents, reason=reason, of_list=of_list)


def _for_entering(tariff: Tariff, entrants: Sequence[Entrant]) -> Iterator[Charge]:
    if isinstance(tariff.kind, PerEntrant):
        for entrant in entrants:
            yield _charge(tariff, entrant, tariff.kind.cents_for(entrant.classes), Reason(Word.ENTRY))
    elif isinstance(tariff.kind, PerTeam):
        teams = set()
        for entrant in entrants:
            if entrant.team is not None and entrant.team not in teams:
                teams.add(entrant.team)
                yield _charge(tariff, entrant, tariff.kind.cents, Reason(Word.TEAM))


def _of_list(kind: Kind, played: PlayedList, index: int) -> Iterator[tuple[Seat, int, Reason]]:
    """Yield what a list costs each of those at the table."""
    present = played.present
    if isinstance(kind, PerList):
        yield from ((seat, kind.cents, Reason(Word.LIST)) for seat in present)
    elif isinstance(kind, LostGames):
        for seat in present:
            lost = seat.lost or 0
            yield seat, kind.cents_for(lost), Reason(Word.LOST_GAMES, lost)
    elif isinstance(kind, PlaceAtTable):
        yield from _of_places(kind, played, index)
    elif isinstance(kind, PassedIn) and present:
        reason = Reason(Word.PASSED_IN, played.passed, len(present))
        for seat, cents in zip(present, in_equal_parts(played.passed * kind.cents, len(present)), strict=True):
            yield seat, cents, reason


def _of_places(kind: PlaceAtTable, played: PlayedList, index: int) -> Iterator[tuple[Seat, int, Reason]]:
    size = len(played.present)
    if size not in kind.cents:
        return
    try:
        placed = by_place(played)
    except Impossible as found:
        raise Impossible(found.fault, "lists", index, *found.at) from None
    for place, (seat, cents) in enumerate(zip(placed, kind.cents[size], strict=True), start=1):
        yield seat, cents, Reason(Word.PLACE_AT_TABLE, place, size)
