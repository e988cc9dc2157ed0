"""One act at a time in an event: each takes its turn first."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Max, Model

from tables.prepared import Prepared
from tables.tournaments.models import Tournament

HELD = Prepared(lambda pk: Tournament.objects.select_for_update(no_key=True).filter(pk=pk))


class EventForgotten(PermissionDenied):
    """Names and words of the event were taken out; nobody writes anything in it any more."""


def take_turn(tournament_id: int, *, even_forgotten: bool = False) -> Tournament:
    """Return the tournament, held until the transaction ends.

    Every act on a tournament takes its turn first, so acts happen one after the other: nobody draws twice, no
    two deals take the same line, and the journal is one chain. One lock means there is no order to get wrong.
    Rows that only name the tournament need not wait for it, so that none that has a lock of another kind does.

    :raises Tournament.DoesNotExist: if there is no such tournament.
    :raises EventForgotten: if its names were taken out, unless that does not matter.
    """
    tournaments = HELD(tournament_id)
    if not tournaments:
        raise Tournament.DoesNotExist
    (tournament,) = tournaments
    if tournament.forgotten_at and not even_forgotten:
        raise EventForgotten
    return tournament


def take_turn_of(kind: type[Model], pk: int) -> Tournament:
    """Return the locked tournament of a row, to be read afterwards. Raise ObjectDoesNotExist, EventForgotten."""
    return take_turn(kind._default_manager.values_list("tournament_id", flat=True).get(pk=pk))


def next_number(rows: Any) -> int:
    """Return the number of the row that comes next to these: a manager or a query set, in the turn of their event."""
    return int(rows.aggregate(last=Max("number"))["last"] or 0) + 1
