"""Who sits at a table, as it stands at the head of its score sheet and over its columns."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording import names as lists_names
from scoring.paper.sheets.form import CHARACTER, PLAYER
from scoring.paper.sheets.sheet_form import SEAT_COLUMNS
from scoring.paper.typesetting.fitting import fitted, lines, table
from tables.draw.models import Seat
from tables.people.models import Entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """Who sits at the table, from seat 1 on. Of two ways to set it the first is the cheaper, where it is possible."""

    numbers: str
    names: SafeString | None = None
    """Name and club of each, with a tab between them."""

    short: SafeString | None = None
    """What each is called over their columns, with tabs between them."""

    names_apart: SafeString | None = None
    clubs_apart: SafeString | None = None
    short_apart: tuple[SafeString, ...] = ()
    """The same, each column a block of its own."""


def nobody() -> Seated:
    """Return seats with nobody at them yet."""
    return Seated(numbers="")


def seated_at(sheet: Sheet) -> Seated:
    """Return who sits at the table of a list."""
    entrants = [seat.entrant for seat in sheet.seats]
    called = [entrant.called for entrant in entrants]
    names = called, SEAT_COLUMNS[3] - SEAT_COLUMNS[2] - 2
    clubs = [_club(entrant) for entrant in entrants], SEAT_COLUMNS[4] - SEAT_COLUMNS[3] - 2
    room = sum(PLAYER[len(called)]) * CHARACTER - 5
    short = [([name], room) for name in _short(sheet.seats, room)]
    together, over_columns = table(names, clubs), table(*short)
    return Seated(
        numbers="\n".join(str(entrant.number) for entrant in entrants),
        names=together,
        short=over_columns,
        names_apart=None if together else lines(names[0], room=names[1]),
        clubs_apart=None if together else lines(clubs[0], room=clubs[1]),
        short_apart=() if over_columns else tuple(lines(texts, room=wide) for texts, wide in short),
    )


def _short(seats: Sequence[Seat], room: float) -> list[str]:
    """Return what each is called over their columns; where names would be cut to the same letters, the start number."""
    names = lists_names.short_names_at(seats)
    cut = [fitted(name, room=room).text for name in names]
    return [
        name if cut.count(shown) == 1 else str(seat.entrant.number)
        for name, shown, seat in zip(names, cut, seats, strict=True)
    ]


def _club(entrant: Entrant) -> str:
    """Return club and team, once if the team goes by its club."""
    if entrant.club and entrant.club in entrant.team:
        return entrant.team
    return ", ".join(filter(None, (entrant.club, entrant.team)))
