"""Confirming, signing and closing a list (SkWO 7.2.3, 9.11)."""

from datetime import datetime

from django.db import transaction

from scoring.models import Confirmation, GameListRow
from scoring.services import lists
from tables.models import Series, User
from tables.services.refusals import Refused


@transaction.atomic
def confirm(*, list_id: int, place: int, name: str, version: int, now: datetime) -> Confirmation:
    """Take a player's word that the list is right. Given twice, it counts once.

    ``version`` is that of the list the player saw: nobody confirms what he has not seen.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``no-such-seat``, ``list-changed``, ``name-missing``.
    :raises EntryRefused: if the list is not complete or breaks a rule.
    """
    row = lists.held(list_id)
    if row.signed_at:
        raise lists.ListSigned
    if not 1 <= place <= row.table.size:
        raise Refused("no-such-seat", place=place)
    if version != row.version:
        raise Refused("list-changed")
    if not name.strip():
        raise Refused("name-missing")
    if open_points := [finding for finding in lists.missing(row) if finding.problem.severity == "error"]:
        raise lists.EntryRefused(open_points)
    confirmation, is_new = Confirmation.objects.get_or_create(
        game_list=row, place=place, defaults={"name": name.strip()[:80], "at": now}
    )
    if is_new:
        lists.note("list.confirmed", row, by=None, now=now, place=place, version=row.version)
    return confirmation


@transaction.atomic
def sign(*, list_id: int, now: datetime) -> GameListRow:
    """Sign and close a list that all players of the table have confirmed. Done twice, it counts once.

    :raises Refused: ``not-all-confirmed``.
    :raises EntryRefused: if the list is not complete or breaks a rule.
    """
    row = lists.held(list_id)
    if row.signed_at:
        return row
    confirmed = set(row.confirmations.values_list("place", flat=True))
    if open_places := sorted(set(range(1, row.table.size + 1)) - confirmed):
        raise Refused("not-all-confirmed", places=open_places)
    return _close(row, by=None, now=now)


@transaction.atomic
def sign_for_paper(*, list_id: int, by: User, now: datetime) -> GameListRow:
    """Close a list whose paper the players have signed; the direction answers for it. Done twice, it counts once.

    :raises EntryRefused: if the list is not complete or breaks a rule.
    """
    row = lists.held(list_id)
    if row.signed_at:
        return row
    return _close(row, by=by, now=now)


@transaction.atomic
def reopen(*, list_id: int, because: str, by: User, now: datetime) -> GameListRow:
    """Open a signed list again, for a reason, while its series is not closed; it has to be confirmed anew.

    :raises Refused: ``not-signed``, ``series-closed``, ``reason-missing``.
    """
    row = lists.held(list_id)
    if not row.signed_at:
        raise Refused("not-signed")
    if row.table.series.status == Series.Status.CLOSED:
        raise Refused("series-closed", series=row.table.series.number)
    if not because.strip():
        raise Refused("reason-missing")
    row.signed_at = row.signed_by = None
    row.save(update_fields=["signed_at", "signed_by"])
    row.confirmations.all().delete()
    lists.note("list.reopened", row, by=by, now=now, because=because.strip())
    return row


@transaction.atomic
def accept_short(*, list_id: int, because: str, by: User, now: datetime) -> GameListRow:
    """Accept a list with fewer deals than the series has, for a reason only the direction can give.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``reason-missing``.
    """
    row = lists.held(list_id)
    if row.signed_at:
        raise lists.ListSigned
    if not because.strip():
        raise Refused("reason-missing")
    row.short_because = because.strip()[:300]
    row.save(update_fields=["short_because"])
    row.confirmations.all().delete()
    lists.note("list.accepted-short", row, by=by, now=now, because=row.short_because)
    return row


def _close(row: GameListRow, *, by: User | None, now: datetime) -> GameListRow:
    if open_points := [finding for finding in lists.missing(row) if finding.problem.severity == "error"]:
        raise lists.EntryRefused(open_points)
    # A list accepted without a single deal is signed by those who sit there all the same.
    lists.hold_seats(row, now=now)
    row.signed_at, row.signed_by = now, by
    row.save(update_fields=["signed_at", "signed_by"])
    lists.note("list.signed", row, by=by, now=now, version=row.version)
    return row
