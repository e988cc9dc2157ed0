"""The board of a series, every table with what is missing at it; a change of seats, before it is made (SkWO 7)."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.lists.mapping import to_game_list
from scoring.lists.selectors.boards import BoardLine, ListState
from scoring.lists.selectors.sitting import must_answer
from scoring.lists.wording import acts
from scoring.lists.wording.acts import comings_and_goings
from scoring.lists.wording.games import names_at
from scoring.office.selectors.day import Attendance, seatings_of
from scoring.table.listings import AskedCall, asked, phone_notes
from tables import seating
from tables.acts.services import Refused
from tables.acts.wording.moments import moment
from tables.acts.wording.refusals import refusal
from tables.draw import selectors
from tables.draw.services import reseating
from tables.draw.wording import weak_spots
from tables.people.wording import who
from tables.seating import Change, Disturbance, History, Report

if TYPE_CHECKING:
    from tables.tournaments.models import Series


QUIET_AFTER: Final = timedelta(minutes=20)  # a deal takes some three minutes: this deserves a look
BEHIND: Final = 1 / 8  # a table is slow that has so much less of the series played than the median table
OTHERS: Final = 2  # with fewer tables beside it nobody is slow


@dataclass(frozen=True, slots=True, kw_only=True)
class TileSeat:
    """Who sits at a table on the board."""

    name: str
    is_excluded: bool
    fills_in: bool
    has_confirmed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A table on the board, as it is shown: what a board has drawn of two that are equal looks the same."""

    number: int
    look: str  # what the table stands out by: how far its list is, "slow" or "problem"
    state: ListState
    state_name: str
    entered: int
    length: int  # deals of the list: those entered, and all
    seats: tuple[TileSeat, ...]
    is_void: bool
    signed: str  # when, whether on paper, and how many deals a short one has; empty until then
    missing: str  # what is missing in it, as a sentence; empty when it is signed
    age: str  # how long ago the last deal was entered
    is_quiet: bool  # whether a list in play has had no entry for long
    slow: str  # how far behind the others the table is, as a sentence; empty when it is not
    presence: str  # who left the table or came to it within the series, as sentences
    phones: tuple[str, ...]  # what has to be said about the phones that keep its lists, as sentences
    proposals: int  # entries that wait for somebody to accept them
    differences: tuple[int, ...]  # the deals that stand otherwise in the second list
    calls: tuple[AskedCall, ...]  # what it calls the direction for

    @property
    def is_signed(self) -> bool:
        """Whether nothing is missing."""
        return self.state == ListState.SIGNED

    @property
    def differing(self) -> str:
        """The deals that stand otherwise in the second list, in words."""
        return ", ".join(map(str, self.differences))


def tiles(lines: Sequence[BoardLine], *, now: datetime) -> list[Tile]:
    """Return the tables of a series as the board shows them."""
    behind = _behind(lines)
    return [
        Tile(
            number=line.table.number,
            look=_look(line, behind),
            state=line.state,
            state_name=acts.state_name(line.state),
            entered=line.entered,
            length=line.length,
            seats=tuple(
                TileSeat(
                    name=seat.entrant.called,
                    is_excluded=seat.entrant.excluded_at is not None,
                    fills_in=seat.entrant.fills_in,
                    has_confirmed=seat.place in line.confirmed,
                )
                for seat in line.seats
            ),
            is_void=line.game_list.void_at is not None,
            signed=_signed(line) if line.state == ListState.SIGNED else "",
            missing=_missing(line),
            age=_age(line.last_entry_at, now=now),
            is_quiet=line.state == ListState.OPEN and now - (line.last_entry_at or now) > QUIET_AFTER,
            slow=_slow(behind.get(line.table.number, 0)),
            presence=" ".join(comings_and_goings(to_game_list(line.game_list, ()), names_at(line.seats)))
            if line.game_list.presence
            else "",
            phones=() if line.state == ListState.SIGNED else phone_notes(line.phones, line.handed, now=now),
            proposals=line.proposals,
            differences=line.differences,
            calls=tuple(asked(line, call, now=now) for call in line.calls),
        )
        for line in lines
    ]


def _look(line: BoardLine, behind: Mapping[int, int]) -> str:
    if line.needs_somebody and line.state != ListState.SIGNED:
        return "problem"
    return "slow" if behind.get(line.table.number) else str(line.state)


def _signed(line: BoardLine) -> str:
    signed = _("Signed %(at)s") % {"at": moment(line.game_list.signed_at)}
    if line.game_list.signed_by_id:
        signed += _(", on paper")
    if line.game_list.short_because:
        signed += " · " + _("%(entered)s of %(length)s deals") % {"entered": line.entered, "length": line.length}
    return signed


def _behind(lines: Sequence[BoardLine]) -> dict[int, int]:
    """A list on paper shows nothing before it is typed, so tables without an entry and without a phone say nothing."""
    board_lines = [line for line in lines if line.entered or line.phones]
    if len(board_lines) <= OTHERS:
        return {}
    values, shares = {}, sorted(line.share for line in board_lines)
    for line in board_lines:
        own = bisect_left(shares, line.share)
        middle = median(shares[:own] + shares[own + 1 :])
        if line.state in {ListState.WAITING, ListState.OPEN} and middle - line.share >= BEHIND:
            values[line.table.number] = round((middle - line.share) * line.length)
    return values


def _slow(deals: int) -> str:
    if not deals:
        return ""
    return ngettext("%(deals)s deal behind the others", "%(deals)s deals behind the others", deals) % {"deals": deals}


