"""What an act of the direction would do, as pages show it before it is done (SkWO 5, 7.2.5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from scoring.lists.selectors.counting import Counted
from scoring.results.selectors.effects import Effect, Move, SeatEffect
from scoring.results.wording import direction_refusals
from scoring.results.wording.direction_refusals import seat_ahead
from scoring.rules.game_list.sums import Tally, rating
from tables.draw.models import Seat
from tables.people.models import Entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSeat:
    """What a seat of a list has and would have."""

    entrant: Entrant
    listed: tuple[int, int]  # what the entries give, before and after
    counts: tuple[int, int]  # what counts in the ranking, before and after
    remarks: Sequence[str]  # what would have to be said beside it

    @property
    def changes(self) -> bool:
        """Whether anything becomes of it."""
        return self.listed[0] != self.listed[1] or self.counts[0] != self.counts[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownEffect:
    """What an act would do."""

    touched: Sequence[Move]  # those whose points change, or who come or go
    followers: Sequence[Move]  # those who only move up or down
    seats: Sequence[ShownSeat]
    is_listed: bool  # whether entries of a list change, not only what counts of it
    ahead: Sequence[str]
    seen: str  # the fingerprint of what is shown, and of what it was asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class CountingSeat:
    """What a seat of a list has as it stands."""

    entrant: Entrant
    listed: int
    counts: int
    remarks: Sequence[str]


def shown_effect(effect: Effect, *, of: object) -> ShownEffect:
    """Return what an act ``of`` this content would do, as a page shows it."""
    seats = [_shown_seat(seat_effect, size=len(effect.seats)) for seat_effect in effect.seats]
    return ShownEffect(
        touched=[move for move in effect.moves if _is_touched(move)],
        followers=[move for move in effect.moves if not _is_touched(move)],
        seats=seats,
        is_listed=any(shown_seat.listed[0] != shown_seat.listed[1] for shown_seat in seats),
        ahead=[seat_ahead(*triple) for triple in effect.seats_ahead],
        seen=_fingerprint(effect, seats, of),
    )


def counting_seats(seats: Sequence[Seat], counted: Sequence[Counted]) -> list[CountingSeat]:
    """Return what each seat of a list has and what counts of it, from seat 1 on."""
    size = len(seats)
    return [
        CountingSeat(
            entrant=seat.entrant,
            listed=_performance(one.given, size),
            counts=_performance(one.tally, size) - one.penalty,
            remarks=direction_refusals.remarks(one),
        )
        for seat, one in zip(seats, counted, strict=True)
    ]


def _is_touched(move: Move) -> bool:
    comes_or_goes = (move.before.rank is None) != (move.after.rank is None)
    return comes_or_goes or move.before.points != move.after.points


def _shown_seat(effect: SeatEffect, *, size: int) -> ShownSeat:
    before, after = effect.before, effect.after
    return ShownSeat(
        entrant=effect.entrant,
        listed=(_performance(before.given, size), _performance(after.given, size)),
        counts=(_performance(before.tally, size) - before.penalty, _performance(after.tally, size) - after.penalty),
        remarks=direction_refusals.remarks(after),
    )


def _performance(tally: Tally, size: int) -> int:
    return rating(tally, seats=size).performance


def _fingerprint(effect: Effect, seats: Sequence[ShownSeat], of: object) -> str:
    moves = [(move.entrant.number, move.before, move.after) for move in effect.moves]
    lists = [(seat.entrant.number, seat.listed, seat.counts) for seat in seats]
    return sha256(repr((moves, lists, effect.seats_ahead, of)).encode()).hexdigest()[:32]
