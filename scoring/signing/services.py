"""Confirming, signing and closing a list (SkWO 7.2.3, 9.11)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from scoring.disputes.models import DisputeKind, Objection
from scoring.disputes.services import objections
from scoring.lists import mapping
from scoring.lists.models import Call, Confirmation, GameListRow, Phone, SeatResult
from scoring.lists.selectors import history, sitting
from scoring.lists.selectors.sitting import dealt, must_answer
from scoring.lists.services import lists
from scoring.signing import drawings
from tables.accounts.models import User
from tables.accounts.services import floods
from tables.acts.services import Refused, Seen, must_be_as_seen
from tables.draw.models import Seat
from tables.draw.services import reseating
from tables.journal import chain as journal
from tables.tournaments.models import Series

DIGITS: Final = 4
"""Digits of the code of a player: with ten tries in a quarter of an hour nobody signs for another."""


def confirm(
    *,
    list_id: int,
    place: int,
    now: datetime,
    version: int | None = None,
    shown: str = "",
    device: str = "",
    code: str = "",
    drawing: str = "",
    heard_by: int | None = None,
    name: str = "",
) -> Confirmation:
    """Take a player's word that the list is right. Given twice, it counts once; their objection is settled by it.

    ``version`` is that of the list the player saw, or ``shown`` the list itself, as a phone showed it that brings this
    later: nobody confirms what they have not seen. On the phone that keeps the list they draw, or say it aloud and the
    player at the seat ``heard_by`` heard it; on another they type the ``code`` that it shows for their seat. Whoever
    sits there signs: a ``name``, where one was typed, has to be theirs.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``no-such-seat``, ``list-changed``, ``other-name``; ``signature-missing``, ``signed-two-ways``,
        ``drawing-unreadable``, ``drawing-too-short``, ``heard-by-yourself``, ``no-such-hearer``; ``only-with-code``,
        ``wrong-code``, ``too-many-guesses``; ``proposals-open``, ``lists-differ`` while the list may still change.
    :raises EntryRefused: if the list is not complete or breaks a rule.
    """
    with transaction.atomic():
        row = lists.held(list_id)
        _must_be_confirmable(
            row, place=place, is_seen=shown == history.as_shown(row) if shown else version == row.version
        )
        player = row.table.seats.select_related("entrant").get(place=place).entrant
        if name.strip() and _plain(name) not in map(_plain, (player.name, player.called)):
            raise Refused("other-name", place=place, name=player.called)
        way = _way(row, place, elsewhere=is_elsewhere(row, device), code=code, drawing=drawing, heard_by=heard_by)
        if way != Confirmation.Way.PHONE or _fits(row, place, code, now=now):
            given = {"name": player.called, "way": way, "drawing": drawing, "heard_by": heard_by}
            return _confirmed(row, place, now=now, given=given)
    # A wrong code stays counted: it is refused only after it was written down.
    raise Refused("wrong-code", place=place)


@transaction.atomic
def object_to(
    *, list_id: int, place: int, text: str, device: str, entry_key: UUID, now: datetime, address: str = ""
) -> Objection:
    """Take a player's word that the list is not right: it cannot be closed until they sign or the direction settles it.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``no-such-seat``, ``objection-text-missing``.
    """
    if not text.strip():
        raise Refused("objection-text-missing")
    row = lists.held(list_id)
    if row.signed_at and not row.objections.filter(entry_key=entry_key).exists():
        raise lists.ListSigned
    return objections.raise_objection(
        series_id=row.table.series_id,
        list_id=list_id,
        kind=DisputeKind.LIST,
        place=place,
        text=text,
        device=device,
        address=address,
        entry_key=entry_key,
        by=None,
        now=now,
    )


@transaction.atomic
def sign(*, list_id: int, now: datetime, device: str = "", shown: str = "") -> GameListRow:
    """Sign and close a list that all players of the table have confirmed. Done twice, it counts once.

    ``shown`` is the list as a phone showed it, where one brings it later.

    :raises Refused: ``list-changed``, ``not-all-confirmed``, ``kept-by-other``; ``objections-open``,
        ``proposals-open`` or ``lists-differ``.
    :raises EntryRefused: if the list is not complete or breaks a rule.
    """
    row = lists.held(list_id)
    if row.signed_at:
        return row
    if is_elsewhere(row, device):
        raise Refused("kept-by-other")
    if shown and shown != history.as_shown(row):
        raise Refused("list-changed")
    if open_places := not_confirmed(row):
        raise Refused("not-all-confirmed", places=open_places)
    return _close(row, by=None, now=now)


@transaction.atomic
def sign_for_paper(*, list_id: int, by: User, now: datetime, seen: Seen | None = None) -> GameListRow:
    """Close a list whose paper the players have signed; the direction answers for it. Done twice, it counts once.

    Whoever plays at the table themselves answers for nothing there: then all its players have confirmed it here before.

    :raises Refused: ``objections-open``, ``proposals-open``, ``lists-differ``; ``own-list`` (places) where somebody at
        the table of whoever closes it has not confirmed.
    :raises Overtaken: if the list is not what was ``seen`` any more.
    :raises EntryRefused: if the list is not complete or breaks a rule.
    """
    row = lists.held(list_id)
    if row.signed_at:
        return row
    must_be_as_seen(seen, now=lists.as_seen(row), wanted=None)
    plays_here = sitting.plays_at(row.table_id, tournament=row.table.series.tournament, user=by)
    if plays_here and (places := not_confirmed(row)):
        raise Refused("own-list", places=places)
    return _close(row, by=by, now=now)


@transaction.atomic
def reopen(*, list_id: int, because: str, by: User, now: datetime, seen: Seen | None = None) -> GameListRow:
    """Open a signed list again, for a reason, while its series is not closed; it has to be confirmed anew.

    :raises Refused: ``not-signed``, ``series-closed``, ``reason-missing``; ``own-list-of-others`` for whoever plays
        there while somebody who does not directs as well.
    :raises Overtaken: if the list is not what was ``seen`` any more.
    """
    row = lists.held(list_id)
    if not row.signed_at:
        raise Refused("not-signed")
    must_be_as_seen(seen, now=lists.as_seen(row), wanted=None)
    lists.must_leave_it_to_others(row, by)
    if row.table.series.status == Series.Status.CLOSED:
        raise Refused("series-closed", series=row.table.series.number)
    if not because.strip():
        raise Refused("reason-missing")
    row.signed_at, row.signed_by, row.signed_hash = None, None, ""
    row.save(update_fields=["signed_at", "signed_by", "signed_hash"])
    row.confirmations.all().delete()
    # Whoever signs it anew vouches for it as it stands then: the lower score holds no longer (SkWO 7.2.5).
    row.corrections.filter(lapsed_at=None).update(lapsed_at=now)
    lists.results_changed(row)
    lapsed: journal.Sealing = {"correction": list(row.corrections.values_list("number"))}
    lists.note("list.reopened", row, by=by, now=now, sealing=lapsed, because=because.strip())
    return row


@transaction.atomic
def exchange(
    *,
    list_id: int,
    place: int,
    number: int,
    because: str,
    by: User,
    now: datetime,
    from_deal: int = 1,
    from_deal_there: int | None = None,
    seen: Seen | None = None,
) -> GameListRow:
    """Credit two who sat on each other's chairs with what they played (SkWO 7.1.2, 7.2.5).

    The player at ``place`` of this list and the one with start number ``number``, here or at another table of the
    series, sat there ``from_deal`` of this list on, and ``from_deal_there`` of the other one, which is the same if
    nobody says. From the first deal on their seats change; from a later one each keeps their own, and has the deals
    before it and those of the other chair from it on. The lists stay with the chairs, with their sums and dealers, and
    both have to be confirmed anew; those that are signed are opened again with it.

    :raises Refused: ``reason-missing``, ``no-such-seat``, ``not-seated``; ``measure-holds`` where one of the two was
        ordered something for the chair; ``chairs-exchanged`` where one of the chairs is exchanged from a later deal on;
        as ``reopen``, ``scoring.lists.services.lists.must_be_open`` and
        ``tables.draw.services.reseating.swap_seats`` do; from a later deal on ``nothing-to-swap``,
        ``chairs-need-deals``, ``chairs-by-the-book``, ``list-void``, ``chairs-differ`` and ``no-such-deal``.
    :raises Overtaken: if the list is not what was ``seen`` any more.
    """
    row = lists.held(list_id)
    must_be_as_seen(seen, now=lists.as_seen(row), wanted=None)
    seats = _two(row, place, number)
    _must_hold_nothing(row.table.series, seats)
    rows = _lists_of(row, seats)
    deals = (from_deal, from_deal if from_deal_there is None else from_deal_there)
    if deals != (1, 1):
        _must_be_told_apart(rows, seats, deals)
    rows = [_open_again(chair, because=because, by=by, now=now) for chair in rows]
    if deals == (1, 1):
        _swap(rows, seats, because=because, by=by, now=now)
    else:
        _tell_apart(rows, seats, deals)
        for chair, deal in zip(rows, deals, strict=False):
            facts = {"from_deal": deal, **_about_chairs(chair, seats, because)}
            lists.note("list.chairs-exchanged", chair, by=by, now=now, **facts)
    return rows[0]


@transaction.atomic
def take_exchange_back(
    *, list_id: int, place: int, because: str, by: User, now: datetime, seen: Seen | None = None
) -> GameListRow:
    """Let all deals of a chair that was exchanged from a later deal on, and of the other, be their players' own again.

    Both lists have to be confirmed anew; those that are signed are opened again with it.

    :raises Refused: ``reason-missing``, ``chair-not-exchanged``; as ``reopen`` and
        ``scoring.lists.services.lists.must_be_open`` do.
    :raises Overtaken: if the list is not what was ``seen`` any more.
    """
    row = lists.held(list_id)
    must_be_as_seen(seen, now=lists.as_seen(row), wanted=None)
    chair = next((chair for chair in mapping.chairs_of(row) if chair.seat == place), None)
    if chair is None:
        raise Refused("chair-not-exchanged", place=place)
    value = row.table.series.seats.select_related("entrant", "table")
    seats = value.get(table=row.table_id, place=place), value.get(table__number=chair.table, place=chair.seat_there)
    rows = [_open_again(listed, because=because, by=by, now=now) for listed in _lists_of(row, seats)]
    for listed, seat in ((rows[0], seats[0]), (rows[-1], seats[1])):
        listed.chairs = [moved for moved in listed.chairs if moved[0] != seat.place]
    _save_chairs(rows)
    for listed in rows:
        lists.note("list.chairs-taken-back", listed, by=by, now=now, **_about_chairs(listed, seats, because))
    return rows[0]


def _two(row: GameListRow, place: int, number: int) -> tuple[Seat, Seat]:
    """Return the seats of the player at a place of a list, and of the one with a start number in its series."""
    series = row.table.series
    seats = series.seats.select_related("entrant", "table")
    mine = seats.filter(table=row.table_id, place=place).first()
    if mine is None:
        raise Refused("no-such-seat", place=place)
    theirs = seats.filter(entrant__number=number).first()
    if theirs is None:
        raise Refused("not-seated", numbers=[number], series=series.number)
    return mine, theirs


def _lists_of(row: GameListRow, seats: tuple[Seat, Seat]) -> list[GameListRow]:
    """Return the lists of two seats, the first of which is ``row``: two, or one where both are at its table."""
    theirs = seats[1]
    return [row] if theirs.table_id == row.table_id else [row, lists.held(theirs.table.game_list.pk)]


def _must_hold_nothing(series: Series, seats: tuple[Seat, Seat]) -> None:
    """Refuse two for whom something was ordered for their chair, or whose chairs are exchanged from a later deal on."""
    holding = series.measures.filter(entrant__in=[seat.entrant_id for seat in seats], lifted_at=None)
    if measure := holding.order_by("number").first():
        raise Refused("measure-holds", measure=measure.number)
    for seat in seats:
        row = seat.table.game_list
        if any(chair.seat == seat.place for chair in mapping.chairs_of(row)):
            raise Refused("chairs-exchanged", tables=[seat.table.number])


def _open_again(row: GameListRow, *, because: str, by: User, now: datetime) -> GameListRow:
    """Return a list that takes a change of its chairs, opened again if it was signed."""
    if not because.strip():
        raise Refused("reason-missing")
    if row.signed_at:
        row = reopen(list_id=row.pk, because=because, by=by, now=now)
    lists.must_be_open(row, by=by, now=now)
    lists.must_leave_it_to_others(row, by)
    return row


def _swap(rows: Sequence[GameListRow], seats: tuple[Seat, Seat], *, because: str, by: User, now: datetime) -> None:
    """Let two change seats who sat on each other's chairs from the first deal on."""
    SeatResult.objects.filter(seat__in=seats).delete()
    reseating.swap_seats(
        series_id=rows[0].table.series_id,
        numbers=(seats[0].entrant.number, seats[1].entrant.number),
        because=because,
        by=by,
        now=now,
        at_play=tuple(sorted(row.table.number for row in rows)),
    )
    for row in rows:
        lists.changed(row)


