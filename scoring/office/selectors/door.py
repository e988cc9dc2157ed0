"""Who stands at the door: what they owe, what they paid there, where they sit (SkWO 4.1, 7.1)."""

from dataclasses import dataclass

from scoring.money.models import Move, MovementRow
from scoring.money.selectors.accounts import balance_of, of_entrant
from tables.draw import selectors
from tables.draw.models import Seat
from tables.people.models import Entrant
from tables.people.selectors import OUT
from tables.tournaments.models import Series, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """Somebody at the door."""

    entrant: Entrant
    owes: int
    """What they owe, in cents; below nothing, what is due to them."""

    paid: MovementRow | None
    """What they paid when they came in, if it was not taken back."""

    seat: Seat | None
    """Where they sit in the series that is published or at play."""

    seatless: Series | None
    """The series that is published or at play in which they have no seat."""

    @property
    def is_out(self) -> bool:
        """Whether they take no part, and why stands in the columns of the entrant."""
        return any(getattr(self.entrant, field) for field in OUT)


def arrival(tournament: Tournament, number: int, *, paid: int = 0) -> Arrival | None:
    """Return somebody by their start number, ``paid`` being the number of their payment; None if nobody has it."""
    entrant = tournament.entrants.filter(number=number).first()
    if entrant is None:
        return None
    entrant.tournament = tournament
    seats = selectors.seats_of(entrant).exclude(series__status=Series.Status.CLOSED)
    payments = tournament.movements.filter(number=paid, entrant=number, reason=Move.PAID, reversed_by=None)
    return Arrival(
        entrant=entrant,
        owes=balance_of(tournament, of_entrant(number)),
        paid=payments.first(),
        seat=seats.first(),
        seatless=None if entrant.withdrawn_at or entrant.excluded_at else selectors.series_without(entrant),
    )