def _missing(line: BoardLine) -> str:
    if line.state == ListState.SIGNED:
        return ""
    if line.state == ListState.WAITING:
        return _("No deal is written down yet.")
    if line.state == ListState.OPEN:
        deals = line.length - line.entered
        if line.game_list.struck_after is not None:
            return _("Time over: deal %(deal)s is the last.") % {"deal": line.game_list.struck_after}
        return ngettext("%(deals)s deal is missing.", "%(deals)s deals are missing.", deals) % {"deals": deals}
    places = [str(place) for place in must_answer(line.game_list, dealt=line.entered) if place not in line.confirmed]
    if not places:
        return _("Everybody has confirmed; it has to be signed.")
    return ngettext("Seat %(places)s has not confirmed.", "Seats %(places)s have not confirmed.", len(places)) % {
        "places": ", ".join(places)
    }


def _age(last: datetime | None, *, now: datetime) -> str:
    if last is None:
        return ""
    minutes = int((now - last).total_seconds() // 60)
    if minutes < 1:
        return _("last entry just now")
    if minutes < 60:
        return ngettext("last entry %(minutes)s minute ago", "last entry %(minutes)s minutes ago", minutes) % {
            "minutes": minutes
        }
    return _("last entry %(at)s") % {"at": moment(last)}


Who = Callable[[int], str]  # gives a start number its name


@dataclass(frozen=True, slots=True, kw_only=True)
class ReseatingPreview:
    """A change of seats as it is shown before it is made; everything in sentences."""

    shown: str  # the fingerprint of the plan: what is carried out must have the same
    summary: str
    appearing: tuple[str, ...]  # who leaves and who comes
    moving: tuple[str, ...]  # who has to go to another table or seat
    staying: tuple[str, ...]  # who keeps the seat and sits with somebody else
    tables: tuple[str, ...]  # tables that are opened, go, or become smaller or larger
    changed: tuple[int, ...]  # the tables somebody sits at whose seats change
    worse: tuple[str, ...]  # weak spots that come
    better: tuple[str, ...]  # weak spots that go
    followers: tuple[str, ...]  # what it means for the later series of the same draw
    on_their_own: tuple[int, ...]  # later series with seats of a draw of their own: they do not follow
    obstacle: str  # why it cannot be done: play has begun at a table that would change


def preview_of(series: "Series", plan: seating.Plan, attendance: Attendance) -> ReseatingPreview:
    """Return what a plan changes, which ``tables.draw.services.reseating.reseated`` returned, in five queries."""
    involved = reseating.following(series)
    before = seatings_of(involved)
    entrants = attendance.entrants

    def named(number: int) -> str:
        return who(number, entrants[number].name)

    changes = [seating.disturbed(old, new) for old, new in zip(before, plan.series, strict=True)]
    worse, better = _weak_spots(series, before, plan.series, attendance)
    seated = sum(map(len, plan.series[0]))
    changed = _changed(before[0], plan.series[0])
    begun = {seat.table.number for seat in attendance.seats.values() if seat.table.play_began_at}
    stuck = [number for number in changed if number in begun]
    later = series.tournament.series.filter(number__gt=series.number, status__in=reseating.SEATED)
    on_their_own = later.exclude(pk__in=[each_series.pk for each_series in involved]).order_by("number")
    moving = [disturbance for disturbance in changes[0] if disturbance.change in (Change.TABLE, Change.SEAT)]
    staying = [disturbance for disturbance in changes[0] if disturbance.change == Change.COMPANY]
    return ReseatingPreview(
        shown=seating.record_hash(plan.record),
        summary=_summary(moving=len(moving), staying=len(staying), seated=seated),
        appearing=tuple(_appearing(changes[0], named)),
        moving=tuple(_moving(disturbance, named) for disturbance in moving),
        staying=tuple(_staying(disturbance, named) for disturbance in staying),
        tables=tuple(_tables(before[0], plan.series[0])),
        changed=tuple(number for number in changed if number <= len(plan.series[0])),
        worse=tuple(weak_spots(worse, named)),
        better=tuple(weak_spots(better, named)),
        followers=tuple(
            _follows(this_series.number, disturbances)
            for this_series, disturbances in zip(involved[1:], changes[1:], strict=True)
        ),
        on_their_own=tuple(on_their_own.values_list("number", flat=True)),
        obstacle=refusal(Refused("play-began", table=stuck[0])) if stuck else "",
    )


def _changed(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> list[int]:
    old, new = _by_number(before), _by_number(after)
    return [number for number in sorted(old.keys() | new.keys()) if old.get(number) != new.get(number)]


def _by_number(tables: Sequence[Sequence[int]]) -> dict[int, list[int]]:
    return {number: list(company) for number, company in enumerate(tables, start=1) if company}


def _weak_spots(series: "Series", before: History, after: History, attendance: Attendance) -> tuple[Report, Report]:
    entrants = selectors.seating_entrants(series.tournament, attendance.entrants.values())
    history = selectors.seatings_before(series)
    old = seating.report_of(entrants, series=before, history=history)
    new = seating.report_of(entrants, series=after, history=history)
    return _beyond(new, old), _beyond(old, new)


WEAK: Final = ("repeats", "club_pairs", "apart_pairs", "twice_at_three")


def _beyond(report: Report, other: Report) -> Report:
    beyond: dict[str, Any] = {}
    for name in WEAK:
        values = set(getattr(other, name))
        beyond[name] = tuple(value for value in getattr(report, name) if value not in values)
    return replace(report, **beyond)


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
    text = ngettext(
        "Series %(series)s: %(count)s other entrant sits elsewhere than planned.",
        "Series %(series)s: %(count)s other entrants sit elsewhere than planned.",
        count,
    )
    return text % {"series": number, "count": count}
