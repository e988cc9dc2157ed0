"""What is shown in rows and tiles: see ``tables.draw``."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from tables import seating
from tables.acts.services import Refused
from tables.draw import wording
from tables.draw.models import Seat, Table
from tables.draw.selectors import Protocol
from tables.draw.wording import bounds, weak_spots
from tables.people import wording as people_entrants
from tables.people.listings import matching_in_public
from tables.people.models import Entrant
from tables.people.selectors import Namesakes
from tables.tournaments.models import Series, Tournament

if TYPE_CHECKING:
    from tables.draw.models import Draw


def hints(entrants: Iterable[Entrant], namesakes: Sequence[Namesakes]) -> list[str]:
    """Return what a director may want to look at before the draw, though nothing forbids it."""
    everybody = [entrant for entrant in entrants if not entrant.withdrawn_at]
    takes_money = any(entrant.paid or entrant.tournament.entry_fee for entrant in everybody)
    excluded = sum(entrant.excluded_at is not None for entrant in everybody)
    absent = sum(not entrant.present and entrant.excluded_at is None for entrant in everybody)
    unpaid = sum(takes_money and not entrant.paid and not entrant.unranked_as for entrant in everybody)
    twice = sum(not group.are_told_apart for group in namesakes)
    nameless = sum(entrant.present and not entrant.name for entrant in everybody)
    counted = {
        gettext("Absent"): absent,
        gettext("Not paid"): unpaid,
        gettext("Excluded"): excluded,
        gettext("Perhaps twice"): twice,
        gettext("Without name"): nameless,
    }
    return [f"{label}: {count}" for label, count in counted.items() if count]


def drawable_after(series: Series, everything: Iterable[Series]) -> int:
    """Return how many series after a planned one can be drawn by lot together with it."""
    if series.status != Series.Status.PLANNED or series.seating == Series.Seating.BY_STANDING:
        return 0
    count = 0
    for each_series in everything:
        if each_series.number <= series.number:
            continue
        if each_series.status != Series.Status.PLANNED or each_series.seating != Series.Seating.DRAWN:
            break
        count += 1
    return count


Seating = Sequence[tuple[Table, Sequence[Seat]]]

MOST_FOUND = 12
"""More would be no answer to "where do I sit"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Whom a search in the seats found."""

    seats: tuple[tuple[Table, Seat], ...]
    more: int
    marked: frozenset[int]


def find_seats(plan: Seating, search: str) -> Found:
    """Return the seats of those whose start number, or what the public sees of name and club, fits what was typed."""
    if not search.strip():
        return Found(seats=(), more=0, marked=frozenset())
    at = {seat.entrant.number: (table, seat) for table, seats in plan for seat in seats}
    entrants = matching_in_public([seat.entrant for _table, seat in at.values()], search)
    # Who types a number means the start number, even if a name has the number in it.
    exact = [entrant for entrant in entrants if str(entrant.number) == search.strip()]
    chosen = exact or entrants
    return Found(
        seats=tuple(at[entrant.number] for entrant in chosen[:MOST_FOUND]),
        more=max(0, len(chosen) - MOST_FOUND),
        marked=frozenset(entrant.number for entrant in chosen),
    )


Plan: TypeAlias = Sequence[Sequence[Sequence[int]]]
"""Series by series who sits with whom, as start numbers from seat 1 on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """What it would mean to let two change seats, in words."""

    numbers: tuple[int, int]
    names: tuple[str, str]
    comes: tuple[str, ...]
    """Weak spots there would be and are not now."""

    goes: tuple[str, ...]
    """Weak spots there are and would not be any more."""

    concerned: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """The seats of all series of one draw or plan, with all that their weak spots depend on."""

    numbers: Sequence[int]
    """The series, each with its tables in ``plan``."""

    plan: Plan
    history: Plan
    entrants: Mapping[int, Entrant]
    seated: Sequence[seating.Entrant] = field(repr=False)
    teams_apart: bool

    def who(self, number: int) -> str:
        return people_entrants.who(number, self.entrants[number].name if number in self.entrants else "")

    def weak_spots(self) -> list[str]:
        report = seating.report_of(self.seated, series=self.plan, history=self.history)
        return [*wording.bounds(report), *self._said(report, self.plan), *self._not_at_fixed_tables(self.plan)]

    def swap(self, series: int, first: int, second: int) -> Swap:
        """Return what changes when two change seats. Raise Refused: ``nothing-to-swap``, ``not-seated``."""
        at = list(self.numbers).index(series)
        if first == second:
            raise Refused("nothing-to-swap")
        seated = {number for table in self.plan[at] for number in table}
        if missing := sorted({first, second} - seated):
            raise Refused("not-seated", numbers=missing, series=series)
        effect = seating.effect_of_swap(
            self.seated, series=self.plan, number=at + 1, first=first, second=second, history=self.history
        )
        fixed_before, fixed_after = map(self._not_at_fixed_tables, (self.plan, effect.series))
        return Swap(
            numbers=(first, second),
            names=(self.who(first), self.who(second)),
            comes=(
                *self._said(_without(effect.after, effect.before), effect.series),
                *(text for text in fixed_after if text not in fixed_before),
            ),
            goes=(
                *self._said(_without(effect.before, effect.after), self.plan),
                *(text for text in fixed_before if text not in fixed_after),
            ),
            concerned=tuple(wording.disturbances_said(effect.disturbed, self.who)),
        )

    def _said(self, report: seating.Report, plan: Plan) -> list[str]:
        meetings: dict[tuple[int, int], list[int]] = defaultdict(list)
        if len(plan) > 1:
            for number, tables in zip(self.numbers, plan, strict=True):
                for table in tables:
                    for pair in combinations(sorted(table), 2):
                        meetings[pair].append(number)
        return wording.weak_spots(
            report, self.who, team=self._team, where=lambda first, second: meetings.get((first, second), [])
        )

    def _team(self, number: int) -> str:
        return self.entrants[number].team if self.teams_apart and number in self.entrants else ""

    def _not_at_fixed_tables(self, plan: Plan) -> list[str]:
        return [
            wording.not_at_fixed_table(self.who(number), series=series, table=wanted)
            for series, tables in zip(self.numbers, plan, strict=True)
            for at, company in enumerate(tables, start=1)
            for number in company
            if number in self.entrants and (wanted := self.entrants[number].fixed_table) and wanted != at
        ]


