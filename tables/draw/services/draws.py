"""The draw of a series, or of all that are left, and its discarding (SkWO 7.1.1)."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from tables import seating
from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.acts.services.seen import Seen, must_be_as_seen
from tables.draw.models import Draw
from tables.draw.selectors import draws, seats
from tables.draw.selectors.seats import open_before
from tables.draw.services.seats import as_seated, give_seats, take_seats_back
from tables.draw.services.series import held
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
    """Throw away a draw of which nothing was published, so that its series can be drawn again. It is kept, and why.

    :raises Refused: ``not-a-preview`` or ``reason-missing``.
    :raises Overtaken: if others sit somewhere than were ``seen`` there.
    """
    series = held(series_id)
    involved = list(draws.drawn_together(series)) or [series]
    if any(one.status != Series.Status.DRAWN for one in involved):
        raise Refused("not-a-preview", series=series.number)
    if not because.strip():
        raise Refused("reason-missing")
    must_be_as_seen(seen, now=as_seated(seats.seating_of(series)), wanted=None)
    numbers = [one.number for one in involved]
    draw = series.draw
    for one in involved:
        take_seats_back(one)
        one.status, one.draw, one.drawn_as, one.drawn_at = Series.Status.PLANNED, None, 0, None
        one.save(update_fields=["status", "draw", "drawn_as", "drawn_at"])
    if draw:
        draw.discarded_at, draw.discarded_because = now, because.strip()
        draw.save(update_fields=["discarded_at", "discarded_because"])
    journal.record(
        "series.draw-discarded",
        tournament=series.tournament,
        by=by,
        at=now,
        series=series.number,
        all_series=numbers,
        draw=draw.number if draw else None,
        because=because.strip(),
    )
    return held(series_id)


def must_be_drawable(series: Series) -> None:
    """Refuse a series that cannot be given seats now.

    :raises Refused: ``already-drawn``, ``previous-series-open``, ``event-ended``.
    """
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
    """Store a draw and give its seats to its series; the caller has taken the turn.

    ``replaces`` says that the series have seats already, which give way to the new ones; ``facts`` are told in the
    journal beside those of every draw; ``gone`` is what went with the seats there were.
    """
    tournament = involved[0].tournament
    drawn = {"at": now.isoformat(), "by": named(by, tournament)}
    record = seating.sealed(
        plan.record,
        previous=draws.record_hash_before(tournament),
        drawn=drawn | ({"reason": because} if because else {}),
        redraws=_redraws(involved[0]),
    )
    latest = tournament.draws.order_by("-number").first()
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
        all_series=[one.number for one in involved],
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
        for draw in draws.discarded_before(series)
    ]


def _drawn_together(series: Series) -> list[Series]:
    """Return this series and those after it that are drawn by lot and have no seats yet, without a gap."""
    involved = [series]
    for one in series.tournament.series.filter(number__gt=series.number).order_by("number"):
        if one.status != Series.Status.PLANNED or one.seating != Series.Seating.DRAWN:
            break
        one.tournament = series.tournament
        involved.append(one)
    return involved


def _plan(series: Series, *, count: int, public: str) -> seating.Plan:
    tournament: Tournament = series.tournament
    by_standing = series.seating == Series.Seating.BY_STANDING
    entrants = draws.to_seat(tournament, by_standing=by_standing)
    history = seats.seatings_before(series)
    policy = draws.policy_of(tournament, by_standing=by_standing)
    lots = seating.Lots(secret=series.secret, public=public)
    if not by_standing:
        return seating.draw_with_lots(entrants, series=count, lots=lots, history=history, policy=policy)
    ranking = seats.ranking_to_seat_by(series, [entrant.number for entrant in entrants])
    return seating.draw_by_standing_with_lots(entrants, ranking=ranking, lots=lots, history=history, policy=policy)
