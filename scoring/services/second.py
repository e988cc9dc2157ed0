"""Writing into the second list of a table, without a script or by hand; phones bring theirs in batches (SkWO 7.2).

It only stands beside the first: no result follows from it.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring import mapping
from scoring.models import GameListRow, SecondDealRow
from scoring.rules import Deal
from scoring.services import lists, phones
from scoring.services.lists import KeyReused
from tables.models import User
from tables.services.refusals import Refused


@transaction.atomic
def enter_deal(
    *, list_id: int, deal: Deal, entry_key: UUID, by: User | None, now: datetime, device: str = ""
) -> SecondDealRow:
    """Enter the next deal of the second list. Sent again with the same key, it counts once.

    :raises KeyReused: if the key came with other content before.
    :raises ListSigned: if the list is signed.
    :raises EntryRefused: if the list would break a rule with this deal.
    :raises Refused: ``not-published``, ``series-closed``, ``kept-as-totals``, ``number-taken``, ``kept-by-other``,
        ``keeps-the-other``, ``deal-struck``.
    """
    row, known = _opened(list_id, deal, entry_key, device=device, by=by, now=now)
    if known:
        return known
    entered = [mapping.to_deal(old) for old in _valid(row)]
    if any(old.number == deal.number for old in entered):
        raise Refused("number-taken", deal=deal.number)
    lists.must_have_begun(row, deal.number)
    lists.must_hold_next(mapping.to_game_list(row, ()), tuple(entered[-1:]), deal)
    return _write("second.deal-entered", row, deal, entry_key=entry_key, by=by, now=now)


def replace_deal(
    row: GameListRow, deal: Deal, *, because: str, entry_key: UUID, by: User | None, now: datetime
) -> SecondDealRow:
    """Void an entry of the second list and add its correction, in the caller's transaction and turn.

    :raises EntryRefused: if the list would break a rule with the corrected deal.
    :raises Refused: ``no-such-deal`` or ``nothing-changed``.
    """
    entered = {old.number: old for old in _valid(row)}
    old = entered.get(deal.number)
    if old is None:
        raise Refused("no-such-deal", deal=deal.number)
    if mapping.to_deal(old) == deal:
        raise Refused("nothing-changed", deal=deal.number)
    before = entered.get(deal.number - 1)
    lists.must_hold_next(mapping.to_game_list(row, ()), (mapping.to_deal(before),) if before else (), deal)
    _void(old, because=because, by=by, now=now)
    return _write("second.deal-corrected", row, deal, entry_key=entry_key, by=by, now=now, because=because)


def _opened(
    list_id: int, deal: Deal, entry_key: UUID, *, device: str, by: User | None, now: datetime
) -> tuple[GameListRow, SecondDealRow | None]:
    """Return the list, and the row that came with this key before."""
    row = lists.held(list_id)
    known = SecondDealRow.objects.filter(entry_key=entry_key).first()
    if known and (known.game_list_id != row.pk or mapping.to_deal(known) != deal):
        raise KeyReused
    if not known:
        lists.must_be_open(row, by=by, now=now)
        if row.kind == GameListRow.Kind.TOTALS:
            raise Refused("kept-as-totals")
        phones.must_keep(row, device=device, copy=phones.SECOND, by=by, now=now)
    return row, known


def _valid(row: GameListRow) -> list[SecondDealRow]:
    return list(row.second_deals.filter(voided_at=None).order_by("number"))


def _void(old: SecondDealRow, *, because: str, by: User | None, now: datetime) -> None:
    old.voided_at, old.voided_by, old.voided_because = now, by, because.strip()[:300]
    old.save(update_fields=["voided_at", "voided_by", "voided_because"])


def _write(
    action: str, row: GameListRow, deal: Deal, *, entry_key: UUID, by: User | None, now: datetime, **data: object
) -> SecondDealRow:
    entry = mapping.to_second_row(deal, game_list=row, entry_key=entry_key, entered_at=now, entered_by=by)
    entry.save(force_insert=True)
    lists.second_changed(row)
    lists.note(action, row, by=by, now=now, deal=deal.number, points=entry.points, **data)
    return entry