def _must_be_told_apart(rows: Sequence[GameListRow], seats: tuple[Seat, Seat], deals: tuple[int, int]) -> None:
    """Refuse to credit two with the deals of each other's chairs from a later one on where that cannot be told."""
    if seats[0].pk == seats[1].pk:
        raise Refused("nothing-to-swap")
    if len(rows) == 1 and deals[0] != deals[1]:
        raise Refused("chairs-differ")
    for row, from_deal in zip((rows[0], rows[-1]), deals, strict=True):
        if row.kind == GameListRow.Kind.TOTALS:
            raise Refused("chairs-need-deals", table=row.table.number)
        if row.profile:
            # What Bock and Ramsch make of a deal hangs on those before it.
            raise Refused("chairs-by-the-book", table=row.table.number)
        if len(rows) > 1 and row.void_at:
            raise Refused("list-void", table=row.table.number)
        if not 1 <= from_deal <= len(lists.valid_deals(row)):
            raise Refused("no-such-deal", deal=from_deal)


def _tell_apart(rows: Sequence[GameListRow], seats: tuple[Seat, Seat], deals: tuple[int, int]) -> None:
    """Write who sat on whose chair from which deal on, in both lists."""
    mine, theirs = ((seat.table.number, seat.place, deal) for seat, deal in zip(seats, deals, strict=True))
    for row, own, other in ((rows[0], mine, theirs), (rows[-1], theirs, mine)):
        (_table, place, from_deal), (table, place_there, from_deal_there) = own, other
        row.chairs = sorted([*row.chairs, [place, from_deal, table, place_there, from_deal_there]])
    _save_chairs(rows)


