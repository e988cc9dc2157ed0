"""Objections at the table: raised, taken on by a judge, completed, withdrawn (ISkO 4.5.10, SkWO 7.3.2).

Whatever is raised about a list also rings for the direction: its ``Call`` is the bell, open as long as the objection,
and it is the bell that keeps the list from being closed.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring.disputes.models import DisputeKind, Objection, Statement
from scoring.lists import mapping
from scoring.lists.models import Call, Confirmation, GameListRow
from scoring.lists.selectors import sitting
from scoring.lists.services import lists
from scoring.lists.services.lists import clock_facts, counted
from tables.accounts.models import User
from tables.accounts.services import floods
from tables.acts.services import Refused, sent_before
from tables.journal import chain as journal
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import turns


def settle_call(row: GameListRow, call: Call, *, granted: bool, by: User | None, now: datetime) -> Call:
    """Settle an open call in the caller's transaction and turn; the objection it is the bell of ends with it."""
    if objection := Objection.objects.select_related("series", "game_list__table").filter(call=call).first():
        objection.tournament, objection.call = row.table.series.tournament, call
        outcome = Objection.Outcome.SETTLED if by else Objection.Outcome.WITHDRAWN
        end(objection, outcome=outcome, by=by, now=now)
        return call
    return lists.settle_call(row, call, granted=granted, by=by, now=now)


OPEN, RULED = Objection.Outcome.OPEN, Objection.Outcome.RULED


@transaction.atomic
def raise_objection(
    *,
    series_id: int,
    entry_key: UUID,
    by: User | None,
    now: datetime,
    list_id: int | None = None,
    deal: int | None = None,
    kind: str = DisputeKind.UNSAID,
    place: int | None = None,
    text: str = "",
    device: str = "",
    address: str = "",
) -> Objection:
    """Take down an objection; with nothing but the table it is a call for a judge. Sent again it is the same one.

    A player who objects to an open list takes their confirmation of it back; at a pub table that is all there is.

    :raises KeyReused: if the key came with other content before.
    :raises Refused: ``not-published``, ``event-released``, ``nobody-directs``, ``no-such-dispute``, ``no-such-seat``,
        ``no-such-deal``; ``TooMany`` from a table or an address that sends more than anybody means.
    """
    tournament = turns.take_turn_of(Series, series_id)
    series = Series.objects.get(pk=series_id)
    series.tournament = tournament
    values = {"game_list_id": list_id, "deal": deal, "kind": kind, "place": place, "text": text.strip()}
    if objection := sent_before(Objection.objects, entry_key, series_id=series_id, **values):
        return objection
    if tournament.released_at:
        raise Refused("event-released")
    if not _is_about_list(kind, place):
        lists.must_be_directed(tournament)
    row = _row(series, list_id, deal=deal, place=place)
    if kind not in DisputeKind.values:
        raise Refused("no-such-dispute")
    is_bare = not (kind or text.strip() or deal or place)
    if is_bare and row and (waiting := row.objections.filter(outcome=OPEN, kind="", text="", place=None).first()):
        # Tapped by two at the table, or by one who is impatient: one judge comes.
        return waiting
    if by is None and row:
        lists.must_be_meant(row, now=now)
        floods.must_be_meant(row.objections.filter(outcome=OPEN, raised_by=None), address=address, now=now)
    at = counted(tournament, now)
    bell = _ring(row, kind=kind, made_with=entry_key, place=place, text=text, device=device, at=at) if row else None
    made = Objection.objects.create(
        tournament=tournament,
        number=turns.next_number(tournament.objections),
        series=series,
        entry_key=entry_key,
        device=device,
        raised_at=at,
        raised_by=by,
        call=bell,
        **values,
    )
    if row and place and not row.signed_at:
        Confirmation.objects.filter(game_list=row, place=place).delete()
    where = {"series": series.number, "table": row.table.number if row else None, "deal": deal, "place": place}
    facts = clock_facts(at, now) | {"kind": str(kind)}
    journal.record("objection.raised", tournament=tournament, by=by, at=at, objection=made.number, **where, **facts)
    return made


@transaction.atomic
def take_on(*, objection_id: int, by: User, now: datetime) -> Objection:
    """Say that a judge is on their way. Said twice by the same judge, it counts once.

    :raises Refused: ``objection-over``, ``judge-on-the-way`` if another one is, ``own-table``.
    """
    objection = held(objection_id)
    if objection.taken_by == by:
        return objection
    _must_be_open(objection)
    must_not_play_there(objection.tournament, objection.game_list, by)
    if objection.taken_by_id:
        raise Refused("judge-on-the-way", objection=objection.number)
    at = counted(objection.tournament, now)
    objection.taken_at, objection.taken_by = at, by
    objection.save(update_fields=["taken_at", "taken_by"])
    _note("objection.taken-on", objection, by=by, at=at)
    return objection


@transaction.atomic
def complete(
    *,
    objection_id: int,
    entry_key: UUID,
    by: User,
    now: datetime,
    kind: str = DisputeKind.UNSAID,
    deal: int | None = None,
    place: int | None = None,
    facts: str = "",
    claim: str = "",
    answer: str = "",
) -> Statement:
    """Write down what an objection is about, as the judge found it. The last time counts, the ones before are kept.

    :raises KeyReused: if the key came with other content before.
    :raises Refused: ``objection-over``, ``own-table``, ``no-such-dispute``, ``no-such-seat``, ``no-such-deal``.
    """
    objection = held(objection_id)
    texts = {"facts": facts.strip(), "claim": claim.strip(), "answer": answer.strip()}
    values = {"kind": kind, "deal": deal, "place": place, **texts}
    if statement := sent_before(Statement.objects, entry_key, objection_id=objection.pk, **values):
        return statement
    _must_be_open(objection)
    must_not_play_there(objection.tournament, objection.game_list, by)
    _row(objection.series, objection.game_list_id, deal=deal, place=place)
    if kind not in DisputeKind.values:
        raise Refused("no-such-dispute")
    at = counted(objection.tournament, now)
    made = Statement.objects.create(
        tournament=objection.tournament,
        number=turns.next_number(objection.tournament.statements),
        objection=objection,
        entry_key=entry_key,
        stated_at=at,
        stated_by=by,
        **values,
    )
    _note("objection.completed", objection, by=by, at=at, kind=str(kind), deal=deal, place=place)
    return made


