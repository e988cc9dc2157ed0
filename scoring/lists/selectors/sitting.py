"""Who sits at a table, then and now, who is present, who keeps its list, and which officials play there (SkWO
7.1.2).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from django.db.models import Q

from scoring.lists import mapping
from scoring.lists.models import Call, GameListRow, Phone
from scoring.lists.selectors.counting import RESULT
from scoring.rules.game_list.deals import Deal
from scoring.rules.game_list.presence import PLAYERS_PER_DEAL, next_round
from tables.accounts.models import User
from tables.draw.models import Seat, Table
from tables.names import in_order
from tables.people.models import Entrant
from tables.prepared import Prepared
from tables.tournaments.models import Role, Tournament


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


# Asked with every deal: nothing is read that it does not need, and four are sorted quicker here.
SEATS: Final = Prepared(
    lambda table: (
        Seat.objects.filter(table=table)
        .select_related("entrant")
        .only("place", "series", "table", "entrant__number", "entrant__name")
        .order_by()
    )
)
WITH_RESULTS: Final = Prepared(
    lambda table: (
        Seat.objects.filter(table=table)
        .select_related("entrant", "result")
        .only(
            "place",
            "series",
            "table",
            "entrant__number",
            "entrant__name",
            "result__seat",
            *(f"result__{name}" for name in RESULT),
        )
        .order_by()
    )
)


def seats_at(table: Table, *, with_results: bool = False) -> list[Seat]:
    """Return who sits at a table, from seat 1 on, in one query; with what stands for each of them so far."""
    seats = (WITH_RESULTS if with_results else SEATS)(table.pk, belonging_to={"table": table})
    return sorted(seats, key=lambda seat: seat.place)


def sits_of(seats: Sequence[Seat]) -> tuple[int, ...]:
    """Return the start numbers of those who sit at a table, from seat 1 on."""
    return tuple(seat.entrant.number for seat in seats)


def with_others(row: GameListRow, seats: Sequence[Seat]) -> Sequence[Seat]:
    """Return the seats of a table with who else sat on them from some deal on (SkWO 7.1.2), in one query.

    Where nobody did, nothing is asked.
    """
    if not row.chairs:
        return seats
    chairs = mapping.chairs_of(row)
    of_series = Seat.objects.filter(series=row.table.series_id, table__number__in={chair.table for chair in chairs})
    values = {(seat.table.number, seat.place): seat for seat in of_series.select_related("entrant", "table", "series")}
    others = {chair.seat: (chair.from_deal, values.get((chair.table, chair.seat_there))) for chair in chairs}
    for seat in seats:
        from_deal, other = others.get(seat.place, (0, None))
        seat.other = (from_deal, other) if other else None
    return seats


def seats_in(deal: int, seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats of those who sat on the chairs of a table in a deal, from chair 1 on; see ``with_others``."""
    return [seat.other[1] if seat.other and deal >= seat.other[0] else seat for seat in seats]


def is_seated(row: GameListRow, *, now: Sequence[int], then: Sequence[int]) -> bool:
    """Test whether those who sat at a table when something was written sit there still.

    ``now`` and ``then`` are start numbers from seat 1 on. What names nobody is believed as long as the seats never
    changed since they were published. That a fourth came to three changed nobody's seat, nor that two numbers turned
    out to be one person.
    """
    if not then:
        return not row.table.reseated
    if tuple(then) == tuple(now) or (came_later(row) and tuple(then) == tuple(now[:-1])):
        return True
    doubles = Entrant.objects.filter(tournament=row.table.series.tournament_id, number__in=then).exclude(same_as=None)
    stays = dict(doubles.values_list("number", "same_as__number"))
    return bool(stays) and is_seated(row, now=now, then=[stays.get(number, number) for number in then])


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


def plays_at(table_id: int, *, tournament: Tournament, user: User) -> bool:
    """Test whether an official plays at a table: then they are no judge there (SkWO 4.5)."""
    return Seat.objects.filter(table=table_id, entrant__in=entrants_of(tournament, user)).exists()


def directors_for(table_id: int, *, tournament: Tournament) -> list[User]:
    """Return who directs an event and does not play at a table."""
    directing = set(tournament.roles.filter(kind=Role.Kind.DIRECTOR).values_list("user_id", flat=True))
    return [user for user in judges_for(table_id, tournament=tournament) if user.pk in directing]


def entrants_of(tournament: Tournament, user: User) -> frozenset[int]:
    """Return the entrants an official plays as, by their keys."""
    roles = Role.objects.filter(tournament=tournament, user=user, plays_as__isnull=False)
    return frozenset(roles.values_list("plays_as_id", flat=True))


def judges_for(table_id: int, *, tournament: Tournament) -> list[User]:
    """Return the officials who may decide about a table: those who do not play there, each once."""
    plays_here = Q(roles__plays_as__seats__table=table_id, roles__tournament=tournament)
    officials = User.objects.filter(roles__tournament=tournament)
    free = officials.exclude(pk__in=User.objects.filter(plays_here).values("pk")).distinct().order_by()
    return sorted(free, key=lambda user: (in_order(user.username), user.pk))


BY_TABLE: Final = (Call.Kind.BY_WORDS, Call.Kind.AGREED)
"""The ways in which a table itself lets another phone keep a list: a pub table; others did, too, at one time."""

HANDED: Final = Q(granted=True, kind__in=(Call.Kind.TAKE_OVER, *BY_TABLE))
"""The calls by which a phone was given a list."""


def came_by(handed: Iterable[Call], keeper: Phone) -> Call | None:
    """Return by which of the calls a phone was given the list it keeps; None if it took it when nobody kept it."""
    is_second = keeper.keeps == Phone.Keeps.SECOND
    its = [call for call in handed if call.device == keeper.device and call.second == is_second]
    return max(its, key=lambda call: (call.called_at, call.pk), default=None)