def _save_chairs(rows: Sequence[GameListRow]) -> None:
    for row in rows:
        row.save(update_fields=["chairs"])
    for row in rows:
        lists.changed(row)


def _about_chairs(row: GameListRow, seats: tuple[Seat, Seat], because: str) -> dict[str, Any]:
    """Return what the journal says of an exchange in the line of one of its lists."""
    entrants = [seat.entrant.number for seat in seats]
    return {"entrants": entrants, "chairs": row.chairs, "because": because.strip()[:300]}


@transaction.atomic
def accept_short(*, list_id: int, because: str, by: User, now: datetime, seen: Seen | None = None) -> GameListRow:
    """Accept a list with fewer deals than the series has, for a reason only the direction can give; twice counts once.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``reason-missing``; ``own-list-of-others`` for whoever plays there while somebody who does not
        directs as well.
    :raises Overtaken: if the list is not what was ``seen`` any more.
    """
    row = lists.held(list_id)
    if row.signed_at:
        raise lists.ListSigned
    if not because.strip():
        raise Refused("reason-missing")
    must_be_as_seen(seen, now=lists.as_seen(row), wanted={"short": because.strip()[:300]})
    lists.must_leave_it_to_others(row, by)
    if row.short_because != because.strip()[:300]:
        let_end(row, because=because, by=by, now=now)
    return row


