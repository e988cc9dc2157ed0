"""Who sits at a table, and who sat there when something was written down (SkWO 7.1.2)."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.lists.models import GameListRow
from scoring.lists.selectors.presence import came_later
from scoring.rules.game_list.deals import Deal
from tables.draw.models import Seat, Table
from tables.people.models import Entrant


def seats_at(table: Table) -> list[Seat]:
    """Return who sits at a table, from seat 1 on."""
    return list(table.seats.select_related("entrant").order_by("place"))


def sits_of(seats: Sequence[Seat]) -> tuple[int, ...]:
    """Return the start numbers of those who sit at a table, from seat 1 on."""
    return tuple(seat.entrant.number for seat in seats)


def is_seated(row: GameListRow, *, now: Sequence[int], then: Sequence[int]) -> bool:
    """Test whether those who sat at a table when something was written sit there still.

    ``now`` and ``then`` are start numbers from seat 1 on. What names nobody is believed as long as the seats never
    changed since they were published. That a fourth came to three changed nobody's seat.
    """
    if not then:
        return not row.table.reseated
    return tuple(then) == tuple(now) or (came_later(row) and tuple(then) == tuple(now[:-1]))


def for_whom(deal: Deal, *, now: Sequence[int], then: Sequence[int]) -> Deal | None:
    """Return a deal as it is for the person who played it, wherever that one sits now; None if not at this table."""
    if deal.declarer is None:
        return deal
    if not deal.declarer <= len(then) or then[deal.declarer - 1] not in now:
        return None
    return replace(deal, declarer=tuple(now).index(then[deal.declarer - 1]) + 1)


def called_at(table: Table, numbers: Sequence[int]) -> list[str]:
    """Return what those with these start numbers are called, in this order."""
    entrants = Entrant.objects.filter(tournament=table.series.tournament_id, number__in=numbers)
    called = {entrant.number: entrant.called for entrant in entrants}
    return [called.get(number) or str(number) for number in numbers]