def seats(
    tournament: Tournament,
    numbers: Sequence[int],
    *,
    plan: Plan,
    history: Plan,
    entrants: Iterable[Entrant],
    seated: Iterable[seating.Entrant],
    by_standing: bool = False,
) -> Seats:
    """Return the seats of series of one draw; clubs count only where the draw was to keep them apart."""
    clubs = tournament.clubs_apart and not by_standing
    here = {number for tables in plan for table in tables for number in table}
    return Seats(
        numbers=numbers,
        plan=plan,
        history=history,
        entrants={entrant.number: entrant for entrant in entrants},
        seated=[entrant if clubs else replace(entrant, club=None) for entrant in seated if entrant.number in here],
        teams_apart=tournament.teams == Tournament.Teams.APART,
    )


def _without(report: seating.Report, other: seating.Report) -> seating.Report:
    """Return what falls short in one report and not in the other."""
    return replace(
        report,
        apart_pairs=tuple(meeting for meeting in report.apart_pairs if meeting not in other.apart_pairs),
        repeats=tuple(meeting for meeting in report.repeats if meeting not in other.repeats),
        club_pairs=tuple(meeting for meeting in report.club_pairs if meeting not in other.club_pairs),
        twice_at_three=tuple(number for number in report.twice_at_three if number not in other.twice_at_three),
    )


