"""The wrong player dealt: what is void is dealt again (ISkO 3.2.11 to 3.2.13)."""

from datetime import datetime

from django.db import transaction

from scoring.lists import mapping
from scoring.lists.models import GameListRow
from scoring.lists.services import lists, phones
from scoring.rules.game_list.redealing import Redealing, void_deals
from tables.accounts.models import User
from tables.acts.services.refusals import Refused


@transaction.atomic
def deal_again(
    *,
    list_id: int,
    mistake: int | None,
    found: int,
    version: int,
    because: str,
    by: User | None,
    now: datetime,
    device: str = "",
) -> Redealing:
    """Void what was dealt out of turn, in both lists of a table, so that it is dealt again; the history keeps it.

    ``mistake`` is the deal with which the order went wrong, or None if nobody can show it any more; ``found`` the last
    deal that had begun when it was noticed: the last one entered, or the one in hand. ``version`` is that of the list
    that was looked at: nobody voids what they have not seen.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``list-changed``, ``no-such-deal``, ``kept-as-totals``, ``kept-by-other``, ``keeps-the-other``;
        ``series-closed``, ``not-published``, ``series-before-open``.
    """
    row = lists.held(list_id)
    lists.must_be_open(row, by=by, now=now)
    if row.kind == GameListRow.Kind.TOTALS:
        raise Refused("kept-as-totals")
    phones.must_keep(row, device=device, copy=phones.FIRST, by=by, now=now)
    if version != row.version:
        raise Refused("list-changed")
    deals = lists.valid_deals(row)
    if not len(deals) <= found <= len(deals) + 1:
        raise Refused("no-such-deal", deal=found)
    try:
        result = void_deals(mapping.to_game_list(row, deals), mistake=mistake, found=found)
    except ValueError:
        raise Refused("no-such-deal", deal=mistake or found) from None
    void = {"voided_at": now, "voided_by": by, "voided_because": because.strip()[:300]}
    entered = row.deals.filter(voided_at=None, number__in=result.void).update(**void)
    entered += row.second_deals.filter(voided_at=None, number__in=result.void).update(**void)
    if entered:
        lists.changed(row)
    first = result.void[0] if result.void else None
    told = {"mistake": mistake, "found": found, "first": first, "because": because.strip()}
    lists.note("list.dealt-again", row, by=by, now=now, **told)
    return result