@transaction.atomic
def take_short_back(*, list_id: int, because: str, by: User, now: datetime, seen: Seen | None = None) -> GameListRow:
    """Let a list that was accepted with fewer deals go on to its last one; taken back twice it counts once.

    :raises ListSigned: if the list is signed: it is opened again first.
    :raises Refused: ``reason-missing``; ``own-list-of-others`` as ``accept_short`` does.
    :raises Overtaken: if the list is not what was ``seen`` any more.
    """
    row = lists.held(list_id)
    if row.signed_at:
        raise lists.ListSigned
    if not because.strip():
        raise Refused("reason-missing")
    must_be_as_seen(seen, now=lists.as_seen(row), wanted={"short": ""})
    lists.must_leave_it_to_others(row, by)
    if row.short_because:
        row.short_because = ""
        row.version += 1
        row.save(update_fields=["short_because", "version"])
        row.confirmations.all().delete()
        lists.note("list.short-withdrawn", row, by=by, now=now, because=because.strip()[:300])
    return row


def let_end(row: GameListRow, *, because: str, by: User | None, now: datetime) -> None:
    """Let a list end before its last deal, in the caller's transaction and turn."""
    row.short_because = because.strip()[:300]
    # Another version: who saw the list before has not seen that it may end here.
    row.version += 1
    row.save(update_fields=["short_because", "version"])
    row.confirmations.all().delete()
    lists.note("list.accepted-short", row, by=by, now=now, because=row.short_because)


