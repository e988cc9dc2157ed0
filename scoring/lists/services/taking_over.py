"""Another phone keeps a list, and nobody of the direction need come: it has the words, or all agree (SkWO 7.2.2)."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.crypto import constant_time_compare

from scoring.lists.models import Call, GameListRow, Phone
from scoring.lists.selectors.keeping import words_of
from scoring.lists.selectors.presence import dealt, must_answer
from scoring.lists.services import calls, lists, phones
from tables.accounts.services import codes
from tables.acts.services.refusals import Refused


def take_by_words(*, list_id: int, device: str, typed: str, entry_key: UUID, now: datetime) -> None:
    """Let a phone keep the copy of which somebody typed the words of the phone that keeps it.

    Sent again with the same key, it counts once. Wrong words are counted by the list.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``wrong-phone-words``, ``too-many-guesses``; ``keeps-the-other``.
    """
    with transaction.atomic():
        row = lists.held(list_id)
        if _is_repeat(row, entry_key):
            return
        guessing = f"words of the phones at list {row.pk}"
        codes.must_not_guess(guessing, now=now)
        keepers = row.phones.exclude(keeps=Phone.Keeps.NOTHING)
        meant = next((one for one in keepers if constant_time_compare(typed, words_of(row, one.device))), None)
        if meant is not None:
            _hand(row, Call.Kind.BY_WORDS, device=device, copy=meant.keeps, entry_key=entry_key, now=now)
            return
        codes.guessed_wrong(guessing, now=now)
    # Wrong words stay counted: they are refused only after they were written down.
    raise Refused("wrong-phone-words")


@transaction.atomic
def take_agreed(
    *,
    list_id: int,
    device: str,
    copy: str,
    places: Collection[int],
    entry_key: UUID,
    now: datetime,
    sits: Sequence[int] | None = None,
) -> None:
    """Let a phone keep a copy because all who answer for the list agree, those on the seats ``places``.

    Sent again with the same key, it counts once.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``not-all-agree``, ``seated-otherwise``, ``seats-unnamed``; ``keeps-the-other``.
    """
    row = lists.held(list_id)
    if _is_repeat(row, entry_key):
        return
    lists.must_sit(row, sits)
    answering = must_answer(row, dealt=dealt(row))
    if open_places := [place for place in answering if place not in places]:
        raise Refused("not-all-agree", places=open_places)
    known = list(row.phones.all())
    if any(phone.keeps == copy for phone in known):
        _hand(row, Call.Kind.AGREED, device=device, copy=copy, entry_key=entry_key, now=now, places=list(answering))
    else:
        phones.take(row, known, device=device, copy=copy, by=None, now=now)


def _is_repeat(row: GameListRow, entry_key: UUID) -> bool:
    """Test whether this was done already.

    :raises KeyReused: if it was something else.
    :raises ListSigned: if it was not, and the list is signed.
    """
    if known := Call.objects.filter(entry_key=entry_key).first():
        if known.game_list_id != row.pk:
            raise lists.KeyReused
        return True
    if row.signed_at:
        raise lists.ListSigned
    return False


def _hand(
    row: GameListRow, kind: Call.Kind, *, device: str, copy: str, entry_key: UUID, now: datetime, **said: object
) -> None:
    """Hand a copy over and keep how; a phone that keeps it already goes on.

    :raises Refused: ``keeps-the-other``.
    """
    mine = row.phones.filter(device=device).exclude(keeps=Phone.Keeps.NOTHING).first()
    if mine is not None:
        if mine.keeps != copy:
            raise Refused("keeps-the-other")
        return
    Call.objects.create(
        game_list=row,
        kind=kind,
        entry_key=entry_key,
        device=device,
        second=copy == phones.SECOND,
        called_at=now,
        settled_at=now,
        granted=True,
    )
    calls.drop_take_overs(row, device=device, now=now)
    phones.give(row, device=device, copy=copy, by=None, now=now, how=str(kind), **said)
    row.phones.filter(device=device).update(seen_at=now)
