"""Who leaves a table, comes back to it or joins it within a series (ISkO 3.1.2, 4.5.9; SkWO 4.4)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from scoring.lists import mapping
from scoring.lists.models import GameListRow, SeatResult
from scoring.lists.selectors.sitting import first_round
from scoring.lists.services import lists
from scoring.rules.game_list.presence import PLAYERS_PER_DEAL, Presence, with_seat
from tables.accounts.models import User
from tables.acts.services import Refused, Seen, must_be_as_seen
from tables.draw.models import Seat
from tables.draw.services.seats import taking_part

FOUR = 4
JOINED = "list.joined"
JOINING_TAKEN_BACK = "list.joining-taken-back"


@transaction.atomic
def leave(
    *,
    list_id: int,
    place: int,
    by: User | None,
    now: datetime,
    from_round: int | None = None,
    because: str = "",
    seen: Seen | None = None,
) -> GameListRow:
    """Let a table of four go on without one of its players, from the next round on, or a later one.

    Every loss counts 40 for the others from then on, and whoever left need not sign. Told twice, it counts once. Where
    nobody directs, at a pub table, ``by`` is None: there all players agreed.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``no-such-seat``, ``too-few-stay``, ``round-begun``, ``no-round-left``, ``kept-as-totals``,
        ``not-published``, ``series-before-open``, ``series-closed``; ``own-list-of-others`` for whoever plays there
        while somebody who does not directs as well.
    :raises Overtaken: if the list is not what was ``seen`` any more.
    """
    return _comes_or_goes(list_id, place, is_there=False, by=by, now=now, at=from_round, because=because, seen=seen)


@transaction.atomic
def come_back(
    *,
    list_id: int,
    place: int,
    by: User | None,
    now: datetime,
    from_round: int | None = None,
    because: str = "",
    seen: Seen | None = None,
) -> GameListRow:
    """Let a player who left, or was to leave, be there from the next round on, or a later one. Done twice, it is once.

    :raises ListSigned: if the list is signed.
    :raises Refused: as ``leave`` does.
    :raises Overtaken: if the list is not what was ``seen`` any more.
    """
    return _comes_or_goes(list_id, place, is_there=True, by=by, now=now, at=from_round, because=because, seen=seen)


@transaction.atomic
def join(
    *, list_id: int, number: int, by: User, now: datetime, from_round: int | None = None, seen: Seen | None = None
) -> GameListRow:
    """Let an entrant without a seat be the fourth at a table of three, from the next round on, or a later one.

    They take seat 4, to the right of seat 1, and count as present (ISkO 3.1.2). Done twice, it is done once.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``table-full``, ``seated-already``, ``no-such-entrant``, ``withdrawn``, ``excluded``; besides as
        ``leave`` does.
    :raises Overtaken: if the list is not what was ``seen`` any more.
    """
    row = lists.held(list_id)
    table = row.table
    if table.seats.filter(place=FOUR, entrant__number=number).exists():
        return row
    _must_take_others(row, by=by, now=now, seen=seen)
    if table.size == FOUR:
        raise Refused("table-full", table=table.number)
    if table.series.seats.filter(entrant__number=number).exists():
        raise Refused("seated-already", numbers=[number], series=table.series.number)
    (entrant,) = taking_part(table.series.tournament, [number])
    at = _round(row, from_round)
    table.size = FOUR
    table.save(update_fields=["size"])
    Seat.objects.create(series=table.series, table=table, place=FOUR, entrant=entrant)
    if not entrant.present:
        entrant.present = True
        entrant.save(update_fields=["present"])
    three = (Presence(from_round=1, seats=tuple(range(1, FOUR))),)
    _write(row, with_seat(three, seat=FOUR, from_round=at, is_there=True, seats=FOUR, rounds=row.rounds))
    values = {"entrant": number, "from_round": at, "presence": row.presence}
    lists.note(JOINED, row, by=by, now=now, sealing={"series": [(table.series.number,)]}, **values)
    return row


@transaction.atomic
def take_back_joining(*, list_id: int, number: int, by: User, now: datetime) -> GameListRow:
    """Take back that somebody joined a table where nothing is played yet: it is one of three again.

    Done twice, it is done once. Whether they are present the caller says.

    :raises Refused: ``play-began`` once anything is entered, ``too-few-stay`` where one of the others is to leave.
    """
    row = lists.held(list_id)
    table = row.table
    seats = table.seats.filter(place=FOUR, entrant__number=number)
    if not seats.exists():
        return row
    if any(entries.exists() for entries in (row.deals, row.second_deals, row.proposals, row.totals)):
        raise Refused("play-began", table=table.number)
    if row.presence:
        raise Refused("too-few-stay", table=table.number)
    SeatResult.objects.filter(seat__in=seats).delete()
    seats.delete()
    table.size = FOUR - 1
    # Joining alone held the seats; who said that they sit there holds them still.
    table.play_began_at = table.play_began_at if row.seats_confirmed_at else None
    table.save(update_fields=["size", "play_began_at"])
    _write(row, ())
    values = {"entrant": number, "presence": row.presence}
    lists.note(JOINING_TAKEN_BACK, row, by=by, now=now, sealing={"series": [(table.series.number,)]}, **values)
    return row


def _comes_or_goes(
    list_id: int,
    place: int,
    *,
    is_there: bool,
    by: User | None,
    now: datetime,
    at: int | None,
    because: str,
    seen: Seen | None,
) -> GameListRow:
    row = lists.held(list_id)
    _must_take_others(row, by=by, now=now, seen=seen)
    if not 1 <= place <= row.table.size:
        raise Refused("no-such-seat", place=place)
    at = _round(row, at)
    how: dict[str, Any] = {"seats": row.table.size, "rounds": row.rounds}
    changed = with_seat(mapping.presence_of(row), seat=place, from_round=at, is_there=is_there, **how)
    if any(len(part.seats) < PLAYERS_PER_DEAL for part in changed):
        raise Refused("too-few-stay", table=row.table.number)
    if changed == mapping.presence_of(row):
        return row
    _write(row, changed)
    action = "list.returned" if is_there else "list.left"
    values = {"place": place, "from_round": at, "presence": row.presence, "because": because.strip()[:300]}
    lists.note(action, row, by=by, now=now, **values)
    return row


def _must_take_others(row: GameListRow, *, by: User | None, now: datetime, seen: Seen | None) -> None:
    lists.must_be_open(row, by=by, now=now)
    if by:
        lists.must_leave_it_to_others(row, by)
    must_be_as_seen(seen, now=lists.as_seen(row), wanted=None)
    if row.kind == GameListRow.Kind.TOTALS:
        raise Refused("kept-as-totals")


def _round(row: GameListRow, wanted: int | None) -> int:
    """Return the round from which others are there: the next one, or a later one that was asked for."""
    first = first_round(row)
    if first is None:
        raise Refused("no-round-left", rounds=row.rounds)
    if wanted is None:
        return first
    if not first <= wanted <= row.rounds:
        raise Refused("round-begun", round=wanted, first=first, last=row.rounds)
    return wanted


def _write(row: GameListRow, presence: Sequence[Presence]) -> None:
    row.presence = mapping.presence_written(presence)
    row.save(update_fields=["presence"])
    lists.changed(row)