def not_confirmed(row: GameListRow) -> list[int]:
    """Return the seats whose players have not confirmed the list as it stands; who left before its end need not."""
    confirmed = set(row.confirmations.values_list("place", flat=True))
    return sorted(set(must_answer(row, dealt=dealt(row))) - confirmed)


def is_elsewhere(row: GameListRow, device: str) -> bool:
    """Test whether a phone is another than the one that keeps the list; "" is the office, or no phone at all."""
    keeper = row.phones.filter(keeps=Phone.Keeps.FIRST).values_list("device", flat=True).first()
    return bool(device and keeper and keeper != device)


def phone_code(row: GameListRow, place: int) -> str:
    """Return the digits with which a player signs on a phone of their own; they change with the list."""
    digest = salted_hmac("scoring.signing", f"{row.pk} {row.version} {place}", algorithm="sha256").digest()
    return f"{int.from_bytes(digest) % 10**DIGITS:0{DIGITS}}"


def _must_be_confirmable(row: GameListRow, *, place: int, is_seen: bool) -> None:
    if row.signed_at:
        raise lists.ListSigned
    if not 1 <= place <= row.table.size:
        raise Refused("no-such-seat", place=place)
    if not is_seen:
        raise Refused("list-changed")
    _must_be_whole(row)
    # Their own objection the player settles by signing, that of another they need not wait for.
    for obstacle in lists.obstacles(row):
        if obstacle.code != "objections-open":
            raise obstacle


def _must_be_whole(row: GameListRow) -> None:
    if open_points := [finding for finding in lists.missing(row) if finding.problem.severity == "error"]:
        raise lists.EntryRefused(open_points)


def _fits(row: GameListRow, place: int, code: str, *, now: datetime) -> bool:
    """Test a player's digits; a wrong one is counted."""
    guessing = f"list {row.pk}, seat {place}"
    floods.must_not_guess(guessing, now=now)
    if constant_time_compare(code.strip(), phone_code(row, place)):
        return True
    floods.guessed_wrong(guessing, now=now)
    return False


def _way(
    row: GameListRow, place: int, *, elsewhere: bool, code: str, drawing: str, heard_by: int | None
) -> Confirmation.Way:
    """Return in which way somebody signs; a code is not tried yet."""
    if elsewhere:
        if drawing or heard_by is not None or not code.strip():
            raise Refused("only-with-code", place=place)
        return Confirmation.Way.PHONE
    if drawing and heard_by is not None:
        raise Refused("signed-two-ways")
    if drawing:
        _must_be_drawn(drawing)
        return Confirmation.Way.DRAWN
    if heard_by is None:
        raise Refused("signature-missing")
    if heard_by == place:
        raise Refused("heard-by-yourself")
    if heard_by not in must_answer(row, dealt=dealt(row)):
        raise Refused("no-such-hearer", place=heard_by)
    return Confirmation.Way.ALOUD


def _must_be_drawn(drawing: str) -> None:
    if not drawings.is_readable(drawing):
        raise Refused("drawing-unreadable")
    if not drawings.is_signature(drawing):
        raise Refused("drawing-too-short")


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def _confirmed(row: GameListRow, place: int, *, now: datetime, given: dict[str, Any]) -> Confirmation:
    confirmation, is_new = Confirmation.objects.get_or_create(game_list=row, place=place, defaults={"at": now, **given})
    if is_new:
        values = {name: given[name] for name in ("way", "heard_by") if given[name] is not None}
        lists.note("list.confirmed", row, by=None, now=now, place=place, version=row.version, **values)
    for bell in row.calls.filter(kind=Call.Kind.OBJECTION, place=place, settled_at=None):
        objections.settle_call(row, bell, granted=False, by=None, now=now)
    return confirmation


def _close(row: GameListRow, *, by: User | None, now: datetime) -> GameListRow:
    _must_be_whole(row)
    for obstacle in lists.obstacles(row):
        raise obstacle
    # A list accepted without a single deal is signed by those who sit there all the same.
    lists.hold_seats(row, now=now)
    row.signed_at, row.signed_by = now, by
    row.signed_hash = history.list_hash(row)
    row.save(update_fields=["signed_at", "signed_by", "signed_hash"])
    lists.note("list.signed", row, by=by, now=now, version=row.version, hash=row.signed_hash)
    return row
