"""Who is at a table, and from which round on (ISkO 3.1.2, 4.5.9)."""

from scoring.lists import mapping
from scoring.lists.models import GameListRow
from scoring.rules.game_list.presence import PLAYERS_PER_DEAL, next_round


def first_round(row: GameListRow) -> int | None:
    """Return the round from which others can be there; None when the last one has begun or the time struck it."""
    planned = mapping.turns_of(row)
    if row.struck_after is not None:
        planned = planned[: row.struck_after]
    return next_round(planned, dealt=dealt(row))


def came_later(row: GameListRow) -> bool:
    """Return whether the fourth at the table of a list joined it when it was three (ISkO 3.1.2)."""
    return bool(row.presence) and row.presence[0] == [1, list(range(1, PLAYERS_PER_DEAL + 1))]


def away(row: GameListRow) -> frozenset[int]:
    """Return the seats that are left free in the end, as far as it is known now."""
    everybody = frozenset(range(1, row.table.size + 1))
    return everybody - frozenset(row.presence[-1][1]) if row.presence else frozenset()


def must_answer(row: GameListRow, *, dealt: int) -> tuple[int, ...]:
    """Return the seats of those who were there in the last deal of a list, who answer for it (SkWO 7.2.3)."""
    if not row.presence:
        return tuple(range(1, row.table.size + 1))
    planned = mapping.turns_of(row)
    return planned[min(max(dealt, 1), len(planned)) - 1].present


def dealt(row: GameListRow) -> int:
    """Return the last deal that either copy of a list has."""
    last = [
        entries.filter(voided_at=None).order_by("-number").values_list("number", flat=True).first() or 0
        for entries in (row.deals, row.second_deals)
    ]
    return min(max(last), mapping.length_of(row))