@transaction.atomic
def withdraw(
    *, objection_id: int, by: User | None, now: datetime, device: str = "", place: int | None = None
) -> Objection:
    """Take an objection back: whoever raised it, by phone or seat, or a judge for them. Twice it counts once.

    :raises Refused: ``objection-over`` if it was decided or settled, ``not-own-objection``, ``own-table`` for a judge
        who plays there.
    """
    objection = held(objection_id)
    if objection.outcome == Objection.Outcome.WITHDRAWN:
        return objection
    _must_be_open(objection)
    is_his = (device and device == objection.device) or (place is not None and place == objection.place)
    if by is None and not is_his:
        raise Refused("not-own-objection")
    if by is not None:
        must_not_play_there(objection.tournament, objection.game_list, by)
    return end(objection, outcome=Objection.Outcome.WITHDRAWN, by=by, now=now)


@transaction.atomic
def settle(*, objection_id: int, by: User, now: datetime) -> Objection:
    """Say that the table agreed and nothing is to be decided. Said twice, it counts once.

    :raises Refused: ``objection-over`` if it was decided or withdrawn, ``own-table``.
    """
    objection = held(objection_id)
    if objection.outcome == Objection.Outcome.SETTLED:
        return objection
    _must_be_open(objection)
    must_not_play_there(objection.tournament, objection.game_list, by)
    return end(objection, outcome=Objection.Outcome.SETTLED, by=by, now=now)


def held(objection_id: int) -> Objection:
    """Return an objection with its series and list, in its tournament's turn."""
    tournament = turns.take_turn_of(Objection, objection_id)
    objection = Objection.objects.select_related("series", "game_list__table", "call", "taken_by").get(pk=objection_id)
    objection.tournament = objection.series.tournament = tournament
    return objection


def end(objection: Objection, *, outcome: str, by: User | None, now: datetime, note: bool = True) -> Objection:
    """End an open objection and silence its bell, in the caller's transaction and turn."""
    at = counted(objection.tournament, now)
    objection.outcome, objection.ended_at, objection.ended_by = outcome, at, by
    objection.save(update_fields=["outcome", "ended_at", "ended_by"])
    if call := objection.call:
        call.settled_at, call.settled_by, call.granted = at, by, outcome == RULED and by is not None
        call.save(update_fields=["settled_at", "settled_by", "granted"])
    if note:
        _note("objection.ended", objection, by=by, at=at, outcome=str(outcome))
    return objection


def reopen(objection: Objection) -> None:
    """Let an objection be open again whose decision is taken back, and its bell ring, in the caller's turn."""
    objection.outcome, objection.ended_at, objection.ended_by = Objection.Outcome.OPEN, None, None
    objection.save(update_fields=["outcome", "ended_at", "ended_by"])
    if call := objection.call:
        call.settled_at, call.settled_by, call.granted = None, None, False
        call.save(update_fields=["settled_at", "settled_by", "granted"])


def must_not_play_there(tournament: Tournament, row: GameListRow | None, by: User) -> None:
    """Refuse a judge at the table they play at (SkWO 4.5). Raise Refused: ``own-table``."""
    if row is not None and sitting.plays_at(row.table_id, tournament=tournament, user=by):
        raise Refused("own-table")


def _row(series: Series, list_id: int | None, *, deal: int | None, place: int | None) -> GameListRow | None:
    if series.status in {Series.Status.PLANNED, Series.Status.DRAWN}:
        raise Refused("not-published", series=series.number)
    if list_id is None:
        if deal is not None:
            raise Refused("no-such-deal", deal=deal)
        if place is not None:
            raise Refused("no-such-seat", place=place)
        return None
    row = GameListRow.objects.select_related("table").get(pk=list_id, table__series=series)
    row.table.series = series
    if place is not None and not 1 <= place <= row.table.size:
        raise Refused("no-such-seat", place=place)
    # A deal in hand is disputed before it is written down.
    if deal is not None and not 1 <= deal <= mapping.length_of(row):
        raise Refused("no-such-deal", deal=deal)
    return row


def _is_about_list(kind: str, place: int | None) -> bool:
    """Test whether a player does not agree with the list: their signature settles it, and no judge need come."""
    return kind == DisputeKind.LIST and place is not None


def _ring(
    row: GameListRow, *, kind: str, made_with: UUID, place: int | None, text: str, device: str, at: datetime
) -> Call:
    return Call.objects.create(
        game_list=row,
        kind=Call.Kind.OBJECTION if _is_about_list(kind, place) else Call.Kind.JUDGE,
        entry_key=made_with,
        place=place,
        text=text.strip()[:500],
        device=device,
        called_at=at,
    )


def _must_be_open(objection: Objection) -> None:
    if objection.outcome != OPEN:
        raise Refused("objection-over", objection=objection.number)


def _note(action: str, objection: Objection, *, by: User | None, at: datetime, **data: object) -> None:
    row = objection.game_list
    journal.record(
        action,
        tournament=objection.tournament,
        by=by,
        at=at,
        objection=objection.number,
        series=objection.series.number,
        table=row.table.number if row else None,
        **data,
    )
