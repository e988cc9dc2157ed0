"""The calls of a table in the rows of its list: made and settled (SkWO 7.2.2)."""

from datetime import datetime
from uuid import UUID

from scoring.lists.models import Call, GameListRow
from scoring.lists.services import lists
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.prepared import Prepared
from tables.tournaments.models import Tournament


def must_be_directed(tournament: Tournament) -> None:
    """Refuse to call, or to appeal to, somebody who is not there: nobody directs a pub table.

    :raises Refused: ``nobody-directs``.
    """
    if tournament.is_pub_table:
        raise Refused("nobody-directs")


def make(row: GameListRow, *, kind: Call.Kind, entry_key: UUID, device: str, now: datetime, **fields: object) -> Call:
    """Make a call in the caller's transaction and turn; what is said in it stays out of the journal.

    :raises Refused: ``nobody-directs``; ``TooMany`` from a table that says more than anybody means.
    """
    must_be_directed(row.table.series.tournament)
    lists.must_be_meant(row, now=now)
    made = Call.objects.create(game_list=row, kind=kind, entry_key=entry_key, device=device, called_at=now, **fields)
    lists.note("call.made", row, by=None, now=now, kind=str(kind), place=made.place)
    return made


def settle(row: GameListRow, call: Call, *, granted: bool, by: User | None, now: datetime) -> Call:
    """Settle an open call in the caller's transaction and turn."""
    call.settled_at, call.settled_by, call.granted = now, by, granted
    call.save(update_fields=["settled_at", "settled_by", "granted"])
    lists.note("call.settled", row, by=by, now=now, kind=call.kind, place=call.place, granted=granted)
    return call


TAKE_OVERS = Prepared(
    lambda row, device: Call.objects.filter(game_list=row, kind=Call.Kind.TAKE_OVER, settled_at=None).filter(
        device=device
    )
)


def drop_take_overs(row: GameListRow, *, device: str, now: datetime) -> None:
    """Settle what a phone asked for that now keeps the list anyhow."""
    for call in TAKE_OVERS(row.pk, device, belonging_to={"game_list": row}):
        settle(row, call, granted=False, by=None, now=now)
