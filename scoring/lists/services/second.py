"""Writing into the second list of a table, without a script or by hand; phones bring theirs in batches (SkWO 7.2).

It only stands beside the first: no result follows from it.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring.lists import mapping
from scoring.lists.models import GameListRow, SecondDealRow
from scoring.lists.services import entries, lists, phones
from scoring.rules.game_list.deals import Deal
from tables.accounts.models import User
from tables.acts.services.refusals import Refused


@transaction.atomic
def enter_deal(
    *,
    list_id: int,
    deal: Deal,
    entry_key: UUID,
    by: User | None,
    now: datetime,
    device: str = "",
    sits: Sequence[int] | None = None,
) -> SecondDealRow:
    """Enter the next deal of the second list. Sent again with the same key, it counts once.

    :raises KeyReused: if the key came with other content before.
    :raises ListSigned: if the list is signed.
    :raises EntryRefused: if the list would break a rule with this deal.
    :raises Refused: ``not-published``, ``series-closed``, ``kept-as-totals``, ``number-taken``, ``kept-by-other``,
        ``keeps-the-other``, ``deal-struck``, ``seated-otherwise``, ``seats-unnamed``.
    """
    row = lists.held(list_id)
    if known := entries.known(row, deal, entry_key, SecondDealRow):
        return known
    lists.must_sit(row, sits)
    lists.must_be_open(row, by=by, now=now)
    if row.kind == GameListRow.Kind.TOTALS:
        raise Refused("kept-as-totals")
    phones.must_keep(row, device=device, copy=phones.SECOND, by=by, now=now)
    entered = [mapping.to_deal(old) for old in _valid(row)]
    if any(old.number == deal.number for old in entered):
        raise Refused("number-taken", deal=deal.number)
    lists.must_have_begun(row, deal.number)
    lists.must_hold_next(mapping.to_game_list(row, ()), tuple(entered[-1:]), deal)
    return entries.write(
        "second.deal-entered", row, deal, SecondDealRow, entry_key=entry_key, by=by, now=now, device=device
    )


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
    entries.void(row.second_deals, deal.number, because=because, by=by, now=now)
    return entries.write(
        "second.deal-corrected", row, deal, SecondDealRow, entry_key=entry_key, by=by, now=now, because=because
    )


def _valid(row: GameListRow) -> list[SecondDealRow]:
    return list(row.second_deals.filter(voided_at=None).order_by("number"))
