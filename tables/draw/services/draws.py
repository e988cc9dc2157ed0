"""The draw of a series, or of all that are left, by lot or by hand, and its discarding (SkWO 7.1.1)."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256

from django.core.cache import cache
from django.db import transaction

from tables import seating
from tables.accounts.models import User
from tables.acts.services import Refused, Seen, must_be_as_seen
from tables.draw import selectors
from tables.draw.models import Draw, Seat, Table
from tables.draw.selectors import open_before
from tables.draw.services.seats import as_seated, give_seats, held, seats_as_they_are, taking_part
from tables.journal import chain as journal
from tables.tournaments.models import Series, Tournament


@transaction.atomic
def draw_series(*, series_id: int, public: str, by: User, now: datetime, all_left: bool = False) -> Series:
    """Seat everyone who is present, as a preview that only the direction sees.

    The draw is made from the secret the series was committed to and from ``public``, what the hall
    added. With ``all_left`` the series after it are planned together with it, as far as they are drawn by lot:
    near the limit of what can be had without anybody meeting twice that is better than one after the other.

    :raises Refused: ``already-drawn``, ``previous-series-open``, ``event-ended``.
    :raises seating.CannotSeat: if those present cannot be seated at tables of four and three.
    """
    series = held(series_id)
    must_be_drawable(series)
    by_standing = series.seating == Series.Seating.BY_STANDING
    if not by_standing:
        # The plan or the cards that were meant at first are not used after all.
        series.seating = Series.Seating.DRAWN
    involved = _drawn_together(series) if all_left and not by_standing else [series]
    plan = _plan(series, count=len(involved), public=public)
    keep_draw(involved, plan, by=by, now=now)
    return series


@transaction.atomic
def discard_draw(*, series_id: int, because: str, by: User, now: datetime, seen: Seen | None = None) -> Series:
    """Throw away, and keep with the reason, a draw of which nothing was published.

    :raises Refused: ``not-a-preview``, ``reason-missing``; Overtaken if others sit somewhere than were ``seen``.
    """
    series = held(series_id)
    involved = list(selectors.drawn_together(series)) or [series]
    if any(each_series.status != Series.Status.DRAWN for each_series in involved):
        raise Refused("not-a-preview", series=series.number)
    if not because.strip():
        raise Refused("reason-missing")
    must_be_as_seen(seen, now=as_seated(selectors.seating_of(series)), wanted=None)
    _discard(series, involved, because=because.strip(), by=by, now=now)
    return held(series_id)


@transaction.atomic
def discard_previews(*, series_id: int, because: str, by: User, now: datetime, since: int = 1) -> Series:
    """Throw away what is unpublished from a series on. Raise Refused: ``not-a-preview``, ``reason-missing``."""
    series = held(series_id)
    if series.status != Series.Status.DRAWN:
        raise Refused("not-a-preview", series=series.number)
    if not because.strip():
        raise Refused("reason-missing")
    previews = selectors.drawn_together(series).filter(status=Series.Status.DRAWN, number__gte=since)
    _discard(series, list(previews) or [series], because=because.strip(), by=by, now=now)
    return held(series_id)


def reinstate_series(
    tournament: Tournament,
    *,
    series: int,
    seated: str,
    draw: int | None,
    drawn_as: int,
    own_rounds: int | None,
    own_time_limit: int | None,
    because: str,
    by: User,
    now: datetime,
) -> Series:
    """Put a series on the plan again, as a preview by its lots where they still hold; the caller has the turn."""
    made = Series(
        tournament=tournament, number=series, seating=seated, own_rounds=own_rounds, own_time_limit=own_time_limit
    )
    lengths = tournament.journal.filter(action="series.length-changed", data__series=series)
    if (own_rounds or own_time_limit) and (last := lengths.order_by("-number").first()):
        made.length_because = last.data.get("because", "")
    kept_draw = tournament.draws.filter(number=draw).first() if draw and seated != Series.Seating.BY_STANDING else None
    plan = seating.plan_of(kept_draw.record).series[drawn_as] if kept_draw else ()
    numbers = {number for table in plan for number in table}
    if kept_draw and tournament.entrants.filter(number__in=numbers, same_as=None).count() == len(numbers):
        made.status, made.draw, made.drawn_as, made.drawn_at = Series.Status.DRAWN, kept_draw, drawn_as, now
        kept_draw.discarded_at, kept_draw.discarded_because = None, ""
        kept_draw.save(update_fields=["discarded_at", "discarded_because"])
        # The number of its own that it was drawn from is known by now; another would not be what was promised.
        made.secret = (drawn_as == 0 and kept_draw.record.get("lots", {}).get("secret")) or made.secret
    made.save(force_insert=True)
    if made.draw:
        give_seats(made, plan)
    journal.record(
        "series.reinstated",
        tournament=tournament,
        by=by,
        at=now,
        sealing={"draw": [(made.draw.number,)] if made.draw else []},
        series=series,
        tables=[list(table) for table in plan] if made.draw else [],
        because=because,
    )
    return made


def _discard(series: Series, involved: Sequence[Series], *, because: str, by: User, now: datetime) -> None:
    draw = series.draw
    for each_series in involved:
        each_series.tables.all().delete()
        each_series.status, each_series.draw, each_series.drawn_as, each_series.drawn_at = (
            Series.Status.PLANNED,
            None,
            0,
            None,
        )
        each_series.save(update_fields=["status", "draw", "drawn_as", "drawn_at"])
    if draw and not draw.series.exists():
        draw.discarded_at, draw.discarded_because = now, because
        draw.save(update_fields=["discarded_at", "discarded_because"])
    journal.record(
        "series.draw-discarded",
        tournament=series.tournament,
        by=by,
        at=now,
        series=series.number,
        all_series=[each_series.number for each_series in involved],
        draw=draw.number if draw else None,
        because=because,
    )


def must_be_drawable(series: Series) -> None:
    """Refuse a series that cannot be seated now: ``already-drawn``, ``previous-series-open``, ``event-ended``."""
    if series.status != Series.Status.PLANNED:
        raise Refused("already-drawn", series=series.number)
    if series.tournament.ended_at:
        raise Refused("event-ended")
    if before := open_before(series):
        raise Refused("previous-series-open", series=series.number, open=before.number)


def keep_draw(
    involved: Sequence[Series],
    plan: seating.Plan,
    *,
    by: User,
    now: datetime,
    because: str = "",
    replaces: bool = False,
    facts: Mapping[str, object] | None = None,
    gone: journal.Sealing = journal.NOTHING_MORE,
) -> Draw:
    """Store a draw and seat its series, for which the caller has taken the turn.

    ``replaces`` says that earlier seats give way to these; ``facts`` go into the journal; ``gone`` is what went with
    the earlier seats.
    """
    tournament = involved[0].tournament
    drawn = {"at": now.isoformat(), "by": named(by, tournament)}
    latest = tournament.draws.order_by("-number").first()
    record = seating.sealed(
        plan.record,
        previous=seating.record_hash(latest.record) if latest else None,
        drawn=drawn | ({"reason": because} if because else {}),
        redraws=_redraws(involved[0]),
    )
    draw = Draw.objects.create(
        tournament=tournament, number=latest.number + 1 if latest else 1, record=record, drawn_at=now
    )
    for at, (series, tables) in enumerate(zip(involved, plan.series, strict=True)):
        give_seats(series, tables)
        series.draw, series.drawn_as, series.drawn_at = draw, at, now
        if not replaces:
            series.status = Series.Status.DRAWN
        series.save(update_fields=["draw", "drawn_as", "drawn_at", "status", "seating"])
    journal.record(
        "series.reseated" if replaces else "series.drawn",
        tournament=tournament,
        by=by,
        at=now,
        sealing=gone,
        series=involved[0].number,
        all_series=[each_series.number for each_series in involved],
        draw=draw.number,
        record=seating.record_hash(record),
        **({"because": because} if because else {}),
        **(facts or {}),
    )
    return draw


def named(by: User, tournament: Tournament) -> str:
    """Return who acts as a public protocol names them: never by the name they sign in with."""
    return by.get_full_name() or tournament.direction or tournament.organiser


def _redraws(series: Series) -> list[dict[str, str]]:
    """Return what was drawn and thrown away since the last draw that holds, for the record of the next."""
    return [
        {
            "at": draw.discarded_at.isoformat() if draw.discarded_at else "",
            "by": draw.record.get("drawn", {}).get("by", ""),
            "reason": draw.discarded_because,
            "record": seating.record_hash(draw.record),
        }
        for draw in selectors.discarded_before(series)
    ]


def _drawn_together(series: Series) -> list[Series]:
    """Return this series and those after it that are drawn by lot and have no seats yet, without a gap."""
    involved = [series]
    for each_series in series.tournament.series.filter(number__gt=series.number).order_by("number"):
        if each_series.status != Series.Status.PLANNED or each_series.seating != Series.Seating.DRAWN:
            break
        each_series.tournament = series.tournament
        involved.append(each_series)
    return involved


def _plan(series: Series, *, count: int, public: str) -> seating.Plan:
    tournament: Tournament = series.tournament
    by_standing = series.seating == Series.Seating.BY_STANDING
    entrants = selectors.to_seat(tournament, by_standing=by_standing)
    history = selectors.seatings_before(series)
    policy = selectors.policy_of(tournament, by_standing=by_standing)
    lots = seating.Lots(secret=series.secret, public=public)
    if not by_standing:
        return seating.draw_with_lots(entrants, series=count, lots=lots, history=history, policy=policy)
    ranking = selectors.ranking_to_seat_by(series, [entrant.number for entrant in entrants])
    return seating.draw_by_standing_with_lots(entrants, ranking=ranking, lots=lots, history=history, policy=policy)


@transaction.atomic
def take_fixed_plan(*, series_id: int, plan: Sequence[Sequence[Sequence[int]]], by: User, now: datetime) -> Series:
    """Take over seats for this series and those after it, as a preview.

    :raises Refused: ``already-drawn``, ``previous-series-open``, ``event-ended``, ``too-many-series``.
    :raises seating.CannotSeat: if the plan breaks the law; ``seating.check_seating`` says all of it.
    """
    series = held(series_id)
    must_be_drawable(series)
    following = series.tournament.series.filter(number__gte=series.number, status=Series.Status.PLANNED)
    involved = list(following.order_by("number")[: len(plan)])
    if len(involved) < len(plan):
        raise Refused("too-many-series", series=len(plan), left=len(involved))
    for each_series in involved:
        each_series.tournament, each_series.seating = series.tournament, Series.Seating.FIXED
    keep_draw(involved, _kept(series, plan), by=by, now=now)
    return held(series_id)


@transaction.atomic
def set_up_tables(*, series_id: int, players: int, by: User, now: datetime) -> Series:
    """Set up empty tables for so many players, who will draw their seats by hand.

    :raises Refused: ``already-drawn``, ``previous-series-open``, ``event-ended``.
    :raises seating.CannotSeat: if so many cannot be seated at tables of four and three.
    """
    series = held(series_id)
    must_be_drawable(series)
    sizes = seating.table_sizes(players)
    Table.objects.bulk_create(Table(series=series, number=at, size=size) for at, size in enumerate(sizes, start=1))
    series.status, series.seating, series.drawn_at = Series.Status.DRAWN, Series.Seating.BY_HAND, now
    series.save(update_fields=["status", "seating", "drawn_at"])
    journal.record(
        "series.set-up-by-hand", tournament=series.tournament, by=by, at=now, series=series.number, players=players
    )
    return series


@transaction.atomic
def add_room(*, series_id: int, by: User, now: datetime) -> Series:
    """Set up a fourth chair at each table of three, or another table. Raise Refused: ``not-by-hand``."""
    series = _by_hand(series_id)
    if not series.tables.filter(size=3).update(size=4):
        last = series.tables.order_by("-number").first()
        Table.objects.create(series=series, number=last.number + 1 if last else 1, size=4)
    chairs = sum(series.tables.values_list("size", flat=True))
    journal.record(
        "series.room-added", tournament=series.tournament, by=by, at=now, series=series.number, chairs=chairs
    )
    return series


@transaction.atomic
def seat_by_hand(*, series_id: int, number: int, table: int, place: int, by: User, now: datetime) -> Seat:
    """Write down the seat that an entrant has drawn, once; with no table, draw a free one for them.

    :raises Refused: ``not-by-hand``, ``no-such-entrant``, ``withdrawn``, ``excluded``, ``seated-already``,
        ``no-such-chair``, ``seat-taken``, ``hall-full``.
    """
    series = _by_hand(series_id)
    [entrant] = taking_part(series.tournament, [number])
    if not table:
        table, place = _any_free(series)
    found_table = series.tables.filter(number=table, size__gte=place).first() if place >= 1 else None
    if found_table is None:
        raise Refused("no-such-chair", table=table, place=place)
    if own := series.seats.filter(entrant=entrant).select_related("table").first():
        if (own.table.number, own.place) == (table, place):
            return own
        raise Refused("seated-already", numbers=[number], series=series.number)
    if taken := found_table.seats.filter(place=place).select_related("entrant").first():
        raise Refused("seat-taken", table=table, place=place, number=taken.entrant.number)
    seat = Seat.objects.create(series=series, table=found_table, place=place, entrant=entrant)
    if not entrant.present:
        entrant.present = True
        entrant.save(update_fields=["present"])
    journal.record(
        "series.seated-by-hand",
        tournament=series.tournament,
        by=by,
        at=now,
        series=series.number,
        entrant=number,
        table=table,
        place=place,
    )
    return seat


@transaction.atomic
def unseat(*, series_id: int, number: int, by: User, now: datetime) -> Series:
    """Free the seat of an entrant whose slip was misread. Raise Refused: ``not-by-hand``, ``not-seated``."""
    series = _by_hand(series_id)
    freed, _rows = series.seats.filter(entrant__number=number).delete()
    if not freed:
        raise Refused("not-seated", numbers=[number], series=series.number)
    journal.record("series.unseated", tournament=series.tournament, by=by, at=now, series=series.number, entrant=number)
    return series


@transaction.atomic
def finish_by_hand(*, series_id: int, by: User, now: datetime) -> Series:
    """Close the seating by hand: the seats become a draw like any other, still a preview.

    A table of four with one chair left becomes one of three, an empty table goes.

    :raises Refused: ``not-by-hand``.
    :raises seating.CannotSeat: if what was written down breaks the law.
    """
    series = _by_hand(series_id)
    seats = [table for table in seats_as_they_are(series) if table]
    plan = _kept(series, [seats], seated=True)
    series.tables.filter(seats=None).delete()
    for at, table in enumerate(series.tables.order_by("number"), start=1):
        if table.number != at:
            table.number = at
            table.save(update_fields=["number"])
        for place, seat in enumerate(table.seats.order_by("place"), start=1):
            if seat.place != place:
                seat.place = place
                seat.save(update_fields=["place"])
        if table.size != (size := len(seats[at - 1])):
            table.size = size
            table.save(update_fields=["size"])
    keep_draw([series], plan, by=by, now=now, replaces=True)
    return held(series_id)


def _by_hand(series_id: int) -> Series:
    series = held(series_id)
    is_open = series.status == Series.Status.DRAWN and series.seating == Series.Seating.BY_HAND and series.draw is None
    if not is_open:
        raise Refused("not-by-hand", series=series.number)
    return series


def _any_free(series: Series) -> tuple[int, int]:
    """Return a free seat by lot: every one of them is equally likely."""
    taken = set(series.seats.values_list("table__number", "place"))
    free = [
        (table.number, place)
        for table in series.tables.order_by("number")
        for place in range(1, table.size + 1)
        if (table.number, place) not in taken
    ]
    if not free:
        raise Refused("hall-full", series=series.number)
    return secrets.choice(free)


def _kept(series: Series, plan: Sequence[Sequence[Sequence[int]]], *, seated: bool = False) -> seating.Plan:
    tournament = series.tournament
    if seated:
        numbers = {number for tables in plan for table in tables for number in table}
        entrants = selectors.seating_entrants(tournament, tournament.entrants.filter(number__in=numbers))
    else:
        entrants = selectors.to_seat(tournament)
    policy = selectors.policy_of(tournament, by_standing=False)
    return seating.plan_by_hand(entrants, series=plan, history=selectors.seatings_before(series), policy=policy)


KEPT_FOR = 24 * 60 * 60
"""Seconds a finding is kept; it is the same for ever."""

BUSY_FOR = 120
"""Seconds after which a check that never came to its end may be begun again."""


def check_draw(draw: Draw) -> tuple[seating.Finding, ...] | None:
    """Return what is wrong with a draw's record, computed once however many ask; None while another check runs."""
    key = f"tables.check:{sha256(selectors.file_of(draw)).hexdigest()}"
    findings_of_before = cache.get(key)
    if findings_of_before is not None:
        return tuple(seating.Finding(code=seating.Doubt(code), part=part) for code, part in findings_of_before)
    if not cache.add(f"{key}:busy", True, BUSY_FOR):
        return None
    try:
        findings = seating.verify(draw.record)
        cache.set(key, [(str(finding.code), finding.part) for finding in findings], KEPT_FOR)
    finally:
        cache.delete(f"{key}:busy")
    return findings