Who = Callable[[int], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened to the seats of a series."""

    at: datetime
    text: str
    protocol: int | None = None
    is_open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """What a series was drawn from, as far as it is open."""

    how: str
    explained: str
    protocol: Protocol
    diced: str
    seal: str
    """What was shown beforehand, or nothing: seats that were given were not drawn from anything."""

    sealed_number: str
    """The number that was sealed, or nothing while it has to stay so."""

    seal_fits: bool
    fingerprint: str
    together: str
    sealed_for: int
    """The series whose sealed number it is."""

    last: int
    """The last series drawn with this one: when its seats are published the sealed number is opened."""


def opened(series: Series, draw: "Draw", protocols: Sequence[Protocol]) -> Opened:
    """Return what a published series was drawn from."""
    protocol = next(each_protocol for each_protocol in protocols if each_protocol.number == draw.number)
    lots = draw.record.get("lots", {})
    secret = lots.get("secret", "") if protocol.is_open else ""
    covers = protocol.covers
    together = _("Series %(first)s to %(last)s") % {"first": covers[0], "last": covers[-1]}
    return Opened(
        how=_how(series, protocol, protocols_about(series, protocols)),
        explained=str(EXPLAINED.get(protocol.method, "")),
        protocol=protocol,
        diced=lots.get("public", ""),
        seal=lots.get("commitment", ""),
        sealed_number=secret,
        seal_fits=bool(secret) and seating.commitment_of(secret) == lots.get("commitment"),
        fingerprint=seating.record_hash(draw.record),
        together=together if len(covers) > 1 else "",
        sealed_for=covers[0],
        last=covers[-1],
    )


def numbers_in(protocols: Sequence[Protocol], report: seating.Report | None) -> set[int]:
    """Return the start numbers that a page about these needs names for."""
    numbers = {number for protocol in protocols for number in (*protocol.absent, *protocol.late)}
    numbers |= {number for protocol in protocols for change in protocol.changes for number in change["swap"]}
    if report:
        numbers |= set(report.twice_at_three)
        for meeting in (*report.repeats, *report.club_pairs, *report.apart_pairs):
            numbers |= {meeting.first, meeting.second}
    return numbers


def protocols_about(series: Series, protocols: Sequence[Protocol]) -> list[Protocol]:
    """Return the draws that gave seats to a series, whatever became of them."""
    return [protocol for protocol in protocols if series.number in protocol.covers]


def report_about(series: Series, record: Mapping[str, Any]) -> seating.Report:
    """Return what the seats of one series fall short of, as they are after all changes."""
    after = record.get("seats") or [None] * len(record["plan"])
    plan = [changed or planned for changed, planned in zip(after, record["plan"], strict=True)]
    entrants = [
        seating.Entrant(
            number=entry["number"], club=entry["club"], apart=frozenset(entry["apart"]), table=entry["table"]
        )
        for entry in record["entries"]
    ]
    at = series.drawn_as
    return seating.report_of(entrants, series=plan[at : at + 1], history=[*record["history"], *plan[:at]])


def who_is(entrants: Mapping[int, "Entrant"]) -> Who:
    """Return what gives start numbers the names that the public sees."""

    def who(number: int) -> str:
        return people_entrants.who(number, entrants[number].shown_name if number in entrants else "")

    return who


def shortcomings(report: seating.Report, record: Mapping[str, Any], entrants: Mapping[int, "Entrant"]) -> list[str]:
    """Return where seats fall short, worst first; mates of a club or team only where both show their club."""
    teams = {entry["number"]: _team(entry) for entry in record["entries"] if _shows_club(entrants, entry["number"])}
    meetings = [
        meeting
        for meeting in report.club_pairs
        if all(_shows_club(entrants, n) for n in (meeting.first, meeting.second))
    ]
    texts = weak_spots(
        replace(report, club_pairs=tuple(meetings)), who_is(entrants), team=lambda number: teams.get(number, "")
    )
    return [*texts, *bounds(report)]


def _shows_club(entrants: Mapping[int, "Entrant"], number: int) -> bool:
    return number in entrants and entrants[number].shows_club


def events(series: Series, protocols: Sequence[Protocol], who: Who) -> list[Event]:
    """Return everything that happened to the seats of a series, in order."""
    return [event for protocol in protocols for event in _events(series, protocol, who)]


def _team(entry: Mapping[str, Any]) -> str:
    """Return the team of an entry; the other groups it must not meet are pairs of start numbers."""

    def is_pair(group: str) -> bool:
        ends = group.split("-")
        return len(ends) == 2 and str(entry["number"]) in ends

    return next((group for group in entry["apart"] if not is_pair(group)), "")


def _how(series: Series, protocol: Protocol, protocols: Sequence[Protocol]) -> str:
    if protocol.method != "replan":
        return _first(series, protocol)
    firsts = [
        each_protocol
        for each_protocol in protocols
        if each_protocol.number < protocol.number
        and each_protocol.method != "replan"
        and not each_protocol.discarded_at
    ]
    return _("%(first)s, later changed for some") % {"first": _first(series, firsts[-1] if firsts else protocol)}


def _first(series: Series, protocol: Protocol) -> str:
    given = _("by a fixed plan") if series.seating == Series.Seating.FIXED else _("drawn by hand")
    return {"lot": _("drawn"), "standing": _("set by standing")}.get(protocol.method, given)


EXPLAINED: Final = {
    "lot": gettext_lazy(
        "Chance decides who sits where, among the plans in which as few as possible meet again, sit with club mates or"
        " sit at a table of three a second time."
    ),
    "standing": gettext_lazy(
        "Neighbours in the standing sit together, the best at table 1. The lot decides only where that leaves a choice."
    ),
}
"""What it means where something was computed."""


def _events(series: Series, protocol: Protocol, who: Who) -> Iterator[Event]:
    yield Event(
        at=protocol.drawn_at, text=_drawn(series, protocol, who), protocol=protocol.number, is_open=protocol.is_open
    )
    for change in protocol.changes:
        if protocol.covers[0] + change["series"] - 1 == series.number:
            first, second = change["swap"]
            names = {"one": who(first), "other": who(second), "because": change["reason"]}
            yield Event(
                at=datetime.fromisoformat(change["at"]),
                text=_("%(one)s and %(other)s changed seats, because: %(because)s") % names,
            )
    if protocol.discarded_at:
        facts = {"draw": protocol.number, "because": protocol.discarded_because}
        yield Event(at=protocol.discarded_at, text=_("Draw %(draw)s was discarded, because: %(because)s") % facts)


def _drawn(series: Series, protocol: Protocol, who: Who) -> str:
    facts: dict[str, Any] = {"draw": protocol.number, "by": protocol.drawn_by}
    how = _("changed for late and missing entrants") if protocol.method == "replan" else _first(series, protocol)
    parts = [_("Draw %(draw)s: %(how)s, by %(by)s.") % {**facts, "how": how}]
    if len(protocol.covers) > 1:
        of = _("Series %(first)s to %(last)s") % {"first": protocol.covers[0], "last": protocol.covers[-1]}
        parts.append(f"{of}.")
    if protocol.diced:
        parts.append(f"{_('The hall has diced')}: {protocol.diced}.")
    if protocol.absent:
        parts.append(_("Missing: %(names)s.") % {"names": ", ".join(map(who, protocol.absent))})
    if protocol.late:
        parts.append(_("Late: %(names)s.") % {"names": ", ".join(map(who, protocol.late))})
    if protocol.because:
        parts.append(f"{_('Reason')}: {protocol.because}")
    return " ".join(parts)
