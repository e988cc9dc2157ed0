"""Who keeps a table's list: phones that are heard of, keep it, ask for it, are given it (SkWO 7.2.2, 9.6)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from scoring.lists.models import Call, GameListRow, Phone
from scoring.lists.services import calls, lists
from tables.accounts.models import User
from tables.acts.services.refusals import Refused

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
                lists.held(list_id)
                fields = {"unsent": unsent, "seen_at": now}
                Phone.objects.get_or_create(game_list_id=list_id, device=device, defaults=fields)
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


def take(row: GameListRow, known: list[Phone], *, device: str, copy: str, by: User | None, now: datetime) -> Phone:
    """Let a phone keep a copy if nobody does, in the caller's transaction and turn; ``known`` are the list's phones.

    :raises Refused: ``kept-by-other``, ``keeps-the-other``.
    """
    mine, is_free = must_get(known, device=device, copy=copy)
    if mine is None:
        mine = Phone(game_list=row, device=device, seen_at=now)
        known.append(mine)
    if is_free:
        mine.keeps, mine.seen_at = Phone.Keeps(copy), now
        mine.save()
        calls.drop_take_overs(row, device=device, now=now)
        lists.note("phone.keeps", row, by=by, now=now, copy=copy)
    return mine


def must_get(known: list[Phone], *, device: str, copy: str) -> tuple[Phone | None, bool]:
    """Return the phone if it is known, and whether it has yet to take the copy that it may keep.

    :raises Refused: ``kept-by-other``, ``keeps-the-other``.
    """
    keeper = next((phone for phone in known if phone.keeps == copy), None)
    mine = next((phone for phone in known if phone.device == device), None)
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

    :raises ListSigned: if the list is signed.
    :raises Refused: ``keeps-the-other``.
    """
    row = lists.held(list_id)
    if row.signed_at:
        raise lists.ListSigned
    known = list(row.phones.all())
    keeper = next((phone for phone in known if phone.keeps == copy), None)
    if keeper is None or keeper.device == device:
        take(row, known, device=device, copy=copy, by=None, now=now)
        return None
    waiting = row.calls.filter(kind=Call.Kind.TAKE_OVER, device=device, second=copy == SECOND, settled_at=None).first()
    return waiting or calls.make(
        row, kind=Call.Kind.TAKE_OVER, entry_key=entry_key, device=device, second=copy == SECOND, now=now
    )


@transaction.atomic
def hand_over(*, list_id: int, device: str, copy: str, by: User, now: datetime) -> Phone:
    """Let a phone keep a copy, whoever kept it before: that one watches from now on, and what it still brings waits.

    :raises ListSigned: if the list is signed.
    """
    row = lists.held(list_id)
    return give(row, device=device, copy=copy, by=by, now=now)


def give(
    row: GameListRow,
    *,
    device: str,
    copy: str,
    by: User | None,
    now: datetime,
    how: str = "direction",
    **said: object,
) -> Phone:
    """Hand a copy over in the caller's transaction and turn; the journal tells ``how``, and what is ``said`` of it.

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
        lists.note("phone.took-over", row, by=by, now=now, copy=copy, how=how, **said)
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
