"""Workbooks of the account of the money, and of seats (SkWO 3.3)."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.money.reckon.ledger import PIECES
from scoring.money.selectors.statement import BoxReport, Statement
from scoring.money.wording.amounts import PLACES, account_lines, plain_euros, pot_lines
from scoring.paper.workbooks.results import figures, where, who
from tables.draw.models import Seat, Table
from tables.sheets import Column, Kind, Sheet, Value
from tables.tournaments.models import Series


def account_sheets(found: Statement) -> list[Sheet]:
    """Return the account: what was charged and what stays, the pots, a sheet for each cash box."""
    return [_charged(found), _pots(found), *(_box(one) for one in found.boxes)]


def _charged(found: Statement) -> Sheet:
    rows = [(what, _euros(cents)) for what, cents, _is_sum in account_lines(found)]
    columns = (Column(heading=_("What for"), width=44), _amount(_("Amount in euros")))
    return Sheet(title=pgettext("of an event", "Account"), columns=columns, rows=rows)


def _pots(found: Statement) -> Sheet:
    columns = (
        Column(heading=pgettext("of money", "Pot"), width=32),
        _amount(_("Came in")),
        _amount(_("Given")),
        _amount(_("Left")),
    )
    rows = [(name, _euros(taken), _euros(given), _euros(left)) for name, taken, given, left in pot_lines(found.pots)]
    return Sheet(title=pgettext("of money", "Pots"), columns=columns, rows=rows)


def _box(one: BoxReport) -> Sheet:
    """Return how a box was counted last, and its report backwards below that."""
    counted = one.count.pieces if one.count else {}
    pieces = [
        (plain_euros(piece), counted.get(str(piece), 0), _euros(piece * counted.get(str(piece), 0))) for piece in PIECES
    ]
    report: Sequence[tuple[str, int | None]] = (
        (_("Counted"), one.found),
        (_("less change put in"), -one.box.put_in),
        (_("plus paid out"), one.box.paid),
        (_("plus taken out for the organiser"), one.box.taken_out),
        (_("Taken in"), one.backwards),
        (_("Taken in by the journal"), one.box.takings),
        (_("Difference"), one.differences),
    )
    rows = [*pieces, *((what, None, None if cents is None else _euros(cents)) for what, cents in report)]
    columns = (
        Column(heading=_("Piece"), width=34),
        Column(heading=_("How many"), width=12, kind=Kind.INTEGER),
        _amount(_("Amount in euros")),
    )
    return Sheet(title=_("Cash box %(name)s") % {"name": one.name}, columns=columns, rows=rows)


def _amount(heading: str) -> Column:
    return Column(heading=heading, kind=Kind.DECIMAL)


def _euros(cents: int) -> Decimal:
    return Decimal(cents).scaleb(-PLACES)


Seating = Sequence[tuple[Table, Sequence[Seat]]]


def seats_sheet(seatings: Iterable[tuple[Series, Seating]]) -> Sheet:
    """Return the seats of all series whose seats are published."""
    columns = (*where(), figures(_("Seat"), 8), *who())
    return Sheet(title=_("Seats"), columns=columns, rows=_rows(seatings))


def _rows(seatings: Iterable[tuple[Series, Seating]]) -> Iterator[tuple[Value, ...]]:
    for series, seating in seatings:
        for table, seats in seating:
            for seat in seats:
                entrant = seat.entrant
                yield (
                    series.number,
                    table.number,
                    seat.place,
                    entrant.number,
                    entrant.called,
                    entrant.club,
                    entrant.team,
                )
