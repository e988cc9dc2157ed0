"""Changing seats that were given out: two who swap, somebody missing, somebody late (SkWO 7.1.2)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from tables import seating
from tables.accounts.models import User
from tables.acts.services import Refused, Seen, must_be_as_seen
from tables.draw import selectors
from tables.draw.models import Draw
from tables.draw.services.draws import keep_draw, named
from tables.draw.services.seats import as_seated, exchange_seats, give_seats, held, seats_as_they_are, taking_part
from tables.journal import chain as journal
from tables.people.selectors import doubles
from tables.tournaments.models import Series

SEATED = (Series.Status.DRAWN, Series.Status.PUBLISHED, Series.Status.RUNNING)


@transaction.atomic
def swap_seats(
    *,
    series_id: int,
    numbers: tuple[int, int],
    because: str,
    by: User,
    now: datetime,
    seen: Seen | None = None,
    at_play: tuple[int, ...] = (),
) -> Series:
    """Let two entrants change seats; only the direction may (SkWO 7.1.2).

    ``at_play`` are their tables where they sat wrong all the time: there play may have begun.

    :raises Refused: ``nothing-to-swap``, ``reason-missing``, ``not-drawn``, ``not-seated``, ``play-began``.
    :raises Overtaken: if others sit somewhere than were ``seen`` there.
    """
    series = held(series_id)
    if numbers[0] == numbers[1]:
        raise Refused("nothing-to-swap")
    if not because.strip():
        raise Refused("reason-missing")
    draw = series.draw
    if draw is None:
        raise Refused("not-drawn", series=series.number)
    must_be_as_seen(seen, now=as_seated(selectors.seating_of(series)), wanted=None)
    seats = seats_as_they_are(series)
    seated = {number for table in seats for number in table}
    if missing := [number for number in numbers if number not in seated]:
        raise Refused("not-seated", numbers=missing, series=series.number)
    other = {numbers[0]: numbers[1], numbers[1]: numbers[0]}
    drawn = [_as_drawn(draw, series, number) for number in numbers]
    plan = [[other.get(number, number) for number in table] for table in seats]
    if at_play:
        exchange_seats(series, numbers)
    else:
        give_seats(series, plan)

    change = {
        "at": now.isoformat(),
        "by": named(by, series.tournament),
        "reason": because.strip(),
        "series": series.drawn_as + 1,
        "swap": drawn,
    }
    draw.record = seating.sealed(draw.record, changes=[*draw.record.get("changes", []), change])
    draw.save(update_fields=["record"])
    journal.record(
        "series.seats-swapped",
        tournament=series.tournament,
        by=by,
        at=now,
        sealing={"draw": [(draw.number,)]},
        series=series.number,
        entrants=list(numbers),
        because=because.strip(),
        record=seating.record_hash(draw.record),
        **({"at_play": list(at_play)} if at_play else {}),
    )
    return series


def _as_drawn(draw: Draw, series: Series, number: int) -> int:
    """Return by which number a draw knows somebody: whoever was registered twice may have been drawn by the other."""
    drawn = {who for table in draw.record["plan"][series.drawn_as] for who in table}
    seconds = (second for second, stays in doubles(series.tournament).items() if stays == number and second in drawn)
    return number if number in drawn else next(seconds, number)


@transaction.atomic
def reseat_series(
    *,
    series_id: int,
    absent: Sequence[int],
    late: Sequence[int],
    public: str,
    because: str,
    by: User,
    now: datetime,
    plan: seating.Plan | None = None,
    gone: journal.Sealing = journal.NOTHING_MORE,
) -> Series:
    """Let entrants who are missing leave their seats and late ones take some, disturbing as few as possible.

    The series after it that were drawn with it follow. Who is missing counts as absent from now on, who is late as
    present. A late one takes the chair of a missing one first. ``plan`` is what ``reseated`` returned in this very
    turn, if the caller has asked for it; ``gone`` is what went with tables that nobody sits at any more.

    :raises Refused: ``not-drawn``, ``nothing-to-change``, ``reason-missing``, ``not-seated``, ``seated-already``,
        ``no-such-entrant``, ``withdrawn``, ``excluded``, ``play-began``.
    :raises seating.CannotSeat: if those who are left cannot be seated.
    """
    series = held(series_id)
    if not because.strip():
        raise Refused("reason-missing")
    plan = plan or reseated(series, absent=absent, late=late, public=public)
    involved = following(series)
    entrants = series.tournament.entrants
    entrants.filter(number__in=absent).update(present=False)
    entrants.filter(number__in=late).update(present=True)
    who = {"absent": sorted(set(absent)), "late": sorted(set(late))}
    keep_draw(involved, plan, by=by, now=now, because=because.strip(), replaces=True, facts=who, gone=gone)
    return involved[0]


@transaction.atomic
def release_chairs(*, series_id: int, gives_chairs: bool, by: User, now: datetime) -> Series:
    """Release or keep the free chairs at tables of three for latecomers. Raise Refused: ``not-drawn``."""
    series = held(series_id)
    if not may_be_reseated(series):
        raise Refused("not-drawn", series=series.number)
    if series.gives_chairs != gives_chairs:
        series.gives_chairs = gives_chairs
        series.save(update_fields=["gives_chairs"])
        action = "series.chairs-released" if gives_chairs else "series.chairs-kept"
        journal.record(action, tournament=series.tournament, by=by, at=now, series=series.number)
    return series


def reseated(series: Series, *, absent: Sequence[int], late: Sequence[int], public: str) -> seating.Plan:
    """Return the plan that would come of it, for this series and those drawn with it. Raise as ``reseat_series``."""
    if not may_be_reseated(series) or series.draw is None:
        raise Refused("not-drawn", series=series.number)
    if not absent and not late:
        raise Refused("nothing-to-change")
    seated = set(series.seats.values_list("entrant__number", flat=True))
    if strangers := sorted(set(absent) - seated):
        raise Refused("not-seated", numbers=strangers, series=series.number)
    if already := sorted(set(late) & seated):
        raise Refused("seated-already", numbers=already, series=series.number)
    comers = taking_part(series.tournament, late)
    plan = seating.plan_of(series.draw.record)
    # Series that were changed on their own since have a draw of their own, and keep it.
    plan = replace(plan, series=plan.series[: series.drawn_as + len(following(series))])
    planned = seating.replan_with_lots(
        plan,
        played=series.drawn_as,
        absent=sorted(set(absent)),
        late=selectors.seating_entrants(series.tournament, comers),
        lots=seating.Lots(secret=series.secret, public=public),
    )
    # The draw may still know by another number who was registered twice.
    is_known = {who for series_tables in planned.series for table in series_tables for who in table} <= seated | {*late}
    stays = {} if is_known else doubles(series.tournament)
    tables = [
        [tuple(stays.get(who, who) for who in table) for table in series_tables] for series_tables in planned.series
    ]
    return replace(planned, series=tuple(map(tuple, tables)))


def may_be_reseated(series: Series) -> bool:
    """Return whether a series has seats that may still change; at tables where play has begun they stay anyway."""
    return series.status in SEATED and series.draw_id is not None


def following(series: Series) -> list[Series]:
    """Return a series and those after it that still have the same draw: what is changed in it goes on in them."""
    together = list(selectors.drawn_together(series).filter(drawn_as__gte=series.drawn_as))
    for each_series in together:
        each_series.tournament = series.tournament
    return together
