"""What the end of the time means for the lists: deals that had not begun are struck, if the plan says so (SkWO 6.2)."""

from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from scoring.lists import mapping
from scoring.lists.models import GameListRow
from scoring.lists.services import lists
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.draw.services import seats as in_hall
from tables.hall import services as hall
from tables.journal import chain as journal
from tables.tournaments.models import Series


@transaction.atomic
def end_clock(*, series_id: int, by: User, now: datetime) -> Series:
    """Call the time of a running series; strike what has not begun, if the plan says so. Called twice, it counts once.

    :raises Refused: ``not-running``.
    """
    was_called = in_hall.held(series_id).time_over_at is not None
    series = hall.end_clock(series_id=series_id, by=by, now=now)
    if not was_called and series.tournament.strikes_at_limit:
        _strike(series, by=by, now=now)
    return series


@transaction.atomic
def undo_end(*, series_id: int, by: User, now: datetime) -> Series:
    """Take back that the time was called; what it struck in open lists may be played again. Done twice, it counts once.

    :raises Refused: ``not-running``.
    """
    was_called = in_hall.held(series_id).time_over_at is not None
    series = hall.undo_end(series_id=series_id, by=by, now=now)
    # Without a line in the journal nothing changes: a list opened again later gets its deals by ``allow_until``.
    for row in _open_lists(series).exclude(struck_after=None) if was_called else ():
        _strike_after(row, None)
    return series


@transaction.atomic
def allow_until(*, list_id: int, deal: int, by: User, now: datetime) -> GameListRow:
    """Let a struck list have its deals up to one that the direction knows to have begun in time.

    A phone without network brings them late, after the time struck them.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``not-struck``, ``no-such-deal``.
    """
    row = lists.held(list_id)
    if row.signed_at:
        raise lists.ListSigned
    if row.struck_after is None:
        raise Refused("not-struck")
    if not row.struck_after < deal <= mapping.length_of(row):
        raise Refused("no-such-deal", deal=deal)
    _strike_after(row, deal)
    lists.note("list.allowed-until", row, by=by, now=now, deal=deal)
    return row


def _strike(series: Series, *, by: User, now: datetime) -> None:
    """Let each table that keeps its list here finish the deal in hand, and none after it.

    Where nothing is entered the list is kept on paper, which shows by itself how far it came.
    """
    counted = (
        _open_lists(series)
        .filter(kind=GameListRow.Kind.DEALS)
        .annotate(entered=Count("deals", filter=Q(deals__voided_at=None)))
    )
    last: dict[str, int] = {}
    for row in counted.order_by("table__number"):
        if 0 < row.entered < mapping.length_of(row):
            _strike_after(row, row.entered + 1)
            last[str(row.table.number)] = row.entered + 1
    if last:
        journal.record(
            "lists.struck", tournament=series.tournament, by=by, at=now, series=series.number, last_deals=last
        )


def _open_lists(series: Series) -> QuerySet[GameListRow]:
    return GameListRow.objects.filter(table__series=series, signed_at=None).select_related("table")


def _strike_after(row: GameListRow, deal: int | None) -> None:
    row.struck_after = deal
    # Another version: pages that show the list have to know, and so has whoever was about to sign it.
    row.version += 1
    row.save(update_fields=["struck_after", "version"])
    row.confirmations.all().delete()
