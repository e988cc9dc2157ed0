"""The second list of a table: settling where it differs from the first, and doing without it (SkWO 7.2)."""

from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from scoring.lists import mapping
from scoring.lists.models import GameListRow, Phone
from scoring.lists.services import entries, lists
from scoring.rules.comparison import difference
from scoring.rules.game_list.deals import booked
from tables.accounts.models import User
from tables.acts.services.refusals import Refused

FIRST, SECOND = Phone.Keeps.FIRST, Phone.Keeps.SECOND


@transaction.atomic
def settle(
    *,
    list_id: int,
    number: int,
    right: str,
    seen: tuple[UUID, UUID],
    because: str,
    entry_key: UUID,
    by: User | None,
    now: datetime,
    device: str = "",
) -> None:
    """Correct a deal in one of both lists to what stands in the other, with the consent of its players (ISkO 5.5.3).

    ``right`` is the copy that stands, "first" or "second"; ``seen`` are the keys of both entries as they were shown.
    The entry that is replaced stays in the history. Sent again with the same key it changes nothing.

    :raises ListSigned: if the list is signed.
    :raises EntryRefused: if a list would break a rule with the deal of the other.
    :raises Refused: ``list-changed`` if other entries stand there now, ``nothing-changed`` if both say the same,
        ``kept-by-other`` if the phone keeps neither list; ``not-published``, ``series-closed``, ``kept-as-totals``.
    """
    row = lists.held(list_id)
    key = uuid5(entry_key, str(number))
    if _is_done(row, key):
        return
    lists.must_be_open(row, by=by, now=now)
    _must_keep_one(row, device=device)
    if row.kind == GameListRow.Kind.TOTALS:
        raise Refused("kept-as-totals")
    in_first = row.deals.filter(number=number, voided_at=None, entry_key=seen[0]).first()
    in_second = row.second_deals.filter(number=number, voided_at=None, entry_key=seen[1]).first()
    if in_first is None or in_second is None:
        raise Refused("list-changed")
    ours, theirs = mapping.to_deal(in_first), mapping.to_deal(in_second)
    if difference(ours, theirs) is None:
        raise Refused("nothing-changed", deal=number)
    stands = theirs if right == SECOND else ours
    wrong = FIRST if right == SECOND else SECOND
    entries.replace_deal(row, stands, because=because, entry_key=key, by=by, now=now, copy=wrong)
    lists.note("second.settled", row, by=by, now=now, deal=number, right=right, points=booked(stands))


@transaction.atomic
def give_up(*, list_id: int, because: str, by: User, now: datetime) -> None:
    """Do without the second list of a table, for a reason only the direction can give; its entries stay visible.

    Given up twice, it is given up once.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``reason-missing``.
    """
    row = lists.held(list_id)
    if row.signed_at:
        raise lists.ListSigned
    if not because.strip():
        raise Refused("reason-missing")
    given_up = row.second_deals.filter(voided_at=None).update(
        voided_at=now, voided_by=by, voided_because=because.strip()[:300]
    )
    left = row.phones.filter(keeps=SECOND).update(keeps=Phone.Keeps.NOTHING)
    if given_up or left:
        lists.second_changed(row)
        lists.note("second.given-up", row, by=by, now=now, deals=given_up, because=because.strip())


def _is_done(row: GameListRow, key: UUID) -> bool:
    return row.deals.filter(entry_key=key).exists() or row.second_deals.filter(entry_key=key).exists()


def _must_keep_one(row: GameListRow, *, device: str) -> None:
    """Refuse a phone that only watches; without ``device`` it is the office that settles, which may.

    :raises Refused: ``kept-by-other``.
    """
    keeping = set(row.phones.exclude(keeps=Phone.Keeps.NOTHING).values_list("device", flat=True))
    if device and keeping and device not in keeping:
        raise Refused("kept-by-other")
