"""Who keeps a list, the second one too: phones that are heard of, keep it, ask for it, are given it (SkWO
7.2.2, 9.6).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from scoring.lists import mapping
from scoring.lists.models import Call, GameListRow, Phone
from scoring.lists.services import entries, lists
from scoring.rules.comparison import difference
from scoring.rules.game_list.deals import booked
from tables.accounts.models import User
from tables.accounts.services import floods
from tables.acts.services import Refused

FIRST, SECOND = Phone.Keeps.FIRST, Phone.Keeps.SECOND

NOTED_AGAIN_AFTER = timedelta(minutes=1)
"""How long it is enough to know that a phone was heard of."""


def heard(*, list_id: int, device: str, unsent: int, now: datetime) -> None:
    """Note when a phone was last heard of and how many deals wait on it.

    It is written at most once a minute unless something changed, and for a phone that only watches not at all.
    """
    phone = Phone.objects.filter(game_list_id=list_id, device=device).first()
    if phone is None:
        if unsent:
            with transaction.atomic():
                # Whoever takes the list at this moment writes the same row.
                row = lists.held(list_id)
                if row.phones.count() < floods.MOST_PHONES:
                    fields = {"unsent": unsent, "seen_at": now}
                    row.phones.get_or_create(device=device, defaults=fields)
    elif noted(phone, unsent=unsent, now=now):
        Phone.objects.filter(pk=phone.pk).update(unsent=phone.unsent, seen_at=phone.seen_at)


def noted(phone: Phone, *, unsent: int, now: datetime) -> bool:
    """Note on a phone that it was heard of, not yet saved; return whether that is worth saving."""
    is_news = phone.unsent != unsent or not timedelta() <= now - phone.seen_at < NOTED_AGAIN_AFTER
    if is_news and (phone.keeps or unsent or phone.unsent):
        phone.unsent, phone.seen_at = unsent, now
        return True
    return False


@transaction.atomic
def keep(*, list_id: int, device: str, copy: str, by: User | None, now: datetime) -> Phone:
    """Let a phone keep a copy of the list that no other keeps. Asked twice, it keeps it once.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``kept-by-other``, ``keeps-the-other``.
    """
    row = lists.held(list_id)
    if row.signed_at:
        raise lists.ListSigned
    return take(row, list(row.phones.all()), device=device, copy=copy, by=by, now=now)


def take(row: GameListRow, phones: list[Phone], *, device: str, copy: str, by: User | None, now: datetime) -> Phone:
    """Let a phone keep a copy if nobody does, in the caller's transaction and turn; ``phones`` are the list's phones.

    :raises Refused: ``kept-by-other``, ``keeps-the-other``.
    """
    mine, is_free = must_get(phones, device=device, copy=copy)
    if mine is None:
        mine = Phone(game_list=row, device=device, seen_at=now)
        phones.append(mine)
    if is_free:
        mine.keeps, mine.seen_at = Phone.Keeps(copy), now
        mine.save()
        lists.drop_take_overs(row, device=device, now=now)
        lists.note("phone.keeps", row, by=by, now=now, copy=copy)
    return mine


def must_get(phones: list[Phone], *, device: str, copy: str) -> tuple[Phone | None, bool]:
    """Return the phone if it is known, and whether it has yet to take the copy that it may keep.

    :raises Refused: ``kept-by-other``, ``keeps-the-other``.
    """
    keeper = next((phone for phone in phones if phone.keeps == copy), None)
    mine = next((phone for phone in phones if phone.device == device), None)
    if keeper is not None:
        if keeper is not mine:
            raise Refused("kept-by-other")
        return mine, False
    if mine is not None and mine.keeps:
        raise Refused("keeps-the-other")
    return mine, True


def must_keep(row: GameListRow, *, device: str, copy: str, by: User | None, now: datetime) -> None:
    """Refuse a phone that does not keep the copy it writes; the first to write a free one keeps it from then on.

    Without ``device`` it is the office that writes, which may.

    :raises Refused: ``kept-by-other``, ``keeps-the-other``.
    """
    if device:
        take(row, list(row.phones.all()), device=device, copy=copy, by=by, now=now)


@transaction.atomic
def ask_to_take_over(*, list_id: int, device: str, copy: str, entry_key: UUID, now: datetime) -> Call | None:
    """Ask the direction to let this phone keep a copy that another keeps; one that is free it gets at once.

    At a pub table, which nobody directs, whoever opened it by its code or its words gets it at once, too.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``keeps-the-other``; ``TooMany`` from a table that says more than anybody means.
    """
    row = lists.held(list_id)
    if row.signed_at:
        raise lists.ListSigned
    phones = list(row.phones.all())
    keeper = next((phone for phone in phones if phone.keeps == copy), None)
    if keeper is None or keeper.device == device:
        take(row, phones, device=device, copy=copy, by=None, now=now)
        return None
    asked: dict[str, Any] = {"device": device, "second": copy == SECOND}
    if row.table.series.tournament.is_pub_table:
        if any(phone.keeps for phone in phones if phone.device == device):
            raise Refused("keeps-the-other")
        lists.must_be_meant(row, now=now)
        kind, done = Call.Kind.AGREED, {"called_at": now, "settled_at": now, "granted": True}
        Call.objects.create(game_list=row, kind=kind, entry_key=entry_key, **asked, **done)
        give(row, device=device, copy=copy, by=None, now=now, how=str(kind))
        return None
    waiting = row.calls.filter(kind=Call.Kind.TAKE_OVER, settled_at=None, **asked).first()
    return waiting or lists.make_call(row, kind=Call.Kind.TAKE_OVER, entry_key=entry_key, now=now, **asked)


@transaction.atomic
def hand_over(*, list_id: int, device: str, copy: str, by: User, now: datetime) -> Phone:
    """Let a phone keep a copy, whoever kept it before: that one watches from now on, and what it still brings waits.

    :raises ListSigned: if the list is signed.
    """
    row = lists.held(list_id)
    return give(row, device=device, copy=copy, by=by, now=now)


def give(row: GameListRow, *, device: str, copy: str, by: User | None, now: datetime, how: str = "direction") -> Phone:
    """Hand a copy over in the caller's transaction and turn; the journal tells ``how``.

    :raises ListSigned: if the list is signed.
    """
    if row.signed_at:
        raise lists.ListSigned
    # The one who kept it, and whatever the new one kept.
    row.phones.filter(keeps=copy).exclude(device=device).update(keeps=Phone.Keeps.NOTHING)
    phone, is_new = Phone.objects.get_or_create(
        game_list=row, device=device, defaults={"keeps": Phone.Keeps(copy), "seen_at": now}
    )
    if is_new or phone.keeps != copy:
        phone.keeps = Phone.Keeps(copy)
        phone.save(update_fields=["keeps"])
        lists.note("phone.took-over", row, by=by, now=now, copy=copy, how=how)
    return phone


@transaction.atomic
def confirm_seats(*, list_id: int, device: str, now: datetime, sits: Sequence[int] | None = None) -> GameListRow:
    """Note that everybody at a table sits where the draw put them (SkWO 7.1.2). Said twice, it counts once.

    :raises Refused: ``seated-otherwise``, ``seats-unnamed``.
    """
    row = lists.held(list_id)
    lists.must_sit(row, sits)
    if row.seats_confirmed_at is None:
        row.seats_confirmed_at = now
        row.save(update_fields=["seats_confirmed_at"])
        lists.note("seats.confirmed", row, by=None, now=now)
    return row


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
        lists.changed_beside(row)
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
