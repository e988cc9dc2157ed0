"""What it would mean to change seats: who moves, who sits with whom, what becomes of the tables (SkWO 7.1.2)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.office.selectors import attendance as office_attendance
from scoring.office.selectors.attendance import Attendance
from tables import seating
from tables.acts.services.refusals import Refused
from tables.acts.wording.refusals import refusal
from tables.draw.selectors import draws, seats
from tables.draw.services import reseating
from tables.draw.wording.seats import weak_spots
from tables.people.wording.entrants import who
from tables.seating import Change, Disturbance, History, Report
from tables.tournaments.models import Series

T = TypeVar("T")

Who = Callable[[int], str]
"""Gives a start number its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A change of seats as it is shown before it is made; everything in sentences."""

    shown: str
    """The fingerprint of the plan: what is carried out must have the same."""

    summary: str
    appearing: tuple[str, ...]
    """Who leaves and who comes."""

    moving: tuple[str, ...]
    """Who has to go to another table or seat."""

    staying: tuple[str, ...]
    """Who keeps the seat and sits with somebody else."""

    tables: tuple[str, ...]
    """Tables that are opened, go, or become smaller or larger."""

    changed: tuple[int, ...]
    """The tables somebody sits at whose seats change."""

    worse: tuple[str, ...]
    """Weak spots that come."""

    better: tuple[str, ...]
    """Weak spots that go."""

    followers: tuple[str, ...]
    """What it means for the later series of the same draw."""

    on_their_own: tuple[int, ...]
    """Later series with seats of a draw of their own: they do not follow."""

    obstacle: str
    """Why it cannot be done: play has begun at a table that would change."""


def preview_of(series: Series, plan: seating.Plan, attendance: Attendance) -> Preview:
    """Return what a plan changes, which ``tables.draw.services.reseating.reseated`` returned, in five queries."""
    involved = reseating.following(series)
    before = office_attendance.seatings_of(involved)
    entrants = attendance.entrants

    def named(number: int) -> str:
        return who(number, entrants[number].name)

    changes = [seating.disturbed(old, new) for old, new in zip(before, plan.series, strict=True)]
    worse, better = _weak_spots(series, before, plan.series, attendance)
    seated = sum(map(len, plan.series[0]))
    moving = [disturbance for disturbance in changes[0] if disturbance.change in (Change.TABLE, Change.SEAT)]
    staying = [disturbance for disturbance in changes[0] if disturbance.change == Change.COMPANY]
    return Preview(
        shown=seating.record_hash(plan.record),
        summary=_summary(moving=len(moving), staying=len(staying), seated=seated),
        appearing=tuple(_appearing(changes[0], named)),
        moving=tuple(_moving(disturbance, named) for disturbance in moving),
        staying=tuple(_staying(disturbance, named) for disturbance in staying),
        tables=tuple(_tables(before[0], plan.series[0])),
        changed=tuple(number for number in _changed(before[0], plan.series[0]) if number <= len(plan.series[0])),
        worse=tuple(weak_spots(worse, named)),
        better=tuple(weak_spots(better, named)),
        followers=tuple(
            _follows(one.number, disturbances) for one, disturbances in zip(involved[1:], changes[1:], strict=True)
        ),
        on_their_own=_on_their_own(series, involved),
        obstacle=_obstacle(before[0], plan.series[0], attendance),
    )


def _changed(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> list[int]:
    """Return the numbers of the tables at which anything changes, new ones and old ones included."""
    old, new = _by_number(before), _by_number(after)
    return [number for number in sorted(old.keys() | new.keys()) if old.get(number) != new.get(number)]


def _by_number(tables: Sequence[Sequence[int]]) -> dict[int, list[int]]:
    return {number: list(company) for number, company in enumerate(tables, start=1) if company}


def _obstacle(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]], attendance: Attendance) -> str:
    begun = {seat.table.number for seat in attendance.seats.values() if seat.table.play_began_at}
    stuck = [number for number in _changed(before, after) if number in begun]
    return refusal(Refused("play-began", table=stuck[0])) if stuck else ""


def _on_their_own(series: Series, involved: Sequence[Series]) -> tuple[int, ...]:
    followers = {one.pk for one in involved}
    later = series.tournament.series.filter(number__gt=series.number, status__in=reseating.SEATED)
    return tuple(one.number for one in later.order_by("number") if one.pk not in followers)


def _weak_spots(series: Series, before: History, after: History, attendance: Attendance) -> tuple[Report, Report]:
    """Return reports of nothing but the weak spots that come, and of those that go."""
    entrants = draws.seating_entrants(series.tournament, attendance.entrants.values())
    history = seats.seatings_before(series)
    old = seating.report_of(entrants, series=before, history=history)
    new = seating.report_of(entrants, series=after, history=history)
    return _beyond(new, old), _beyond(old, new)


def _beyond(report: Report, other: Report) -> Report:
    """Return a report with those weak spots alone that the other has not."""
    return replace(
        report,
        repeats=_without(report.repeats, other.repeats),
        club_pairs=_without(report.club_pairs, other.club_pairs),
        apart_pairs=_without(report.apart_pairs, other.apart_pairs),
        twice_at_three=_without(report.twice_at_three, other.twice_at_three),
    )


def _without(these: tuple[T, ...], others: Iterable[T]) -> tuple[T, ...]:
    known = set(others)
    return tuple(one for one in these if one not in known)


def _summary(*, moving: int, staying: int, seated: int) -> str:
    if not moving and not staying:
        return _("Nobody else is disturbed.")
    must = ngettext("%(count)s entrant has to change seats", "%(count)s entrants have to change seats", moving) % {
        "count": moving
    }
    keep = ngettext(
        "%(count)s keeps the seat and gets other company", "%(count)s keep their seats and get other company", staying
    ) % {"count": staying}
    return _("Of %(seated)s who are seated then, %(said)s.") % {
        "seated": seated,
        "said": ", ".join([*([must] if moving else []), *([keep] if staying else [])]),
    }


def _appearing(changes: Iterable[Disturbance], named: Who) -> Iterator[str]:
    """Tell who leaves and who comes; whoever takes the chair of somebody missing is told together with them."""
    left = {
        (disturbance.table_before, disturbance.seat_before): disturbance
        for disturbance in changes
        if disturbance.change == Change.LEAVES
    }
    came = {
        (disturbance.table, disturbance.seat): disturbance
        for disturbance in changes
        if disturbance.change == Change.COMES
    }
    for place in sorted(left.keys() | came.keys(), key=lambda place: (place[0] or 0, place[1] or 0)):
        facts: dict[str, object] = {"table": place[0], "seat": place[1]}
        gone, new = left.get(place), came.get(place)
        if gone and new:
            facts |= {"new": named(new.number), "gone": named(gone.number)}
            yield _("%(new)s takes the chair of %(gone)s: table %(table)s, seat %(seat)s.") % facts
        elif gone:
            yield _("%(who)s gives up table %(table)s, seat %(seat)s.") % {**facts, "who": named(gone.number)}
        elif new:
            yield _("%(who)s gets table %(table)s, seat %(seat)s.") % {**facts, "who": named(new.number)}


def _moving(disturbance: Disturbance, named: Who) -> str:
    facts = {
        "who": named(disturbance.number),
        "table_before": disturbance.table_before,
        "seat_before": disturbance.seat_before,
        "table": disturbance.table,
        "seat": disturbance.seat,
    }
    if disturbance.change == Change.SEAT:
        return _("%(who)s stays at table %(table)s and moves from seat %(seat_before)s to seat %(seat)s.") % facts
    return (
        _("%(who)s moves from table %(table_before)s, seat %(seat_before)s to table %(table)s, seat %(seat)s.") % facts
    )


def _staying(disturbance: Disturbance, named: Who) -> str:
    facts = {
        "who": named(disturbance.number),
        "table": disturbance.table,
        "lost": ", ".join(map(named, disturbance.company_lost)),
        "gained": ", ".join(map(named, disturbance.company_gained)),
    }
    if not disturbance.company_lost:
        return _("%(who)s keeps the seat at table %(table)s and is joined by %(gained)s.") % facts
    if not disturbance.company_gained:
        return _("%(who)s keeps the seat at table %(table)s, but no longer sits with %(lost)s.") % facts
    return _("%(who)s keeps the seat at table %(table)s, but sits with %(gained)s instead of %(lost)s.") % facts


def _tables(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> Iterator[str]:
    old, new = _by_number(before), _by_number(after)
    for number in sorted(old.keys() | new.keys()):
        facts = {"table": number, "size": len(new.get(number, ()))}
        if number not in old:
            yield _("Table %(table)s is opened, with %(size)s seats.") % facts
        elif number not in new:
            yield _("Table %(table)s goes.") % facts
        elif len(old[number]) != len(new[number]):
            yield _("Table %(table)s has %(size)s seats then.") % facts


def _follows(number: int, changes: Iterable[Disturbance]) -> str:
    count = sum(disturbance.change not in (Change.LEAVES, Change.COMES) for disturbance in changes)
    if not count:
        return _("Series %(series)s: nobody else sits elsewhere than planned.") % {"series": number}
    said = ngettext(
        "Series %(series)s: %(count)s other entrant sits elsewhere than planned.",
        "Series %(series)s: %(count)s other entrants sit elsewhere than planned.",
        count,
    )
    return said % {"series": number, "count": count}
